"""The fire and its oracle."""

import random
from typing import Any

from games.registry import Twin
from games.variants import FIRE_TABLES
from mangonel.games.cryhavoc.fire import AIMS, FireSetup
from mangonel.games.scenario import Scenario, load_scenario
from mutations.small import Changes, Small, Smalls, small
from oracle.fire import play_fire

# Those that have no arrow column in one of the rule sets come seldom.
KINDS = (*("light_stone_thrower", "heavy_stone_thrower", "siege_tower", "ram") * 2, "tent", "mantlet", "cart")
PLACES = [(column, row) for column in range(4) for row in range(3)]


def oracle_setup(setup: FireSetup) -> dict[str, Any]:
    return {
        "turns": setup.turns,
        "owner": setup.owner,
        "first": setup.first,
        "objects": [
            {
                "name": one.name,
                "kind": one.kind,
                "hexes": [list(place) for place in one.hexes],
                "men": one.men,
                "lying": one.lying,
            }
            for one in setup.objects
        ],
        "fires": [
            {"hex": setup.hex_names[fire.place], "cause": fire.cause, "turn": fire.turn, "tries": fire.tries}
            for fire in setup.fires
        ],
        "fighters": {"men": setup.fighters, "from": setup.fighters_from},
        "policies": {"aim": setup.aim, "room": setup.room, "occupants": setup.occupants},
    }


def some_fire(draw: random.Random) -> Scenario:
    places = draw.sample(PLACES, draw.randint(2, 8))
    objects: list[dict[str, object]] = []
    while places:
        here, places = places[: draw.randint(1, 3)], places[3:]
        objects.append(
            {
                "name": f"object {len(objects)}",
                "kind": draw.choice(KINDS),
                "hexes": [list(place) for place in here],
                "men": draw.choice((0, 0, 1, 2)),
                "lying": draw.choice((0, 0, 0, 1, 2)),
            }
        )
    names = [
        one["name"] if len(one["hexes"]) == 1 else f"{one['name']} {number}"  # type: ignore[arg-type]
        for one in objects
        for number in range(1, len(one["hexes"]) + 1)  # type: ignore[arg-type]
    ]
    fires = [
        {
            "hex": draw.choice(names),
            "cause": draw.choice(("arrow", "oil", "hand", "spread")),
            "turn": draw.randint(1, 6),
            "tries": draw.choice((0, 0, 1, 2, 5)),
        }
        for _ in range(draw.randint(1, 4))
    ]
    changes: dict[str, object] = {
        "turns": draw.randint(1, 20),
        "owner": draw.choice(("besiegers", "defenders")),
        "first": draw.choice(("besiegers", "defenders")),
        "objects": objects,
        "fires": fires,
        "fighters.men": draw.choice((0, 1, 2, 4, 9)),
        "fighters.from": draw.randint(1, 4),
        "policies.aim": draw.choice(AIMS),
        "policies.room": draw.randint(1, 6),
        "policies.occupants": draw.choice(("leave", "stay", "stay")),
    }
    return load_scenario("fire-camp").replaced(changes)


TWIN = Twin(play_fire, oracle_setup, some_fire, (*FIRE_TABLES, "stunned-in-fire"), excuse="hex")


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


BURNING = [
    "heavy_stone_thrower",
    "light_stone_thrower",
    "missile_ballista",
    "mantlet",
    "tent",
    "cart",
    "siege_tower",
    "ram",
    "ladder",
    "building",
]
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
SMALL: Smalls = {
    **{f"arrow at {kind}": blaze(kind, "arrow") for kind in BURNING},
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
