"""Sheets set on pages: heading, blocks, foot; the largest type that needs the fewest pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from mangonel.charts.paper import page_size
from mangonel.locales.locale import PLACE
from mangonel.sheets.blocks import Block, Grid, Sheet
from mangonel.sheets.gridding import GridSetter
from mangonel.sheets.measuring import (
    GAP,
    Flow,
    flow_lines,
    line_height,
    lines_width,
    paragraph,
    set_lines,
    width_of,
    wrap,
)
from mangonel.sheets.paper import MARGIN, SMALLEST, Box, Page, Piece

__all__ = ["SIZES", "set_sheet", "set_together"]

SIZES: Final = tuple(number / 2 for number in range(24, 15, -1))
"""Sizes of type that are tried, the largest first."""

_TITLE: Final = 16.0
_SUBTITLE: Final = 9.5
_FOOT: Final = SMALLEST
_SHARES: Final = (
    (1.0,),
    (0.5, 0.5),
    (0.4, 0.6),
    (0.6, 0.4),
    (0.32, 0.68),
    (0.68, 0.32),
    (1 / 3,) * 3,
    (0.25, 0.25, 0.5),
    (0.2, 0.35, 0.45),
)
"""Columns that blocks below the others may stand in, as shares of the width; of equally short ones the first."""

_LEAST_SIDE: Final = 150.0
_BETWEEN: Final = 14.0
"""Between blocks that stand side by side."""

_WAYS: Final = {False: ("below", "beside", "lanes"), True: ("beside", "below", "lanes")}
"""Where the blocks at the side may stand, upright and lengthwise; in two lanes all blocks follow one another."""

_LANES: Final = 2
_LANES_COST: Final = 0.5
"""What it is worth, in points of type, that the eye need not jump to the top again."""


def set_sheet(sheet: Sheet, *, paper: str = "a4", orientation: str = "portrait") -> list[Page]:
    """Return the pages of a sheet.

    Parameters
    ----------
    sheet
        The sheet.
    paper, orientation
        ``a4`` or ``letter``, ``portrait`` or ``landscape``.

    Raises
    ------
    DataError
        If there is no such paper or orientation.
    """
    return set_together([sheet], paper=paper, orientation=orientation)


def set_together(sheets: Sequence[Sheet], *, paper: str = "a4", orientation: str = "portrait") -> list[Page]:
    """Return the pages of several sheets, numbered through; each begins on a new page."""
    width, height = page_size(paper, orientation)
    found = [(sheet, page) for sheet in sheets for page in _best(sheet, width, height)]
    for number, (sheet, page) in enumerate(found, start=1):
        values = {"page": str(number), "pages": str(len(found))}
        text = PLACE.sub(lambda place, values=values: values[place[1]], sheet.page)  # type: ignore[misc]
        y = height - MARGIN - line_height(_FOOT)
        left = width - MARGIN - _number_room()
        page.labels += set_lines([text], left, y, _number_room(), _FOOT, align="right")
        page.first = number == 1 or sheet is not found[number - 2][0]
    return [page for _, page in found]


def _best(sheet: Sheet, width: float, height: float) -> list[Page]:
    """Return the setting with the fewest pages, and of those the one with the largest type.

    Rows stand closer together only where that saves a page.
    """
    best = _largest(sheet, width, height)
    if len(best) > 1:
        closer = _largest(sheet, width, height, SIZES[-5:], dense=True)
        best = min(best, closer, key=len)
    return best


def _largest(
    sheet: Sheet, width: float, height: float, sizes: Sequence[float] = SIZES, *, dense: bool = False
) -> list[Page]:
    best: list[Page] = []
    worth = (0, 0.0)
    for size in sizes:
        for way in _WAYS[width > height]:
            setter = _Setter(sheet, width, height, size, dense=dense)
            if not setter.possible(way):
                continue
            pages = setter.pages(way)
            found = (-len(pages), size - setter.cost)
            if not best or found > worth:
                best, worth = pages, found
        if worth[0] == -1 and worth[1] >= size:
            break
    return best


def _number_room() -> float:
    """Return the room for the number of the page."""
    return width_of("0" * 24, _FOOT)


class _Setter:
    """Sets one sheet in one size of type."""

    def __init__(self, sheet: Sheet, width: float, height: float, size: float, *, dense: bool) -> None:
        self._sheet = sheet
        self._dense = dense
        self._page_width, self._page_height = width, height
        self._size = size
        self._width = width - 2 * MARGIN
        self._foot = [paragraph(text, self._width, _FOOT) for text in sheet.foot]
        foot = sum(piece.height for piece in self._foot) + 2 * line_height(_FOOT)
        self._bottom = height - MARGIN - foot
        self._pages: list[Page] = []
        self._set: dict[tuple[int, float], tuple[list[Flow], float]] = {}
        self._lanes = 1
        self._start = 0.0
        self.cost = 0.0
        """What the setting of the grids costs in legibility, in points of type."""

    def possible(self, way: str) -> bool:
        """Return whether the blocks find room next to one another; below one another they always do."""
        if way == "below":
            return True
        if way == "lanes":
            return self._least(self._sheet.blocks) <= self._lane()
        needed = self._least(self._sheet.main) + _BETWEEN + self._least(self._sheet.side)
        return bool(self._sheet.side) and needed <= self._width

    def pages(self, way: str) -> list[Page]:
        """Return the pages."""
        start = self._how(self._page(0))
        if way == "lanes":
            return self._in_lanes(start)
        if way == "beside":
            side = self._side_width()
            main = self._width - side - _BETWEEN
            end = max(
                self._fill(self._sheet.main, MARGIN, main, 0, start),
                self._fill(self._sheet.side, MARGIN + main + _BETWEEN, side, 0, start),
            )
        else:
            end = self._below(*self._fill(self._sheet.main, MARGIN, self._width, 0, start))
        self._fill(self._sheet.last, MARGIN, self._width, *end)
        return self._pages

    # ------------------------------------------------------------------ widths

    def _side_width(self) -> float:
        """Return the width of the blocks at the side: what they like, or what the others leave them."""
        main = max((self._natural(block) for block in self._sheet.main), default=0.0)
        left = self._width - main - _BETWEEN
        wanted = max((self._natural(block) for block in self._sheet.side), default=0.0)
        return max(self._least(self._sheet.side), min(left, max(wanted, _LEAST_SIDE, 0.3 * self._width)))

    def _natural(self, block: Block) -> float:
        if isinstance(block, Grid):
            return GridSetter(block, self._size).natural()
        return lines_width(block, self._size)

    def _least(self, blocks: Sequence[Block]) -> float:
        return max(
            (
                GridSetter(block, self._size).least() if isinstance(block, Grid) else lines_width(block, self._size)
                for block in blocks
            ),
            default=0.0,
        )

    # ------------------------------------------------------------------ places

    def _page(self, number: int) -> float:
        """Return where the text of a page begins; the page is made if it is not there yet."""
        continued = number > 0
        title = self._sheet.continued if continued else self._sheet.title
        lines = wrap(title, self._width, _TITLE, bold=True)
        # What the numbers are is not said in smaller type than they have.
        small = max(_SUBTITLE, self._size)
        under = wrap(self._sheet.subtitle, self._width, small)
        top = MARGIN
        high = len(lines) * line_height(_TITLE)
        below = top + high + len(under) * line_height(small)
        if number == len(self._pages):
            page = Page(self._page_width, self._page_height)
            page.labels += set_lines(lines, MARGIN, top, self._width, _TITLE, bold=True)
            page.labels += set_lines(under, MARGIN, top + high, self._width, small)
            y = self._bottom + 0.5 * line_height(_FOOT)
            for piece in self._foot:
                page.put(piece, MARGIN, y)
                y += piece.height
            room = self._width - _number_room()
            stamp = wrap(self._sheet.stamp, room, _FOOT)[0]
            y = self._page_height - MARGIN - line_height(_FOOT)
            page.labels += set_lines([stamp], MARGIN, y, room, _FOOT)
            self._pages.append(page)
        return below + (0.6 if continued else 0.4) * self._size

    def _how(self, y: float) -> float:
        """Put the lines on how to read the sheet into a frame; return where the rest begins."""
        size = self._size
        inner = self._width - 1.2 * size
        pieces = [paragraph(text, inner, size) for text in self._sheet.how if text]
        high = sum(piece.height for piece in pieces) + 0.6 * size
        page = self._pages[0]
        page.boxes.append(Box(MARGIN, y, self._width, high, line=0.8))
        at = y + 0.3 * size
        for piece in pieces:
            page.put(piece, MARGIN + 0.6 * size, at)
            at += piece.height
        return y + high + GAP * size

    def _flows(self, block: Block, width: float) -> list[Flow]:
        key = (id(block), width)
        if key not in self._set:
            cost = 0.0
            if isinstance(block, Grid):
                setter = GridSetter(block, self._size, dense=self._dense)
                flows, cost = setter.flows(width), setter.cost
            else:
                flows = [flow_lines(block, width, self._size)]
            self._set[key] = flows, cost
        return self._set[key][0]

    def _height(self, block: Block, width: float) -> float:
        return sum(flow.height + GAP * self._size for flow in self._flows(block, width))

    def _fill(self, blocks: Sequence[Block], x: float, width: float, number: int, y: float) -> tuple[int, float]:
        """Put blocks below one another, turning the page where it is full; return where they end."""
        self.cost = max([self.cost, *(self._set[id(block), width][1] for block in blocks if self._flows(block, width))])
        for flow in (flow for block in blocks for flow in self._flows(block, width)):
            opening = [*flow.head, *flow.pieces[:1]]
            start = self._page(number // self._lanes)
            # What fits on a page is not broken; only what is longer than a page begins where there is room.
            needed = flow.height if flow.height <= self._bottom - start else sum(piece.height for piece in opening)
            if y + needed > self._bottom and y > start:
                number, y = self._turn(number)
            for piece in flow.head:
                y = self._put(piece, x, number, y)
            for piece in flow.pieces:
                if y + piece.height > self._bottom:
                    number, y = self._turn(number)
                    for head in flow.head:
                        y = self._put(head, x, number, y)
                y = self._put(piece, x, number, y)
            y += GAP * self._size
        return number, y

    def _turn(self, number: int) -> tuple[int, float]:
        """Return the next page, or the next lane, and where it begins."""
        number += 1
        return number, self._start if number < self._lanes else self._page(number // self._lanes)

    def _put(self, piece: Piece, x: float, number: int, y: float) -> float:
        page, lane = divmod(number, self._lanes)
        self._pages[page].put(piece, x + lane * (self._lane() + _BETWEEN), y)
        return y + piece.height

    def _lane(self) -> float:
        return (self._width - (_LANES - 1) * _BETWEEN) / _LANES

    def _in_lanes(self, start: float) -> list[Page]:
        """Set all blocks one after another in lanes that end at the same height, as high up as they can."""
        self._lanes, self._start = _LANES, start
        page, bottom = self._pages[0], self._bottom
        labels, boxes = list(page.labels), list(page.boxes)
        total = sum(self._height(block, self._lane()) for block in self._sheet.blocks)
        self._bottom = min(bottom, start + total / _LANES)
        while self._fill(self._sheet.blocks, MARGIN, self._lane(), 0, start)[0] >= _LANES:
            page.labels, page.boxes = list(labels), list(boxes)
            del self._pages[1:]
            if self._bottom == bottom:
                self._fill(self._sheet.blocks, MARGIN, self._lane(), 0, start)
                break
            self._bottom = min(bottom, self._bottom + line_height(self._size))
        self._bottom = bottom
        self.cost += _LANES_COST
        return self._pages

    def _below(self, number: int, y: float) -> tuple[int, float]:
        """Put the blocks at the side below the main ones, in columns that make the page shortest; return their end."""
        blocks = self._sheet.side
        if not blocks:
            return number, y
        plans = []
        for shares in _SHARES:
            if len(shares) > len(blocks):
                continue
            room = self._width - (len(shares) - 1) * _BETWEEN
            widths = [share * room for share in shares]
            dealt = self._dealt(blocks, widths)
            if dealt is not None:
                plans.append((*dealt, widths))
        _, columns, widths = min(plans, key=lambda plan: plan[0])
        x, ends = MARGIN, []
        for column, width in zip(columns, widths, strict=True):
            ends.append(self._fill(column, x, width, number, y))
            x += width + _BETWEEN
        return max(ends)

    def _dealt(self, blocks: Sequence[Block], widths: Sequence[float]) -> tuple[float, list[list[Block]]] | None:
        """Deal blocks out to columns so that the longest column is as short as can be; return its height and all.

        None if a block is too wide for all columns, of which one alone takes every block.
        """
        fits = [[len(widths) == 1 or self._least([block]) <= width for width in widths] for block in blocks]
        heights = [
            [self._height(block, width) if fit else float("inf") for width, fit in zip(widths, mine, strict=True)]
            for block, mine in zip(blocks, fits, strict=True)
        ]

        def longest(places: tuple[int, ...]) -> float:
            found = [0.0] * len(widths)
            for high, place in zip(heights, places, strict=True):
                found[place] += high[place]
            return max(found)

        best = min(product(range(len(widths)), repeat=len(blocks)), key=lambda places: (longest(places), places))
        if longest(best) == float("inf"):
            return None
        columns: list[list[Block]] = [[] for _ in widths]
        for block, place in zip(blocks, best, strict=True):
            columns[place].append(block)
        return longest(best), columns
