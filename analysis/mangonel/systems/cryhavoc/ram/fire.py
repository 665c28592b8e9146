"""Fire at a ram: who shoots and who puts it out, and what becomes of men who ram on in the fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.systems.cryhavoc.parts.engine_fire import (
    aged,
    arrow_possible,
    burn_down,
    fight_fire_phases,
    shoot_arrow,
)
from mangonel.systems.cryhavoc.parts.engines import CREW
from mangonel.systems.cryhavoc.situations.missile import shoots_twice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.ram.game import RamGame

    Mask = NDArray[np.bool_]

__all__ = ["arrow_phases", "burn_on", "put_out_phases"]

_WOUNDS, _KILLS = 1, 2
"""Age of a fire, before it grows older, that wounds and that kills the man who stays in it (DE 3.54)."""


def arrow_phases(game: RamGame, part: int) -> list[Phase]:
    """Return the fire arrows of the defenders' missile phase `part`."""
    archers = game.setup.archers
    if not archers.men or not game.fire.reach.any() or (part == 2 and not shoots_twice(game.rules, archers.weapon)):
        return []
    return [_arrow(game, part, number) for number in range(archers.men)]


def _arrow(game: RamGame, part: int, number: int) -> Phase:
    def possible(s: State) -> Mask:
        return arrow_possible(game.fire, s)

    def shoot(s: State, dice: Dice) -> None:
        shoot_arrow(game.fire, s, dice, possible(s), f"archer {number + 1}")

    return Phase(f"defenders' missiles {part}, archer {number + 1}", shoot, possible)


def put_out_phases(game: RamGame) -> list[Phase]:
    """Return the tries of the crew to put fires out; who rams on in the fire does not take part."""
    spared = CREW if game.stays_in_fire else 0

    def able(s: State) -> NDArray[np.int8]:
        men: NDArray[np.int8] = s.fit + s.wounded - np.int8(spared)
        return men

    return fight_fire_phases(min(game.setup.fire_fighters, game.most_men), able, game.fire)


def burn_on(game: RamGame, s: State, dice: Dice) -> Mask:
    """Let every fire grow a turn older, and hurt who stays in it; return where the ram is lost."""
    if game.stays_in_fire:
        for flame in s.flame:
            _scorch(s, aged(flame, _WOUNDS), killed=False)
            _scorch(s, aged(flame, _KILLS), killed=True)
    return burn_down(game.fire, s, dice)


def _scorch(s: State, where: Mask, *, killed: bool) -> None:
    """Hurt the man who stays in a burning hex: wounded first, dead the turn after."""
    first, second = (s.wounded, s.fit) if killed else (s.fit, s.wounded)
    on_first = where & (first > 0)
    on_second = where & ~on_first & (second > 0)
    first -= on_first
    second -= on_second
    if not killed:
        s.wounded += on_first
