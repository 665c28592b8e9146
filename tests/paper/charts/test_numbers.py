"""Numbers as charts and titles write them, and what titles claim."""

from dataclasses import replace

import pytest

from cases import cases
from mangonel.engine.intervals import Estimate, wilson
from mangonel.paper.charts.numbers import differs, ending_finding, full, gap, points, short, verdict
from paper.charts.made_results import exact_result, sampled_result

CASES = cases(__file__)


def plain(text: str) -> str:
    return text.replace("\xa0", " ")


@pytest.mark.parametrize(("value", "wanted"), [*CASES["test_short_label_of_exact_numbers"], (1 - 1e-15, "100 %")])
def test_short_label_of_exact_numbers(value, wanted):
    assert plain(short(Estimate.of_exact(value))) == wanted


def test_short_label_shows_no_more_than_the_error_supports():
    assert plain(short(Estimate.of_normal(0.4123, 0.01))) == "41 %"
    assert plain(short(Estimate.of_normal(0.4123, 0.002))) == "41.2 %"


def test_full_writes_a_label_with_its_interval_and_means_with_two_decimals():
    assert plain(full(Estimate.of_exact(0.0000123))) == "<0.1 %"
    assert plain(full(Estimate.of_exact(0.4123))) == "41.2 %"
    assert plain(full(Estimate.of_normal(0.4123, 0.002))) == "41.2 % (40.8 to 41.6)"
    assert full(Estimate.of_exact(11.2004), percent=False) == "11.20"
    assert full(Estimate.of_exact(0.0), percent=False) == "0"


def test_a_difference_has_a_sign_and_its_interval():
    assert plain(points(Estimate.of_normal(0.141, 0.005))) == "+14.1 points (+13.1 to +15.1)"
    assert plain(points(Estimate.of_exact(-0.126))) == "\N{MINUS SIGN}12.6 points"
    assert plain(points(Estimate.of_exact(-0.00126))) == "\N{MINUS SIGN}0.1 points"
    assert plain(points(Estimate.of_exact(1e-17))) == "0 points"
    assert (
        plain(points(Estimate.of_normal(-0.5, 0.1), percent=False))
        == "\N{MINUS SIGN}0.5 (\N{MINUS SIGN}0.7 to \N{MINUS SIGN}0.3)"
    )


@pytest.mark.parametrize(
    ("value", "percent", "wanted"), CASES["test_a_tiny_exact_difference_is_not_written_as_a_row_of_zeros"]
)
def test_a_tiny_exact_difference_is_not_written_as_a_row_of_zeros(value, percent, wanted):
    assert plain(points(Estimate.of_exact(value), percent=percent)) == wanted


def test_rounding_does_not_move_the_end_of_an_interval_onto_0():
    text = points(Estimate(0.0031, 0.0015, 0.0001, 0.0061, exact=False))
    assert plain(text) == "+0.31 points (+0.01 to +0.61)"


def test_differs_needs_an_interval_without_0():
    assert differs(Estimate.of_normal(0.1, 0.01))
    assert not differs(Estimate.of_normal(0.1, 0.1))
    assert differs(Estimate.of_exact(1e-6))
    assert not differs(Estimate.of_exact(1e-16))


def test_gap_of_proportions_is_newcombes_interval():
    # Newcombe 1998, method 10, example (a): 56/70 against 48/80 gives 0.0524 to 0.3339.
    one, other = (Estimate(k / n, 0.0, *wilson(k, n), exact=False) for k, n in ((48, 80), (56, 70)))
    found = gap(one, other)
    assert round(found.value, 4) == 0.2
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)


def test_titles_claim_a_difference_only_if_it_can_be_told():
    told = ending_finding({"siege": exact_result(), "croisades": sampled_result(trials=1600)})
    assert plain(told) == "foothold more often under siege: siege 37.5 %, croisades 25 % (\N{MINUS SIGN}12 points)"
    vague = ending_finding({"siege": exact_result(), "croisades": sampled_result(trials=16)})
    assert plain(vague).endswith("(cannot be told apart)")
    same = ending_finding({"siege": exact_result(), "croisades": exact_result()})
    assert plain(same) == "foothold: siege and croisades 37.5 % (the same)"
    assert verdict(Estimate.of_normal(0.1, 0.1), percent=True) == " (cannot be told apart)"


def all_ending(result, code):
    """Return a result in which every game ends so."""
    outcomes = result.outcomes.copy()
    outcomes[:, 0] = code
    return replace(result, outcomes=outcomes)


def test_the_likeliest_ending_comes_first_then_the_next():
    result = exact_result()
    chances = {name: result.probability(name).value for name in (*result.endings, "undecided")}
    first, second = sorted(chances, key=lambda name: -chances[name])[:2]
    told = plain(ending_finding({"siege": result}))
    assert told.startswith(f"siege: most likely {first} ")
    assert f", then {second} " in told


def test_what_always_happens_is_said_in_words():
    result = exact_result()
    for name in result.endings:
        assert ending_finding({"siege": all_ending(result, result.code(name))}) == f"siege: always {name}"


def test_no_order_is_claimed_that_the_trials_do_not_show():
    assert "then" in ending_finding({"siege": sampled_result(trials=160_000)})
    assert ending_finding({"siege": sampled_result(trials=16)}).endswith(" most likely")
