"""Games of shipped scenarios, each built once by a process: to build them takes longer than to look at them."""

from functools import cache
from typing import Any

import pytest

from mangonel.engine.process import Process
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.rules.loading import load_rules

LONG = {
    "siege-great", "siege-storms", "siege-tower-duel", "fire-camp-large", "ram-sortie", "ladder-four",
    "waves-kings", "battle-wing", "battle-andalus", "battle-vanguard", "siege-tower-fire", "fire-camp",
    "melee-breach", "volley-knights", "sortie-battery", "sortie-knights", "ram-tower", "battle-navas", "line-three",
    "fire-fight-crossbows", "line-leader", "healing-garrison", "ladder-two", "siege-relief",
}  # fmt: skip
"""Scenarios that take long to be built or played."""


@cache
def shipped_game(scenario: str, rules: str = "") -> Process:
    """Return the game of a scenario under a rule set, or under the usual one of its game."""
    loaded = load_scenario(scenario)
    return build(loaded, load_rules(rules or loaded.system.rules))


def long_ones_slow() -> list[Any]:
    """Return the names of all scenarios for `pytest.mark.parametrize`, those that take long marked slow."""
    return [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in scenario_names()]
