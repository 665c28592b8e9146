"""A volley as a sequence; `docs/sequences/volley.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.policies import BreakOff
from mangonel.systems.cryhavoc.men.pools import FIT, WOUNDED
from mangonel.systems.cryhavoc.men.states import men_side, state_measures
from mangonel.systems.cryhavoc.phases.break_off import BreakingOff
from mangonel.systems.cryhavoc.volley.game import VolleyGame, volley_game
from mangonel.systems.cryhavoc.volley.march import march_phases
from mangonel.systems.cryhavoc.volley.missiles import missile_phases, rested
from mangonel.systems.cryhavoc.volley.setup import VolleySetup
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "volley"]

ENDINGS = Endings(
    {
        "destroyed": "no target is left",
        "arrived": "the targets have arrived",
        "broken_off": "the targets break off",
    }
)


def volley(setup: VolleySetup, rules: RuleSet) -> PlaySequence:
    """Build the volley of a scenario under a rule set.

    It is refused if the rule set does not know the ground or a weapon (DataError), or the sources have lost a range or
    radius that is needed (UnknownCellError).
    """
    game = volley_game(setup, rules)
    shooters = [*missile_phases(game, 1), *missile_phases(game, 2), rested(game)]
    targets = march_phases(game)
    sides = [shooters, targets] if setup.first == "shooters" else [targets, shooters]
    return PlaySequence(
        name="volley",
        columns=_columns(game),
        phases=[*sides[0], *sides[1], Phase("end of the turn", _end(game))],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=_measures(game),
        tallies=_tallies(game),
        series=_series(game),
        sides=(
            men_side("shooters", ("destroyed", "broken_off"), losers="friends", losing=game.friends is not None),
            men_side("targets", ("arrived",), own=("hexes_gained",)),
        ),
    )


def _columns(game: VolleyGame) -> list[Column]:
    setup, hexes = game.setup, len(game.setup.approach)
    columns = game.pool.columns(game.start)
    for band in game.bands:
        there = band.name == "riders" or not setup.mounted
        columns += [Column(f"{band.name}_distance", hexes, hexes if there else 0), Column(f"{band.name}_fell_back", 1)]
    if game.friends is not None:
        columns += game.friends.columns({FIT: setup.friends - setup.friends_wounded, WOUNDED: setup.friends_wounded})
    return columns


def _end(game: VolleyGame) -> Callable[[State, Dice], None]:
    """Return what ends: nobody left, a band at the shooters, losses enough (Endings)."""
    setup = game.setup
    limits = BreakingOff(BreakOff(setup.break_off_losses, setup.break_off_turn))

    def lost(s: State) -> NDArray[np.int16]:
        return setup.men - setup.wounded - game.unhurt(s)

    def end(s: State, dice: Dice) -> None:
        destroyed = game.pool.living(s) == 0
        arrived = np.zeros(s.size, dtype=np.bool_)
        for band in game.bands:
            arrived |= (band.pool.living(s) > 0) & (band.distance(s) == 0)
        ENDINGS.decide(s, dice, destroyed=destroyed, arrived=arrived, broken_off=limits.comes(s, lost))

    return end


def _measures(game: VolleyGame) -> tuple[Measure, ...]:
    setup, friends = game.setup, game.friends
    measures = [
        *state_measures(
            "targets",
            setup.men,
            dead=lambda s: setup.men - game.pool.living(s),
            wounded=game.pool.hurt,
            stunned=game.pool.stunned if setup.first == "targets" else None,
        )
    ]
    if setup.mounted:
        foot = game.bands[-1].pool
        measures.append(Measure("targets_unhorsed", setup.men, foot.living))
    if friends is not None:
        measures += [
            Measure("friends_dead", setup.friends, lambda s: setup.friends - friends.living(s)),
            Measure("friends_wounded", setup.friends, friends.hurt),
        ]
    return tuple(measures)


def _tallies(game: VolleyGame) -> tuple[str, ...]:
    friends = ("friends_hit",) if game.friends is not None else ()
    return ("shots", "hits", "retreats", *friends, *(("horses_killed",) if game.setup.mounted else ()))


def _series(game: VolleyGame) -> tuple[Measure, ...]:
    setup, hexes = game.setup, len(game.setup.approach)

    def won(s: State) -> NDArray[np.int64]:
        """Hexes that the foremost living band has behind it; none if nobody lives."""
        behind = np.zeros(s.size, dtype=np.int64)
        for band in game.bands:
            np.maximum(behind, (hexes - band.distance(s)) * (band.pool.living(s) > 0), out=behind)
        return behind

    return (
        Measure("targets_living", setup.men, game.pool.living),
        Measure("targets_unhurt", setup.men, game.unhurt),
        Measure("hexes_gained", hexes, won),
    )
