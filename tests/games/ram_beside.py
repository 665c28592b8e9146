"""Rams of the oracle, begun anywhere, and the package beside them."""

from functools import partial
from typing import Any

from games.beside import Board, beside
from games.hand_worked import sequence_of
from games.ram_twin import TWIN
from oracle import ram_archers, ram_sortie
from oracle.men import Given, Roll, count
from oracle.ram import Fire, RamAttack

ARROWS, OTHER = 1, 5
"""Codes of a hex that has just caught fire."""
STEPS = {
    "move": lambda: ("besiegers' movement",),
    "fight_sortie": lambda: ("besiegers against the sortie",),
    "besiegers_turn": lambda: ("besiegers", "battering"),
    "archers_shoot": lambda *, bows_only: (f"defenders' missiles {1 + bows_only}",),
    "pour_oil": lambda: ("defenders pour",),
    "defenders_turn": lambda: ("defenders", "sortie"),
    "play": lambda: None,
}


def ram_on_both(setup: dict[str, Any], given: Given, roll: Roll) -> RamAttack:
    """Return a ram as `begun` does, every step of which the package plays, too."""
    game: Any = RamAttack.begun(setup, given, roll)
    game.archers_shoot = partial(ram_archers.archers_shoot, game)
    game.fight_sortie = partial(crew_fights, game)
    found: RamAttack = beside(game, lambda: sequence_of("ram", setup, given), board_of, STEPS, TWIN.tallies)
    return found


def crew_fights(game: RamAttack) -> bool:
    """Fight the sortie, and remember whether the crew inside did, as its melee phase does."""
    game.crew_fought = ram_sortie.fight_sortie(game)
    return game.crew_fought


def archers_shoot(game: Any, *, bows_only: bool) -> None:
    game.archers_shoot(bows_only=bows_only)


def fight_sortie(game: Any) -> bool:
    return bool(game.fight_sortie())


def board_of(game: RamAttack) -> Board:
    """Return where everybody stands; a sortie that is out has come out in a turn before."""
    places = {
        "distance": game.distance,
        "marks": game.marks,
        "flame": [flame_of(game.fires.get(place), by_arrows=causes_count(game)) for place in range(3)],
        "oil": game.barrels,
        "engaged": int(game.engaged and not game.breached()),
        "fought": int(game.crew_fought),
        **{state: count(game.crew, state) for state in ("fit", "stunned", "wounded")},
        "rams_left": game.rams_left,
        **{f"sortie_{state}": count(game.sortie, state) for state in ("fit", "stunned", "wounded")},
    }
    out = game.setup["sortie"].get("turn", 1) + 1 if game.sortie_is_out else 1
    return Board(places, turn=max(game.turn, out))


def causes_count(game: RamAttack) -> bool:
    """Whether the package keeps what has lit a fire: if somebody puts it out, or oil waits a turn before it spreads."""
    waits = game.rules.option("fire-spread-timing") == "oil-from-next-turn" and game.setup["oil"]["men"] > 0
    return waits or game.policy("fire_fighters") > 0


def flame_of(fire: Fire | None, *, by_arrows: bool) -> int:
    if fire is None:
        return 0
    return (ARROWS if by_arrows and fire.cause == "arrows" else OTHER) + fire.age
