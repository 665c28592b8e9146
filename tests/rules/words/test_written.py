"""Plain digits in the format of a language, through all that charts and reports write numbers with."""

from dataclasses import replace

import pytest

from cases import cases
from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Quantile
from mangonel.paper.charts.numbers import brief, full, points, short
from mangonel.rules.words import in_words

CASES = cases(__file__)

ENGLISH = in_words(None)
OTHER = replace(
    ENGLISH,
    decimal=",",
    thousands=".",
    percent="{}\u00a0v.H.",
    phrases=ENGLISH.phrases
    | {"figures.interval": "{number} ({low} bis {high})", "figures.points_other": "{number} Punkte"},
)  # fmt: skip


def plain(text: str) -> str:
    return text.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("digits", "english", "other"),
    CASES["test_digits_are_written_as_the_language_does"],
)
def test_digits_are_written_as_the_language_does(digits, english, other):
    assert ENGLISH.written(digits) == english
    assert OTHER.written(digits) == other


EXACT, RARE, SAMPLED = Estimate.of_exact(0.1234), Estimate.of_exact(0.00001), Estimate.of_normal(0.1234, 0.002)


def test_labels_and_numbers_with_their_intervals():
    assert plain(short(EXACT, words=OTHER)) == "12,3 v.H."
    assert plain(short(RARE, words=OTHER)) == "<0,1 v.H."
    assert short(RARE, unit=False, words=OTHER) == "<0,1"
    assert plain(full(SAMPLED, words=OTHER)) == "12,3 v.H. (11,9 bis 12,7)"
    assert full(SAMPLED, words=OTHER) == "12,3\xa0v.H. (11,9\xa0bis\xa012,7)"
    assert plain(full(Estimate.of_exact(1234.5), percent=False, words=OTHER)) == "1.234,50"
    assert plain(points(SAMPLED, words=OTHER)) == "+12,3 Punkte (+11,9 bis +12,7)"
    assert plain(points(SAMPLED, percent=False, words=OTHER)) == "+0,12 (+0,12 bis +0,13)"
    assert brief(Estimate.of_exact(2.345), words=OTHER) == "2,35"
    assert brief(Estimate.of_exact(1234.0), words=OTHER) == "1.234"
    assert Estimate.of_normal(2.5, 0.1).text(words=OTHER) == "2,5 (2,3 bis 2,7)"
    assert Quantile(4, 3, 6).text(OTHER) == "4 (3 bis 6)"


def test_digits_of_a_sampled_number_come_with_its_interval():
    assert SAMPLED.digits(percent=True) == ("12.3", "11.9", "12.7")
    assert EXACT.digits(percent=True) == ("12.3",)
