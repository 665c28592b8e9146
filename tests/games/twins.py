"""Playing the same scenario with the same dice by the package and by the oracle."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.registry import twin_of
from mangonel.engine.process import Process
from mangonel.engine.trace import Trace, play_trace
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from oracle.rules import Rules, read_rules


def told(game: Trace, names: Mapping[str, str]) -> dict[str, Any]:
    """Return ending, turn, losses and counters of a traced game under the oracle's names."""
    numbers = {name.replace("besiegers", "attackers"): value for name, value in game.measures.items()}
    counters = {names.get(name, name): value for name, value in game.tallies.items()}
    return {"ending": game.ending, "turn": game.turn, **numbers, "tallies": counters}


def played(outcome: Any, keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same facts of an oracle's outcome; a counter it never touched is 0."""
    facts = {
        name: outcome.measures[name] if name in outcome.measures else getattr(outcome, name)
        for name in keys
        if name != "tallies"
    }
    return facts | {"tallies": {name: outcome.tallies.get(name, 0) for name in keys["tallies"]}}


def oracle_rules(rules: RuleSet, scenario: Scenario | None = None) -> Rules:
    """Return the rules as the oracles read them: a shipped rule set, with what was changed in memory as plain data."""
    cells = [change.cell for change in rules.changes if change.cell is not None]
    options = dict(rules.values) | dict(scenario.assumptions if scenario else {})
    return read_rules(rules.id, options, [(cell.table, cell.row, cell.column, cell.value) for cell in cells])


def dice_of(seed: int) -> Callable[..., int]:
    """Return dice of a seed: called with the sides of the next, ten if nothing is said."""
    drawn = random.Random(seed)
    return lambda sides=10: drawn.randint(1, sides)


def play_both(scenario: Scenario, rules: RuleSet, sequence: Process, seed: int) -> tuple[Any, Any, Any]:
    """Return what both make of the dice of `seed`, and the trace and the oracle's outcome."""
    twin = twin_of(scenario.sequence)
    game = play_trace(sequence, dice=dice_of(seed))
    outcome = twin.oracle(twin.setup(scenario.setup), oracle_rules(rules, scenario), dice_of(seed))
    facts = told(game, twin.tallies)
    return facts, played(outcome, facts), (game, outcome)
