"""Shots at besiegers who stand on the wall: from the towers, and along the wall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import (
    EMPTY,
    besieger,
    defender,
    neighbours,
)
from mangonel.systems.cryhavoc.ladder.game import LadderGame, TargetRoll

__all__ = ["in_sight"]


def in_sight(
    game: LadderGame, s: State, shots: TargetRoll, stands: int | None, free: Mask
) -> tuple[dict[int, Mask], NDArray[np.int16]]:
    """Return whom on the wall a shooter takes, as rows by hex, and the situation of that shot, 0 where there is none.

    Parameters
    ----------
    game, s
        The game and its rows.
    shots
        His roll.
    stands
        His own hex of the wall; None in a tower.
    free
        Where he may choose among men on the wall. Shape (rows,).
    """
    situation = np.zeros(s.size, dtype=np.int16)
    targets: dict[int, Mask] = {}
    for number in range(game.setup.width):
        number_of_shot = shots.climber if stands is None else shots.along(abs(number - stands))
        if stands is not None and abs(number - stands) < 2:
            continue
        mine = free & besieger(s.hex[number]) & bool(shots.reach[number_of_shot])
        # Nobody shoots at a man who has one of the shooter's side beside him at the same height (EN, DE 1.44).
        for other in neighbours(number, game.setup.width):
            mine &= ~defender(s.hex[other])
        if stands is not None:
            for between in range(min(number, stands) + 1, max(number, stands)):
                mine &= s.hex[between] == EMPTY
        free = free & ~mine
        targets[number] = mine
        situation += mine * np.int16(number_of_shot)
    return targets, situation
