"""Missile phases of the attack with a siege tower: from its top at the wall, and at the tower or its top."""

from __future__ import annotations

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.fates import strike
from mangonel.systems.cryhavoc.men.pools import FIT, STUNNED, WOUNDED, aimed_at
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.phases.engine_fire import arrow_possible, shoot_arrow, tell_distance
from mangonel.systems.cryhavoc.phases.engines import HEXES
from mangonel.systems.cryhavoc.phases.shots import PoolShots
from mangonel.systems.cryhavoc.siege_tower.game import SiegeTowerGame
from mangonel.systems.cryhavoc.situations.missile import shoots_in

__all__ = ["archer_phases", "platform_phases"]

_DOWN = {"men": "down into the tower", "wall": "back to the top"}
"""Where a besieger goes who is driven back by a shot."""
_TARGETS = (FIT, STUNNED, WOUNDED)


def platform_phases(game: SiegeTowerGame, part: int) -> list[Phase]:
    """Return the shots from the top in missile phase `part` (1 or 2): none at the wall (besiegers, 1 and 3)."""
    shots, weapon = game.platform, game.setup.platform_weapon
    if shots is None or not shoots_in(game.rules, weapon, part):
        return []
    return [_platform_shot(game, shots, part, number) for number in range(min(HEXES, game.setup.men))]


def _platform_shot(game: SiegeTowerGame, shots: PoolShots, part: int, number: int) -> Phase:
    """Return the shot of a man on top at a man on the wall (besiegers, 1 and 3)."""
    places = game.places
    spots = np.int16(len(game.setup.approach) + 1)
    # Driven off two hexes he is away from the wall, whatever room there is beside it.
    back = WayBack(places.reserve)
    who = f"man {number + 1} on top"

    def concerned(s: State) -> Mask:
        top = places.top.of(s)
        return (s.distance > 0) & (top[FIT] + top[WOUNDED] > number) & (places.guard.living(s) > 0)

    def shoot(s: State, dice: Dice) -> None:
        on = aimed_at(places.guard.of(s), _TARGETS, concerned(s))
        hurt = places.top.of(s)[FIT] <= number
        situation = shots.situation(s.distance + spots * hurt, on)
        rolling = situation >= 0
        if not rolling.any():
            return
        codes = dice.roll(shots.roll, rolling, situation * rolling, who=who)
        s.platform_shots += rolling
        blow = shots.effects.target.blow(codes)
        s.platform_hits += blow.hits
        dice.note("he leaves the wall", strike(s, dice, places.guard, on, blow, back).gave_ground)

    return Phase(f"besiegers' missiles {part}, {who}", shoot, concerned)


def archer_phases(game: SiegeTowerGame, part: int) -> list[Phase]:
    """Return the shots of the archers in missile phase `part` (1 or 2) of the defenders (defenders, 1 and 3)."""
    archers, shots = game.setup.archers, game.archers
    if shots is None or not shoots_in(game.rules, archers.weapon, part):
        return []
    return [_archer(game, shots, part, number) for number in range(archers.men)]


def _archer(game: SiegeTowerGame, shots: PoolShots, part: int, number: int) -> Phase:
    """Return the shot of an archer, at the tower, the men on top or those on the wall (defenders, 1 and 3)."""
    places = game.places
    order = _preference(game)
    # Nobody shoots at men beside his own (EN 1.44; DE 1.44).
    targets = {"men": (shots, places.top, game.at_top.theirs.back)}
    if game.wall_archers is not None:
        targets["wall"] = (game.wall_archers, places.wall, game.at_wall.theirs.back)
    who = f"archer {number + 1}"

    def clear(s: State, what: str) -> Mask:
        alone: Mask = (s.distance > 0) | (places.guard.living(s) == 0)
        if what == "men" and game.past_friends:
            alone = alone | True
        return alone & (targets[what][1].living(s) > 0)

    def concerned(s: State) -> Mask:
        possible = arrow_possible(game.fire, s)
        for target in targets:
            possible = possible | clear(s, target)
        return possible

    def shoot(s: State, dice: Dice) -> None:
        tell_distance(game.fire, s, dice, lambda: concerned(s), game.setup.archers, number)
        on = {target: aimed_at(pool.of(s), _TARGETS, clear(s, target)) for target, (_, pool, _) in targets.items()}
        aimed = {target: shot.situation(s.distance, on[target]) for target, (shot, _, _) in targets.items()}
        may = {"fire": arrow_possible(game.fire, s)} | {target: situation >= 0 for target, situation in aimed.items()}
        left = np.ones(s.size, dtype=np.bool_)
        for target in order:
            may[target], left = left & may[target], left & ~may[target]
        shoot_arrow(game.fire, s, dice, may["fire"], who)
        for target, (shot, pool, back) in targets.items():
            rolling = may[target]
            if not rolling.any():
                continue
            codes = dice.roll(shot.roll, rolling, aimed[target] * rolling, who=who)
            s.shots += rolling
            blow = shot.effects.target.blow(codes)
            s.hits += blow.hits
            fate = strike(s, dice, pool, on[target], blow, back)
            dice.note(f"he goes {_DOWN[target]}", fate.gave_ground)
            s.retreats += fate.gave_ground

    return Phase(f"defenders' missiles {part}, {who}", shoot, concerned)


def _preference(game: SiegeTowerGame) -> tuple[str, ...]:
    """Return what an archer shoots at, in the order of the policies."""
    order = ("fire", "men") if game.setup.arrows == "fire" else ("men", "fire")
    return {"never": order, "first": ("wall", *order), "last": (*order, "wall")}[game.setup.shoot_wall]
