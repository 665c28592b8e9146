"""Random waves against lines within the keys that their page names."""

import random
from typing import Any

from games.filo_engagement_twin import allowed_to_both, some_policies, some_stack
from games.variants import drawn
from mangonel.games.scenario import Scenario, load_scenario


def some_stacks(draw: random.Random, most: int) -> list[dict[str, Any]]:
    stacks = [some_stack(draw, fighting=False) for _ in range(draw.randint(1, most))]
    return [stack | {"value": draw.randint(1, 3), "activations": draw.choice((1, 1, 2))} for stack in stacks]


def some_waves(draw: random.Random, policies: dict[str, Any]) -> list[dict[str, Any]]:
    """Draw waves, and what their side does with them."""
    waves = some_stacks(draw, 3)
    for wave in waves:
        wave["gap"] = draw.choice((0, 1, 2, 3, 5, 8))
        if wave["kind"] == "bombards":
            wave["kind"] = "knights"
        if policies["until"] == "rout":
            # It would be broken before the first turn.
            wave["state"] = wave["state"].replace("routed", "demoralised")
    if draw.random() < 0.3:
        draw.choice(waves)["ruy_diaz"] = True
    policies["reserve"] = draw.choice((0, 0, len(waves) - 1))
    policies |= drawn(draw, "waves-policies")
    return waves


def some_lines(draw: random.Random, policies: dict[str, Any]) -> list[dict[str, Any]]:
    lines = some_stacks(draw, 3)
    for line in lines:
        line["state"] = line["state"].replace("routed", "organised")
        if line["kind"] == "bombards" and policies.get("act", "attack") == "attack":
            line["kind"] = "pikemen"
        for name in ("mujahids", "al_nasir"):
            if draw.random() < 0.3:
                line[name] = True
    return lines


def some_scenario(draw: random.Random, stacking: str) -> Scenario:
    changes: dict[str, Any] = {"turns": draw.randint(1, 6), "depth": draw.choice((1, 2, 4))}
    changes["banner"] = draw.random() < 0.5
    ours, theirs = some_policies(draw), some_policies(draw)
    ours.pop("act", None)
    theirs.pop("charge", None)
    ours["until"] = draw.choice(("rout", "eliminated"))
    for policies in (ours, theirs):
        policies["named"] = draw.choice(("front", "army"))
    changes["waves"], changes["lines"] = some_waves(draw, ours), some_lines(draw, theirs)
    for side, stacks in (("a", changes["waves"]), ("b", changes["lines"])):
        changes[side] = {"army_bonus": draw.randint(0, 3)}
        if draw.random() < 0.5:
            changes[side]["army_leader"] = draw.randint(1, len(stacks))
        if draw.random() < 0.4:
            changes[side]["radius"] = draw.randint(1, 5)
            for stack in stacks:
                del stack["activations"]
    if draw.random() < 0.2:
        # All waves attack artillery together, which has one front hex.
        ours |= {"order": "backward", "together": True, "reserve": 0}
        theirs["act"], changes["a"] = "hold", {}
        for stack in (*changes["waves"], *changes["lines"]):
            wave = {"state": "organised_fresh", "activations": 2, "value": 1, "gap": draw.randint(0, 2)}
            stack |= wave if "gap" in stack else {"kind": "bombards", "value": 2}
    allowed_to_both([*changes["waves"], *changes["lines"]], stacking)
    return load_scenario("waves-kings").replaced(changes | {"policies.a": ours, "policies.b": theirs})
