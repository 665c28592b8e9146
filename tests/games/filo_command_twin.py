"""Random leaders of two armies within the keys that their page names."""

import random
from typing import Any

from games.variants import DRAWN
from mangonel.games.scenario import Scenario, load_scenario


def some_leader(draw: random.Random) -> dict[str, Any]:
    found = {"value": draw.randint(1, 5), "bonus": draw.randint(0, 3)}
    return found | {
        name: draw.randint(name == "replacement_value", most)
        for name, most in DRAWN["leader-at-most"].items()
        if draw.random() < 0.5
    }


def some_scenario(draw: random.Random, _stacking: str) -> Scenario:
    changes: dict[str, Any] = {"turns": draw.randint(1, 12), "decisive": draw.random() < 0.5}
    for side in "ab":
        changes[side] = {"leaders": [some_leader(draw) for _ in range(draw.randint(1, 4))]}
        changes[f"policies.{side}"] = {"silences": draw.choice(("army", "strongest", "busiest"))}
    return load_scenario("command-navas").replaced(changes)
