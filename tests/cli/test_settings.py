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


def test_tactics_and_sweeps_write_values_alike(say):
    listed = say("tactics", "panic-one", "turns=1,2,3")
    assert listed == say("tactics", "panic-one", "turns=1..3")
    assert say("sweep", "panic-one", "--x", "turns=1,2,3") == say("sweep", "panic-one", "--x", "turns=1..3")
    assert "write it as turns=8,12 or turns=4..8" in say("tactics", "panic-one", "turns=")[2]


def test_mangonel_alone_prints_its_help(say):
    code, out, err = say()
    assert (code, err) == (0, "")
    assert out.startswith("Usage: mangonel")
