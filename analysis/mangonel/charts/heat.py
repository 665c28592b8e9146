"""The probability of an ending over two things that vary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from matplotlib.patches import Rectangle

from mangonel.charts import palette
from mangonel.charts.layout import Heading, axes_inches, inset, text_width
from mangonel.charts.numbers import short
from mangonel.charts.style import new_axes, styled
from mangonel.errors import DataError
from mangonel.odds.words import spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from mangonel.odds.intervals import Estimate

__all__ = ["Grid", "heat_finding", "heat_height", "heat_map", "needs_width"]

_WIDTH = 7.0
_ROW = 0.3  # inches a row
_LARGEST, _SMALLEST = 9.5, 8.0  # points


class Grid(Protocol):
    """What a heat map needs of a sweep."""

    @property
    def x_name(self) -> str:
        """Name of what varies along the columns."""

    @property
    def y_name(self) -> str:
        """Name of what varies along the rows."""

    @property
    def xs(self) -> Sequence[int]:
        """Values of the columns."""

    @property
    def ys(self) -> Sequence[int]:
        """Values of the rows."""

    @property
    def ending(self) -> str:
        """The ending whose probability is shown."""

    @property
    def estimates(self) -> Sequence[Sequence[Estimate]]:
        """The probabilities: a row for each of `ys`, with one for each of `xs`."""


def heat_height(sweep: Grid) -> float:
    """Return the height in inches that the heat map needs."""
    return 1.2 + max(_ROW * len(sweep.ys), text_width(spoken(sweep.y_name), 9) / 72 + 0.05)


def needs_width(sweep: Grid) -> float:
    """Return the width in inches below which the numbers would be too small to read."""
    return (len(sweep.xs) * (_widest(sweep, _SMALLEST) + 4) + _left(sweep) + 8) / 72 / 0.98


def heat_finding(sweep: Grid) -> str:
    """Return the lowest and the highest probability and where they are, if they can be told apart."""
    cells = [(x, y, sweep.estimates[iy][ix]) for iy, y in enumerate(sweep.ys) for ix, x in enumerate(sweep.xs)]
    low = min(cells, key=lambda cell: cell[2].value)
    high = max(cells, key=lambda cell: cell[2].value)
    ending = spoken(sweep.ending)
    if low[2].exact and high[2].exact and low[2].value == high[2].value:
        return f"{ending}: {short(low[2])} in every cell"
    if not low[2].high < high[2].low:
        return f"{ending}: {short(low[2])} to {short(high[2])}, the cells cannot be told apart"
    x_name, y_name = spoken(sweep.x_name), spoken(sweep.y_name)
    ends = [f"{short(found)} ({x_name} {x}, {y_name} {y})" for x, y, found in (low, high)]
    return f"{ending}: from {ends[0]} to {ends[1]}"


def heat_map(sweep: Grid, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the probability of an ending over two things that vary, with the number in every cell.

    Parameters
    ----------
    sweep
        The numbers; ``studies.sweep.Sweep`` is one.
    ax
        Axes whose place is used, with title and labels; by default a new figure, as wide as the numbers need.
    title
        By default where the probability is lowest and highest.

    Raises
    ------
    DataError
        If there is no cell.
    """
    if not sweep.xs or not sweep.ys:
        raise DataError("nothing to draw: the sweep has no cell")
    with styled():
        ax = new_axes(max(_WIDTH, needs_width(sweep)), heat_height(sweep)) if ax is None else ax
        heading = Heading(ax, heat_finding(sweep) if title is None else title)
        left = _left(sweep)
        inset(ax, left=left, right=8, top=heading.height, bottom=34)
        heading.draw(left)
        room = 72 * axes_inches(ax)[0] / len(sweep.xs) - 4
        size = min(_LARGEST, max(_SMALLEST, _LARGEST * room / _widest(sweep, _LARGEST)))
        for iy, row in enumerate(sweep.estimates):
            for ix, found in enumerate(row):
                shade = palette.shade(found.value)
                ax.add_patch(Rectangle((ix - 0.5, iy - 0.5), 1, 1, facecolor=shade, edgecolor="#808080", linewidth=0.5))
                ink = palette.text_on(shade)
                ax.text(ix, iy, short(found, unit=False), ha="center", va="center_baseline", color=ink, fontsize=size)
        ax.set_xlim(-0.5, len(sweep.xs) - 0.5)
        ax.set_ylim(-0.5, len(sweep.ys) - 0.5)
        ax.set_xticks(range(len(sweep.xs)), [str(x) for x in sweep.xs])
        ax.set_yticks(range(len(sweep.ys)), [str(y) for y in sweep.ys])
        ax.tick_params(length=0)
        ax.grid(visible=False)
        ax.set_xlabel(f"{spoken(sweep.x_name)}  (cells: {spoken(sweep.ending)} in %)")
        ax.set_ylabel(spoken(sweep.y_name))
    return ax


def _left(sweep: Grid) -> float:
    return 28 + max(text_width(str(y), 8.5) for y in sweep.ys)


def _widest(sweep: Grid, size: float) -> float:
    return max(text_width(short(found, unit=False), size) for row in sweep.estimates for found in row)
