"""Intervals against scipy, and texts that claim no more digits than they should."""

import math
import re

import numpy as np
import pytest
import scipy
from hypothesis import assume, given
from hypothesis import strategies as st

from cases import cases
from engine.judging import FIVE_SIGMA
from mangonel.engine.intervals import Z95, Estimate, counted_mean, wilson
from mangonel.rules.words.locale import MINUS

CASES = cases(__file__)


@pytest.mark.parametrize(
    ("successes", "trials"), [(0, 1), (1, 1), (0, 50), (50, 50), (1, 50), (3, 7), (25, 50), (999_999, 1_000_000)]
)
def test_wilson_against_scipy(successes, trials):
    wanted = scipy.stats.binomtest(successes, trials).proportion_ci(method="wilson")
    assert wilson(successes, trials) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


@given(st.integers(1, 5_000), st.floats(0, 1))
def test_wilson_against_scipy_anywhere(trials, share):
    successes = round(share * trials)
    wanted = scipy.stats.binomtest(successes, trials).proportion_ci(method="wilson")
    low, high = wilson(successes, trials)
    assert (low, high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)
    assert 0 <= low <= successes / trials <= high <= 1


def test_never_and_always_close_on_the_ends():
    assert wilson(0, 1000)[0] == 0.0
    assert wilson(1000, 1000)[1] == 1.0


def test_numbers_close_to_certain_do_not_look_certain():
    assert Estimate.of_exact(0.9999).text(percent=True) == ">99.9 %"
    assert Estimate.of_exact(1.0).text(percent=True) == "100 %"
    assert Estimate.of_exact(1.0 - 1e-15).text(percent=True) == "100 %"
    assert Estimate.of_exact(0.9993).text(percent=True) == "99.9 %"
    assert Estimate(0.9999, 1e-6, 0.99989, 0.99991, exact=False).text(percent=True) == ">99.9 %"
    assert Estimate(0.0, 0.0, 0.0, 1e-6, exact=False).text(percent=True) == "<0.1 %"


def test_the_chance_of_all_else_has_the_interval_turned_round():
    quarter = Estimate(0.25, 0.125, 0.125, 0.5, exact=False)
    assert 1 - quarter == Estimate(0.75, 0.125, 0.5, 0.875, exact=False)
    assert (100 * quarter, quarter + quarter, sum([quarter]), quarter / 2 - 1) == (25, 0.5, 0.25, -0.875)
    assert (abs(-quarter), 2 / quarter, quarter**2, quarter // 1, np.sqrt(quarter)) == (0.25, 8, 0.0625, 0, 0.5)
    assert quarter == 0.25
    assert [bool(each) for each in (quarter, Estimate.of_exact(0.0))] == [True, False]
    assert quarter != Estimate.of_exact(0.25)
    with pytest.raises(TypeError):
        _ = quarter > "a"


def test_intervals_of_normal_and_exact_numbers():
    normal = Estimate.of_normal(2.0, 0.5)
    assert (normal.low, normal.high) == pytest.approx((2 - 0.5 * Z95, 2 + 0.5 * Z95))
    assert not normal.exact
    exact = Estimate.of_exact(0.25)
    assert (exact.se, exact.low, exact.high, exact.exact) == (0.0, 0.25, 0.25, True)


@pytest.mark.parametrize(("value", "percent", "plain"), CASES["test_exact_numbers_as_text"])
def test_exact_numbers_as_text(value, percent, plain):
    exact = Estimate.of_exact(value)
    assert (exact.text(percent=True), exact.text()) == (percent, plain)


@pytest.mark.parametrize(("value", "se", "text"), CASES["test_sampled_numbers_as_text"])
def test_sampled_numbers_as_text(value, se, text):
    assert Estimate.of_normal(value, se).text(percent=True) == text


NUMBERS = st.floats(-1000, 1000)


@given(NUMBERS, st.floats(1e-9, 100), st.booleans())
def test_sampled_texts_never_claim_more_than_the_error_supports(value, se, percent):
    text = Estimate.of_normal(value, se).text(percent=percent)
    number = re.search(r"[0-9.]+", text)[0]
    places = len(number.partition(".")[2])
    half = Z95 * se * (100 if percent else 1)
    assert places <= (1 if percent else 2)
    # One unit of the last place is not below the leading digit of the error, or there are no decimals at all.
    assert places == 0 or 10.0**-places >= 10.0 ** math.floor(math.log10(half) - 1e-9) * (1 - 1e-9)


@given(NUMBERS, st.floats(0, 100), st.booleans(), st.booleans())
def test_no_text_says_minus_zero(value, se, percent, exact):
    estimate = Estimate.of_exact(value) if exact else Estimate.of_normal(value, se)
    text = estimate.text(percent=percent)
    assert not re.search(rf"(?<![<>])[-{MINUS}]0(\.0*)?(?![.0-9])", text)


@given(st.floats(0, 1), st.booleans())
def test_exact_text_says_zero_only_of_zero(value, percent):
    assume(value == 0 or abs(value) > 1e-12)
    text = Estimate.of_exact(value).text(percent=percent)
    says_zero = text in {"0 %", "0"}
    assert says_zero == (value == 0)


def test_few_large_counts_are_no_less_certain_to_be_covered():
    # One game in a thousand counts four: 4,000 games see four of them on average.
    seen = np.random.default_rng(7).binomial(4_000, 0.001, 2_000)
    shares = seen / 4_000
    found = [counted_mean(4 * share, 4 * math.sqrt(share * (1 - share) / 4_000), 4_000) for share in shares]
    held = sum(one.low <= 0.004 <= one.high for one in found)
    assert held >= scipy.stats.binom.ppf(FIVE_SIGMA / 2, 2_000, 0.95)
