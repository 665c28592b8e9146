"""Random lines within the keys that their page names."""

import random
from typing import Any

from games.filo_engagement_twin import allowed_to_both, some_command, some_policies, some_stack
from mangonel.games.scenario import Scenario, load_scenario


def some_scenario(draw: random.Random, stacking: str) -> Scenario:
    lanes: list[dict[str, Any]] = [{"gap": draw.choice((0, 1, 2, 3, 5))} for _ in range(draw.randint(2, 4))]
    changes: dict[str, Any] = {"turns": draw.randint(2, 6), "lanes": lanes}
    fronts = []
    for side in "ab":
        policies = some_policies(draw)
        policies["until"] = draw.choice(("rout", "rout", "eliminated"))
        policies["exploit"] = draw.choice(("none", "join", "rear", "rear"))
        if draw.random() < 0.3:
            policies["give_up"] = draw.randint(1, len(lanes))
        for lane in lanes:
            front = some_stack(draw, fighting=False)
            front["support"] = draw.choice((0, 0, 1, 2))
            if policies["until"] == "rout" or front["support"]:
                # It would be broken before the first turn, or nobody could be behind it.
                front["state"] = front["state"].replace("routed", "demoralised")
            if front["kind"] == "bombards" and policies.get("act", "attack") == "attack":
                front["kind"] = "crossbowmen"
            fronts.append(front)
            lane[side] = front
        changes |= {side: some_command(draw), f"policies.{side}": policies}
    allowed_to_both(fronts, stacking)
    return load_scenario("line-three").replaced(changes)
