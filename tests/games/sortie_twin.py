"""A sortie and its oracle."""

import random
from dataclasses import asdict
from typing import Any

from games.melee_twin import flat_kind, panic_of, some_panic, some_policies
from games.registry import Twin
from games.twins import shooters
from games.variants import KINDS, MELEE_TABLES, MISSILE_TABLES, MOUNTED_TABLES, RIDER_TABLES
from games.variants import shooters as some_shooters
from mangonel.games.cryhavoc.sortie import SortieSetup
from mangonel.games.scenario import Scenario, load_scenario
from mutations.small import DISTANCES, Changes, Small, Smalls, small
from oracle.sortie import play_sortie

TABLES = (*MELEE_TABLES, *MOUNTED_TABLES, *MISSILE_TABLES, *RIDER_TABLES, "fire", "panic")
WAYS = ("flat_ground", "flat_ground", "scrub", "slope", "trench", "drawbridge")


def oracle_setup(setup: SortieSetup) -> dict[str, Any]:
    return {
        "turns": setup.turns,
        "first": setup.first,
        "approach": list(setup.approach),
        "engines": setup.engines,
        "sortie": {
            "kind": flat_kind(setup.party),
            "men": setup.men,
            "mounted": setup.mounted,
            "turn": setup.turn,
            "room": setup.room,
        },
        "besiegers": {
            "kind": flat_kind(setup.besieger or setup.party),
            "men": setup.besiegers,
            "terrain": setup.terrain,
            "room": setup.besiegers_room,
        },
        "relief": {"men": setup.relief, "turn": setup.relief_turn},
        "archers": shooters(setup.archers, "aside"),
        "policies": {
            "sortie": asdict(setup.policies) | {"task": setup.task, "torches": setup.torches},
            "besiegers": asdict(setup.besiegers_policies)
            | {"fire_policy": setup.fire_policy, "fire_fighters": setup.fire_fighters},
        },
        "break_off": {
            "turn": setup.break_off_turn,
            "losses": setup.break_off_losses,
            "all_burn": setup.all_burn,
        },
        **panic_of({"sortie": setup.panic, "besiegers": setup.besiegers_panic}),
    }


def some_sortie(draw: random.Random) -> Scenario:
    men = draw.randint(1, 7)
    mounted = draw.randint(0, men) if draw.random() < 0.5 else 0
    ways = WAYS if mounted else (*WAYS, "tree", "rubble")
    turns = draw.randint(1, 22)
    changes: dict[str, object] = {
        "turns": turns,
        "first": draw.choice(("besiegers", "defenders")),
        "approach": [f"{draw.choice(ways)} x {draw.randint(1, 6)}" for _ in range(draw.randint(1, 3))],
        "engines": draw.randint(1, 4),
        "sortie.kind": "knight" if mounted else draw.choice((*KINDS, "knight")),
        "sortie.men": men,
        "sortie.mounted": mounted,
        "sortie.turn": draw.choice((1, 1, 2, 4)),
        "besiegers.kind": draw.choice(KINDS),
        "besiegers.men": draw.choice((0, 1, 2, 3, 5)),
        "besiegers.terrain": draw.choice(("flat_ground", "covered_ram", "trench", "rubble")),
        "relief.men": draw.choice((0, 0, 1, 3)),
        "relief.turn": draw.randint(1, 10),
        **some_shooters(draw, "archers", "aside", 30),
        **some_policies(draw, "policies.sortie"),
        **some_policies(draw, "policies.besiegers"),
        "policies.sortie.task": draw.choice(("burn", "fight")),
        "policies.sortie.torches": draw.randint(1, 3),
        "policies.besiegers.fire_policy": draw.choice(("put-out", "fight")),
        "policies.besiegers.fire_fighters": draw.randint(1, 3),
        **some_panic(draw, ("sortie", "besiegers")),
        "break_off": {},
        "break_off.all_burn": draw.random() < 0.4,
    }
    if draw.random() < 0.5:
        changes["break_off.turn"] = draw.randint(1, 12)
    if draw.random() < 0.5:
        changes["break_off.losses"] = draw.randint(1, men)
    for side in ("sortie", "besiegers"):
        if draw.random() < 0.4:
            changes[f"{side}.room"] = draw.randint(0, 3)
    return load_scenario("sortie-battery").replaced(changes)


TWIN = Twin(play_sortie, oracle_setup, some_sortie, TABLES)

RIDDEN = ("flat_ground", "scrub", "slope", "trench", "castle_gate", "drawbridge", "building_outer_corner")
RIDDEN = (*RIDDEN, "building_door_or_courtyard_entry")
UNRIDDEN = ("tree", "tent", "rubble", "filled_moat")
RIDER = {"kind": "knight", "mounted": 1}
ARMED = ("shortbow", "crossbow", "longbow")


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
SMALL: Smalls = {
    "torches": raid({"besiegers": {}, "turns": 7}),
    "a guard": raid(),
    **{f"shot at {far} by {weapon}": shot_party(weapon, far) for weapon in ARMED for far in DISTANCES[weapon]},
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
