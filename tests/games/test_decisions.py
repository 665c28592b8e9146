"""Decisions of sequences: any option can be taken, and another plan is another policy."""

import random
from dataclasses import replace

import pytest

from cases import cases
from games.registry import twin_of
from games.test_twins import drawn
from games.twins import dice_of
from mangonel.engine.process import Decision
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.cryhavoc import ladder
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

DECISIONS = [value for value in vars(ladder).values() if isinstance(value, Decision)]
STATES = ("dead", "wounded", "fit", "stunned")


@pytest.mark.slow
def test_any_option_may_be_taken():
    met, every = set(), {decision.name for decision in DECISIONS}
    wanted = {
        "facing": {ladder.OIL_FOOT, "oil", "topple", "fight", "wait"},
        "shoot": {"ladder", "ground", "wall", "hold"},
        "move": {"stay", ladder.STEP_ON, ladder.STEP_TO_ENEMY},
    }
    options = {(name, option) for name, those in wanted.items() for option in those}
    # A new option of the rules draws other scenarios: go on until each decision and these options were met.
    for seed in range(200):
        if seed >= 30 and {name for name, _ in met} >= every and met >= options:
            break
        scenario, _, made = drawn(twin_of("ladder-assault"), seed, "scenarios")
        setup, draw = scenario.setup, random.Random(seed)

        def any_of(name, draw=draw):
            def rule(_s, options, **_context):
                # Who breaks off comes to no other decision: he mostly goes on.
                option = draw.choice((*options[:1] * 20, *options)) if "break_off" in name else draw.choice([*options])
                met.add((name, str(option[0] if isinstance(option, tuple) else option)))
                return option

            return rule

        free = replace(made, plan={name: any_of(name) for name in made.plan})
        game = play_trace(free, dice=dice_of(seed))
        for side, men in (("besiegers", setup.men * setup.ladders), ("defenders", setup.on_wall + setup.reserve)):
            assert sum(game.measures.get(f"{side}_{state}", 0) for state in STATES) == men
    assert {name for name, _ in met} >= every
    assert {one for one in met if one[0] in wanted} == options


RULES = load_rules("siege").replaced(
    options={"burning-hex-occupants": "wounded-then-dead", "oil-occupants-of-burning-machine": "attacked"}
)
RAM = CASES["RAM"]
FEW = {"besiegers.men": 5, "archers.men": 1}
TOWER = {"turns": 3, "archers": {"men": 1, "weapon": "longbow", "aside": 1}, "besiegers.men": 6}
AT_WALL = TOWER | {"approach": [], "first": "defenders"}
ON_THE_WAY = TOWER | {"approach": ["flat_ground x 6"], "platform.weapon": "crossbow"}
BASES = {"ram": RAM | FEW, "way": ON_THE_WAY, "wall": AT_WALL}


def numbers(process):
    result = run(process, engine="exact")
    means = {name: result.mean(name).value for name in ("turn", *result.measures)}
    return means | {name: result.tally(name).value for name in result.tallies}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "base", "changes", "policy", "value"), CASES["test_another_plan_is_another_policy"])
def test_another_plan_is_another_policy(name, base, changes, policy, value):
    scenario = load_scenario(name).replaced(BASES[base] | changes)
    ours, theirs = build(scenario, RULES), build(scenario.replaced({f"policies.{policy}": value}), RULES)
    assert [column.name for column in ours.columns] == [column.name for column in theirs.columns]
    assert [phase.name for phase in ours.phases] == [phase.name for phase in theirs.phases]
    wanted = numbers(theirs)
    assert numbers(replace(ours, plan=theirs.plan)) == pytest.approx(wanted, abs=1e-12)
    assert max(abs(number - wanted[name]) for name, number in numbers(ours).items()) > 1e-6
