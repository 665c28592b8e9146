"""The ladder assault and its oracle."""

import random
from typing import Any

from games.registry import Twin, said
from games.variants import MELEE_TABLES, MISSILE_TABLES, WEAPONS, drawn, some_break_off, some_ladder
from mangonel.games.cryhavoc.ladder import LadderSetup
from mangonel.games.scenario import Scenario
from oracle.ladder import play_ladder


def oracle_setup(setup: LadderSetup) -> dict[str, Any]:
    found = said(setup)
    return found | {"oil": found["defenders"].pop("oil")}


def some_assault(draw: random.Random) -> Scenario:
    """Return a random scenario, half of them with panic, mostly among men who know it."""
    scenario = some_ladder(draw)
    changes: dict[str, object] = {**drawn(draw, "assault")}
    if draw.random() < 0.9:
        changes["panic_of.class"] = draw.choice(("soldier", "peasant"))
    chance = draw.random()
    if chance < 0.65:
        changes |= fight_on_the_wall(draw) | (drawn(draw, "wide-storm") if chance < 0.35 else storm_of_a_few(draw))
    if not 0.35 <= chance < 0.65:
        changes |= some_break_off(draw, "break_off.defenders", 4, 10)
    return scenario.replaced(changes)


def fight_on_the_wall(draw: random.Random) -> dict[str, object]:
    """Draw what brings besiegers to a wide wall and leaves them to fight there."""
    weapon = draw.choice(("none", *WEAPONS))
    return {
        **drawn(draw, "fight-on-the-wall"),
        "approach": ["flat_ground"] * draw.randint(0, 2),
        "defenders.weapon": weapon,
        "policies.facing": "fight" if weapon == "none" else "shoot",
    }


def storm_of_a_few(draw: random.Random) -> dict[str, object]:
    """Draw strong attackers whom many defenders fight from both sides, and get hurt."""
    ours, theirs = draw.choice((("knight-on-foot", "spearman"), ("man-at-arms", "bowman")))
    return {**drawn(draw, "storm-of-a-few"), "besiegers.kind": ours, "defenders.kind": theirs}


TWIN = Twin(
    play_ladder,
    some_assault,
    (*MELEE_TABLES, *MISSILE_TABLES, "ladder-topple", "oil", "panic", "panicked", "joint-attack"),
    {"oil_poured": "oil"},
    setup=oracle_setup,
)
