"""What cells of these sheets say of one roll: the faces that bring something, their chance, or why nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mangonel.errors import UnknownCellError
from mangonel.press.blocks import Cell
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance, Footnotes, Unknown
from mangonel.sheets.wanted import Asked
from mangonel.tables.cells import UNKNOWN
from mangonel.tables.dice import Throw
from mangonel.tables.situation import Situation

__all__ = ["came", "chance_of", "lost", "number_cell", "read_cell", "reading_of"]


def chance_of(asked: Asked, thrown: Sequence[Throw], faces: Sequence[Throw]) -> Chance:
    """Return the chance of some of all faces of a die, with these faces where the view tells them."""
    shown = tuple(face for face in thrown if isinstance(face, int))
    return Chance("", Fraction(len(thrown), len(faces)), shown if asked.view == "faces" else None)


def came(asked: Asked, roll: Situation, *letters: str) -> Chance:
    """Return the chance that a roll comes to one of some results."""
    thrown = [face for face, letter in zip(roll.faces, roll.outcomes(), strict=True) if letter in letters]
    return chance_of(asked, thrown, roll.faces)


def lost(asked: Asked, rules: RuleSet, table: str, place: str, notes: Footnotes) -> Unknown:
    """Return that a cell is lost, with a footnote that says why; cells of a table with one reason share it."""
    reason = asked.locale.translated(rules.table(table).unknown.get(place, ""))
    where = asked.title("tables", table)
    reading = (
        asked.text("frame.unknown", where=where, reason=reason) if reason else asked.text("frame.lost", where=where)
    )
    return Unknown(notes.sign(reading))


def reading_of(asked: Asked, rules: RuleSet, option: str, notes: Footnotes) -> str:
    """Return the sign of the footnote that tells a reading, by the id of its option.

    Where only changes are shown there is none: readings that differ are among the rules that do.
    """
    if asked.only_changes:
        return ""
    notes.options.add(option)
    return notes.sign(asked.named(asked.title("options", option), asked.choice(rules, option)))


def read_cell(asked: Asked, rules: RuleSet, table: str, row: str, column: str, notes: Footnotes) -> str:
    """Return the sign of the footnote on a known cell that an option reads; empty for cells that are as printed."""
    if rules.table(table).printed(row, column) == UNKNOWN:
        return ""
    place = f"{row}.{column}"
    options = dict.fromkeys(reading.option for reading in rules.tables[table].cells_if if place in reading.cells)
    return "".join(reading_of(asked, rules, option, notes) for option in options)


def number_cell(asked: Asked, table: str, row: str, column: str, notes: Footnotes) -> Cell:
    """Return a cell of numbers with its sign; lost ones and readings are marked."""

    def number(rules: RuleSet) -> Answer:
        printed = rules.table(table)
        if row not in printed.rows or column not in printed.columns:
            return None
        try:
            return asked.signed(printed.number(row, column)) + read_cell(asked, rules, table, row, column, notes)
        except UnknownCellError:
            return lost(asked, rules, table, f"{row}.{column}", notes)

    return asked.cell(asked.answers(number))
