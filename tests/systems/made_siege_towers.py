"""A siege tower at the wall where nothing happens unless a test lets it, and what tests ask of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mangonel.engine.process import Process
from mangonel.engine.run import run
from mangonel.engine.trace import Trace, play_trace
from mangonel.odds.result import Result
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

Changes = dict[str, Any]

SIEGE = load_rules("siege")
# Men-at-arms 9/4/5 (wounded 4/2/3) on both sides, the tower at the wall, and nobody attacks unless a test lets him.
NEVER = "12-1+"
PLAIN: Changes = {
    "turns": 1,
    "approach": [],
    "abreast": 2,
    "foothold": 2,
    "besiegers.kind": "man-at-arms",
    "defenders.kind": "man-at-arms",
    "defenders.reserve": 0,
    "oil.barrels": 0,
    "policies.besiegers.attack_from": NEVER,
    "policies.defenders.attack_from": NEVER,
}
BESIEGERS: Changes = {"policies.besiegers.attack_from": "1-1"}
DEFENDERS: Changes = {"policies.defenders.attack_from": "1-1"}
NOBODY: Changes = {"defenders.on_wall": 0}
ARCHER: Changes = {"archers": {"men": 1, "weapon": "longbow", "aside": 1}}
FAR: Changes = {"approach": ["flat_ground x 20"]}


def sequence(changes: Changes, **options: str) -> Process:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("siege-tower-one").replaced(PLAIN | changes), SIEGE.replaced(options=named))


def exact(changes: Changes, **options: str) -> Result:
    return run(sequence(changes, **options), engine="exact")


def trace(changes: Changes, dice: Sequence[int] = (), **options: str) -> Trace:
    return play_trace(sequence(changes, **options), dice=dice)


def lines(game: Trace) -> list[str]:
    return [event.text for event in game.events]


def mean(result: Result, name: str) -> float:
    return (result.tally(name) if name in result.tallies else result.mean(name)).value


def counted(result: Result, **wanted: float) -> None:
    found = {name: mean(result, name) for name in wanted}
    # pytest takes the asserts of test files apart, and not those of this one.
    assert found == pytest.approx(wanted, abs=1e-12), found
