"""Melees of the oracle, begun anywhere, and the package beside them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.beside import Board, beside
from games.hand_worked import sequence_of
from games.melee_twin import TWIN
from oracle import fighting
from oracle.fighting import Fighter, Group
from oracle.melee import SIDES, Melee
from oracle.men import Given, Roll

KINDS = ("fit", "stunned", "wounded", "riders", "hurt_riders")
POOLS = {
    "": (*KINDS, "panicked", "hurt_panicked"),
    "back_": KINDS,
    "fled_": ("panicked", "hurt_panicked"),
    "routed_": ("fit", "wounded"),
}
STEPS = {
    "fight": lambda side: (f"{side}' melee",),
    "movement": lambda side, _other: (f"{side}' movement",),
    "player_turn": lambda side: (side,),
    "play": lambda: None,
}


def melee_on_both(setup: dict[str, Any], given: Given, roll: Roll) -> Melee:
    """Return a melee as `begun` does, every step of which the package plays, too."""
    game: Any = Melee.begun(setup, given, roll)

    def fight(side: str) -> None:
        fighting.fight_in_contact(game, game.group(side), game.group(SIDES[side == "attackers"]))

    game.fight = fight
    found: Melee = beside(game, lambda: sequence_of("melee", setup, given), board_of, STEPS, TWIN.tallies)
    return found


def fight_in_contact(game: Any, ours: Group, theirs: Group) -> None:
    assert theirs.name != ours.name
    game.fight(ours.name)


def board_of(game: Melee) -> Board:
    """Return where everybody stands."""
    places = {name: number for side in SIDES for name, number in men_of(f"{side}_", game.men[side]).items()}
    return Board(places, turn=game.turn)


def men_of(prefix: str, men: Iterable[Fighter]) -> dict[str, int]:
    """Return the men of a side by column."""
    found = Counter({f"{prefix}{pool}{kind}": 0 for pool, kinds in POOLS.items() for kind in kinds})
    found[f"{prefix}horses"] = 0
    for man in men:
        found[f"{prefix}horses"] += man.horse_killed
        if man.living:
            found[prefix + column_of(man)] += 1
    return dict(found)


def column_of(man: Fighter) -> str:
    if man.routed:
        return f"routed_{man.state}"
    if man.panicked:
        fled = "" if man.overtaken else "fled_"
        return f"{fled}{'hurt_' * (man.state == 'wounded')}panicked"
    kind = {"fit": "riders", "wounded": "hurt_riders"}[man.state] if man.rides else man.state
    return f"{'back_' * man.back}{kind}"
