"""A scenario of one game and rules of another, or tables that no game plays: one clear error from every command."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from cases import cases
from mangonel.cli.main import main
from mangonel.rules.files import shipped
from rules.made_clash import written
from syntax import nodes_of

CASES = cases(__file__)


@pytest.mark.parametrize("words", CASES["COMMANDS"], ids=lambda words: "-".join(words[:2]))
def test_games_do_not_mix(refused, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    err = refused(*words)
    assert "the rule set is one of" in err or "rule sets of two games cannot be compared" in err
    assert "allowed: " in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["engagement-mujahids", "fire-fight-crossbows"])
def test_a_lost_cell_is_said_and_how_to_fill_it(refused, name):
    assert "fills it" in refused("simulate", name, "--rules", "filo")


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
    # A turn is where a game goes on; the other three stand for names.
    assert {(name, key) for name, key in found if key not in {"turns", "turn", "path", "name", "rules.OPTION"}} == set()
    assert all("turns" in scenario for scenario in scenarios)


@pytest.fixture
def lances(tmp_path):
    return written(tmp_path)


def test_its_tables_are_checked_and_shown(say, lances):
    code, out, err = say("rules", "check", lances)
    assert (code, err) == (0, "")
    assert [line.partition(": ")[2].partition(";")[0] for line in out.splitlines()] == [
        "fine",
        "careful: no such game is installed: its tables can be read, and nothing can be played",
    ]
    assert "Clash of two lines" in say("tables", "clash", "--rules", lances)[1]


@pytest.mark.parametrize("words", CASES["test_what_a_game_is_needed_for_names_the_file"], ids=" ".join)
def test_what_a_game_is_needed_for_names_the_file(refused, lances, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    message = refused(*words, lances)
    assert tmp_path.name in message
    assert f"{lances}: no such game" in message or "two games cannot be compared" in message
    assert not (tmp_path / "mine.toml").exists()


@pytest.mark.parametrize("name", ["nothing", "../lances", "/", "system"])
def test_printed_names_a_rule_set_beside_it(refused, lances, name):
    (lances.parent / "system.toml").write_text(f'schema = 1\nprinted = "{name}"\n')
    message = refused("rules", "check", lances)
    assert f"{lances.parent / 'system.toml'}: printed: no such rule set: '{name}'" in message
    assert "'lances'" in message or "(allowed: lances)" in message
