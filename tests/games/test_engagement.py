"""One stack against one: worked odds, scripted games, what must be so, and what is refused."""

import pytest

from engine.solving import best_value
from mangonel.engine.run import run
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
PIKES = load_scenario("engagement-pikes")
KNIGHTS = {"a.kind": "knights", "b.kind": "knights", "b.army_bonus": 1, "b.value": 2, "policies.b.act": "attack"}


def made(changes=None, rules=READ, scenario=PIKES):
    return build(scenario.replaced(changes or {}), rules)


def exact(changes=None, rules=READ, scenario=PIKES):
    return run(made(changes, rules, scenario), engine="exact")


@pytest.mark.parametrize(
    ("changes", "charges"),
    [({"gap": 0}, 0.0), ({"gap": 4}, 1.0), ({"gap": 5}, 0.0), ({"a.movement": 3, "gap": 4}, 0.0),
     ({"a.kind": "foot-sergeants"}, 0.0), ({"a.kind": "light-horse"}, 0.0), ({"policies.a.charge": False}, 0.0)],
)  # fmt: skip
def test_who_may_charge_and_from_where(changes, charges):
    found = exact({"turns": 1, **changes})
    assert found.tally("a_charges").value == pytest.approx(charges, abs=1e-12)
    reached = changes.get("gap", 2) <= changes.get("a.movement", 6)
    assert found.tally("a_combats").value == pytest.approx(float(reached), abs=1e-12)


@pytest.mark.parametrize("room", ["open", "blocked"])
def test_equal_stacks_are_alike_when_mirrored(room):
    mirrored = {**KNIGHTS, "a.army_bonus": 1, "turns": 4, "a.room": room, "b.room": room, "policies.b.rest": True}
    swapped = {**mirrored, "policies.b.rest": False, "policies.a.rest": True}
    one, other = exact(mirrored), exact(swapped)
    assert one.probability("a_broken").value == pytest.approx(other.probability("b_broken").value, abs=1e-12)
    assert one.mean("a_fatigued").value == pytest.approx(other.mean("b_fatigued").value, abs=1e-12)


def test_units_that_act_as_one_need_a_rule_for_it():
    pair = {"a.units": 2, "turns": 1, "gap": 0}
    with pytest.raises(DataError, match=r"a\.units: at most one unit act as one"):
        exact(pair)
    # 8 against 6 are even strength.
    assert (
        exact(pair, NAVAS).mean("b_demoralised").value
        > exact({**pair, "a.units": 1}, NAVAS).mean("b_demoralised").value
    )


def test_a_lost_cell_is_refused_with_the_option_that_fills_it():
    with pytest.raises(UnknownCellError, match="archer-row"):
        made({"a.kind": "archers"}, load_rules("filo"))


def test_rules_of_another_game_are_refused():
    with pytest.raises(DataError, match="this is a scenario of ¡Al filo"):
        build(PIKES, load_rules("siege"))


POLICIES = [{}, {"policies.a.rest": False}, {"policies.a.demoralised": "attack"}, {"policies.a.charge": False}]


@pytest.mark.slow
def test_the_best_decisions_by_state_win_more_often_than_policies():
    knights = load_scenario("engagement-knights").replaced({"turns": 6})
    process = made(scenario=knights)
    found = best_value(process, [name for name in process.plan if name.startswith("a.")], {"a": 1}, "b_broken")
    followed = [exact(changes, scenario=knights).probability("b_broken").value for changes in POLICIES]
    assert found > max(followed)
    assert len(set(followed)) == len(POLICIES)
