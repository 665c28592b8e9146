"""Terrain, to be looked up like words: what it costs, and what it adds to a die."""

from __future__ import annotations

from typing import Final

from mangonel.press.blocks import Column, Grid, Lines, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.alphabet import by_word
from mangonel.sheets.answers import Answer, Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.sheets.counting import lost, read_cell, reading_of
from mangonel.systems.filo.states import PARAPET
from mangonel.tables.cells import UNKNOWN
from mangonel.tables.merging import in_order

__all__ = ["COSTS", "GROUND_OPTIONS", "ground_grid", "ground_lines"]

GROUND_OPTIONS: Final = ("bushes", "signs", "bridge-fire", "terrain-sum", "parapet-row")
_TABLE: Final = "ground"
_BARRED: Final = "\N{BLACK SQUARE}"
_NOTHING: Final = "\N{MIDDLE DOT}"
_BLOCKS: Final = "B"
COSTS: Final = ("infantry_and_leaders", "cavalry_and_artillery")
"""Columns of movement points."""


def ground_grid(asked: Asked, notes: Footnotes, columns: tuple[str, ...], caption: str) -> Grid:
    """Return some columns of the table of terrain, by the words for it; rows in which all is nothing are left out."""
    names = in_order([(*rules.table(_TABLE).rows, PARAPET) for rules in asked.sets])

    def cell(rules: RuleSet, name: str, column: str) -> Answer:
        row = rules.choice("parapet-row") if name == PARAPET else name
        table = rules.table(_TABLE)
        if row not in table.rows:
            return _NOTHING if name == PARAPET else None
        printed = table.printed(row, column)
        if printed == UNKNOWN:
            return lost(asked, rules, _TABLE, f"{row}.{column}", notes)
        written = _written(asked, printed, signed=column not in COSTS)
        if name == PARAPET:
            return written if written == _NOTHING else written + reading_of(asked, rules, "parapet-row", notes)
        return written + read_cell(asked, rules, _TABLE, row, column, notes)

    rows = (
        Row(word, tuple(asked.cell(asked.answers(cell, name, column)) for column in columns))
        for name, word in by_word(asked, "ground", names)
    )
    telling = tuple(row for row in rows if any(cell.value != _NOTHING or cell.changed for cell in row.cells))
    heads = tuple(Column(asked.text(f"ground.{column}")) for column in columns)
    return Grid(caption, heads, telling, fold=True)


def _written(asked: Asked, cell: str, *, signed: bool) -> str:
    """Return a cell as people read it; the letter of what blocks the line of sight stays as printed."""
    figures = [part for part in cell.split("/") if part != _BLOCKS]
    written = " / ".join(_part(asked, part, signed=signed) for part in figures)
    if _BLOCKS not in cell:
        return written
    return _BLOCKS if written in ("", _NOTHING) else f"{written} {_BLOCKS}"


def _part(asked: Asked, part: str, *, signed: bool) -> str:
    if part == "NA":
        return _BARRED
    if part == "SE":
        return _NOTHING
    if signed or part[0] in "+-":
        return asked.signed(int(part))
    return asked.locale.number(int(part))


def ground_lines(asked: Asked, grid: Grid, *sentences: str) -> Lines:
    """Return what the signs in a table of terrain mean, and what else is to be known of it."""
    values = "".join(text for cell in grid.cells for text in (cell.value, cell.other or ""))
    signs = ((_BARRED, asked.text("ground.barred")), (_NOTHING, asked.text("frame.no_effect")))
    lines = [(sign, text) for sign, text in signs if sign in values]
    return Lines(asked.title("tables", _TABLE), (*lines, *(("", asked.text(f"ground.{key}")) for key in sentences)))
