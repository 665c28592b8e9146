"""Two stacks that face each other, the empty hexes between them, and shots of the one at the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.phases.leaders import Leaders
from mangonel.systems.filo.rolls.shots import LETTERS, ShotRoll, read_shot
from mangonel.systems.filo.stacks.fates import GONE, ROUTED, Fates
from mangonel.systems.filo.stacks.stack import Stack

__all__ = ["FARTHEST", "Lane", "Shooting"]

FARTHEST = 10
"""Empty hexes between two stacks; more of them count as so many."""

Judge = Callable[[State, Dice], None]
"""Looks at the endings."""


class Lane:
    """Two stacks, and the hexes between them.

    Parameters
    ----------
    rules
        The rule set.
    stacks
        Side a, and side b.
    gap
        Empty hexes between them at the start.
    judge
        Looks at the endings after whatever has changed a state.
    name
        What tells it from other lanes.
    """

    def __init__(self, rules: RuleSet, stacks: tuple[Stack, Stack], gap: int, judge: Judge, name: str = "") -> None:
        self.rules, self.stacks, self.judge = rules, stacks, judge
        self._gap = f"gap{name}"
        self.columns = [Column(self._gap, FARTHEST, gap), *(column for stack in stacks for column in stack.columns)]
        self.leaders = Leaders(rules, stacks)

    def other(self, stack: Stack) -> Stack:
        """Return the one that a stack faces."""
        return self.stacks[1 - self.stacks.index(stack)]

    def gap(self, s: State) -> NDArray[Any]:
        """Return the empty hexes between them. Shape (rows,)."""
        gap: NDArray[Any] = getattr(s, self._gap)
        return gap

    def widen(self, s: State, hexes: NDArray[Any]) -> None:
        """Let the gap grow, or get smaller."""
        setattr(s, self._gap, np.clip(self.gap(s) + hexes, 0, FARTHEST))


class Shooting:
    """Shots of a stack at the one that it faces.

    Parameters
    ----------
    lane
        The two.
    shooter
        The stack.
    nearest, farthest
        Hexes between which it can come to a shot.
    """

    def __init__(self, lane: Lane, shooter: Stack, nearest: int, farthest: int) -> None:
        self._lane, self.shooter, self._target = lane, shooter, lane.other(shooter)
        self._rolls = ShotRoll(lane.rules, shooter, self._target, nearest, farthest)
        self._fates = Fates(lane.rules, LETTERS, self._target.keys.room)

    @property
    def possible(self) -> bool:
        """Whether it can ever shoot."""
        return self._rolls.roll is not None

    def shoot(self, s: State, dice: Dice, where: Mask, moved: Mask) -> tuple[Mask, Mask]:
        """Shoot in some rows; return where the rules allowed it, and where the target has been routed or is gone."""
        shooter, target, roll = self.shooter, self._target, self._rolls.roll
        if roll is None:
            nowhere = np.zeros(s.size, dtype=np.bool_)
            return nowhere, nowhere
        place = self._rolls.number(self._lane.gap(s) + 1, moved.astype(np.int8), shooter.state(s), target.stands(s))
        shoots = where & (place >= 0) & (target.state(s) < GONE)
        code = dice.roll(roll, shoots, np.maximum(place, 0), who=shooter.who)
        letter, tests = read_shot(code)
        shooter.count(s, "shots", shoots)
        shooter.count(s, "hits", shoots & (letter > 0))
        target.disturb(s, dice, shoots)
        self._lane.leaders.test(s, dice, shoots & tests, target)
        stood = target.state(s) < ROUTED
        self._lane.widen(s, target.suffer(s, dice, shoots & (letter > 0), self._fates, letter))
        routed: Mask = shoots & (letter > 0) & stood & (target.state(s) >= ROUTED)
        self._lane.judge(s, dice)
        return shoots, routed
