"""Decisions of the ladder assault: any option can be taken, and the best are no worse than the policies."""

import random
from dataclasses import replace

import pytest

from engine.solving import best_value
from games.registry import twin_of
from games.test_twins import drawn
from games.twins import dice_of
from mangonel.engine.exact import chain_of
from mangonel.engine.process import Decision
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.cryhavoc import ladder
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

pytestmark = pytest.mark.slow

DECISIONS = [value for value in vars(ladder).values() if isinstance(value, Decision)]
SMALL = {"turns": 5, "approach": [], "besiegers.men": 4, "defenders.oil": 1, "towers.men": 1}
STATES = ("dead", "wounded", "fit", "stunned")


def test_any_option_may_be_taken():
    met, every = set(), {decision.name for decision in DECISIONS}
    # A new option of the rules draws other scenarios: go on until each decision was met.
    for seed in range(200):
        if seed >= 30 and {name for name, _ in met} >= every:
            break
        scenario, _, made = drawn(twin_of("ladder-assault"), seed, cells=False)
        setup, draw = scenario.setup, random.Random(seed)

        def any_of(name, draw=draw):
            def rule(_s, options, **_context):
                # Who breaks off comes to no other decision: he mostly goes on.
                option = draw.choice((*options[:1] * 20, *options)) if "break_off" in name else draw.choice(options)
                met.add((name, str(option[0] if isinstance(option, tuple) else option)))
                return option

            return rule

        free = replace(made, plan={name: any_of(name) for name in made.plan})
        game = play_trace(free, dice=dice_of(seed))
        for side, men in (("besiegers", setup.men * setup.ladders), ("defenders", setup.on_wall + setup.reserve)):
            assert sum(game.measures.get(f"{side}_{state}", 0) for state in STATES) == men
    assert {name for name, _ in met} >= every
    assert {option for name, option in met if name == "facing"} == {ladder.OIL_FOOT, "oil", "topple", "fight", "wait"}
    assert {option for name, option in met if name == "shoot"} == {"ladder", "ground", "wall", "hold"}
    assert {option for name, option in met if name == "move"} == {"stay", ladder.STEP_ON, ladder.STEP_TO_ENEMY}


@pytest.mark.parametrize("first", ["besiegers", "defenders"])
def test_the_best_decisions_are_no_worse_than_the_policies(first):
    scenario = load_scenario("ladder-one").replaced(SMALL | {"first": first})

    def value(**sides):
        process = build(scenario, load_rules("siege"))
        free = [decision.name for decision in DECISIONS if decision.side in sides]
        return best_value(process, free, sides, "foothold", "cleared")

    result = run(build(scenario, load_rules("siege")), engine="exact")
    planned = result.probability("foothold").value + result.probability("cleared").value
    assert value() == pytest.approx(planned, abs=1e-12)
    assert value(defenders=-1) < value(besiegers=1, defenders=-1) < planned < value(besiegers=1)


def test_a_shooter_looks_no_farther_than_the_first_target():
    # He would shoot at the first of four parties: nothing of the others is read.
    process = build(load_scenario("ladder-four").replaced({"policies.fire": "concentrate"}), load_rules("siege"))
    table = next(table for table in chain_of(process).tables if table.phase.name == "defenders' missiles 1, tower 1")
    start = process.layout.start
    first, size = process.layout.first["fit"]
    for party in range(1, size):
        for men in range(4):
            values = list(start)
            values[first + party] = men
            assert table.find(process.layout.pack(values), 1) == 0
