"""Volleys: a shot or two at somebody who stands, and men who walk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutations.small import BANDS, CROISADES, VIKINGS, Small, Smalls, small

__all__ = ["VOLLEY"]

Changes = Mapping[str, Any]
FAR = BANDS | {"ballista": (2, 52, 102)}
COVERS = ("flat_ground", "scrub", "slope", "trench")
GROUND = ("tree", "tent", "rubble", "filled_moat")
WALKED = ("flat_ground", "scrub", "tree", "slope", "tent", "trench", "rubble", "filled_moat")
RIDDEN = ("flat_ground", "scrub", "slope", "trench")


def volley(
    *shooters: Changes,
    place: str = "flat_ground",
    targets: Changes | None = None,
    more: Changes | None = None,
    **options: str,
) -> Small:
    changes: Changes = {
        "turns": 1,
        "approach": [f"{place} x 1"],
        "targets": {"kind": "armoured", "men": 1, **(targets or {})},
        "shooters": [{"men": 1, "weapon": "ballista", **group} for group in shooters],
        "policies": {"advance": "stand"},
        "break_off": {},
        **(more or {}),
    }
    return small("volley-wall", changes, **options)


def at(distance: int, weapon: str, **group: Any) -> Changes:
    # The way is one hex long, so that the end of it is two away.
    return {"weapon": weapon, "aside": distance - 2, **group}


def walk(place: str, *, mounted: bool = False, **options: str) -> Small:
    targets = {"kind": "knight", "mounted": True} if mounted else {"kind": "of-1"}
    way = {"approach": [f"{place} x 5"], "turns": 3, "policies": {}}
    return volley({"men": 0}, targets=targets, more=way, **options)


RIDER = {"kind": "knight", "mounted": True}
FRIENDS = {"friends": {"men": 2, "wounded": 1}}
VOLLEY: Smalls = {
    **{f"{weapon} at {far}": volley(at(far, weapon)) for weapon, hexes in FAR.items() for far in hexes},
    **{
        f"{weapon} at {far}, croisades": volley(at(far, weapon), missile_ranges="croisades")
        for weapon, hexes in CROISADES.items()
        for far in hexes
    },
    **{
        f"{weapon} at {far}, vikings": volley(at(far, weapon), missile_ranges="vikings")
        for weapon, hexes in VIKINGS.items()
        for far in hexes
    },
    **{f"on {place}": volley({}, place=place) for place in (*COVERS, *GROUND)},
    **{f"rider on {place}": volley({}, place=place, targets=RIDER) for place in COVERS},
    **{f"rider shot by {weapon}": volley(at(2, weapon), targets=RIDER) for weapon in BANDS},
    "a lost band": volley(at(27, "shortbow"), missile_ranges="vikings"),
    **{f"over {place}": walk(place) for place in WALKED},
    **{f"riding over {place}": walk(place, mounted=True) for place in RIDDEN},
    "a walk, croisades": walk("slope", movement_allowances="croisades"),
    "a ride, croisades": walk("slope", mounted=True, movement_allowances="croisades"),
    "a slow walk, croisades": volley(
        {"men": 0},
        targets={"kind": "of-1", "men": 1, "wounded": 1},
        more={"approach": ["slope x 6"], "turns": 3, "policies": {"pace": "slowest"}},
        movement_allowances="croisades",
    ),
    "a heavy rider": volley({}, place="trench", targets=RIDER, missile_ranges="base"),
    "a rider, croisades": volley({}, targets=RIDER, mounted_missile_croisades="croisades"),
    "a knight on foot": volley({}, targets={"kind": "knight"}),
    "a wounded archer": volley({"weapon": "longbow", "wounded": 1}),
    "an archer of skill": volley({"weapon": "longbow", "aptitude": -3}),
    "an archer without": volley({"weapon": "longbow", "aptitude": 3}),
    "beside a friend": volley(at(27, "crossbow"), targets={}, more=FRIENDS, missed_shot_rule="errare-humanum-est"),
    "beside a friend, wounded": volley(
        at(27, "crossbow", wounded=1, aptitude=1), more=FRIENDS, missed_shot_rule="errare-humanum-est"
    ),
    "far, beside a friend": volley(at(77, "crossbow"), more=FRIENDS, missed_shot_rule="errare-humanum-est"),
    "near, beside a friend": volley(at(2, "crossbow"), more=FRIENDS, missed_shot_rule="errare-humanum-est"),
    "a band": volley(
        {"men": 3, "weapon": "longbow"},
        targets={"men": 3},
        more={"approach": ["flat_ground x 20"], "turns": 3, "policies": {}},
    ),
    "beside a friend, forbidden": volley({}, more=FRIENDS),
    "mantlets": volley({}, targets={"men": 1}, more={"mantlets": True, "approach": ["flat_ground x 2"]}),
    "a ballista without ranges": volley({}, missile_ranges="croisades"),
    **{
        f"from {place} at {ground}, {far} away, {name}": volley(
            at(far, "ballista", place=place), place=ground, downward_radius=name
        )
        for place, far in (
            ("battlement", 8),
            ("tower_slit", 8),
            ("tower_slit", 2),
            ("siege_tower_top", 10),
            ("keep_slit", 12),
        )
        for ground in ("scrub", "slope")
        for name in ("play-sheet", "english", "german")
    },
    "from a siege tower at a trench": volley({"place": "siege_tower_top"}, place="trench"),
}
