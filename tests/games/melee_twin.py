"""A melee of two groups and its oracle."""

import random
from collections.abc import Sequence

from games.registry import Twin
from games.variants import KINDS, MELEE_TABLES, MOUNTED_TABLES, drawn
from mangonel.games.cryhavoc.melee import SIDES
from mangonel.games.scenario import Scenario, load_scenario
from oracle.melee import play_melee

GROUND = ("flat_ground", "scrub", "slope", "battlement", "rubble", "tower_door", "keep_door", "siege_tower_top")
GROUND = (*GROUND, "ladder", "spiral_stair", "castle_gate", "covered_ram", "trench", "+", "0", "-")
FOR_HORSES = ("flat_ground", "scrub", "slope", "castle_gate", "drawbridge", "+", "-")


def some_panic(draw: random.Random, sides: Sequence[str]) -> dict[str, object]:
    """Draw panic in most scenarios, mostly among men who know it."""
    changes: dict[str, object] = {"panic": draw.random() < 0.85}
    for name in sides:
        changes |= {
            f"panic_of.{name}.rally": draw.randint(0, 3),
            f"panic_of.{name}.followed": draw.random() < 0.5,
            f"panic_of.{name}.panics_first": draw.choice(("wounded", "fit")),
        }
        if draw.random() < 0.9:
            changes[f"panic_of.{name}.class"] = draw.choice(("soldier", "peasant"))
    return changes


def some_policies(draw: random.Random, block: str, *, follow: bool = True, advance: bool = True) -> dict[str, object]:
    policies: dict[str, object] = {**drawn(draw, "melee-policies", f"{block}.")}
    if advance:
        policies[f"{block}.advance"] = draw.random() < 0.7
    if follow:
        policies[f"{block}.follow"] = draw.random() < 0.3
    return policies


def some_melee(draw: random.Random) -> Scenario:
    changes = {"turns": draw.randint(1, 20), "first": draw.choice(SIDES), **some_panic(draw, SIDES)}
    for name in SIDES:
        men = draw.randint(1, 9)
        mounted = draw.randint(0, men) if draw.random() < 0.5 else 0
        changes |= {
            f"{name}.kind": "knight" if mounted else draw.choice((*KINDS, "knight")),
            f"{name}.men": men,
            f"{name}.mounted": mounted,
            f"{name}.terrain": draw.choice(FOR_HORSES if mounted else GROUND),
            **some_policies(draw, f"policies.{name}"),
        }
        if draw.random() < 0.5:
            changes[f"{name}.room"] = draw.randint(0, 3)
        if draw.random() < 0.4:
            changes[f"{name}.front"] = draw.randint(1, 5)
        if draw.random() < 0.3:
            changes[f"break_off.{name}.losses"] = draw.randint(1, men)
        if draw.random() < 0.2:
            changes[f"break_off.{name}.turn"] = draw.randint(1, 12)
    return load_scenario("melee-line").replaced(changes)


TWIN = Twin(play_melee, some_melee, (*MELEE_TABLES, *MOUNTED_TABLES, "panic"))
