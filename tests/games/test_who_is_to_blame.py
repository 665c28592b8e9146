"""Errors of scenarios that are built under a rule file: they name the file whose author can mend it."""

import pytest

from cli.files import write_scenarios
from mangonel.cli.main import main
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from rules.overlays import HEAD, change

ONE_MARK = change(table="breach", row="outer_wall", column="value", value="1")
NO_GROUND = change(table="terrain", row="flat_ground", column="foot", value="impassable")
NO_TOWER = change(table="terrain", row="siege_tower", column="foot", value="impassable")


@pytest.fixture
def rules(tmp_path):
    def written(text, base="siege"):
        file = tmp_path / "club.toml"
        file.write_text(HEAD.replace('"siege"', f'"{base}"') + text, encoding="utf-8")
        return file

    return written


def blamed(scenario, file):
    with pytest.raises(DataError) as caught:
        build(scenario, load_rules(file))
    return caught.value


@pytest.mark.parametrize(
    ("name", "text", "path", "message"),
    [
        ("ram-gate", ONE_MARK, "marks", "breached by so many marks"),
        ("ram-gate", NO_GROUND, "approach.1", "cannot enter"),
        ("ladder-one", NO_GROUND, "approach.1", "cannot be entered"),
        ("siege-tower-one", NO_TOWER, "terrain.siege_tower.foot", "not a whole number"),
    ],
)
def test_a_rule_file_is_to_blame_for_what_it_spoils(rules, name, text, path, message):
    file = rules(text)
    scenario = load_scenario(name)
    if name == "ram-gate":
        scenario = scenario.replaced({"marks": 1})
    error = blamed(scenario, file)
    assert error.file == str(file)
    assert error.path == f"scenario {scenario.file}: {path}"
    assert message in error.message


def test_a_scenario_is_to_blame_for_what_no_rules_allow(rules):
    scenario = load_scenario("ladder-one").replaced({"towers.weapon": "slign"})
    error = blamed(scenario, rules(change(table="joint-attack", row="foot", column="value", value="2")))
    assert (error.file, error.path) == (str(scenario.file), "towers.weapon")


def test_and_for_what_the_shipped_base_does_not_allow(rules):
    # Under the Italian supplement no tent burns; a file that is based on it does not spoil anything.
    text = change(table="joint-attack", row="foot", column="value", value="2")
    error = blamed(load_scenario("fire-camp"), rules(text, base="siege-it"))
    assert (error.file, error.path) == (str(load_scenario("fire-camp").file), "fires.1.hex")


def test_the_command_line_names_both(rules, tmp_path, capsys):
    ram, _ = write_scenarios(tmp_path)
    file = rules(ONE_MARK)
    assert main(["simulate", str(ram), "--rules", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"mangonel: {file}: scenario {ram}: marks: the wall is breached by so many marks already: 1")
