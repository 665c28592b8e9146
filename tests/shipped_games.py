"""Games of shipped scenarios, each built once by a process: to build them takes longer than to look at them."""

from __future__ import annotations

from functools import cache

from mangonel.engine.process import Process
from mangonel.errors import MangonelError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.studies.kept import Runs
from mangonel.systems.scenario import Scenario, build, load_scenario

__all__ = ["like", "shipped_game"]

RUNS = Runs()


@cache
def shipped_game(scenario: str, rules: str = "") -> Process:
    """Return the game of a scenario under a rule set, or under the usual one of its game."""
    loaded = load_scenario(scenario)
    return build(loaded, load_rules(rules or loaded.system.rules))


@cache
def like(scenario: str, rules: str) -> str:
    """Return the first rule set that answers the same to all that the game of a scenario asks: it is the same game."""
    loaded = load_scenario(scenario)
    for name in rule_set_names(loaded.system.id):
        if name == rules or (like(scenario, name) == name and _alike(loaded, name, rules)):
            return name
    raise AssertionError(rules)


def _alike(scenario: Scenario, one: str, other: str) -> bool:
    try:
        return RUNS.same((scenario, load_rules(one)), (scenario, load_rules(other)))
    except MangonelError:
        # Not allowed by the first, or none of the game: whoever plays it will be told.
        return False
