"""The attack with a siege tower: engines, policies, what must be monotone, and wrong files."""

from typing import Any

import pytest

from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

pytestmark = pytest.mark.slow

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


def sequence(changes: Changes, **options: str) -> Process:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("siege-tower-one").replaced(PLAIN | changes), SIEGE.replaced(options=named))


def exact(changes: Changes, **options: str) -> Result:
    return run(sequence(changes, **options), engine="exact")


SMALL = {"turns": 6, "approach": ["flat_ground x 4"], "besiegers.men": 5, "besiegers.top": 2}
SMALL |= BESIEGERS | DEFENDERS | {"foothold": 1, "oil.barrels": 1, "policies.fire_fighters": 2}


def test_the_shipped_scenario_is_counted_exactly():
    result = run(build(load_scenario("siege-tower-one"), SIEGE), engine="exact")
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)
    assert result.provenance.states < 100_000


def foothold(changes, **options):
    return exact(SMALL | changes, **options).probability("foothold").value


def test_a_better_sign_on_top_helps_the_tower():
    assert foothold({}, siege_tower_top_sign="0") > foothold({}, siege_tower_top_sign="-")


def test_what_is_watched_turn_by_turn():
    result = exact(SMALL)
    watched = ("besiegers_living", "defenders_living", "besiegers_on_wall", "hexes_burning")
    start = [result.by_turn(name, 0).value for name in watched]
    late = [result.by_turn(name, 6).value for name in watched]
    assert start == [5, 2, 0, 0]
    assert late[0] < start[0]
    assert late[1] < start[1]
    assert late[2] > 0.5
    assert late[3] > 0
