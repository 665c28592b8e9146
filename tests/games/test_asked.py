"""What rule sets are asked when games are built and played: all that a game looks up."""

import ast
from pathlib import Path

import pytest

import mangonel.games
from games.registry import SEQUENCES, twin_of
from games.test_filo_twins import drawn
from games.test_twins import drawn as drawn_here
from mangonel.engine.run import run
from mangonel.games.scenario import assumptions_in_force, build, load_scenario, scenario_names
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked
from pace import slow_after
from syntax import nodes_of

SIEGE = load_rules("siege")
RANDOM = (*SEQUENCES, "battle", "waves", "line")
"""Sequences whose random scenarios are played below, under random rules."""
OTHERS = list({load_scenario(name).sequence: name for name in reversed(scenario_names())}.items())


def contents(asked):
    return [list(part) for part in (asked.options, asked.cells, asked.tables, asked.additions)]


def asked_late(scenario, rules, trials):
    """Return what a rule set is asked game by game that it was not asked by an exact run, or by the same games."""
    first, later = Asked(), Asked()
    run(build(scenario, rules, first), trials=trials, seed=1, state_limit=500)
    run(build(scenario, rules, later), engine="monte-carlo", trials=trials, seed=1)
    return [[one for one in now if one not in was] for was, now in zip(contents(first), contents(later), strict=True)]


@pytest.mark.parametrize("name", [name for sequence, name in OTHERS if sequence not in RANDOM])
def test_a_game_that_is_played_twice_asks_nothing_more(name):
    scenario = load_scenario(name)
    assert asked_late(scenario, load_rules(scenario.system.rules), 60) == [[], [], [], []]


@pytest.mark.parametrize("sequence", slow_after(1, SEQUENCES))
def test_no_game_of_a_sequence_asks_anything_more(sequence):
    scenario, rules, _ = drawn_here(twin_of(sequence), 0, "scenarios")
    assert asked_late(scenario, rules, 20) == [[], [], [], []]


def test_no_system_reads_past_the_record():
    # Cells are asked for one by one, and options and tables by name; what is void for an animal is copied as a whole.
    # No game is built from what is looked at for slips, stands on a sheet, is shown as an example or is refused.
    excused = {
        "rolls.py": {"cells"},
        "outcomes.py": {"cells", "rules.tables"},
        "examples.py": {"cells", "rules.tables"},
        "scenario.py": {"rules.options", "rules.tables", "rules.values"},
    }
    files = Path(mangonel.games.__file__).parent.rglob("*.py")
    for file in (file for file in files if "sheets" not in (file.parent.name, file.stem)):
        read = [node for node in nodes_of(file) if isinstance(node, ast.Attribute)]
        found = {node.attr for node in read if node.attr == "cells"}
        found |= {ast.unparse(node) for node in read if node.attr in {"tables", "options", "values"}}
        # Groups of men have values as well.
        found &= {
            "cells",
            *(f"{path}rules.{name}" for path in ("", "game.", "self.") for name in ("tables", "options", "values")),
        }
        assert found <= excused.get(file.name, set()), file


def told(name, changes=None, rules=SIEGE):
    scenario, asked = load_scenario(name).replaced({"turns": 4} | (changes or {})), Asked()
    run(build(scenario, rules, asked), trials=200, state_limit=2_000)
    facts = assumptions_in_force(scenario, rules, asked)
    return [fact.rpartition(" (")[2].rstrip(")") for fact, _ in facts]


def test_assumptions_in_force_are_those_that_were_asked_for():
    assert "between-columns" in told("ram-gate")
    assert "fire-three-turns" in told("siege-tower-one")
    assert "second-panic" not in told("ladder-one")
    assert "second-panic" in told("ladder-panic")
    assert "ram-every-second-turn-start" not in told("ram-gate")
    assert "ram-every-second-turn-start" in told(
        "ram-gate", rules=SIEGE.replaced(options={"ram-rate": "every-second-turn"})
    )
    # What the sources differ on is settled by the rule set, unless the scenario does.
    assert "missile-ranges" not in told("ram-gate")
    assert "missile-ranges" in told("ram-gate", {"assumptions.missile-ranges": "croisades"})


@pytest.mark.slow
@pytest.mark.parametrize("sequence", RANDOM[-3:])
def test_no_game_of_the_second_system_asks_anything_more(sequence):
    scenario, rules, _ = drawn(sequence, 0, cells=False)
    assert asked_late(scenario, rules, 20) == [[], [], [], []]
