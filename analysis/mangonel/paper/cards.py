"""Sheets on cards to be cut out, and on a booklet to be folded: the same blocks on other paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from mangonel.paper.blocks import Block, Column, Grid, Lines, Sheet
from mangonel.paper.ink import check_ink
from mangonel.paper.printed_sheets import document_of, plain_block, plain_entries, plain_sheet
from mangonel.paper.sizes import MM, page_size
from mangonel.paper.typesetting import soft, typeset
from mangonel.rules.words.locale import capital

__all__ = ["LAYOUTS", "PrintedCards"]

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
