"""The sequences of ¡Al filo de la Espada! against their oracles: the same dice must give the same game, roll for roll."""

import random
from importlib import import_module

import pytest

from cases import cases
from games.filo_twins import play_both, some_rules, with_some_cells
from mangonel.errors import DataError
from mangonel.games.filo.system import SYSTEM
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.rules.loading import load_rules, rule_set_names
from oracle.filo.rules import LostCellError, read_rules
from pace import slow_after

CASES = cases(__file__)

SEQUENCES = tuple(SYSTEM.playables())
GAMES, GROUPS = 6, 7
TOGETHER = {"line": 2, "waves": 2, "battle": 3}
"""Scenarios that are played at once, 6 unless told: those of many stacks take longer to make."""
LONG = ("battle-navas", "waves-kings")
SHIPPED = [name for name in scenario_names("filo") if name.startswith(SEQUENCES)]
SMALLER = sum(not name.startswith("battle") for name in SHIPPED)
"""Scenarios of lines and single stacks: a battle takes a second."""
# Draws of a scenario, of which at least one can be played: a parapet read as a wall bars what has to be fought.
TRIES = 5


def drawn(sequence, seed, *, cells):
    """Return a scenario, rules and the sequence they make; where ground allows no combat or a shot reaches nobody, draw again."""
    draw, twin = random.Random(seed), import_module(f"games.filo_{sequence.replace('-', '_')}_twin")
    for _ in range(TRIES):
        rules = some_rules(draw)
        if cells:
            rules = with_some_cells(draw, rules, CASES["VALUES"])
        scenario = twin.some_scenario(draw, rules.choice("stacking"))
        try:
            return scenario, rules, build(scenario, rules)
        except DataError as error:
            if not error.path.endswith((".ground", ".act", ".distance", "shots.kind")):
                raise
    raise AssertionError(f"{TRIES} scenarios of seed {seed} cannot be played")


@pytest.mark.parametrize("name", rule_set_names("filo"))
def test_the_oracles_read_what_the_program_reads(name):
    rules, read = load_rules(name), read_rules(name)
    assert dict(read.options) == dict(rules.values)
    for table in map(rules.table, rules.tables):
        for row, column in ((row, column) for row in table.rows for column in table.columns):
            try:
                cell = read.cell(table.id, row, column)
            except LostCellError:
                cell = "?"
            assert cell == table.printed(row, column), (table.id, row, column)


@pytest.mark.parametrize("group", slow_after(1, range(GROUPS), 4))
@pytest.mark.parametrize("cells", [False, True], ids=["scenarios", "cells"])
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_any_scenario_is_played_like_the_oracle(sequence, cells, group):
    number = TOGETHER.get(sequence, 6)
    for seed in range(group * number, (group + 1) * number):
        scenario, rules, made = drawn(sequence, 1_000_000 + seed if cells else seed, cells=cells)
        for game in range(GAMES):
            ours, theirs = play_both(scenario, rules, made, 1000 * seed + game)
            assert ours == theirs, (seed, game)


# Silenced with nobody in front; guns beside riders; no shot within reach; fire that helps; waves kept back; gone at rest.
@pytest.mark.parametrize(("sequence", "cells", "game"), CASES["test_games_that_were_once_played_otherwise"])
def test_games_that_were_once_played_otherwise(sequence, cells, game):
    scenario, rules, made = drawn(sequence, game // 1000, cells=cells)
    ours, theirs = play_both(scenario, rules, made, game)
    assert ours == theirs


@pytest.mark.parametrize("rules", slow_after(1, ["navas", "filo-read"]))
@pytest.mark.parametrize("name", slow_after(SMALLER, sorted(SHIPPED, key=lambda name: name.startswith("battle"))))
def test_shipped_scenarios_are_played_like_the_oracle(name, rules):
    scenario, rule_set = load_scenario(name), load_rules(rules)
    sequence = build(scenario, rule_set)
    for game in range(2 if name in LONG else 8):
        ours, theirs = play_both(scenario, rule_set, sequence, game)
        assert ours == theirs
