"""Scenarios in words."""

import re

import pytest

from mangonel.systems.cryhavoc.describe import policies_in_force, scenario_facts
from mangonel.systems.cryhavoc.playables import PLAYABLES
from mangonel.systems.cryhavoc.scenario import load_scenario, scenario_names
from mangonel.tables.locate import data_root


def is_played(name: str) -> bool:
    """Return whether the sequence of a scenario can be played yet."""
    text = (data_root() / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    return any(f'sequence = "{one}"' in text for one in PLAYABLES)


PLAYED = [name for name in scenario_names() if is_played(name)]
SLIP = re.compile(r"\b1 (\w+ )?(hexes|barrels|ladders|men|rams|tries|marks|ballistas)\b|\((s|es)\)")


@pytest.mark.parametrize("name", PLAYED)
def test_facts_are_in_plain_words(name):
    scenario = load_scenario(name)
    for fact, text in (*scenario_facts(scenario), *policies_in_force(scenario)):
        assert fact
        assert text
        assert not SLIP.search(text), text


def test_one_hex_aside_is_one_hex():
    facts = dict(scenario_facts(load_scenario("ladder-one").replaced({"towers.aside": 1, "defenders.oil": 2})))
    assert facts["Towers"].endswith("1 hex aside")
    assert facts["Oil"] == "2 barrels"
    assert facts["Besiegers"].startswith("1 ladder, 6 men each: ")


def test_the_limit_is_told_in_the_unit_of_the_sequence():
    scenario = load_scenario("ladder-one")
    assert dict(scenario_facts(scenario))["Turn limit"] == "20"
    assert dict(scenario_facts(scenario, "day"))["Day limit"] == "20"
