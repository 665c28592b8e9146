"""Sheets set on paper in the largest type that needs the fewest pages: as pages, cards to be cut out, or a booklet."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Final, Literal

from mangonel.errors import DataError
from mangonel.paper.blocks import INKS, Block, Cell, Grid, Lines, Sheet, fill_colour
from mangonel.paper.typesetting import MAKER, MM, asked, page_size, paper_language, soft, typeset

MARGIN: Final = 10 * MM
"""Free on every side but for the last line of the page; printers want 10 mm at most."""

SIZES: Final = {"": (14.0, 12.0, 11.0, 10.0, 9.5, 9.0, 8.5, 8.0), "a5": (9.5, 9.0, 8.5, 8.0), "cards": (8.0,)}
"""Sizes of type in points that are tried for pages and for each layout, the largest first."""

_WANTED: Final = (9.0, 9.5)
_POKER: Final = (63.5 * MM, 88.9 * MM)
_ON_CARD: Final = 3 * MM
_ON_PAGE: Final = 6 * MM

_BELOW_ZERO: Final = re.compile(r"(?<![\w.-])-(?=\d)")
"""A hyphen that stands for a minus."""

_END_OF_WORD: Final = re.compile("[ \N{ZERO WIDTH SPACE}-]")

_LONG: Final = 14
"""Letters from which the words of a cell are prose."""


class PrintedSheets:
    """Some sheets that are set together, each beginning on a new page or card; these are numbered through.

    Parameters
    ----------
    layout
        ``cards`` as large as those of poker, ``a5`` for a booklet, empty for pages. Nine cards stand on a page of A4
        and eight on Letter, which is less high. Cards and booklets are printed on both sides; a booklet is folded.
    paper, orientation, ink
        ``a4`` or ``letter``, ``portrait`` or ``landscape`` (of pages), ``grey`` or ``colour``.
    title
        Title of the document, by default that of the first sheet.
    language
        Id of the language of the sheets.

    Raises
    ------
    DataError
        If there is no such paper, orientation or ink.
    """

    def __init__(
        self,
        sheets: Sequence[Sheet],
        *,
        layout: str = "",
        paper: str = "a4",
        orientation: str = "portrait",
        ink: str = "grey",
        title: str = "",
        language: str = "en",
    ) -> None:
        if ink not in INKS:
            raise DataError("no such ink", value=ink, allowed=INKS)
        if layout:
            orientation = "landscape" if layout == "a5" or paper == "letter" else "portrait"
        width, height = page_size(paper, orientation)
        titles = [sheet.title for sheet in sheets]
        # No line end parts these names; one that might not find room in a line is none of them.
        names = dict.fromkeys(name for sheet in sheets for name in sheet.names if len(name) <= _LONG)
        self._template = "cards" if layout else "sheet"
        self._data: dict[str, Any] = {
            "title": soft(title or sheets[0].title).strip() or MAKER,
            "maker": MAKER,
            "keywords": list(dict.fromkeys(soft(sheet.stamp) for sheet in sheets)),
            "lang": paper_language(language),
            "names": [re.escape(name) for name in names],
            "width": width,
            "height": height,
            "margin": 0 if layout else MARGIN,
            "sheets": [plain_sheet(sheet, ink, named=titles.count(sheet.title) > 1) for sheet in sheets],
        }
        if layout:
            (wide, high), pad = ((width / 2, height), _ON_PAGE) if layout == "a5" else (_POKER, _ON_CARD)
            self._data |= {
                "card": {"width": wide, "height": high, "pad": pad},
                "across": int(width // wide),
                "down": int(height // high),
                "booklet": layout == "a5",
            }
        self.size = self._largest(SIZES[layout])
        """Size of type in points, the same in the whole document."""
        self._data["size"] = self.size
        (self.pdf,) = typeset(self._template, self._data)
        """All of it, as one PDF."""

    def pictures(self, kind: Literal["svg", "png"], dpi: int = 200) -> list[bytes]:
        """Return a picture of each page."""
        return typeset(self._template, self._data, kind, dpi=dpi)

    def _largest(self, sizes: Sequence[float]) -> float:
        """Return the largest size in which there are no more pages than in the least, and grids no harder to read.

        Type of nine points, or a bit more if blocks fit then, is rather taken than a grid in fewer lines.
        """

        def need(size: float) -> float:
            needed: float = asked(self._template, self._data | {"size": size}, "<needed>")[0]
            return needed

        least = need(sizes[-1]) if len(sizes) > 1 else 0
        largest = sizes[bisect_left(sizes[:-1], -least, key=lambda size: -need(size))]
        wanted = [size for size in _WANTED if largest < _WANTED[0] and size in sizes]
        return next((size for size in wanted if int(need(size)) <= int(least)), largest)


def plain_sheet(sheet: Sheet, ink: str, *, named: bool = False) -> dict[str, Any]:
    """Return a sheet as plain data for its template; if `named`, its subtitle belongs to its title."""
    return {
        **{name: soft(getattr(sheet, name)) for name in ("title", "subtitle", "stamp", "page", "continued")},
        **{name: [_plain_block(block, ink) for block in getattr(sheet, name)] for name in ("main", "side", "last")},
        **{name: [_signed(text) for text in getattr(sheet, name)] for name in ("how", "foot")},
        "named": named,
        "tab": list(sheet.tab),
    }


def _signed(text: str) -> str:
    """Return a sentence with its numbers below zero as they are printed."""
    return _BELOW_ZERO.sub("\N{MINUS SIGN}", soft(text))


def _plain_block(block: Block, ink: str) -> dict[str, Any]:
    if isinstance(block, Lines):
        entries = ((soft(term), _signed(text)) for term, text in block.entries)
        return {
            "is": "lines",
            "heading": soft(block.heading),
            # With how many letters the longest word has.
            "entries": [(term, text, max(map(len, _END_OF_WORD.split(text)))) for term, text in entries],
        }
    assert isinstance(block, Grid), "sheets are made of grids and lines"
    columns = [[row.cells[at] for row in block.rows] for at in range(len(block.columns))]
    wordy = [any(not _is_chance(cell) and len(cell.value) > _LONG for cell in cells) for cells in columns]
    return {
        "is": "grid",
        "caption": soft(block.caption),
        "how": _signed(block.how),
        **{name: getattr(block, name) for name in ("keys", "fold", "framed")},
        "corner": [soft(text) for text in block.corner],
        "columns": [{"label": soft(column.label), "group": soft(column.group)} for column in block.columns],
        "rows": [
            {
                "label": _signed(row.label),
                "group": soft(row.group),
                "note": soft(row.note),
                "cells": [_plain_cell(cell, ink, wordy=prose) for cell, prose in zip(row.cells, wordy, strict=True)],
            }
            for row in block.rows
        ],
    }


def _is_chance(cell: Cell) -> bool:
    return cell.chance is not None or cell.other_chance is not None


def _plain_cell(cell: Cell, ink: str, *, wordy: bool) -> dict[str, Any]:
    """Return a cell as plain data; in a column of prose words begin at its left."""
    return {
        "value": soft(cell.value),
        "other": None if cell.other is None else soft(cell.other),
        "fill": fill_colour(cell.tone, cell.kind, ink) if cell.tone else None,
        "hatched": cell.kind == "attacker",
        "dim": _is_chance(cell) and not cell.shade,
        "plain": not _is_chance(cell),
        "wordy": wordy and not _is_chance(cell),
    }
