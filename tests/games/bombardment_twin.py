"""The bombardment and its oracle."""

import random
from typing import Any

from games.registry import Twin, said
from mangonel.games.cryhavoc.bombardment import ALLOCATIONS, DAMAGED, BombardmentSetup
from mangonel.games.scenario import Scenario, load_scenario
from oracle.bombardment import play_bombardment


def oracle_setup(setup: BombardmentSetup) -> dict[str, Any]:
    found = said(setup) | {"turns": setup.turns, "relief": setup.relief}
    for spot in found["hexes"]:
        spot["before"] = None if spot["before"] is None else setup.hexes[spot["before"]].name
    return found


def some_hexes(draw: random.Random) -> list[dict[str, object]]:
    walls = [draw.choice(("outer", "outer", "inner", "tower", "keep")) for _ in range(draw.randint(1, 5))]
    in_front = [place for place, wall in enumerate(walls) if wall in ("outer", "tower")]
    hexes: list[dict[str, object]] = []
    for place, wall in enumerate(walls):
        entry: dict[str, object] = {"name": f"hex {place}", "wall": wall}
        # Of inner hexes that one mark brings down few may have any.
        if draw.random() < (0.1 if wall in ("inner", "keep") else 0.4):
            entry["marks"] = draw.randint(1, 3)
        if wall in ("inner", "keep") and in_front and draw.random() < 0.6:
            entry["before"] = f"hex {draw.choice(in_front)}"
        hexes.append(entry)
    return hexes


def some_bombardment(draw: random.Random) -> Scenario:
    hexes = some_hexes(draw)
    heavy = draw.randint(0, 6)
    changes: dict[str, object] = {
        "turns": draw.randint(1, 25),
        "hexes": hexes,
        "wanted": draw.randint(1, len(hexes)),
        "engines.heavy": heavy,
        "engines.light": draw.randint(0 if heavy else 1, 7),
        "policies.allocation": draw.choice(ALLOCATIONS),
        "policies.damaged": draw.choice(DAMAGED),
    }
    if draw.random() < 0.4:
        changes["relief"] = draw.randint(1, 15)
    return load_scenario("bombardment-curtain").replaced(changes)


TWIN = Twin(play_bombardment, some_bombardment, ("battering", "breach"), excuse="marks", setup=oracle_setup)
