"""What is watched turn by turn."""

from dataclasses import replace

import numpy as np
import pytest

from engine.games import battering
from engine.judging import assert_fits
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure
from mangonel.errors import DataError
from mangonel.odds.frames import series_frame

# Damages at 6 in 10, at most 4: E[min(4, binomial(n, 0.6))], by hand for n up to 4 and from
# P(X >= k) for n = 5: 0.98976 + 0.91296 + 0.68256 + 0.33696.
MEANS = {0: 0.0, 1: 0.6, 2: 1.2, 3: 1.8, 4: 2.4, 5: 2.92224}


def watched(turns):
    return replace(battering(turns), series=(Measure("damage", 4, lambda s: s.marks),))


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_rows_that_have_ended_keep_their_value(engine):
    limit = {"state_limit": 3} if engine == "auto" else {}
    result = run(watched(5), engine=engine, trials=100_000, seed=3, **limit)
    for turn, mean in MEANS.items():
        assert_fits(result, result.by_turn("damage", turn), mean)


def test_a_sampled_series_has_the_error_of_its_trials():
    result = run(watched(1), engine="monte-carlo", trials=40_000, seed=5)
    found = result.by_turn("damage", 1)
    assert found.se == pytest.approx(np.sqrt(found.value * (1 - found.value) / 40_000), rel=1e-9)


def test_the_frame_has_a_row_for_each_turn():
    frame = series_frame(run(watched(3), engine="exact"))
    assert list(frame["turn"]) == [0, 1, 2, 3]
    assert frame["mean"].tolist() == pytest.approx([MEANS[turn] for turn in range(4)])


def test_wrong_names_and_turns_are_refused():
    result = run(watched(3), engine="exact")
    with pytest.raises(DataError, match="no such series"):
        result.by_turn("damages", 1)
    with pytest.raises(DataError, match="0 to 3"):
        result.by_turn("damage", 4)


def test_the_distribution_of_each_turn():
    # Two rolls at 6 in 10: 0.16, 0.48, 0.36.
    damage = run(watched(3), engine="exact").each_turn("damage")
    assert damage.shares[2].tolist() == pytest.approx([0.16, 0.48, 0.36, 0.0, 0.0])
    assert damage.at_least(2, 1).value == pytest.approx(0.84)
    assert [damage.quantile(2, share) for share in (0.1, 0.16, 0.5, 0.64, 0.65)] == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
def test_sampled_distributions_are_proportions_with_their_error(engine):
    result = run(watched(3), engine=engine, trials=50_000, seed=9)
    found = result.each_turn("damage").at_least(2, 1)
    assert_fits(result, found, 0.84)
    assert 0 <= found.low < found.high <= 1
    assert result.each_turn("damage").shares.sum(axis=1).tolist() == pytest.approx([1.0] * 4)


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
def test_the_interval_of_a_sampled_mean_stays_within_what_is_possible(engine):
    result = run(watched(60), engine=engine, trials=2_000, seed=3)
    assert result.each_turn("damage").shares.shape[1] == 5
    for found in (result.by_turn("damage", 60), result.mean("marks")):
        assert found.low < found.value <= found.high == 4
    assert 0 < result.by_turn("damage", 1).high < 4
    assert result.mean("turn").high <= 60
