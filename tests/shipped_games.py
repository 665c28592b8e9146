"""Games of shipped scenarios, each built once by a process: to build them takes longer than to look at them."""

from __future__ import annotations

from functools import cache

from mangonel.engine.process import Process
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

__all__ = ["shipped_game"]


@cache
def shipped_game(scenario: str, rules: str = "") -> Process:
    """Return the game of a scenario under a rule set, or under the usual one of its game."""
    loaded = load_scenario(scenario)
    return build(loaded, load_rules(rules or loaded.system.rules))
