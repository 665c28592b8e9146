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


RULES = load_rules("siege").replaced(
    options={"burning-hex-occupants": "wounded-then-dead", "oil-occupants-of-burning-machine": "attacked"}
)
RAM = CASES["RAM"]
FEW = {"besiegers.men": 5, "archers.men": 1}
TOWER = {"turns": 3, "archers": {"men": 1, "weapon": "longbow", "aside": 1}, "besiegers.men": 6}
AT_WALL = TOWER | {"approach": [], "first": "defenders"}
ON_THE_WAY = TOWER | {"approach": ["flat_ground x 6"], "platform.weapon": "crossbow"}


def numbers(process):
    result = run(process, engine="exact")
    means = {name: result.mean(name).value for name in ("turn", *result.measures)}
    return means | {name: result.tally(name).value for name in result.tallies}


def both(name, changes, policy, value):
    """Return a process, and one of the scenario with another policy."""
    scenario = load_scenario(name).replaced(changes)
    return build(scenario, RULES), build(scenario.replaced({f"policies.{policy}": value}), RULES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changes", "policy", "value"),
    [
        ("ram-sortie:fire", RAM | FEW, "fire_policy", "ram-on"),
        ("ram-sortie:fire", RAM | FEW | {"sortie.turn": 4}, "arrows", "men"),
        ("ram-sortie:fire", RAM | FEW, "arrow_aim", "middle"),
        ("ram-sortie:fire", RAM | FEW, "attack", "separate"),
        ("ram-sortie:fire", RAM | FEW, "defence_attack", "separate"),
        ("ram-sortie:fire", RAM | FEW, "wound", "wounded-first"),
        ("ram-sortie:fire", RAM | FEW, "defence_wound", "wounded-first"),
        ("siege-tower-one", ON_THE_WAY, "platform", "hold"),
        ("siege-tower-one", ON_THE_WAY, "fire_policy", "fight-on"),
        ("siege-tower-one", ON_THE_WAY, "arrows", "men"),
        ("siege-tower-one", ON_THE_WAY, "arrow_aim", "rear"),
        ("siege-tower-one", AT_WALL | {"defenders.on_wall": 0, "width": 3, "foothold": 3}, "shoot_wall", "first"),
        ("siege-tower-one", AT_WALL, "besiegers.advance", False),
        ("siege-tower-one", AT_WALL | {"foothold": 2}, "defenders.target", "wounded"),
    ],
)
def test_another_plan_is_another_policy(name, changes, policy, value):
    ours, theirs = both(name, changes, policy, value)
    assert [column.name for column in ours.columns] == [column.name for column in theirs.columns]
    assert [phase.name for phase in ours.phases] == [phase.name for phase in theirs.phases]
    wanted = numbers(theirs)
    assert numbers(replace(ours, plan=theirs.plan)) == pytest.approx(wanted, abs=1e-12)
    assert max(abs(number - wanted[name]) for name, number in numbers(ours).items()) > 1e-6
