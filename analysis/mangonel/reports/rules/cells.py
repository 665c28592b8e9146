"""Rows, columns and cells of rule tables as the odds sheets call them, where a reader would meet their ids."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mangonel.locales import Locale, PhraseBook
from mangonel.reports.ids import with_id
from mangonel.rules.effects import Struck, read_cell
from mangonel.rules.meanings import effect_text
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.registry import system_of
from mangonel.systems.roll_answer import Answer
from mangonel.systems.system import System
from mangonel.systems.told_tables import KindWords

__all__ = ["cell_text", "column_text", "column_word", "effect_cell", "row_text", "row_word", "without_ids"]

_STROKE: Final = "/"
_COVERS: Final = "covers"
"""Kind of words for covers, of which that of a column says too little where it stands alone."""


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


def without_ids(answer: Answer, words: Locale) -> Answer:
    """Return an answer whose lines say table, column and readings in words, for who types no ids.

    Where no table is rolled on that the rule set has, as in a test against the quality, none is named, and no column
    that is the only one.
    """
    rules, lines, facts = answer.rules, dict(answer.lines), answer.facts
    name, column = str(facts.get("table", "")), lines.get("column", "")
    if not rules.has_table(name):
        lines |= {"table": "", "column": ""}
        return replace(answer, lines=lines)
    table = rules.table(name)
    lines["table"] = words.titled("tables", name, table.title)
    if len(table.columns) == 1:
        lines["column"] = ""
    elif column == facts.get("column"):
        own = column_word(system_of(rules), table.kind, column, words)
        lines["column"] = words.word(_COVERS, column) if words.has_word(_COVERS, column) else own
    if readings := facts.get("readings"):
        lines["as read"] = words.text("frame.semicolon").join(_reading(rules, each, words) for each in readings)
    return replace(answer, lines=lines)


def _reading(rules: RuleSet, reading: str, words: Locale) -> str:
    option, _, value = reading.partition(" = ")
    meaning = words.meaning(option, value, rules.options[option].choice(value).text)
    return words.text("frame.named", name=words.titled("options", option, rules.options[option].title), text=meaning)
