"""The sortie against a ram: defenders fall on the crew, and the men behind it fall on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.systems.cryhavoc.parts.engines import CREW
from mangonel.systems.cryhavoc.parts.fates import strike
from mangonel.systems.cryhavoc.parts.pools import FIT, STUNNED, WOUNDED, Pool, wound
from mangonel.systems.cryhavoc.parts.retreats import WayBack
from mangonel.systems.cryhavoc.ram.game import RamGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.parts.groups import GroupRoll

    Mask = NDArray[np.bool_]

__all__ = ["crew_fights", "sortie_attacks"]


def crew_fights(game: RamGame) -> list[Phase]:
    """Return the besiegers' attack on the sortie: by the men behind, or by an engaged crew that has none."""
    fight, setup = game.crew_fight, game.setup
    if fight is None:
        return []
    crew, party = Pool("", game.most_men), Pool("sortie_", setup.sortie_men)
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
        on = {FIT: on_fit, STUNNED: on_stunned, WOUNDED: on_wounded}
        line = fight.line({FIT: fit, WOUNDED: wounded}, place=by_crew)
        rolling, codes = _roll(dice, fight, fight.aimed(line, on), "besiegers against the sortie")
        s.fought |= by_crew & rolling
        _wound_one(s, crew, fight.effects.attacker_wounded.take(codes), fit)
        strike(s, dice, party, on, codes, fight.effects, WayBack())

    return [Phase("besiegers against the sortie", attack)]


def sortie_attacks(game: RamGame) -> list[Phase]:
    """Return the joint attack of the sortie on one man of the crew, which keeps the ram from working."""
    fight, setup = game.sortie_fight, game.setup
    if fight is None:
        return []
    crew, party = Pool("", game.most_men), Pool("sortie_", setup.sortie_men)

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
        on = {FIT: on_fit, STUNNED: on_stunned, WOUNDED: on_wounded}
        line = fight.line({FIT: fit, WOUNDED: wounded})
        rolling, codes = _roll(dice, fight, fight.aimed(line, on), "sortie against the crew")
        s.engaged |= rolling
        _wound_one(s, party, fight.effects.attacker_wounded.take(codes), fit)
        strike(s, dice, crew, on, codes, fight.effects, WayBack())

    return [Phase("sortie against the crew", attack)]


def _with_room(fit: NDArray[Any], wounded: NDArray[Any], room: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how many fit and wounded men find room around one man, the fit first."""
    near = np.minimum(fit, room)
    return near, np.minimum(wounded, room - near)


def _roll(dice: Dice, fight: GroupRoll, situation: NDArray[np.int16], who: str) -> tuple[Mask, NDArray[np.int8]]:
    """Return where an attack is made, and what comes of it."""
    rolling = situation >= 0
    return rolling, dice.roll(fight.roll, rolling, situation * rolling, who=who)


def _wound_one(s: State, pool: Pool, where: Mask, fit: NDArray[Any]) -> None:
    """Wound a man of a group: a fit one, if there is one in it."""
    wound(s, pool, FIT, where & (fit > 0))
    wound(s, pool, WOUNDED, where & (fit == 0))
