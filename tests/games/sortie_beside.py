"""Sorties of the oracle, begun anywhere, and the package beside them."""

from functools import partial
from typing import Any

from games.beside import Board, beside
from games.hand_worked import sequence_of
from games.melee_beside import men_of
from games.sortie_twin import TWIN
from mangonel.games.cryhavoc.sortie import GOING_HOME, INSIDE, OUT
from oracle import sortie_archers
from oracle.men import Given, Roll, count
from oracle.sortie import Sortie

STEPS = {"shoot": lambda *, bows_only: (f"besiegers' missiles {1 + bows_only}",), "play": lambda: None}


def sortie_on_both(setup: dict[str, Any], given: Given, roll: Roll) -> Sortie:
    """Return a sortie as `begun` does; the package plays shots at it, and whole games, too."""
    game: Any = Sortie.begun(setup, given, roll)
    game.shoot = partial(sortie_archers.shoot, game)
    found: Sortie = beside(game, lambda: sequence_of("sortie", setup, given), board_of, STEPS, TWIN.tallies)
    return found


def shoot(game: Any, *, bows_only: bool) -> None:
    game.shoot(bows_only=bows_only)


def board_of(game: Sortie) -> Board:
    """Return where everybody stands."""
    party = [man for man in game.party if man not in game.dropped]
    men = men_of("defenders_", party) | men_of("besiegers_", game.besiegers)
    home = {f"home_{state}": count(game.dropped, state) for state in ("fit", "wounded")}
    stage = GOING_HOME if game.going_home else OUT if game.distance < game.gate else INSIDE
    return Board({"distance": game.distance, **men, **home}, {"stage": stage}, game.turn)
