"""Oil from the wall in the ladder assault: on the climber, or on men at the foot (IT 2.11.1; DE 5.32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mangonel.systems.cryhavoc.ladder.board import (
    FIT,
    able_defender,
    besieger,
    hurt,
    neighbours,
    retreat_climber,
)
from mangonel.systems.cryhavoc.parts import pools
from mangonel.systems.cryhavoc.parts.rolls import MELEE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.sequence import Dice
    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.ladder.game import LadderGame

    Mask = NDArray[np.bool_]

__all__ = ["aimed_on_ground", "has_oil", "pour_below", "pour_on_climber", "pours_below"]

_C, _D, _E, _F = (MELEE.index(letter) for letter in "CDEF")


def aimed_on_ground(game: LadderGame, s: State, ladder: int, where: Mask) -> tuple[Mask, Mask, Mask]:
    """Return which man of a party on the ground is the target: where a fit, a stunned, a wounded one. Shape (rows,)."""
    men = {pools.FIT: s.fit[ladder], pools.STUNNED: s.stunned[ladder], pools.WOUNDED: s.wounded[ladder]}
    on = pools.aimed_at(men, pools.AIMED[game.setup.policies.aim], where)
    return on[pools.FIT], on[pools.STUNNED], on[pools.WOUNDED]


def has_oil(game: LadderGame, s: State, ladder: int) -> Mask:
    """Return where the man on the hex of a ladder may pour oil: instead of shooting (DE 5.32). Shape (rows,)."""
    if not game.setup.policies.oil_first:
        return np.zeros(s.size, dtype=np.bool_)
    has: Mask = (s.oil > 0) & (s.shot[ladder] == 0)
    return has


def pours_below(game: LadderGame, s: State, ladder: int, facing: Mask) -> Mask:
    """Return where he pours it on the men at the foot; `facing` is where he has a climber before him."""
    oil_at = game.setup.policies.oil_at
    if oil_at == "climber":
        return facing & False
    pours: Mask = able_defender(s.hex[ladder]) & has_oil(game, s, ladder) & (s.distance[ladder] == 0)
    pours &= s.fit[ladder] + s.stunned[ladder] + s.wounded[ladder] > 0
    if oil_at == "climber-first":
        pours &= ~facing
    for other in neighbours(ladder, game.setup.width):
        pours &= ~besieger(s.hex[other])
    return pours


def pour_below(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
    """Pour oil on a man at the foot; driven back he is there again in his next move."""
    if not where.any():
        return
    codes = _pour(game, s, dice, where, who)
    on_fit, on_stunned, on_wounded = aimed_on_ground(game, s, ladder, where)
    again = (codes == _D) | (codes == _E)
    dead = (codes == _F) | (again & ~on_fit) | (on_stunned & (codes == _C))
    dice.note(f"a man at the foot of ladder {ladder + 1} is wounded", on_fit & (codes == _E))
    dice.note(f"a man at the foot of ladder {ladder + 1} is stunned", on_fit & (codes == _D))
    dice.note(f"a man at the foot of ladder {ladder + 1} is killed", dead)
    s.fit[ladder] -= on_fit & (again | dead)
    s.stunned[ladder] -= on_stunned & dead
    s.wounded[ladder] -= on_wounded & dead
    s.stunned[ladder] += on_fit & (codes == _D)
    s.wounded[ladder] += on_fit & (codes == _E)
    game.mourn(s, ladder, dead, on_ground=True)


def pour_on_climber(game: LadderGame, s: State, dice: Dice, ladder: int, where: Mask, who: str) -> None:
    """Pour oil on the man on the ladder."""
    if not where.any():
        return
    codes = _pour(game, s, dice, where, who)
    dead = retreat_climber(s, dice, ladder, codes == _C, to_foot=game.is_on("retreat-from-ladder", "foot"))
    who_is_hit, climber = f"the man on ladder {ladder + 1}", s.climber[ladder]
    dice.note(f"{who_is_hit} is wounded", lambda: (codes == _E) & (climber == FIT))
    dice.note(f"{who_is_hit} is stunned", lambda: (codes == _D) & (climber == FIT))
    dice.note(f"{who_is_hit} is hurt again and dies", lambda: ((codes == _D) | (codes == _E)) & (climber != FIT))
    dice.note(f"{who_is_hit} is killed", codes == _F)
    dead |= hurt(s.climber[ladder], FIT, wounded=codes == _E, stunned=codes == _D, killed=codes == _F)
    game.mourn(s, ladder, dead)


def _pour(game: LadderGame, s: State, dice: Dice, where: Mask, who: str) -> NDArray[np.int8]:
    s.oil -= where
    s.oil_poured += where
    return dice.roll(game.oil, where, who=who)
