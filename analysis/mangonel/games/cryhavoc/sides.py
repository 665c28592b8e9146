"""The sides of a sequence: men in one place, losses, when a side breaks off, and how it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from mangonel.engine.board import Counter
from mangonel.engine.owners import Side
from mangonel.engine.process import Act, Column, Decision, Measure, Phase, Rule
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.men import ABLE, FIT, HURT, ON_FOOT, RIDERS, RUNNING, STUNNED, WORDS, WOUND, changed, falls
from mangonel.games.cryhavoc.missiles import shoots_in
from mangonel.rules.effects import Effect
from mangonel.rules.ruleset import RuleSet

GO_ON, BREAK_OFF = LEAVING = ("go on", "break off")


def as_said(policies: Any, *decisions: Decision) -> dict[str, Rule]:
    """Return a plan that answers decisions with the policies of their names, where that is an option."""

    def rule(answer: Any) -> Rule:
        return lambda _s, options, **_context: answer if answer in options else options[0]

    return {decision.name: rule(getattr(policies, decision.name.rpartition(".")[2])) for decision in decisions}


def first_of(order: Sequence[Any]) -> Rule:
    """Return a rule that takes the first option of an order."""
    return lambda _s, options, **_context: next(option for option in order if option in options)


def one_by_one(title: str, numbers: Iterable[int], act: Callable[..., Any], *given: Any, who: str = "") -> list[Phase]:
    """Return a phase for each of some men or places, by their numbers; title and name count them from 1."""
    acts = enumerate((partial(act, *given, number) for number in numbers), start=1)
    return [Phase(title.format(at), turn, who.format(at)) for at, turn in acts]


def alike(title: str, who: str, men: int, act: Act) -> list[Phase]:
    """Return a phase for each of `men` with the same act; title and name count them from 1."""
    return [Phase(title.format(number), act, who.format(number)) for number in range(1, men + 1)]


def shots(rules: RuleSet, group: keys.Shooters, part: int, title: str, who: str, act: Act) -> list[Phase]:
    """Return the shots of a group in missile phase `part` of a player turn, if its weapon shoots then; see `alike`."""
    return alike(title, who, group.men if group.men and shoots_in(rules, group.weapon, part) else 0, act)


def columns_of(*parts: Any) -> list[Column]:
    """Return the columns of parts of a game, such as groups of men, and single ones; of one name only the widest."""
    joined: dict[str, Column] = {}
    for column in (column for part in parts for column in ([part] if isinstance(part, Column) else part.columns)):
        known = joined.get(column.name)
        if known is None or column.maximum > known.maximum:
            joined[column.name] = column
    return list(joined.values())


def in_turn(first: str, sides: Mapping[str, Sequence[Phase]], *end: Phase) -> list[Phase]:
    """Return the phases of a game turn: the player turns of two sides, of which one is the first, and its end."""
    return [*sides[first], *sides[next(side for side in sides if side != first)], *end]


def men_side(name: str, wins: tuple[str, ...], own: tuple[str, ...] = (), losers: str = "", yielded: str = "") -> Side:
    """Return a side with losses of men dead or wounded, as `Force.measures` has them."""
    losses = tuple(f"{losers or name}_{state}" for state in ("dead", "wounded"))
    return Side(name, wins, own, losses, losers, "dead_or_wounded", yielded)


class WayBack(NamedTuple):
    """The way of men driven back: the group that they join, None if they stay in theirs.

    `room` returns the number of men with room, in a state of the game; None if all have. Panicked men join a group of
    their own, and always find a way.
    """

    to: Men | None = None
    room: Callable[[Any], Any] | None = None
    panicked: Men | None = None

    def has_room(self, s: Any, men: int = 1) -> bool:
        return self.room is None or self.room(s) >= men


class Fate(NamedTuple):
    """The fate of a man: his state, None if he is dead; whether he has found room behind; whether he lives on foot."""

    state: str | None
    gave_ground: bool = False
    unhorsed: bool = False


IN_PLACE = WayBack()
"""Men driven back stay in their group, and always have room."""


class _Here:
    """The men of a group in a state of the game: a number for each state of theirs, to be read and written."""

    __slots__ = ("_at", "_prefix", "_s")

    def __init__(self, s: Any, prefix: str, at: int | None) -> None:
        self._s, self._prefix, self._at = s, prefix, at

    def __getitem__(self, state: str) -> Any:
        cell = getattr(self._s, self._prefix + state)
        return cell if self._at is None else cell[self._at]

    def __setitem__(self, state: str, number: Any) -> None:
        if self._at is None:
            setattr(self._s, self._prefix + state, number)
        else:
            getattr(self._s, self._prefix + state)[self._at] = number


@dataclass(frozen=True, slots=True)
class Men:
    """Men of one kind in one place: a column for each state that they can be in.

    The names of the columns begin with the prefix, ``attackers_fit`` and so on; there can be so many men at the `most`,
    and so many `start`. Further columns count the `horses` killed under riders, and `deaths` that call for a panic
    test. Where each of several places has an entry in the columns, theirs is `at`.
    """

    prefix: str
    most: int = 0
    states: tuple[str, ...] = ON_FOOT
    horses: bool = False
    deaths: bool = False
    at: int | None = None
    start: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def columns(self) -> list[Column]:
        more = [name for name, counts in (("horses", self.horses), ("deaths", self.deaths)) if counts]
        return [Column(self.prefix + name, self.most, self.start.get(name, 0)) for name in (*self.states, *more)]

    def of(self, s: Any) -> Any:
        """Return the men by state, to be read and written: ``party.of(s)[FIT] -= 1``."""
        return _Here(s, self.prefix, self.at)

    def counts(self, s: Any) -> dict[str, Any]:
        here = self.of(s)
        return {state: here[state] for state in self.states}

    def counters(self, s: Any, side: str) -> tuple[Counter, ...]:
        """Return the men as counters of a side, for a picture of the game."""
        return tuple(Counter(side, state, int(men)) for state, men in self.counts(s).items() if men > 0)

    def number(self, s: Any, states: Iterable[str]) -> Any:
        here = self.of(s)
        return s.total([here[state] for state in states if state in self.states])

    def first(self, s: Any, order: Iterable[str]) -> str | None:
        """Return the first state of an order in which there is a man."""
        here = self.of(s)
        return next((state for state in order if state in self.states and here[state] > 0), None)

    def living(self, s: Any) -> Any:
        return self.number(s, self.states)

    def hurt(self, s: Any) -> Any:
        return self.number(s, HURT)

    def able(self, s: Any) -> Any:
        return self.number(s, ABLE)

    def stunned(self, s: Any) -> Any:
        return self.number(s, (STUNNED,))

    def only(self, states: Sequence[str]) -> Men:
        return Men(self.prefix, self.most, tuple(state for state in self.states if state in states), at=self.at)

    def recover(self, s: Any, dice: Any = None, note: str = "") -> None:
        """Let stunned men be fit again; a note, if there is one, tells how many.

        The recovery of sequences (melee, one game turn, 3; ram, besiegers, 3; ram, defenders, 4; volley, targets, 2).
        """
        here = self.of(s)
        if here[STUNNED] > 0:
            if note:
                dice.note(note, here[STUNNED])
            here[FIT] += here[STUNNED]
            here[STUNNED] = 0

    def first_men(self, s: Any, order: Iterable[str], places: Any, busy: Men | None = None) -> dict[str, Any]:
        """Return the same as `first_men`, without men told off elsewhere (`busy`)."""
        there, told_off = self.counts(s), {} if busy is None else busy.counts(s)
        able = {state: men - told_off[state] if state in told_off else men for state, men in there.items()}
        return first_men(able, order, places)

    def put(self, s: Any, men: Mapping[str, Any]) -> None:
        """Let so many men be here, in the states that are given."""
        here = self.of(s)
        for state, number in men.items():
            here[state] = number

    def move(self, s: Any, to: Men, men: Mapping[str, Any] | None = None) -> None:
        """Let men join another group, all if they are not given by state."""
        here, there = self.of(s), to.of(s)
        for state, number in (self.counts(s) if men is None else men).items():
            here[state] -= number
            there[state] += number

    def forget(self, s: Any) -> None:
        self.put(s, dict.fromkeys(self.states, 0))

    def suffer(self, s: Any, dice: Any, state: str, effect: Effect, back: WayBack = IN_PLACE) -> Fate:
        """Let a man of a group suffer a result: he is hurt, then driven back; without room he is wounded instead."""
        after, goes = changed(state, effect), False
        if after is not None and effect.retreat:
            goes = after in RUNNING or back.has_room(s)
            if not goes:
                dice.note("he finds no room behind him and is wounded")
                after = changed(after, WOUND)
        if after is None and effect.harm != "killed":
            dice.note("stunned as he is, he dies" if state == STUNNED else "he was hurt already and dies")
        return self._apply(s, state, effect, after, back if goes else None)

    def hurt_one(self, s: Any, dice: Any, state: str, effect: Effect, who: str) -> Fate:
        """Let one of several able attackers be hurt; `who` names him in traces."""
        after = changed(state, effect)
        subject = f"a {WORDS[state]} {who}"
        if after is None and effect.harm != "killed":
            dice.note(f"{subject} is hurt again and dies")
        elif effect.harm:
            dice.note(f"{subject} is {effect.harm}")
        return self._apply(s, state, effect, after)

    def wound(self, s: Any, state: str) -> str | None:
        """Wound a man of a group in his seat; return his state, None if he dies."""
        return self._apply(s, state, WOUND, changed(state, WOUND)).state

    def _apply(self, s: Any, state: str, effect: Effect, after: str | None, back: WayBack | None = None) -> Fate:
        here = self.of(s)
        if self.horses and state in RIDERS and effect.horse_killed:
            here["horses"] += 1
        if after is None:
            here[state] -= 1
            if self.deaths:
                here["deaths"] += 1
            return Fate(None)
        there = None if back is None else back.panicked if after in RUNNING else back.to
        if there is not None or after != state:
            here[state] -= 1
            (there or self).of(s)[after] += 1
        return Fate(after, back is not None, state in RIDERS and falls(effect))


def first_men(men: Mapping[str, Any], order: Iterable[str], places: Any) -> dict[str, Any]:
    """Return the first men in an order of states, as many as there are places; numbers are compared only."""
    taken = {}
    for state in order:
        if state in men:
            taken[state] = min(men[state], places)
            places = places - taken[state]
    return taken


class Others(NamedTuple):
    """Men of a force without columns of their own."""

    living: Callable[[Any], Any]
    hurt: Callable[[Any], Any] = lambda _s: 0
    stunned: Callable[[Any], Any] = lambda _s: 0


@dataclass(frozen=True)
class Force:
    """All men of a side, wherever they are, and when they break off.

    The wounds of `routed` men are no losses. Neither are men of the scenario not there from the start, if there can be
    any: their column is called `missing`. Breaking off is its decision called `leaves`; the scenario's
    rule for it has `limits`.
    """

    name: str
    most: int
    groups: tuple[Men | Others, ...]
    routed: Men = Men("", 0, ())
    limits: keys.BreakOff = keys.BreakOff(None, None)
    missing: str = ""
    leaves: str = "break_off"

    def living(self, s: Any) -> Any:
        return s.total([group.living(s) for group in (*self.groups, self.routed)])

    def hurt(self, s: Any) -> Any:
        return s.total([group.hurt(s) for group in self.groups])

    def stunned(self, s: Any) -> Any:
        return s.total([group.stunned(s) for group in self.groups])

    @property
    def columns(self) -> list[Column]:
        """The column of missing men, if it is of any use."""
        return [Column(self.missing, self.most)] if self.missing and self.limits.losses is not None else []

    def breaks_off(self, s: Any, dice: Any, **context: Any) -> bool:
        """Let the side decide whether it goes on; its scenario has rules for it."""
        return bool(dice.choose(Decision(self.leaves, self.name, frame=True), LEAVING, **context) == BREAK_OFF)

    @property
    def plan(self) -> dict[str, Rule]:
        """The rule of the scenario: it breaks off after its losses or last turn, this one if not asked `before`."""

        def rule(s: Any, _options: Any, *, before: bool = False) -> str:
            limits = self.limits
            if limits.turn is not None and s.turn >= limits.turn + before:
                return BREAK_OFF
            if limits.losses is None:
                return GO_ON
            # A game with another plan may have no such column: then nobody is missing.
            missing = getattr(s, self.missing, 0) if self.missing else 0
            return BREAK_OFF if self.most - self.living(s) + self.hurt(s) - missing >= limits.losses else GO_ON

        return {self.leaves: rule}

    @property
    def watched(self) -> Measure:
        return Measure(f"{self.name}_living", self.most, self.living)

    def measures(self, first: str = "") -> tuple[Measure, ...]:
        """Return how many are dead, wounded, stunned and fit at the end.

        All not dead, wounded or stunned count as fit, men still to come into the game too. Stunned are none of the
        second player, if there is a `first`: his men come round before a turn is over.
        """
        counts: dict[str, Callable[[Any], Any]] = {
            "dead": lambda s: self.most - self.living(s),
            "wounded": lambda s: self.hurt(s) + self.routed.hurt(s),
        }
        if first in ("", self.name):
            counts["stunned"] = self.stunned
        every = tuple(counts.values())
        counts["fit"] = lambda s: self.most - sum(count(s) for count in every)
        return tuple(Measure(f"{self.name}_{state}", self.most, count) for state, count in counts.items())


def garrison(most: int, groups: tuple[Men | Others, ...], limits: keys.BreakOff) -> Force:
    """Return the defenders of a sector of a wall."""
    return Force("defenders", most, groups, limits=limits, missing="missing_defenders", leaves="defence_break_off")
