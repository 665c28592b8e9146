"""Pages of a fixed size that are filled from top to bottom; nothing on them overlaps or is cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from mangonel.charts.documents import Link, Mark
from mangonel.charts.layout import LINE, text_width, wrapped
from mangonel.press.paper import MM

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.locales import Locale

__all__ = ["PAD", "Pages", "listing_rows", "row_height"]

_MARGIN: Final = 15 * MM
_FOOT: Final = 16.0  # points kept free above the lower margin for the foot line
_FOOT_SIZE: Final = 8.0
_AND_MORE: Final = " \N{HORIZONTAL ELLIPSIS}"


class Pages:
    """Pages in the making, with a pen that moves down. All lengths are points.

    Parameters
    ----------
    size
        Width and height of every page.
    """

    def __init__(self, size: tuple[float, float]) -> None:
        self._wide, self._high = size
        self._charts: list[tuple[Callable[[Axes], Axes], Figure, tuple[float, float, float, float]]] = []
        self._waiting: list[tuple[Callable[[Axes], Axes], float, float]] = []
        self.figures: list[Figure] = []
        self.marks: list[Mark] = []
        self.links: list[Link] = []
        self.width = self._wide - 2 * _MARGIN
        self.turn()

    @property
    def height(self) -> float:
        """Height of the text on a page."""
        return self._high - 2 * _MARGIN - _FOOT

    @property
    def filled(self) -> float:
        """Share of the page that is written on."""
        return 1 - self.left / self.height

    @property
    def left(self) -> float:
        """Room left on the page."""
        return self._pen - _MARGIN - _FOOT

    @property
    def _fresh(self) -> bool:
        """Whether nothing is on the page yet."""
        return self._pen == self._high - _MARGIN

    def turn(self) -> None:
        """Begin a new page."""
        self.figures.append(Figure(figsize=(self._wide / 72, self._high / 72)))
        self._pen = self._high - _MARGIN
        waiting, self._waiting = self._waiting, []
        for draw, width, height in waiting:
            self.chart(draw, width, height)
            self.skip(6)

    def need(self, height: float) -> bool:
        """Begin a new page if there is less room than this; return whether one was begun."""
        turned = False
        # A new page may begin with charts that waited for it.
        while self.left < height and not self._fresh:
            self.turn()
            turned = True
        return turned

    def skip(self, height: float) -> None:
        """Leave room, but none at the top of a page."""
        if not self._fresh:
            self._pen -= height

    def mark(self, title: str) -> None:
        """Let readers come here by the outline."""
        self.marks.append(Mark(title, len(self.figures) - 1, self._pen))

    def reserve(self, height: float) -> tuple[Figure, float]:
        """Keep room for what is only known later; return its page and its upper end for `listing`."""
        self.need(height)
        self._pen -= height
        return self.figures[-1], self._pen + height

    def listing(self, place: tuple[Figure, float], size: float, words: Locale) -> None:
        """Write what was marked, with page numbers, into reserved room: two columns that are read downwards."""
        figure, top = place
        here = self.figures.index(figure)
        rows = listing_rows(len(self.marks))
        width = (self.width - _GUTTER) / 2
        for number, mark in enumerate(self.marks):
            column, row = divmod(number, rows)
            left, low = _MARGIN + column * (width + _GUTTER), top - (row + 1) * LINE * size
            page, y = words.number(mark.page + 1), low + 0.3 * size
            shown = _shortened(mark.title, width - text_width(page, size) - PAD, size)
            self._write(shown, left, y, size, figure=figure)
            self._write(page, left + width, y, size, align="right", figure=figure)
            self.links.append(Link(here, (left, low, left + width, low + LINE * size), mark))

    def lines(
        self, lines: Sequence[str], size: float, *, bold: bool = False, mono: bool = False, indent: float = 0.0
    ) -> None:
        """Write lines that have been wrapped already, turning the page where it is full."""
        for line in lines:
            self.need(LINE * size)
            self._pen -= LINE * size
            self._write(line, _MARGIN + indent, self._pen + 0.3 * size, size, bold=bold, mono=mono)

    def text(self, text: str, size: float, *, bold: bool = False, mono: bool = False, indent: float = 0.0) -> None:
        """Wrap and write text."""
        found = wrapped(text, self.width - indent, size, bold=bold, mono=mono)
        self.lines(found, size, bold=bold, mono=mono, indent=indent)

    def row(
        self,
        cells: Sequence[Sequence[str]],
        columns: Sequence[tuple[float, float]],
        size: float,
        *,
        numeric: bool,
        bold: bool = False,
        fill: str | None = None,
    ) -> None:
        """Write a row of a table: wrapped cells, and left end and width of each column.

        With `numeric`, the cells after the first are set to the right end of their columns. The row is not split.
        """
        height = row_height(cells, size)
        self._pen -= height
        if fill is not None:
            first, (start, width) = columns[0][0], columns[-1]
            self._box(_MARGIN + first, self._pen, start + width - first, height, fill)
        for place, (lines, (start, width)) in enumerate(zip(cells, columns, strict=True)):
            right = numeric and place > 0
            x = _MARGIN + start + (width - PAD if right else PAD)
            for number, line in enumerate(lines, start=1):
                y = self._pen + height - PAD / 2 - number * LINE * size + 0.3 * size
                self._write(line, x, y, size, bold=bold, align="right" if right else "left")

    def chart(self, draw: Callable[[Axes], Axes], width: float, height: float) -> None:
        """Keep a place of its own for a chart, which is drawn when the pages are finished."""
        self.need(height)
        self._place(draw, width, height)

    def chart_later(self, draw: Callable[[Axes], Axes], width: float, height: float) -> None:
        """Keep a place for a chart at the top of the next page; what follows it fills this one."""
        self._waiting.append((draw, width, height))

    def settle(self) -> None:
        """Begin a new page if charts wait for it."""
        if self._waiting:
            self.turn()

    @property
    def waits(self) -> bool:
        """Whether charts wait for the next page."""
        return bool(self._waiting)

    def _place(self, draw: Callable[[Axes], Axes], width: float, height: float) -> None:
        self._pen -= height
        box = (_MARGIN / self._wide, self._pen / self._high, width / self._wide)
        self._charts.append((draw, self.figures[-1], (*box, height / self._high)))

    def finish(self, foot: str, words: Locale) -> None:
        """Draw the charts, and write the foot line and the page number on every page."""
        for draw, figure, box in self._charts:
            draw(figure.add_axes(box))
        count = len(self.figures)
        for place, figure in enumerate(self.figures, start=1):
            page = words.text("report_page.page", page=place, pages=count)
            room = self.width - text_width(page, _FOOT_SIZE) - 12
            line = wrapped(foot, room, _FOOT_SIZE)
            shown = line[0] if len(line) == 1 else line[0] + " ..."
            self._write(shown, _MARGIN, _MARGIN, _FOOT_SIZE, figure=figure)
            self._write(page, self._wide - _MARGIN, _MARGIN, _FOOT_SIZE, align="right", figure=figure)

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
        mono: bool = False,
        align: str = "left",
        figure: Figure | None = None,
    ) -> None:
        (figure or self.figures[-1]).text(
            x / self._wide,
            y / self._high,
            text,
            fontsize=size,
            fontweight="bold" if bold else "normal",
            fontfamily="DejaVu Sans Mono" if mono else "DejaVu Sans",
            ha=align,
            va="baseline",
            parse_math=False,
        )

    def _box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        figure = self.figures[-1]
        place = (x / self._wide, y / self._high)
        size = (width / self._wide, height / self._high)
        figure.add_artist(
            Rectangle(place, *size, facecolor=fill, edgecolor="none", transform=figure.transFigure, zorder=0)
        )


_GUTTER: Final = 24.0

PAD: Final = 4.0
"""Room in points at each side of a cell."""


def _shortened(name: str, room: float, size: float) -> str:
    """Return a name that fits on one line, without its last words if need be."""
    if len(wrapped(name, room, size)) == 1:
        return name
    return wrapped(name, room - text_width(_AND_MORE, size), size)[0] + _AND_MORE


def listing_rows(count: int) -> int:
    """Return the lines that a listing of so many entries takes."""
    return -(-count // 2)


def row_height(cells: Sequence[Sequence[str]], size: float) -> float:
    """Return the height in points of a row of wrapped cells."""
    return max(len(lines) for lines in cells) * LINE * size + PAD
