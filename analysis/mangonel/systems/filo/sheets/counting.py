"""What cells of these sheets say of one roll: the faces that bring something, their chance, or why nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mangonel.errors import UnknownCellError
from mangonel.press.blocks import Cell
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance, Footnotes, Unknown
from mangonel.sheets.wanted import Asked
from mangonel.tables.dice import Throw
from mangonel.tables.situation import Situation

__all__ = ["came", "chance_of", "lost", "number_cell"]


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
    where = asked.word("tables", table)
    reading = (
        asked.text("frame.unknown", where=where, reason=reason) if reason else asked.text("frame.lost", where=where)
    )
    return Unknown(notes.sign(reading))


def number_cell(asked: Asked, table: str, row: str, column: str, notes: Footnotes) -> Cell:
    """Return a cell of numbers as printed, with its sign; lost ones are marked."""

    def number(rules: RuleSet) -> Answer:
        printed = rules.table(table)
        if row not in printed.rows or column not in printed.columns:
            return None
        try:
            return asked.signed(printed.number(row, column))
        except UnknownCellError:
            return lost(asked, rules, table, f"{row}.{column}", notes)

    return asked.cell(asked.answers(number))
