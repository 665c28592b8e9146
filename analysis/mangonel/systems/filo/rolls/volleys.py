"""Shots of several groups of a kind together, looked up by their strength, the distance and what else counts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.odds.counted import counted
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.rolls.shots import shot_roll
from mangonel.systems.filo.situations.fire import Shot, fire_situation, reach
from mangonel.systems.filo.situations.units import shooter_of
from mangonel.systems.filo.stacks.fates import DEMORALISED
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.systems.possible import possible
from mangonel.tables.situation import Situation

__all__ = ["VolleyRoll"]


class VolleyRoll:
    """The roll of groups of one kind that shoot together, as far as their weapon does (``reach``).

    Targets can stand in `grounds`, the first of which is none; `tests` says whether a throw can test leaders.
    """

    def __init__(self, rules: RuleSet, groups: list[Stack], grounds: list[tuple[str, ...]], *, tests: bool) -> None:
        unit = groups[0].unit(0)
        self.reach = reach(rules, shooter_of(rules, unit))
        most = sum(max(group.strengths) for group in groups)
        self._number = np.full((most + 1, self.reach + 1, 2, 2, len(grounds)), -1, dtype=np.int16)
        situations: list[Situation] = []
        against: list[str] = []
        ranges = range(most + 1), range(1, self.reach + 1), (0, 1), (0, 1), range(len(grounds))
        seen: dict[tuple[int, ...], int] = {}
        for strength, hexes, moved, shaken, ground in product(*ranges):
            if not strength:
                continue
            words = frozenset(("moved",) if moved else ())
            order = groups[0].unit(DEMORALISED if shaken else 0).order
            shooter = replace(unit, strength=strength, most=strength, order=order, words=words)
            situation = possible(partial(fire_situation, rules, Shot((shooter,), hexes, grounds[ground])))
            if situation is None:
                continue
            place = (
                hexes,
                *(modifier.value for modifier in situation.modifiers),
                hash(tuple(modifier.reason for modifier in situation.modifiers)),
            )
            if place not in seen:
                seen[place] = len(situations)
                situations.append(situation)
                against.append(f"at {counted(hexes, 'hex')}")
            self._number[strength, hexes, moved, shaken, ground] = seen[place]
        self.roll: Roll | None = shot_roll(rules, situations, against, tests=tests) if situations else None

    def allowed(self, hexes: NDArray[np.integer], ground: int) -> NDArray[np.bool_]:
        """Tell whether the rules allow a shot so far at a target in some terrain. Shape (rows,)."""
        near = np.clip(hexes, 0, self.reach)
        ways = np.logical_or.reduce(self._number[..., ground] >= 0, axis=(0, 2, 3))
        return (hexes <= self.reach) & ways[near]

    def number(
        self,
        strength: NDArray[np.integer],
        hexes: NDArray[np.integer],
        moved: NDArray[np.bool_],
        shaken: NDArray[np.bool_],
        ground: NDArray[np.integer],
    ) -> NDArray[np.int16]:
        """Return the number of each row's situation; -1 where there is no shot. Shape (rows,)."""
        near = np.clip(hexes, 0, self.reach)
        number = self._number[strength, near, moved.astype(np.int8), shaken.astype(np.int8), ground]
        return np.where(hexes <= self.reach, number, -1)
