"""Decisions at engines: another plan on the same process is the same as other policies of the scenario."""

from dataclasses import replace

import pytest

from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

pytestmark = pytest.mark.slow

RULES = load_rules("siege").replaced(
    options={"burning-hex-occupants": "wounded-then-dead", "oil-occupants-of-burning-machine": "attacked"}
)
RAM = {
    "turns": 5,
    "approach": [],
    "first": "defenders",
    "oil": {"barrels": 1, "men": 1},
    "sortie": {"kind": "spearman", "men": 2, "turn": 1},
}
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
