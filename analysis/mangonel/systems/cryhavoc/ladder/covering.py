"""Shots of the covering archers in the ladder assault (besiegers, 1 and 3 of `docs/sequences/ladder-assault.md`)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.ladder.board import NOBODY, besieger, neighbours
from mangonel.systems.cryhavoc.ladder.game import CARRIERS, LadderGame
from mangonel.systems.cryhavoc.ladder.wall_posts import Guard
from mangonel.systems.cryhavoc.rolls.blows import EffectRoll
from mangonel.systems.cryhavoc.situations.missile import shoots_in

__all__ = ["covering_phases"]


def covering_phases(game: LadderGame, part: int) -> list[Phase]:
    """Return the shots of the covering archers in missile phase `part` (1 or 2) (besiegers, 1 and 3)."""
    men, weapon = game.setup.covering.men, game.setup.covering.weapon
    shots = game.covering
    if shots is None or game.setup.policies.cover_fire == "never" or not shoots_in(game.rules, weapon, part):
        return []
    return [
        Phase(f"besiegers' missiles {part}, covering archer {number + 1}", _shot(game, shots, part))
        for number in range(men)
    ]


def _shot(game: LadderGame, shots: EffectRoll, part: int) -> Callable[[State, Dice], None]:
    """Return the shot of one of them at the man on the lowest hex who may be shot at (besiegers, 1 and 3)."""
    policy = game.setup.policies.cover_fire
    # Driven off he is away from the wall, whatever room there is beside it.
    guards = [Guard(game, number, leaves=True) for number in game.hexes]

    def shoot(s: State, dice: Dice) -> None:
        climbed = [] if policy == "always" else _climbed(game, s, part)
        free = ~np.logical_or.reduce(climbed) if policy == "approach" else np.ones(s.size, dtype=np.bool_)
        targets = []
        for guard in guards:
            aims = free & guard.there(s) & ~_friend_beside(game, s, guard.number)
            if policy == "beside" and guard.number < len(climbed):
                aims &= ~climbed[guard.number]
            free &= ~aims
            targets.append(aims)
        rolling = np.logical_or.reduce(targets)
        if not rolling.any():
            return
        for guard, aims in zip(guards, targets, strict=True):
            dice.note(f"covering archer aims at {guard.who}", aims)
        blow = shots.effects.target.blow(dice.roll(shots.roll, rolling, who="covering archer"))
        s.cover_shots += rolling
        s.cover_hits += blow.hits
        for guard, aims in zip(guards, targets, strict=True):
            if aims.any():
                guard.suffer(s, dice, blow.on(aims))

    return shoot


def _friend_beside(game: LadderGame, s: State, number: int) -> Mask:
    """Return where a besieger is beside a hex at the same height: nobody shoots at the man on it (EN, DE 1.44)."""
    beside = np.zeros(s.size, dtype=np.bool_)
    if number < game.setup.ladders:
        beside |= s.climber[number] != NOBODY
    for other in neighbours(number, game.setup.width):
        beside |= besieger(s.hex[other])
    return beside


def _climbed(game: LadderGame, s: State, part: int) -> list[Mask]:
    """Return for each ladder where a man is on it or could climb it in this player turn."""
    tables = game.tables
    ladders = []
    for ladder in range(game.setup.ladders):
        fit, wounded, away = s.fit[ladder], s.wounded[ladder], s.distance[ladder]
        climbs = (fit > 0) & (tables.fit_allowance >= tables.climb)
        climbs |= (wounded > 0) & (tables.wounded_allowance >= tables.climb)
        upright = s.upright[ladder] == 1
        climbed = upright & (climbs | (s.climber[ladder] != NOBODY))
        if part == 1:
            carried_to = np.where(
                fit >= CARRIERS, tables.carry_fit.reached.take(away), tables.carry_wounded.reached.take(away)
            )
            climbed |= ~upright & (fit + wounded >= CARRIERS) & (carried_to == 0)
        ladders.append(climbed)
    return ladders
