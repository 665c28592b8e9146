"""Ladders at a wall, carried a few hexes at most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutations.small import BANDS, Small, Smalls, small

__all__ = ["LADDER"]

Changes = Mapping[str, Any]
ARMED = ("shortbow", "crossbow", "longbow")
WALKED = ("flat_ground", "scrub", "tree", "slope", "tent", "trench", "rubble", "filled_moat")


def assault(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 3,
        "width": 1,
        "foothold": 1,
        "approach": [],
        "besiegers": {"kind": "of-4", "ladders": 1, "men": 2},
        "defenders": {"kind": "of-2", "on_wall": 1},
        "towers": {},
        "covering": {},
        "policies": {},
        "break_off": {},
    }
    return small("ladder-one", {**plain, **(changes or {})}, **options)


def shot_at(distance: int, weapon: str, place: str = "flat_ground", **options: str) -> Small:
    towers = {"men": 1, "weapon": weapon, "aside": distance - 2}
    way = {"approach": [f"{place} x 1"], "first": "defenders", "turns": 1}
    return assault({**way, "towers": towers}, **options)


def carried(place: str, **options: str) -> Small:
    return assault({"approach": [f"{place} x 5"], "turns": 3, "defenders": {"kind": "of-2", "on_wall": 1}}, **options)


WIDE = {"width": 2, "foothold": 2}
LADDER: Smalls = {
    "one climber": assault(),
    "three on two": assault(
        {
            **WIDE,
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 4},
            "defenders": {"kind": "of-2", "on_wall": 2},
            "turns": 5,
        }
    ),
    "an empty wall": assault({**WIDE, "defenders": {"kind": "of-2", "on_wall": 0, "reserve": 1}, "turns": 4}),
    "nobody there": assault({**WIDE, "defenders": {"kind": "of-2", "on_wall": 0}}),
    "oil": assault({"defenders": {"kind": "of-2", "on_wall": 1, "oil": 1}, "policies": {"oil_at": "climber-first"}}),
    "panic": assault({"panic": True, "besiegers": {"kind": "of-4", "ladders": 1, "men": 4}, "turns": 4}),
    "levy": assault(
        {
            "panic": True,
            "panic_of": {"followed": True},
            "first": "defenders",
            "approach": ["flat_ground x 1"],
            "towers": {"men": 3, "weapon": "crossbow", "aside": 0},
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 6},
            "turns": 1,
        }
    ),
    "panic under fire": assault(
        {
            "panic": True,
            "approach": ["flat_ground x 40"],
            "towers": {"men": 3, "weapon": "longbow", "aside": 0},
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 6},
            "turns": 2,
        }
    ),
    "covered": assault(
        {"covering": {"men": 1, "weapon": "crossbow", "distance": 2}, "policies": {"cover_fire": "always"}}
    ),
    "through moats": assault({"approach": ["flat_ground x 1", "moat x 2", "flat_ground x 1"], "turns": 6}),
    "attacked before he pours": assault(
        {"besiegers": {"kind": "of-1", "ladders": 1, "men": 2}, "defenders": {"kind": "of-2", "on_wall": 1, "oil": 1}}
    ),
    "a party that goes on": assault(
        {
            "approach": ["flat_ground x 6"],
            "besiegers": {"kind": "of-4", "ladders": 1, "men": 4},
            "towers": {"men": 1, "weapon": "longbow", "aside": 0},
            "turns": 4,
        }
    ),
    "mantlets": assault(
        {"approach": ["flat_ground x 8"], "mantlets": True, "towers": {"men": 1, "weapon": "longbow", "aside": 0}}
    ),
    **{f"over {place}": carried(place) for place in WALKED},
    **{f"shot at {far} by {weapon}": shot_at(far, weapon) for weapon in ARMED for far in BANDS[weapon]},
    "shot, croisades": shot_at(42, "shortbow", missile_ranges="croisades"),
    "shot where croisades has another range": shot_at(20, "shortbow"),
    "a ballista": shot_at(2, "ballista"),
    **{f"shot at {far} in {place}": shot_at(far, "longbow", place) for far in (8, 9) for place in ("scrub", "slope")},
    "weak climbers": assault(
        {
            **WIDE,
            "besiegers": {"kind": "of-1", "ladders": 1, "men": 4},
            "defenders": {"kind": "tough", "on_wall": 1},
            "turns": 5,
        }
    ),
    "one weak climber": assault({"besiegers": {"kind": "of-1", "ladders": 1, "men": 2}}),
    "strong climbers": assault({"besiegers": {"kind": "of-24", "ladders": 1, "men": 2}}),
    "three hexes": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-4", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 0, "reserve": 1},
            "turns": 3,
        }
    ),
    "three against one": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-1", "ladders": 3, "men": 2},
            "defenders": {"kind": "tough", "on_wall": 0, "reserve": 1},
            "turns": 4,
        }
    ),
    "three ladders on two": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-4", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 2},
            "turns": 4,
        }
    ),
    "three ladders, weaker": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-2", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 2},
            "turns": 4,
        }
    ),
    "three ladders": assault(
        {
            "width": 3,
            "foothold": 3,
            "besiegers": {"kind": "of-4", "ladders": 3, "men": 2},
            "defenders": {"kind": "of-2", "on_wall": 3},
            "turns": 3,
        }
    ),
    "facing, they fight": assault({"policies": {"facing": "fight"}}),
    "quick climbers": assault({**WIDE, "besiegers": {"kind": "quick", "ladders": 1, "men": 2}}),
    **{f"shot on {place}": shot_at(2, "longbow", place) for place in (*WALKED, "moat")},
    **{
        f"defenders shoot {weapon}": assault(
            {"defenders": {"kind": "of-2", "on_wall": 1, "weapon": weapon}, "policies": {"facing": "shoot"}}
        )
        for weapon in ARMED
    },
    "knights": assault(
        {"besiegers": {"kind": "knight", "ladders": 1, "men": 2}, "towers": {"men": 1, "weapon": "longbow", "aside": 0}}
    ),
}
