"""Random lines within the keys that their page names."""

import random
from typing import Any

from games.filo_engagement_twin import (
    allowed_to_both,
    going_back_and_forth,
    perhaps_with_artillery,
    some_command,
    some_policies,
    some_stack,
)
from mangonel.games.scenario import Scenario, load_scenario


def some_scenario(draw: random.Random, stacking: str) -> Scenario:
    lanes: list[dict[str, Any]] = [{"gap": draw.choice((0, 1, 2, 3, 5))} for _ in range(draw.randint(1, 4))]
    changes: dict[str, Any] = {"turns": draw.randint(2, 6), "lanes": lanes}
    fronts = []
    for side in "ab":
        policies = some_policies(draw)
        command = some_command(draw)
        if draw.random() < 0.6:
            policies |= going_back_and_forth(draw, command)
        policies["until"] = draw.choice(("rout", "rout", "eliminated"))
        policies["exploit"] = draw.choice(("none", "join", "rear", "rear"))
        if draw.random() < 0.3:
            policies["give_up"] = draw.randint(1, len(lanes))
        for lane in lanes:
            front = perhaps_with_artillery(draw, some_front(draw, policies))
            if lane is not lanes[0] and draw.random() < 0.2:
                front = without(front)
            fronts.append(front)
            lane[side] = front
        if draw.random() < 0.6:
            for lane in lanes:
                lane[side].pop("leader", None)
            there = [number for number, lane in enumerate(lanes, 1) if lane[side].get("state") != "eliminated"]
            command["leader"] = some_leader(draw, there)
            if draw.random() < 0.7:
                policies["leader_lane"] = draw.randint(1, len(lanes))
            policies["regroup"] = draw.random() < 0.8
        if draw.random() < 0.5:
            policies |= some_joint_attack(draw)
        changes |= {side: command, f"policies.{side}": policies}
    eliminating(draw, changes)
    allowed_to_both(fronts, stacking)
    return load_scenario("line-three").replaced(changes | {"plans": {}})


def some_front(draw: random.Random, policies: dict[str, Any]) -> dict[str, Any]:
    front = some_stack(draw, fighting=False)
    front["support"] = draw.choice((0, 0, 1, 2))
    if policies["until"] == "rout" or front["support"]:
        # It would be broken before the first turn, or nobody could be behind it.
        front["state"] = front["state"].replace("routed", "demoralised")
    if front["kind"] == "bombards" and policies.get("act", "attack") == "attack":
        front["kind"] = "crossbowmen"
    return front


def eliminating(draw: random.Random, changes: dict[str, Any]) -> None:
    """Sometimes let side a attack artillery alone in its hex, or all that rout be eliminated: leaders are captured."""
    way = draw.random()
    guns, fronts = way < 0.4, [lane[side] for lane in changes["lanes"] for side in "ab" if 0.2 < way < 0.6]
    if not fronts:
        return
    changes["policies.a"] |= {"act": "attack", "together": True} if guns else {"until": "eliminated"}
    changes["policies.b"] |= {"act": "shoot"} if guns else {"until": "eliminated"}
    for place, front in enumerate(fronts):
        if guns:
            front["kind"] = "bombards" if place % 2 else draw.choice(("knights", "militia"))
            front.pop("artillery", None)
        else:
            changes["turns"], front["room"] = 8, "blocked"
        if front["state"].startswith("organised"):
            front["support"] = 2


def without(front: dict[str, Any]) -> dict[str, Any]:
    """A lane in which a side has nobody."""
    kept = {key: value for key, value in front.items() if key not in ("leader", "artillery")}
    return kept | {"state": "eliminated", "support": 0}


def some_joint_attack(draw: random.Random) -> dict[str, Any]:
    found = {"together": True, "exploit": draw.choice(("join", "join", "none", "rear"))}
    return found | ({"advances": "helper"} if draw.random() < 0.4 else {})


def some_leader(draw: random.Random, lanes: list[int]) -> dict[str, Any]:
    """Draw a leader of a side, who is in one of some lanes."""
    leader = {"bonus": draw.randint(0, 3), "lane": draw.choice(lanes), "movement": draw.choice((1, 2, 6))}
    if draw.random() < 0.7:
        leader["radius"] = draw.choice((1, 1, 2, 3))
    if draw.random() < 0.5:
        leader["replacement_bonus"] = draw.randint(0, 3)
    return leader
