"""What a rule set was asked: the options and cells that something was built from, all that its odds can hang on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mangonel.rules.table import ROW_OFFSET, Table

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["Asked", "Cell"]

Cell = tuple[str, str, str]
"""A cell by table, row and column; the column ``row_offset`` is that of a weapon, as in an overlay."""

_NONE = "(absent)"
_KINDS = ("options", "cells", "tables", "additions")


class Asked:
    """The questions that a rule set was asked, noted by `RuleSet.noting`; the answers stand in the rule set.

    What is built anew from a rule set that gives the same `answers` is the same, and has the same odds.

    Attributes
    ----------
    options, cells
        Ids of options, and cells, in the order in which they were first asked for.
    tables
        Ids of tables whose labels, die and result letters were in sight. Their cells are noted one by one.
    additions
        Tables and axes that were asked what overlays have added.
    """

    def __init__(self) -> None:
        self.options: dict[str, None] = {}
        self.cells: dict[Cell, None] = {}
        self.tables: dict[str, None] = {}
        self.additions: dict[tuple[str, str], None] = {}

    def note_cell(self, table: str, row: str, column: str) -> None:
        """Note that a cell was read."""
        self.cells[table, row, column] = None

    def plain(self) -> dict[str, list[Any]]:
        """Return all that is noted, as JSON can hold it."""
        return {name: list(getattr(self, name)) for name in _KINDS}

    def take(self, plain: Mapping[str, Sequence[Any]]) -> None:
        """Note what `plain` has returned, of another one."""
        for name in _KINDS:
            entries = (tuple(entry) if isinstance(entry, list) else entry for entry in plain[name])
            getattr(self, name).update(dict.fromkeys(entries))

    def answers(self, rules: RuleSet) -> tuple[Hashable, ...]:
        """Return what a rule set answers to everything that is noted here.

        The texts of results are left out: no odds hang on words.
        """
        options = (_option(rules, name) for name in self.options)
        frames = (_frame(rules.tables.get(name)) for name in self.tables)
        cells = (_cell(rules, cell) for cell in self.cells)
        return (*options, *frames, *cells, *(rules.added(*addition) for addition in self.additions))

    def readings(self, rules: RuleSet) -> tuple[str, ...]:
        """Return which options, with their values, have said what stands in cells that are noted here."""
        readings = (
            f"{reading.option} = {reading.value}"
            for table, row, column in self.cells
            if table in rules.tables
            for reading in rules.tables[table].cells_if
            if f"{row}.{column}" in reading.cells and rules.values.get(reading.option) == reading.value
        )
        return tuple(dict.fromkeys(readings))

    def tells_apart(self, left: RuleSet, right: RuleSet) -> bool:
        """Tell whether two rule sets answer otherwise to anything that is noted here."""
        return self.answers(left) != self.answers(right)


def _option(rules: RuleSet, name: str) -> Hashable:
    # Some readings are only looked at where they are not those of the base.
    return (rules.values[name], rules.options[name].default) if name in rules.options else _NONE


def _frame(table: Table | None) -> Hashable:
    """Return all of a table that is neither cell nor word."""
    if table is None:
        return _NONE
    labels = (table.columns, table.rows, tuple(table.results), tuple(table.row_offset))
    return (table.kind, table.thrown, table.limit, table.open_ended, table.shiftable, *labels)


def _cell(rules: RuleSet, cell: Cell) -> Hashable:
    name, row, column = cell
    table = rules.tables.get(name)
    if table is None:
        return _NONE
    if column == ROW_OFFSET:
        return table.row_offset.get(row, _NONE)
    if row not in table.rows or column not in table.columns:
        return _NONE
    return table.cells[table.rows.index(row)][table.columns.index(column)]
