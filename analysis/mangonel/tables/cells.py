"""What a cell of each kind of table may say, and how it is read."""

from __future__ import annotations

from mangonel.errors import DataError

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
    "read_band",
    "read_whole",
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


def read_band(cell: str) -> tuple[int, int]:
    """Read a range band such as ``26-50`` as its first and last hex.

    Raises
    ------
    DataError
        If it is not two whole numbers, the first at least 1 and not above the second.
    """
    first, dash, last = cell.partition("-")
    if not dash or not first.isdecimal() or not last.isdecimal():
        raise DataError("is not a range band such as 26-50", value=cell)
    band = (int(first), int(last))
    if not 1 <= band[0] <= band[1]:
        raise DataError("a range band runs from at least 1 upwards", value=cell)
    return band


def read_whole(cell: str) -> int:
    """Read a whole number, with or without a sign.

    Raises
    ------
    DataError
        If it is anything else.
    """
    digits = cell[1:] if cell[:1] in ("+", "-") else cell
    if not digits.isdecimal() or len(digits) > 9:
        raise DataError("is not a whole number", value=cell)
    return int(cell)


def cell_fault(
    kind: str, column: str, cell: str, *, results: tuple[str, ...] = (), words: tuple[str, ...] = ()
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
    """
    if kind == "die":
        fault = _word_fault("unknown result", cell, (*results, EMPTY))
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
    return fault


def _terrain_fault(column: str, cell: str) -> DataError | None:
    if column in ("cover", "sign"):
        allowed = COVERS if column == "cover" else SIGNS
        faults = [_word_fault(f"unknown {column}", part, allowed) for part in cell.split("/")]
        return next((fault for fault in faults if fault is not None), None)
    if cell.isdecimal():
        return None
    return _word_fault("not a movement cost: a number or", cell, _COST_WORDS)


def _word_fault(message: str, cell: str, allowed: tuple[str, ...]) -> DataError | None:
    return None if cell in allowed else DataError(message, value=cell, allowed=allowed)
