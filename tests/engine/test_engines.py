"""One definition, every engine: fixed points, fractions, whole distributions."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import chi2

from engine.games import BREACH_BY, DUEL_ENDINGS, battering, duel, every_turn, outcome_chances, solve_duel
from engine.judging import FIVE_SIGMA, SIGMAS, assert_fits
from mangonel.engine.run import ENGINES, run
from mangonel.engine.sequence import Measure
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError, StateLimitError


@pytest.mark.parametrize("engine", ENGINES)
def test_four_damages_at_six_in_ten(engine):
    result = run(battering(), engine=engine, trials=100_000, seed=4)
    for turn, wanted in BREACH_BY.items():
        assert_fits(result, result.probability("breach", by_turn=turn), wanted)
    assert result.probability("breach", by_turn=3).value == 0
    assert_fits(result, result.mean("turn"), 20 / 3)
    assert_fits(result, result.tally("rolls"), 20 / 3)
    assert result.exact == (engine in {"auto", "exact"})


def test_four_damages_at_six_in_ten_by_traced_games():
    turns = np.array([play_trace(battering(), seed=seed).turn for seed in range(600)])
    assert abs(turns.mean() - 20 / 3) <= SIGMAS * turns.std(ddof=1) / np.sqrt(len(turns))
    by_six, wanted = np.mean(turns <= 6), BREACH_BY[6]
    assert abs(by_six - wanted) <= SIGMAS * np.sqrt(wanted * (1 - wanted) / len(turns))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_rest_of_other_measures_is_known_without_being_kept(engine):
    plain = duel()
    others = tuple(measure.name for measure in plain.measures)
    most = sum(measure.maximum for measure in plain.measures)
    left = Measure("left_over", most, lambda s: most - sum(one.of(s) for one in plain.measures), rest_of=others)
    # Between the others, to see that all columns stay in order.
    game = replace(plain, measures=(plain.measures[0], left, *plain.measures[1:]))
    result = run(game, engine=engine, trials=1000, seed=2)
    frame, without = result.to_frame(), run(plain, engine=engine, trials=1000, seed=2).to_frame()
    assert list(frame[["left_over", *others]].sum(axis=1).unique()) == [most]
    assert frame.drop(columns="left_over").equals(without)
    assert frame["left_over"].nunique() > 1


def test_the_scalar_game_offers_every_die():
    ways = list(every_turn((1, 1, 0)))
    assert sum(chance for chance, _ in ways) == 1
    assert {way[0] for _, way in ways} == {0, 1, 2, 3}


@pytest.mark.parametrize("turns", [1, 2, 6])
def test_exact_against_fractions(turns):
    outcomes, counters = solve_duel(turns)
    assert sum(outcomes.values()) == 1
    result = run(duel(turns), engine="exact")
    assert outcome_chances(result) == pytest.approx({key: float(chance) for key, chance in outcomes.items()}, abs=1e-15)
    for row, name in enumerate(result.tallies):
        for ending in range(4):
            wanted = float(counters.get((ending, name), 0))
            assert result.tally_means[row, ending] == pytest.approx(wanted, abs=1e-14)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", [battering(7), duel(), duel(1)])
def test_weights_sum_to_one(engine, game):
    result = run(game, engine=engine, trials=5_000, seed=1)
    assert result.weights.sum() == pytest.approx(1.0, abs=1e-13)
    assert np.all(result.weights > 0)
    assert len(np.unique(result.outcomes, axis=0)) == len(result.outcomes)


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
@pytest.mark.parametrize("seed", range(3))
def test_sampled_engines_against_exact(engine, seed):
    exact = run(duel(), engine="exact")
    result = run(duel(), engine=engine, trials=50_000, seed=seed)
    for name in exact.all_endings:
        assert_fits(result, result.probability(name), exact.probability(name).value)
        assert_fits(result, result.probability(name, by_turn=2), exact.probability(name, by_turn=2).value)
    for name in ("turn", *exact.measures):
        assert_fits(result, result.mean(name), exact.mean(name).value)
    # Exact and counts carry conditional means, Monte Carlo adds up what each trial did.
    for name in exact.tallies:
        found = result.tally(name)
        assert found.se > 0
        assert_fits(result, found, exact.tally(name).value)


def test_the_whole_distribution_of_monte_carlo():
    trials = 200_000
    exact = outcome_chances(run(duel(), engine="exact"))
    sampled = outcome_chances(run(duel(), engine="monte-carlo", trials=trials, seed=8))
    assert set(sampled) <= set(exact)
    expected = np.array(list(exact.values())) * trials
    observed = np.array([sampled.get(key, 0.0) for key in exact]) * trials
    # The statistic needs cells that are not thin.
    assert expected.min() >= 10
    statistic = ((observed - expected) ** 2 / expected).sum()
    assert statistic <= chi2.isf(FIVE_SIGMA, len(expected) - 1)
    assert statistic >= chi2.ppf(FIVE_SIGMA, len(expected) - 1)


def test_tally_errors_of_monte_carlo_are_those_of_the_trials():
    # The rolls are negative binomial: variance 4 * 0.4 / 0.36, kurtosis 3 + 6 / 4 + 0.36 / (4 * 0.4) = 4.725.
    trials = 40_000
    found = run(battering(), engine="monte-carlo", trials=trials, seed=2).tally("rolls")
    wanted = np.sqrt(4 * 0.4 / 0.36 / trials)
    assert abs(found.se / wanted - 1) <= SIGMAS * np.sqrt((4.725 - 1) / trials) / 2


def test_exact_refuses_past_the_limit():
    with pytest.raises(StateLimitError, match="more than 5 states in turn 2"):
        run(duel(), engine="exact", state_limit=5)
    peak = run(duel(), engine="exact").provenance.states
    assert run(duel(), engine="exact", state_limit=peak).provenance.states == peak


@pytest.mark.parametrize(("limit", "note"), [(2, "from the start"), (5, "exact through turn 1, then counts")])
def test_auto_goes_over_to_counts_and_says_when(limit, note):
    exact = run(duel(), engine="exact")
    mixed = run(duel(), engine="auto", state_limit=limit, trials=40_000, seed=3)
    assert mixed.provenance.engine == "counts"
    assert mixed.provenance.note == f"{note}; 8 independent repeats"
    assert mixed.weights.sum() == pytest.approx(1.0, abs=1e-13)
    for ending in exact.all_endings:
        assert_fits(mixed, mixed.probability(ending), exact.probability(ending).value)
    for name in exact.tallies:
        assert_fits(mixed, mixed.tally(name), exact.tally(name).value)
    # What ended while all states were counted is known for certain.
    firsts = mixed.repeats @ (mixed.outcomes[:, 1] == 1)
    assert (np.ptp(firsts) == 0) == (limit == 5)


def test_auto_stays_exact_within_the_limit():
    result = run(duel(), engine="auto")
    assert (result.provenance.engine, result.provenance.trials, result.provenance.seed) == ("exact", None, None)
    assert outcome_chances(result) == outcome_chances(run(duel(), engine="exact"))


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
def test_same_seed_same_result_other_seed_another(engine):
    one, again, other = (run(duel(), engine=engine, trials=20_000, seed=seed) for seed in (5, 5, 6))
    assert np.array_equal(one.outcomes, again.outcomes)
    assert np.array_equal(one.weights, again.weights)
    assert np.array_equal(one.tally_means, again.tally_means)
    assert outcome_chances(one) != outcome_chances(other)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"engine": "exakt"}, "no such engine.*did you mean 'exact'"),
        ({"trials": 7}, "too few trials"),
        ({"seed": -1}, "a seed is"),
        ({"precision": 0.0}, "a precision is"),
        ({"precision": 1.0}, "a precision is"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(DataError, match=message):
        run(battering(3), **arguments)


@pytest.mark.parametrize("engine", ENGINES)
def test_progress_goes_up_to_the_end(engine):
    shares = []
    run(duel(), engine=engine, trials=200_000, progress=shares.append)
    assert shares[-1] == pytest.approx(1.0)
    assert all(later > earlier > 0 for earlier, later in pairwise(shares))


def test_endings_are_named_in_order():
    assert run(duel(1), engine="exact").all_endings == (*DUEL_ENDINGS, "undecided")
