"""Phase E: rest, rally and flight (6.E, 11.2, 12.3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.filo.phases.lane import Lane
from mangonel.systems.filo.rolls.tests import RallyRoll
from mangonel.systems.filo.situations.quality import flight_points
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, Fates, is_fatigued, is_routed
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.tables.cells import NO_EFFECT

__all__ = ["Evening", "rest_marks"]

_RALLY, _REST = 1, 2


def rest_marks(lane: Lane) -> list[Phase]:
    """Return the marks of those who rest (one game turn, 1)."""

    def mark(s: State, dice: Dice) -> None:
        for stack in lane.stacks:
            state = stack.state(s)
            stack.begin_rest(s, dice, is_fatigued(state) & ~is_routed(state) & (s.gap > 0))

    return [Phase("rest", mark)] if any(stack.policies.rest for stack in lane.stacks) else []


class Evening:
    """Phase E of two stacks (one game turn, 5)."""

    def __init__(self, lane: Lane) -> None:
        self._lane, rules = lane, lane.rules
        self._fates = {stack: Fates(rules, (NO_EFFECT, "rally", "rest"), stack.keys.room) for stack in lane.stacks}
        self._rallies = {stack: RallyRoll(rules, stack) for stack in lane.stacks}
        self._flights = {stack: _flight(lane, stack) for stack in lane.stacks}

    @property
    def phases(self) -> list[Phase]:
        """Rest, then the rally and the flight of each side."""
        stacks = self._lane.stacks
        rest = [Phase("phase E: rest", self._rest)] if any(stack.policies.rest for stack in stacks) else []
        return [
            *rest,
            *(self._rally(stack) for stack in stacks),
            *(self._flight(stack) for stack in stacks),
        ]

    def _rest(self, s: State, dice: Dice) -> None:
        for stack in self._lane.stacks:
            rested = stack.rests(s) & (s.gap > 0)
            stack.change(s, dice, rested, self._fates[stack].states[_REST, stack.state(s)])
            if stack.policies.rest:
                setattr(s, f"{stack.name}_rests", 0)

    def _rally(self, stack: Stack) -> Phase:
        roll, after = self._rallies[stack], self._fates[stack].states[_RALLY]

        def concerned(s: State) -> Mask:
            return (stack.state(s) >= DEMORALISED) & (stack.state(s) < GONE) & (s.gap > 0)

        def rally(s: State, dice: Dice) -> None:
            tries = concerned(s)
            place = roll.number(stack.state(s), stack.leader(s))
            rallied = dice.roll(roll.roll, tries, np.maximum(place, 0), who=stack.who) > 0
            stack.count(s, "rallies", rallied)
            stack.change(s, dice, rallied, after[stack.state(s)])

        return Phase(f"phase E: rally of {stack.who}", rally)

    def _flight(self, stack: Stack) -> Phase:
        ahead = self._flights[stack]

        def flee(s: State, dice: Dice) -> None:
            runs = is_routed(stack.state(s))
            dice.note(f"{stack.who} flees", runs)
            if stack.keys.room == "open":
                hexes = np.where(runs, ahead[stack.state(s)], 0)
                stack.go_back(s, dice, hexes)
                self._lane.widen(s, hexes)
            else:
                stack.change(s, dice, runs, np.full(s.size, GONE, dtype=np.int8))
            self._lane.judge(s, dice)

        return Phase(f"phase E: flight of {stack.who}", flee, lambda s: is_routed(stack.state(s)))


def _flight(lane: Lane, stack: Stack) -> NDArray[np.int8]:
    points = [int(one) for one in stack.movement[:GONE]]
    flees = [flight_points(lane.rules, one, cavalry=stack.mounted) for one in points]
    return np.array([*flees, 0], dtype=np.int8)
