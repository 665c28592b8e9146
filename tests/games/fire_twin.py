"""The fire and its oracle."""

import random
from typing import Any

from games.registry import Twin, said
from games.variants import FIRE_TABLES, drawn
from mangonel.games.cryhavoc.fire import AIMS, FireSetup
from mangonel.games.scenario import Scenario, load_scenario
from oracle.fire import play_fire

# Those that have no arrow column in one of the rule sets come seldom.
KINDS = (*("light_stone_thrower", "heavy_stone_thrower", "siege_tower", "ram") * 2, "tent", "mantlet", "cart")
PLACES = [(column, row) for column in range(4) for row in range(3)]


def oracle_setup(setup: FireSetup) -> dict[str, Any]:
    found = said(setup)
    for fire in found["fires"]:
        fire["hex"] = setup.hex_names[fire["hex"]]
    return found


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
        **drawn(draw, "fire"),
        "objects": objects,
        "fires": fires,
        "policies.aim": draw.choice(AIMS),
    }
    return load_scenario("fire-camp").replaced(changes)


TWIN = Twin(play_fire, some_fire, (*FIRE_TABLES, "stunned-in-fire"), excuse="hex", setup=oracle_setup)
