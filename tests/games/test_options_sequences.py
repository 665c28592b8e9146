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
from mangonel.games.cryhavoc.ladder import FIT_MAN, ON_GROUND, TOWER, Assault
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from pace import slow_after

CASES = cases(__file__)

SIEGE = load_rules("siege")
RAM = {"approach": [], "archers.men": 0, "oil.barrels": 0}
LADDER = CASES["LADDER"]


def played(name, option, value, changes, **options):
    rules = SIEGE.replaced(options={option: value, **{key.replace("_", "-"): entry for key, entry in options.items()}})
    return run(build(load_scenario(name).replaced(changes), rules), engine="exact")


@pytest.mark.parametrize("approach", [[], ["flat_ground x 2"]])
@pytest.mark.parametrize(("value", "rolls", "wanted"), [("first-turn", 4, 0.1296), ("second-turn", 3, 0.0)])
def test_where_a_ram_begins_to_count(value, rolls, wanted, approach):
    # In 7 turns at the wall rolls in turns 1, 3, 5 and 7, or in 2, 4 and 6; it comes up in the move of the first.
    changes = RAM | {"turns": 7, "approach": approach}
    result = played("ram-gate", "ram-every-second-turn-start", value, changes, ram_rate="every-second-turn")
    assert result.tally("battering_rolls").value == rolls
    assert result.probability("breach", by_turn=7).value == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(("value", "dead"), [("killed", 0.18), ("comes-round", 0.3 * (0.4 + 0.2 * 0.4))])
def test_a_man_stunned_by_oil_in_a_ram(value, dead):
    # Column 8-1: F 1 to 4 kills, D 7 and 8 stuns; of the stunned 4 in 10 do not come round.
    changes = RAM | {"oil.barrels": 1, "turns": 1}
    attacked = {"oil_occupants_of_burning_machine": "attacked"}
    result = played("ram-gate", "oil-retreat", value, changes, **attacked)
    assert result.mean("besiegers_dead").value == pytest.approx(dead, abs=1e-12)
    assert result.mean("besiegers_wounded").value == pytest.approx(0.06, abs=1e-12)


@pytest.mark.parametrize(("value", "last"), [("laid", 3), ("turn-after", 4)])
def test_when_a_fire_has_burnt_for_three_turns(value, last):
    # One barrel in the first turn, and nobody who puts out: it catches on 8 to 10 and is never put out.
    changes = RAM | {"oil.barrels": 1, "turns": 6, "policies.fire_fighters": 0}
    result = played("ram-gate", "fire-three-turns", value, changes)
    assert [result.probability("destroyed", by_turn=turn).value for turn in (last - 1, last)] == pytest.approx([0, 0.3])
    # A tent alone, set on fire for certain in the first turn.
    tent = {"name": "tent", "kind": "tent", "hexes": [[0, 0]]}
    camp = {"objects": [tent], "fires": [{"hex": "tent", "cause": "hand", "tries": 0}], "turns": 6, "fighters.men": 0}
    result = played("fire-camp", "fire-three-turns", value, camp)
    assert [result.probability("all_lost", by_turn=turn).value for turn in (last - 1, last)] == [0, 1]


@pytest.mark.parametrize(("value", "hit"), [("play-sheet", 0.6), ("german", 0.5)])
def test_scrub_below_a_tower(value, hit):
    # A longbow 5 hexes away at men in scrub: no cover within the radius, else light.
    changes = LADDER | {"approach": ["scrub x 12"], "towers.men": 1, "towers.weapon": "longbow", "towers.aside": 1}
    setup = load_scenario("ladder-one").replaced(changes).setup
    game = Assault(setup, SIEGE.replaced(options={"downward-radius": value}))
    letters = game.shot(TOWER, FIT_MAN, ON_GROUND, 3).roll.faces
    assert sum(letter != "-" for letter in letters) / 10 == pytest.approx(hit)


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
