"""The sides of a sequence: losses, when they break off, how they decide, and whom a siege tells off for its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mangonel.engine.owners import Side
from mangonel.engine.process import Column, Decision, Measure, Phase, Rule
from mangonel.games.cryhavoc import keys

__all__ = [
    "BreakingOff",
    "Wants",
    "always",
    "break_offs",
    "first_of",
    "in_turn",
    "men_side",
    "post_defenders",
    "state_measures",
    "tell_off",
]


def always(answers: Mapping[Decision, Any]) -> dict[str, Rule]:
    """Return a plan that has one answer to each of some decisions."""

    def rule(answer: Any) -> Rule:
        return lambda _s, _options, **_context: answer

    return {decision.name: rule(answer) for decision, answer in answers.items()}


def first_of(order: Sequence[Any]) -> Rule:
    """Return a rule that takes the first option of an order."""
    return lambda _s, options, **_context: next(option for option in order if option in options)


def in_turn(first: str, sides: Mapping[str, Sequence[Phase]], end: Phase) -> list[Phase]:
    """Return the phases of a game turn: the player turns of two sides, of which one is the first, and its end."""
    second = next(side for side in sides if side != first)
    return [*sides[first], *sides[second], end]


def state_measures(
    side: str,
    men: int,
    *,
    living: Callable[[Any], Any],
    wounded: Callable[[Any], Any],
    stunned: Callable[[Any], Any] | None = None,
    first: str = "",
) -> tuple[Measure, ...]:
    """Return how many of a side's `men` are dead, wounded, stunned and fit at the end.

    All not dead, wounded or stunned count as fit, men still to come into the game too. Stunned are none of the second
    player, if there is a `first`: his men come round before a turn is over.
    """
    counts = {f"{side}_dead": lambda s: men - living(s), f"{side}_wounded": wounded}
    if stunned is not None and first in ("", side):
        counts[f"{side}_stunned"] = stunned
    every = tuple(counts.values())
    hurt = [Measure(name, men, count) for name, count in counts.items()]
    return (*hurt, Measure(f"{side}_fit", men, lambda s: men - sum(count(s) for count in every)))


def men_side(
    name: str, wins: tuple[str, ...], *, own: tuple[str, ...] = (), losers: str = "", losing: bool = True
) -> Side:
    """Return a side with losses, if any are counted, of men dead or wounded, as `state_measures` has them."""
    losses = tuple(f"{losers or name}_{state}" for state in ("dead", "wounded"))
    return Side(name, wins, own, losses if losing else (), losers, "dead_or_wounded")


@dataclass(frozen=True, slots=True)
class BreakingOff:
    """When a side breaks off, and its men of the scenario not there from the start: they are no losses.

    Their column is called `missing`, if there can be any.
    """

    limits: keys.BreakOff
    missing: str = ""
    most: int = 0

    @property
    def _counts(self) -> bool:
        return bool(self.missing) and self.limits.losses is not None

    @property
    def columns(self) -> list[Column]:
        """Its column, if it is of any use."""
        return [Column(self.missing, self.most)] if self._counts else []

    def start(self, men: int) -> dict[str, int]:
        """Return its column at the start of a game in which so many men are not there."""
        return {self.missing: men} if self._counts else {}

    def comes(self, s: Any, lost: Callable[[Any], Any], *, before: bool = False) -> bool:
        """Return whether the side breaks off.

        `lost` returns the men of the scenario dead or wounded. The turn that is played is over, unless it is
        asked `before`.
        """
        if self.limits.turn is not None and s.turn >= self.limits.turn + before:
            return True
        if self.limits.losses is None:
            return False
        missing = getattr(s, self.missing) if self._counts else 0
        return bool(lost(s) - missing >= self.limits.losses)


def break_offs(setup: Any, men: int) -> tuple[BreakingOff, BreakingOff]:
    """Return when besiegers of a wall, so many in the scenario, break off, and when its defenders do."""
    ours = keys.BreakOff(setup.break_off_losses, setup.break_off_turn)
    theirs = BreakingOff(setup.defenders_break_off, "missing_defenders", setup.on_wall + setup.reserve)
    return BreakingOff(ours, "missing", men), theirs


# Men are told off.

_POSTS = ("breach", "tower", "assault", "ram")
"""The order in which defenders of a siege are posted."""


@dataclass(frozen=True, slots=True)
class Wants:
    """Men that a part of an assault wants: besiegers, the fewest with which it is played, and defenders."""

    besiegers: int
    least: int
    defenders: int


def tell_off(
    order: Sequence[str], wants: Mapping[str, Wants], men: Any, is_open: Callable[[str], bool]
) -> dict[str, Any]:
    """Return how many of so many fit besiegers each part gets that is played (assault day, 1)."""
    numbers: dict[str, Any] = {}
    for part in order:
        number = min(wants[part].besiegers, men)
        if number >= wants[part].least and (is_open(part) or (part == "breach" and "ram" in numbers)):
            numbers[part] = number
            men = men - number
    return numbers


def post_defenders(policy: str, wants: Mapping[str, Wants], men: Any, played: Sequence[str]) -> dict[str, int]:
    """Return how many of so many fit defenders stand against each part that is played (assault day, 1)."""
    wanted = {part: wants[part].defenders for part in _POSTS if part in played}
    if men >= sum(wanted.values()):
        return wanted
    left, posted = int(men), dict.fromkeys(wanted, 0)
    if policy == "in-order":
        for part, most in wanted.items():
            posted[part] = min(most, left)
            left -= posted[part]
        return posted
    while left:
        for part, most in wanted.items():
            if left and posted[part] < most:
                posted[part] += 1
                left -= 1
    return posted
