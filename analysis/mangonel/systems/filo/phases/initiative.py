"""Initiative of two stacks: who acts first, and which activation is silenced (6.C)."""

from __future__ import annotations

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.initiative import SIDES, class_of, usual_order, vetoes
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.tables.dice import Die, Throw

__all__ = ["INITIATIVE_COLUMNS", "Initiative"]

INITIATIVE_COLUMNS = [Column("second", 1), Column("silent", 4)]
"""Whether b acts first; which activation is silenced: none, the first of a, of b, the second of a, of b."""
_EVEN = 6
_TOTALS = "initiative"


class Initiative:
    """The initiative of a turn.

    Parameters
    ----------
    rules
        The rule set.
    stacks
        Side a, and side b.
    """

    def __init__(self, rules: RuleSet, stacks: tuple[Stack, Stack]) -> None:
        self._stacks = stacks
        thrown = rules.table("initiative").thrown
        bonuses = [stack.keys.army_bonus for stack in stacks]
        self._rolls = [_totals(thrown, bonus) for bonus in bonuses]
        self._span = max(thrown.totals) - min(thrown.totals) + abs(bonuses[0] - bonuses[1])
        self._ahead = bonuses[0] - bonuses[1]
        self._begins = self._usual(rules, bonuses)
        self._even = _even_roll()
        self._silent = np.array(
            [self._silenced(rules, gained) for gained in range(-self._span, self._span + 1)], np.int8
        )

    def _usual(self, rules: RuleSet, bonuses: list[int]) -> int | None:
        """Return which side begins if nobody has the initiative; None where it is left to the dice."""
        values = [(stack.keys.value,) for stack in self._stacks]
        first = {side: usual_order(rules, values, side)[0][0] for side in SIDES}
        if bonuses[0] != bonuses[1]:
            return SIDES.index(first[SIDES[bonuses[1] < bonuses[0]]])
        return SIDES.index(first["a"]) if len(set(first.values())) == 1 else None

    def _silenced(self, rules: RuleSet, gained: int) -> int:
        loser = int(gained > 0)
        activations = self._stacks[loser].keys.activations
        if not gained or not vetoes(rules, class_of(rules, abs(gained)), activations):
            return 0
        return 1 + loser + 2 * (activations - 1)

    @property
    def phases(self) -> list[Phase]:
        """Both throws, and who acts first (one game turn, 3)."""

        def throw(s: State, dice: Dice) -> None:
            everywhere = np.ones(s.size, dtype=np.bool_)
            totals = [
                dice.roll(roll, everywhere, who=stack.who).astype(np.int16)
                for roll, stack in zip(self._rolls, self._stacks, strict=True)
            ]
            gained = totals[0] - totals[1] + self._ahead
            even = gained == 0
            begins = dice.roll(self._even, even) if self._begins is None else np.full(s.size, self._begins)
            dice.note("nobody has the initiative", even)
            s.second = np.where(even, begins, gained < 0)
            s.silent = self._silent[gained + self._span]
            for number, stack in enumerate(self._stacks):
                dice.note(f"{stack.who} acts first", s.second == number)
                dice.note(f"{stack.who} does not act", s.silent == 1 + number)
                dice.note(f"{stack.who} acts only once", s.silent == 3 + number)

        return [Phase("initiative", throw)]


def _totals(thrown: Die, bonus: int) -> Roll:
    totals = [Die.total(throw) for throw in thrown.throws]
    outcomes = [str(total) for total in thrown.totals]

    def tell(_situation: int, throw: Throw) -> str:
        added = f", +{bonus} army leader" if bonus else ""
        return f"{Die.told(throw)}{added} -> {Die.total(throw) + bonus}"

    return Roll.of(_TOTALS, outcomes, [[str(total) for total in totals]], tell, thrown)


def _even_roll() -> Roll:
    faces = ["a"] * (_EVEN // 2) + ["b"] * (_EVEN // 2)
    return Roll.of("who acts first", SIDES, [faces], lambda _, die: f"die {die} -> side {faces[int(die) - 1]}")
