"""The ladder assault and its oracle."""

import random
from typing import Any

from games.registry import Twin, said
from games.variants import MELEE_TABLES, MISSILE_TABLES, WEAPONS, some_break_off, some_ladder
from mangonel.games.cryhavoc.ladder import LadderSetup
from mangonel.games.scenario import Scenario
from oracle.ladder import play_ladder


def oracle_setup(setup: LadderSetup) -> dict[str, Any]:
    found = said(setup)
    return found | {"oil": found["defenders"].pop("oil")}


def some_assault(draw: random.Random) -> Scenario:
    """Return a random scenario, half of them with panic, mostly among men who know it."""
    scenario = some_ladder(draw)
    changes: dict[str, object] = {
        "panic": draw.random() < 0.5,
        "panic_of.rally": draw.randint(0, 3),
        "panic_of.followed": draw.random() < 0.5,
        "panic_of.panics_first": draw.choice(("wounded", "fit")),
        "policies.wound": draw.choice(("fit-first", "wounded-first")),
        "policies.defence_wound": draw.choice(("fit-first", "wounded-first")),
        "policies.aim": draw.choice(("fit", "wounded", "stunned")),
        "policies.oil_at": draw.choice(("climber", "climber-first", "ground-first")),
        "policies.shoot_wall": draw.choice(("never", "first", "last")),
        "policies.seek_fight": draw.random() < 0.5,
    }
    if draw.random() < 0.9:
        changes["panic_of.class"] = draw.choice(("soldier", "peasant"))
    chance = draw.random()
    if chance < 0.65:
        changes |= fight_on_the_wall(draw) | (wide_storm(draw) if chance < 0.35 else storm_of_a_few(draw))
    if not 0.35 <= chance < 0.65:
        changes |= some_break_off(draw, "break_off.defenders", 4, 10)
    return scenario.replaced(changes)


def fight_on_the_wall(draw: random.Random) -> dict[str, object]:
    """Draw what brings besiegers to a wide wall and leaves them to fight there."""
    weapon = draw.choice(("none", *WEAPONS))
    return {
        "width": 4,
        "foothold": 4,
        "turns": draw.randint(10, 30),
        "mantlets": False,
        "approach": ["flat_ground"] * draw.randint(0, 2),
        "defenders.oil": draw.randint(0, 3),
        "defenders.weapon": weapon,
        "policies.attack_from": "1-1",
        "policies.facing": "fight" if weapon == "none" else "shoot",
        "policies.oil_first": draw.random() < 0.7,
        "policies.topple_empty": False,
        "break_off.losses": draw.randint(15, 30),
    }


def wide_storm(draw: random.Random) -> dict[str, object]:
    """Draw attackers on many ladders who get hurt when they attack together."""
    return {
        "besiegers.kind": draw.choice(("man-at-arms", "spearman")),
        "besiegers.ladders": draw.randint(3, 4),
        "besiegers.men": draw.choice((2, 2, 3, 5, 8)),
        "covering.men": draw.randint(0, 2),
        "covering.distance": draw.randint(5, 20),
        "defenders.kind": draw.choice(("knight-on-foot", "man-at-arms")),
        "defenders.on_wall": draw.randint(1, 4),
        "defenders.reserve": draw.choice((0, 0, 3)),
        "policies.attack": draw.choice(("joint", "joint", "separate")),
        "policies.wound": draw.choice(("fit-first", "wounded-first", "wounded-first")),
    }


def storm_of_a_few(draw: random.Random) -> dict[str, object]:
    """Draw strong attackers whom many defenders fight from both sides, and get hurt."""
    ours, theirs = draw.choice((("knight-on-foot", "spearman"), ("man-at-arms", "bowman")))
    return {
        "turns": draw.randint(25, 40),
        "first": "defenders",
        "besiegers.kind": ours,
        "besiegers.ladders": 2,
        "besiegers.men": draw.randint(3, 6),
        "covering.men": draw.choice((0, 3)),
        "defenders.kind": theirs,
        "defenders.on_wall": draw.randint(2, 4),
        "defenders.reserve": draw.randint(5, 15),
        "defenders.oil": draw.choice((0, 0, 1)),
        "policies.attack_from": "3-1",
        "policies.defence_attack": "joint",
        "policies.defence_wound": "wounded-first",
        "policies.seek_fight": draw.random() < 0.7,
    }


TWIN = Twin(
    play_ladder,
    some_assault,
    (*MELEE_TABLES, *MISSILE_TABLES, "ladder-topple", "oil", "panic"),
    {"oil_poured": "oil"},
    setup=oracle_setup,
)
