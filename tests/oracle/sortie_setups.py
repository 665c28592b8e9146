"""Short sorties for the tests of their oracle."""

from typing import Any

from oracle.scripted import FIGHT_POLICIES, SERGEANT, Setup, changed


def sortie(**changes: Any) -> Setup:
    """One sergeant against one engine that nobody guards, if nothing else is said."""
    base = {
        "turns": 9,
        "first": "defenders",
        "approach": ["flat_ground"],
        "engines": 1,
        "sortie": {"kind": SERGEANT, "men": 1, "mounted": 0, "turn": 1, "room": None},
        "besiegers": {"kind": SERGEANT, "men": 0, "terrain": "flat_ground", "room": None},
        "relief": {"men": 0, "turn": 1},
        "archers": {"men": 0, "weapon": "longbow", "aside": 1},
        "policies": {
            "sortie": FIGHT_POLICIES | {"task": "burn", "torches": 1},
            "besiegers": FIGHT_POLICIES | {"fire_policy": "put-out", "fire_fighters": 2},
        },
        "break_off": {"turn": None, "losses": None, "all_burn": False},
    }
    return changed(base, changes)
