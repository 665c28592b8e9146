"""Sampled runs: the seed contract, common dice, precision, and runs that are interrupted."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
import scipy

from cases import cases
from engine.games import HIT, battering, duel, random_game, skirmish
from engine.judging import FIVE_SIGMA, ROUNDING, SIGMAS, assert_fits
from mangonel.engine.exact import chain_of
from mangonel.engine.process import Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import ENGINES, run
from mangonel.engine.sampling import BLOCK, CommonDice, Dice, generator, play_block
from mangonel.errors import DataError

CASES = cases(__file__)

SAMPLED = ["counts", "monte-carlo"]
DIE = Roll.of("die", range(10))


def by_outcome(result):
    return {tuple(row): weight for row, weight in zip(result.outcomes.tolist(), result.weights.tolist(), strict=True)}


def assert_same(one, other):
    assert np.array_equal(one.outcomes, other.outcomes)
    assert np.array_equal(one.weights, other.weights)
    assert np.array_equal(one.tally_means, other.tally_means)


def shares(rows=200_000, seed=0, block=0, turn=1, phase="melee", number=0):
    dice = CommonDice(seed, block, rows)
    dice.begin(turn, phase)
    return dice.shares(np.arange(rows), np.full(rows, number))


def assert_even(counts):
    statistic = ((counts - counts.mean()) ** 2 / counts.mean()).sum()
    low, high = scipy.stats.chi2.ppf(FIVE_SIGMA, counts.size - 1), scipy.stats.chi2.isf(FIVE_SIGMA, counts.size - 1)
    assert low <= statistic <= high


@pytest.mark.parametrize("sides", [2, 6, 10, 20, 256])
def test_dice_are_fair(sides):
    for drawn in (shares(400_000), Dice(generator(9, 0)).shares(np.arange(400_000), np.zeros(400_000, dtype=int))):
        assert_even(np.bincount((drawn * sides).astype(int), minlength=sides))


@pytest.mark.parametrize("other", [{"seed": 1}, {"block": 1}, {"turn": 2}, {"phase": "shots"}, {"number": 1}])
def test_common_dice_of_other_places_are_independent(other):
    pairs = (shares() * 10).astype(int) * 10 + (shares(**other) * 10).astype(int)
    assert_even(np.bincount(pairs, minlength=100))


def test_common_dice_are_those_of_the_game_whatever_others_roll():
    dice = CommonDice(3, 0, 5_000)
    dice.begin(2, "melee")
    some = np.arange(0, 5_000, 7)
    assert np.array_equal(dice.shares(some, np.zeros(len(some), dtype=int)), shares(5_000, 3, turn=2)[some])


def test_a_variant_with_another_phase_keeps_the_dice_of_the_others():
    game = duel()
    idle = Phase("weather", lambda s, dice: dice.roll(DIE) and None)
    longer = replace(game, phases=[idle, *game.phases])
    plain, other = (
        play_block(
            one, chain_of(one), CommonDice(5, 0, 2_000), np.repeat(one.layout.pack(one.layout.start), 2_000, axis=1)
        )
        for one in (game, longer)
    )
    assert np.array_equal(plain.cells, other.cells)


@pytest.mark.parametrize("engine", SAMPLED)
@pytest.mark.parametrize("make", [duel, skirmish, partial(random_game, 4)])
def test_the_seed_alone_decides_not_earlier_runs(make, engine):
    played = make()
    for before in ({"state_limit": 2}, {"engine": "monte-carlo"}, {"engine": "counts"}, {"engine": "exact"}):
        run(played, trials=20, seed=1, **before)
    one, again, other = (run(game, engine=engine, trials=20_000, seed=5) for game in (make(), make(), played))
    assert_same(one, again)
    assert_same(one, other)
    assert by_outcome(one) != by_outcome(run(make(), engine=engine, trials=20_000, seed=6))


def test_counts_are_whole_games():
    for trials in (8, 17, 10_001, 10**15):
        result = run(duel(), engine="counts", trials=trials, seed=3)
        assert result.provenance.trials == trials
        games = result.weights * trials
        assert games == pytest.approx(np.round(games), abs=1e-9 * trials if trials > 10**9 else 1e-9)
        assert games.sum() == pytest.approx(trials, rel=1e-14)


@pytest.mark.parametrize("engine", SAMPLED)
def test_errors_of_counters_are_those_of_single_games(engine):
    # The rolls are negative binomial: variance 4 * 0.4 / 0.36, kurtosis 3 + 6 / 4 + 0.36 / (4 * 0.4) = 4.725.
    trials = 40_000
    found = run(battering(), engine=engine, trials=trials, seed=2).tally("rolls")
    wanted = np.sqrt(4 * 0.4 / 0.36 / trials)
    assert abs(found.se / wanted - 1) <= SIGMAS * np.sqrt((4.725 - 1) / trials) / 2


def test_precision_stops_after_a_whole_round():
    trials = 3 * BLOCK
    # A block is 262,144 trials: the largest standard error is then near 0.49 / 512 = 0.00096.
    reached = run(battering(6), engine="monte-carlo", trials=trials, seed=1, precision=0.00098)
    assert reached.provenance.trials == BLOCK
    assert reached.provenance.note == "target standard error 0.00098 reached"
    assert max(reached.probability(name).se for name in reached.all_endings) <= 0.00098
    longer = run(battering(6), engine="monte-carlo", trials=trials, seed=1, precision=0.00096)
    assert longer.provenance.trials == 2 * BLOCK
    missed = run(battering(6), engine="monte-carlo", trials=1_000, seed=1, precision=0.001)
    assert (missed.provenance.trials, missed.provenance.note) == (1_000, "target standard error 0.001 not reached")


def interrupted_at(calls):
    """Return a progress that interrupts the run when it is called for the so-manieth time."""
    left = [calls]

    def progress(_share):
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_sample_reports_its_blocks():
    result = run(battering(), engine="monte-carlo", trials=3 * BLOCK, seed=1, progress=interrupted_at(2))
    plain = run(battering(), engine="monte-carlo", trials=2 * BLOCK, seed=1)
    assert result.provenance.interrupted
    assert not plain.provenance.interrupted
    assert result.provenance.note == f"interrupted after {2 * BLOCK} of {3 * BLOCK} trials"
    assert_same(result, plain)


@pytest.mark.parametrize("engine", ["exact", "auto"])
def test_an_interrupted_exact_run_reports_its_turns(engine):
    game = battering(40)
    whole, part = run(battering(40), engine="exact"), run(game, engine=engine, progress=interrupted_at(7))
    assert part.provenance.interrupted
    assert "interrupted after turn 6 of 40" in part.provenance.note
    assert part.weights.sum() == pytest.approx(1.0, abs=ROUNDING)
    for turn in (4, 6):
        wanted = whole.probability("breach", by_turn=turn).value
        assert part.probability("breach", by_turn=turn).value == pytest.approx(wanted, abs=ROUNDING)
    assert part.probability("breach").value == pytest.approx(wanted, abs=ROUNDING)
    # Nothing half done is left behind.
    assert_same(run(game, engine="exact"), whole)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interruption_before_anything_is_done_is_an_interruption(engine):
    broken = [True]

    def act(s, dice):
        if broken:
            broken.clear()
            raise KeyboardInterrupt
        if dice.roll(HIT) == "hit":
            s.ending = 1

    game = Process("stopped", [], [Phase("act", act)], ("over",), 1)
    with pytest.raises(KeyboardInterrupt):
        run(game, engine=engine, trials=100_000)
    result = run(game, engine=engine, trials=100_000)
    assert_fits(result, result.probability("over"), 1 / 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_progress_goes_up_to_the_end(engine):
    reached = []
    run(duel(), engine=engine, trials=200_000, progress=reached.append)
    assert reached[-1] == pytest.approx(1.0)
    assert all(later > earlier > 0 for earlier, later in pairwise(reached))


def test_a_process_with_too_many_states_is_sampled_at_once():
    result = run(replace(duel(), sampled=True), trials=2_000)
    assert (result.provenance.engine, result.provenance.trials) == ("monte-carlo", 2_000)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        *CASES["test_wrong_arguments_are_refused"],
        ({"trials": float("nan")}, "trials are a whole number: nan"),
        ({"precision": float("nan")}, "a precision is a standard error between 0 and 1: nan"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(DataError, match=message):
        run(battering(3), **arguments)
    with pytest.raises(DataError, match="wants a process; mangonel"):
        run("ram-gate")
