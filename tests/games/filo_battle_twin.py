"""Random battles within the keys that their page names."""

import random
from typing import Any

from games.filo_engagement_twin import GROUNDS, KINDS, allowed_to_both, without_charge
from games.variants import drawn
from mangonel.games.scenario import Scenario, load_scenario


def some_stacks(draw: random.Random) -> dict[str, Any]:
    stack: dict[str, Any] = {"kind": draw.choice([kind for kind in KINDS if kind != "bombards"])}
    stack["number"], stack["units"] = draw.randint(1, 3), draw.choice((1, 1, 2))
    for value, most in (("strength", 12), ("quality", 9), ("movement", 10)):
        if draw.random() < 0.15:
            stack[value] = draw.randint(1, most)
    return stack


def some_banner(draw: random.Random, sectors: int) -> dict[str, Any]:
    banner: dict[str, Any] = {"sector": draw.randint(1, sectors), "value": draw.randint(1, 4)}
    banner["bonus"], banner["edge"] = draw.randint(0, 3), draw.choice((1, 3, 6, 12))
    for bonus in ("wounded_bonus", "replacement_bonus"):
        if draw.random() < 0.3:
            banner[bonus] = draw.randint(0, 3)
    if draw.random() < 0.3:
        banner["activations"] = 2
    if draw.random() < 0.3:
        banner["act"] = draw.choice(("attack", "shoot", "hold"))
    if draw.random() < 0.3:
        banner["ground"] = draw.sample(GROUNDS, 1)
    banner["room"] = draw.choice(("open", "open", "open", "blocked"))
    banner["stacks"] = [some_stacks(draw) for _ in range(draw.randint(1, 2))]
    for name in ("al_nasir", "mujahids"):
        if draw.random() < 0.2:
            banner[name] = True
    return banner


def some_policies(draw: random.Random, side: str, banners: int) -> dict[str, Any]:
    found = drawn(draw, "battle-policies")
    if draw.random() < 0.6:
        found["leader_pair"] = draw.randint(1, 4)
    found["lead"] = draw.choice(("lowest", "highest"))
    if draw.random() < 0.6:
        found["commit"] = draw.randint(1, 4)
    for name in ("de_rada", "ruy_diaz"):
        if side == "a" and draw.random() < 0.6:
            found[name] = draw.randint(1, banners)
    return without_charge(found)


def some_scenario(draw: random.Random, stacking: str) -> Scenario:
    sectors = [
        {**drawn(draw, "battle-sector"), **draw.choice(({}, {"depth": draw.choice((2, 2, 4))}))}
        for _ in range(draw.choice((1, 1, 2)))
    ]
    changes: dict[str, Any] = {"turns": draw.choice((2, 4, 6, 14)), "sectors": sectors}
    if draw.random() < 0.3:
        changes["margin"] = draw.randint(1, 9)
    changes |= {"pursuit": draw.choice((0, 3, 6)), "decisive": draw.random() < 0.6}
    for side in "ab":
        banners = [some_banner(draw, len(sectors)) for _ in range(draw.randint(1, 3))]
        changes[side] = {"banners": banners, "army": draw.randint(1, len(banners))}
        changes[f"policies.{side}"] = some_policies(draw, side, len(banners))
        allowed_to_both([stack for banner in banners for stack in banner["stacks"]], stacking)
    if draw.random() < 0.5:
        draw.choice(changes["b"]["banners"])["al_andalus"] = True
    return load_scenario("battle-wing").replaced(changes)
