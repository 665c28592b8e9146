"""Ladder assaults of the oracle, begun anywhere, and the package beside them."""

from collections.abc import Iterable
from typing import Any

from games.beside import Board, beside
from games.hand_worked import sequence_of
from games.ladder_assault_twin import TWIN
from oracle.ladder import Assault
from oracle.men import Given, Man, Roll, count

STATES = {"fit": 1, "wounded": 2, "stunned": 3}
STEPS = {
    "covering_archers": lambda *, bows_only: (f"besiegers' missiles {1 + bows_only}",),
    "besiegers_move": lambda: ("besiegers' movement", "besiegers are calm"),
    "besiegers_melee": lambda: ("besiegers' melee",),
    "besiegers_turn": lambda: ("besiegers",),
    "defenders_shoot": lambda *, bows_only: (f"defenders' missiles {1 + bows_only}",),
    "defenders_move": lambda: ("defenders' movement",),
    "defenders_melee": lambda: ("defenders' melee", "defenders topple"),
    "defenders_turn": lambda: ("defenders",),
    "play": lambda: None,
}


def assault_on_both(setup: dict[str, Any], given: Given, roll: Roll) -> Assault:
    """Return an assault as `begun` does, every step of which the package plays, too."""
    game = Assault.begun(setup, given, roll)
    return beside(game, lambda: sequence_of("ladder-assault", setup, given), board_of, STEPS, TWIN.tallies)


def board_of(game: Assault) -> Board:
    """Return where everybody stands; a man on the wall is marked by what he has done."""
    panicked = [game.panic.panicked_at(ladder.hex) for ladder in game.ladders]
    places = {
        "distance": [ladder.distance for ladder in game.ladders],
        "upright": [int(ladder.upright) for ladder in game.ladders],
        **{state: [count(ladder.party, state) for ladder in game.ladders] for state in STATES},
        "climber": [STATES[ladder.climber.state] if ladder.climber else 0 for ladder in game.ladders],
        "hex": [code_of(man) for man in game.wall],
        "reserve_fit": count(game.reserve, "fit"),
        "reserve_wounded": count(game.reserve, "wounded"),
        "oil": game.barrels,
        "panicked": [count(men, "fit") for men in panicked],
        "hurt_panicked": [count(men, "wounded") for men in panicked],
        **{f"routed_{state}": count(game.panic.routed, state) for state in ("fit", "wounded")},
    }
    return Board(places, marks(game.wall))


def code_of(man: Man | None) -> int:
    if man is None:
        return 0
    return STATES[man.state] + (0 if man.side == "defender" else 3)


def marks(wall: Iterable[Man | None]) -> dict[str, list[int]]:
    """Return what defenders on the wall have done: of besiegers nothing counts between their steps."""
    ours = [man if man is not None and man.side == "defender" else None for man in wall]
    return {
        mark: [int(man is not None and getattr(man, name)) for man in ours]
        for mark, name in {
            "acted": "attacked",
            "moved": "moved",
            "shot": "shot",
            "in_melee": "in_melee",
            "attacked": "under_attack",
        }.items()
    }
