"""Titles of a single result say what is likeliest, not a list of numbers."""

from dataclasses import replace

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


def test_no_order_is_claimed_that_the_trials_do_not_show():
    assert "then" in ending_finding({"siege": sampled_result(trials=160_000)})
    assert ending_finding({"siege": sampled_result(trials=16)}).endswith(" most likely")
