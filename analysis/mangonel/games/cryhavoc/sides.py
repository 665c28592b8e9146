"""The sides of a sequence: losses, when they break off, and how they decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mangonel.engine.owners import Side
from mangonel.engine.process import Column, Decision, Measure, Phase, Rule
from mangonel.games.cryhavoc import keys
from mangonel.games.cryhavoc.men import Men
from mangonel.games.cryhavoc.missiles import shoots_in
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


def one_by_one(title: str, numbers: Iterable[int], act: Callable[..., None], *given: Any) -> list[Phase]:
    """Return a phase for each of some men or places, which are numbered from 0 and counted from 1 in the title."""
    return [Phase(title.format(number + 1), partial(act, *given, number)) for number in numbers]


def alike(title: str, who: str, men: int, act: Callable[[Any, Any], None]) -> list[Phase]:
    """Return a phase for each of `men` with the same act; title and name count them from 1."""
    return [Phase(title.format(number), act, who.format(number)) for number in range(1, men + 1)]


def shots(
    rules: RuleSet, group: keys.Shooters, part: int, title: str, who: str, act: Callable[[Any, Any], None]
) -> list[Phase]:
    """Return the shots of a group in missile phase `part` of a player turn, if its weapon shoots then; see `alike`."""
    return alike(title, who, group.men if group.men and shoots_in(rules, group.weapon, part) else 0, act)


def in_turn(first: str, sides: Mapping[str, Sequence[Phase]], end: Phase) -> list[Phase]:
    """Return the phases of a game turn: the player turns of two sides, of which one is the first, and its end."""
    second = next(side for side in sides if side != first)
    return [*sides[first], *sides[second], end]


def men_side(
    name: str,
    wins: tuple[str, ...],
    *,
    own: tuple[str, ...] = (),
    losers: str = "",
    losing: bool = True,
    yielded: str = "",
) -> Side:
    """Return a side with losses, if any are counted, of men dead or wounded, as `Force.measures` has them."""
    losses = tuple(f"{losers or name}_{state}" for state in ("dead", "wounded"))
    return Side(name, wins, own, losses if losing else (), losers, "dead_or_wounded", yielded)


@dataclass(frozen=True)
class Others:
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
        """The rule of the scenario: it breaks off once its dead and wounded are too many, or its last turn is over.

        The turn that is played is over, unless it is asked `before`.
        """

        def rule(s: Any, _options: Any, *, before: bool = False) -> str:
            limits = self.limits
            if limits.turn is not None and s.turn >= limits.turn + before:
                return BREAK_OFF
            if limits.losses is None:
                return GO_ON
            # A game with another plan may have no such column: then nobody is missing.
            missing = getattr(s, self.missing, 0) if self.missing else 0
            lost = self.most - self.living(s) + self.hurt(s) - missing
            return BREAK_OFF if lost >= limits.losses else GO_ON

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
