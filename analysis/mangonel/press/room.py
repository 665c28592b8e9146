"""How much room a sheet takes, about, counted from its words before it is set: where to begin to look for its type."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from math import ceil
from typing import Any, Final

__all__ = ["likely_size"]

_LETTER: Final = 4.0
"""How wide a letter is, about, in points, in type of nine points."""

# What a sheet is made of, in lines of nine points, as it comes out on average of all sheets of the package on upright
# paper: what they fill is told to a twentieth or so. It decides how soon the size of type is found, and seldom which.
_TITLE: Final = 4.5
_GRID: Final = 7.0
_ROW: Final = 1.3
_SIDE_ROW: Final = 1.7
_MORE: Final = 1.1
_SIDE_LINE: Final = 0.8
_FOOT_LINE: Final = 0.5
_HEADING: Final = 1.3

_GROWTH: Final = 1.1
"""The power of the size of type with which a sheet grows."""


def likely_size(sheet: dict[str, Any], width: float, height: float) -> float:
    """Return the size of type in which a sheet fills one page, about.

    Parameters
    ----------
    sheet
        The sheet as its template is told.
    width, height
        What the page has room for, in points.
    """
    letters = width / _LETTER
    lines = _TITLE + _FOOT_LINE * sum(_lines(line, 1.1 * letters) for line in sheet["foot"])
    for block in (*sheet["main"], *sheet["last"]):
        lines += _grid_lines(block, letters) if block["is"] == "grid" else _listed_lines(block, letters)
    for block in sheet["side"]:
        # They stand beside each other.
        is_grid = block["is"] == "grid"
        lines += _SIDE_ROW * len(block["rows"]) if is_grid else _SIDE_LINE * _listed_lines(block, letters / 2)
    return float(9 * (height / (9 * lines)) ** (1 / _GROWTH))


def _lines(text: str, letters: float) -> int:
    return ceil(len(text) / letters)


def _listed_lines(block: dict[str, Any], letters: float) -> float:
    heading = _HEADING if block["heading"] else 0
    return heading + sum(max(1, _lines(term + text, letters)) for term, text, _ in block["entries"])


def _grid_lines(grid: dict[str, Any], letters: float) -> float:
    rows = grid["rows"]
    widths = [max(len(cell["value"]) + len(cell["other"] or "") for cell in column) for column in _columns(rows)]
    count = len(rows)
    if grid["fold"] and rows:
        across = max(len(row["label"]) + len(row["group"]) + sum(map(len, _values(row))) for row in rows)
        count = ceil(count / min(4, max(1, letters // (across + 4))))
    wordy = [any(cell["wordy"] for cell in column) for column in _columns(rows)]
    return _GRID + _ROW * count + _MORE * _further_lines(rows, widths, wordy, letters)


def _further_lines(rows: list[Any], widths: list[int], wordy: list[bool], letters: float) -> int:
    """Return the lines after the first of each row, whose words share what the other columns leave."""
    words = sum(compress(widths, wordy))
    if not words:
        return 0
    taken = sum(width + 2 for width, prose in zip(widths, wordy, strict=True) if not prose)
    names = max(len(row["label"]) for row in rows) + max(len(row["group"]) for row in rows)
    left = letters - taken - names - 3
    rooms = [max(8.0, left * width / words) for width in compress(widths, wordy)]
    return sum(
        max(_lines(value, room) for value, room in zip(compress(_values(row), wordy), rooms, strict=True)) - 1
        for row in rows
    )


def _columns(rows: list[Any]) -> Iterable[tuple[Any, ...]]:
    return zip(*(row["cells"] for row in rows), strict=True)


def _values(row: dict[str, Any]) -> list[str]:
    return [cell["value"] for cell in row["cells"]]
