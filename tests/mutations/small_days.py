"""Bombardments, fires, healing and sieges of a few days."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutations.small import Small, Smalls, small

__all__ = ["BOMBARDMENT", "FIRE", "HEALING", "SIEGE_CAMPAIGN"]

Changes = Mapping[str, Any]
POINTS = (1, 3, 6, 9, 12)


def bombard(wall: str, points: int, changes: Changes | None = None, marks: int = 0, **options: str) -> Small:
    plain: Changes = {
        "turns": 2,
        "wanted": 1,
        "engines": {"heavy": points // 3, "light": points % 3},
        "hexes": [{"name": "hex", "wall": wall, "marks": marks}],
        "policies": {},
    }
    return small("bombardment-curtain", {**plain, **(changes or {})}, **options)


INNER = [{"name": "hex", "wall": "outer", "marks": 3}, {"name": "in", "wall": "inner", "before": "hex", "marks": 2}]
KEEP = [{"name": "hex", "wall": "outer", "marks": 3}, {"name": "keep", "wall": "keep", "before": "hex", "marks": 2}]
KEEPS = [{"name": "hex", "wall": "keep", "marks": 1}, {"name": "keep", "wall": "keep", "marks": 2}]
BOMBARDMENT: Smalls = {
    **{f"{points} points": bombard("outer", points, marks=3) for points in POINTS},
    "two light": bombard("outer", 2, marks=3),
    "tower": bombard("tower", 6, marks=3),
    "inner": bombard("outer", 9, {"hexes": INNER, "wanted": 2, "turns": 3}),
    "keep": bombard("outer", 9, {"hexes": KEEP, "wanted": 2, "turns": 3}),
    "two keeps": bombard(
        "outer", 9, {"hexes": KEEPS, "wanted": 2, "turns": 3}, keep_bombardment_condition="keep-damaged"
    ),
    "marks": bombard("outer", 12, {"turns": 4}),
}


def blaze(kind: str, cause: str, changes: Changes | None = None, tries: int = 1, **options: str) -> Small:
    plain: Changes = {
        "turns": 4,
        "owner": "besiegers",
        "first": "defenders",
        "objects": [{"name": "here", "kind": kind, "hexes": [[0, 0]]}],
        "fires": [{"hex": "here", "cause": cause, "tries": tries}],
        "fighters": {},
        "policies": {},
    }
    return small("fire-camp", {**plain, **(changes or {})}, **options)


KINDS = ("heavy_stone_thrower", "light_stone_thrower", "missile_ballista", "mantlet", "tent", "cart", "siege_tower")
KINDS = (*KINDS, "ram", "ladder", "building")
ITALIAN = ("heavy_stone_thrower", "light_stone_thrower", "missile_ballista", "siege_tower", "ram")
TENTS = [
    {"name": "here", "kind": "tent", "hexes": [[0, 0], [1, 0]], "men": 1, "lying": 1},
    {"name": "there", "kind": "tent", "hexes": [[1, -1]], "men": 1, "lying": 1},
]
CAMP: Changes = {
    "objects": TENTS,
    "fires": [{"hex": "here 1", "cause": "arrow", "tries": 1}, {"hex": "there", "cause": "hand", "turn": 2}],
    "fighters": {"men": 1},
    "turns": 5,
}
FIRE: Smalls = {
    **{f"arrow at {kind}": blaze(kind, "arrow") for kind in KINDS},
    **{f"arrow at {kind}, italian": blaze(kind, "arrow", fire_arrow_target_classes="italian") for kind in ITALIAN},
    "arrow at a protected mantlet": blaze("mantlet", "arrow", fire_arrow_target_classes="protected-mantlets"),
    "oil": blaze("ram", "oil"),
    "spread": blaze("ram", "spread"),
    "by hand": blaze("ram", "hand"),
    "by hand, rolled": blaze("ram", "hand", first_fire_column="also-hand-ignition"),
    "hit first": blaze("tent", "arrow", fire_arrow_to_hit="six-in-ten"),
    "a camp": blaze("tent", "arrow", CAMP),
    "who stays": blaze("tent", "arrow", {**CAMP, "policies": {"occupants": "stay"}}),
    "oil that spreads": blaze("tent", "oil", {**CAMP, "fires": [{"hex": "here 1", "cause": "oil"}], "fighters": {}}),
    "spreading, its owner first": blaze("tent", "arrow", {**CAMP, "first": "besiegers"}),
    "spreading": blaze(
        "tent", "arrow", {**CAMP, "fires": [{"hex": "here 1", "cause": "hand", "turn": 1}], "fighters": {}}
    ),
    "who stays and burns": blaze(
        "tent", "arrow", {**CAMP, "policies": {"occupants": "stay"}}, burning_hex_occupants="wounded-then-dead"
    ),
}


def sickbed(changes: Changes | None = None, **options: str) -> Small:
    return small("healing-six", {"turns": 20, "fit": 1, "wounded": 2, "casualties": [], **(changes or {})}, **options)


HEALING: Smalls = {
    "d10": sickbed(),
    "croisades": sickbed(healing_table="croisades"),
    "daily": sickbed(healing_who_rolls="daily"),
}

BREACH: Changes = {
    "turns": 2,
    "attackers": {"men": 2, "terrain": "rubble"},
    "defenders": {"men": 1, "terrain": "flat_ground"},
}
STONES: Changes = {
    "wanted": 1,
    "engines": {"light": 0, "heavy": 3},
    "hexes": [{"name": "curtain", "wall": "outer", "marks": 3}],
}


LADDERS: Changes = {
    "turns": 3,
    "width": 1,
    "foothold": 1,
    "approach": ["flat_ground x 2"],
    "besiegers": {"ladders": 1, "men": 2},
    "defenders": {"on_wall": 1, "oil": 1},
    "towers": {"men": 1, "weapon": "longbow", "aside": 0},
}
RAM: Changes = {
    "hex": "curtain",
    "turns": 2,
    "approach": [],
    "besiegers": {"men": 3},
    "archers": {"men": 1, "weapon": "longbow", "aside": 1},
    "oil": {"barrels": 1, "men": 1},
}
TOWER: Changes = {
    "turns": 2,
    "approach": [],
    "width": 1,
    "foothold": 1,
    "besiegers": {"men": 4, "top": 1},
    "defenders": {"on_wall": 1},
    "archers": {"men": 1, "weapon": "longbow", "aside": 1},
    "policies": {"arrows": "men"},
}


def siege(changes: Changes, **options: str) -> Small:
    plain: Changes = {
        "turns": 6,
        "relief": 6,
        "besiegers": {"kind": "of-4", "men": 4},
        "defenders": {"kind": "of-2", "men": 2},
        "policies": {"breaches": 0, "from_day": 1, "rest": 1},
        "break_off": {},
    }
    return small("siege-breach", {**plain, **changes}, **options)


SIEGE_CAMPAIGN: Smalls = {
    "a breach": siege(
        {
            "bombardment": STONES,
            "breach": BREACH | {"attackers": {"men": 3, "terrain": "rubble"}},
            "policies": {"breaches": 1},
            "besiegers": {"kind": "of-4", "men": 6},
            "turns": 3,
        }
    ),
    "croisades": siege(
        {"bombardment": STONES, "breach": BREACH, "policies": {"breaches": 1}, "turns": 20, "relief": 20},
        healing_table="croisades",
    ),
    "daily": siege({"bombardment": STONES, "breach": BREACH, "policies": {"breaches": 1}}, healing_who_rolls="daily"),
    "points": siege(
        {
            "bombardment": STONES | {"engines": {"light": 2, "heavy": 2}},
            "breach": BREACH,
            "policies": {"breaches": 1},
            "turns": 3,
        }
    ),
    "few points": siege(
        {
            "bombardment": STONES | {"engines": {"light": 1, "heavy": 1}},
            "breach": BREACH,
            "policies": {"breaches": 1},
            "turns": 3,
        }
    ),
    "ladders": siege({"assault": LADDERS, "turns": 3}),
    "a ram": siege(
        {"ram": RAM, "breach": BREACH, "turns": 3, "bombardment": STONES, "policies": {"breaches": 1, "from_day": 1}}
    ),
    "a tower": siege({"tower": TOWER, "turns": 3}),
    "stones and a breach": siege({"bombardment": STONES, "breach": BREACH, "policies": {"breaches": 1}}),
}
