"""Men of one kind in one place, counted by state, and what the results of shots and attacks do to one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from mangonel.odds.counted import counted
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import Effect, effect_of
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.tables.situation import Situation
from mangonel.walks.process import Column, Measure
from mangonel.walks.rolls import Roll

__all__ = [
    "ABLE",
    "AIMED",
    "FIT",
    "HURT_PANICKED",
    "HURT_RIDER",
    "MOUNTED",
    "ON_FOOT",
    "PANICKED",
    "RIDER",
    "RIDERS",
    "RUNNING",
    "STUNNED",
    "WORDS",
    "WORSE",
    "WOUNDED",
    "WOUNDS_FIRST",
    "Blow",
    "Counts",
    "Fate",
    "Men",
    "WayBack",
    "blow",
    "changed",
    "first_in",
    "first_men",
    "hurt_one",
    "men_side",
    "men_words",
    "state_measures",
    "strength",
    "strike",
    "up_to",
    "wound",
]

FIT, STUNNED, WOUNDED, RIDER, HURT_RIDER = "fit", "stunned", "wounded", "riders", "hurt_riders"
PANICKED, HURT_PANICKED = "panicked", "hurt_panicked"
"""States of a man; the columns of a group are called by them."""
ON_FOOT = (FIT, STUNNED, WOUNDED)
MOUNTED = (FIT, STUNNED, WOUNDED, RIDER, HURT_RIDER)
RIDERS = (RIDER, HURT_RIDER)
RUNNING = (PANICKED, HURT_PANICKED)
ABLE = (RIDER, FIT, HURT_RIDER, WOUNDED)
"""Men who can act, in the order in which they are chosen to fight."""
AIMED = {
    "fit": (FIT, RIDER, STUNNED, WOUNDED, HURT_RIDER),
    "wounded": (WOUNDED, HURT_RIDER, STUNNED, FIT, RIDER),
    "stunned": (STUNNED, WOUNDED, HURT_RIDER, FIT, RIDER),
}
"""The order of targets of a shot, by the policy ``aim``."""
WOUNDS_FIRST = {
    "fit-first": (FIT, RIDER, WOUNDED, HURT_RIDER),
    "wounded-first": (WOUNDED, HURT_RIDER, FIT, RIDER),
}
"""The order in which able men take wounds, by the policy ``wound``."""
WORDS = {
    FIT: "fit man",
    STUNNED: "stunned man",
    WOUNDED: "wounded man",
    RIDER: "rider",
    HURT_RIDER: "wounded rider",
    PANICKED: "panicked man",
    HURT_PANICKED: "wounded panicked man",
}
WORSE = {FIT: WOUNDED, RIDER: HURT_RIDER, PANICKED: HURT_PANICKED}
"""State after a wound; men in other states die of it."""
_HURT = (WOUNDED, HURT_RIDER, HURT_PANICKED)
_OFF_HORSE = {RIDER: FIT, HURT_RIDER: WOUNDED}
_WOUND = Effect(harm="wounded")

Counts: TypeAlias = Mapping[str, Any]
"""Numbers of men by state."""


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

    Attributes
    ----------
    prefix
        The beginning of the names of the columns: ``attackers_`` for ``attackers_fit`` and so on.
    most
        The most men there can be.
    states
        The states that are counted.
    horses
        Whether a column counts the horses killed under riders.
    deaths
        Whether a column counts deaths that call for a panic test.
    at
        The entry of the columns, where each of several places has one.
    """

    prefix: str
    most: int = 0
    states: tuple[str, ...] = ON_FOOT
    horses: bool = False
    deaths: bool = False
    at: int | None = None

    def columns(self, start: Mapping[str, int] | None = None) -> list[Column]:
        """Return the columns to declare, with the men at the start by state."""
        there = start or {}
        more = [name for name, counts in (("horses", self.horses), ("deaths", self.deaths)) if counts]
        return [Column(self.prefix + name, self.most, there.get(name, 0)) for name in (*self.states, *more)]

    def of(self, s: Any) -> Any:
        """Return the men by state, to be read and written: ``party.of(s)[FIT] -= 1``."""
        return _Here(s, self.prefix, self.at)

    def counts(self, s: Any) -> dict[str, Any]:
        """Return the number of men in each state."""
        here = self.of(s)
        return {state: here[state] for state in self.states}

    def number(self, s: Any, states: Iterable[str]) -> Any:
        """Return the number of men in any of these states."""
        here = self.of(s)
        return s.total([here[state] for state in states if state in self.states])

    def living(self, s: Any) -> Any:
        """Return the number of men."""
        return self.number(s, self.states)

    def hurt(self, s: Any) -> Any:
        """Return the number of wounded men."""
        return self.number(s, _HURT)

    def able(self, s: Any) -> Any:
        """Return the number of men who can act."""
        return self.number(s, ABLE)

    def stunned(self, s: Any) -> Any:
        """Return the number of stunned men."""
        return self.of(s)[STUNNED]

    def only(self, states: Sequence[str]) -> Men:
        """Return the same columns for fewer states."""
        return Men(self.prefix, self.most, tuple(state for state in self.states if state in states), at=self.at)

    def bury(self, s: Any) -> None:
        """Count a death that calls for a panic test."""
        if self.deaths:
            self.of(s)["deaths"] += 1

    def recover(self, s: Any) -> None:
        """Make stunned men fit again."""
        here = self.of(s)
        here[FIT] += here[STUNNED]
        here[STUNNED] = 0

    def join(self, s: Any, other: Men) -> None:
        """Bring all men of another group into this one."""
        here, there = self.of(s), other.of(s)
        for state in other.states:
            here[state] += there[state]
            there[state] = 0

    def forget(self, s: Any) -> None:
        """Set all numbers to 0."""
        here = self.of(s)
        for state in self.states:
            here[state] = 0


def men_words(men: Mapping[str, int]) -> str:
    """Return numbers of men by state as words: "2 fit men and a wounded man"."""
    parts = [
        f"a {WORDS[state]}" if number == 1 else counted(number, WORDS[state]) for state, number in men.items() if number
    ]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + f" and {parts[-1]}"


def first_in(men: Counts, order: Iterable[str]) -> str | None:
    """Return the first state of an order in which there is a man."""
    return next((state for state in order if state in men and men[state] > 0), None)


def first_men(men: Counts, order: Iterable[str], places: Any) -> dict[str, Any]:
    """Return the first men in an order of states, as many as there are places.

    Numbers of the state are compared only, so that little of them is read.
    """
    taken = {}
    for state in order:
        if state in men:
            taken[state] = min(men[state], places)
            places = places - taken[state]
    return taken


def up_to(number: Any, most: int) -> int:
    """Return a number of the state, or `most` if it is larger; it is compared only."""
    return next((least for least in range(most, 0, -1) if number >= least), 0)


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way of men who are driven back.

    Attributes
    ----------
    to
        The group that they join; None if they stay in theirs.
    room
        The number of men who find room, in a state of the game; None if all do.
    panicked
        The group that panicked men join, who always find a way.
    """

    to: Men | None = None
    room: Callable[[Any], Any] | None = None
    panicked: Men | None = None

    @classmethod
    def limited(cls, to: Men, room: int | None, panicked: Men | None = None) -> WayBack:
        """Return a way to a group that holds no more than `room` men at once; None: any number."""
        return cls(to, None if room is None else lambda s: room - to.living(s), panicked)

    def has_room(self, s: Any, men: int = 1) -> bool:
        """Return whether so many men find room."""
        return self.room is None or self.room(s) >= men

    def goes_to(self, state: str) -> Men | None:
        """Return the group that a man in this state joins; None if he stays in his."""
        return self.panicked if state in RUNNING else self.to


class Fate(NamedTuple):
    """What has become of a man.

    Attributes
    ----------
    state
        His state; None if he is dead.
    gave_ground
        Whether he was driven back and found room.
    unhorsed
        Whether he has lost the saddle and lives.
    """

    state: str | None
    gave_ground: bool = False
    unhorsed: bool = False


def changed(state: str, effect: Effect) -> str | None:
    """Return the state of a man after the harm of a result; None if he dies of it (play sheet, notes on results)."""
    if effect.harm:
        if effect.harm == "killed" or state not in WORSE:
            return None
        if effect.harm == "stunned":
            return STUNNED
        state = WORSE[state]
    return _OFF_HORSE.get(state, state) if _throws(effect) else state


def _throws(effect: Effect) -> bool:
    return effect.unhorsed or effect.horse_killed or effect.harm == "stunned"


def strike(s: Any, dice: Any, men: Men, state: str, effect: Effect, back: WayBack) -> Fate:
    """Let a man of a group suffer a result: he is hurt first and driven back then.

    A stunned man who is driven back dies; another one who finds no room is wounded in his place.
    """
    after, goes = changed(state, effect), False
    if after == STUNNED and effect.retreat:
        after = None
    elif after is not None and effect.retreat:
        goes = after in RUNNING or back.has_room(s)
        if not goes:
            dice.note("he finds no room behind him and is wounded")
            after = changed(after, _WOUND)
    if after is None and effect.harm != "killed":
        dice.note("stunned as he is, he dies" if state == STUNNED else "he was hurt already and dies")
    return _apply(s, men, state, effect, after, back if goes else None)


def hurt_one(s: Any, dice: Any, men: Men, state: str, effect: Effect, who: str) -> Fate:
    """Let one of several able men who attack be hurt; `who` he is in traces."""
    after = changed(state, effect)
    if after == STUNNED and effect.retreat:
        after = None
    subject = f"a {WORDS[state]} {who}"
    if after is None and effect.harm != "killed":
        dice.note(f"{subject} is hurt again and dies")
    elif effect.harm:
        dice.note(f"{subject} is {effect.harm}")
    return _apply(s, men, state, effect, after, None)


def wound(s: Any, men: Men, state: str) -> str | None:
    """Wound a man of a group, who keeps his seat; return his state, None if he dies."""
    return _apply(s, men, state, _WOUND, changed(state, _WOUND), None).state


def _apply(s: Any, men: Men, state: str, effect: Effect, after: str | None, back: WayBack | None) -> Fate:
    here = men.of(s)
    if men.horses and state in RIDERS and effect.horse_killed:
        here["horses"] += 1
    if after is None:
        here[state] -= 1
        men.bury(s)
        return Fate(None)
    there = None if back is None else back.goes_to(after)
    if there is not None or after != state:
        here[state] -= 1
        (men if there is None else there).of(s)[after] += 1
    return Fate(after, back is not None, state in RIDERS and _throws(effect))


def strength(kind: Kind, state: str) -> tuple[int, int]:
    """Return attack and defence of a man."""
    if state == STUNNED:
        return 0, kind.defence_if_stunned
    values = kind.values(mounted=state in RIDERS)
    return (values.wounded_attack, values.wounded_defence) if state in _HURT else (values.attack, values.defence)


@dataclass(frozen=True, slots=True)
class Blow:
    """A roll on a missile or melee table, and the effects of its results."""

    rules: RuleSet
    situation: Situation
    roll: Roll

    def effect(self, letter: str) -> Effect:
        """Return the effect of a result."""
        return effect_of(self.rules, self.situation.table.id, letter)

    def strikes(self, dice: Any, who: str) -> Effect:
        """Roll, and return the effect."""
        return self.effect(dice.roll(self.roll, who=who))


def blow(
    rules: RuleSet,
    situation: Situation,
    name: str,
    *,
    against: str = "",
    called: Mapping[str, str] | None = None,
    key: Any = None,
) -> Blow:
    """Return the roll in a situation with its effects; parameters as of `Roll.on`.

    A result without an effect is refused (DataError).
    """
    roll = Blow(rules, situation, Roll.on(situation, name, against=against, called=called, key=key))
    for letter in situation.outcomes():
        roll.effect(letter)
    return roll


def state_measures(
    side: str,
    men: int,
    *,
    dead: Callable[[Any], Any],
    wounded: Callable[[Any], Any],
    stunned: Callable[[Any], Any] | None,
) -> tuple[Measure, ...]:
    """Return how many of a side's `men` are dead, wounded, stunned and fit at the end.

    All who are not dead, wounded or stunned count as fit, men who have not come into the game yet too. `stunned` is
    None for the second player, whose men come round before a turn is over.
    """
    counts = {f"{side}_dead": dead, f"{side}_wounded": wounded}
    if stunned is not None:
        counts[f"{side}_stunned"] = stunned
    every = tuple(counts.values())
    hurt = [Measure(name, men, count) for name, count in counts.items()]
    return (*hurt, Measure(f"{side}_fit", men, lambda s: men - sum(count(s) for count in every)))


def men_side(
    name: str, wins: tuple[str, ...], *, own: tuple[str, ...] = (), losers: str = "", losing: bool = True
) -> Side:
    """Return a side whose losses, if any are counted, are men, dead or wounded, as `state_measures` has them."""
    losses = tuple(f"{losers or name}_{state}" for state in ("dead", "wounded"))
    return Side(name, wins, own, losses if losing else (), losers, "dead_or_wounded")
