"""Sheets set on paper in the largest type that needs the fewest pages, on cards to be cut out, and as a booklet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from mangonel.paper.blocks import Block, Cell, Column, Grid, Lines, Sheet
from mangonel.paper.ink import check_ink, fill_colour
from mangonel.paper.typesetting import MAKER, MM, SMALLEST, asked, page_size, paper_language, soft, typeset
from mangonel.rules.words.locale import capital

__all__ = ["LAYOUTS", "MARGIN", "SETTINGS", "PrintedCards", "PrintedSheets"]


MARGIN: Final = 13 * MM
"""Free on every side but for the last line of the page; printers want 10 mm at most."""

SETTINGS: Final = (
    *((size, 0) for size in (14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, SMALLEST)),
    (9.0, 1),
    (8.5, 1),
    (SMALLEST, 1),
    (SMALLEST, 2),
)
"""Sizes of type that are tried, and how much closer together rows stand, the one that needs most room first."""

_STRAINED: Final = 0.5
"""What it is worth, in pages, that letter and number of a cell stand in one line, in a grid that is not cut."""

_ROOMY: Final = sum(not dense for _, dense in SETTINGS)
_START: Final = SETTINGS.index((9.0, 0))
"""The setting that is tried first."""

_ROOM_LEFT: Final = 0.76
"""How full a sheet with rows close together may be that finds room with rows apart, in pages."""

_GROWTH: Final = 1.4
"""The power of the size of type with which a sheet grows, about: words take more room across and along."""

_BELOW_ZERO: Final = re.compile(r"(?<![\w.-])-(?=\d)")
"""A hyphen that stands for a minus."""

_END_OF_WORD: Final = re.compile("[ \N{ZERO WIDTH SPACE}-]")

_LONG: Final = 14
"""Letters from which the words of a cell are prose."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """What comes of a setting: how many pages; whether a grid of it is hard to read; how full each sheet is."""

    pages: int
    strained: bool
    fulls: tuple[float, ...]

    @property
    def score(self) -> float:
        """Its pages, and more if it is hard to read."""
        return self.pages + (_STRAINED if self.strained else 0)


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
        self._trials: dict[int, _Trial] = {}
        self._loose: frozenset[int] = frozenset()
        self._data: dict[str, Any] = {
            **document_of(sheets, title, language),
            "width": width,
            "height": height,
            "margin": MARGIN,
        }
        titles = [sheet.title for sheet in sheets]
        self._sheets = [plain_sheet(sheet, ink, named=titles.count(sheet.title) > 1) for sheet in sheets]
        at = self._best()
        self.setting = SETTINGS[at]
        """Size of type in points, the same in the whole document, and how much closer together rows stand."""
        self._loosen(self._trials[at])
        (self.pdf,) = typeset("sheet", self._sized(self.setting))
        """All of it, as one PDF."""

    def pictures(self, kind: Literal["svg", "png"], dpi: int = 200) -> list[bytes]:
        """Return a picture of each page."""
        return typeset("sheet", self._sized(self.setting), kind, dpi=dpi)

    def _sized(self, setting: tuple[float, int]) -> dict[str, Any]:
        """Return all that its template is told in a setting."""
        size, dense = setting
        sheets = [
            {**sheet, "size": size, "dense": 0 if number in self._loose else dense}
            for number, sheet in enumerate(self._sheets)
        ]
        return {**self._data, "sheets": sheets}

    def _loosen(self, trial: _Trial) -> None:
        """Let the rows of sheets with room left stand apart, though those of a fuller one cannot."""
        if not self.setting[1]:
            return
        self._loose = frozenset(number for number, full in enumerate(trial.fulls) if full < _ROOM_LEFT)
        if self._loose and self._trial(self.setting).pages > trial.pages:
            self._loose = frozenset()

    def _best(self) -> int:
        """Return the setting with the fewest pages, and of those the one with the largest type.

        A sheet grows with its type, so settings are halved, near the one in which the fullest sheet is likely to fill
        its page. Smaller type with rows apart is better than larger type with rows together.
        """
        small, last, fewest = _ROOMY - 1, len(SETTINGS) - 1, float(len(self._sheets))
        low, high, at = 0, small, _START
        if self._tried(at).score > fewest and self._tried(small).score > fewest:
            # A sheet may take more than a page with any type.
            fewest = max(fewest, min(self._tried(size).score for size in (small, last)))
            low, high, at = (0, small, at) if self._tried(small).score <= fewest else (_ROOMY, last, _ROOMY)
        while low < high:
            low, high = (low, at) if self._tried(at).score <= fewest else (at + 1, high)
            likely = SETTINGS[at][0] / max(self._tried(at).fulls) ** (1 / _GROWTH)
            at = next((size for size in range(low, high) if SETTINGS[size][0] <= likely), max(low, high - 1))
        return low

    def _tried(self, at: int) -> _Trial:
        """Return what comes of a setting."""
        if at not in self._trials:
            self._trials[at] = self._trial(SETTINGS[at])
        return self._trials[at]

    def _trial(self, setting: tuple[float, int]) -> _Trial:
        filled = asked("sheet", self._sized(setting), "<filled>")
        strained = any(filling["strained"] for filling in filled)
        return _Trial(filled[0]["pages"], strained, tuple(filling["full"] for filling in filled))


def document_of(sheets: Sequence[Sheet], title: str, language: str) -> dict[str, Any]:
    """Return what a template is told of the whole document; the title is by default that of the first sheet."""
    # No line end parts these names; one that might not find room in a line is none of them.
    names = dict.fromkeys(name for sheet in sheets for name in sheet.names if len(name) <= _LONG)
    return {
        "title": soft(title or sheets[0].title).strip() or MAKER,
        "maker": MAKER,
        "keywords": list(dict.fromkeys(soft(sheet.stamp) for sheet in sheets)),
        "lang": paper_language(language),
        "names": [re.escape(name) for name in names],
    }


def plain_sheet(sheet: Sheet, ink: str, *, named: bool = False) -> dict[str, Any]:
    """Return a sheet as plain data for its template.

    Parameters
    ----------
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
        "main": [plain_block(block, ink) for block in sheet.main],
        "side": [plain_block(block, ink) for block in sheet.side],
        "last": [plain_block(block, ink) for block in sheet.last],
        "foot": [_signed(text) for text in sheet.foot],
        "stamp": soft(sheet.stamp),
        "page": soft(sheet.page),
        "continued": soft(sheet.continued),
        "tab": list(sheet.tab),
    }


def plain_entries(entries: Iterable[tuple[str, str]]) -> list[list[str | int]]:
    """Return lines as plain data: term, text, and how many letters the longest word of it has."""
    plain = ((soft(term), _signed(text)) for term, text in entries)
    return [[term, text, max(map(len, _END_OF_WORD.split(text)))] for term, text in plain]


def _signed(text: str) -> str:
    """Return a sentence with its numbers below zero as they are printed."""
    return _BELOW_ZERO.sub("\N{MINUS SIGN}", soft(text))


def plain_block(block: Block, ink: str) -> dict[str, Any]:
    """Return a block as plain data for its template."""
    if isinstance(block, Lines):
        return {
            "is": "lines",
            "heading": soft(block.heading),
            "entries": plain_entries(block.entries),
        }
    assert isinstance(block, Grid), "sheets are made of grids and lines"
    wordy = [any(_is_prose(row.cells[at]) for row in block.rows) for at in range(len(block.columns))]
    return {
        "is": "grid",
        "caption": soft(block.caption),
        "keys": block.keys,
        "fold": block.fold,
        "slim": False,
        "below": [],
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


def _is_prose(cell: Cell) -> bool:
    return not _is_chance(cell) and len(cell.value) > _LONG


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


LAYOUTS: Final = ("cards", "a5")
"""Cards as large as those of poker, and pages of half the paper in the order of a booklet."""

_POKER: Final = (63.5 * MM, 88.9 * MM)
_FEW: Final = 6
"""Rows that find room beside each other on a card."""

_GROUPS: Final = 2
"""Groups of rows that stand beside each other, or on a card each."""

_ON_CARD: Final = 3 * MM
_ON_PAGE: Final = 9 * MM


class PrintedCards:
    """Some sheets, dealt out to cards or to the pages of a booklet.

    Parameters
    ----------
    sheets
        The sheets; each begins on a new card.
    layout
        One of `LAYOUTS`. Nine cards stand on a page of A4 and eight on Letter, which is less high; a booklet is printed
        on both sides and folded.
    paper, ink
        ``a4`` or ``letter``, ``grey`` or ``colour``.
    title
        Title of the document, by default that of the first sheet.
    language
        Id of the language of the sheets.

    Raises
    ------
    DataError
        If there is no such paper or ink.
    """

    def __init__(
        self,
        sheets: Sequence[Sheet],
        layout: str,
        *,
        paper: str = "a4",
        ink: str = "grey",
        title: str = "",
        language: str = "en",
    ) -> None:
        check_ink(ink)
        booklet = layout == "a5"
        width, height = page_size(paper, "landscape" if booklet or paper == "letter" else "portrait")
        (wide, high), pad = ((width / 2, height), _ON_PAGE) if booklet else (_POKER, _ON_CARD)
        self._data: dict[str, Any] = {
            **document_of(sheets, title, language),
            "width": width,
            "height": height,
            "margin": 0,
            "card": {"width": wide, "height": high, "pad": pad},
            "across": int(width // wide),
            "down": int(height // high),
            "booklet": booklet,
            "sheets": [_plain(sheet, ink, slim=not booklet) for sheet in sheets],
        }
        (self.pdf,) = typeset("cards", self._data)

    def pictures(self, kind: Literal["svg", "png"], dpi: int = 200) -> list[bytes]:
        """Return a picture of each page."""
        return typeset("cards", self._data, kind, dpi=dpi)


def _plain(sheet: Sheet, ink: str, *, slim: bool) -> dict[str, Any]:
    """Return a sheet as plain data; what has to be read with it comes after its tables, under a heading of its own."""
    reading = sheet.reading
    if slim:
        main, side, last = (
            tuple(part for block in blocks for part in _turned(block))
            for blocks in (sheet.main, sheet.side, sheet.last)
        )
        # Where nothing is said of columns, nothing has to be said of their turning.
        if reading.entries and any(map(_is_turned, sheet.blocks)):
            reading = replace(reading, entries=(("", sheet.turned), *reading.entries))
        sheet = replace(sheet, main=main, side=side, last=last)
    texts = (reading, *(Lines("", (("", text),)) for text in sheet.foot))
    plain = plain_sheet(sheet, ink)
    for block, plain_one in zip(sheet.blocks, (*plain["main"], *plain["side"], *plain["last"]), strict=True):
        plain_one["slim"] = slim
        if isinstance(block, Grid) and block.how:
            plain_one["below"] = plain_entries([("", block.how)])
    return {
        **plain,
        "reading": [plain_block(lines, ink) for lines in texts if lines.entries],
        "digests": soft(sheet.stamp.partition(" \N{MIDDLE DOT} ")[0]),
    }


def _turned(block: Block) -> tuple[Block, ...]:
    """Return a grid that is too wide for a card with its columns as rows, and the names of its results below."""
    if isinstance(block, Grid) and block.spread:
        return ()
    if not isinstance(block, Grid) or len(block.columns) < len(block.rows) or block.keys:
        return (_headed(block) if isinstance(block, Grid) else block,)
    letters, turned, headed = [row.group for row in block.rows], block.turned, _headed(block)
    if all(row.short for row in block.rows):
        heads = tuple(Column(row.short, row.group) for row in block.rows)
        named = tuple(("", label) for label in dict.fromkeys(row.label for row in block.rows))
        return (replace(headed.turned, columns=heads, corner=("", "")), Lines("", named))
    if all(letters) and len(set(letters)) == len(letters):
        # Who stands where: what the letters are stood beside the rows, and is above the columns now.
        heads = tuple(Column(letter, block.corner[0]) for letter in letters)
        return (replace(turned, columns=heads), Lines("", tuple((row.group, row.label) for row in block.rows)))
    # Columns are parted between their groups, of which two are not too many.
    groups = Counter(row.group for row in block.rows)
    return (turned if len(groups) <= _GROUPS and max(groups.values()) <= _FEW else headed,)


def _is_turned(block: Block) -> bool:
    labels = [[row.label for row in part.rows] for part in (block, *_turned(block)) if isinstance(part, Grid)]
    return isinstance(block, Grid) and any(those != labels[0] for those in labels)


def _headed(grid: Grid) -> Grid:
    """Return a grid with the name above its columns as a part of its caption, if there is only one."""
    groups = {column.group for column in grid.columns if column.group}
    if len(groups) != 1:
        return grid
    caption = capital(" \N{MIDDLE DOT} ".join(part for part in (grid.caption, *groups) if part))
    return replace(grid, caption=caption, columns=tuple(Column(column.label) for column in grid.columns))
