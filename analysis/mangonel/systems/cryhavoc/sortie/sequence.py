"""The sortie as a sequence; `docs/sequences/sortie.md` says in words what is played here."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.policies import BreakOff
from mangonel.systems.cryhavoc.men.pools import FIT, RIDER
from mangonel.systems.cryhavoc.men.states import men_side, state_measures
from mangonel.systems.cryhavoc.phases.break_off import BreakingOff
from mangonel.systems.cryhavoc.phases.melee import melee_columns, melee_tallies
from mangonel.systems.cryhavoc.phases.panic import PANIC_TALLIES
from mangonel.systems.cryhavoc.situations.fire import burning_turns
from mangonel.systems.cryhavoc.sortie.besiegers import besiegers_turn
from mangonel.systems.cryhavoc.sortie.game import GOING_HOME, HOME, INSIDE, OUT, SortieGame, sortie_game
from mangonel.systems.cryhavoc.sortie.party import party_turn
from mangonel.systems.cryhavoc.sortie.setup import SortieSetup
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "sortie_raid"]

ENDINGS = Endings(
    {
        "engines_destroyed": "all engines are burnt",
        "sortie_lost": "nobody of the sortie is left",
        "sortie_back": "the sortie is over",
    }
)


def sortie_raid(setup: SortieSetup, rules: RuleSet) -> PlaySequence:
    """Build the sortie of a scenario under a rule set.

    It is refused (DataError) if the way cannot be gone, or there is no melee beside the engines.
    """
    game = sortie_game(setup, rules)
    sides = [besiegers_turn(game), party_turn(game)]
    if setup.first == "defenders":
        sides.reverse()
    return PlaySequence(
        name="sortie",
        columns=_columns(game),
        phases=[*sides[0], *sides[1], Phase("end of the turn", partial(_end, game))],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=_measures(game),
        tallies=(
            "shots",
            "hits",
            "fires",
            "tries",
            "put_out",
            "left_behind",
            game.guards.attacks,
            game.party.attacks,
            *melee_tallies(game.guards.pool, game.party.pool),
            *(PANIC_TALLIES if game.party.nerves is not None or game.guards.nerves is not None else ()),
        ),
        series=_series(game),
        looks=(
            Measure("sortie_distance", game.length, lambda s: s.distance),
            Measure("sortie_going_home", 1, lambda s: s.stage == GOING_HOME),
        ),
        sides=(
            men_side("besiegers", ("sortie_lost",), own=("engines_lost", "engines_burning")),
            men_side("defenders", ("engines_destroyed",)),
        ),
    )


def _columns(game: SortieGame) -> list[Column]:
    setup = game.setup
    riders = {RIDER: setup.mounted} if setup.mounted else {}
    return [
        Column("stage", HOME, INSIDE),
        Column("distance", game.length, game.length),
        Column("fire", setup.engines, 0, burning_turns(game.rules)),
        Column("burnt", setup.engines),
        *game.party.columns({FIT: setup.men - setup.mounted} | riders),
        *game.home.columns(),
        *game.guards.columns({FIT: setup.besiegers}),
        *game.busy.columns(),
        *melee_columns(game.party_melee, game.guards_melee),
    ]


def _end(game: SortieGame, s: State, dice: Dice) -> None:
    """Let fires grow older, turn the party back, and look for what ends (end of the game turn, 1 and 2; endings)."""
    setup = game.setup
    last = s.fire[-1].copy()
    dice.note("{:engine} burnt down", last > 0, last)
    s.burnt += last
    s.fire[1:] = s.fire[:-1].copy()
    s.fire[0] = 0
    _turn_back(game, s, dice)
    over = (s.stage != INSIDE) & (s.stage != HOME) & (game.party.left(s) == 0)
    s.stage += (np.int8(HOME) - s.stage) * over
    s.distance += (np.int8(game.length) - s.distance) * over
    quiet = game.burning(s) == 0
    nobody = game.party.left(s) + game.home.living(s) == 0
    ENDINGS.decide(
        s,
        dice,
        engines_destroyed=s.burnt == setup.engines,
        sortie_lost=quiet & nobody,
        sortie_back=quiet & (s.stage == HOME),
    )


def _turn_back(game: SortieGame, s: State, dice: Dice) -> None:
    """Send the party home, once and for all (end of the game turn, 2)."""
    setup = game.setup

    def lost(s: State) -> NDArray[np.int16]:
        # Men who have routed are no losses, wounded or not.
        return _dead(game, s) + game.party.hurt(s) + game.home.hurt(s)

    back = BreakingOff(BreakOff(setup.break_off_losses, setup.break_off_turn)).comes(s, lost)
    if setup.all_burn:
        back |= game.whole(s) == 0
    back &= game.out(s) & (s.stage == OUT)
    s.stage += np.int8(GOING_HOME - OUT) * back
    dice.note("the sortie goes home now", back)


def _dead(game: SortieGame, s: State) -> NDArray[np.int16]:
    return game.setup.men - game.party.living(s) - game.home.living(s)


def _measures(game: SortieGame) -> tuple[Measure, ...]:
    setup, men = game.setup, game.besiegers

    def besiegers_dead(s: State) -> NDArray[np.int16]:
        come = setup.besiegers + (setup.relief if s.turn >= setup.relief_turn else 0)
        return come - game.guards.living(s)

    measures = [
        Measure("engines_lost", setup.engines, lambda s: s.burnt),
        *state_measures(
            "besiegers",
            men,
            dead=besiegers_dead,
            wounded=game.guards.wounded,
            stunned=game.guards.pool.stunned if setup.first == "besiegers" else None,
        ),
        *state_measures(
            "defenders",
            setup.men,
            dead=lambda s: _dead(game, s),
            wounded=lambda s: game.party.wounded(s) + game.home.hurt(s),
            stunned=game.party.pool.stunned if setup.first == "defenders" else None,
        ),
        *game.guards.measures(men),
        *game.party.measures(setup.men),
    ]
    if setup.mounted:
        measures.append(Measure("defenders_horses", setup.mounted, lambda s: s.defenders_horses))
    return tuple(measures)


def _series(game: SortieGame) -> tuple[Measure, ...]:
    return (
        Measure("engines_burning", game.setup.engines, game.burning),
        Measure("engines_lost", game.setup.engines, lambda s: s.burnt),
        Measure("besiegers_living", game.besiegers, game.guards.living),
        Measure("defenders_living", game.setup.men, lambda s: game.party.living(s) + game.home.living(s)),
    )
