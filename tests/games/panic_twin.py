"""A panic and its oracle."""

import random

from games.registry import Twin
from mangonel.games.cryhavoc.panic import CLASSES
from mangonel.games.scenario import Scenario, load_scenario
from oracle.panic import play_panic


def some_panic(draw: random.Random) -> Scenario:
    soldiers = draw.randint(0, 8)
    peasants = draw.randint(0 if soldiers else 1, 8)
    changes: dict[str, object] = {
        "turns": draw.randint(1, 20),
        "knights": draw.randint(0, 2),
        "soldiers": soldiers,
        "peasants": peasants,
        "leaders": draw.randint(0, 2),
        "leaders_from": draw.randint(1, 6),
        "rally_each": draw.randint(0, 2),
        "enemy_follows": draw.random() < 0.7,
        "edge": draw.randint(0, 5),
        "broken": draw.randint(1, soldiers + peasants),
        "deaths": {
            "first": draw.choice(CLASSES),
            "more": draw.choice((0, 3, 8, 15)),
            "risk": draw.choice((10, 10, 8, 4)),
            "class": draw.choice(CLASSES),
        },
        "policies": {
            "panics_first": draw.choice(("peasants", "soldiers")),
            "hit_first": draw.choice(("panicked", "calm")),
            "rally": draw.choice(("panicked", "routed", "panicked-only")),
            "dies_first": draw.choice(("calm", "panicked")),
        },
    }
    if draw.random() < 0.5:
        changes["broken"] = soldiers + peasants
    return load_scenario("panic-one").replaced(changes)


TWIN = Twin(play_panic, some_panic, ("panic",))
