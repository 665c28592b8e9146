"""Counts by tables: whole trials, shared out once a turn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import battering, duel, outcome_chances
from engine.judging import SIGMAS, assert_fits
from engine.test_footprints import GAMES, turned
from mangonel.engine.dealing import along_a_curve, deal
from mangonel.engine.run import run

TRIALS = 40_000


def dealt_alone(expected, total, rng, order):
    return deal(expected[:, None], np.array([total]), np.array([rng.random()]), order)[:, 0]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.integers(0, 2**32))
def test_every_number_is_rounded_and_the_sum_stays(parts, seed):
    total = 17
    expected = np.array(parts) * (total / max(1, sum(parts)))
    rng = np.random.default_rng(seed)
    counts = dealt_alone(expected, total, rng, rng.permutation(len(expected)))
    assert (np.abs(counts - expected) <= 1 + 1e-9).all()
    assert (counts[expected == 0] == 0).all()
    assert (counts == np.floor(counts)).all()
    assert counts.sum() == (total if sum(parts) else 0)


class Lowest:
    """Draws the lowest offset there is, by which rounding would lose a trial."""

    @staticmethod
    def random():
        return 0.0


def test_no_trial_of_very_many_is_lost():
    expected = np.full(30_003, 10**12 / 30_003)
    assert np.cumsum(expected)[-1] < 10**12
    assert dealt_alone(expected, 1e12, Lowest(), np.arange(30_003)).sum() == 10**12


def test_counters_stay_with_their_trials():
    # A roll a turn: whatever trials there are, both are the same.
    counts = run(battering(), engine="counts", trials=1_000, seed=5)
    assert counts.tally("rolls").value == pytest.approx(counts.mean("turn").value, rel=1e-12)
    assert counts.mean("turn").value != run(battering(), engine="exact").mean("turn").value


@pytest.mark.parametrize("make", [battering, duel, GAMES["every third"]])
def test_what_was_played_before_moves_no_bit(make):
    # With so many trials a sum in another order is rounded to other trials.
    game, anew = make(), make()
    for _ in range(4):
        run(game, engine="exact")
    run(game, engine="counts", trials=TRIALS)
    many = [run(one, engine="counts", trials=10**15, seed=5) for one in (anew, game, game)]
    for other in many[1:]:
        assert np.array_equal(many[0].repeats, other.repeats)
        assert np.array_equal(many[0].tally_means, other.tally_means)


def test_each_number_is_right_on_average():
    expected = np.array([0.3, 0.0, 1.25, 0.05, 0.4])
    rng = np.random.default_rng(3)
    order = np.array([3, 0, 4, 2, 1])
    found = np.mean([dealt_alone(expected, 2, rng, order) for _ in range(20_000)], axis=0)
    # Each is one of two neighbouring numbers.
    error = np.sqrt((expected % 1) * (1 - expected % 1) / 20_000)
    assert (np.abs(found - expected) <= SIGMAS * error + 1e-12).all()


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_tables_fit_exact(make):
    game = make()
    exact, counts = run(game, engine="exact"), run(game, engine="counts", trials=TRIALS, seed=5)
    assert counts.provenance.engine == "counts"
    assert counts.weights.sum() == pytest.approx(1.0, abs=1e-13)
    # Every repeat is whole trials.
    assert counts.repeats * (TRIALS / 8) == pytest.approx(np.round(counts.repeats * (TRIALS / 8)), abs=1e-6)
    assert set(outcome_chances(counts)) <= set(outcome_chances(exact))
    for ending in exact.all_endings:
        assert_fits(counts, counts.probability(ending), exact.probability(ending).value)
    for measure in ("turn", *exact.measures):
        assert_fits(counts, counts.mean(measure), exact.mean(measure).value)
    for name in exact.tallies:
        assert_fits(counts, counts.tally(name), exact.tally(name).value)
    for mine, theirs in zip(counts.watched, exact.watched, strict=True):
        for turn in range(mine.turns + 1):
            assert_fits(counts, mine.mean(turn), theirs.mean(min(turn, theirs.turns)).value)


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_a_curve_goes_through_a_cube_step_by_step(dimensions):
    size = 8
    cells = np.stack(np.meshgrid(*[np.arange(size)] * dimensions), axis=-1).reshape(-1, dimensions)
    # The corners of the cube, so that the curve has the same steps however fine it is.
    along = along_a_curve(cells / size)
    assert len(np.unique(along)) == len(cells)
    steps = np.abs(np.diff(cells[np.argsort(along)], axis=0))
    assert (steps.sum(axis=1) == 1).all()


def test_points_without_a_place_stay_in_order():
    assert (along_a_curve(np.zeros((4, 0))) == 0).all()


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say():
    exact = run(duel(), engine="exact")
    truth = {ending: exact.probability(ending).value for ending in exact.endings}
    runs = [run(duel(), engine="counts", trials=TRIALS, seed=seed) for seed in range(150)]
    for ending, chance in truth.items():
        found = [one.probability(ending) for one in runs]
        held = np.mean([one.low <= chance <= one.high for one in found])
        assert held >= 0.95 - SIGMAS * np.sqrt(0.95 * 0.05 / len(runs))


def test_it_is_far_steadier_than_independent_trials():
    exact = run(duel(), engine="exact")
    chances = np.array([exact.probability(ending).value for ending in exact.endings])
    runs = [run(duel(), engine="counts", trials=TRIALS, seed=seed) for seed in range(20)]
    errors = np.array([[one.probability(ending).value for ending in exact.endings] for one in runs]) - chances
    # On average right, and the squares of the errors a hundredth of those of independent trials at the most.
    assert (np.abs(errors.mean(axis=0)) <= SIGMAS * errors.std(axis=0, ddof=1) / np.sqrt(len(runs))).all()
    assert ((errors**2).mean(axis=0) <= chances * (1 - chances) / TRIALS / 100).all()


def test_what_was_run_before_does_not_matter():
    wanted = run(turned(lambda turn: turn >= 3), engine="counts", trials=5_000, seed=2)
    game = turned(lambda turn: turn >= 3)
    for before in ({"engine": "exact"}, {"engine": "monte-carlo"}, {"engine": "auto", "state_limit": 2}):
        run(game, trials=4_000, seed=1, **before)
        again = run(game, engine="counts", trials=5_000, seed=2)
        assert np.array_equal(wanted.weights, again.weights)
        assert np.array_equal(wanted.tally_means, again.tally_means)


def test_few_trials_go_phase_by_phase():
    peak = run(duel(), engine="exact").provenance.states
    for trials, same in ((8 * peak - 1, True), (8 * peak, False)):
        tables, phases = (run(duel(), engine="counts", trials=trials, seed=1, way=way) for way in ("tables", "phases"))
        assert (outcome_chances(tables) == outcome_chances(phases)) == same
