"""A panic and its oracle."""

import random

from games.registry import Twin
from games.variants import drawn
from mangonel.games.cryhavoc.panic import CLASSES
from mangonel.games.scenario import Scenario, load_scenario
from oracle.panic import play_panic


def some_panic(draw: random.Random) -> Scenario:
    soldiers = draw.randint(0, 8)
    peasants = draw.randint(0 if soldiers else 1, 8)
    changes: dict[str, object] = {
        **drawn(draw, "panic"),
        "soldiers": soldiers,
        "peasants": peasants,
        "broken": draw.randint(1, soldiers + peasants),
        "deaths": {
            "first": draw.choice(CLASSES),
            "more": draw.choice((0, 3, 8, 15)),
            "risk": draw.choice((10, 10, 8, 4)),
            "class": draw.choice(CLASSES),
        },
        "policies": {**drawn(draw, "panic-policies")},
    }
    if draw.random() < 0.5:
        changes["broken"] = soldiers + peasants
    return load_scenario("panic-one").replaced(changes)


TWIN = Twin(play_panic, some_panic, ("panic",))
