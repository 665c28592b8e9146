"""Banners against banners: pairs, fronts and contact, leaders, points, the special rules, and who wins."""

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import UnknownCellError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import best

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
BASE = load_scenario("battle-wing")
KNIGHTS, PIKES, LIGHT = {"kind": "knights", "strength": 6}, {"kind": "pikemen"}, {"kind": "light-foot"}


def ours(*stacks, **keys):
    return {"value": 1, "bonus": 0, "stacks": list(stacks), **keys}


def theirs(*stacks, **keys):
    return {"value": 2, "bonus": 0, "stacks": list(stacks), **keys}


def changed(one, other, changes=None):
    return BASE.replaced({"turns": 1, "a.banners": one, "b.banners": other, "sectors.1.frontage": 3, **(changes or {})})


def made(one, other, changes=None, rules=READ):
    return build(changed(one, other, changes), rules)


def game(dice, *what, **more):
    return play_trace(made(*what, **more), dice=iter(dice))


@pytest.mark.slow
def test_sides_that_are_alike_win_alike():
    def sides(name):
        stacks = [{"kind": "sergeants", "number": 2, "quality": 2}, {"kind": name, "number": 2, "quality": 2}]
        return {"value": 3, "bonus": 1, "edge": 3, "stacks": stacks}

    alike = made([sides("light-foot")], [sides("light-foot")], {"turns": 8})
    found = run(alike, engine="monte-carlo", trials=20_000, seed=4)
    for name in ("points", "eliminated", "routed", "demoralised"):
        one, other = found.mean(f"a_{name}"), found.mean(f"b_{name}")
        assert abs(one.value - other.value) <= 5 * (one.se**2 + other.se**2) ** 0.5
    assert found.mean("a_points").value > 0.05


def test_exact_and_sampled_agree():
    game = made([ours(KNIGHTS)], [theirs(LIGHT, edge=4)], {"turns": 3})
    exact = run(game, engine="exact")
    drawn = run(game, engine="monte-carlo", trials=20_000, seed=2)
    for ending in exact.all_endings:
        one = drawn.probability(ending)
        assert abs(one.value - exact.probability(ending).value) <= 5 * one.se + 1e-12
    assert drawn.mean("a_points").value == pytest.approx(
        exact.mean("a_points").value, abs=5 * drawn.mean("a_points").se
    )


@pytest.mark.slow
def test_nothing_runs_over_in_small_numbers():
    found = run(build(load_scenario("battle-navas").replaced({"turns": 3}), NAVAS), engine="monte-carlo", trials=40)
    assert found.provenance.trials == 40


def test_a_lost_cell_is_named_before_anything_is_played():
    with pytest.raises(UnknownCellError):
        build(BASE, load_rules("filo"))


def test_a_leader_joins_the_pair_that_decides():
    """With him an 8 eliminates a stack with no way back, and not only a 9; of a 9 he dies once in ten before that."""
    one, other = ours({**PIKES, "number": 2}, bonus=1), theirs({**PIKES, "number": 2}, room="blocked")
    policies = {"policies.a": {}, "policies.b": {"act": "hold"}}
    for pair, chance in ((1, 0.19), (2, 0.099), (6, 0.099)):
        found = run(made([one], [other], {**policies, "policies.a.leader_pair": pair}), engine="exact")
        assert found.probability("b_leader_lost").value == pytest.approx(chance, abs=1e-12)
    asked = best(
        changed([one], [other], {**policies, "policies.a.leader_pair": 2}), READ, "a", choose=["a.leader_pair"]
    )
    assert asked.value == pytest.approx(0.19, abs=1e-12)
