"""Monte Carlo by tables: one draw a turn gives what many dice give."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import battering, duel, outcome_chances
from engine.judging import FIVE_SIGMA, SIGMAS, assert_fits
from engine.test_footprints import COIN, GAMES, turned
from mangonel.engine import monte_carlo, segments
from mangonel.engine.alias import alias_table
from mangonel.engine.compiled import compiled_of
from mangonel.engine.parts import Gathered
from mangonel.engine.run import run
from mangonel.engine.sampling import BLOCK, Span
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.values import values
from mangonel.errors import StateLimitError


def chances_of(table, branches):
    """Return the chance of each branch that an alias table gives, row by row."""
    cells = np.repeat(table.count, table.count.astype(np.int64)).astype(float)
    below = table.cut / 2.0**64
    found = np.bincount(table.branches[::2], below / cells, minlength=branches)
    return found + np.bincount(table.branches[1::2], (1 - below) / cells, minlength=branches)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.lists(st.integers(0, 50), min_size=1, max_size=9).filter(any), min_size=1, max_size=6))
def test_an_alias_table_has_the_chances_it_was_made_of(rows):
    weights = [np.array(row) / sum(row) for row in rows]
    ends = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    table = alias_table(ends, np.concatenate(weights))
    assert chances_of(table, ends[-1]) == pytest.approx(np.concatenate(weights), abs=1e-14)
    # Each row has its own branches only.
    for first, count in zip(table.first, table.count.astype(int), strict=True):
        mine = table.branches[2 * first : 2 * (first + count)]
        assert mine.min() >= first
        assert mine.max() < first + count


def test_draws_come_as_often_as_they_should():
    chances = np.array([0.5, 0.25, 0.125, 0.0625, 0.0625, 1.0, 0.9, 0.1])
    table = alias_table(np.array([0, 5, 6, 8]), chances)
    bits = np.random.SFC64(4)
    for row, (first, last) in enumerate([(0, 5), (5, 6), (6, 8)]):
        drawn = np.bincount(table.draw(np.full(100_000, row), bits.random_raw(100_000)), minlength=8)
        expected = 100_000 * chances[first:last]
        assert drawn[first:last].sum() == 100_000
        statistic = ((drawn[first:last] - expected) ** 2 / expected).sum()
        assert statistic <= scipy.stats.chi2.isf(FIVE_SIGMA, max(1, last - first - 1))


def test_a_word_is_used_to_its_last_bit():
    table = alias_table(np.array([0, 3]), np.array([0.2, 0.3, 0.5]))
    words = np.array([0, 2**64 // 3, 2**64 // 3 + 1, 2**64 - 1], dtype=np.uint64)
    assert table.count.tolist() == [3]
    cells = [int(word) * 3 >> 64 for word in words]
    assert cells == [0, 0, 1, 2]
    for word, cell, branch in zip(words, cells, table.draw(np.zeros(4, int), words), strict=True):
        above = (int(word) * 3) % 2**64 >= int(table.cut[cell])
        assert branch == table.branches[2 * cell + above]


@pytest.mark.parametrize("wide", [0, 100])
@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_tables_fit_exact(make, wide, monkeypatch):
    monkeypatch.setattr(segments, "_WIDE", wide)
    game = make()
    exact, drawn = run(game, engine="exact"), run(game, engine="monte-carlo", trials=80_000, seed=11)
    assert set(outcome_chances(drawn)) <= set(outcome_chances(exact))
    for ending in exact.all_endings:
        assert_fits(drawn, drawn.probability(ending), exact.probability(ending).value)
        assert_fits(drawn, drawn.probability(ending, by_turn=2), exact.probability(ending, by_turn=2).value)
    for measure in ("turn", *exact.measures):
        assert_fits(drawn, drawn.mean(measure), exact.mean(measure).value)
    for name in exact.tallies:
        assert_fits(drawn, drawn.tally(name), exact.tally(name).value)
    for mine, theirs in zip(drawn.watched, exact.watched, strict=True):
        for turn in range(mine.turns + 1):
            assert_fits(drawn, mine.mean(turn), theirs.mean(min(turn, theirs.turns)).value)


def test_counters_are_those_of_single_trials():
    drawn, played = (run(duel(), engine="monte-carlo", trials=100_000, seed=3, way=way) for way in ("tables", "phases"))
    for name in drawn.tallies:
        one, other = drawn.tally(name), played.tally(name)
        assert abs(one.value - other.value) <= SIGMAS * np.hypot(one.se, other.se)
        # The error of a standard error is near its share 1 / sqrt(2 trials).
        assert one.se == pytest.approx(other.se, rel=SIGMAS * np.sqrt(2 / 100_000))
    # Two shots a turn at the most: no square is more than 12 times the number.
    bound = SIGMAS * np.sqrt(12 * (drawn.tally_means + played.tally_means) / 100_000)
    assert (np.abs(drawn.tally_means - played.tally_means) <= bound).all()
    assert not np.array_equal(drawn.weights, played.weights)


def test_blocks_do_not_hang_on_who_plays_them():
    trials = 9 * BLOCK + 17
    alone = run(duel(), engine="monte-carlo", trials=trials, seed=6)
    with ThreadPoolExecutor(2) as pool:
        shared = run(duel(), engine="monte-carlo", trials=trials, seed=6, executor=pool)
    game = duel()
    drawing = compiled_of(game).drawing(compiled_of(game).reached(6, 1_000))
    gathered = Gathered()
    for span in (Span(BLOCK, 9 * BLOCK), Span(0, BLOCK), Span(9 * BLOCK, trials)):
        gathered.add(drawing.booked(compiled_of(game), drawing.sampler.play(6, span), game))
    parts = gathered.total()
    assert np.array_equal(alone.weights, shared.weights)
    assert np.array_equal(alone.tally_means, shared.tally_means)
    assert alone.tally_means.ravel() == pytest.approx(parts.sums[0].ravel() / trials, rel=1e-15)
    assert parts.trials == trials


def test_what_was_run_before_does_not_matter():
    wanted = run(turned(lambda turn: turn >= 3), engine="monte-carlo", trials=5_000, seed=2)
    game = turned(lambda turn: turn >= 3)
    for before in (
        {"engine": "exact"},
        {"engine": "counts"},
        {"engine": "monte-carlo"},
        {"engine": "auto", "state_limit": 2},
    ):
        run(game, trials=4_000, seed=1, **before)
        again = run(game, engine="monte-carlo", trials=5_000, seed=2)
        assert np.array_equal(wanted.outcomes, again.outcomes)
        assert np.array_equal(wanted.weights, again.weights)
        assert np.array_equal(wanted.tally_means, again.tally_means)


def scattered(turns):
    """More and more states, of which a run with few states is broken off in the middle of a turn."""

    def act(s, dice):
        s.place = (s.place * 2 + dice.roll(COIN, s.place >= 0)) % 997

    def end(s, dice):
        s.side = dice.roll(COIN, s.side >= 0)
        s.ending = (s.place == 5) & (s.side == 1)

    columns = [Column("place", 996, 1), Column("side", 1)]
    return PlaySequence("scattered", columns, [Phase("act", act), Phase("end", end)], ("over",), turns)


def test_a_run_that_was_broken_off_does_not_matter():
    wanted = run(scattered(3), engine="monte-carlo", trials=2_000, seed=3)
    game = scattered(9)
    with pytest.raises(StateLimitError):
        run(game, engine="exact", state_limit=100)
    again = run(game.lasting(3), engine="monte-carlo", trials=2_000, seed=3)
    assert np.array_equal(wanted.weights, again.weights)
    assert values(game.lasting(3)).at() == {"undecided": 0.875, "over": 0.125}


def goes_by_tables(make, trials):
    tables, phases = (run(make(), engine="monte-carlo", trials=trials, way=way) for way in ("tables", "phases"))
    return outcome_chances(tables) != outcome_chances(phases)


def test_few_trials_are_played(monkeypatch):
    # 256 for each of two phases in six turns.
    assert not goes_by_tables(duel, 3_071)
    assert goes_by_tables(duel, 3_072)
    # Seven for each state, if that is more.
    monkeypatch.setattr(monte_carlo, "_TRIALS_A_PHASE", 1)
    states = compiled_of(scattered(6)).reached(6, 10_000).size
    assert not goes_by_tables(lambda: scattered(6), 7 * states - 1)
    assert goes_by_tables(lambda: scattered(6), 7 * states)


def test_what_was_refused_before_does_not_matter():
    game = duel()
    few, many = (run(game, engine="monte-carlo", trials=trials) for trials in (1_000, 10_000))
    assert outcome_chances(run(game, engine="monte-carlo", trials=1_000)) == outcome_chances(few)
    assert outcome_chances(run(duel(), engine="monte-carlo", trials=10_000)) == outcome_chances(many)


def test_interrupting_keeps_what_was_drawn():
    def stop(share):
        if share > 0.5:
            raise KeyboardInterrupt

    result = run(battering(), engine="monte-carlo", trials=9 * BLOCK, seed=1, progress=stop)
    done = result.provenance.trials
    plain = run(battering(), engine="monte-carlo", trials=done, seed=1)
    assert result.provenance.interrupted
    assert done in range(5 * BLOCK, 9 * BLOCK, BLOCK)
    assert np.array_equal(result.weights, plain.weights)


def test_the_first_draws_of_a_seed_stay():
    # The seed contract: whoever changes these numbers changes every sampled result.
    drawn = run(battering(8), engine="monte-carlo", trials=4_000, seed=1)
    counts = run(battering(8), engine="counts", trials=1_000, seed=1)
    for one, wanted in ((drawn, [502, 1332, 2208, 2866, 3311]), (counts, [128, 334, 540, 708, 823])):
        trials = one.provenance.trials
        found = [trials * one.probability("breach", by_turn=turn).value for turn in range(4, 9)]
        assert found == pytest.approx(wanted)
