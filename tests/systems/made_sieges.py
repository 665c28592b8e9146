"""Small sieges of spearmen, made of the parts that a test gives them, and what tests ask of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mangonel.engine.run import run
from mangonel.odds.result import Result
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import Scenario, build, load_scenario

Block = dict[str, Any]

SIEGE = load_rules("siege")
HEAD: Block = {"schema": 1, "sequence": "siege-campaign", "title": "A siege"}
FOUR_HEAVY: Block = {"engines": {"heavy": 4}, "hexes": [{"name": "wall", "wall": "outer", "marks": 3}]}
EMPTY_WALL: Block = {
    "turns": 3,
    "width": 1,
    "foothold": 1,
    "besiegers": {"ladders": 1, "men": 4},
    "defenders": {"on_wall": 0, "reserve": 0},
}
FAR_AWAY: Block = EMPTY_WALL | {"approach": ["flat_ground x 60"], "turns": 1, "defenders": {"on_wall": 1}}
MELEE: Block = {
    "turns": 8,
    "attackers": {"men": 5, "terrain": "rubble", "front": 3},
    "defenders": {"men": 4},
}
RAM: Block = {"turns": 1, "besiegers": {"men": 4}}


def scenario(
    besiegers: int = 10, defenders: int = 5, kinds: tuple[str, str] = ("spearman", "spearman"), **content: Any
) -> Scenario:
    sides = {
        "besiegers": {"kind": kinds[0], "men": besiegers},
        "defenders": {"kind": kinds[1], "men": defenders},
    }
    return replace(load_scenario("siege-breach"), content=HEAD | {"turns": 10} | sides | content).replaced({})


def besieged(options: dict[str, str] | None = None, engine: str = "exact", **content: Any) -> Result:
    rules = SIEGE.replaced(options=options or {})
    return run(build(scenario(**content), rules), engine=engine, trials=100_000, seed=9)


def policies(**more: Any) -> Block:
    return {"policies": {"from_day": 1} | more}


def near(value: float) -> Any:
    return pytest.approx(value, abs=1e-12)
