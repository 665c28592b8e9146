"""Rams and siege towers at a wall that they have nearly reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutations.small import BANDS, Small, Smalls, small

__all__ = ["RAM", "TOWER"]

Changes = Mapping[str, Any]
ARMED = ("shortbow", "crossbow", "longbow")


def ram(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 4,
        "approach": [],
        "wall": "outer",
        "marks": 3,
        "bombarded": False,
        "man_on_wall": False,
        "besiegers": {"kind": "of-2", "men": 4},
        "archers": {},
        "oil": {},
        "policies": {},
        "break_off": {},
    }
    return small("ram-gate", {**plain, **(changes or {})}, **options)


ARCHER = {"men": 1, "weapon": "longbow", "aside": 1}
OIL = {"barrels": 1, "men": 1}
RAM: Smalls = {
    "breach": ram(),
    "first marks": ram({"marks": 2}),
    "bombarded": ram({"bombarded": True}),
    "bombarded, counting": ram({"bombarded": True}, ram_bombarded_wall_minus_one="-1"),
    "tower": ram({"wall": "tower"}),
    "tower, counting": ram({"wall": "tower"}, ram_tower_minus_one="-1"),
    "keep": ram({"wall": "keep"}),
    "inner": ram({"wall": "inner"}),
    "slow": ram({}, ram_rate="every-second-turn"),
    "on its way": ram({"approach": ["flat_ground x 4", "filled_moat x 1"], "turns": 6}),
    "on its way over rubble": ram({"approach": ["filled_moat x 3"], "turns": 4}),
    "oil": ram({"oil": OIL, "turns": 5}),
    "oil on men": ram({"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked"),
    "oil on men who come round": ram(
        {"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked", oil_retreat="comes-round"
    ),
    "fire arrows": ram({"archers": ARCHER, "turns": 5}),
    "hit first": ram({"archers": ARCHER, "turns": 2}, fire_arrow_to_hit="six-in-ten"),
    "crossbows": ram(
        {"archers": {"men": 1, "weapon": "crossbow", "aside": 0}}, fire_arrow_weapons="bows-and-crossbows"
    ),
    "fight on": ram(
        {"oil": OIL, "policies": {"fire_policy": "ram-on"}, "turns": 5}, burning_hex_occupants="wounded-then-dead"
    ),
    "sortie": ram({"sortie": {"kind": "of-2", "men": 1, "turn": 1}, "turns": 3, "policies": {"room": 1}}),
    "attacked before it batters": ram(
        {
            "first": "defenders",
            "sortie": {"kind": "of-2", "men": 1, "turn": 1},
            "turns": 3,
            "policies": {"room": 1},
        }
    ),
    "two at a time": ram(
        {
            "sortie": {"kind": "of-3", "men": 2, "turn": 1},
            "besiegers": {"kind": "of-2", "men": 5},
            "turns": 3,
            "policies": {"room": 2},
        }
    ),
    "three at a time": ram(
        {
            "sortie": {"kind": "of-1", "men": 3, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 6},
            "turns": 3,
            "policies": {"room": 3},
        }
    ),
    "weak crew": ram(
        {
            "sortie": {"kind": "tough", "men": 2, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 5},
            "turns": 3,
            "policies": {"room": 2},
        }
    ),
    "strong crew": ram(
        {
            "sortie": {"kind": "of-24", "men": 1, "turn": 1},
            "besiegers": {"kind": "of-24", "men": 4},
            "turns": 3,
            "policies": {"room": 1},
        }
    ),
    **{
        f"fire arrows at {far} by {weapon}": ram(
            {"archers": {"men": 1, "weapon": weapon, "aside": far - 1}, "turns": 2},
            fire_arrow_weapons="bows-and-crossbows",
        )
        for weapon in ARMED
        for far in (2, BANDS[weapon][1])
    },
    **{
        f"arrows at {far} by {weapon}": ram(
            {"archers": {"men": 1, "weapon": weapon, "aside": far - 1}, "policies": {"arrows": "men"}, "turns": 1}
        )
        for weapon in ARMED
        for far in BANDS[weapon]
    },
    "a ballista": ram({"archers": ARCHER | {"weapon": "ballista"}}),
    "crossbows without fire": ram({"archers": ARCHER | {"weapon": "crossbow"}, "turns": 2}),
    "fire arrows where croisades has another range": ram(
        {"archers": {"men": 1, "weapon": "shortbow", "aside": 19}, "turns": 2}
    ),
    "in the fire": ram({"oil": OIL, "policies": {"fire_policy": "ram-on"}, "turns": 4}),
    "one by one": ram(
        {
            "sortie": {"kind": "of-1", "men": 1, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 3},
            "turns": 3,
            "marks": 0,
            "policies": {"attack": "separate"},
        }
    ),
    "nobody behind": ram(
        {
            "sortie": {"kind": "of-1", "men": 1, "turn": 1},
            "besiegers": {"kind": "of-1", "men": 3},
            "turns": 3,
            "marks": 0,
        }
    ),
}


def tower(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 3,
        "approach": [],
        "width": 1,
        "abreast": 1,
        "foothold": 1,
        "besiegers": {"kind": "of-4", "men": 4, "top": 1},
        "platform": {},
        "archers": {},
        "oil": {},
        "defenders": {"kind": "of-4", "on_wall": 1},
        "policies": {},
        "break_off": {},
    }
    return small("siege-tower-one", {**plain, **(changes or {})}, **options)


TOWER: Smalls = {
    "one on one": tower(),
    "two abreast": tower(
        {
            "width": 2,
            "abreast": 2,
            "foothold": 2,
            "besiegers": {"kind": "of-2", "men": 5, "top": 2},
            "defenders": {"kind": "of-2", "on_wall": 2, "reserve": 1},
        }
    ),
    "on its way": tower({"approach": ["flat_ground x 2", "filled_moat x 1"], "turns": 5}),
    "oil": tower({"oil": OIL, "turns": 5}),
    "oil on men": tower({"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked"),
    "oil on men who come round": tower(
        {"oil": OIL, "turns": 5}, oil_occupants_of_burning_machine="attacked", oil_retreat="comes-round"
    ),
    "fire arrows": tower({"archers": ARCHER, "approach": ["flat_ground x 4"], "turns": 5}),
    "hit first": tower({"archers": ARCHER, "approach": ["flat_ground x 2"]}, fire_arrow_to_hit="six-in-ten"),
    "arrows at men": tower({"archers": ARCHER, "approach": ["flat_ground x 3"], "policies": {"arrows": "men"}}),
    **{
        f"men shot at {far} by {weapon}": tower(
            {"archers": {"men": 1, "weapon": weapon, "aside": far - 1}, "policies": {"arrows": "men"}, "turns": 1}
        )
        for weapon in ARMED
        for far in BANDS[weapon]
    },
    "a ballista": tower({"archers": ARCHER | {"weapon": "ballista"}}),
    "shot where croisades has another range": tower(
        {"archers": {"men": 1, "weapon": "shortbow", "aside": 19}, "policies": {"arrows": "men"}, "turns": 1}
    ),
    "wounded men shoot back": tower(
        {
            "platform": {"weapon": "longbow"},
            "archers": ARCHER,
            "approach": ["flat_ground x 4"],
            "policies": {"arrows": "men"},
        }
    ),
    "alone against tough men": tower(
        {"besiegers": {"kind": "of-1", "men": 4, "top": 1}, "defenders": {"kind": "tough", "on_wall": 1}}
    ),
    **{
        f"alone on the wall, shot at {far} by {weapon}": tower(
            {
                "width": 2,
                "foothold": 2,
                "defenders": {"kind": "of-4", "on_wall": 0},
                "archers": {"men": 1, "weapon": weapon, "aside": far - 1},
                "policies": {"shoot_wall": "first"},
            }
        )
        for weapon in ARMED
        for far in BANDS[weapon]
    },
    "two defend": tower({"width": 2, "defenders": {"kind": "of-4", "on_wall": 2}, "policies": {"strike": "top"}}),
    "weak men on top": tower(
        {"besiegers": {"kind": "of-2", "men": 4, "top": 1}, "defenders": {"kind": "of-2", "on_wall": 1}}
    ),
    "weaker": tower(
        {
            "besiegers": {"kind": "of-1", "men": 5, "top": 2},
            "abreast": 2,
            "defenders": {"kind": "tough", "on_wall": 1},
            "policies": {"besiegers": {"together": 2}},
        }
    ),
    "strong men on top": tower({"besiegers": {"kind": "of-24", "men": 4, "top": 1}}),
    "strong men from below": tower(
        {"width": 2, "foothold": 2, "besiegers": {"kind": "of-24", "men": 4, "top": 0}, "turns": 2}
    ),
    "three on top": tower(
        {"besiegers": {"kind": "of-3", "men": 6, "top": 3}, "abreast": 3, "policies": {"besiegers": {"together": 3}}}
    ),
    **{
        f"{kind} men from below": tower(
            {"width": 2, "foothold": 2, "besiegers": {"kind": kind, "men": 4, "top": 0}, "turns": 2}
        )
        for kind in ("of-4", "slow", "slow-armoured")
    },
    **{
        f"over the heads of friends, {name}": tower(
            {"archers": ARCHER, "policies": {"arrows": "men"}}, elevation_levels=name
        )
        for name in ("extension", "italian")
    },
    **{
        f"platform with {weapon}": tower({"platform": {"weapon": weapon}, "approach": ["flat_ground x 3"]})
        for weapon in ARMED
    },
    "knights": tower(
        {
            "platform": {"weapon": "longbow"},
            "defenders": {"kind": "knight", "on_wall": 1},
            "archers": ARCHER,
            "besiegers": {"kind": "knight", "men": 4, "top": 1},
            "approach": ["flat_ground x 2"],
            "policies": {"arrows": "men"},
        }
    ),
}
