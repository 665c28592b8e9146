"""The attack with a siege tower as a sequence; `docs/sequences/siege-tower.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.policies import BreakOff
from mangonel.systems.cryhavoc.men.pools import FIT, WOUNDED, total
from mangonel.systems.cryhavoc.men.states import men_side, state_measures
from mangonel.systems.cryhavoc.phases.break_off import BreakingOff
from mangonel.systems.cryhavoc.phases.engine_fire import (
    FIRE_TALLIES,
    burn_down,
    burning_hexes,
    fight_fire_phases,
    fire_columns,
    oil_phases,
    spread_phase,
)
from mangonel.systems.cryhavoc.phases.engines import CREW, HEXES
from mangonel.systems.cryhavoc.phases.melee import melee_columns, melee_tallies
from mangonel.systems.cryhavoc.siege_tower.game import SiegeTowerGame, siege_tower_game
from mangonel.systems.cryhavoc.siege_tower.missiles import archer_phases, platform_phases
from mangonel.systems.cryhavoc.siege_tower.moves import besiegers_move, defenders_move
from mangonel.systems.cryhavoc.siege_tower.setup import SiegeTowerSetup
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "siege_tower_assault", "siege_tower_start"]

ENDINGS = Endings(
    {
        "foothold": "the besiegers have a foothold on the wall",
        "destroyed": "",
        "repulsed": "the besiegers are repulsed",
        "abandoned": "the defenders give up the wall",
    }
)
"""Endings; ``abandoned`` only if the defenders may break off. What burns down is told with the fire."""


def siege_tower_assault(setup: SiegeTowerSetup, rules: RuleSet) -> PlaySequence:
    """Build the attack with a siege tower of a scenario under a rule set."""
    game = siege_tower_game(setup, rules)
    spread = [spread_phase(game.fire)]
    at_end = game.fire.spreads_at_end
    besiegers, defenders = _besiegers_turn(game, [] if at_end else spread), _defenders_turn(game)
    sides = [besiegers, defenders] if setup.first == "besiegers" else [defenders, besiegers]
    endings = (ENDINGS if setup.defenders_break_off.given else ENDINGS.without("abandoned")).names
    return PlaySequence(
        name="siege-tower",
        columns=_columns(game),
        phases=[*sides[0], *sides[1], *(spread if at_end else []), Phase("end of the turn", _end(game))],
        endings=endings,
        turns=setup.turns,
        sides=(men_side("besiegers", ("foothold", *endings[3:])), men_side("defenders", ("destroyed", "repulsed"))),
        measures=_measures(game),
        tallies=(
            *FIRE_TALLIES,
            "shots",
            "hits",
            "platform_shots",
            "platform_hits",
            "crossings",
            "besiegers_attacks",
            "defenders_attacks",
            *melee_tallies(),
        ),
        series=_series(game),
    )


def siege_tower_start(setup: SiegeTowerSetup, men: int, defenders: int) -> dict[str, int]:
    """Return the columns at the start with fewer men than the scenario has.

    Three besiegers push, those beyond them are on top as far as the scenario has men there; defenders stand on the wall
    first.
    """
    top, on_wall = min(setup.top, men - CREW), min(setup.on_wall, defenders)
    start = {"below_fit": men - top, "top_fit": top, "guard_fit": on_wall, "reserve_fit": defenders - on_wall}
    ours, theirs = _break_offs(setup)
    return start | ours.start(setup.men - men) | theirs.start(theirs.most - defenders)


def _break_offs(setup: SiegeTowerSetup) -> tuple[BreakingOff, BreakingOff]:
    """Return when the besiegers break off, and when the defenders."""
    return (
        BreakingOff(BreakOff(setup.break_off_losses, setup.break_off_turn), "missing", setup.men),
        BreakingOff(setup.defenders_break_off, "missing_defenders", setup.on_wall + setup.reserve),
    )


def _columns(game: SiegeTowerGame) -> list[Column]:
    way = len(game.setup.approach)
    return [
        Column("distance", way, way),
        *fire_columns(game.setup.oil),
        *game.places.columns,
        *melee_columns(game.from_wall, game.from_top, game.at_wall, game.at_top),
        *(column for side in _break_offs(game.setup) for column in side.columns),
    ]


def _besiegers_turn(game: SiegeTowerGame, spread: list[Phase]) -> list[Phase]:
    """Return the besiegers' player turn (besiegers, 1 to 5)."""
    places, setup = game.places, game.setup

    def able_below(s: State) -> NDArray[np.int16]:
        return total(places.below.able().of(s).values())

    def fell_back(s: State) -> Mask:
        return places.back.living(s) > 0

    def settle(s: State, dice: Dice) -> None:
        """Let who was driven back from the wall in this phase be one of those on top (ways back)."""
        del dice
        places.top.join(s, places.back)

    def stunned(s: State) -> Mask:
        return places.below.stunned(s) + places.top.stunned(s) + places.wall.stunned(s) > 0

    def recover(s: State, dice: Dice) -> None:
        """Let stunned besiegers be fit again (besiegers, 5)."""
        dice.note("stunned besiegers are fit again", stunned(s))
        for pool in (places.below, places.top, places.wall):
            pool.recover(s)

    fighters = min(setup.fire_fighters, setup.men) if setup.fire_policy == "put-out" else 0
    return [
        *platform_phases(game, 1),
        besiegers_move(game),
        *platform_phases(game, 2),
        *fight_fire_phases(fighters, able_below, game.fire),
        *game.from_wall.phases,
        *game.from_top.phases,
        Phase("besiegers who fell back are on top", settle, fell_back),
        *spread,
        Phase("besiegers recover", recover, stunned),
    ]


def _defenders_turn(game: SiegeTowerGame) -> list[Phase]:
    """Return the defenders' player turn (defenders, 1 to 5)."""
    places = game.places
    first, second = game.defenders_fights

    def two_fights(s: State) -> Mask:
        return (s.distance == 0) & (places.wall.living(s) + places.top.living(s) > 0)

    def tell_off(s: State, dice: Dice) -> None:
        """Keep those for the second fight who find no room in the first (defenders, 4, Two fights)."""
        del dice
        where, ready = two_fights(s), first.chosen(s)
        idle, able = places.idle.of(s), places.guard.able().of(s)
        for kind, men in idle.items():
            men[...] = (able[kind] - ready[kind]) * where

    # With the besiegers first their men on the wall are safe now: nothing but fire is left of the turn.
    decides = game.setup.first == "besiegers"

    def decided(s: State) -> Mask:
        return (places.wall.living(s) >= game.setup.foothold) & decides

    def concerned(s: State) -> Mask:
        return (places.guard.stunned(s) > 0) | (places.idle.living(s) > 0) | decided(s)

    def recover(s: State, dice: Dice) -> None:
        """Let stunned defenders be fit again, and forget who was kept for the second fight (defenders, 5)."""
        dice.note("stunned defenders are fit again", places.guard.stunned(s) > 0)
        places.guard.recover(s)
        for men in places.idle.of(s).values():
            men[...] = 0
        places.gather(s, decided(s))

    return [
        *archer_phases(game, 1),
        defenders_move(game),
        *archer_phases(game, 2),
        *oil_phases(game.fire),
        Phase("defenders choose whom to fight", tell_off, two_fights),
        *first.phases,
        *second.phases,
        Phase("defenders recover", recover, concerned),
    ]


def _end(game: SiegeTowerGame) -> Callable[[State, Dice], None]:
    """Return the end of a game turn: fires grow older, and what ends (end of the game turn; Endings)."""
    setup, places = game.setup, game.places
    ours, theirs = _break_offs(setup)
    climbs = {kind: game.allowance[kind] >= game.climb for kind in (FIT, WOUNDED)}

    def stuck(s: State) -> Mask:
        below = places.below.of(s)
        nobody: Mask = (s.distance == 0) & (places.top.living(s) + places.wall.living(s) == 0)
        if climbs[FIT]:
            nobody &= below[FIT] + places.below.stunned(s) == 0
        if climbs[WOUNDED]:
            nobody &= below[WOUNDED] == 0
        return nobody

    def lost(s: State) -> NDArray[np.int16]:
        return np.int16(setup.men) - places.living(s) + places.hurt(s)

    def lost_defenders(s: State) -> NDArray[np.int16]:
        return _defenders_dead(game, s) + places.guard.hurt(s) + places.reserve.hurt(s)

    def end(s: State, dice: Dice) -> None:
        burnt = burn_down(game.fire, s, dice)
        ENDINGS.decide(
            s,
            dice,
            foothold=places.wall.living(s) >= setup.foothold,
            destroyed=burnt,
            repulsed=stuck(s) | ours.comes(s, lost),
            abandoned=theirs.comes(s, lost_defenders),
        )

    return end


def _defenders_dead(game: SiegeTowerGame, s: State) -> NDArray[np.int16]:
    places = game.places
    return np.int16(places.defenders) - places.guard.living(s) - places.reserve.living(s)


def _measures(game: SiegeTowerGame) -> tuple[Measure, ...]:
    places, men = game.places, game.setup.men

    def stunned(s: State) -> NDArray[np.int16]:
        return places.below.stunned(s) + places.top.stunned(s) + places.wall.stunned(s)

    return (
        *state_measures(
            "besiegers",
            men,
            dead=lambda s: men - places.living(s),
            wounded=places.hurt,
            stunned=stunned if game.setup.first == "besiegers" else None,
        ),
        *state_measures(
            "defenders",
            places.defenders,
            dead=partial(_defenders_dead, game),
            wounded=lambda s: places.guard.hurt(s) + places.reserve.hurt(s),
            stunned=places.guard.stunned if game.setup.first == "defenders" else None,
        ),
    )


def _series(game: SiegeTowerGame) -> tuple[Measure, ...]:
    places = game.places
    return (
        Measure("besiegers_living", game.setup.men, places.living),
        Measure("defenders_living", places.defenders, lambda s: places.guard.living(s) + places.reserve.living(s)),
        Measure("besiegers_on_wall", game.setup.width, places.wall.living),
        Measure("hexes_burning", HEXES, burning_hexes),
    )
