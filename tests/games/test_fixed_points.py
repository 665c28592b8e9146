"""Odds worked by hand that every engine must hit, and rules that must move them."""

from fractions import Fraction
from math import comb

import pytest

from cases import cases
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

BARE_RAM = CASES["BARE_RAM"]


def bare_ram(rules="siege", **changes):
    options = changes.pop("options", {})
    scenario = load_scenario("ram-gate").replaced(BARE_RAM | changes)
    return build(scenario, load_rules(rules).replaced(options=options))


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_ram_on_a_fresh_wall(engine):
    result = run(bare_ram(), engine=engine, trials=400_000, seed=5)
    for turn, wanted in zip(range(4, 9), (0.1296, 0.33696, 0.54432, 0.710208, 0.82632960), strict=True):
        found = result.probability("breach", by_turn=turn)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12))
        # Four or more damages in so many rolls.
        four = sum(comb(turn, k) * Fraction(6, 10) ** k * Fraction(4, 10) ** (turn - k) for k in range(4, turn + 1))
        assert float(four) == pytest.approx(wanted, abs=1e-12)
    mean = result.mean("turn")
    assert mean.value == pytest.approx(20 / 3, abs=max(5 * mean.se, 1e-6))


@pytest.mark.parametrize(("hit", "chance"), [("none", 0.1), ("six-in-ten", 0.06)])
def test_fire_arrows_on_a_ram(hit, chance):
    scenario = {"approach": [], "archers.men": 1, "archers.weapon": "longbow", "oil.barrels": 0, "turns": 1}
    sequence = build(
        load_scenario("ram-gate:fire").replaced(scenario),
        load_rules("siege").replaced(options={"fire-arrow-to-hit": hit}),
    )
    result = run(sequence, engine="exact")
    assert result.tally("fire_arrows").value == pytest.approx(2, abs=1e-12)
    assert result.tally("fires").value == pytest.approx(2 * chance, abs=1e-12)


def test_oil_on_a_ram_catches_three_times_in_ten():
    scenario = {"approach": [], "archers.men": 0, "oil.barrels": 1, "turns": 1}
    result = run(build(load_scenario("ram-gate").replaced(scenario), load_rules("siege")), engine="exact")
    assert result.tally("fires").value == pytest.approx(0.3, abs=1e-12)


def ladder(**changes):
    options = changes.pop("options", {})
    scenario = load_scenario("ladder-one").replaced(CASES["LADDER_AND_ONE"] | changes)
    return build(scenario, load_rules("siege").replaced(options=options))


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
@pytest.mark.parametrize("tries", [1, 2, 3, 4])
def test_a_ladder_stands_k_tries(tries, engine):
    # A man climbs in the raising move and waits below an occupied hex; every turn the defender tries once.
    sequence = ladder(turns=tries, **{"policies.attack_from": "12-1+", "besiegers.men": 3})
    result = run(sequence, engine=engine, trials=200_000, seed=tries)
    unhurt = (result.column("besiegers_dead") + result.column("besiegers_wounded")) == 0
    found = result.estimate(unhurt.astype(float), proportion=True)
    assert found.value == pytest.approx(0.4**tries, abs=max(5 * found.se, 1e-12))


def test_one_changed_cell_moves_the_odds_exactly_where_it_should():
    from mangonel.rules.change import CellChange

    rules = load_rules("siege")
    base = load_scenario("ram-gate").replaced(BARE_RAM)
    before = run(build(base, rules), engine="exact")
    # Column 9, die 4 becomes a damage: 0.7 a roll instead of 0.6.
    changed = rules.replaced(cells=[CellChange("battering", "4", "9", "D")])
    after = run(build(base, changed), engine="exact")
    assert after.probability("breach", by_turn=4).value == pytest.approx(0.7**4, abs=1e-12)
    assert changed.digest != rules.digest
    elsewhere = rules.replaced(cells=[CellChange("battering", "4", "12+", "D")])
    same = run(build(base, elsewhere), engine="exact")
    assert same.probability("breach", by_turn=4).value == before.probability("breach", by_turn=4).value
