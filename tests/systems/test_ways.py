"""Every scenario that comes with the program gives the same by tables and phase by phase."""

import math

import numpy as np
import pytest
from engine.unread import assert_unread_columns_do_not_matter
from mangonel.engine.compiled import compiled_of

from mangonel.engine.process import Process
from mangonel.engine.run import run
from mangonel.errors import StateLimitError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario, scenario_names
from shipped_games import like

SCENARIOS = scenario_names()
QUICK = (
    "bombardment-relief",
    "panic-one",
    "ram-gate",
    "siege-breach",
    "sortie-ram",
    "volley-friends",
)
MOST = 5_000
NOTHING_UNREAD = ("battle-navas", "fire-camp-large", "healing-garrison")
"""Too many states in the first turn to come to a phase that has columns it does not read."""


def sets_of(scenario):
    system = load_scenario(scenario).system
    return system.rules, system.compared


def built(name, rules=None):
    scenario = load_scenario(name)
    game = build(scenario, load_rules(rules or scenario.system.rules))
    if isinstance(game, Process):
        pytest.skip("one way plays it")
    return game


@pytest.mark.parametrize(
    "scenario", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in SCENARIOS]
)
def test_columns_that_are_not_read_do_not_matter(scenario):
    assert assert_unread_columns_do_not_matter(built(scenario)) or scenario in NOTHING_UNREAD


def played(scenario, rules, way, times=1):
    game = built(scenario, rules)
    # By tables from the start, whether that pays or not, and then by tables that are put together.
    compiled_of(game).runs = math.inf
    try:
        return [run(game, engine="exact", way=way, state_limit=MOST) for _ in range(times)], ""
    except StateLimitError as refused:
        return [], str(refused)


def assert_same(one, other):
    assert np.array_equal(one.outcomes, other.outcomes)
    assert np.abs(one.weights - other.weights).max() <= 1e-12
    assert one.tally_means == pytest.approx(other.tally_means, rel=1e-12, abs=1e-12)
    assert one.provenance == other.provenance
    for mine, theirs in zip(one.watched, other.watched, strict=True):
        assert np.abs(mine.shares - theirs.shares).max() <= 1e-12


@pytest.mark.parametrize(
    ("scenario", "rules"),
    [
        pytest.param(name, rules, marks=[] if name in QUICK and rules == sets_of(name)[0] else pytest.mark.slow)
        for name in SCENARIOS
        for rules in sets_of(name)
        if rules == sets_of(name)[0] or like(name, rules) == rules
    ],
)
def test_both_ways_are_exactly_the_same(scenario, rules):
    phases, refused = played(scenario, rules, "phases")
    tables, also = played(scenario, rules, "tables", times=2)
    if "branches within phase" in refused:
        # By tables fewer rows are split at once.
        return
    assert refused == also
    for one in phases:
        for other in tables:
            assert_same(other, one)
