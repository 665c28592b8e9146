"""The sequences against their oracles: the same dice must give the same game, roll for roll."""

import random

import pytest

from mangonel.errors import DataError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.cryhavoc.scenario import build, load_scenario, scenario_names
from oracle.ladder import play_ladder
from oracle.ram import play_ram
from systems.twins import play_both
from systems.variants import LADDER_OPTIONS, RAM_OPTIONS, some_ladder, some_ram, some_rules

GAMES = 8


@pytest.mark.parametrize("seed", range(80))
def test_any_ladder_assault_is_played_like_the_oracle(seed):
    draw = random.Random(seed)
    scenario, rules = some_ladder(draw), some_rules(draw, LADDER_OPTIONS)
    sequence = build(scenario, rules)
    for game in range(GAMES):
        ours, theirs, _ = play_both(scenario, rules, sequence, play_ladder, 1000 * seed + game)
        assert ours == theirs


@pytest.mark.parametrize("seed", range(80))
def test_any_ram_is_played_like_the_oracle(seed):
    draw = random.Random(seed)
    scenario, rules = some_ram(draw), some_rules(draw, RAM_OPTIONS)
    breached = scenario.setup.wall in {"inner", "keep"} and scenario.setup.marks >= rules.number("inner-wall-d-count")
    if breached:
        with pytest.raises(DataError, match="marks"):
            build(scenario, rules)
        return
    sequence = build(scenario, rules)
    for game in range(GAMES):
        ours, theirs, _ = play_both(scenario, rules, sequence, play_ram, 1000 * seed + game)
        assert ours == theirs


# The oracle carries no ranges of Vikings, whose shortbow row is cut in the source.
@pytest.mark.parametrize("rules", [name for name in rule_set_names() if name != "vikings"])
@pytest.mark.parametrize("name", scenario_names())
def test_shipped_scenarios_are_played_like_the_oracle(name, rules):
    scenario, rule_set = load_scenario(name), load_rules(rules)
    oracle = play_ladder if scenario.sequence == "ladder-assault" else play_ram
    sequence = build(scenario, rule_set)
    for game in range(40):
        ours, theirs, _ = play_both(scenario, rule_set, sequence, oracle, game)
        assert ours == theirs
