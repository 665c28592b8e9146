"""Keys of scenarios and rosters: their JSON schemas, and their tables on the pages."""

import copy
import json
import random
import runpy
import tomllib
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import cases
from fuzzing import spoilt_content
from games.registry import SEQUENCES, twin_of
from mangonel.cli.scenarios import command
from mangonel.errors import DataError
from mangonel.games import roster
from mangonel.games import scenario as scenarios
from mangonel.games.roster import roster_names
from mangonel.games.scenario import load_scenario, roster_schema, scenario_names, scenario_schema
from mangonel.games.system import systems
from mangonel.rules.files import data_root
from mangonel.rules.reading import Node

CASES = cases(__file__)

SCENARIO = jsonschema.Draft7Validator(scenario_schema(systems()))
ROSTER = jsonschema.Draft7Validator(roster_schema(systems()))
SHIPPED = {name: dict(load_scenario(name).content) for name in scenario_names()}
ILLUSTRATIVE = tomllib.loads((data_root() / "rosters" / "cryhavoc" / "illustrative.toml").read_text(encoding="utf-8"))
reproducible = settings(derandomize=True, database=None, max_examples=150)


def faults(validator, content):
    return [f"{list(error.absolute_path)} {error.message}" for error in validator.iter_errors(content)]


@pytest.mark.parametrize("what", ["scenario", "roster"])
def test_the_command_prints_a_sound_schema(what):
    printed = json.loads(CliRunner().invoke(command, ["--schema", what], catch_exceptions=False).output)
    jsonschema.Draft7Validator.check_schema(printed)
    assert printed == {"scenario": SCENARIO, "roster": ROSTER}[what].schema


@pytest.mark.parametrize("name", scenario_names())
def test_shipped_scenarios_pass(name):
    assert faults(SCENARIO, SHIPPED[name]) == []


@pytest.mark.parametrize(
    ("system", "name"), [(system.id, name) for system in systems() for name in roster_names(system.id)]
)
def test_shipped_rosters_pass(system, name):
    content = tomllib.loads((data_root() / "rosters" / system / f"{name}.toml").read_text(encoding="utf-8"))
    assert faults(ROSTER, content) == []


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_random_scenarios_that_can_be_read_pass(sequence):
    passed = 0
    for seed in range(20):
        try:
            scenario = twin_of(sequence).some(random.Random(seed))
        except DataError:
            continue
        assert faults(SCENARIO, dict(scenario.content)) == []
        passed += 1
    assert passed > 10


@reproducible
@given(st.data())
def test_whatever_the_reader_passes_passes(data):
    content = data.draw(spoilt_content(SHIPPED[data.draw(st.sampled_from(sorted(SHIPPED)))]))
    file = data_root() / "scenarios" / "mine" / "mine.toml"
    try:
        scenarios._read(Node(content, file=file), file)
    except DataError:
        return
    assert faults(SCENARIO, content) == []


@reproducible
@given(st.data())
def test_whatever_roster_the_reader_passes_passes(data):
    content = data.draw(spoilt_content(ILLUSTRATIVE))
    file = data_root() / "rosters" / "cryhavoc" / "mine.toml"
    try:
        roster._read(Node(content, file=file), file, systems()[0].man())
    except DataError:
        return
    assert faults(ROSTER, content) == []


DROPPED = "dropped"
MISTAKES = [
    *CASES["MISTAKES"],
    ("ram-gate", "turns", DROPPED),
    ("ram-gate", "title", DROPPED),
    ("ram-gate", "besiegers", DROPPED),
    ("ram-gate", "besiegers.kind", DROPPED),
    ("bombardment-keep", "engines", DROPPED),
]


@pytest.mark.parametrize(("name", "path", "value"), MISTAKES)
def test_mistakes_are_seen_in_the_editor(name, path, value):
    content = copy.deepcopy(SHIPPED[name])
    *folders, key = path.split(".")
    block = content
    for folder in folders:
        block = block.setdefault(folder, {})
    if value == DROPPED:
        del block[key]
    else:
        block[key] = value
    file = data_root() / "scenarios" / "cryhavoc" / f"{name}.toml"
    with pytest.raises(DataError):
        scenarios._read(Node(content, file=file), file)
    assert faults(SCENARIO, content)


@pytest.mark.parametrize(
    ("key", "value"), [("attack", 100), ("armour", "iron"), ("id", "a b"), ("mounted_attack", 9), ("weapon", "longbow")]
)
def test_mistakes_in_a_roster_are_seen(key, value):
    content = copy.deepcopy(ILLUSTRATIVE)
    content["kind"][0][key] = value
    assert faults(ROSTER, content)


DOCS = Path(__file__).resolve().parents[2] / "docs"
MAKE = runpy.run_path(str(DOCS / "make_keys.py"))
PAGES = {page.name: (page.read_text(encoding="utf-8"), games) for page, games in MAKE["PAGES"].items()}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_current(page):
    text, games = PAGES[page]
    assert MAKE["page"](text, games) == text, "write it again: python docs/make_keys.py"


def test_a_sequence_that_the_page_lacks_comes_after_those_of_its_game():
    text, games = PAGES["scenarios.md"]
    game = next(iter(games))
    known = max(text.index(f"## {name}\n") for name in games[game])
    fuller = MAKE["page"](text, games | {game: games[game] | {"recovery-of-late": MAKE["TABLES"]["recovery"]}})
    following = text.index("\n## ", known)
    assert fuller.startswith(text[:following])
    assert fuller.endswith(text[following:])
    assert "## recovery-of-late\n\n<!-- keys: recovery-of-late -->\n\n| key |" in fuller


@pytest.mark.parametrize("name", MAKE["TABLES"])
def test_every_table_is_on_a_page(name):
    assert "".join(text for text, _ in PAGES.values()).count(f"<!-- keys: {name} -->") == 1


@pytest.mark.parametrize(("name", "row"), CASES["test_rows_say_limits_and_defaults"])
def test_rows_say_limits_and_defaults(name, row):
    assert row in MAKE["table"](MAKE["TABLES"][name])
