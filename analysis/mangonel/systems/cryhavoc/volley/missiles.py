"""The missile phases of a volley."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.fates import strike
from mangonel.systems.cryhavoc.men.pools import AIMED, FIT, HURT_RIDER, RIDER, WOUNDED
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.volley.game import Band, Salvo, VolleyGame

__all__ = ["missile_phases", "rested"]

_WHO = {"riders": "the riders fall", "foot": "the men on foot fall"}
_RELOAD = 3
"""Turns from one shot of a ballista to the next (DE 3.41)."""


def missile_phases(game: VolleyGame, part: int) -> list[Phase]:
    """Return the shots of missile phase `part` (1 or 2) of the shooters (shooters, 1 and 2)."""
    return [
        Phase(f"missiles {part}, group {salvo.group}, {who}", _shot(game, salvo, who), partial(_due, game, salvo))
        for salvo in game.salvos
        if part == 1 or salvo.twice
        for who in salvo.who
    ]


def rested(game: VolleyGame) -> Phase:
    """Return the end of the shooters' player turn, after which a band may fall back again (Retreat)."""

    def some(s: State) -> Mask:
        return np.logical_or.reduce([band.fell_back(s) > 0 for band in game.bands])

    def rest(s: State, dice: Dice) -> None:
        del dice
        for band in game.bands:
            band.fell_back(s)[...] = 0

    return Phase("the shooting is over", rest, some)


def _due(game: VolleyGame, salvo: Salvo, s: State) -> Mask:
    if salvo.ready is not None and (s.turn < salvo.ready or (s.turn - salvo.ready) % _RELOAD):
        return np.zeros(s.size, dtype=np.bool_)
    return game.pool.living(s) > 0


def _shot(game: VolleyGame, salvo: Salvo, who: str) -> Callable[[State, Dice], None]:
    """Return the shot of one man: whom he sees, and what it does (shooters, 1 and 2)."""
    due = partial(_due, game, salvo)
    bands = sorted(game.bands, key=lambda band: band.name != game.setup.band)
    order = {band.name: [kind for kind in AIMED[game.setup.aim] if kind in band.pool.kinds] for band in bands}
    effects = salvo.shots.effects.target
    beside = _beside(game, salvo, who)

    def shoot(s: State, dice: Dice) -> None:
        left = due(s)
        men = game.pool.of(s)
        spot = np.zeros(s.size, dtype=np.int16)
        aimed: dict[str, Mask] = {}
        on: dict[int, Mask] = {}
        for band in bands:
            distance, before = band.distance(s), left
            for kind in order[band.name]:
                on[kind] = left & (men[kind] > 0) & salvo.shots.reaches(distance, kind)
                left = left & ~on[kind]
            aimed[band.name] = before & ~left
            spot += distance * aimed[band.name]
        situation = salvo.shots.situation(spot, on)
        shooting = situation >= 0
        if not shooting.any():
            return
        codes = dice.roll(salvo.shots.roll, shooting, situation * shooting, who=who)
        s.shots += shooting
        blow = effects.blow(codes)
        s.hits += blow.hits
        if game.setup.mounted:
            s.horses_killed += blow.horse_killed & (on[RIDER] | on[HURT_RIDER])
        fate = strike(s, dice, game.pool, on, blow, WayBack())
        s.retreats += fate.gave_ground
        _unhorse(game, s, dice, fate.unhorsed)
        for band in game.bands:
            # Who has lost his seat goes back with the men on foot.
            thrown, his = fate.unhorsed, aimed[band.name]
            his = his & ~thrown if band.name == "riders" else his | thrown
            _fall_back(game, band, s, dice, blow.hexes * (fate.gave_ground & his))
        if beside is not None:
            for band in game.bands:
                beside(s, dice, aimed[band.name] & (codes == 0), band.distance(s))

    return shoot


def _fall_back(game: VolleyGame, band: Band, s: State, dice: Dice, hexes: NDArray[np.int8]) -> None:
    """Let a band fall back by so many hexes, as far as it does."""
    driven = hexes > 0
    if not driven.any():
        return
    if game.falls_back == "holds":
        dice.note("he makes up for it", driven)
        return
    distance, fell = band.distance(s), band.fell_back(s)
    before = distance.copy()
    if game.falls_back == "once":
        dice.note("his band has fallen back already", driven & (fell == 1))
        hexes = hexes * (fell == 0)
    np.minimum(distance + hexes, len(game.setup.approach), out=distance, casting="unsafe")
    farther = distance > before
    fell |= farther & (game.falls_back == "once")
    dice.note(f"{_WHO[band.name]} back, {{:hex}} to go", farther, distance)
    dice.note("his band is where it started", driven & (before == len(game.setup.approach)))


def _unhorse(game: VolleyGame, s: State, dice: Dice, where: Mask) -> None:
    """Bring men who have lost the saddle into the band on foot, and forget the distance of bands without men."""
    if game.setup.mounted and where.any():
        dice.note("he is on foot from now on", where)
        distance = s.foot_distance
        np.maximum(distance, s.riders_distance * where, out=distance)
    for band in game.bands:
        alive = band.pool.living(s) > 0
        for column in (band.distance(s), band.fell_back(s)):
            column *= alive


def _beside(game: VolleyGame, salvo: Salvo, who: str) -> Callable[[State, Dice, Mask, NDArray[np.int8]], None] | None:
    """Return what a miss does beside friends: called with where it is one, and the distance of the target."""
    friends, missed = game.friends, salvo.missed
    if friends is None or missed is None:
        return None
    lots = {living: _lot(living) for living in range(2, friends.most + 1)}

    def strays(s: State, dice: Dice, where: Mask, distance: NDArray[np.int8]) -> None:
        men = friends.of(s)
        fit, wounded = men[FIT], men[WOUNDED]
        strays = where & (fit + wounded > 0)
        if not strays.any():
            return
        hit = dice.roll(missed, strays, salvo.friend.take(distance) * strays, who=who) != 0
        s.friends_hit += hit
        on_fit = hit & (wounded == 0)
        either = hit & (fit > 0) & (wounded > 0)
        for living, lot in lots.items():
            draws = either & (fit + wounded == living)
            on_fit |= dice.roll(lot, draws, fit * draws, who=who) == lot.code("a fit one")
        on_wounded = hit & ~on_fit
        dice.note("a friend is wounded", on_fit)
        dice.note("a wounded friend dies", on_wounded)
        fit -= on_fit
        wounded += on_fit
        wounded -= on_wounded

    return strays


def _lot(living: int) -> Roll:
    """Return the lot that says which of so many friends is hit; its situation is how many of them are fit."""
    faces = [["a fit one"] * fit + ["a wounded one"] * (living - fit) for fit in range(living + 1)]
    return Roll.of(f"lot among {living} friends", ("-", "a fit one", "a wounded one"), faces)
