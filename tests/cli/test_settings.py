"""``--set`` in every command that plays a scenario, and one way to write several values."""

import pytest


@pytest.mark.parametrize("words", [["simulate", "panic-one"], ["compare", "panic-one"], ["trace", "panic-one"]])
def test_a_value_is_set(say, words):
    plain, fewer = say(*words), say(*words, "--set", "turns=1")
    assert plain[0] == fewer[0] == 0
    assert plain[1] != fewer[1]


@pytest.mark.parametrize(
    "command",
    ["simulate", "compare", "trace", "tactics", "sweep", "report", "best", "sensitivity", "worth", "reach"],
)
def test_a_wrong_setting_names_the_option(say, command):
    own = ["--chance", "60%", "--by", "turns"] if command == "reach" else []
    code, _, err = say(command, "panic-one", *own, "--set", "turnz=1")
    assert code == 2
    assert err == "mangonel: --set: turnz: unknown key: 'turnz'; did you mean 'turns'?\n"
    assert say(command, "panic-one", *own, "--set", "turns=1..3")[2].startswith(
        "mangonel: --set: turns: takes one value"
    )


GOALS = """
schema = 1
title = "Calm"
[[goal]]
name = "as often calm as not"
scenario = "panic-one"
of = "calm"
between = [0.45, 0.55]
"""
SEVERAL = [
    "rank GOALS siege --no-help",
    "solve GOALS siege --cells 1",
    "survey siege croisades --scenarios healing-six",
]


@pytest.mark.parametrize("words", SEVERAL)
def test_a_value_is_set_in_all_scenarios_of_a_file_of_goals_and_of_a_survey(say, tmp_path, words):
    (tmp_path / "calm.toml").write_text(GOALS, encoding="utf-8")
    asked = [str(tmp_path / "calm.toml") if word == "GOALS" else word for word in (*words.split(), "--all")]
    plain, more = say(*asked), say(*asked, "--set", "turns=5")
    assert plain[0] == more[0] == 0
    assert plain[1] != more[1]
    code, _, err = say(*asked, "--set", "turnz=1")
    assert code == 2
    assert err.endswith("--set: turnz: unknown key: 'turnz'; did you mean 'turns'?\n")


def test_a_survey_names_the_scenario_that_a_setting_does_not_fit(say):
    code, _, err = say("survey", "siege", "croisades", "--scenarios", "panic-one", "--set", "archers.men=1")
    assert code == 2
    assert "panic-one.toml: --set: archers" in err


def test_tactics_and_sweeps_write_values_alike(say):
    listed = say("tactics", "panic-one", "turns=1,2,3")
    assert listed == say("tactics", "panic-one", "turns=1..3")
    assert say("sweep", "panic-one", "--x", "turns=1,2,3") == say("sweep", "panic-one", "--x", "turns=1..3")
    assert "write it as turns=8,12 or turns=4..8" in say("tactics", "panic-one", "turns=")[2]


def test_mangonel_alone_prints_its_help(say):
    code, out, err = say()
    assert (code, err) == (0, "")
    assert out.startswith("Usage: mangonel")
