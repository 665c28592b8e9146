"""By which turn an ending has come, and which turns a table shows."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from cases import cases
from engine.games import battering, duel
from engine.test_result import EXACT, SAMPLED
from mangonel.engine.result import Quantile, endings_frame, some_turns, turn_quantile
from mangonel.engine.run import run
from mangonel.errors import DataError

CASES = cases(__file__)


def test_exact_turns_have_no_interval():
    assert turn_quantile(EXACT, "won", 0.5) == Quantile(1, 1, 1)
    assert turn_quantile(EXACT, "won", 0.9) == Quantile(3, 3, 3)
    assert turn_quantile(EXACT, "lost", 0.5) is None


def test_a_share_that_is_just_reached_may_come_later():
    # 400 of the 500 trials that won had won in turn 1, the others in turn 3: 0.8 of them is a matter of chance.
    assert turn_quantile(SAMPLED, "won", 0.8) == Quantile(1, 1, 3)
    assert turn_quantile(SAMPLED, "won", 0.5) == Quantile(1, 1, 1)
    assert turn_quantile(SAMPLED, "won", 0.9) == Quantile(3, 3, 3)


def test_text_shows_an_interval_only_where_there_is_one():
    assert Quantile(9, 9, 9).text() == "9"
    assert Quantile(9, 8, 9).text() == "9 (8 to 9)"


@pytest.mark.parametrize("engine", ["monte-carlo", "counts"])
def test_the_interval_holds_the_true_turn_nearly_always(engine):
    game = duel(6)
    true = run(game, engine="exact")
    held = 0
    for seed in range(40):
        found = run(game, engine=engine, trials=400, seed=seed)
        for ending in game.endings:
            quantile, wanted = turn_quantile(found, ending, 0.5), turn_quantile(true, ending, 0.5)
            assert quantile.low <= quantile.turn <= quantile.high
            held += quantile.low <= wanted.turn <= quantile.high
    # 80 intervals of 95 %: fewer than 68 would be a matter of two in 10,000.
    assert held >= 68


def test_the_frame_has_the_interval():
    frame = endings_frame(run(battering(8), engine="monte-carlo", trials=60, seed=1))
    assert frame["turn_median_lo"][0] < frame["turn_median_hi"][0]
    exact = endings_frame(EXACT)
    assert exact["turn_90"][0] == exact["turn_90_lo"][0] == exact["turn_90_hi"][0] == 3
    assert pd.isna(exact["turn_90_lo"][1])


def test_a_wrong_ending_is_named():
    with pytest.raises(DataError, match="did you mean 'won'"):
        turn_quantile(EXACT, "wo", 0.5)


@pytest.mark.parametrize(("turns", "most", "wanted"), CASES["test_some_turns_are_even_steps_with_both_ends"])
def test_some_turns_are_even_steps_with_both_ends(turns, most, wanted):
    assert list(some_turns(turns, most)) == wanted


def test_a_share_that_is_reached_exactly_does_not_wait_for_the_rounding():
    # Eight tenths added up are 0.7999999999999999.
    turns = np.arange(1, 11)
    ten = replace(
        EXACT,
        turns=10,
        outcomes=np.stack([np.ones(10, int), turns, np.zeros(10, int)], axis=1),
        weights=np.full(10, 0.1),
    )
    assert np.cumsum(ten.weights)[7] < 0.8
    for tenths in range(1, 11):
        assert turn_quantile(ten, "won", tenths / 10) == Quantile(tenths, tenths, tenths)
