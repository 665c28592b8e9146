"""What a cell of each kind of table may say, and how it is read."""

from __future__ import annotations

import re
from functools import lru_cache

from mangonel.errors import DataError
from mangonel.tables.limits import MAX_COST, MAX_HEXES, MAX_OFFSET, number_fault

__all__ = [
    "COVERS",
    "EMPTY",
    "IMPASSABLE",
    "KINDS",
    "NO_EFFECT",
    "RANGE_COLUMNS",
    "SIGNS",
    "TERRAIN_COLUMNS",
    "UNKNOWN",
    "cell_fault",
    "cell_pattern",
    "read_band",
    "read_offset",
    "read_whole",
    "row_bands",
]

KINDS = ("die", "ranges", "terrain", "matrix", "values")
EMPTY = "."
UNKNOWN = "?"
NO_EFFECT = "-"
IMPASSABLE = "impassable"
COVERS = ("none", "light", "medium", "heavy", "infinite")
SIGNS = ("-", "0", "+", "impossible")
RANGE_COLUMNS = ("short", "medium", "long")
TERRAIN_COLUMNS = ("foot", "mounted", "cover", "sign")

_COST_WORDS = (IMPASSABLE, "x")
_MAX_DIGITS = 3
_MOST_PARTS = 2
_NUMBER = "[0-9]{1,3}"
_ROW = re.compile(r"(-?[0-9]{1,3})(?:\.\.(-?[0-9]{1,3}))?")


def read_band(cell: str) -> tuple[int, int]:
    """Read a range band such as ``26-50`` as its first and last hex.

    Raises
    ------
    DataError
        If it is not two whole numbers, the first at least 1 and not above the second, which is at most `MAX_HEXES`.
    """
    first, dash, last = cell.partition("-")
    if not dash or not _is_number(first) or not _is_number(last):
        raise DataError("is not a range band such as 26-50", value=cell)
    band = (int(first), int(last))
    if not 1 <= band[0] <= band[1]:
        raise DataError("a range band runs from at least 1 upwards", value=cell)
    if band[1] > MAX_HEXES:
        raise DataError(f"a range band ends at {MAX_HEXES} hexes at most", value=cell)
    return band


def read_whole(cell: str) -> int:
    """Read a whole number, with or without a sign.

    Raises
    ------
    DataError
        If it is anything else.
    """
    digits = cell[1:] if cell[:1] in ("+", "-") else cell
    if not _is_number(digits):
        raise DataError("is not a whole number", value=cell)
    return int(cell)


def read_offset(cell: str) -> int:
    """Read how many rows a weapon is further down than the common scale.

    Raises
    ------
    DataError
        If it is not a whole number from 0 to `MAX_OFFSET`.
    """
    rows = read_whole(cell)
    if not 0 <= rows <= MAX_OFFSET:
        raise DataError(f"a row offset is 0 to {MAX_OFFSET}", value=cell)
    return rows


@lru_cache(maxsize=256)
def row_bands(rows: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Read the rows of a die table, numbers such as ``4`` or bands such as ``-7..-4``, as their first and last number.

    Raises
    ------
    DataError
        If one is neither, or does not begin where the one before it ends.
    """
    bands: list[tuple[int, int]] = []
    for row in rows:
        found = _ROW.fullmatch(row)
        if found is None:
            raise DataError("the rows of a die table are whole numbers or bands such as -3..0", value=row)
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last or (bands and first != bands[-1][1] + 1):
            begin = bands[-1][1] + 1 if bands else last
            raise DataError(f"this row has to begin at {begin}", value=row)
        bands.append((first, last))
    return tuple(bands)


def cell_fault(
    kind: str,
    column: str,
    cell: str,
    *,
    results: tuple[str, ...] = (),
    words: tuple[str, ...] = (),
    table: str = "",
    row: str = "",
) -> DataError | None:
    """Say what is wrong with a cell, or return None if it is one that its table may hold.

    Parameters
    ----------
    kind
        Kind of the table, one of `KINDS`.
    column
        Column of the cell; it decides in a terrain table.
    cell
        The cell as written; ``?`` is not handled here, since it needs a reason beside it.
    results
        Result letters of a die table.
    words
        Words that a ``values`` table holds instead of numbers, if it does.
    table, row
        Id of the table and label of the row, by which numbers have their limits.
    """
    if kind == "die":
        fault = _word_fault("unknown result", cell, _faces(results))
    elif kind == "values" and words:
        fault = _word_fault("unknown word", cell, words)
    elif kind == "terrain":
        fault = _terrain_fault(column, cell)
    elif cell == EMPTY and kind == "ranges":
        fault = None
    else:
        read = read_band if kind == "ranges" else read_whole
        fault = None
        try:
            read(cell)
        except DataError as error:
            fault = error
        if fault is None and kind != "ranges":
            fault = number_fault(table, row, cell)
    return fault


def cell_pattern(kind: str, column: str, *, results: tuple[str, ...] = (), words: tuple[str, ...] = ()) -> str:
    """Return a regular expression for the cells that `cell_fault` lets pass, for editors.

    It is one that Python and JavaScript read alike. It is wider than `cell_fault` in one point: how large numbers are
    is not seen.

    Parameters
    ----------
    kind, column, results, words
        As in `cell_fault`.
    """
    if kind == "die":
        return _one_of(_faces(results))
    if kind == "values" and words:
        return _one_of(words)
    if kind == "ranges":
        return f"(?:{_NUMBER}-{_NUMBER}|{_one_of((EMPTY,))})"
    if kind == "terrain" and column in ("cover", "sign"):
        part = _one_of(COVERS if column == "cover" else SIGNS)
        return f"{part}(?:/{part})?"
    if kind == "terrain":
        return f"(?:{_NUMBER}|{_one_of(_COST_WORDS)})"
    return f"[+-]?{_NUMBER}"


def _faces(results: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a cell of a die table may say; an empty cell is one without effect, if there is such a result."""
    return (*results, EMPTY) if NO_EFFECT in results else results


def _one_of(words: tuple[str, ...]) -> str:
    # Not re.escape: JavaScript does not read all the escapes that Python writes.
    special = str.maketrans({mark: f"\\{mark}" for mark in "\\^$.*+?()[]{}|/"})
    return f"(?:{'|'.join(word.translate(special) for word in words)})"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS


def _terrain_fault(column: str, cell: str) -> DataError | None:
    if column in ("cover", "sign"):
        allowed = COVERS if column == "cover" else SIGNS
        parts = cell.split("/")
        if len(parts) > _MOST_PARTS:
            return DataError(f"at most {_MOST_PARTS} values, with a stroke between them", value=cell)
        faults = [_word_fault(f"unknown {column}", part, allowed) for part in parts]
        return next((fault for fault in faults if fault is not None), None)
    if _is_number(cell):
        return None if 1 <= int(cell) <= MAX_COST else DataError(f"a hex costs 1 to {MAX_COST} points", value=cell)
    return _word_fault("not a movement cost: a number or", cell, _COST_WORDS)


def _word_fault(message: str, cell: str, allowed: tuple[str, ...]) -> DataError | None:
    return None if cell in allowed else DataError(message, value=cell, allowed=allowed)
