"""Initiative of two stacks: who acts first, and which activation is silenced (6.C)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.keys.stacks import CommandKeys
from mangonel.systems.filo.situations.initiative import SIDES, class_of, usual_order, vetoes
from mangonel.tables.dice import Die, Throw

__all__ = ["INITIATIVE_COLUMNS", "Acting", "BothThrows", "Initiative", "activations", "even_roll", "totals_roll"]

INITIATIVE_COLUMNS = [Column("second", 1), Column("silent", 4)]
"""Whether b acts first; which activation is silenced: none, the first of a, of b, the second of a, of b."""
_EVEN = 6


@dataclass(frozen=True, slots=True)
class Acting:
    """An activation: the number of the side, what a trace says after its name, and the rows in which it comes."""

    side: int
    words: str
    when: Callable[[State], Mask]


def activations(commands: tuple[CommandKeys, CommandKeys]) -> list[Acting]:
    """Return the activations of a turn in the order in which they can come, second ones after all first ones."""
    activations = _both("acts", 1)
    again = [side for side in (0, 1) if commands[side].activations > 1]
    ranks = [(command.army_value, command.army_bonus) for command in commands]
    if len(again) == len(commands) and ranks[0] == ranks[1]:
        return [*activations, *_both("acts again", 3)]
    return [*activations, *(_once(side, "acts again", 3 + side) for side in sorted(again, key=ranks.__getitem__))]


def _both(words: str, silenced: int) -> list[Acting]:
    """Return the activations of both sides, side a before or after side b."""
    return [
        Acting(0, f"{words} first", lambda s: (s.second == 0) & (s.silent != silenced)),
        _once(1, words, silenced + 1),
        Acting(0, f"{words} after it", lambda s: (s.second == 1) & (s.silent != silenced)),
    ]


def _once(side: int, words: str, silenced: int) -> Acting:
    return Acting(side, words, lambda s: s.silent != silenced)


class Initiative:
    """The initiative of a turn.

    Parameters
    ----------
    rules
        The rule set.
    commands
        Of side a, and of side b.
    """

    def __init__(self, rules: RuleSet, commands: tuple[CommandKeys, CommandKeys]) -> None:
        self._commands = commands
        bonuses = [command.army_bonus for command in commands]
        self._begins = self._usual(rules, bonuses)
        self._even = even_roll()
        self._throws = BothThrows(rules, bonuses, lambda gained: self._way(rules, gained))

    def _way(self, rules: RuleSet, gained: int) -> tuple[int, int]:
        """Return who acts first (-1: nobody has the initiative) and which activation is silenced."""
        return (-1 if gained == 0 else int(gained < 0)), self._silenced(rules, gained)

    def _usual(self, rules: RuleSet, bonuses: list[int]) -> int | None:
        """Return which side begins if nobody has the initiative; None where it is left to the dice."""
        values = [(command.value,) for command in self._commands]
        first = {side: usual_order(rules, values, side)[0][0] for side in SIDES}
        if bonuses[0] != bonuses[1]:
            return SIDES.index(first[SIDES[bonuses[1] < bonuses[0]]])
        return SIDES.index(first["a"]) if len(set(first.values())) == 1 else None

    def _silenced(self, rules: RuleSet, gained: int) -> int:
        loser = int(gained > 0)
        activations = self._commands[loser].activations
        if not gained or not vetoes(rules, class_of(rules, abs(gained)), activations):
            return 0
        return 1 + loser + 2 * (activations - 1)

    @property
    def phases(self) -> list[Phase]:
        """Both throws, and who acts first (engagement, one game turn, 3)."""

        def throw(s: State, dice: Dice) -> None:
            second, silent = self._throws.throw(s, dice)
            even = second < 0
            begins = dice.roll(self._even, even) if self._begins is None else np.full(s.size, self._begins)
            dice.note("nobody has the initiative", even)
            s.second = np.where(even, begins, second)
            s.silent = silent
            for number, side in enumerate(SIDES):
                dice.note(f"side {side} acts first", s.second == number)
                dice.note(f"side {side} does not act", s.silent == 1 + number)
                dice.note(f"side {side} acts only once", s.silent == 3 + number)

        return [Phase("initiative", throw)]


class BothThrows:
    """The throws of both sides, the second one read against the first: fewer ways to go on than there are totals.

    Parameters
    ----------
    rules
        The rule set.
    bonuses
        Of the army leader of side a, and of side b.
    way
        What it comes to, two numbers, by the difference of the totals, above 0 if side a is ahead.
    """

    def __init__(self, rules: RuleSet, bonuses: Sequence[int], way: Callable[[int], tuple[int, int]]) -> None:
        thrown = rules.table("initiative").thrown
        self._first = totals_roll(thrown, bonuses[:1])
        ahead = bonuses[0] - bonuses[1]
        ways = [[way(first - Die.total(throw) + ahead) for throw in thrown.throws] for first in thrown.totals]
        self._ways = list(dict.fromkeys(pair for row in ways for pair in row))
        names = {pair: f"{pair[0]} {pair[1]}" for pair in self._ways}
        rows = [[names[pair] for pair in row] for row in ways]
        self._second = Roll.of("initiative", tuple(names.values()), rows, _told(bonuses[1]), thrown)

    def throw(self, s: State, dice: Dice) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Throw for both sides, and return both numbers of what it comes to. Shape (rows,) each."""
        everywhere = np.ones(s.size, dtype=np.bool_)
        total = dice.roll(self._first, everywhere, who=f"side {SIDES[0]}")
        way = dice.roll(self._second, everywhere, total, who=f"side {SIDES[1]}")
        first, second = (np.array(column, dtype=np.int8)[way] for column in zip(*self._ways, strict=True))
        return first, second


def totals_roll(thrown: Die, bonuses: Sequence[int]) -> Roll:
    """Return the throw for the initiative, a situation for each bonus; code 0 is the least that dice can show."""
    totals = [str(Die.total(throw)) for throw in thrown.throws]
    outcomes = [str(total) for total in thrown.totals]
    tellers = [_told(bonus) for bonus in bonuses]
    rows = [totals] * len(bonuses)
    return Roll.of("initiative", outcomes, rows, lambda place, throw: tellers[place](place, throw), thrown)


def _told(bonus: int) -> Callable[[int, Throw], str]:
    """Return what tells a throw for the initiative."""
    added = f", +{bonus} army leader" if bonus else ""
    return lambda _, throw: f"{Die.told(throw)}{added} -> {Die.total(throw) + bonus}"


def even_roll() -> Roll:
    """Return the throw that stands for throws until they differ: side a (0) or side b (1)."""
    faces = ["a"] * (_EVEN // 2) + ["b"] * (_EVEN // 2)
    return Roll.of("who acts first", SIDES, [faces], lambda _, die: f"die {die} -> side {faces[int(die) - 1]}")
