"""Siege towers of the oracle, begun anywhere, and the package beside them."""

from typing import Any

from games.beside import Board, beside
from games.hand_worked import sequence_of
from games.siege_tower_twin import TWIN
from oracle.men import Given, Roll, count
from oracle.siege_tower import SiegeTower
from oracle.tower_fire import Fire

ARROWS, OTHER = 1, 5
"""Codes of a hex that has just caught fire."""
STATES = ("fit", "stunned", "wounded")
STEPS = {
    "platform_shoots": lambda *, bows_only: (f"besiegers' missiles {1 + bows_only}",),
    "move_tower_and_men": lambda: ("besiegers' movement",),
    "besiegers_turn": lambda: ("besiegers",),
    "archers_shoot": lambda *, bows_only: (f"defenders' missiles {1 + bows_only}",),
    "defenders_turn": lambda: ("defenders",),
    "play": lambda: None,
}


def tower_on_both(setup: dict[str, Any], given: Given, roll: Roll) -> SiegeTower:
    """Return a siege tower as `begun` does, every step of which the package plays, too."""
    game = SiegeTower.begun(setup, given, roll)
    found: SiegeTower = beside(game, lambda: sequence_of("siege-tower", setup, given), board_of, STEPS, TWIN.tallies)
    return found


def board_of(game: SiegeTower) -> Board:
    """Return where everybody stands."""
    groups = {"below": game.below, "top": game.top, "wall": game.wall, "guard": game.on_wall, "reserve": game.reserve}
    places = {f"{name}_{state}": count(men, state) for name, men in groups.items() for state in STATES}
    flame = [flame_of(game.fire.fires.get(place)) for place in range(3)]
    return Board({"distance": game.distance, "oil": game.barrels, "flame": flame, **places}, turn=game.turn)


def flame_of(fire: Fire | None) -> int:
    return 0 if fire is None else (ARROWS if fire.cause == "arrows" else OTHER) + fire.age
