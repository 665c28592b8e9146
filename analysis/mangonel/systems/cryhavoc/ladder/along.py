"""Shots at besiegers who stand on the wall: from the towers, and along the wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mangonel.systems.cryhavoc.ladder.board import (
    BESIEGER_FIT,
    BESIEGER_STUNNED,
    EMPTY,
    besieger,
    defender,
    hurt,
    neighbours,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.sequence import Dice
    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.ladder.game import LadderGame, TargetRoll

    Mask = NDArray[np.bool_]

__all__ = ["hit_on_wall", "in_sight"]

_A, _B, _C = 1, 2, 3


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


def hit_on_wall(game: LadderGame, s: State, dice: Dice, number: int, where: Mask, codes: NDArray[np.int8]) -> None:
    """Apply a shot to the besieger on a hex: driven back he has to find two free hexes along the wall."""
    place = s.hex[number]
    back = where & (codes == _A)
    dead = back & (place == BESIEGER_STUNNED)
    place *= ~dead
    going = back & ~dead
    for step in (-1, 1):
        onto, beyond = number + 2 * step, number + 3 * step
        if not 0 <= onto < game.setup.width:
            continue
        free = going & (s.hex[number + step] == EMPTY) & (s.hex[onto] == EMPTY)
        if 0 <= beyond < game.setup.width:
            free &= ~defender(s.hex[beyond])
        s.hex[onto] += place * free
        place *= ~free
        going = going & ~free
        dice.note(f"he falls back along the wall to hex {onto + 1}", free)
    dice.note("he finds no room behind him and is wounded", going)
    dead |= hurt(place, BESIEGER_FIT, wounded=going | (where & (codes == _B)), killed=where & (codes == _C))
    game.mourn(s, number, dead)
