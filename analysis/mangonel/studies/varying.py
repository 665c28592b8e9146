"""A number of a scenario or of the rules, by its path: set to another value, with its limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from mangonel.engine.rolls import is_whole
from mangonel.errors import DataError
from mangonel.games.fields import Met, root, walked
from mangonel.games.scenario import Scenario
from mangonel.rules.cells import read_whole
from mangonel.rules.change import CellChange, place_of
from mangonel.rules.ruleset import RuleSet

RULES = "rules."
"""A path begins so if it is that of a rule."""


def is_rule(path: str) -> bool:
    """Return whether a path is that of an option, a cell or a column of the rules."""
    return path.startswith(RULES)


def varied(scenario: Scenario, rules: RuleSet, values: Mapping[str, Any]) -> tuple[Scenario, RuleSet]:
    """Return a scenario and a rule set with other values by path.

    Parameters
    ----------
    values
        ``besiegers.men`` is a value of the scenario; ``rules.OPTION`` an option; ``rules.TABLE.ROW.COLUMN`` a cell
        (``rules.TABLE.ROW`` in a table of one column); ``rules.TABLE.COLUMN`` a number added to the die on a column of
        a die table, by which its results move.

    Raises
    ------
    DataError
        If there is no such value, or it is not allowed.
    """
    return with_numbers(scenario, values), with_rules(rules, values)


def with_numbers(scenario: Scenario, values: Mapping[str, Any]) -> Scenario:
    """Return a scenario with those of some values that are its own; parameters and errors as of `varied`."""
    own = {path: value for path, value in values.items() if not is_rule(path)}
    return scenario.replaced(own) if own else scenario


def with_rules(rules: RuleSet, values: Mapping[str, Any]) -> RuleSet:
    """Return a rule set with those of some values that are rules; parameters and errors as of `varied`."""
    for path, value in values.items():
        if is_rule(path):
            rules = _with_rule(rules, path, value)
    return rules


def _with_rule(rules: RuleSet, path: str, value: Any) -> RuleSet:
    name = path.removeprefix(RULES)
    try:
        if name in rules.options:
            return rules.replaced(options={name: str(value)})
        table, row, column = _place(rules, name)
        if not row:
            return rules.replaced(cells=_moved(rules, table, column, value))
        # A number has a plus sign where the cell has one.
        before = rules.table(table).cell(row, column)
        signed = isinstance(value, int) and value > 0 and before.startswith("+")
        return rules.replaced(cells=[CellChange(table, row, column, f"+{value}" if signed else str(value))])
    except DataError as error:
        raise error.at(path) from None


def _place(rules: RuleSet, name: str) -> tuple[str, str, str]:
    """Return table, row and column; no row for the whole column of a die table."""
    table, row, column = place_of(name)
    if table not in rules.tables:
        raise DataError("no such option or table", value=table, allowed=(*rules.options, *rules.tables))
    known = rules.table(table)
    if column:
        known.row_index(row)
        known.column_index(column)
        return table, row, column
    if known.kind == "die" and row in known.columns:
        return table, "", row
    if row in known.rows and len(known.columns) == 1:
        return table, row, known.columns[0]
    raise DataError(
        f"name a column of table {table}, or ROW.COLUMN" if known.kind == "die" else f"no such cell in table {table}",
        value=row or None,
        allowed=known.columns if known.kind == "die" else known.rows,
    )


def _moved(rules: RuleSet, table: str, column: str, by: Any) -> list[CellChange]:
    """Return the cells of a column as if a number were added to the die."""
    if not is_whole(by):
        raise DataError("takes a whole number", value=by)
    known = rules.table(table)
    if any(first != last for first, last in known.bands):
        raise DataError("its rows hold several numbers each, and one on the die does not move it by a row")
    last = len(known.rows) - 1
    if abs(by) > last:
        raise DataError(f"must be {-last} to {last}", value=by, limits=(-last, last))
    letters = [known.cells[row][known.column_index(column)] for row in range(last + 1)]
    return [
        CellChange(table, row, column, letters[min(max(place + by, 0), last)])
        for place, row in enumerate(known.rows)
        if letters[min(max(place + by, 0), last)] != letters[place]
    ]


def current(scenario: Scenario, rules: RuleSet, path: str) -> int:
    """Return the current value of a number; 0 for an amount added to the die.

    Raises
    ------
    DataError
        If there is no such number.
    """
    if is_rule(path):
        name = path.removeprefix(RULES)
        try:
            if name in rules.options:
                return read_whole(rules.values[name])
            table, row, column = _place(rules, name)
            return read_whole(rules.table(table).cell(row, column)) if row else 0
        except DataError as error:
            raise error.at(path) from None
    known = numbers_of(scenario)
    if path not in known:
        raise DataError("no such number in the scenario", value=path, allowed=known)
    return int(known[path].value)


def numbers_of(scenario: Scenario) -> dict[str, Met]:
    """Return the numbers of a scenario by path, with their keys; also those that its roster says."""
    keys = walked(root(scenario.playable.keys), scenario.setup, scenario.content)
    numbers = {".".join(met.path): _valued(met) for met in keys if met.key.kind == "whole"}
    return {path: met for path, met in numbers.items() if isinstance(met.value, int)}


def _valued(met: Met) -> Met:
    """Return a key with the value of the roster where it has none."""
    if met.value is not None or not met.key.entry:
        return met
    return replace(met, value=getattr(getattr(met.setup, met.key.entry), met.path[-1]))
