"""Playing scenarios of ¡Al filo de la Espada! with the same dice by the package and by the oracle."""

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from mangonel.engine.process import Process
from mangonel.engine.trace import Trace, play_trace
from mangonel.games.scenario import Scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet
from oracle.filo.rules import Rules, read_rules
from oracle.filo.story import Story

NAVAS = load_rules("navas")


def oracle_rules(rules: RuleSet) -> Rules:
    """Return the rules as the oracles read them: a shipped rule set, with what was changed in memory as plain data."""
    cells = [change.cell for change in rules.changes if change.cell is not None]
    changed = [(cell.table, cell.row, cell.column, cell.value) for cell in cells]
    return read_rules(rules.id).changed(dict(rules.values), changed)


def some_rules(draw: random.Random, *, often: float = 0.3) -> RuleSet:
    """Draw another value of some options; none leaves a cell unknown."""
    chosen = {
        name: draw.choice([value for value in option.values if value != "unknown"])
        for name, option in NAVAS.options.items()
        if draw.random() < often
    }
    return NAVAS.replaced(options=chosen)


def with_some_cells(draw: random.Random, rules: RuleSet, cells: Mapping[str, tuple[str, ...]]) -> RuleSet:
    """Change about one in ten cells of these tables to one of the values given."""
    changes = [
        CellChange(name, row, column, draw.choice(values))
        for name, values in cells.items()
        for row in rules.table(name).rows
        for column in rules.table(name).columns
        if draw.random() < 0.1
    ]
    possible = [
        one
        for one in changes
        # A cell that is set to what is printed is no change, though it may undo a reading.
        if one.value != NAVAS.table(one.table).printed(one.row, one.column)
        and rules.table(one.table).fault(one.row, one.column, one.value) is None
        # Nobody routs by a rest or a rally, though who is routed may stay so; what can be reached stays as it is.
        and not (one.row in ("rest", "rally") and one.value.startswith("routed") > one.column.startswith("routed"))
    ]
    return rules.replaced(cells=possible)


def story_of(game: Trace) -> Story:
    tallies = {name: value for name, value in game.tallies.items() if value}
    thrown = [(event.text.partition(",")[0], event.die) for event in game.events if event.die is not None]
    rolls = [(name, die if isinstance(die, tuple) else (die,)) for name, die in thrown]
    return Story(game.ending, game.turn, dict(game.measures), tallies, rolls)


def play_both(scenario: Scenario, rules: RuleSet, sequence: Process, seed: int) -> tuple[Story, Story]:
    """Return the stories of package and oracle; the oracle plays with what the package has thrown."""
    drawn = random.Random(seed)
    ours = story_of(play_trace(sequence, dice=lambda sides: drawn.randint(1, sides)))
    faces = iter([face for _, shown in ours.rolls for face in shown])
    play: Callable[..., Story] = import_module(f"oracle.filo.{scenario.sequence.replace('-', '_')}").play
    theirs: Any = play(scenario.content, oracle_rules(rules), faces)
    assert next(faces, None) is None, "the package throws more dice"
    return ours, theirs
