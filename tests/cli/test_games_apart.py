"""A scenario of one game and a rule set of another: one clear error from every command, before anything is played."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from cases import cases
from mangonel.cli.main import main
from mangonel.rules.files import shipped
from syntax import nodes_of

CASES = cases(__file__)

COMMANDS = CASES["COMMANDS"]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_games_do_not_mix(capsys, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    code = main(list(words))
    captured = capsys.readouterr()
    assert code != 0
    assert captured.out == ""
    assert "the rule set is one of" in captured.err
    assert "allowed: " in captured.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["engagement-mujahids", "fire-fight-crossbows"])
def test_a_lost_cell_is_said_and_how_to_fill_it(capsys, name):
    code = main(["simulate", name, "--rules", "filo"])
    assert code != 0
    assert "fills it" in capsys.readouterr().err


EXAMPLE = re.compile(r"(?<![\w.])[a-z][\w.]*(?=(?:=|<=|>=)[\w\"])")


def test_examples_of_values_fit_every_scenario():
    scenarios = [tomllib.loads(file.read_text(encoding="utf-8")) for file in shipped("scenarios").values()]
    texts = [
        (file.name, node.value)
        for file in Path(main.__code__.co_filename).parent.glob("*.py")
        for node in nodes_of(file)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    found = {(name, key) for name, text in texts for key in EXAMPLE.findall(text)}
    # A turn is where a game goes on; the other two stand for names.
    assert {(name, key) for name, key in found if key not in {"turns", "turn", "path", "name"}} == set()
    assert all("turns" in scenario for scenario in scenarios)
