"""``mangonel best``."""

import re

import pytest
from pypdf import PdfReader

pytestmark = pytest.mark.slow


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


@pytest.mark.parametrize(("suffix", "head"), [(".pdf", b"%PDF"), (".png", b"\x89PNG"), (".svg", b"<svg")])
def test_a_card_has_the_rule_its_gain_and_two_tables(say, ram, tmp_path, suffix, head):
    card = tmp_path / f"card{suffix}"
    words = ("best", ram, "--choose", "arrows", "--set", "turns=4", "--lang", "de")
    code, out, err = say(*words, "--card", card)
    assert (code, err) == (0, "")
    assert card.read_bytes().startswith(head)
    assert "the file exists already" in say(*words, "--card", card)[2]
    if suffix == ".pdf":
        (page,) = PdfReader(card).pages
        assert [round(float(side) / 72 * 25.4) for side in page.mediabox[2:]] == [148, 210]
        text = " ".join(page.extract_text().split())
        assert "Verteidiger" in text
        assert "Die zwei Tabellen, auf die es am meisten ankommt" in text
        assert " ".join(out.splitlines()[0].split()) in text


def test_a_card_that_cannot_be_written_costs_nothing(say, tmp_path):
    assert "--card: a card is written as one of these" in say("best", "ram-gate", "--card", tmp_path / "card.txt")[2]
    assert "goes without --from" in say("best", "ram-gate", "--card", tmp_path / "card.pdf", "--from", "turn=3")[2]


def test_best_refuses_what_it_does_not_know(say):
    code, _, err = say("best", "ram-gate", "--value", "breech")
    assert code == 2
    assert "no such ending, side or measure" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hidden", "oils"], "--hidden: no such column: 'oils'; did you mean 'oil'?"),
        (["--against", "fires"], "--against: the scenario has no such plan, and there is no such file: 'fires'"),
        (["--against", "policies.arrws=men"], "--against: no such policy: 'policies.arrws'; did you mean"),
        (["--for", "archers"], "--for: no such side decides anything here: 'archers'"),
    ],
)
def test_best_blames_the_option(say, words, said):
    code, _, err = say("best", "ram-gate", "--choose", "arrows", *words)
    assert code == 2
    assert said in err


def test_a_colon_is_written_as_the_language_writes_it(say, ram):
    _, told, _ = say("best", ram, "--choose", "arrows,arrow_aim", "--from", "turn=3", "--no-rule", "--lang", "fr")
    captions = [line for line in told.splitlines() if line.endswith("%)")]
    assert captions
    assert all(" : " in caption for caption in captions)


def test_shares_are_written_as_the_language_writes_numbers(say):
    words = ("best", "ladder-one", "--for", "besiegers", "--choose", "attack", "--set", "turns=9", "--lang", "de")
    told, now = say(*words)[1], say(*words, "--from", "turn=6, besiegers=4")[1]
    assert re.search(r" \d+,\d.%\n", told)
    assert not re.search(r"\d\.\d", told + now)


def test_best_names_the_ways_out_where_states_are_too_many(say):
    code, _, err = say("best", "ladder-one", "--max-states", "500", "--choose", "facing")
    assert code != 0
    assert "name fewer decisions (--choose facing,shoot)" in err
    assert "mangonel tactics" in err


def test_compare_says_what_is_left_if_both_play_their_best(say):
    code, out, _ = say("compare", "ram-gate", "siege", "croisades", "--decisions", "best")
    assert code == 0
    assert out.startswith("If both sides decide as well as they can: besiegers win ")


def test_a_plan_of_a_scenario_or_of_a_file_is_played_and_answered(ask, say, ladder, tmp_path):
    words = ("best", ladder, "--for", "besiegers", "--no-rule", "--choose", "attack", "--set", "turns=9")
    (shipped,) = ask(*words)["best"]
    file = tmp_path / "plan.toml"
    file.write_text('policies.facing = "topple"\ndecisions.facing = ["fight while besiegers >= 3"]\n', encoding="utf-8")
    (found,) = ask(*words, "--against", file)["best"]
    assert found["against"] == "plan"
    assert found["shipped"] != shipped["shipped"]
    file.write_text('policies.fasing = "fight"\n', encoding="utf-8")
    assert (
        f"{file}: policies.fasing: unknown key: 'fasing'; did you mean 'facing'?" in say(*words, "--against", file)[2]
    )
    file.write_text("turns = 4\n", encoding="utf-8")
    assert f"{file}: turns: no such key in a plan: 'turns'" in say(*words, "--against", file)[2]
    assert "the scenario has no such plan" in say(*words, "--against", "bold")[2]
    assert "did you mean 'fire'?" in say("simulate", "ram-gate:fir")[2]
    named, typed = (
        ask("simulate", *words)["endings"]
        for words in (
            ("melee-knights:separate", "--set", "turns=3"),
            ("melee-knights", "--set", "policies.attackers.attack=separate", "--set", "turns=3"),
        )
    )
    assert named == typed


def test_too_many_states_are_sampled_and_said(say, ask):
    words = ("best", "ladder-two:wall-last", "--for", "defenders", "--trials", "400", "--max-states", "2000")
    code, out, _ = say(*words)
    assert code == 0
    assert out.startswith("Defenders by the best plan found: besiegers win ")
    assert "on 400 fresh games" in out
    assert 'policies.shoot_wall = "first"' in out
    (found,) = ask(*words)["best"]
    assert found["gain"]["low"] > 0.2
    assert 0 <= found["sampled"]["missed_at_most"] < 0.3
    assert "too many to decide by state" in say(*words, "--against", "best")[2]
