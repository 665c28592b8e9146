"""Healing and its oracle."""

import random

from games.registry import Twin
from mangonel.games.cryhavoc.healing import SOURCES
from mangonel.games.scenario import Scenario, load_scenario
from oracle.healing import play_healing


def some_healing(draw: random.Random) -> Scenario:
    turns = draw.randint(1, 40)
    casualties = [
        {"day": draw.randint(2, turns), "men": draw.randint(1, 6), "from": draw.choice(SOURCES)}
        for _ in range(draw.randint(0, 4) if turns > 1 else 0)
    ]
    fit = draw.randint(0, 8)
    changes: dict[str, object] = {
        "turns": turns,
        "fit": fit,
        "wounded": draw.randint(0 if casualties else 1, 9),
        "casualties": casualties,
    }
    if draw.random() < 0.4:
        changes["wanted"] = draw.randint(fit + 1, fit + 6)
    return load_scenario("healing-six").replaced(changes)


TWIN = Twin(play_healing, some_healing, ("healing-d10", "healing-croisades", "healing-croisades-reroll"))
