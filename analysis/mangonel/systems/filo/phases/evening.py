"""Phase E: rest, rally and flight (6.E, 11.2, 12.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.phases.lane import Judge
from mangonel.systems.filo.rolls.tests import RallyRoll
from mangonel.systems.filo.situations.quality import flight_points
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, Fates, is_fatigued, is_routed
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.tables.cells import NO_EFFECT

__all__ = ["Evening", "Help", "rest_marks"]

_RALLY, _REST = 1, 2


def rest_marks(stacks: Sequence[Stack], free: Callable[[State, Stack], Mask]) -> list[Phase]:
    """Return the marks of those who rest (engagement, one game turn, 1).

    Parameters
    ----------
    stacks
        All stacks.
    free
        The rows in which no enemy is adjacent to one.
    """

    def mark(s: State, dice: Dice) -> None:
        for stack in stacks:
            state = stack.state(s)
            stack.begin_rest(s, dice, is_fatigued(state) & ~is_routed(state) & free(s, stack))

    return [Phase("rest", mark)] if any(stack.policies.rest for stack in stacks) else []


class Help(Protocol):
    """Whoever helps to rally."""

    def roll(self, rules: RuleSet, stack: Stack) -> RallyRoll:
        """Return the rally of a stack, with all that can be beside it."""
        ...

    def number(self, s: State, stack: Stack, rolls: RallyRoll) -> NDArray[np.int16]:
        """Return the situation of its rally in each row. Shape (rows,)."""
        ...


class _Alone:
    """Nobody but the leader who is with a stack."""

    def roll(self, rules: RuleSet, stack: Stack) -> RallyRoll:
        """Return the rally of a stack."""
        return RallyRoll(rules, stack)

    def number(self, s: State, stack: Stack, rolls: RallyRoll) -> NDArray[np.int16]:
        """Return the situation of its rally in each row. Shape (rows,)."""
        return rolls.number(stack.state(s), stack.leader(s))


class Evening:
    """Phase E of some stacks.

    Parameters
    ----------
    rules
        The rule set.
    stacks
        In the order in which they throw.
    free
        The rows in which no enemy is adjacent to a stack.
    back
        Called with the hexes that a stack has fled.
    judge
        Looks at the endings.
    helper
        Who helps to rally; none but its leader if that is None.
    tested
        The rows in which a stack tests if no enemy is adjacent; all if that is None.
    runners
        Those who flee when routed; all if that is None.
    """

    def __init__(
        self,
        rules: RuleSet,
        stacks: Sequence[Stack],
        free: Callable[[State, Stack], Mask],
        back: Callable[[State, Stack, NDArray[Any]], None],
        judge: Judge,
        *,
        helper: Help | None = None,
        tested: Callable[[State, Stack], Mask] | None = None,
        runners: Sequence[Stack] | None = None,
    ) -> None:
        self._runners = stacks if runners is None else runners
        self._help, self._tested = helper or _Alone(), tested
        self._stacks, self._free, self._back, self._judge = stacks, free, back, judge
        self._fates = {stack: Fates(rules, (NO_EFFECT, "rally", "rest"), stack.keys.room) for stack in stacks}
        self._rallies = {stack: self._help.roll(rules, stack) for stack in stacks}
        self._flights = {stack: _flight(rules, stack) for stack in self._runners}

    @property
    def phases(self) -> list[Phase]:
        """Rest, then rallies, then flights (engagement, one game turn, 5)."""
        resting = any(stack.policies.rest for stack in self._stacks)
        return [
            *([Phase("phase E: rest", self._rest)] if resting else []),
            *(self._rally(stack) for stack in self._stacks),
            *(self._flee(stack) for stack in self._runners),
        ]

    def _rest(self, s: State, dice: Dice) -> None:
        """Let who has kept the mark of rest be fresh (engagement, one game turn, 5, rest)."""
        for stack in self._stacks:
            rested = stack.rests(s) & self._free(s, stack)
            stack.change(s, dice, rested, self._fates[stack].states[_REST, stack.state(s)])
            if stack.policies.rest:
                setattr(s, f"{stack.name}_rests", 0)

    def _rally(self, stack: Stack) -> Phase:
        """Return the throw of a stack that is demoralised or routed (engagement, one game turn, 5, rally)."""
        rolls, after = self._rallies[stack], self._fates[stack].states[_RALLY]

        def concerned(s: State) -> Mask:
            here = (stack.state(s) >= DEMORALISED) & (stack.state(s) < GONE) & self._free(s, stack)
            return here if self._tested is None else here & self._tested(s, stack)

        def rally(s: State, dice: Dice) -> None:
            place = self._help.number(s, stack, rolls)
            rallied = dice.roll(rolls.roll, concerned(s), np.maximum(place, 0), who=stack.who) > 0
            stack.count(s, "rallies", rallied)
            stack.change(s, dice, rallied, after[stack.state(s)])

        return Phase(f"phase E: rally of {stack.who}", rally, concerned)

    def _flee(self, stack: Stack) -> Phase:
        """Return the flight of a routed stack that has not rallied (engagement, one game turn, 5, flight)."""
        ahead = self._flights[stack]

        def runs(s: State) -> Mask:
            return is_routed(stack.state(s))

        def flee(s: State, dice: Dice) -> None:
            here = runs(s)
            dice.note(f"{stack.who} flees", here)
            if stack.keys.room == "open":
                hexes = np.where(here, ahead[stack.state(s)], 0)
                stack.go_back(s, dice, hexes)
                self._back(s, stack, hexes)
            else:
                stack.change(s, dice, here, np.full(s.size, GONE, dtype=np.int8))
            self._judge(s, dice)

        return Phase(f"phase E: flight of {stack.who}", flee, runs)


def _flight(rules: RuleSet, stack: Stack) -> NDArray[np.int8]:
    flees = [flight_points(rules, int(points), cavalry=stack.mounted) for points in stack.movement[:GONE]]
    return np.array([*flees, 0], dtype=np.int8)
