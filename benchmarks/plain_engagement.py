"""The scenario `engagement-pikes` as somebody would write it by hand in numpy, for this one game.

Nothing in it comes from the program. It throws no initiative, since who stands does nothing in his own activation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["broken_pikes"]

ROUTED = 2
KNIGHTS, PIKES = (np.array([4, 3]), np.array([6, 5])), (np.array([6, 4]), np.array([5, 4]))
"""Strength and quality of both sides, fresh and fatigued."""
TURNS, GAP, FARTHEST_CHARGE = 6, 2, 4


def _ratio(mine: NDArray[np.int64], theirs: NDArray[np.int64]) -> NDArray[np.int64]:
    steps = [mine >= 2 * theirs, mine >= theirs, 2 * mine >= theirs, 3 * mine >= theirs]
    return np.select(steps, [2, 1, 0, -1], -2)


def broken_pikes(trials: int, rng: np.random.Generator) -> float:
    """Return how often the pikes are routed, and the knights not, by the end of the last turn."""
    order = np.zeros((2, trials), dtype=np.int64)
    tired = np.zeros((2, trials), dtype=bool)
    gap = np.full(trials, GAP)

    def disorder(side: int, demoralised: NDArray[np.bool_], routed: NDArray[np.bool_]) -> None:
        twice = demoralised & (order[side] == 1)
        order[side, demoralised & (order[side] == 0)] = 1
        order[side, routed | (twice & tired[side])] = ROUTED
        tired[side] |= twice

    def back(side: int, where: NDArray[np.bool_]) -> None:
        gap[where] += np.where(order[side, where] == ROUTED, 2, 1)

    for _ in range(TURNS):
        open_ = ~(order == ROUTED).any(axis=0)
        if not open_.any():
            break
        # Demoralised knights go out of contact; others charge.
        back(0, open_ & (order[0] == 1) & (gap == 0))
        fights = open_ & (order[0] == 0)
        charges = fights & (gap > 0) & (gap <= FARTHEST_CHARGE)
        closes = fights & (gap > FARTHEST_CHARGE)
        gap[charges] = 0
        gap[closes] = np.maximum(gap[closes] - np.where(tired[0, closes], 5, 6), 0)
        fights &= gap == 0
        force, worth = (
            [numbers[side.astype(int)] for numbers, side in zip(pair, tired, strict=True)]
            for pair in zip(KNIGHTS, PIKES, strict=True)
        )
        total = _ratio(*force) + np.sign(worth[0] - worth[1]) + 2 + 2 * charges + 2 * (order[1] == 1)
        die = np.clip(total, -7, 7) + rng.integers(0, 10, trials)
        losing, winning = fights & (die <= 3), fights & (die >= 5)
        tired[0] |= losing & (die >= -3) & (die <= 0)
        disorder(0, losing & (die <= -4), np.zeros(trials, dtype=bool))
        back(0, losing)
        tired[1] |= winning & (die >= 7) & (die <= 9)
        disorder(1, winning & (die >= 10) & (die <= 13), winning & (die >= 14))
        back(1, winning)
        gap[winning] -= 1
        for side, quality in enumerate((KNIGHTS[1], PIKES[1])):
            tests = open_ & (order[side] == 1) & (gap > 0)
            thrown = rng.integers(0, 10, trials)
            tests &= (thrown == 0) | (thrown + tired[side] <= quality[tired[side].astype(int)])
            order[side, tests] = 0
    return float(np.mean((order[1] == ROUTED) & (order[0] != ROUTED)))
