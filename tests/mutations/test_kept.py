"""A kept run is never wrong: whatever cell, option or key changes, it is what would be played anew."""

import itertools

import pytest

from mangonel.engine.run import run
from mangonel.errors import MangonelError
from mangonel.games.scenario import build
from mangonel.studies.playing import Work
from mangonel.studies.run_cache import Runs
from mutations.changing import cells_of, changed
from mutations.playing import game_of
from mutations.scenarios import SMALL

pytestmark = pytest.mark.slow

EXACT = Work(engine="exact")
TURNS = 3
ONE_IN = 10
"""Of the cells that a game asks for, one in so many is tried."""
SEQUENCES = [
    pytest.param(name, marks=pytest.mark.release) if name in {"siege-tower", "siege-campaign", "sortie"} else name
    for name in SMALL
]
"""Those that take long, and ask for what the ladder asks for, before a release only."""


def told(result):
    """Return all that a result says of a game."""
    watched = [(series.name, series.shares.tolist()) for series in result.watched]
    numbers = (result.outcomes.tolist(), result.weights.tolist(), result.tally_means.tolist())
    return (result.endings, result.measures, result.tallies, *numbers, watched, result.provenance)


def agree(runs, scenario, rules):
    """Tell whether what is kept is what is played anew; None if it cannot be played."""
    try:
        anew = run(build(scenario, rules), engine="exact")
    except MangonelError as error:
        with pytest.raises(type(error)):
            runs.result(scenario, rules, EXACT)
        return None
    return told(runs.result(scenario, rules, EXACT)) == told(anew)


def small(sequence):
    """Return the first game of a sequence that can be played, cut short."""
    for name in SMALL[sequence]:
        game = game_of(sequence, name)
        short = game.scenario.replaced({"turns": min(TURNS, game.scenario.setup.turns)})
        if game.result is not None:
            return short, game
    raise AssertionError(sequence)


def numbers(content, path=""):
    for key, value in content.items():
        if isinstance(value, dict):
            yield from numbers(value, f"{path}{key}.")
        elif type(value) is int and key != "schema":
            yield f"{path}{key}", value


def neighbours(scenario):
    """Yield the scenario with each number a little larger and smaller, and with every other choice."""
    changes = [{path: value + step} for path, value in numbers(scenario.content) for step in (1, -1)]
    changes += [{path: value} for path, one in scenario.choices.items() for value in one.allowed if value != one.value]
    for change in changes:
        try:
            yield scenario.replaced(change)
        except MangonelError:
            continue


def with_all_else_changed(game):
    """Return rules with other values for every cell and option that the game does not ask for."""
    rules = game.rules
    for table in game.rules.tables.values():
        for cell in cells_of(table):
            if cell not in game.asked.cells:
                rules = next(changed(rules, cell), rules)
    other = {
        name: next(value for value in option.values if value != rules.values[name])
        for name, option in rules.options.items()
        if name not in game.asked.options and len(option.values) > 1
    }
    return rules.replaced(options=other)


def other_rules(game):
    """Yield rules with another value: of some cells and all options that the game asks for, and of all else at once."""
    for cell in [*game.asked.cells][::ONE_IN]:
        yield from itertools.islice(changed(game.rules, cell), 1)
    for name in game.asked.options:
        for value in game.rules.options[name].values:
            if value != game.rules.values[name]:
                yield game.rules.replaced(options={name: value})


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_whatever_changes_in_the_rules(sequence):
    (scenario, game), runs = small(sequence), Runs()
    found = [agree(runs, scenario, rules) for rules in (game.rules, *other_rules(game))]
    assert False not in found
    before = runs.played
    assert agree(runs, scenario, with_all_else_changed(game))
    assert runs.played == before


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_whatever_changes_in_the_scenario(sequence):
    (scenario, game), runs = small(sequence), Runs()
    found = [agree(runs, one, game.rules) for one in (scenario, *neighbours(scenario))]
    assert False not in found
    assert True in found[1:]
