"""Rows, columns and cells of rule tables as the odds sheets call them, where a reader would meet their ids."""

from __future__ import annotations

from typing import Final

from mangonel.locales import Locale, PhraseBook
from mangonel.reports.ids import with_id
from mangonel.rules.effects import Struck, read_cell
from mangonel.rules.meanings import effect_text
from mangonel.systems.system import System
from mangonel.systems.told_tables import KindWords

__all__ = ["cell_text", "column_text", "column_word", "effect_cell", "row_text", "row_word"]

_STROKE: Final = "/"


def row_text(system: System, row: str, words: Locale) -> str:
    """Return what a row of a table of a game is called, with its id, which a rule file names."""
    return with_id(row_word(system, row, words), row, words)


def row_word(system: System, row: str, words: Locale) -> str:
    """Return the same without the id."""
    return words.first_word(system.words().rows, row)


def column_text(system: System, kind: str, column: str, words: Locale) -> str:
    """Return what a column is called, with its id, which a rule file names.

    Parameters
    ----------
    system
        The game.
    kind
        Kind of the table.
    column
        Id of the column.
    words
        The language.
    """
    return with_id(column_word(system, kind, column, words), column, words)


def column_word(system: System, kind: str, column: str, words: Locale) -> str:
    """Return the same without the id."""
    own = system.words().kinds.get(kind, KindWords())
    if column in own.headed:
        return words.text(own.headed[column])
    return words.first_word((*own.columns, *system.words().columns), column)


def cell_text(system: System, kind: str, column: str, value: str, words: Locale) -> str:
    """Return what a cell says, in words where it says a word.

    Parameters
    ----------
    system, kind, column
        As in `column_text`.
    value
        The cell as printed.
    words
        The language.
    """
    own = system.words().kinds.get(kind, KindWords())
    usual = system.words().rolled if kind == "die" else system.words().cells
    parts = value.split(_STROKE) if own.parted else [value]
    return " / ".join(words.written(words.first_word(own.cells.get(column, usual), part)) for part in parts)


def effect_cell(system: System, of: Struck, value: str, words: Locale) -> str:
    """Return what a cell of a table of effects says a result does, with its id, which a rule file names.

    Parameters
    ----------
    system
        The game.
    of
        Whom the results befall.
    value
        The cell as printed.
    words
        The language.
    """
    return with_id(PhraseBook(words, system.id).meaning(effect_text(read_cell(value, of), of)), value, words)
