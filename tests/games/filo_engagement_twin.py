"""Random engagements within the keys that their page names."""

import random
from typing import Any

from games.variants import drawn
from mangonel.games.scenario import Scenario, load_scenario
from oracle.filo.rules import read_roster

KINDS = tuple(read_roster())
INFANTRY = [name for name, kind in read_roster().items() if kind["type"] not in ("Ch", "Ha", "Cl", "At")]
ORDERS = ("organised", "demoralised", "routed")
HEXES = ("clear", "wood", "bushes_hedges_vines", "marsh", "village", "farm_mill_abbey", "bridge")
SIDES = ("stream", "palisade", "one_level_up", "one_level_down", "parapet")
GROUNDS = (*HEXES, *SIDES, "road", "path")


def some_stack(draw: random.Random, *, fighting: bool = True) -> dict[str, Any]:
    """Draw the keys of a stack."""
    stack: dict[str, Any] = {"kind": draw.choice(KINDS)}
    order = draw.choice((*ORDERS[:1] * 4, *ORDERS))
    stack["state"] = f"{order}_{draw.choice(('fresh', 'fresh', 'fatigued'))}"
    stack["room"] = draw.choice(("open", "open", "open", "blocked"))
    if draw.random() < 0.4:
        stack["ground"] = draw.choice((draw.sample(GROUNDS, 1), [draw.choice(HEXES), draw.choice(SIDES)]))
    for value, most in (("strength", 12), ("quality", 9), ("movement", 10)):
        if draw.random() < 0.2:
            stack[value] = draw.randint(1, most)
    stack["units"] = draw.choice((1, 1, 2))
    for name in ("ruy_diaz", "al_andalus"):
        if draw.random() < 0.2 and (fighting or name != "ruy_diaz"):
            stack[name] = True
    if draw.random() < 0.5:
        stack["leader"] = {"bonus": draw.randint(0, 3)}
        for bonus in ("wounded_bonus", "replacement_bonus"):
            if draw.random() < 0.3:
                stack["leader"][bonus] = draw.randint(0, 3)
    return stack


def perhaps_with_artillery(draw: random.Random, stack: dict[str, Any]) -> dict[str, Any]:
    """Let artillery stand with infantry."""
    return stack | ({"artillery": "bombards"} if stack["kind"] in INFANTRY and draw.random() < 0.2 else {})


def some_command(draw: random.Random) -> dict[str, Any]:
    """Draw what a side says of its leaders."""
    activations = draw.choice((1, 1, 2))
    said = {"army_bonus": draw.randint(0, 3), "value": draw.randint(1, 3), "activations": activations}
    return said | ({"army_value": draw.randint(1, 3)} if activations == 2 else {})


def some_policies(draw: random.Random) -> dict[str, Any]:
    """Draw policies of a side that fights."""
    said = {name: value for name, value in drawn(draw, "stack-policies").items() if draw.random() < 0.8}
    return without_charge(said)


def going_back_and_forth(draw: random.Random, command: dict[str, Any]) -> dict[str, Any]:
    """Draw the policies of a side that leaves a front, mounts and dismounts, and drops combats."""
    wanted = {**drawn(draw, "back-and-forth")}
    command["markers"] = draw.randint(1, 4)
    return {name: value for name, value in wanted.items() if draw.random() < 0.8}


def without_charge(policies: dict[str, Any]) -> dict[str, Any]:
    """Leave a charge to who can: one that is asked of units that never charge is refused."""
    return {name: value for name, value in policies.items() if name != "charge" or not value}


def allowed_to_both(stacks: list[dict[str, Any]], stacking: str) -> None:
    """Take the second unit from who may not have one."""
    for stack in stacks:
        if stacking == "one" or (stacking == "militia" and read_roster()[stack["kind"]]["type"] != "Mi"):
            del stack["units"]


def some_scenario(draw: random.Random, stacking: str) -> Scenario:
    changes: dict[str, Any] = {
        "plans": {},
        "turns": draw.randint(1, 6),
        "gap": draw.randint(0, draw.choice((2, 5, 10))),
    }
    for side in "ab":
        stack, policies = perhaps_with_artillery(draw, some_stack(draw)) | some_command(draw), some_policies(draw)
        if draw.random() < 0.6:
            policies |= going_back_and_forth(draw, stack)
        policies["until"] = draw.choice(("rout", "eliminated", "eliminated", "gone"))
        if stack["state"].startswith("routed") and policies["until"] == "rout":
            # It would be broken before the first turn.
            policies["until"] = "eliminated"
        if policies["until"] == "gone":
            stack["edge"] = draw.randint(0, 8)
        if read_roster()[stack["kind"]]["type"] == "At" and policies.get("act") == "attack":
            del policies["act"]
        changes |= {side: stack, f"policies.{side}": policies}
    allowed_to_both([changes["a"], changes["b"]], stacking)
    return load_scenario("engagement-pikes").replaced(changes | {"plans": {}})
