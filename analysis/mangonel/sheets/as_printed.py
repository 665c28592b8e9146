"""Die tables as they stand in print, beside their odds."""

from __future__ import annotations

from mangonel.press.blocks import Cell, Column, Grid, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Unknown, printed
from mangonel.sheets.wanted import Asked
from mangonel.tables.cells import EMPTY, UNKNOWN
from mangonel.tables.merging import in_order
from mangonel.tables.table import Table

__all__ = ["column_grid", "face_labels", "printed_cell", "table_grid"]


def face_labels(table: Table) -> list[str]:
    """Return how the rows of a die table are headed: the last one of an open table stands for all above."""
    labels = list(table.rows)
    if table.open_ended:
        labels[-1] += "+"
    return labels


def printed_cell(asked: Asked, table: str, row: int, column: str, words: str = "") -> Cell:
    """Return one cell as printed, letters only.

    Parameters
    ----------
    asked
        What was asked for.
    table, row, column
        Id of the table, row counted from 0, label of the column.
    words
        Kind of the words for its cells; they stand as they are if empty.
    """

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

    answers = asked.answers(letter)
    return asked.cell(answers)


def table_grid(asked: Asked, table: str, words: str = "") -> Grid:
    """Return a die table as printed: a row for each face.

    Parameters
    ----------
    asked
        What was asked for.
    table
        Id of the table.
    words
        Kind of the words for its columns; their labels stand as they are if empty.
    """
    columns = in_order([rules.table(table).columns for rules in asked.sets])
    return column_grid(asked, table, columns, words)


def column_grid(asked: Asked, table: str, columns: list[str], words: str = "", cells: str = "") -> Grid:
    """Return some columns of a die table as printed; `words` and `cells` are kinds of words for labels and cells."""
    longest = max((rules.table(table) for rules in asked.sets), key=lambda one: len(one.rows))
    return Grid(
        asked.text("frame.as_printed"),
        tuple(Column(asked.word(words, column) if words else column) for column in columns),
        tuple(
            Row(label, tuple(printed_cell(asked, table, row, column, cells) for column in columns))
            for row, label in enumerate(face_labels(longest))
        ),
        ("", asked.text("frame.die", faces=longest.die)),
    )
