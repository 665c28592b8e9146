"""The besiegers' player turn against a sortie: arrows, fire, relief, melee."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.odds.counted import counted
from mangonel.systems.cryhavoc.men.fates import strike
from mangonel.systems.cryhavoc.men.pools import FIT, HURT_RIDER, RIDER, STUNNED, WOUNDED, aimed_at, first_of, total
from mangonel.systems.cryhavoc.phases.shots import PoolShots
from mangonel.systems.cryhavoc.rolls.fires import BURNS_ON
from mangonel.systems.cryhavoc.situations.fire import ARROWS_OUT, PUT_OUT
from mangonel.systems.cryhavoc.situations.missile import shoots_in
from mangonel.systems.cryhavoc.sortie.game import GOING_HOME, OUT, SortieGame

__all__ = ["besiegers_turn"]

_CARRY_ON = 2
"""Other able men with whom a party does not fall back for one man (option ``carrier-retreat``)."""
_TARGETS = (RIDER, FIT, STUNNED, HURT_RIDER, WOUNDED)


def besiegers_turn(game: SortieGame) -> list[Phase]:
    """Return the besiegers' player turn (besiegers, 1 to 6)."""
    guards = game.guards.pool

    def stunned(s: State) -> Mask:
        return (guards.stunned(s) > 0) | (game.busy.living(s) > 0)

    def recover(s: State, dice: Dice) -> None:
        """Let stunned besiegers be fit again, and forget who was told off against the fire (besiegers, 6)."""
        dice.note("fit again: {} of the besiegers", guards.stunned(s) > 0, guards.stunned(s))
        guards.recover(s)
        for men in game.busy.of(s).values():
            men[...] = 0

    return [
        *_missiles(game, 1),
        Phase("besiegers' movement", partial(_move, game)),
        *_missiles(game, 2),
        *_fight_fire(game),
        *game.guards_melee.phases,
        Phase("besiegers recover", recover, stunned),
    ]


def _missiles(game: SortieGame, part: int) -> list[Phase]:
    """Return the shots of one missile phase (besiegers, 1 and 4)."""
    archers, shots = game.setup.archers, game.shots
    if shots is None or not shoots_in(game.rules, archers.weapon, part):
        return []
    phases = []
    for number in range(archers.men):
        title = f"besiegers' missiles {part}, archer {number + 1}"
        phases.append(Phase(title, _shot(game, shots, number), game.out))
        if game.party.nerves is not None:
            phases.append(Phase(f"{title}: panic", game.party.nerves.tests, game.party.nerves.asked))
    return phases


def _shot(game: SortieGame, shots: PoolShots, number: int) -> Callable[[State, Dice], None]:
    """Return the shot of an archer at the party, on its way and before the engines (besiegers, 1 and 4)."""
    effects = shots.effects.target
    who = f"archer {number + 1}"
    choice = game.rules.choice("carrier-retreat")
    farthest = game.length - 1

    def shoot(s: State, dice: Dice) -> None:
        # Nobody shoots at men beside his own (EN 1.44).
        where = game.out(s) & ((s.distance > 0) | (game.guards.here(s) == 0))
        on = aimed_at(game.party.pool.of(s), _TARGETS, where)
        situation = shots.situation(np.minimum(s.distance, farthest), on)
        rolling = situation >= 0
        if not rolling.any():
            return
        codes = dice.roll(shots.roll, rolling, situation * rolling, who=who)
        blow = effects.blow(codes)
        s.shots += rolling
        s.hits += blow.hits
        homeward = rolling & (s.stage == GOING_HOME)
        on_way = rolling & ~homeward & (s.distance > 0)
        moving = homeward | on_way
        # He whom they shoot at is one of them: who cannot act has dropped out.
        able = total(game.party.pool.able().of(s).values())
        fate = strike(s, dice, game.party.pool, on, blow.on(~moving), game.party.back)
        s.retreats += fate.gave_ground
        dice.note("he is driven back from the engines", fate.gave_ground)
        # On the move nobody retreats by himself.
        hurt = strike(s, dice, game.party.pool, on, blow.in_place.on(moving), game.party.back)
        unhorsed = fate.unhorsed | hurt.unhorsed
        if RIDER in game.party.pool.kinds:
            s.unhorsed += unhorsed
        away = blow.driven & moving & ~hurt.died
        farther = away & on_way & (choice != "holds")
        if choice == "holds-with-two":
            farther &= able <= _CARRY_ON
        dice.note("the sortie does not stop for that", lambda: away & ~farther)
        if farther.any():
            reached = np.minimum(s.distance + blow.hexes * farther, farthest)
            dice.note("the sortie falls back, {:hex} to go", farther, reached)
            s.distance += (reached - s.distance) * farther
        dropped = game.come_home(s, on_way, (WOUNDED, STUNNED, HURT_RIDER))
        dropped += game.walk_home(s, on_way & unhorsed & ~(blow.wounded | blow.stunned))
        dice.note("he turns back", dropped > 0)
        dice.note("he is left behind", homeward & (game.party.pool.stunned(s) > 0))
        game.left_behind(s, homeward & blow.stunned)

    return shoot


def _move(game: SortieGame, s: State, dice: Dice) -> None:
    """Tell men off against the fire, and move (besiegers, 2 and 3)."""
    setup = game.setup
    fires = game.burning(s)
    if setup.fire_policy == "fight":
        fires = fires * ~((s.distance == 0) & (game.party.here(s) > 0))
    busy = game.busy.of(s)
    for kind, men in first_of(game.guards.pool.of(s), (WOUNDED, FIT), setup.fire_fighters * fires).items():
        busy[kind][...] = men
    away = game.guards.away.living(s)
    dice.note("back beside the engines: {} of the besiegers", away > 0, away)
    game.guards.pool.join(s, game.guards.away)
    if setup.relief and s.turn == setup.relief_turn:
        fit = game.guards.pool.of(s)[FIT]
        fit += np.int8(setup.relief)
        dice.note(f"help comes: {counted(setup.relief, 'man')}", np.ones(s.size, dtype=np.bool_))
    if setup.besiegers_policies.follow:
        beside = s.distance == 0
        followed = game.party.away.living(s)
        dice.note("followed: {} of the sortie", beside & (followed > 0), followed)
        game.party.pool.join(s, game.party.away, beside)
        if game.party.nerves is not None:
            game.party.nerves.catch(s, dice, beside)
    if game.guards.nerves is not None:
        game.guards.nerves.calm(s, dice, np.ones(s.size, dtype=np.bool_))
    dice.note(
        "none of the sortie is in reach",
        lambda: (s.distance == 0) & (s.stage == OUT) & (game.guards.here(s) > 0) & game.party.out_of_reach(s),
    )


def _fight_fire(game: SortieGame) -> list[Phase]:
    """Return the tries of the men told off against the fire (besiegers, 5, Fire)."""
    most = min(game.besiegers, game.setup.fire_fighters * game.setup.engines)

    def told_off(s: State) -> Mask:
        return game.busy.living(s) > 0

    return [
        Phase(f"besiegers put out fire, man {number + 1}", _put_out(game, number), told_off) for number in range(most)
    ]


def _put_out(game: SortieGame, number: int) -> Callable[[State, Dice], None]:
    """Return the try of one of them at the oldest fire (besiegers, 5, Fire)."""
    out_of_it, of_arrows = game.extinguish.code(PUT_OUT), game.extinguish.code(ARROWS_OUT)
    who = f"man {number + 1}"

    def put_out(s: State, dice: Dice) -> None:
        tries = (game.busy.living(s) > number) & (game.burning(s) > 0)
        if not tries.any():
            return
        s.tries += tries
        codes = dice.roll(game.extinguish, tries, who=who)
        dice.note(BURNS_ON, lambda: codes == of_arrows)
        out = codes == out_of_it
        s.put_out += out
        dice.note("the fire is out", out)
        for age in range(len(s.fire) - 1, -1, -1):
            burning = out & (s.fire[age] > 0)
            s.fire[age] -= burning
            out = out & ~burning

    return put_out
