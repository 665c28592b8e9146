"""Decisions ranked and decided best, and the commands of the designer's desk."""

from pathlib import Path

import pandas as pd
import pytest
from pypdf import PdfReader

from cases import cases
from mangonel.rules.loading import load_rules
from pace import slow_after

CASES = cases(__file__)

pytestmark = pytest.mark.slow


def test_tactics_ranks_decisions_and_says_which_do_nothing(told, ask, tmp_path):
    names = ("policies.facing=fight", "policies.fire=concentrate", "policies.attack_from=5-1,6-1")
    out = told("tactics", "ladder-one", *names, "--csv", tmp_path / "tactics.csv")
    besiegers, _, defenders = out.partition("Besiegers may")[2].partition("Defenders may")
    # A line for values that come to the same, with the first of them to be typed.
    assert [line.split()[-1] for line in besiegers.splitlines() if "policies." in line] == ["policies.attack_from=5-1"]
    assert "lowest column for an attack: 5-1, 6-1" in besiegers
    assert [line.split()[-1] for line in defenders.splitlines() if "policies." in line] == ["policies.facing=fight"]
    assert "no effect here (defenders): targets of the shooters: concentrate" in out
    frame = pd.read_csv(tmp_path / "tactics.csv")
    document = ask("tactics", "ladder-one", names[0])
    assert document["choices"][0] == {"policies.facing": "fight"}
    fights = frame[(frame["choice"] == "policies.facing=fight") & (frame["name"] == "foothold")]
    result = ask("simulate", "ladder-one")
    assert fights["as_it_is"].item() == pytest.approx(result["endings"][0]["p"])


def test_a_side_that_cannot_win_is_ranked_by_its_rival_and_what_moves_no_ending_is_said(say):
    _, out, _ = say(
        "tactics", "engagement-pikes", "policies.a.charge=false", "policies.b.act=attack", "policies.a.drop=true"
    )
    assert "never drops" not in out
    assert "Pikemen may (a victory is hardly possible here: the rival should win seldom)" in out
    rivals = out.partition("Pikemen may")[2].splitlines()
    assert ["80.4 %" in rivals[3], "as it is" in rivals[4]] == [True, True]
    # Nor is one that wins in a game of a thousand.
    _, out, _ = say("tactics", "engagement-knights", "policies.b.rest=true", "policies.a.rest=false")
    assert "Sergeants may (a victory is hardly possible" in out
    assert "rest: yes 94.1 % -0.6 points" in " ".join(out.split())
    assert "Knights may\n" in out
    _, out, _ = say("tactics", "command-duel")
    assert "it stays undecided in every game. Side a wins in no game." in out
    assert "changes no ending here, only other numbers (side b): silence: the one with the highest bonus" in out
    assert " 0 %" not in out
    # A plan whose gain is not seen in the rounded chances is not said to be the best.
    _, out, _ = say("tactics", "ladder-one", "--set", "policies.defence_advance=false", "policies.defence_advance=true")
    assert "just above 0" in out
    assert "Defenders: no plan that was tried gains anything that shows (besiegers win 20.2 %)." in out
    assert "with “break off at losses: never”: with “1”" in say("tactics", "ladder-one", "break_off.losses=1")[1]


def test_decisions_within_assaults_are_ranked_by_tactics_alone(told):
    words = ("siege-breach", "--set", "turns=6")
    assert "Only decisions outside of the assaults in it are decided here" in told("best", *words, "--no-rule")
    assert "Defenders, the best of the plans tried: breach: " in told("tactics", *words)


def test_a_choice_may_need_another_value(told, refused):
    assert "covering.men=1: covering.weapon: is missing; give it with --set covering.weapon=..." in refused(
        "tactics", "ladder-one", "covering.men=1"
    )
    fixed = [word for one in ("men=0", "weapon=longbow", "distance=6") for word in ("--set", f"covering.{one}")]
    out = told("tactics", "ladder-one", "covering.men=1", *fixed)
    assert "covering.men=1" in out


def test_men_in_parties_are_told_in_all_where_their_number_changes(say):
    few = ("--set", "turns=8", "--trials", 2_000)
    _, out, _ = say("tactics", "ladder-one", "besiegers.ladders=2", "besiegers.men=8", *few)
    assert "number of ladders: 2 (12 men in all)" in out
    # Of one party the number says it itself.
    assert "men in each party: 8" in out
    assert "8 men in all" not in out
    # As many men on more ladders.
    _, out, _ = say("tactics", "ladder-one", "besiegers.men=3", "besiegers.ladders=2", "--together", *few)
    assert "men in each party: 3, number of ladders: 2" in out
    assert "in all" not in out


def test_choices_are_written_as_they_are_typed(ask, say, tmp_path):
    """Flags and combinations, too."""
    words = ("policies.a.charge=false", "policies.b.until=eliminated,rout", "turns=4")
    document = ask("tactics", "engagement-pikes", *words, "--together")
    say("tactics", "engagement-pikes", *words, "--together", "--csv", tmp_path / "x.csv")
    written = list(dict.fromkeys(row["choice"] for row in document["differences"]))
    assert written == list(dict.fromkeys(pd.read_csv(tmp_path / "x.csv")["choice"]))
    assert written[0] == "policies.a.charge=false policies.b.until=eliminated turns=4"
    for choice in written:
        again = ask("tactics", "engagement-pikes", *choice.split(), "--together")
        assert again["choices"][0] in document["choices"]
        assert [row for row in document["differences"] if row["choice"] == choice] == again["differences"]


@pytest.mark.parametrize(("words", "trials"), CASES["test_too_many_states_take_some_games_on_the_same_dice"])
def test_too_many_states_take_some_games_on_the_same_dice_and_a_sampled_game_fewer(ask, words, trials):
    document = ask("tactics", *words.split())
    assert document["method"] == "common random numbers"
    assert document["as_it_is"]["provenance"]["trials"] == trials


def test_best_answers_first_and_offers_the_rule_as_a_plan(told, ask, ladder, write):
    words = ("best", ladder, "--for", "defenders", "--choose", "facing")
    out = told(*words)
    assert out.startswith("Defenders at their best: besiegers win ")
    (found,) = ask(*words)["best"]
    assert f"instead of {100 * found['shipped']:.1f} %, if the others decide as shipped." in out
    assert found["value"] <= found["rule"]["value"] <= found["shipped"]
    # The plan printed, at the end of the file, plays as printed.
    file = write("pasted.toml", f"{Path(ladder).read_text(encoding='utf-8')}\n{out[out.index('[plans.') :]}")
    (pasted,) = ask("best", f"{file}:best-defenders", *words[2:], "--no-rule")["best"]
    assert pasted["shipped"] == pytest.approx(found["rule"]["value"], abs=1e-12)
    shown = told("best", "ladder-one", "--set", "turns=7", "--from", "turn=6", "--no-rule")
    assert "No option is better than another: defenders' melee against wall hex 1: they advance" in shown
    parts = "several men against one (1.08 times in such a game)", "  <1 %", "\n\nFrom turn 6 ", "\n\nDefenders at "
    assert all(part in shown for part in parts)
    (found,) = ask(*words, "--from", "turn=3")["best"]
    assert found["now"][0]["options"][0]["loss"] < 0.005
    shown = told("best", "ladder-one", "--for", "Verteidiger", "--from", "turn=9, besiegers=4", "--lang", "de")
    assert "Am besten: wirft sie um (94 %); am teuersten, wenn immer gewählt: kämpft, 10,4 Punkte." in shown
    words = ("engagement-knights", "--for", "Sergeants", "--no-rule", "--value")
    assert told("best", *words, "knights win") == told("best", *words, "a")
    assert ": a - 0.1 a_routed = 0." in told("best", *words, "a - 0.1 a_routed")
    assert "something else to want with --value" in told("best", "engagement-camp")
    assert "stand while empty hexes in lane 2 = 9" in told("best", "waves-vanguard", "--for", "militia")


@pytest.mark.parametrize(("suffix", "head"), [(".pdf", b"%PDF"), (".png", b"\x89PNG"), (".svg", b"<svg")])
def test_a_card_has_the_rule_its_gain_and_two_tables(say, ram, tmp_path, suffix, head):
    card = tmp_path / f"card{suffix}"
    words = ("best", ram, "--choose", "arrows", "--set", "turns=4", "--lang", "de")
    code, out, err = say(*words, "--card", card)
    assert (code, err) == (0, "")
    assert card.read_bytes().startswith(head)
    assert "die Datei gibt es schon" in say(*words, "--card", card)[2]
    if suffix == ".pdf":
        (page,) = PdfReader(card).pages
        assert [round(float(side) / 72 * 25.4) for side in page.mediabox[2:]] == [148, 210]
        text = " ".join(page.extract_text().split())
        assert "Die zwei Tabellen, auf die es am meisten ankommt" in text
        assert " ".join(out.splitlines()[0].split()) in text
        assert "D: Feuer gelöscht; DA: Feuer gelöscht, wenn nur Pfeile es gelegt haben; -: nichts geschieht" in text


def test_the_second_side_of_a_card_replaces_nobodys_own_picture(say, ram, write, monkeypatch):
    monkeypatch.setattr("mangonel.document.typst.card_pages", lambda *_: [b"one", b"two"])
    mine = write("card-2.png", "mine")
    words = ("best", ram, "--choose", "arrows", "--set", "turns=4", "--card", mine.with_name("card.png"))
    assert (say(*words)[0], mine.read_text()) == (2, "mine")
    assert (say(*words, "--force")[0], mine.read_text()) == (0, "two")


@pytest.mark.parametrize(("words", "said"), CASES["test_best_blames_the_option"])
def test_best_blames_the_option(refused, words, said):
    assert said in refused("best", "ram-gate", *(words if "--choose" in words else ("--choose", "arrows", *words)))


def test_the_ways_out_where_states_are_too_many_are_those_of_the_command(refused):
    err = refused("best", "ladder-one", "--max-states", "500", "--choose", "facing")
    assert "(tactics), or allow more states (--max-states), or name fewer decisions (--choose facing" in err
    err = refused("compare", "ladder-two", "siege", "croisades", "--decisions", "best")
    assert err.endswith("or compare plans kept all game, which may be sampled (tactics)\n")


def test_what_is_left_if_both_play_their_best(told):
    out = told("compare", "ram-gate", "siege", "croisades", "--decisions", "best", "--set", "turns=12")
    assert out.startswith("If both sides decide as well as they can: besiegers win ")
    out = told("best", "ladder-one", "--set", "turns=9", "--for", "besiegers", "--against", "best", "--no-rule")
    assert "5.2 %; 13.1 % as shipped.\n\nAgainst the others at their best, the shipped plan gives 5.0 %" in out


def test_a_plan_of_a_scenario_or_of_a_file_is_played_and_answered(ask, say, ladder, write):
    words = ("best", ladder, "--for", "besiegers", "--no-rule", "--choose", "attack", "--set", "turns=9")
    (shipped,) = ask(*words)["best"]
    lines = 'policies.facing = "topple"\ndecisions.facing = ["fight while besiegers >= 3"]\n'
    file = write("plan.toml", lines)
    (found,) = ask(*words, "--against", file)["best"]
    assert found["against"] == "plan"
    assert found["shipped"] != shipped["shipped"]
    named = write("named.toml", f"[plans.best-defenders]\n{lines}")
    assert ask(*words, "--against", named)["best"] == [found]
    file.write_text(lines.replace("fight", "dance"), encoding="utf-8")
    assert f"{file}: decisions.facing: no such option: 'dance'" in say(*words, "--against", file)[2]
    file.write_text('policies.fasing = "fight"\n', encoding="utf-8")
    assert (
        f"{file}: policies.fasing: unknown key: 'fasing'; did you mean 'facing'?" in say(*words, "--against", file)[2]
    )
    file.write_text("turns = 4\n", encoding="utf-8")
    assert f"{file}: turns: no such key in a plan: 'turns'" in say(*words, "--against", file)[2]
    assert "the scenario has no such plan" in say(*words, "--against", "bold")[2]
    assert "did you mean 'fire'?" in say("simulate", "ram-gate:fir")[2]
    assert ask("best", "ram-gate", "--against", "policies.fire_fighters=2", "--no-rule")["best"][0]["shipped"] < 0.1
    named, typed = (
        ask("simulate", *words)["endings"]
        for words in (
            ("melee-knights:separate", "--set", "turns=3"),
            ("melee-knights", "--set", "policies.attackers.attack=separate", "--set", "turns=3"),
        )
    )
    assert named == typed


def test_too_many_states_are_sampled_and_said(say, told, ask):
    words = ("best", "ladder-two:wall-last", "--for", "defenders", "--max-states", "2000", "--set", "turns=5")
    (found,) = ask(*words, "--trials", "200")["best"]
    assert found["gain"]["low"] > 0.05
    assert 0 <= found["sampled"]["missed_at_most"] < 0.4
    assert "too many to decide by state" in say(*words, "--against", "best")[2]
    out = told("best", "line-three", "--max-states", "50", "--set", "turns=2", "--for", "a", "--lang", "de")
    assert out.startswith("Ritter: Kein gefundener Plan")
    assert "mit 1.000 neuen Partien" in out


RAM = Path(__file__).parents[2] / "docs" / "examples" / "ram-goals.toml"


def test_rank_ends_with_1_if_a_goal_is_missed_and_strict_is_asked_for(say):
    assert say("rank", RAM, "siege-it", "--strict")[0] == 0
    code, out, _ = say("rank", RAM, "siege", "siege-it", "--strict", "--no-help")
    assert code == 1
    assert "All goals (1) are met by Siege, Italian supplement" in out
    assert say("rank", RAM, "siege", "--no-help")[0] == 0


def test_solve_writes_a_rule_file_that_meets_the_goals(say, tmp_path):
    file = tmp_path / "mine.toml"
    code, out, err = say("solve", RAM, "siege", "--cells", "1", "--write", file)
    assert (code, err.strip()) == (0, f"wrote {file}")
    assert "meets the goals with 1 cell changed" in out
    assert load_rules(str(file)).chain == ("siege", "mine")
    assert say("rank", RAM, file, "--strict")[0] == 0


def test_all_says_where_an_answer_comes_from(say):
    ask = ("reach", "ram-gate", "--chance", "50%", "--by", "archers.men", "--ending", "breach")
    brief, whole = (say(*ask, *more)[1] for more in ((), ("--all",)))
    assert brief.rstrip().endswith("exact\n\n--all shows every number.")
    assert "rule set siege [" not in brief
    assert "rule set siege [" in whole


def test_reach_and_worth_answer_first(say, ask):
    assert (
        "It takes one archer to reach 85 %: 85.4 %"
        in say("reach", "ram-gate:fire", "--chance", "85%", "--by", "archers.men", "--ending", "breach")[1]
    )
    assert ask("worth", "ram-gate:fire", "--of", "breach", "--set", "turns=12")["rows"][0]["name"] == "marks"


@pytest.mark.parametrize(
    ("words", "name"),
    slow_after(0, map(tuple, CASES["test_a_report_is_written_with_its_chart"]), 3),
    ids=lambda each: each.partition(" ")[0],
)
def test_a_report_is_written_with_its_chart(words, name, say, tmp_path):
    assert say(*words.format(ram=RAM).split(), "--out", tmp_path, "--date", "2026-01-01", "--lang", "de")[0] == 0
    page = (tmp_path / f"{name}-de.html").read_text(encoding="utf-8")
    assert ("<svg" in page) == ("a.quality" not in words)
    assert "Seite A" not in page
    assert (tmp_path / f"{name}-de.csv").read_text(encoding="utf-8").count("\n") > 3
    assert (tmp_path / f"{name}-de.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "message"), [*CASES["test_what_is_wrong_is_said"], (("solve", RAM, "sieg"), "unknown rule set: 'sieg'")]
)
def test_what_is_wrong_is_said(words, message, refused):
    assert message in refused(*words)
