"""One mistake in a scenario, one message: `mistakes.toml`, by the name of a shipped scenario.

A row is what is changed in it, the path that the error names, and whatever else it says.
"""

import tomllib
from pathlib import Path

import pytest

from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

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
