"""How cells and labels of tables are written: numbers, bands, empty and lost cells; two orders of labels in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from mangonel.errors import DataError


def in_order(orders: Iterable[Sequence[str]]) -> list[str]:
    """Return all entries of several lists without doubles, each after those that stand before it in any of them."""
    merged: list[str] = []
    for order in orders:
        place = 0
        for entry in order:
            if entry in merged:
                place = max(place, merged.index(entry) + 1)
            else:
                merged.insert(place, entry)
                place += 1
    return merged


EMPTY = "."
UNKNOWN = "?"
NO_EFFECT = "-"

_MAX_DIGITS = 3
NUMBER = "[0-9]{1,3}"
"""A whole number without a sign, as a regular expression."""
MAX_OFFSET = 100
"""Rows that a row offset may count."""
MAX_HEXES = 300
"""Hexes that a range band may reach."""
_ROW = re.compile(r"(-?[0-9]{1,3})(?:\.\.(-?[0-9]{1,3}))?")


@lru_cache(maxsize=256)
def read_band(cell: str) -> tuple[int, int]:
    """Read a range band such as ``26-50`` as its first and last hex.

    It is a DataError if it is not two whole numbers, the first at least 1 and not above the second, which is at most
    `MAX_HEXES`.
    """
    first, dash, last = cell.partition("-")
    if not dash or not is_number(first) or not is_number(last):
        raise DataError("is not a range band such as 26-50", value=cell)
    band = (int(first), int(last))
    if not 1 <= band[0] <= band[1]:
        raise DataError("a range band runs from at least 1 upwards", value=cell)
    if band[1] > MAX_HEXES:
        raise DataError(f"a range band ends at {MAX_HEXES} hexes at most", value=cell)
    return band


@lru_cache(maxsize=1024)
def read_whole(cell: str) -> int:
    """Read a whole number, with or without a sign.

    It is a DataError if it is anything else.
    """
    digits = cell[1:] if cell[:1] in ("+", "-") else cell
    if not is_number(digits):
        is_long = digits.isascii() and digits.isdecimal()
        raise DataError(f"must have {_MAX_DIGITS} digits at most" if is_long else "is not a whole number", value=cell)
    return int(cell)


def read_offset(cell: str) -> int:
    """Read how many rows something is further down than the common scale.

    It is a DataError if it is not a whole number from 0 to `MAX_OFFSET`.
    """
    rows = read_whole(cell)
    if not 0 <= rows <= MAX_OFFSET:
        raise DataError(f"a row offset is 0 to {MAX_OFFSET}", value=cell)
    return rows


@lru_cache(maxsize=256)
def row_bands(rows: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Read the rows of a die table, numbers such as ``4`` or bands such as ``-7..-4``, as their first and last number.

    It is a DataError if one is neither, or does not begin where the one before it ends.
    """
    bands: list[tuple[int, int]] = []
    for row in rows:
        match = _ROW.fullmatch(row)
        if match is None:
            raise DataError("the rows of a die table are whole numbers or bands such as -3..0", value=row)
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last or (bands and first != bands[-1][1] + 1):
            begin = bands[-1][1] + 1 if bands else last
            raise DataError(f"this row has to begin at {begin}", value=row)
        bands.append((first, last))
    return tuple(bands)


def one_of(words: tuple[str, ...]) -> str:
    """Return a regular expression for some words, one that Python and JavaScript read alike."""
    # Not re.escape: JavaScript does not read all the escapes that Python writes.
    special = str.maketrans({mark: f"\\{mark}" for mark in "\\^$.*+?()[]{}|/"})
    return f"(?:{'|'.join(word.translate(special) for word in words)})"


def is_number(text: str) -> bool:
    """Tell whether a text is a whole number without a sign, of few digits."""
    return text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
