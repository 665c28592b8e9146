"""Random fire-fights within the keys that their page names."""

import random
from typing import Any

from games.filo_engagement_twin import allowed_to_both, some_command, some_stack
from games.variants import drawn
from mangonel.games.scenario import Scenario, load_scenario

SHOOTERS = ("archers", "crossbowmen", "bombards", "light-horse", "light-foot")


def some_scenario(draw: random.Random, stacking: str) -> Scenario:
    changes: dict[str, Any] = {"turns": draw.randint(1, 5), "gap": draw.choice((1, 1, 2, 2, 3, 4, 7, 10))}
    groups = []
    for side in "ab":
        policies = {**drawn(draw, "fire-fight-policies")}
        if policies["act"] == "attack":
            policies["stop"] = draw.randint(0, 3)
        line = [some_stack(draw, fighting=False) for _ in range(draw.randint(1, 3))]
        for stack in line:
            if draw.random() < 0.7:
                stack["kind"] = draw.choice(SHOOTERS)
            if policies["until"] == "rout":
                stack["state"] = stack["state"].replace("routed", "organised")
        groups += line
        changes |= {side: some_command(draw) | {"groups": line}, f"policies.{side}": policies}
    allowed_to_both(groups, stacking)
    return load_scenario("fire-fight-crossbows").replaced(changes)
