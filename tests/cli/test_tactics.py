"""Decisions ranked on the command line."""

import pandas as pd
import pytest

pytestmark = pytest.mark.slow


def test_tactics_ranks_decisions_and_says_which_do_nothing(say, ask, tmp_path):
    names = ("policies.facing=fight", "policies.fire=concentrate", "policies.attack_from=5-1,6-1")
    code, out, _ = say("tactics", "ladder-one", *names, "--csv", tmp_path / "tactics.csv")
    assert code == 0
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


def test_all_policies_of_a_scenario_are_tried_without_a_choice(say, ladder):
    code, out, _ = say("tactics", ladder)
    assert code == 0
    assert "not possible here: a defender facing a climber: shoots (men without a weapon cannot shoot)" in out


def test_a_melee_is_ranked_by_what_the_attackers_win_by(say, ask):
    """Of their two endings the first never comes, and says nothing about any decision."""
    choice = "policies.attackers.wound=wounded-first"
    document = ask("tactics", "melee-line", choice)
    assert document["ending"] == "attackers"
    _, out, _ = say("tactics", "melee-line", choice)
    rows = [line.split("  ") for line in out.splitlines()]
    as_it_is = next(row for row in rows if "as it is" in row)
    assert [cell.strip() for cell in as_it_is if cell.strip()][1] == "93.0 %"
    _, out, _ = say("tactics", "melee-line", choice, "--ending", "attackers_break_off+defenders")
    assert "defenders win" in out


def test_a_side_that_cannot_win_is_ranked_by_its_rival_and_what_moves_no_ending_is_said(say):
    _, out, _ = say("tactics", "engagement-pikes", "policies.a.charge=false", "policies.b.act=attack")
    assert "Pikemen may (no victory is possible here: the rival should win seldom)" in out
    rivals = out.partition("Pikemen may")[2].splitlines()
    assert ["80.4 %" in rivals[3], "as it is" in rivals[4]] == [True, True]
    _, out, _ = say("tactics", "command-duel")
    assert "“undecided” comes in every game. Side a wins in no game." in out
    assert "changes no ending here, only other numbers (side b): silences: the one with the highest bonus" in out
    assert " 0 %" not in out


def test_a_choice_may_need_another_value(say, refused):
    assert "covering.men=1: covering.weapon: is missing; give it with --set covering.weapon=..." in refused(
        "tactics", "ladder-one", "covering.men=1"
    )
    fixed = [word for one in ("men=0", "weapon=longbow", "distance=6") for word in ("--set", f"covering.{one}")]
    code, out, _ = say("tactics", "ladder-one", "covering.men=1", *fixed)
    assert code == 0
    assert "covering.men=1" in out


def test_when_a_side_has_lost_is_tried_only_if_it_is_named_and_by_no_side(say):
    assert "broken when" not in say("tactics", "engagement-pikes")[1]
    _, out, _ = say("tactics", "engagement-pikes", "policies.b.until=eliminated")
    assert "pikemen: broken when: eliminated" in out.partition("Other choices")[2]
    assert " may" not in out


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


def test_a_game_with_too_many_states_takes_a_thousand_games_on_the_same_dice(ask):
    document = ask("tactics", "ladder-two", "policies.facing=fight", "--set", "turns=6")
    assert document["method"] == "common random numbers"
    assert document["as_it_is"]["provenance"]["trials"] == 1000


def test_a_game_that_is_only_sampled_takes_few_games_on_the_same_dice(ask):
    document = ask("tactics", "battle-vanguard", "policies.a.charge=false", "--set", "turns=1")
    assert document["method"] == "common random numbers"
    assert document["as_it_is"]["provenance"]["trials"] == 200
