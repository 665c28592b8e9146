"""Short ladder assaults and rams for the tests of their oracles, and dice for them."""

from typing import Any

from games.ladder_beside import assault_on_both
from oracle.outcome import Outcome
from oracle.scripted import Setup, changed

SERGEANT = {
    "attack": 8,
    "wounded_attack": 4,
    "defence": 4,
    "wounded_defence": 2,
    "movement": 6,
    "wounded_movement": 3,
    "armour": "armoured",
}
MILITIA = SERGEANT | {"armour": "unarmoured"}
RUNNER = SERGEANT | {"movement": 8}
CHAMPION = SERGEANT | {"attack": 12}
NO_ATTACK = {"attack_from": "12-1+"}


def ladder_setup(**changes: Any) -> Setup:
    base = {
        "turns": 1,
        "first": "besiegers",
        "width": 1,
        "foothold": 1,
        "approach": [],
        "mantlets": False,
        "besiegers": {"kind": SERGEANT, "ladders": 1, "men": 4},
        "covering": {"men": 0, "weapon": "longbow", "distance": 20},
        "defenders": {"kind": SERGEANT, "on_wall": 1, "reserve": 0, "weapon": "none"},
        "oil": 0,
        "towers": {"men": 0, "weapon": "longbow", "aside": 0},
        "policies": {
            "attack": "joint",
            "attack_from": "1-1",
            "facing": "topple",
            "oil_first": False,
            "topple_empty": False,
            "defence_attack": "joint",
            "fire": "spread",
            "shoot_first": "climber",
            "make_room": True,
        },
        "break_off": {"losses": None, "turn": None},
    }
    return changed(base, changes)


def ram_setup(**changes: Any) -> Setup:
    base = {
        "turns": 1,
        "first": "besiegers",
        "approach": [],
        "wall": "outer",
        "marks": 0,
        "bombarded": False,
        "man_on_wall": False,
        "besiegers": {"kind": SERGEANT, "men": 3, "rams": 1},
        "archers": {"men": 0, "weapon": "longbow", "aside": 0},
        "oil": {"barrels": 0, "men": 0},
        "sortie": {"men": 0, "kind": SERGEANT, "turn": 1},
        "policies": {"fire_policy": "put-out", "fire_fighters": 6, "room": 4},
    }
    return changed(base, changes)


class Dice:
    """Scripted dice; asking for one too many is an error."""

    def __init__(self, *values: int) -> None:
        self.left = list(values)

    def __call__(self) -> int:
        return self.left.pop(0)


def assault(setup: Setup, *values: int, **options: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return assault_on_both(setup, named, Dice(*values))


def finish(game: Any) -> Outcome:
    outcome: Outcome = game.play()
    assert game.roll.left == [], outcome.events
    return outcome
