"""Options that move a whole sequence: by how much in a case that can be worked by hand, else by exact odds, held against games of the oracle."""

import json
import random
from collections import Counter
from functools import cache

import pytest

from cases import cases
from games.registry import twin_of
from games.twins import oracle_rules
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from pace import slow_after

CASES = cases(__file__)


GAMES = 600

AMOUNTS = CASES["AMOUNTS"]


def assumed_otherwise(options):
    """Return the options that are not as the rule set has them."""
    return {name: value for name, value in sorted(options.items()) if load_rules("siege").values[name] != value}


@cache
def games_of_the_oracle(name, changes, options):
    """Return how often each ending comes; cases whose option has its usual value play the same games."""
    scenario = load_scenario(name).replaced(json.loads(changes))
    rules = load_rules("siege").replaced(options=json.loads(options))
    dice, twin, given = random.Random(7), twin_of(scenario.sequence), oracle_rules(rules, scenario)
    setup = twin.setup(scenario.setup)
    return Counter(twin.oracle(setup, given, lambda: dice.randint(1, 10)).ending for _ in range(GAMES))


AMOUNT = ("option", "value", "name", "changes", "ending", "chance")


@pytest.mark.parametrize(AMOUNT, slow_after(9, map(tuple, AMOUNTS)))
def test_the_option_moves_the_odds_by_so_much(option, value, name, changes, ending, chance):
    scenario = load_scenario(name).replaced(changes)
    rules = load_rules("siege").replaced(options={option: value})
    exact = run(build(scenario, rules), engine="exact").probability(ending).value
    assert exact == pytest.approx(chance, abs=5e-7)


@pytest.mark.slow
@pytest.mark.parametrize(AMOUNT, AMOUNTS)
def test_games_of_the_oracle_say_so_too(option, value, name, changes, ending, chance):
    assumed = changes.get("assumptions", {}) | {option: value}
    changed = {key: value for key, value in changes.items() if key != "assumptions"}
    came = games_of_the_oracle(name, json.dumps(changed), json.dumps(assumed_otherwise(assumed)))[ending]
    sigma = (chance * (1 - chance) / GAMES) ** 0.5
    assert abs(came / GAMES - chance) < 5 * sigma
