"""Titles of a single result say what is likeliest, not a list of numbers."""

from dataclasses import replace

from mangonel.engine.intervals import Estimate
from mangonel.paper.charts.losses import loss_title
from mangonel.paper.charts.numbers import ending_finding
from paper.charts.made_results import exact_result, sampled_result


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


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


def test_neither_of_two_comes_more_often_where_both_are_printed_alike():
    pair = {"siege": exact_result(), "mine": exact_result()}
    told = ending_finding(pair, difference=Estimate.of_exact(-0.0004))
    assert "more often" not in told
    assert told.endswith("\N{NO-BREAK SPACE}points)")


def test_no_order_is_claimed_that_the_trials_do_not_show():
    assert "then" in ending_finding({"siege": sampled_result(trials=160_000)})
    assert ending_finding({"siege": sampled_result(trials=16)}).endswith(" most likely")


def test_the_title_of_losses_says_what_comes_most_often():
    told = plain(loss_title({"siege": exact_result()}, "besiegers"))
    assert "siege: most often " in told
    assert "on average" in told
    assert "most often" not in loss_title({"siege": sampled_result(trials=16)}, "besiegers")
    assert "mean" in loss_title({"a": exact_result(), "b": exact_result()}, "besiegers")
