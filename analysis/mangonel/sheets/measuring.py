"""Measured text: widths and wrapped lines, and blocks of lines set out in pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mangonel.charts.layout import LINE, text_width, wrapped
from mangonel.sheets.blocks import Lines
from mangonel.sheets.paper import Align, Label, Piece

__all__ = [
    "GAP",
    "HEAD",
    "Flow",
    "flow_lines",
    "heading",
    "line_height",
    "lines_width",
    "longest_word",
    "paragraph",
    "set_lines",
    "width_of",
    "wrap",
]

_UNIT: Final = 100.0
_BASE: Final = 0.95
"""The base line below the top of a line, in units of the size of type."""

_CLOSE, _CLOSE_BASE = 1.1, 0.91
"""Height and base of a line in units of the size of type, where letter and number of one cell stand close together."""

GAP: Final = 0.75
"""Between blocks, in units of the size of type."""

HEAD: Final = 1.15
"""Type of the heading of a block, in units of the size of type."""

_TERM_GAP: Final = 0.7


@dataclass(frozen=True, slots=True)
class Flow:
    """A block set out: pieces below one another, and those that are repeated where it goes on on another page."""

    width: float
    head: tuple[Piece, ...]
    pieces: tuple[Piece, ...]

    @property
    def height(self) -> float:
        """Height if it is not broken."""
        return sum(piece.height for piece in (*self.head, *self.pieces))


@lru_cache(maxsize=20000)
def _unit_width(text: str, *, bold: bool) -> float:
    return text_width(text, _UNIT, bold=bold) / _UNIT


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text."""
    return _unit_width(text, bold=bold) * size


def wrap(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Return the text in lines that are at most so wide."""
    return wrapped(text, width * _UNIT / size, _UNIT, bold=bold)


def longest_word(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of the longest word."""
    return max((width_of(word, size, bold=bold) for word in text.split(" ")), default=0.0)


def line_height(size: float, *, close: bool = False) -> float:
    """Return the height of a line; lines that stand close together are lower."""
    return (_CLOSE if close else LINE) * size


def set_lines(
    lines: list[str],
    x: float,
    y: float,
    width: float,
    size: float,
    *,
    bold: bool = False,
    align: Align = "left",
    dim: bool = False,
    close: bool = False,
) -> tuple[Label, ...]:
    """Return lines of text in a place with its upper left corner at `x` and `y`."""
    at = {"left": x, "center": x + width / 2, "right": x + width}[align]
    high = line_height(size, close=close)
    base = (_CLOSE_BASE if close else _BASE) * size
    return tuple(
        Label(
            line,
            at,
            y + number * high + base,
            size,
            (x, y + number * high, x + width, y + (number + 1) * high),
            bold=bold,
            align=align,
            dim=dim,
        )
        for number, line in enumerate(lines)
        if line
    )


def paragraph(text: str, width: float, size: float, *, bold: bool = False) -> Piece:
    """Return wrapped text as one piece."""
    lines = wrap(text, width, size, bold=bold)
    return Piece(len(lines) * line_height(size), set_lines(lines, 0, 0, width, size, bold=bold))


def heading(text: str, width: float, size: float) -> Piece:
    """Return the heading of a block, in larger type than the block."""
    return paragraph(text, width, HEAD * size, bold=True)


def lines_width(block: Lines, size: float) -> float:
    """Return the least width in which a block of lines reads well."""
    return min(18 * size, 24 * size if any(text for _, text in block.entries) else 0)


def flow_lines(block: Lines, width: float, size: float) -> Flow:
    """Return a block of lines set out: heading, terms, and texts beside them."""
    head = (heading(block.heading, width, size),) if block.heading else ()
    terms = [term for term, _ in block.entries if term]
    widest = max((width_of(term, size, bold=True) for term in terms), default=0.0)
    indent = min(widest, 0.35 * width) + _TERM_GAP * size if terms else 0.0
    return Flow(width, head, tuple(_entry(term, text, indent, width, size) for term, text in block.entries))


def _entry(term: str, text: str, indent: float, width: float, size: float) -> Piece:
    left = indent if term else 0.0
    names = wrap(term, max(indent - 0.5 * _TERM_GAP * size, 1.0), size, bold=True) if term else []
    lines = wrap(text, width - left, size)
    labels = set_lines(names, 0, 0, max(indent - _TERM_GAP * size / 2, 1.0), size, bold=True)
    height = max(len(names), len(lines)) * line_height(size)
    return Piece(height, (*labels, *set_lines(lines, left, 0, width - left, size)))
