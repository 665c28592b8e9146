"""``mangonel best``."""

RAM = ("best", "ram-gate", "--for", "defenders", "--choose", "arrows")


def test_best_answers_first_and_offers_the_rule_as_a_plan(say, ask):
    code, out, _ = say(*RAM)
    assert code == 0
    assert out.startswith("defenders: best ")
    assert "As shipped 69.3 %" in out
    (found,) = ask(*RAM)["best"]
    assert found["value"] <= found["rule"]["value"] <= found["shipped"]


def test_best_lists_the_options_of_a_position(ask):
    (found,) = ask(*RAM, "--from", "turn=5")["best"]
    assert found["now"][0]["options"][0]["loss"] < 0.005


def test_best_refuses_what_it_does_not_know(say):
    code, _, err = say("best", "ram-gate", "--value", "breech")
    assert code == 2
    assert "no such ending, side or measure" in err
