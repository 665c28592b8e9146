"""Movement in the attack with a siege tower: pushing, crossing, climbing; men of the reserve on the wall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.pools import FIT, WOUNDED, first_of, total
from mangonel.systems.cryhavoc.phases.engine_fire import burning
from mangonel.systems.cryhavoc.phases.engines import CREW, move_engine
from mangonel.systems.cryhavoc.siege_tower.game import TOWER, SiegeTowerGame
from mangonel.systems.cryhavoc.siege_tower.places import transfer

__all__ = ["besiegers_move", "defenders_move"]

_ORDER = (FIT, WOUNDED)


def besiegers_move(game: SiegeTowerGame) -> Phase:
    """Return their movement: the tower, from the top to the wall, from below to the top (besiegers, 2)."""
    below = game.places.below

    def move(s: State, dice: Dice) -> None:
        able = total(below.able().of(s).values())
        away = s.distance > 0
        # Who pushes does not climb in the same move.
        free = able - np.int16(CREW) * away
        if away.any():
            move_engine(TOWER, game.advance, s, dice, away & (able >= CREW) & ~burning(s))
        _cross(game, s, dice)
        _climb(game, s, dice, np.maximum(free, 0))

    return Phase("besiegers' movement", move)


def _empty(game: SiegeTowerGame, s: State) -> NDArray[np.int16]:
    """Return how many battlement hexes can be entered from the top."""
    return game.places.empty(s) * (game.places.at_wall(s) > 0)


def _cross(game: SiegeTowerGame, s: State, dice: Dice) -> None:
    """Let men cross from the top as long as a battlement hex is empty (besiegers, 2, Crossing)."""
    top, wall = game.places.top.of(s), game.places.wall.of(s)
    for kind in _ORDER:
        if game.allowance[kind] >= game.cross:
            over = np.minimum(top[kind], _empty(game, s))
            transfer(top, wall, {kind: over})
            s.crossings += over
            dice.note("onto the wall: {} of the besiegers", over > 0, over)


def _climb(game: SiegeTowerGame, s: State, dice: Dice, free: NDArray[np.int16]) -> None:
    """Let men climb while the top has room, and cross at once while the battlement has (besiegers, 2, Climbing)."""
    places = game.places
    below, top, wall = (pool.of(s) for pool in (places.below, places.top, places.wall))
    room, empty = places.room_on_top(s), _empty(game, s)
    for kind in _ORDER:
        left = game.allowance[kind] - game.climb
        if left < 0:
            continue
        men = np.minimum(below[kind], free) * (room > 0)
        over = np.minimum(men, empty) if left >= game.cross else np.zeros_like(men)
        up = np.minimum(men - over, room)
        transfer(below, wall, {kind: over})
        transfer(below, top, {kind: up})
        s.crossings += over
        dice.note("up and onto the wall: {} of the besiegers", over > 0, over)
        dice.note("up to the top: {} of the besiegers", up > 0, up)
        empty = empty - over
        room = room - up
        free = free - over - up


def defenders_move(game: SiegeTowerGame) -> Phase:
    """Return the movement of the defenders: the reserve steps onto empty battlement hexes (defenders, 2)."""
    places = game.places

    def concerned(s: State) -> Mask:
        return (places.reserve.living(s) > 0) & (places.empty(s) > 0)

    def move(s: State, dice: Dice) -> None:
        reserve = places.reserve.of(s)
        coming = first_of(reserve, _ORDER, places.empty(s))
        number = total(coming.values())
        dice.note("onto the wall: {} of the reserve", number > 0, number)
        transfer(reserve, places.guard.of(s), coming)

    return Phase("defenders' movement", move, concerned)
