"""The player turn of a sortie: out, fire, fight, and home."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.pools import FIT, HURT_RIDER, RIDER, WOUNDED, first_of, total
from mangonel.systems.cryhavoc.sortie.game import GOING_HOME, HOME, INSIDE, OUT, SortieGame

__all__ = ["party_turn"]

_TORCHES = (WOUNDED, HURT_RIDER, FIT, RIDER)
"""Who sets fire: those first who are of least use in a fight."""


def party_turn(game: SortieGame) -> list[Phase]:
    """Return the defenders' player turn (defenders, 1 to 4)."""
    party = game.party.pool

    def here(s: State) -> Mask:
        return (s.stage != HOME) & (game.party.left(s) > 0) & np.bool_(s.turn >= game.setup.turn)

    def stunned(s: State) -> Mask:
        return (party.stunned(s) > 0) | (game.busy.living(s) > 0)

    def recover(s: State, dice: Dice) -> None:
        """Let stunned men of the party be fit again, and forget who was told off for the fire (defenders, 4)."""
        dice.note("fit again: {} of the sortie", party.stunned(s) > 0, party.stunned(s))
        party.recover(s)
        for men in game.busy.of(s).values():
            men[...] = 0

    return [
        Phase("sortie's movement", partial(_move, game), here),
        *_fire(game),
        *game.party_melee.phases,
        Phase("the sortie recovers", recover, stunned),
    ]


def _move(game: SortieGame, s: State, dice: Dice) -> None:
    """Tell men off for the fire, and move (defenders, 1 and 2)."""
    setup = game.setup
    if s.turn < setup.turn:
        return
    living = game.party.here(s) > 0
    _tell_off(game, s)
    coming = living & (s.stage == INSIDE)
    s.stage += np.int8(OUT - INSIDE) * coming
    dice.note("the sortie comes out: {:man}", coming, game.party.here(s))
    beside = (s.stage == OUT) & (s.distance == 0) & (game.party.left(s) > 0)
    homeward = living & (s.stage == GOING_HOME)
    game.left_behind(s, homeward)
    away = game.party.away.living(s)
    dice.note("back in the fight: {} of the sortie", beside & (away > 0), away)
    game.party.pool.join(s, game.party.away, beside | homeward)
    if setup.policies.follow:
        followed = game.guards.away.living(s)
        dice.note("followed: {} of the besiegers", beside & (followed > 0), followed)
        game.guards.pool.join(s, game.guards.away, beside)
        if game.guards.nerves is not None:
            game.guards.nerves.catch(s, dice, beside)
    pace = game.pace(s).astype(np.intp)
    steps = np.arange(s.size) * 0 + s.distance
    out = living & (s.stage == OUT)
    reached = np.where(out, game.way_out[pace, steps], s.distance)
    reached = np.where(homeward, game.way_home[pace, steps], reached)
    dice.note("the sortie comes up, {:hex} to go", out & (reached < s.distance) & (reached > 0), reached)
    dice.note("the sortie is beside the engines", out & (reached < s.distance) & (reached == 0))
    dice.note("the sortie goes home, {:hex} from the engines", homeward & (reached < game.length), reached)
    s.distance = reached
    arrives = homeward & (reached == game.length)
    dice.note("the sortie is home", arrives)
    s.stage += np.int8(HOME - GOING_HOME) * arrives
    if game.party.nerves is not None:
        # Men in panic do not go with the party, and nobody pursues them when it has gone.
        game.party.nerves.escape(s, homeward & (reached > 0))
        game.party.nerves.calm(s, dice, s.stage != INSIDE)
    game.come_home(s, s.stage == HOME)


def _tell_off(game: SortieGame, s: State) -> None:
    """Choose the men who set fire: those beside the engines who were not driven back (defenders, 1)."""
    where = (s.distance == 0) & (s.stage == OUT)
    if game.setup.task == "fight":
        where &= game.guards.here(s) == 0
    number = game.setup.torches * game.whole(s) * where
    busy = game.busy.of(s)
    for kind, men in first_of(game.party.pool.of(s), _TORCHES, number).items():
        busy[kind][...] = men


def _fire(game: SortieGame) -> list[Phase]:
    """Return the setting of fire: all at once if it is certain, else man after man (defenders, 3, Fire)."""

    def told_off(s: State) -> Mask:
        return game.busy.living(s) > 0

    def certain(s: State, dice: Dice) -> None:
        caught = np.minimum(game.busy.living(s), game.whole(s)).astype(np.int8)
        dice.note("{:engine} set on fire", caught > 0, caught)
        s.fire[0] += caught
        s.fires += caught

    if game.ignition is None:
        return [Phase("the sortie sets fire", certain, told_off)]
    most = min(game.setup.men, game.setup.torches * game.setup.engines)
    return [Phase(f"the sortie sets fire, man {number + 1}", _torch(game, number)) for number in range(most)]


def _torch(game: SortieGame, number: int) -> Callable[[State, Dice], None]:
    """Return the roll of one man who sets fire (defenders, 3, Fire)."""
    ignition = game.ignition

    def set_fire(s: State, dice: Dice) -> None:
        tries = (total(game.busy.of(s).values()) > number) & (game.whole(s) > 0)
        if ignition is None or not tries.any():
            return
        caught = dice.roll(ignition, tries, who=f"man {number + 1}") == 1
        s.fire[0] += caught
        s.fires += caught

    return set_fire
