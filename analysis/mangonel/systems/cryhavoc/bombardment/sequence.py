"""A bombardment as a sequence; `docs/sequences/bombardment.md` says in words what is played here."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import State
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.bombardment.day import day_columns, day_phases, day_tallies, hexes_down
from mangonel.systems.cryhavoc.bombardment.game import BombardmentGame, bombardment_game
from mangonel.systems.cryhavoc.bombardment.setup import BombardmentSetup
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "bombardment"]

ENDINGS = Endings({"breached": "the way into the castle is open", "relieved": "the relieving army is there"})


def bombardment(setup: BombardmentSetup, rules: RuleSet) -> PlaySequence:
    """Build the bombardment of a scenario; it is refused (DataError) if a hex is down from the start."""
    game = bombardment_game(setup, rules)

    def down(s: State) -> NDArray[Any]:
        return hexes_down(game, s.marks)

    def marks(s: State) -> NDArray[Any]:
        return s.marks.sum(axis=0, dtype=np.int16)

    def under_repair(s: State) -> NDArray[Any]:
        return game.points.take(s.repair)

    hexes, most = len(game.targets), game.most_marks
    return PlaySequence(
        name="bombardment",
        columns=day_columns(game),
        phases=[*day_phases(game), Phase("evening", partial(_evening, game))],
        endings=ENDINGS.names,
        turns=setup.turns,
        measures=(Measure("breaches", hexes, down), Measure("marks", most, marks)),
        tallies=day_tallies(game),
        series=(
            Measure("hexes_down", hexes, down),
            Measure("marks", most, marks),
            Measure("points_under_repair", int(game.points.max()), under_repair),
        ),
        unit="day",
        sides=(Side("besiegers", ("breached",), own=("points_under_repair",)), Side("defenders", ("relieved",))),
    )


def _evening(game: BombardmentGame, s: State, dice: Dice) -> None:
    """Look for what ends (one day, 3; Endings)."""
    setup = game.setup
    ENDINGS.decide(
        s,
        dice,
        breached=hexes_down(game, s.marks) >= setup.wanted,
        relieved=np.full(s.size, s.turn == setup.relief),
    )
