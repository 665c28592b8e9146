"""Melees, sorties and panic, a few men and turns each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutations.small import BANDS, COLUMNS, Small, Smalls, small

__all__ = ["MELEE", "PANIC", "SORTIE"]

Changes = Mapping[str, Any]
GROUND = ("scrub", "slope", "battlement", "tower_door", "keep_door", "siege_tower_top", "siege_tower", "ladder_climb")
GROUND = (*GROUND, "castle_gate", "covered_ram", "trench", "rubble", "stairs", "moat", "drawbridge", "filled_moat")
GROUND = (*GROUND, "tree", "tent", "building_interior", "building_wall_hexside", "building_outer_corner", "mantlet")
GROUND = (*GROUND, "building_door_or_courtyard_entry", "arrow_slit", "tower_or_keep_interior", "spiral_stair", "window")
RIDDEN = ("flat_ground", "scrub", "slope", "trench", "castle_gate", "drawbridge", "building_outer_corner")
RIDDEN = (*RIDDEN, "building_door_or_courtyard_entry")
UNRIDDEN = ("tree", "tent", "rubble", "filled_moat")
RIDER = {"kind": "knight", "mounted": 1}
ARMED = ("shortbow", "crossbow", "longbow")


def duel(
    attackers: Changes,
    defenders: Changes,
    turns: int = 1,
    *,
    panic: bool = False,
    policies: Changes | None = None,
    **options: str,
) -> Small:
    sides = {"attackers": attackers, "defenders": defenders}
    changes = {name: {"kind": "of-1", "men": 1} | dict(side) for name, side in sides.items()}
    limits: Changes = {"turns": turns, "policies": policies or {}, "break_off": {}, "panic": panic}
    return small("melee-line", {**limits, **changes}, **options)


MELEE: Smalls = {
    **{f"{k} to 1": duel({"kind": f"of-{k}"}, {}) for k in COLUMNS},
    **{f"{k} to 1 against a rider": duel({"kind": f"of-{k}"}, RIDER) for k in COLUMNS},
    **{f"from {a} against {b}": duel({"kind": "of-5", "terrain": a}, {"terrain": b}) for a in "-0+" for b in "-0+"},
    **{f"on {place}": duel({"kind": "of-5"}, {"terrain": place}) for place in GROUND},
    **{f"rider on {place}": duel(RIDER | {"terrain": place}, {"kind": "of-5"}) for place in RIDDEN},
    "at a window": duel({"kind": "of-5"}, {"terrain": "window"}, window_combat="plus"),
    "through a window": duel({"kind": "of-5", "terrain": "window"}, {}, window_combat="defence-plus"),
    "three on one": duel({"kind": "of-2", "men": 3}, {}),
    "three on a rider": duel({"kind": "of-2", "men": 3}, RIDER),
    "beyond the last column": duel({"kind": "of-12", "men": 2, "terrain": "-"}, {"terrain": "+"}),
    "weaker": duel({}, {"kind": "knight"}),
    "left of all columns": duel({"terrain": "-", "men": 2}, {"terrain": "+"}),
    "panic, followed": duel(
        {"kind": "of-4", "men": 3},
        {"kind": "of-2", "men": 6},
        turns=3,
        panic=True,
        policies={"attackers": {"follow": True}},
    ),
    "panic": duel({"kind": "of-4", "men": 3}, {"kind": "of-2", "men": 6}, turns=3, panic=True),
}


def raid(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 4,
        "approach": ["flat_ground x 2"],
        "engines": 2,
        "sortie": {"kind": "of-2", "men": 2},
        "besiegers": {"kind": "of-1", "men": 1},
        "relief": {},
        "archers": {},
        "policies": {},
        "break_off": {},
    }
    return small("sortie-battery", {**plain, **(changes or {})}, **options)


def shot_party(weapon: str, aside: int, **changes: Any) -> Small:
    archers = {"men": 1, "weapon": weapon, "aside": aside}
    return raid({"archers": archers, "turns": 2, "besiegers": {}, **changes})


def ridden(place: str, **options: str) -> Small:
    besiegers = {"kind": "of-4", "men": 1}
    return raid({"approach": [f"{place} x 3"], "sortie": RIDER | {"men": 1}, "besiegers": besiegers}, **options)


GUARDED = {"men": 2, "kind": "of-4"}
SORTIE: Smalls = {
    "torches": raid({"besiegers": {}, "turns": 7}),
    "a guard": raid(),
    **{f"shot at {far} by {weapon}": shot_party(weapon, far) for weapon in ARMED for far in BANDS[weapon]},
    "a ballista": shot_party("ballista", 4),
    "shot where croisades has another range": shot_party("shortbow", 20),
    "shot on a long way": shot_party("longbow", 4, approach=["flat_ground x 12"], turns=3),
    "one guard of a rider": raid({"sortie": RIDER | {"men": 1}, "besiegers": {"kind": "of-4", "men": 1}}),
    "weak guards": raid(
        {"sortie": {"kind": "tough", "men": 2}, "besiegers": {"kind": "of-1", "men": 2, "terrain": "covered_ram"}}
    ),
    "strong guard of a ram": raid(
        {"sortie": {"kind": "of-1", "men": 2}, "besiegers": {"kind": "of-24", "men": 1, "terrain": "covered_ram"}}
    ),
    "three guards": raid({"besiegers": {"kind": "of-2", "men": 3}, "sortie": {"kind": "of-2", "men": 3}, "turns": 2}),
    "strong guards": raid(
        {"besiegers": {"kind": "of-12", "men": 2}, "sortie": {"kind": "of-12", "men": 1}, "turns": 2}
    ),
    "guards of a ram": raid({"besiegers": GUARDED | {"terrain": "covered_ram"}}),
    "guards on rubble": raid({"besiegers": GUARDED | {"terrain": "rubble"}}),
    "guards in a trench": raid({"besiegers": GUARDED | {"terrain": "trench"}}),
    "relief": raid({"relief": {"men": 1, "turn": 2}}),
    "a rider": raid(
        {
            "sortie": RIDER | {"men": 1},
            "besiegers": {"kind": "of-4", "men": 2},
            "policies": {"besiegers": {"together": 2}},
        }
    ),
    "panic": raid(
        {"panic": True, "panic_of": {}, "besiegers": {"kind": "of-4", "men": 3}, "sortie": {"kind": "of-4", "men": 3}}
    ),
    "a party that goes on": shot_party(
        "longbow", 4, approach=["flat_ground x 12"], turns=3, sortie={"kind": "of-2", "men": 3}
    ),
    "panic that nobody follows": raid(
        {
            "panic": True,
            "panic_of": {},
            "besiegers": {"kind": "of-4", "men": 3},
            "sortie": {"kind": "of-4", "men": 3},
            "policies": {"sortie": {"advance": False}, "besiegers": {"advance": False}},
            "turns": 6,
        }
    ),
    **{f"riding over {place}": ridden(place) for place in (*RIDDEN[:4], "drawbridge", *UNRIDDEN)},
    **{
        f"walking over {place}": shot_party("longbow", 4, approach=[f"{place} x 4"])
        for place in (*RIDDEN[:4], "drawbridge", *UNRIDDEN)
    },
    **{f"shot by {weapon}": shot_party(weapon, 4) for weapon in ("shortbow", "crossbow", "longbow")},
    "riders shot by crossbow": shot_party("crossbow", 4, sortie=RIDER | {"men": 1}),
    "riders among strong guards": raid({"sortie": RIDER | {"men": 1}, "besiegers": {"kind": "of-12", "men": 1}}),
    "riders shot": shot_party("longbow", 4, sortie=RIDER | {"men": 1}),
    "knights shot": shot_party("longbow", 4, sortie={"kind": "knight", "men": 1}),
}


def crowd(changes: Changes | None = None, **options: str) -> Small:
    plain: Changes = {
        "turns": 4,
        "knights": 0,
        "soldiers": 4,
        "peasants": 4,
        "rally_each": 0,
        "edge": 3,
        "broken": 8,
        "deaths": {"first": "soldier", "more": 2, "risk": 5, "class": "peasant"},
    }
    return small("panic-one", {**plain, **(changes or {})}, **options)


PANIC: Smalls = {"a crowd": crowd(), "nobody dies twice": crowd({"deaths": {"first": "soldier"}})}
