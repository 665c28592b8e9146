"""Rows, columns and cells of rule tables as the odds sheets call them, where a reader would meet their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mangonel.locales import PhraseBook
from mangonel.reports.names import with_id
from mangonel.rules.effects import Struck, read_cell
from mangonel.rules.meanings import effect_text

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["cell_text", "column_text", "column_word", "effect_cell", "row_text"]

_ROWS: Final = (
    "weapons",
    "rule_rows",
    "terrain",
    "targets",
    "engines",
    "bands",
    "stands",
    "armours",
    "places",
    "costs",
)
_COLUMNS: Final = (
    "rule_columns",
    "cover_columns",
    "fire_columns",
    "panic_columns",
    "ladder_columns",
    "healing_columns",
)
_CELLS: Final = ("rule_cells", "fire_columns", "costs", "healing_cells")
_TERRAIN: Final = {
    "foot": "terrain.foot",
    "mounted": "terrain.mounted",
    "cover": "missile.cover",
    "sign": "terrain.sign",
}
_TERRAIN_CELLS: Final = {"cover": ("covers",), "sign": ("signs",)}


def row_text(row: str, words: Locale) -> str:
    """Return what a row of a table is called, with its id, which a rule file names."""
    return with_id(words.first_word(_ROWS, row), row, words)


def column_text(kind: str, column: str, words: Locale) -> str:
    """Return what a column is called, with its id, which a rule file names.

    Parameters
    ----------
    kind
        Kind of the table.
    column
        Id of the column.
    words
        The language.
    """
    return with_id(column_word(kind, column, words), column, words)


def column_word(kind: str, column: str, words: Locale) -> str:
    """Return the same without the id."""
    if kind == "terrain" and column in _TERRAIN:
        return words.text(_TERRAIN[column])
    return words.first_word(("distances", *_COLUMNS) if kind == "ranges" else _COLUMNS, column)


def cell_text(kind: str, column: str, value: str, words: Locale) -> str:
    """Return what a cell says, in words where it says a word.

    Parameters
    ----------
    kind
        Kind of the table.
    column
        Id of the column.
    value
        The cell as printed.
    words
        The language.
    """
    kinds = _TERRAIN_CELLS.get(column, _CELLS) if kind == "terrain" else _CELLS
    if kind == "die" and not words.has_word("healing_cells", value):
        return words.written(value)
    if kind != "terrain":
        return words.written(words.first_word(kinds, value))
    return " / ".join(words.written(words.first_word(kinds, part)) for part in value.split("/"))


def effect_cell(of: Struck, value: str, words: Locale) -> str:
    """Return what a cell of a table of effects says a result does, with its id, which a rule file names.

    Parameters
    ----------
    of
        Whom the results befall.
    value
        The cell as printed.
    words
        The language.
    """
    return with_id(PhraseBook(words).meaning(effect_text(read_cell(value, of), of)), value, words)
