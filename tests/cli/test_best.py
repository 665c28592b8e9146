"""``mangonel best``."""

RAM = ("best", "ram-gate", "--for", "defenders", "--choose", "arrows")


def test_best_answers_first_and_offers_the_rule_as_a_plan(say, ask):
    code, out, _ = say(*RAM)
    assert code == 0
    assert out.startswith("Defenders at their best: besiegers win ")
    assert "instead of 69.3 % as shipped" in out
    (found,) = ask(*RAM)["best"]
    assert found["value"] <= found["rule"]["value"] <= found["shipped"]


def test_best_lists_the_options_of_a_position(ask):
    (found,) = ask(*RAM, "--from", "turn=5")["best"]
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


def test_compare_says_what_is_left_if_both_play_their_best(say):
    code, out, _ = say("compare", "ram-gate", "siege", "croisades", "--decisions", "best")
    assert code == 0
    assert out.startswith("If both sides decide as well as they can: besiegers win ")
