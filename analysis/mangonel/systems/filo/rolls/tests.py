"""Tests of stacks and their leaders, looked up by state: reaction charge, rally, wounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.rolls.told import telling
from mangonel.systems.filo.situations.combat import reaction_of
from mangonel.systems.filo.situations.leaders import DIES, NOTHING, WOUNDED, loss_situation
from mangonel.systems.filo.situations.quality import Rally, rally_situation, rout_situation
from mangonel.systems.filo.situations.scales import ON
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, ROUTED
from mangonel.systems.filo.stacks.stack import DEAD, Stack
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation

__all__ = ["RallyRoll", "ReactionRoll", "RoutRoll", "leader_roll"]


class ReactionRoll:
    """The test of a stack that is charged, one of some; ``roll`` is None if none of them can ever react."""

    def __init__(self, rules: RuleSet, stacks: Sequence[Stack]) -> None:
        reactions = [[_reaction(rules, stack, state) for state in range(GONE)] for stack in stacks]
        situations = [situation for row in reactions for situation in row if situation is not None]
        places = [[-1 if roll is None else situations.index(roll) for roll in row] for row in reactions]
        self._number = np.array([[*row, -1] for row in places], dtype=np.int16)
        self.roll = _yes_or_no("reaction charge", situations, "passes") if situations else None

    def number(self, state: NDArray[np.integer], stack: NDArray[np.integer] | int = 0) -> NDArray[np.int16]:
        """Return the number of each row's situation; -1 where it cannot react. Shape (rows,)."""
        return self._number[stack, state]


def _reaction(rules: RuleSet, stack: Stack, state: int) -> Situation | None:
    return reaction_of(rules, stack.unit(state)) if stack.can_charge else None


class RallyRoll:
    """The rally of a stack, by its state, what has become of its leader, and who is beside it.

    De Rada can be, and the Almohad banner, where it says so.
    """

    def __init__(self, rules: RuleSet, stack: Stack, *, de_rada: bool = False, banner: bool = False) -> None:
        self._number = np.full((GONE + 1, DEAD + 1, 2, 2), -1, dtype=np.int16)
        situations: list[Situation] = []
        al_andalus = stack.keys.al_andalus and rules.choice("al-andalus-rally") == ON
        near = range(2 if de_rada else 1), range(2 if banner else 1)
        for state, leader, he, it in product(range(DEMORALISED, GONE), stack.leaders, *near):
            unit = stack.unit(state, leader)
            rally = Rally(
                unit.quality,
                routed=state >= ROUTED,
                fatigued=state % 2 == 1,
                bonuses=unit.bonuses,
                de_rada="beside" if he else "none",
                banner=bool(it),
                al_andalus=al_andalus,
            )
            self._number[state, leader, he, it] = len(situations)
            situations.append(rally_situation(rules, rally))
        self.roll = _yes_or_no("rally", situations, "rallies")

    def number(
        self,
        state: NDArray[np.integer],
        leader: NDArray[np.integer],
        de_rada: NDArray[np.integer] | int = 0,
        banner: NDArray[np.integer] | int = 0,
    ) -> NDArray[np.int16]:
        """Return the number of each row's situation; -1 where there is nothing to rally. Shape (rows,)."""
        return self._number[state, np.minimum(leader, DEAD), de_rada, banner]


class RoutRoll:
    """The test of a stack that a rout passes, by its state."""

    def __init__(self, rules: RuleSet, stack: Stack) -> None:
        situations = [rout_situation(rules, quality=stack.unit(state).quality) for state in range(ROUTED)]
        self.roll = _yes_or_no("passed by a rout", situations, "Dr")


def leader_roll(rules: RuleSet) -> Roll:
    """Return the test of a leader: nothing, wounded, dead."""
    situation = loss_situation(rules)
    letters = (NOTHING, WOUNDED, DIES)
    return Roll.of("leader", letters, [situation.outcomes()], telling([situation]), situation.table.thrown)


def _yes_or_no(name: str, situations: list[Situation], letter: str) -> Roll:
    rows = [situation.giving((NO_EFFECT, letter)).outcomes() for situation in situations]
    return Roll.of(name, (NO_EFFECT, letter), rows, telling(situations), situations[0].table.thrown)
