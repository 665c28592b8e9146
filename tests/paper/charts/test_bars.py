from dataclasses import replace

import numpy as np
import pytest

from mangonel.engine.owners import Side
from mangonel.errors import DataError
from mangonel.paper.charts.bars import ending_bars
from paper.charts.made_results import exact_result, long_result, sampled_result

TWO = {"siege": exact_result(), "croisades": sampled_result()}


def test_bars_are_as_long_as_the_probabilities():
    ax = ending_bars(TWO)
    widths = [bar.get_width() for bar in ax.patches]
    wanted = [result.probability(name).value for result in TWO.values() for name in result.all_endings]
    assert widths == wanted


def test_whiskers_end_where_the_interval_ends_and_exact_bars_have_none():
    ax = ending_bars({"croisades": sampled_result()})
    ends = [path.vertices[:, 0] for lines in ax.collections for path in lines.get_paths()]
    estimates = [sampled_result().probability(name) for name in sampled_result().all_endings]
    np.testing.assert_allclose(np.array(ends), [(found.low, found.high) for found in estimates])
    assert not ending_bars({"siege": exact_result()}).collections


def test_the_number_stands_at_each_bar_with_the_digits_it_supports():
    texts = [text.get_text().replace("\xa0", " ") for text in ending_bars(TWO).texts]
    assert texts == ["37.5 %", "50.0 %", "6.2 %", "6.2 %", "25 %", "62 %", "6 %", "6 %"]


def test_results_of_two_sequences_are_refused():
    with pytest.raises(DataError, match="different endings"):
        ending_bars({"siege": exact_result(), "ram": long_result("siege")})


def test_a_side_that_is_asked_for_has_bars_of_its_own_above_the_others():
    sides = (Side("besiegers", ("foothold", "cleared")), Side("defenders", ("repulsed",)))
    result = replace(exact_result(), sides=sides)
    ax = ending_bars({"siege": result}, asked="besiegers")
    assert ax.get_yticklabels()[0].get_text() == "besiegers win"
    assert ax.patches[0].get_width() == result.probability("foothold+cleared").value
    assert (
        ending_bars({"siege": result}, asked="foothold").patches[0].get_width() == result.probability("foothold").value
    )


def test_an_ending_that_cannot_come_has_a_word_and_no_bar():
    certain = np.where(np.isin(exact_result().outcomes[:, 0], [1, 2]), exact_result().weights, 0.0)
    ax = ending_bars({"siege": replace(exact_result(), weights=certain / certain.sum())})
    assert [label.get_text() for label in ax.get_yticklabels()] == ["foothold", "repulsed"]
    assert ax.get_xlabel() == "probability\nnever: cleared"


@pytest.mark.parametrize(("trials", "barred"), [(400, True), (1_000_000, False)])
def test_an_ending_that_was_only_not_seen_keeps_its_bar_while_its_interval_shows(trials, barred):
    sampled = sampled_result(trials=trials)
    unseen = replace(sampled, outcomes=np.where(sampled.outcomes == 2, 1, sampled.outcomes))
    assert unseen.probability("repulsed").value == 0 < unseen.probability("repulsed").high
    ax = ending_bars({"croisades": unseen})
    assert ("repulsed" in [label.get_text() for label in ax.get_yticklabels()]) is barred
    assert ("not seen: repulsed" in ax.get_xlabel()) is not barred
