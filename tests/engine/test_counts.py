"""The counts engine: whole trials, never lost, right on average, and steadier than independent trials."""

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from engine.games import BREACH_BY, battering, duel
from engine.judging import FIVE_SIGMA, SIGMAS
from mangonel.engine.ledger import Ledger
from mangonel.engine.propagation import advance, begin, by_phases
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.splitting import EvenSplit, even_counts
from pace import slow_after


def splits(seed):
    return EvenSplit(np.random.default_rng(seed))


TENTHS = st.lists(st.integers(0, 10), min_size=4, max_size=4).filter(any)
ROWS = st.lists(st.tuples(st.integers(0, 10**9), TENTHS), min_size=1, max_size=12)


@given(ROWS, st.integers(0, 2**32))
def test_every_trial_goes_to_a_branch_that_is_possible(rows, seed):
    weights = np.array([weight for weight, _ in rows], dtype=float)
    chances = np.array([[part / sum(parts) for part in parts] for _, parts in rows])
    shares = splits(seed).share(weights, chances)
    assert np.array_equal(shares.sum(axis=1), weights)
    assert np.array_equal(shares, np.floor(shares))
    assert shares.min() >= 0
    assert np.all(shares[chances == 0] == 0)


@given(st.lists(st.integers(0, 4000), min_size=1, max_size=30), st.integers(0, 2**32))
def test_numbers_are_rounded_up_or_down_and_their_sum_too(quarters, seed):
    expected = np.array(quarters) / 4
    counts = even_counts(expected, np.random.default_rng(seed))
    assert np.all(np.abs(counts - expected) < 1)
    assert abs(counts.sum() - expected.sum()) < 1


def test_the_split_of_a_row_is_right_on_average():
    weights, chances = np.array([7.0, 3.0, 5.0]), np.array([[0.1, 0.2, 0.7], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    split = splits(1)
    drawn = np.array([split.share(weights, chances) for _ in range(4_000)])
    error = drawn.std(axis=0, ddof=1) / np.sqrt(len(drawn))
    assert np.all(np.abs(drawn.mean(axis=0) - weights[:, None] * chances) <= SIGMAS * error)


@pytest.mark.parametrize("trials", [1, 17, 10_001])
def test_trials_are_conserved_in_every_phase(trials):
    sequence = duel()
    people, ledger, rule = begin(sequence, float(trials)), Ledger(sequence), by_phases(sequence, splits(trials))
    for turn in range(1, sequence.turns + 1):
        for phase in sequence.phases:
            if not len(people.weights):
                continue
            people = advance(sequence, phase, people, rule, ledger, turn, 1_000)
            booked = ledger.cells()[1]
            assert people.weights.sum() + booked.sum() == trials
            for weights in (people.weights, booked):
                assert np.array_equal(weights, np.floor(weights))
                assert np.all(weights > 0)


def test_few_trials_are_still_whole_trials():
    result = run(duel(), engine="counts", trials=8, seed=3)
    assert result.provenance.trials == 8
    assert np.array_equal(np.unique(result.repeats), [0.0, 1.0])
    assert np.array_equal(result.repeats.sum(axis=1), np.ones(8))


SEEDS = 60
TRIALS = 4_000


def by_seeds(turn):
    return np.array(
        [
            run(battering(), engine="counts", trials=TRIALS, seed=seed).probability("breach", by_turn=turn).value
            for seed in range(SEEDS)
        ]
    )


@pytest.mark.parametrize("turn", slow_after(1, [6, 5, 8]))
def test_counts_are_right_on_average_and_steadier_than_independent_trials(turn):
    found, wanted = by_seeds(turn), BREACH_BY[turn]
    assert abs(found.mean() - wanted) <= SIGMAS * found.std(ddof=1) / np.sqrt(SEEDS)
    independent = wanted * (1 - wanted) / TRIALS
    statistic = (SEEDS - 1) * found.var(ddof=1) / independent
    # So small a spread would be a five sigma event for independent trials.
    assert statistic < scipy.stats.chi2.ppf(FIVE_SIGMA, SEEDS - 1)


def test_conditional_means_are_right_on_average():
    exact = run(duel(), engine="exact")
    wanted = exact.tally_means
    found = np.array([run(duel(), engine="counts", trials=400, seed=seed).tally_means for seed in range(SEEDS)])
    error = found.std(axis=0, ddof=1) / np.sqrt(SEEDS)
    assert np.all(np.abs(found.mean(axis=0) - wanted) <= SIGMAS * error + 1e-12)


def test_the_stated_error_is_that_of_the_repeats():
    result = run(duel(), engine="counts", trials=8_000, seed=1)
    fled = result.repeats @ (result.outcomes[:, 0] == result.code("fled"))
    found = result.probability("fled")
    assert len(fled) == 8
    assert found.value == pytest.approx(fled.mean())
    assert found.se == pytest.approx(fled.std(ddof=1) / np.sqrt(8))


def test_interrupting_keeps_the_repeats_done():
    done = []

    def stop(share):
        done.append(share)
        if len(done) == 3:
            raise KeyboardInterrupt

    # By tables they are played together.
    result = run(duel(), engine="counts", trials=8_000, seed=1, way="phases", progress=stop)
    whole = run(duel(), engine="counts", trials=8_000, seed=1, way="phases")
    assert result.provenance.interrupted
    assert result.provenance.note == "from the start; 3 independent repeats; interrupted"
    assert result.provenance.trials == 3_000
    assert result.weights.sum() == pytest.approx(1.0, abs=1e-13)
    for name in result.all_endings:
        mine, theirs = (
            one.repeats[:3] @ (one.outcomes[:, 0] == one.code(name)).astype(float) for one in (result, whole)
        )
        assert mine == pytest.approx(theirs, abs=1e-13)


def test_interrupting_before_the_second_repeat_leaves_nothing_to_report():
    def stop(_share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(duel(), engine="counts", trials=8_000, way="phases", progress=stop)


@pytest.mark.parametrize(("trials", "repeats"), [(8, 8), (10**8 - 1, 8), (10**8, 4), (10**9, 4)])
def test_so_many_trials_have_so_many_repeats(trials, repeats):
    result = run(battering(), engine="counts", trials=trials, seed=1)
    assert len(result.repeats) == repeats
    assert result.provenance.note == f"from the start; {repeats} independent repeats"
    assert result.provenance.trials == trials


def one_round():
    """Three dice against two in one phase: a branch of the 7,776 comes once in four trials of 2,000."""
    pips = tuple("123456")
    die = Roll.of("die", pips, [pips])

    def fight(s, dice):
        here = np.ones(s.size, dtype=bool)
        red = np.sort([dice.roll(die, here) for _ in range(3)], axis=0)[::-1]
        blue = np.sort([dice.roll(die, here) for _ in range(2)], axis=0)[::-1]
        lost = (red[0] <= blue[0]).astype(int) + (red[1] <= blue[1])
        s.ending = 1 + lost

    return PlaySequence("round", [], [Phase("fight", fight)], ("none", "one", "two"), 1)


@pytest.mark.slow
def test_few_trials_in_a_phase_with_many_dice_are_no_worse_than_independent_ones():
    # Dealt along the rows as they stand, which come round with the dice, the spread was six times that.
    found = np.array(
        [run(one_round(), engine="counts", trials=2_000, seed=seed).probability("two").value for seed in range(100)]
    )
    wanted = 2275 / 7776
    assert abs(found.mean() - wanted) <= SIGMAS * found.std(ddof=1) / 10
    statistic = 99 * found.var(ddof=1) / (wanted * (1 - wanted) / 2_000)
    assert statistic < scipy.stats.chi2.isf(FIVE_SIGMA / 2, 99)
