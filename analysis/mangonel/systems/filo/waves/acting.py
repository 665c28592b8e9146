"""The activations of waves and lines, each for every one whom it can meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.phases.attack import STANDS, Activation
from mangonel.systems.filo.phases.lane import Judge, Lane
from mangonel.systems.filo.waves.stacks import BattleLine, Wave

__all__ = ["LineActivation", "Meeting", "WaveActivation"]


class Meeting(Lane):
    """A wave and a line; the gap between them is the wave's.

    Parameters
    ----------
    rules
        The rule set.
    wave, line
        The two.
    judge
        Looks at the endings.
    """

    def __init__(self, rules: RuleSet, wave: Wave, line: BattleLine, judge: Judge) -> None:
        super().__init__(rules, (wave, line), 0, judge)
        self.wave, self.line = wave, line

    def gap(self, s: State) -> NDArray[Any]:
        """Return the empty hexes between them. Shape (rows,)."""
        return self.wave.gap(s)

    def widen(self, s: State, hexes: NDArray[Any]) -> None:
        """Do nothing: who goes back or forward changes the gaps."""


class WaveActivation(Activation):
    """What a wave does against a line."""

    def _moving(self, when: Callable[[State], Mask]) -> Callable[[State, Dice], None]:
        """Let it move, which may take it into the hex of the last line (activation of a wave)."""
        move = super()._moving(when)

        def moves(s: State, dice: Dice) -> None:
            move(s, dice)
            self._lane.judge(s, dice)

        return moves


class LineActivation(Activation):
    """What a line does against a wave.

    Parameters
    ----------
    meeting
        The two.
    """

    def __init__(self, meeting: Meeting) -> None:
        super().__init__(meeting, meeting.line)
        self._line = meeting.line

    def _closes_in(self, s: State, dice: Dice, acts: Mask, way: NDArray[np.int8]) -> NDArray[np.int8]:
        """Let it fight who is in contact, or stand (activation of a line, 2 and 3)."""
        waits = acts & ((self._lane.gap(s) > 0) | self._line.asleep(s))
        way = super()._closes_in(s, dice, acts & ~waits, way)
        return np.where(waits, STANDS, way).astype(np.int8)
