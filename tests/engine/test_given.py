"""Means among the games of one ending, and quantiles of measures."""

import numpy as np
import pytest

from mangonel.engine.result import given_frame, measure_quantile
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SEQUENCE = build(load_scenario("ladder-one"), load_rules("siege"))
SIGMAS = 5.0


@pytest.fixture(scope="module")
def exact():
    return run(SEQUENCE, engine="exact")


def test_the_means_of_all_endings_make_up_the_mean(exact):
    for name in ("turn", *exact.measures):
        parts = [
            exact.probability(ending).value * found.value
            for ending in exact.all_endings
            if (found := exact.mean_given(name, ending)) is not None
        ]
        assert sum(parts) == pytest.approx(exact.mean(name).value, rel=1e-12)


def test_where_the_sector_is_cleared_all_defenders_are_dead(exact):
    assert exact.mean_given("defenders_dead", "cleared").value == pytest.approx(3.0, rel=1e-12)
    assert exact.mean_given("defenders_dead", "repulsed").value < 1


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
def test_sampled_means_of_an_ending_are_near_the_exact_ones(exact, engine):
    sampled = run(SEQUENCE, engine=engine, trials=40_000, seed=3)
    compared = 0
    for ending in (ending for ending in exact.endings if exact.probability(ending).value):
        for name, most in zip(("turn", *exact.measures), (exact.turns, *exact.maxima), strict=True):
            wanted, found = exact.mean_given(name, ending), sampled.mean_given(name, ending)
            # What never varied has no spread but that of rounding: then its interval must hold the exact mean.
            slack = SIGMAS * found.se if found.se > 1e-12 else found.high - found.low
            compared += found.se > 1e-12
            assert abs(found.value - wanted.value) <= slack, (ending, name, found, wanted)
            assert found.low <= found.value <= found.high <= most
            assert found.high > found.low
    assert compared >= 12


def test_an_ending_of_two_games_is_not_certain_of_anything():
    scenario = load_scenario("ladder-one")
    sampled = run(build(scenario, load_rules("siege")), engine="counts", trials=200)
    games = sampled.probability("cleared").value * 200
    assert 0 < games < 10
    found = sampled.mean_given("turn", "cleared")
    assert found.high - found.value >= 3 / games


def test_an_ending_that_did_not_come_has_no_mean():
    result = run(build(load_scenario("healing-six"), load_rules("siege")), engine="exact")
    missing = [ending for ending in result.all_endings if result.probability(ending).value == 0]
    assert missing
    assert all(result.mean_given("day", ending) is None for ending in missing)
    assert set(given_frame(result)["ending"]).isdisjoint(missing)


def test_quantiles_of_a_measure(exact):
    weights = np.zeros(20)
    np.add.at(weights, exact.column("besiegers_dead"), exact.weights)
    for share in (0.1, 0.5, 0.9):
        value = measure_quantile(exact, "besiegers_dead", share)
        assert weights[: value + 1].sum() >= share - 1e-12
        assert weights[:value].sum() < share


def test_several_endings_at_once(exact):
    both = exact.probability("foothold+cleared")
    assert both.value == pytest.approx(exact.probability("foothold").value + exact.probability("cleared").value)
    by_ten = exact.probability("foothold+cleared", by_turn=10).value
    assert by_ten == pytest.approx(
        exact.probability("foothold", by_turn=10).value + exact.probability("cleared", by_turn=10).value
    )
    with pytest.raises(DataError, match="no such ending"):
        exact.probability("foothold+cleard")


def test_a_mean_given_an_ending_or_several(exact):
    assert exact.mean("turn", given="repulsed") == exact.mean_given("turn", "repulsed")
    both = [exact.probability(one).value for one in ("foothold", "repulsed")]
    parts = [exact.mean("turn", given=one).value for one in ("foothold", "repulsed")]
    assert exact.mean("turn", given="foothold+repulsed").value == pytest.approx(np.average(parts, weights=both))
    with pytest.raises(DataError, match="did you mean 'repulsed'"):
        exact.mean("turn", given="repulsd")
    never = run(SEQUENCE, engine="monte-carlo", trials=8, seed=1)
    missing = next(one for one in never.all_endings if never.probability(one).value == 0)
    with pytest.raises(DataError, match=f"no game ended so: it has no mean: '{missing}'"):
        never.mean("turn", given=missing)
