"""``mangonel best``."""

import pytest


def test_best_answers_first_and_offers_the_rule_as_a_plan(say, ask, ram):
    words = ("best", ram, "--for", "defenders", "--choose", "arrows", "--set", "turns=4")
    code, out, _ = say(*words)
    assert code == 0
    assert out.startswith("Defenders at their best: besiegers win ")
    (found,) = ask(*words)["best"]
    assert f"instead of {100 * found['shipped']:.1f} % as shipped" in out
    assert found["value"] <= found["rule"]["value"] <= found["shipped"]
    (found,) = ask(*words, "--from", "turn=3")["best"]
    assert found["now"][0]["options"][0]["loss"] < 0.005


def test_best_refuses_what_it_does_not_know(say):
    code, _, err = say("best", "ram-gate", "--value", "breech")
    assert code == 2
    assert "no such ending, side or measure" in err


def test_best_names_the_ways_out_where_states_are_too_many(say):
    code, _, err = say("best", "ladder-one", "--max-states", "500")
    assert code != 0
    assert "name fewer decisions (--choose facing,shoot)" in err
    assert "mangonel tactics" in err


@pytest.mark.slow
def test_compare_says_what_is_left_if_both_play_their_best(say):
    code, out, _ = say("compare", "ram-gate", "siege", "croisades", "--decisions", "best")
    assert code == 0
    assert out.startswith("If both sides decide as well as they can: besiegers win ")
