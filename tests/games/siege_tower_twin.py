"""The attack with a siege tower and its oracle."""

import random
from dataclasses import asdict
from typing import Any

from games.melee_twin import some_policies
from games.registry import Twin, said
from games.variants import FIRE_TABLES, MELEE_TABLES, MISSILE_TABLES, drawn, some_break_off
from games.variants import shooters as some_shooters
from mangonel.games.cryhavoc.siege_tower import SiegeTowerSetup
from mangonel.games.scenario import Scenario, load_scenario
from oracle.siege_tower import play_siege_tower

TABLES = (*MELEE_TABLES, *MISSILE_TABLES, *FIRE_TABLES, "stunned-in-fire", "oil")


def oracle_setup(setup: SiegeTowerSetup) -> dict[str, Any]:
    found = said(setup)
    # With what men on a wall or a tower cannot choose.
    found["policies"] |= {side: asdict(getattr(setup, f"{side}_policies")) for side in ("besiegers", "defenders")}
    return found


def some_siege_tower(draw: random.Random) -> Scenario:
    width = draw.randint(1, 4)
    ground = ("flat_ground", "flat_ground", "flat_ground", "filled_moat")
    top = draw.randint(0, 3)
    changes: dict[str, object] = {
        **drawn(draw, "siege-tower"),
        "approach": [f"{draw.choice(ground)} x {draw.randint(1, 6)}" for _ in range(draw.choice((0, 1, 1, 2)))],
        "width": width,
        "foothold": draw.randint(1, width),
        "besiegers.top": top,
        "besiegers.men": top + 3 + draw.randint(0, 5),
        **some_shooters(draw, "archers", "aside", 30 if draw.random() < 0.4 else 8),
        "defenders.on_wall": draw.randint(0, width),
        **some_policies(draw, "policies.besiegers", follow=False),
        **some_policies(draw, "policies.defenders", follow=False, advance=False),
    }
    changes |= some_break_off(draw, "break_off", 10, 15)
    changes |= some_break_off(draw, "break_off.defenders", 2, 12)
    return load_scenario("siege-tower-one").replaced(changes)


TWIN = Twin(play_siege_tower, some_siege_tower, TABLES, {"oil_poured": "oil"}, setup=oracle_setup)
