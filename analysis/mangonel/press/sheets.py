"""Sheets set on paper: the largest type that needs the fewest pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from mangonel.press.blocks import Grid, Lines
from mangonel.press.ink import check_ink, fill_colour
from mangonel.press.paper import MM, page_size
from mangonel.press.typesetting import MAKER, SMALLEST, StrainedError, page_count, paper_language, soft, typeset

if TYPE_CHECKING:
    from mangonel.press.blocks import Block, Cell, Sheet

__all__ = ["MARGIN", "SETTINGS", "PrintedSheets"]

MARGIN: Final = 13 * MM
"""Free on every side but for the last line of the page; printers want 10 mm at most."""

SETTINGS: Final = (
    *((number / 2, False) for number in range(22, 15, -1)),
    (9.0, True),
    (8.5, True),
    (SMALLEST, True),
)
"""Sizes of type that are tried, and whether rows stand closer together, the one that needs most room first."""

_STRAINED: Final = 0.5
"""What it is worth, in pages, that letter and number of a cell stand in one line, in a grid that is not cut."""

_ROOMY: Final = sum(not dense for _, dense in SETTINGS)
_LONG: Final = 14
"""Letters from which the words of a cell are prose."""


class PrintedSheets:
    """Some sheets that are set together, each beginning on a new page; pages are numbered through.

    Parameters
    ----------
    sheets
        The sheets.
    paper, orientation, ink
        ``a4`` or ``letter``, ``portrait`` or ``landscape``, ``grey`` or ``colour``.
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
        paper: str = "a4",
        orientation: str = "portrait",
        ink: str = "grey",
        title: str = "",
        language: str = "en",
    ) -> None:
        check_ink(ink)
        width, height = page_size(paper, orientation)
        self._data: dict[str, Any] = {
            "title": soft(title or sheets[0].title).strip() or MAKER,
            "maker": MAKER,
            "keywords": list(dict.fromkeys(soft(sheet.stamp) for sheet in sheets)),
            "lang": paper_language(language),
            "width": width,
            "height": height,
            "margin": MARGIN,
        }
        titles = [sheet.title for sheet in sheets]
        plain = [plain_sheet(sheet, ink, named=titles.count(sheet.title) > 1) for sheet in sheets]
        found = [self._best(sheet) for sheet in plain]
        self.settings = tuple(setting for setting, _ in found)
        """Size of type of each sheet in points, and whether its rows stand closer together."""
        self._sheets = [_set(sheet, setting) for sheet, setting in zip(plain, self.settings, strict=True)]
        self.pdf = found[0][1] if len(found) == 1 else self._made("pdf", self._sheets)[0]
        """All of it, as one PDF."""

    def pictures(self, kind: Literal["svg", "png"], dpi: int = 200) -> list[bytes]:
        """Return a picture of each page."""
        return self._made(kind, self._sheets, dpi)

    def _made(self, kind: Literal["pdf", "svg", "png"], sheets: list[dict[str, Any]], dpi: int = 200) -> list[bytes]:
        return typeset("sheet", {**self._data, "sheets": sheets}, kind, dpi=dpi)

    def _best(self, sheet: dict[str, Any]) -> tuple[tuple[float, bool], bytes]:
        """Return the setting with the fewest pages, and of those the one with the largest type."""
        made: dict[int, tuple[float, bytes]] = {}

        def pages(at: int) -> float:
            if at not in made:
                made[at] = self._tried(_set(sheet, SETTINGS[at]))
            return made[at][0]

        if pages(0) == 1:
            return SETTINGS[0], made[0][1]
        # Rows stand closer together only where that saves a page.
        low, high = 0, _ROOMY - 1
        fewest = pages(high)
        if fewest != 1 and pages(len(SETTINGS) - 1) < fewest:
            low, high = _ROOMY, len(SETTINGS) - 1
            fewest = pages(high)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if pages(middle) <= fewest else (middle + 1, high)
        return SETTINGS[low], made[low][1]

    def _tried(self, sheet: dict[str, Any]) -> tuple[float, bytes]:
        """Return a sheet as PDF with the number of its pages; more if letter and number stand apart for it."""
        try:
            (pdf,) = self._made("pdf", [{**sheet, "relaxed": True}])
        except StrainedError:
            (pdf,) = self._made("pdf", [sheet])
            return page_count(pdf) + _STRAINED, pdf
        return page_count(pdf), pdf


def _set(sheet: dict[str, Any], setting: tuple[float, bool]) -> dict[str, Any]:
    size, dense = setting
    return {**sheet, "size": size, "dense": dense, "relaxed": False}


def plain_sheet(sheet: Sheet, ink: str, *, named: bool = False) -> dict[str, Any]:
    """Return a sheet as plain data for its template.

    Parameters
    ----------
    sheet
        The sheet.
    ink
        ``grey`` or ``colour``.
    named
        Whether its subtitle belongs to its title, as there is another of the same title.
    """
    return {
        "title": soft(sheet.title),
        "subtitle": soft(sheet.subtitle),
        "named": named,
        "how": [soft(text) for text in sheet.how],
        "main": [_plain(block, ink) for block in sheet.main],
        "side": [_plain(block, ink) for block in sheet.side],
        "last": [_plain(block, ink) for block in sheet.last],
        "foot": [soft(text) for text in sheet.foot],
        "stamp": soft(sheet.stamp),
        "page": soft(sheet.page),
        "continued": soft(sheet.continued),
    }


def _plain(block: Block, ink: str) -> dict[str, Any]:
    if isinstance(block, Lines):
        return {
            "is": "lines",
            "heading": soft(block.heading),
            "entries": [[soft(term), soft(text)] for term, text in block.entries],
        }
    assert isinstance(block, Grid), "sheets are made of grids and lines"
    wordy = [any(_is_prose(row.cells[at]) for row in block.rows) for at in range(len(block.columns))]
    return {
        "is": "grid",
        "caption": soft(block.caption),
        "keys": block.keys,
        "corner": [soft(text) for text in block.corner],
        "columns": [{"label": soft(column.label), "group": soft(column.group)} for column in block.columns],
        "rows": [
            {
                "label": soft(row.label),
                "group": soft(row.group),
                "cells": [_plain_cell(cell, ink, wordy=prose) for cell, prose in zip(row.cells, wordy, strict=True)],
            }
            for row in block.rows
        ],
    }


def _is_chance(cell: Cell) -> bool:
    return cell.chance is not None or cell.other_chance is not None


def _is_prose(cell: Cell) -> bool:
    return not _is_chance(cell) and len(cell.value) > _LONG


def _plain_cell(cell: Cell, ink: str, *, wordy: bool) -> dict[str, Any]:
    """Return a cell as plain data; in a column of prose words begin at its left."""
    return {
        "mark": soft(cell.mark),
        "value": soft(cell.value),
        "other": None if cell.other is None else soft(cell.other),
        "fill": fill_colour(cell.tone, cell.kind, ink) if cell.tone else None,
        "hatched": cell.kind == "attacker",
        "dim": _is_chance(cell) and not cell.shade,
        "plain": not _is_chance(cell),
        "wordy": wordy and not _is_chance(cell),
    }
