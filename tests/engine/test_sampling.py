"""Monte Carlo: the seed contract, fair dice, shared dice, and what stops a run."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
import scipy

from engine.games import battering, duel, outcome_chances
from engine.judging import FIVE_SIGMA
from mangonel.engine.block import play_block
from mangonel.engine.faces import Faces, generator
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sampling import BLOCK, SampledDice, SharedDice
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

DIE = Roll.of("die", "0123456789", [list("0123456789")])
"""Its code is the face."""


def faces_word_by_word(seed, block, count):
    """The seed contract read one word at a time: 16-bit words from the low end, four digits each, from the ones up."""
    bits = np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(block,)))
    faces = []
    while len(faces) < count:
        long = int(bits.random_raw())
        for shift in (0, 16, 32, 48):
            word = long >> shift & 0xFFFF
            if word < 60_000:
                faces += [word // 10**place % 10 for place in range(4)]
    return faces[:count]


@pytest.mark.parametrize(("seed", "block"), [(0, 0), (0, 1), (7, 0), (2**40, 3)])
def test_faces_follow_the_seed_contract(seed, block):
    dice = SampledDice(generator(seed, block))
    got = np.concatenate([dice.roll(DIE, np.ones(size, dtype=bool)) for size in (1, 2, 997, 3_000)])
    assert got.tolist() == faces_word_by_word(seed, block, 4_000)


PINNED = [1, 9, 7, 9, 9, 1, 3, 0, 9, 5, 5, 1, 1, 4, 9, 5, 5, 3, 5, 5, 5, 1, 4, 0]


def test_first_faces_of_seed_0():
    # Written down, so that a change of the contract is seen even if it is made on both sides.
    assert faces_word_by_word(0, 0, 24) == PINNED


def test_the_stock_is_refilled_without_a_gap():
    stock = Faces(generator(1, 0))
    got = np.concatenate([stock.take(100_000, 10).copy() for _ in range(6)])
    assert got.tolist() == faces_word_by_word(1, 0, 600_000)


def test_few_rolling_rows_get_dice_of_their_own():
    where = np.zeros(100, dtype=bool)
    where[[3, 50, 99]] = True
    codes = SampledDice(generator(4, 0)).roll(DIE, where)
    assert codes[where].tolist() == faces_word_by_word(4, 0, 3)
    assert not codes[~where].any()


@pytest.mark.parametrize("rolling", [1, 40, 100])
def test_rows_that_do_not_roll_get_code_0(rolling):
    certain = Roll.of("certain", ("-", "x"), [["x"] * 10])
    where = np.arange(100) < rolling
    for dice in (SampledDice(generator(4, 0)), SharedDice(4, 0)):
        assert dice.roll(certain, where).tolist() == where.tolist()
        assert not dice.roll(certain, np.zeros(100, dtype=bool)).any()


def chi_square(counts):
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def assert_even(counts):
    low, high = scipy.stats.chi2.ppf(FIVE_SIGMA, counts.size - 1), scipy.stats.chi2.isf(FIVE_SIGMA, counts.size - 1)
    assert low <= chi_square(counts) <= high


def test_ten_sided_dice_are_fair_and_neighbours_independent():
    faces = Faces(generator(9, 0)).take(1_000_000, 10).astype(np.int64)
    assert_even(np.bincount(faces, minlength=10))
    assert_even(np.bincount(faces[0::2] * 10 + faces[1::2], minlength=100))


@pytest.mark.parametrize("sides", [2, 4, 6, 12, 20])
def test_other_dice_are_fair(sides):
    faces = Faces(generator(9, 0)).take(400_000, sides)
    assert faces.max() == sides - 1
    assert_even(np.bincount(faces, minlength=sides))


def shared(seed=0, block=0, turn=1, phase="melee", before=0, rows=20_000, roll=DIE):
    dice = SharedDice(seed, block)
    dice.begin(turn, phase)
    everybody = np.ones(rows, dtype=bool)
    for _ in range(before):
        dice.roll(roll, everybody)
    return dice.roll(roll, everybody)


def test_shared_dice_are_fair():
    faces = shared(rows=400_000)
    assert_even(np.bincount(faces, minlength=10))


@pytest.mark.parametrize("other", [{"seed": 1}, {"block": 1}, {"turn": 2}, {"phase": "missiles"}, {"before": 1}])
def test_shared_dice_of_other_places_are_independent(other):
    pairs = shared(rows=200_000).astype(np.int64) * 10 + shared(rows=200_000, **other)
    assert_even(np.bincount(pairs, minlength=100))


def test_who_rolls_less_gets_the_same_dice():
    one, two = SharedDice(3, 0), SharedDice(3, 0)
    everybody, some = np.ones(5_000, dtype=bool), np.arange(5_000) % 7 == 0
    for turn in (1, 2):
        for phase in ("missiles", "melee"):
            one.begin(turn, phase)
            two.begin(turn, phase)
            for where in (some, ~some, np.zeros(5_000, dtype=bool), some):
                full, part = one.roll(DIE, everybody), two.roll(DIE, where)
                assert np.array_equal(full[where], part[where])
                assert not part[~where].any()


def test_a_variant_without_a_phase_keeps_the_dice_of_the_others():
    game = duel()
    idle = Phase("weather", lambda s, dice: dice.roll(DIE, s.fear >= 0))
    longer = PlaySequence(
        game.name, game.columns, [idle, *game.phases], game.endings, game.turns, game.measures, game.tallies
    )
    plain, other = (play_block(one, 5, 0, 2_000, shared=True)[1] for one in (game, longer))
    assert np.array_equal(plain, other)
    plain, other = (
        outcome_chances(run(one, engine="monte-carlo", trials=2_000, seed=5, way="phases")) for one in (game, longer)
    )
    assert plain != other


def test_more_situations_than_short_indices_hold():
    situations = 3_300
    rows = [["-"] * 10] * (situations - 1) + [["hit"] * 10]
    far = Roll.of("far", ("-", "hit"), rows)

    def act(s, dice):
        s.ending = dice.roll(far, s.place > 0, s.place)

    game = PlaySequence("far", [Column("place", situations, situations - 1)], [Phase("act", act)], ("hit",), 1)
    for engine in ("exact", "counts", "monte-carlo"):
        assert run(game, engine=engine, trials=100).probability("hit").value == 1.0


@pytest.mark.parametrize("is_shared", [False, True])
def test_every_trial_is_booked_once(is_shared):
    ledger, cells, _counters = play_block(duel(), 1, 0, 10_000, shared=is_shared)
    keys, weights = ledger.cells()
    assert weights.sum() == 10_000
    if is_shared:
        found, often = np.unique(cells, return_counts=True)
        assert np.array_equal(found, keys)
        assert np.array_equal(often, weights)
    else:
        assert len(cells) == 0


def test_what_happens_to_a_row_after_its_end_is_void():
    # The ending moves on with every phase; what counts is how it stood when it was first set.
    def first(s, dice):
        fresh = s.age == 0
        s.ending = np.where(fresh & (dice.roll(DIE, fresh) < 5), 1, s.ending)

    def second(s, dice):
        del dice
        s.age += s.age < 3
        s.seen += 1
        s.ending = np.where(s.ending == 1, 2, s.ending)

    game = PlaySequence(
        "moving", [Column("age", 3)], [Phase("first", first), Phase("second", second)], ("one", "two"), 3, (), ("seen",)
    )
    for engine in ("exact", "monte-carlo"):
        result = run(game, engine=engine, trials=20_000)
        assert result.probability("two").value == 0.0
        assert result.probability("one", by_turn=1).value == result.probability("one").value > 0.4
        assert result.tally_means[0, result.code("one")] == 0.0


def test_blocks_differ():
    first, second = (play_block(duel(), 3, block, 5_000)[0].cells() for block in (0, 1))
    assert not (np.array_equal(first[0], second[0]) and np.array_equal(first[1], second[1]))


def test_a_run_is_its_blocks():
    trials = BLOCK + 1_000
    whole = run(battering(), engine="monte-carlo", trials=trials, seed=6, way="phases")
    together = play_block(battering(), 6, 0, BLOCK)[0]
    together.merge(play_block(battering(), 6, 1, 1_000)[0])
    keys, weights = together.cells()
    assert np.array_equal(whole.outcomes, together.outcomes(keys))
    assert whole.weights == pytest.approx(weights / trials, abs=1e-15)


def test_precision_stops_after_a_whole_round():
    trials = 12 * BLOCK
    # Four blocks are 262,144 trials: the largest standard error is then near 0.49 / 512 = 0.00096.
    reached = run(battering(6), engine="monte-carlo", trials=trials, seed=1, precision=0.00098)
    assert reached.provenance.trials == 4 * BLOCK
    assert reached.provenance.note == "target standard error 0.00098 reached"
    assert max(reached.probability(name).se for name in reached.all_endings) <= 0.00098
    longer = run(battering(6), engine="monte-carlo", trials=trials, seed=1, precision=0.00096)
    assert longer.provenance.trials == 8 * BLOCK
    missed = run(battering(6), engine="monte-carlo", trials=1_000, seed=1, precision=0.001)
    assert (missed.provenance.trials, missed.provenance.note) == (1_000, "target standard error 0.001 not reached")


def test_interrupting_keeps_the_blocks_done():
    done = []

    def stop(share):
        done.append(share)
        if len(done) == 2:
            raise KeyboardInterrupt

    result = run(battering(), engine="monte-carlo", trials=3 * BLOCK, seed=1, progress=stop, way="phases")
    plain = run(battering(), engine="monte-carlo", trials=2 * BLOCK, seed=1, way="phases")
    assert result.provenance.interrupted
    assert result.provenance.trials == 2 * BLOCK
    assert result.provenance.note == f"interrupted after {2 * BLOCK} of {3 * BLOCK} trials"
    assert outcome_chances(result) == outcome_chances(plain)
    assert not plain.provenance.interrupted


def test_interrupting_before_the_first_block_leaves_nothing_to_report():
    def act(_s, _dice):
        raise KeyboardInterrupt

    game = PlaySequence("stopped", [Column("men", 1)], [Phase("act", act)], ("over",), 1)
    with pytest.raises(KeyboardInterrupt):
        run(game, engine="monte-carlo", trials=100)


@pytest.fixture(scope="module")
def two_workers():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.slow
def test_workers_change_nothing(two_workers):
    sequence = build(load_scenario("ladder-one"), load_rules("siege"))
    arguments = {"engine": "monte-carlo", "trials": 2 * BLOCK + 500, "seed": 3}
    here, there = run(sequence, **arguments), run(sequence, **arguments, executor=two_workers)
    assert np.array_equal(here.outcomes, there.outcomes)
    assert np.array_equal(here.weights, there.weights)
    assert np.array_equal(here.tally_means, there.tally_means)
    assert here.provenance == there.provenance


@pytest.mark.slow
def test_workers_stop_at_the_same_block(two_workers):
    sequence = build(load_scenario("ram-gate"), load_rules("siege"))
    arguments = {"engine": "monte-carlo", "trials": 40 * BLOCK, "seed": 3, "precision": 0.00098}
    here, there = run(sequence, **arguments), run(sequence, **arguments, executor=two_workers)
    assert here.provenance.trials == there.provenance.trials == 4 * BLOCK
    assert here.provenance == there.provenance
    assert np.array_equal(here.weights, there.weights)
