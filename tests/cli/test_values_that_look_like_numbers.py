"""Options whose values are numbers are set like any other, with and without quotes."""

import json

import pytest

from cli.files import RAM, write_scenarios
from mangonel.cli.main import main
from mangonel.games.scenario import load_scenario
from mangonel.rules.loading import load_rules
from rules.overlays import HEAD


@pytest.mark.parametrize("value", ["1", '"1"'])
def test_in_files(tmp_path, write, value):
    file = write("club.toml", HEAD + f"[options]\nladder-topple-wounded = {value}\n")
    assert load_rules(file).number("ladder-topple-wounded") == 1
    ram, _ = write_scenarios(tmp_path)
    ram.write_text(RAM.replace('"every-turn"', f'"every-turn"\ninner-wall-d-count = {value}'), encoding="utf-8")
    assert load_scenario(ram).assumptions["inner-wall-d-count"] == "1"


def test_in_a_sweep(capsys):
    small = ["--x", "assumptions.ladder-topple-wounded=0,1", "--json"]
    assert main(["sweep", "ladder-one", *small]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert [cell["x"] for cell in cells] == [0, 1]


def test_another_number_is_refused_where_it_was_asked_for(capsys):
    assert main(["sweep", "ladder-one", "--x", "assumptions.ladder-topple-wounded=0,7"]) == 2
    said = capsys.readouterr().err
    assert "assumptions.ladder-topple-wounded" in said
    assert "'7'" in said
    assert "ladder-one.toml" not in said
