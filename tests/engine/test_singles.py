"""Millions of rolls on one table."""

import numpy as np
import pytest
import scipy

from engine.judging import FIVE_SIGMA
from mangonel.engine.faces import generator
from mangonel.engine.rolls import Roll
from mangonel.engine.singles import count_outcomes, roll_outcomes

FACES = Roll.of("face", "0123456789", [list("0123456789"), list("9876543210")])
MIXED = Roll.of("mixed", "-ABC", [list("AAAAABBB--"), list("CCCCCCCCCC")])


@pytest.mark.parametrize("trials", [0, 1, 3, 4, 5, 65_536, 200_001])
@pytest.mark.parametrize("roll", [FACES, MIXED])
@pytest.mark.parametrize("situation", [0, 1])
def test_every_die_is_counted_once(roll, trials, situation):
    counts = count_outcomes(roll, trials, generator(2, 0), situation)
    assert counts.sum() == trials
    assert np.all(counts[~np.isin(np.arange(len(counts)), roll.codes[situation])] == 0)


@pytest.mark.parametrize("trials", [1, 5, 4_096, 100_003])
def test_counting_is_counting_the_single_outcomes(trials):
    # Fewer than a draw's worth: both read the same words.
    single = roll_outcomes(MIXED, trials - trials % 4, generator(3, 0))
    counts = count_outcomes(MIXED, trials - trials % 4, generator(3, 0))
    assert counts.tolist() == np.bincount(single, minlength=4).tolist()
    assert len(roll_outcomes(MIXED, trials, generator(3, 0))) == trials


@pytest.mark.parametrize("situation", [0, 1])
def test_faces_are_fair(situation):
    trials = 2_000_000
    counts = count_outcomes(FACES, trials, generator(5, 0), situation)
    statistic = ((counts - trials / 10) ** 2 / (trials / 10)).sum()
    assert scipy.stats.chi2.ppf(FIVE_SIGMA, 9) <= statistic <= scipy.stats.chi2.isf(FIVE_SIGMA, 9)


def test_situations_are_read_in_their_own_row():
    one, other = (roll_outcomes(FACES, 1_000, generator(6, 0), situation) for situation in (0, 1))
    assert np.array_equal(one, 9 - other)
