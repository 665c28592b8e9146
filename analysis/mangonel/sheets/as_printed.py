"""Die tables as they stand in print, beside their odds."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.press.blocks import Cell, Column, Grid, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Unknown, printed
from mangonel.sheets.wanted import Asked
from mangonel.tables.cells import EMPTY, UNKNOWN

__all__ = ["column_grid", "printed_cell"]


def printed_cell(asked: Asked, table: str, row: int, column: str, words: str = "") -> Cell:
    """Return one cell as printed, letters only; `row` counts from 0, `words` is the kind of the words for cells."""

    def letter(rules: RuleSet) -> Answer:
        printed_table = rules.table(table)
        if column not in printed_table.columns or row >= len(printed_table.rows):
            return None
        cell = printed_table.cells[row][printed_table.column_index(column)]
        if cell == UNKNOWN:
            return Unknown("")
        if cell == EMPTY:
            return ""
        return asked.word(words, cell) if words else printed(cell)

    return asked.cell(asked.answers(letter))


def column_grid(
    asked: Asked, table: str, columns: Sequence[str] | None = None, words: str = "", cells: str = ""
) -> Grid:
    """Return a die table as printed, or some columns of it, with a row for each face.

    `words` and `cells` are the kinds of words for labels of columns and for cells, which stand as they are without.
    """
    columns = asked.columns(table) if columns is None else columns
    longest = max((rules.table(table) for rules in asked.sets), key=lambda one: len(one.rows))
    labels = list(longest.rows)
    if longest.open_ended:
        # The last row of an open table stands for all above.
        labels[-1] += "+"
    return Grid(
        asked.text("frame.as_printed"),
        tuple(Column(asked.word(words, column) if words else column) for column in columns),
        tuple(
            Row(label, tuple(printed_cell(asked, table, row, column, cells) for column in columns))
            for row, label in enumerate(labels)
        ),
        ("", asked.text("frame.die", faces=longest.die)),
    )
