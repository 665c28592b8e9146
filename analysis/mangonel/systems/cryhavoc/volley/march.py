"""The targets' player turn of a volley."""

from __future__ import annotations

import numpy as np

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.pools import STUNNED
from mangonel.systems.cryhavoc.volley.game import Band, VolleyGame

__all__ = ["march_phases"]


def march_phases(game: VolleyGame) -> list[Phase]:
    """Return the movement of each band, riders first, and the recovery of stunned men (targets, 1 and 2)."""
    moves = [_move(game, band) for band in game.bands if band.reached is not None]
    return [*moves, _recovery(game)]


def _move(game: VolleyGame, band: Band) -> Phase:
    """Return the movement of a band towards the shooters (targets, 1)."""
    quicker, slower = (0, 1) if game.setup.pace == "fit" else (1, 0)
    reached = band.reached

    def able(s: State) -> Mask:
        men = band.pool.of(s)
        return np.logical_or.reduce([men[state] > 0 for state in band.able])

    def move(s: State, dice: Dice) -> None:
        assert reached is not None
        men, distance = band.pool.of(s), band.distance(s)
        goes = able(s)
        first = men[band.able[quicker]] > 0
        to = np.where(first, reached[quicker].take(distance), reached[slower].take(distance))
        steps = (distance - to) * goes
        distance -= steps
        on = "riders" if band.name == "riders" else "men on foot"
        dice.note(f"the {on} come on, {{:hex}} to go", (steps > 0) & (distance > 0), distance)
        dice.note(f"the {on} arrive", (steps > 0) & (distance == 0))

    return Phase(f"targets' movement, {band.name}", move, able)


def _recovery(game: VolleyGame) -> Phase:
    """Return the recovery of all stunned men (targets, 2)."""

    def stunned(s: State) -> Mask:
        return game.pool.stunned(s) > 0

    def recover(s: State, dice: Dice) -> None:
        dice.note("fit again: {}", stunned(s), game.pool.of(s)[STUNNED])
        game.pool.recover(s)

    return Phase("targets recover", recover, stunned)
