"""Mistakes in scenarios and rule files: one message each, at its place, in the file whose author can mend it."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from cases import cases
from cli.files import write_scenarios
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.reading import IDENTIFIER, VERSION, Node, validate
from rules.overlays import HEAD, change

RULES = {"cryhavoc": "siege", "filo": "filo-read"}
FILE = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "changes", "path", "words"), [(name, *row[:2], row[2:]) for name, rows in FILE.items() for row in rows]
)
def test_a_mistake_is_told_at_its_place(name, changes, path, words):
    scenario = load_scenario(name)
    with pytest.raises(DataError) as error:
        build(scenario.replaced(changes), load_rules(RULES[scenario.system.id]))
    assert error.value.path == path
    assert [word for word in words if word not in str(error.value)] == []


SIEGE = load_rules("siege")


def barred(column, value, ground="flat_ground"):
    return SIEGE.replaced(cells=[CellChange("terrain", ground, column, value)])


@pytest.mark.parametrize(
    "name", ["ladder-one", "ram-gate", "siege-tower-one", "sortie-battery", "volley-wall", "siege-storms"]
)
@pytest.mark.parametrize("value", ["impassable", "x"])
def test_nobody_comes_over_it_on_foot(name, value):
    build(load_scenario(name), SIEGE)
    with pytest.raises(DataError, match="cannot enter") as caught:
        build(load_scenario(name), barred("foot", value))
    assert "approach" in caught.value.path
    assert caught.value.value == "flat_ground"


@pytest.mark.parametrize("name", ["ram-gate", "siege-tower-one"])
def test_an_engine_has_two_points(name):
    build(load_scenario(name), barred("foot", "2"))
    with pytest.raises(DataError, match="costs 3 points, and an engine has 2"):
        build(load_scenario(name), barred("foot", "3"))


def test_riders_stand_before_what_the_print_bars_and_nothing_else():
    volley = load_scenario("volley-knights").replaced({"approach": ["flat_ground x 2", "filled_moat"]})
    build(volley, SIEGE)
    with pytest.raises(DataError, match="horses cannot enter"):
        build(volley, barred("mounted", "impassable"))


ONE_MARK = change(table="breach", row="outer_wall", column="value", value="1")
NO_GROUND = change(table="terrain", row="flat_ground", column="foot", value="impassable")
NO_TOWER = change(table="terrain", row="siege_tower", column="foot", value="impassable")


@pytest.fixture
def rules(write):
    def written(text, base="siege"):
        return write("club.toml", HEAD.replace('"siege"', f'"{base}"') + text)

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
        ("ladder-one", NO_GROUND, "approach.1", "cannot enter"),
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


def test_the_command_line_names_both(rules, tmp_path, refused):
    ram, _ = write_scenarios(tmp_path)
    file = rules(ONE_MARK)
    said = refused("simulate", ram, "--rules", file)
    assert said.startswith(f"mangonel: {file}: scenario {ram}: marks: the wall is breached by so many marks already: 1")


CASES = cases(__file__)


class Men(msgspec.Struct, forbid_unknown_fields=True):
    men: Annotated[int, Meta(ge=1, le=6)]
    state: Literal["fit", "wounded"] | UnsetType = UNSET


class Goal(msgspec.Struct, forbid_unknown_fields=True):
    """A file as a kind of its own would declare it."""

    schema: VERSION
    id: IDENTIFIER
    parts: list[Men]
    most: Annotated[int, Meta(ge=2)] | UnsetType = UNSET
    options: dict[str, int | str] | UnsetType = UNSET


SOUND = {"schema": 1, "id": "mine", "parts": [{"men": 2}, {"men": 3, "state": "fit"}]}


def at(path: str, value: Any) -> dict[str, Any]:
    content: Any = {"schema": 1, "id": "mine", "parts": [{"men": 2}, {"men": 3, "state": "fit"}]}
    *folders, last = path.split(".")
    place = content
    for folder in folders:
        place = place[int(folder) - 1] if folder.isdecimal() else place.setdefault(folder, {})
    place[last] = value
    return content


def test_a_sound_file_is_no_mistake():
    validate(Node(SOUND), Goal)


@pytest.mark.parametrize(("path", "value", "said"), CASES["test_a_mistake_is_named"])
def test_a_mistake_is_named(path, value, said):
    with pytest.raises(DataError) as mistake:
        validate(Node(at(path, value), file=Path("goal.toml")), Goal)
    assert said in str(mistake.value)
    assert str(mistake.value).startswith("goal.toml: ")


def test_a_missing_key_may_be_there_under_another_name():
    with pytest.raises(DataError, match=r"parts: is missing$"):
        validate(Node({"schema": 1, "id": "mine"}), Goal)
    with pytest.raises(DataError, match=r"part: unknown key: 'part'; did you mean 'parts'"):
        validate(Node({"schema": 1, "id": "mine", "part": []}), Goal)
