"""A sortie and its oracle."""

import random
from typing import Any

from games.melee_twin import some_panic, some_policies
from games.registry import Twin, said
from games.variants import KINDS, MELEE_TABLES, MISSILE_TABLES, MOUNTED_TABLES, RIDER_TABLES, drawn
from games.variants import shooters as some_shooters
from mangonel.games.cryhavoc.sortie import SortieSetup
from mangonel.games.scenario import Scenario, load_scenario
from oracle.sortie import play_sortie

TABLES = (*MELEE_TABLES, *MOUNTED_TABLES, *MISSILE_TABLES, *RIDER_TABLES, "fire", "panic")
WAYS = ("flat_ground", "flat_ground", "scrub", "slope", "trench", "drawbridge")


def oracle_setup(setup: SortieSetup) -> dict[str, Any]:
    found = said(setup)
    found["besiegers"]["kind"] = found["besiegers"]["kind"] or found["sortie"]["kind"]
    return found


def some_sortie(draw: random.Random) -> Scenario:
    men = draw.randint(1, 7)
    mounted = draw.randint(0, men) if draw.random() < 0.5 else 0
    ways = WAYS if mounted else (*WAYS, "tree", "rubble")
    turns = draw.randint(1, 22)
    changes: dict[str, object] = {
        "turns": turns,
        "break_off": {},
        **drawn(draw, "sortie"),
        "approach": [
            *(f"{draw.choice(ways)} x {draw.randint(1, 3)}" for _ in range(draw.randint(1, 3))),
            "flat_ground",
        ],
        "sortie.kind": "knight" if mounted else draw.choice((*KINDS, "knight")),
        "sortie.men": men,
        "sortie.mounted": mounted,
        **some_shooters(draw, "archers", "aside", 30),
        **some_policies(draw, "policies.sortie"),
        **some_policies(draw, "policies.besiegers"),
        **some_panic(draw, ("sortie", "besiegers")),
    }
    if draw.random() < 0.5:
        changes["break_off.turn"] = draw.randint(1, 12)
    if draw.random() < 0.5:
        changes["break_off.losses"] = draw.randint(1, men)
    for side in ("sortie", "besiegers"):
        if draw.random() < 0.4:
            changes[f"{side}.room"] = draw.randint(0, 3)
    return load_scenario("sortie-battery").replaced(changes)


TWIN = Twin(play_sortie, some_sortie, TABLES, setup=oracle_setup)
