"""How far something comes along a given way with the movement points of one move, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mangonel.systems.cryhavoc.ways import MOAT, check_way, foot_costs, mounted_costs, moves

__all__ = ["MOAT", "Advance", "advance_table", "check_way", "foot_costs", "mounted_costs"]


@dataclass(frozen=True, slots=True)
class Advance:
    """One move along a way, by the distance (hexes still to enter) before it."""

    reached: NDArray[np.int8]
    """Distance after it. Shape (hexes + 1,)."""
    cost: NDArray[np.int16]
    """Movement points the hexes entered cost. Shape (hexes + 1,)."""


def advance_table(costs: Sequence[int | None], points: int) -> Advance:
    """Return how far the movement points of one move lead, as `moves` does."""
    move = moves(costs, points)
    return Advance(np.array(move.reached, dtype=np.int8), np.array(move.cost, dtype=np.int16))
