"""Shots of one stack at another, looked up for every distance and state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.odds.counted import counted
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.rolls.told import telling
from mangonel.systems.filo.situations.fire import Shot, fire_situation, reach
from mangonel.systems.filo.situations.leaders import faces_of_test
from mangonel.systems.filo.situations.units import shooter_of
from mangonel.systems.filo.stacks.fates import GONE
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.systems.possible import possible
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation

__all__ = ["LETTERS", "ShotRoll", "read_shot", "shot_roll"]

LETTERS = (NO_EFFECT, "D", "Dr")
"""What a shot does to its target, by number."""
_NINE = " 9"


class ShotRoll:
    """The roll of a stack that shoots at another one, from the nearest hexes to the farthest that it can come to."""

    def __init__(self, rules: RuleSet, shooter: Stack, target: Stack, nearest: int, farthest: int) -> None:
        far = min(farthest, reach(rules, shooter_of(rules, shooter.unit(0))))
        number = np.full((farthest + 1, 2, GONE + 1, 2), -1, dtype=np.int16)
        situations: list[Situation] = []
        against: list[str] = []
        for hexes, moved, state, stands in product(range(nearest, far + 1), (0, 1), range(GONE), target.stances):
            unit = shooter.unit(state, words=("moved",) if moved else ())
            shot = Shot((unit,), hexes, target.keys.ground if stands else ())
            situation = possible(partial(fire_situation, rules, shot))
            if situation is None:
                continue
            number[hexes, moved, state, stands] = len(situations)
            situations.append(situation)
            against.append(f"at {counted(hexes, 'hex')}")
        self._number = number
        tests = target.keys.leader is not None
        self.roll = shot_roll(rules, situations, against, tests=tests) if situations else None

    def number(
        self,
        distance: NDArray[np.integer],
        moved: NDArray[np.integer],
        state: NDArray[np.integer],
        stands: NDArray[np.integer],
    ) -> NDArray[np.int16]:
        """Return the number of each row's situation; -1 where there is no shot. Shape (rows,)."""
        return self._number[np.minimum(distance, len(self._number) - 1), moved, state, stands]


def shot_roll(rules: RuleSet, situations: Sequence[Situation], against: Sequence[str], *, tests: bool) -> Roll:
    """Return the roll of shots in several situations, with what is told before each.

    If `tests`, throws that test the leader of the target are outcomes of their own.
    """
    faces = faces_of_test(rules) if tests else ()
    rows = [
        [
            letter + _NINE * (die in faces)
            for die, letter in zip(situation.faces, situation.giving(LETTERS).outcomes(), strict=True)
        ]
        for situation in situations
    ]
    outcomes = [*LETTERS, *(letter + _NINE for letter in LETTERS)]
    return Roll.of("shot", outcomes, rows, telling(situations, against), situations[0].table.thrown)


def read_shot(code: NDArray[np.integer]) -> tuple[NDArray[np.integer], NDArray[np.bool_]]:
    """Return the number of the letter, and whether the throw tests leaders. Shape (rows,) each."""
    return code % len(LETTERS), code >= len(LETTERS)
