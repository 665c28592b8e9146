"""Names and values of the quantities that the designer asks for."""

from __future__ import annotations

from mangonel.engine.intervals import Estimate
from mangonel.paper.charts.numbers import points, short
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.words import Locale
from mangonel.studies.editable import Quantity

__all__ = ["cell_name", "change_text", "quantity_name", "value_text"]


def quantity_name(asked: Quantity, process: str, words: Locale) -> str:
    """Return the name of a quantity: an ending, a side, the turns, a measure."""
    if not asked.is_chance:
        return words.text("design.turns") if asked.measure == "turn" else words.word("measures", asked.measure, process)
    return (
        words.word("endings", asked.text, process)
        if asked.text != "+".join(asked.endings)
        else "+".join(words.word("endings", ending, process) for ending in asked.endings)
    )


def cell_name(cell: Cell, rules: RuleSet, words: Locale) -> str:
    """Return the name of a cell: its table, row and column."""
    table, row, column = cell
    title = words.titled("tables", table, rules.tables[table].title)
    return words.text("design.cell", table=title, row=row, column=column.replace("_", " "))


def value_text(asked: Quantity, value: Estimate, words: Locale) -> str:
    """Return a value of a quantity as a label: a percentage, or a mean."""
    return short(value, words=words) if asked.is_chance else words.written(value.digits(most=2)[0])


def change_text(asked: Quantity, change: Estimate, words: Locale) -> str:
    """Return a change of a quantity with its sign and, if it is sampled, its interval."""
    return points(change, percent=asked.is_chance, words=words)
