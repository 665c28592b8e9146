"""A volley and its oracle."""

import random
from dataclasses import asdict
from typing import Any

from games.melee_twin import flat_kind
from games.registry import Twin
from games.variants import KINDS, MISSILE_TABLES, RIDER_TABLES, WEAPONS
from mangonel.games.cryhavoc.keys import AIMS, APPROACH_TERRAINS
from mangonel.games.cryhavoc.volley import BANDS, PLACES, SIDES, VolleySetup
from mangonel.games.scenario import Scenario, load_scenario
from mutations.small import CROISADES, DISTANCES, VIKINGS, Changes, Small, Smalls, small
from oracle.volley import play_volley


def oracle_setup(setup: VolleySetup) -> dict[str, Any]:
    return {
        "turns": setup.turns,
        "first": setup.first,
        "approach": list(setup.approach),
        "mantlets": setup.mantlets,
        "targets": {
            "kind": flat_kind(setup.kind),
            "men": setup.men,
            "wounded": setup.wounded,
            "mounted": setup.mounted,
        },
        "shooters": [asdict(group) for group in setup.shooters],
        "friends": {"men": setup.friends, "wounded": setup.friends_wounded},
        "policies": {key: getattr(setup, key) for key in ("aim", "band", "advance", "pace", "unhorsed")},
        "break_off": {"losses": setup.break_off_losses, "turn": setup.break_off_turn},
    }


def some_group(draw: random.Random) -> dict[str, object]:
    group: dict[str, object] = {
        "men": draw.randint(0, 4),
        "weapon": draw.choice((*WEAPONS, "ballista")),
        "place": draw.choice(PLACES),
        "aside": draw.choice((0, draw.randint(0, 12), draw.randint(0, 12), draw.randint(0, 120))),
    }
    if group["weapon"] == "ballista":
        return group | {"ready": draw.randint(1, 3)}
    return group | {"wounded": draw.randint(0, int(str(group["men"]))), "aptitude": draw.choice((0, 0, -3, -1, 2, 3))}


def some_volley(draw: random.Random) -> Scenario:
    mounted = draw.random() < 0.5
    mantlets = not mounted and draw.random() < 0.4
    ground = [place for place in APPROACH_TERRAINS if not mantlets or place not in ("tree", "tent", "rubble")]
    approach = [f"{draw.choice((*ground, 'flat_ground'))} x {draw.randint(1, 8)}" for _ in range(draw.randint(1, 5))]
    men = draw.randint(1, 16)
    groups = [some_group(draw) for _ in range(draw.randint(1, 3))]
    changes: dict[str, object] = {
        "turns": draw.randint(1, 15),
        "first": draw.choice(SIDES),
        "approach": approach,
        "mantlets": mantlets,
        "targets": {
            "kind": "knight" if mounted else draw.choice((*KINDS, "knight")),
            "men": men,
            "wounded": draw.randint(0, min(men, 3)),
            "mounted": mounted,
        },
        "shooters": groups,
        "policies": {
            "aim": draw.choice(AIMS),
            "band": draw.choice(BANDS),
            "advance": draw.choice(("walk", "walk", "walk", "half", "half", "stand")),
            "pace": draw.choice(("fit", "slowest")),
            "unhorsed": draw.choice(("follow", "stay")),
        },
        "break_off": {},
    }
    if draw.random() < 0.4:
        friends = draw.randint(1, 6)
        changes["friends"] = {"men": friends, "wounded": draw.randint(0, friends)}
    if draw.random() < 0.3:
        changes["break_off.losses"] = draw.randint(1, men)
    if draw.random() < 0.3:
        changes["break_off.turn"] = draw.randint(1, 12)
    # The English text gives no radius to the top of a siege tower.
    if any(group["place"] == "siege_tower_top" for group in groups):
        changes["assumptions.downward-radius"] = draw.choice(("play-sheet", "german"))
    return load_scenario("volley-wall").replaced(changes)


TWIN = Twin(play_volley, oracle_setup, some_volley, (*MISSILE_TABLES, *RIDER_TABLES, "missed-shot"))

FAR = DISTANCES | {"ballista": (2, 52, 102)}
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
SMALL: Smalls = {
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
    **{f"rider shot by {weapon}": volley(at(2, weapon), targets=RIDER) for weapon in DISTANCES},
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
