"""A fire as a sequence; `docs/sequences/fire.md` says in words what is played here."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import State
from mangonel.odds.hexes import Hex, HexMap
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.fire.fighting import fighter_columns, fighter_phases, stayer_phases
from mangonel.systems.cryhavoc.fire.flames import LOST, anything_burns, burn_phase, burning, fire_columns
from mangonel.systems.cryhavoc.fire.game import FireGame, fire_game
from mangonel.systems.cryhavoc.fire.laying import laying_phases, spread_phases
from mangonel.systems.cryhavoc.fire.setup import SIDES, FireSetup
from mangonel.systems.cryhavoc.men.states import men_side
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "fire"]

ENDINGS = Endings(dict.fromkeys(("all_lost", "burnt_out", "put_out"), "nothing burns any more"))
_OWNERS = ("objects_lost", "hexes_burning", "hexes_lost")


def fire(setup: FireSetup, rules: RuleSet) -> PlaySequence:
    """Build the fire of a scenario under a rule set.

    It is refused (DataError) if the rules know no such object, or have no column for an arrow at it.
    """
    game = fire_game(setup, rules)
    spread, at_end = spread_phases(game), game.rules.choice("fire-spread-timing") != "end-of-opponents-turn"
    owner = [*stayer_phases(game), *fighter_phases(game), *([] if at_end else spread)]
    layer = laying_phases(game)
    return PlaySequence(
        name="fire",
        columns=[*fire_columns(game), *fighter_columns(game)],
        phases=[
            *([*owner, *layer] if setup.first == setup.owner else [*layer, *owner]),
            *(spread if at_end else []),
            burn_phase(game),
            Phase("end of the turn", partial(_end, game)),
        ],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=_measures(game),
        tallies=(
            *("fires", "spreads", "tries", "put_out"),
            *(f"lost:{name}" for name in game.names),
            *(f"caught:{name}" for name in game.names),
        ),
        series=(
            Measure("hexes_burning", len(game.names), lambda s: burning(s.flame).sum(axis=0)),
            Measure("hexes_lost", len(game.names), lambda s: (s.flame == LOST).sum(axis=0)),
        ),
        hexes=HexMap("lost", tuple(Hex(name, q, r) for name, (q, r) in zip(game.names, setup.places, strict=True))),
        sides=tuple(
            men_side(name, ("put_out",), own=_OWNERS, losers="men")
            if name == setup.owner
            else Side(name, ("all_lost",))
            for name in SIDES
        ),
    )


def _end(game: FireGame, s: State, dice: Dice) -> None:
    """Look who has lost what, once nothing burns and no fire is to be laid (Endings)."""
    if s.turn < game.last_laid:
        return
    over = ~anything_burns(s.flame)
    lost = s.flame == LOST
    ENDINGS.decide(s, dice, all_lost=over & lost.all(axis=0), burnt_out=over & lost.any(axis=0), put_out=over)


def _measures(game: FireGame) -> tuple[Measure, ...]:
    def objects_lost(s: State) -> NDArray[np.int8]:
        lost = s.flame == LOST
        whole = [lost[list(group)].all(axis=0) for group in game.groups]
        return np.sum(whole, axis=0, dtype=np.int8)

    def dead(s: State) -> NDArray[Any]:
        return s.dead if game.people else np.zeros(s.size, dtype=np.int8)

    def wounded(s: State) -> NDArray[Any]:
        men: NDArray[np.int16] = np.zeros(s.size, dtype=np.int16)
        if game.staying:
            men += s.left_wounded + s.wounded.sum(axis=0, dtype=np.int16)
        return men

    return (
        Measure("objects_lost", len(game.groups), objects_lost),
        Measure("men_dead", game.people, dead),
        Measure("men_wounded", game.people if game.staying else 0, wounded),
    )
