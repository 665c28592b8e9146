"""How much the options move that only a whole sequence shows: exact odds, held against games of the oracle."""

import json
import random
from collections import Counter
from functools import cache

import pytest

from games.registry import twin_of
from games.twins import oracle_rules
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

GAMES = 600
AT_THE_WALL = {"approach": [], "turns": 12}
SORTIE = {"turns": 12, "archers.men": 0}
FALLEN_ON = SORTIE | {"first": "defenders"}
RAM_ON = AT_THE_WALL | {"policies.fire_policy": "ram-on"}
TEN_TURNS = {"turns": 10}
OLD_WALL = TEN_TURNS | {"policies.advance": False, "policies.defence_advance": False, "policies.shoot_wall": "never"}
FALLS_BACK = OLD_WALL | {"assumptions": {"carrier-retreat": "falls-back"}}

AMOUNTS = [
    ("da-and-spread-fire", "arrows", "ram-gate:fire", AT_THE_WALL, "breach", 0.533167),
    ("da-and-spread-fire", "other", "ram-gate:fire", AT_THE_WALL, "breach", 0.458484),
    ("fire-spread-timing", "oil-from-next-turn", "ram-gate:fire", AT_THE_WALL, "breach", 0.533167),
    ("fire-spread-timing", "end-of-turn", "ram-gate:fire", AT_THE_WALL, "breach", 0.489346),
    ("fire-spread-timing", "end-of-opponents-turn", "ram-gate:fire", AT_THE_WALL, "breach", 0.581407),
    ("burning-hex-occupants", "retreat", "ram-gate:fire", RAM_ON, "breach", 0.533167),
    ("burning-hex-occupants", "wounded-then-dead", "ram-gate:fire", RAM_ON, "breach", 0.810208),
    ("attacked-crew", "this-turn", "ram-sortie:fire", SORTIE, "breach", 0.941940),
    ("attacked-crew", "next-turn", "ram-sortie:fire", SORTIE, "breach", 0.344985),
    ("attacked-crew", "this-turn", "ram-sortie:fire", FALLEN_ON, "breach", 0.214344),
    ("attacked-crew", "none", "ram-sortie:fire", FALLEN_ON, "breach", 0.916650),
    ("tower-top-fire", "hexes", "siege-tower-one", TEN_TURNS, "foothold", 0.484705),
    ("tower-top-fire", "all", "siege-tower-one", TEN_TURNS, "foothold", 0.469179),
    ("carrier-retreat", "falls-back", "ladder-one", OLD_WALL, "foothold", 0.130683),
    ("carrier-retreat", "holds", "ladder-one", OLD_WALL, "foothold", 0.177214),
    ("fall-on-man", "never", "ladder-one", FALLS_BACK, "foothold", 0.130683),
    ("fall-on-man", "always", "ladder-one", FALLS_BACK, "foothold", 0.126806),
]


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


every_amount = pytest.mark.parametrize(("option", "value", "name", "changes", "ending", "chance"), AMOUNTS)


@every_amount
def test_the_option_moves_the_odds_by_so_much(option, value, name, changes, ending, chance):
    scenario = load_scenario(name).replaced(changes)
    rules = load_rules("siege").replaced(options={option: value})
    exact = run(build(scenario, rules), engine="exact").probability(ending).value
    assert exact == pytest.approx(chance, abs=5e-7)


@pytest.mark.slow
@every_amount
def test_games_of_the_oracle_say_so_too(option, value, name, changes, ending, chance):
    assumed = changes.get("assumptions", {}) | {option: value}
    changed = {key: value for key, value in changes.items() if key != "assumptions"}
    came = games_of_the_oracle(name, json.dumps(changed), json.dumps(assumed_otherwise(assumed)))[ending]
    sigma = (chance * (1 - chance) / GAMES) ** 0.5
    assert abs(came / GAMES - chance) < 5 * sigma
