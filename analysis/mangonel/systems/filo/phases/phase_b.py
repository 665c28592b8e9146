"""Phase B: artillery and archers shoot without moving (6.B)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import State
from mangonel.systems.filo.keys.stacks import ARTILLERY
from mangonel.systems.filo.phases.lane import FARTHEST, Lane, Shooting

__all__ = ["ARCHERS", "phase_b"]

ARCHERS = "Ar"


def phase_b(lanes: Sequence[Lane]) -> list[Phase]:
    """Return the shots of artillery and archers in their four steps, lane after lane (engagement, one game turn, 2).

    Parameters
    ----------
    lanes
        From the left; the first of their stacks is of the army that the battle calls the attacker.
    """
    steps = (("artillery", ARTILLERY, 0), ("artillery", ARTILLERY, 1), ("archers", ARCHERS, 1), ("archers", ARCHERS, 0))
    return [
        Phase(
            f"phase B: {title} of {lane.stacks[side].who}",
            _step(lane, Shooting(lane, lane.stacks[side], 2, FARTHEST + 1)),
        )
        for title, kind, side in steps
        for lane in lanes
        if _shoots(lane, side, kind)
    ]


def _shoots(lane: Lane, side: int, kind: str) -> bool:
    stack = lane.stacks[side]
    return stack.keys.kind.type == kind and stack.shoots and stack.policies.act != "hold"


def _step(lane: Lane, shooting: Shooting) -> Callable[[State, Dice], None]:
    """Return the shot of one stack, which has not moved (engagement, one game turn, 2)."""
    stack = shooting.shooter
    rests_and_shoots = lane.rules.choice("rest-and-fire") == "yes"

    def shoot(s: State, dice: Dice) -> None:
        able = (lane.gap(s) > 0) & (rests_and_shoots | ~stack.rests(s))
        shooting.shoot(s, dice, able, np.zeros(s.size, dtype=np.bool_))

    return shoot
