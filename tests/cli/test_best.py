"""``mangonel best``."""


def test_best_answers_first_and_offers_the_rule_as_a_plan(say, ask, ram):
    words = ("best", ram, "--for", "defenders", "--choose", "arrows", "--set", "turns=4")
    code, out, _ = say(*words)
    assert code == 0
    assert out.startswith("defenders: best ")
    (found,) = ask(*words)["best"]
    assert f"As shipped {100 * found['shipped']:.1f} %" in out
    assert found["value"] <= found["rule"]["value"] <= found["shipped"]
    (found,) = ask(*words, "--from", "turn=3")["best"]
    assert found["now"][0]["options"][0]["loss"] < 0.005


def test_best_refuses_what_it_does_not_know(say):
    code, _, err = say("best", "ram-gate", "--value", "breech")
    assert code == 2
    assert "no such ending, side or measure" in err
