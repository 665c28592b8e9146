"""A scenario of one game and a rule set of another: one clear error from every command, before anything is played."""

import pytest

from mangonel.cli.main import main

COMMANDS = [
    ("simulate", "engagement-pikes", "--rules", "siege"),
    ("simulate", "ram-gate", "--rules", "navas"),
    ("trace", "recovery-militia", "--rules", "croisades"),
    ("compare", "line-three", "filo-read", "siege"),
    ("compare", "ram-gate", "filo", "siege"),
    ("tactics", "fire-fight-crossbows", "--rules", "siege"),
    ("sweep", "engagement-pikes", "--x", "gap=0..2", "--rules", "siege"),
    ("report", "command-duel", "--kind", "scenario", "--rules", "siege"),
    ("report", "ram-gate", "--left", "siege", "--right", "navas"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_games_do_not_mix(capsys, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    code = main(list(words))
    captured = capsys.readouterr()
    assert code != 0
    assert captured.out == ""
    assert "this is a scenario of" in captured.err
    assert "the rule set is one of" in captured.err
    assert "allowed: " in captured.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["engagement-mujahids", "fire-fight-crossbows"])
def test_a_lost_cell_is_said_and_how_to_fill_it(capsys, name):
    code = main(["simulate", name, "--rules", "filo"])
    assert code != 0
    assert "fills it" in capsys.readouterr().err
