"""Exact, counts and Monte Carlo on the same sequences, judged by the sampled run's own standard error."""

import random

import pytest

from games.registry import SEQUENCES, twin_of
from games.variants import some_rules
from mangonel.engine.run import run
from mangonel.errors import DataError, StateLimitError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from pace import slow_after

pytestmark = pytest.mark.slow

SIGMAS = 5.0


def agree(exact, sampled):
    """Every ending, mean and counter within 5 standard errors; where a sample never varied, within its interval."""
    for ending in exact.all_endings:
        one, other = exact.probability(ending), sampled.probability(ending)
        slack = max(SIGMAS * other.se, 2.6 * (other.high - other.low))
        assert abs(one.value - other.value) <= slack, ending
    for name in ("turn", *exact.measures):
        one, other = exact.mean(name), sampled.mean(name)
        slack = max(SIGMAS * other.se + 1e-9, other.high - other.low)
        assert abs(one.value - other.value) <= slack or other.se == 0, name
    for name in exact.tallies:
        one, other = exact.tally(name), sampled.tally(name)
        assert abs(one.value - other.value) <= SIGMAS * other.se + 1e-9 or other.se == 0, name


@pytest.mark.parametrize("rules", ["siege", "croisades"])
@pytest.mark.parametrize("name", ["ram-gate", "sortie-ram", "ladder-one", "melee-knights"])
def test_default_scenarios(name, rules):
    sequence = build(load_scenario(name), load_rules(rules))
    exact = run(sequence, engine="exact")
    assert exact.weights.sum() == pytest.approx(1.0, abs=1e-12)
    agree(exact, run(sequence, engine="monte-carlo", trials=20_000, seed=11))
    agree(exact, run(sequence, engine="counts", trials=20_000, seed=11))


@pytest.mark.parametrize("seed", slow_after(2, range(5), 2))
@pytest.mark.parametrize("kind", SEQUENCES)
def test_random_scenarios(kind, seed):
    draw, twin = random.Random(500 + seed), twin_of(kind)
    for _ in range(20):
        try:
            sequence = build(twin.some(draw), some_rules(draw))
            exact = run(sequence, engine="exact", state_limit=6_000)
            break
        except (StateLimitError, DataError):
            continue
    else:
        pytest.fail("no small scenario found")
    assert exact.weights.sum() == pytest.approx(1.0, abs=1e-12)
    agree(exact, run(sequence, engine="monte-carlo", trials=10_000, seed=seed))


def test_auto_goes_over_to_games_and_stays_right():
    sequence = build(load_scenario("ladder-one"), load_rules("siege"))
    exact = run(sequence, engine="exact")
    mixed = run(sequence, engine="auto", state_limit=2_000, trials=20_000, seed=2)
    assert mixed.provenance.engine == "monte-carlo"
    agree(exact, mixed)
