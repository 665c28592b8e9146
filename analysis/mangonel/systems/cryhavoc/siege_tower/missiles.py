"""Missile phases of the attack with a siege tower: from its top at the wall, and at the tower or its top."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.systems.cryhavoc.parts.engine_fire import arrow_possible, shoot_arrow
from mangonel.systems.cryhavoc.parts.engines import HEXES
from mangonel.systems.cryhavoc.parts.fates import strike
from mangonel.systems.cryhavoc.parts.pools import FIT, STUNNED, WOUNDED, aimed_at
from mangonel.systems.cryhavoc.parts.retreats import WayBack
from mangonel.systems.cryhavoc.situations.missile import shoots_twice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.parts.shots import PoolShots
    from mangonel.systems.cryhavoc.siege_tower.game import SiegeTowerGame

    Mask = NDArray[np.bool_]

__all__ = ["archer_phases", "platform_phases"]

_TARGETS = (FIT, STUNNED, WOUNDED)


def platform_phases(game: SiegeTowerGame, part: int) -> list[Phase]:
    """Return the shots from the top in missile phase `part` (1 or 2) of the besiegers: none at the wall."""
    shots, weapon = game.platform, game.setup.platform_weapon
    if shots is None or (part == 2 and not shoots_twice(game.rules, weapon)):
        return []
    return [_platform_shot(game, shots, part, number) for number in range(min(HEXES, game.setup.men))]


def _platform_shot(game: SiegeTowerGame, shots: PoolShots, part: int, number: int) -> Phase:
    places, effects = game.places, shots.effects
    spots = np.int16(len(game.setup.approach) + 1)
    # Driven off two hexes he is away from the wall, whatever room there is beside it.
    back = WayBack(places.reserve)
    who = f"man {number + 1} on top"

    def concerned(s: State) -> Mask:
        top = places.top.of(s)
        some: Mask = (s.distance > 0) & (top[FIT] + top[WOUNDED] > number) & (places.guard.living(s) > 0)
        return some

    def shoot(s: State, dice: Dice) -> None:
        on = aimed_at(places.guard.of(s), _TARGETS, concerned(s))
        hurt = places.top.of(s)[FIT] <= number
        situation = shots.situation(s.distance + spots * hurt, on)
        rolling = situation >= 0
        if not rolling.any():
            return
        codes = dice.roll(shots.roll, rolling, situation * rolling, who=who)
        s.platform_shots += rolling
        s.platform_hits += effects.touches.take(codes) & (effects.back.take(codes) == 0)
        strike(s, dice, places.guard, on, codes, effects, back)

    return Phase(f"besiegers' missiles {part}, {who}", shoot, concerned)


def archer_phases(game: SiegeTowerGame, part: int) -> list[Phase]:
    """Return the shots of the archers in missile phase `part` (1 or 2) of the defenders."""
    archers, shots = game.setup.archers, game.archers
    if shots is None or (part == 2 and not shoots_twice(game.rules, archers.weapon)):
        return []
    return [_archer(game, shots, part, number) for number in range(archers.men)]


def _archer(game: SiegeTowerGame, shots: PoolShots, part: int, number: int) -> Phase:
    places, effects = game.places, shots.effects
    back = game.from_top.ours.back
    fire_first = game.setup.arrows == "fire"
    who = f"archer {number + 1}"

    def at_men(s: State) -> Mask:
        clear: Mask = places.top.living(s) > 0
        if not game.past_friends:
            # Nobody shoots at men beside his own (EN 1.44; DE 1.44).
            clear &= (s.distance > 0) | (places.guard.living(s) == 0)
        return clear

    def concerned(s: State) -> Mask:
        some: Mask = at_men(s) | arrow_possible(game.fire, s)
        return some

    def shoot(s: State, dice: Dice) -> None:
        on = aimed_at(places.top.of(s), _TARGETS, at_men(s))
        situation = shots.situation(s.distance, on)
        fire, men = arrow_possible(game.fire, s), situation >= 0
        if fire_first:
            men &= ~fire
        else:
            fire &= ~men
        shoot_arrow(game.fire, s, dice, fire, who)
        if not men.any():
            return
        codes = dice.roll(shots.roll, men, situation * men, who=who)
        s.shots += men
        s.hits += effects.touches.take(codes) & (effects.back.take(codes) == 0)
        s.retreats += strike(s, dice, places.top, on, codes, effects, back).gave_ground

    return Phase(f"defenders' missiles {part}, {who}", shoot, concerned)
