"""The sortie against a ram: defenders fall on the crew, and the men behind it fall on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.systems.cryhavoc.parts.engines import CREW
from mangonel.systems.cryhavoc.ram.game import RamGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.state import State

    Mask = NDArray[np.bool_]

__all__ = ["crew_fights", "sortie_attacks"]

_A, _C, _D, _E, _F = 1, 3, 4, 5, 6


def crew_fights(game: RamGame) -> list[Phase]:
    """Return the besiegers' attack on the sortie: by the men behind, or by an engaged crew that has none."""
    fight, setup = game.crew_fight, game.setup
    if fight is None:
        return []
    # The men of the sortie are out once they have had a player turn.
    out_from = setup.sortie_turn + (setup.first == "besiegers")

    def attack(s: State, dice: Dice) -> None:
        if s.turn < out_from:
            return
        target = (s.sortie_fit + s.sortie_stunned + s.sortie_wounded > 0) & (s.smoke == 0)
        behind = np.maximum(s.fit + s.wounded - CREW, 0)
        by_crew = target & (behind == 0) & (s.engaged == 1) & (s.fit + s.wounded > 0)
        joining = (target & (behind > 0)) | by_crew
        if not joining.any():
            return
        # The fit are inside, so the wounded stand behind first.
        wounded_behind = np.minimum(s.wounded, behind)
        fit = np.where(by_crew, np.minimum(s.fit, CREW), behind - wounded_behind)
        wounded = np.where(by_crew, np.minimum(s.wounded, CREW - np.minimum(s.fit, CREW)), wounded_behind)
        fit, wounded = _with_room(fit, wounded, setup.room)
        on_stunned = joining & (s.sortie_stunned > 0)
        on_fit = joining & ~on_stunned & (s.sortie_fit > 0)
        on_wounded = joining & ~on_stunned & ~on_fit
        situation = _number(fit, wounded, setup.room) * 6 + 3 * by_crew + on_wounded + 2 * on_stunned
        rolling = joining & fight.allowed.take(situation * joining)
        codes = dice.roll(fight.roll, rolling, situation * joining, who="besiegers against the sortie")
        s.fought |= by_crew & rolling
        struck = rolling & (codes == _A)
        _wound(s.fit, s.wounded, struck & (fit > 0), struck & (fit == 0))
        _strike(s.sortie_fit, s.sortie_stunned, s.sortie_wounded, (on_fit, on_stunned, on_wounded), codes)

    return [Phase("besiegers against the sortie", attack)]


def sortie_attacks(game: RamGame) -> list[Phase]:
    """Return the joint attack of the sortie on one man of the crew, which keeps the ram from working."""
    fight, setup = game.sortie_fight, game.setup
    if fight is None:
        return []

    def attack(s: State, dice: Dice) -> None:
        if s.turn < setup.sortie_turn:
            return
        joining = (s.sortie_fit + s.sortie_wounded > 0) & (s.fit + s.stunned + s.wounded > 0)
        if not joining.any():
            return
        on_fit = joining & (s.fit > 0)
        on_wounded = joining & ~on_fit & (s.wounded > 0)
        on_stunned = joining & ~on_fit & ~on_wounded
        fit, wounded = _with_room(s.sortie_fit, s.sortie_wounded, setup.room)
        situation = (_number(fit, wounded, setup.room) * 3 + on_wounded + 2 * on_stunned) * joining
        rolling = joining & fight.allowed.take(situation)
        codes = dice.roll(fight.roll, rolling, situation, who="sortie against the crew")
        s.engaged |= rolling
        struck = rolling & (codes == _A)
        has_fit = s.sortie_fit > 0
        _wound(s.sortie_fit, s.sortie_wounded, struck & has_fit, struck & ~has_fit)
        _strike(s.fit, s.stunned, s.wounded, (on_fit, on_stunned, on_wounded), codes)

    return [Phase("sortie against the crew", attack)]


def _with_room(fit: NDArray[Any], wounded: NDArray[Any], room: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how many fit and wounded men find room around one man, the fit first."""
    near = np.minimum(fit, room)
    return near, np.minimum(wounded, room - near)


def _number(fit: NDArray[Any], wounded: NDArray[Any], men: int) -> NDArray[np.int32]:
    numbers: NDArray[np.int32] = fit.astype(np.int32) * (men + 1) + wounded
    return numbers


def _wound(fit: NDArray[Any], wounded: NDArray[Any], on_fit: Mask, on_wounded: Mask) -> None:
    """Wound a fit man, or kill a wounded one."""
    fit -= on_fit
    wounded += on_fit
    wounded -= on_wounded


def _strike(
    fit: NDArray[Any],
    stunned: NDArray[Any],
    wounded: NDArray[Any],
    target: tuple[Mask, Mask, Mask],
    codes: NDArray[np.int8],
) -> None:
    """Apply the result to one man of a pool: fit, stunned or wounded. A stunned man who must retreat dies."""
    on_fit, on_stunned, on_wounded = target
    hurt = codes >= _D
    fit -= on_fit & hurt
    stunned += on_fit & (codes == _D)
    wounded += on_fit & (codes == _E)
    stunned -= on_stunned & (codes >= _C)
    wounded -= on_wounded & hurt
