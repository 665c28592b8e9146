"""Fire at a ram: who shoots and who puts it out, and what becomes of men who ram on in the fire."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.fates import strike
from mangonel.systems.cryhavoc.men.pools import FIT, WOUNDED, WOUNDS_FIRST, aimed_at
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.phases.engine_fire import (
    aged,
    arrow_possible,
    burn_down,
    fight_fire_phases,
    shoot_arrow,
    tell_distance,
)
from mangonel.systems.cryhavoc.phases.engines import CREW
from mangonel.systems.cryhavoc.phases.shots import PoolShots
from mangonel.systems.cryhavoc.ram.game import RamGame
from mangonel.systems.cryhavoc.situations.missile import shoots_in

__all__ = ["arrow_phases", "burn_on", "put_out_phases"]

_WOUNDS, _KILLS = 1, 2
"""Age of a fire, before it grows older, that wounds and that kills the man who stays in it (DE 3.54)."""


def arrow_phases(game: RamGame, part: int) -> list[Phase]:
    """Return the fire arrows of the defenders' missile phase `part` (defenders, 1 and 2)."""
    archers = game.setup.archers
    nobody = not archers.men or (game.men_shots is None and not game.fire.reach.any())
    if nobody or not shoots_in(game.rules, archers.weapon, part):
        return []
    return [_arrow(game, part, number) for number in range(archers.men)]


def _arrow(game: RamGame, part: int, number: int) -> Phase:
    """Return the shot of one archer, at the men behind the ram or at the ram (defenders, 1 and 2)."""
    shots, who = game.men_shots, f"archer {number + 1}"

    def possible(s: State) -> Mask:
        arrow = arrow_possible(game.fire, s)
        return arrow if shots is None else arrow | (s.fit + s.wounded > CREW)

    def shoot(s: State, dice: Dice) -> None:
        tell_distance(game.fire, s, dice, lambda: possible(s), game.setup.archers, number)
        at_men = np.zeros(s.size, dtype=np.bool_) if shots is None else _shoot_at_men(game, shots, s, dice, who)
        shoot_arrow(game.fire, s, dice, arrow_possible(game.fire, s) & ~at_men, who)

    return Phase(f"defenders' missiles {part}, {who}", shoot, possible)


def _shoot_at_men(game: RamGame, shots: PoolShots, s: State, dice: Dice, who: str) -> Mask:
    """Shoot at a man behind the ram, a fit one first; return where he can (defenders, 1, Shots at the men behind)."""
    # Nobody shoots at men beside his own (EN, DE 1.44); the sortie comes out after the missile phases of its turn.
    clear = ~game.sortie_out(s, game.setup.sortie_turn + 1)
    on = aimed_at(game.behind(s), (FIT, WOUNDED), clear)
    situation = shots.situation(s.distance, on)
    rolling: Mask = situation >= 0
    if rolling.any():
        codes = dice.roll(shots.roll, rolling, situation * rolling, who=who)
        strike(s, dice, game.crew, on, shots.effects.target.blow(codes), WayBack())
    return rolling


def put_out_phases(game: RamGame) -> list[Phase]:
    """Return the tries of the crew to put fires out; who rams on takes no part (besiegers, 2, Fire-fighting)."""
    spared = CREW if game.stays_in_fire else 0

    def able(s: State) -> NDArray[np.int8]:
        return s.fit + s.wounded - np.int8(spared)

    return fight_fire_phases(min(game.setup.fire_fighters, game.most_men), able, game.fire)


def burn_on(game: RamGame, s: State, dice: Dice) -> Mask:
    """Let fires grow older, and hurt who stays in one; return where the ram is lost (end of the game turn, 2)."""
    if game.stays_in_fire:
        spared = game.setup.wound == "wounded-first"
        for flame in s.flame:
            _scorch(s, aged(flame, _WOUNDS), killed=False, wounded_first=spared)
            _scorch(s, aged(flame, _KILLS), killed=True, wounded_first=True)
    return burn_down(game.fire, s, dice)


def _scorch(s: State, where: Mask, *, killed: bool, wounded_first: bool) -> None:
    """Hurt the man who stays in a burning hex: wounded first, dead the turn after."""
    order = WOUNDS_FIRST["wounded-first" if wounded_first else "fit-first"]
    on = aimed_at({FIT: s.fit, WOUNDED: s.wounded}, order, where)
    s.fit -= on[FIT]
    s.wounded -= on[WOUNDED]
    if not killed:
        s.wounded += on[FIT]
