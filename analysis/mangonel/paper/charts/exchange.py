"""The price of one side for the losses of the other: both at once, and their ratio."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import (
    LINE,
    Heading,
    axes_inches,
    cell,
    inset,
    name_panel,
    table_axes,
    text_width,
    wrapped,
)
from mangonel.paper.charts.losses import loss_values, sides, spoken_losses
from mangonel.paper.charts.numbers import brief, gap, short, verdict
from mangonel.paper.charts.style import first_of, new_axes, root_figure, styled
from mangonel.rules.words import say, words

_ROW = 0.27  # inches a row
_ALONG = 1.5  # inches along the rows for their name, which is parted if it is longer
_SIZE = 8.0  # points, in the cells
_MOST_ROWS = 8
_MOST_COLUMNS = 10
_BETWEEN = 12.0  # points between two panels
_DARKEST = 0.85  # of the shades, for the largest cell
_RARE = 0.0005  # losses that are rarer than this share the last class


def exchange_ratio(result: Result, across: str, down: str) -> Estimate | None:
    """Return how many `down` loses for each one that `across` loses, as the ratio of the means.

    None if `across` loses nobody.
    """
    paid, taken = (loss_values(result, side).astype(np.float64) for side in (across, down))
    price = result.estimate(paid).value
    if price <= 0:
        return None
    ratio = result.estimate(taken).value / price
    if result.exact:
        return Estimate.of_exact(ratio)
    # To first order the ratio is off by the mean of this, which is 0.
    off = result.estimate((taken - ratio * paid) / price)
    half = off.high - off.value
    return Estimate(ratio, off.se, max(0.0, ratio - half), ratio + half, exact=False)


def _exchange_finding(results: Mapping[str, Result], across: str, down: str) -> str:
    ratios = {label: exchange_ratio(result, across, down) for label, result in results.items()}
    shown = {label: "-" if ratio is None else brief(ratio) for label, ratio in ratios.items()}
    values = ", ".join(say("charts.named", name=label, value=value) for label, value in shown.items())
    names = {"other": words().word("sides", down), "side": words().word("sides", across)}
    text = say("charts.lost_for_one", values=values, **names)
    known = [ratio for ratio in ratios.values() if ratio is not None]
    if len(known) < len(ratios) or len(ratios) != 2:
        return text
    return text + verdict(gap(*known), percent=False)


def exchange_height(results: Mapping[str, Result]) -> float:
    """Return the height in inches that the chart needs."""
    across, down = _two_sides(results)
    # The name of the rows stands along them, in two lines if it is long.
    name = text_width(spoken_losses(next(iter(results.values())), down), 9) / 72
    finding = _exchange_finding(results, across, down)
    more = max(0, len(wrapped(finding, 72 * 0.98 * style.WIDTH, 10, bold=True)) - 2)
    # Two lines of title, a line or two for the name of each panel, ticks and the name of the axis.
    rows = _ROW * len(_classes(results, down, _MOST_ROWS))
    return 1.45 + LINE * 10 * more / 72 + max(rows, min(name, _ALONG), 0.55 * name)


def loss_exchange(results: Mapping[str, Result], *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw how often each pair of losses of the first two sides comes, as a small table for each result.

    A cell holds its number in percent; its shade says the same, darkest where the most games end. Where there is no
    room for a column or row each, numbers of losses share one.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.

    Returns
    -------
    Axes
        Those of the first panel.

    Raises
    ------
    DataError
        If there is no result, or there are not two sides.
    """
    first = first_of(results)
    across, down = _two_sides(results)
    with styled():
        ax = new_axes(style.WIDTH, exchange_height(results)) if ax is None else ax
        heading = Heading(ax, _exchange_finding(results, across, down) if title is None else title)
        rows = _classes(results, down, _MOST_ROWS)
        ticks = max(text_width(row.name, 8.5) for row in rows)
        # The first panel has the name of its rows at the left, all have their numbers there.
        width, height = (72 * inches for inches in axes_inches(ax))
        along = wrapped(spoken_losses(first, down), height - heading.height - 3 * LINE * 9 - 22, 9)
        left, beside = ticks + 28 + (len(along) - 1) * LINE * 9, ticks + 14 + _BETWEEN
        room = (width - left - 8 - (len(results) - 1) * beside) / len(results)
        fits = max(2, min(_MOST_COLUMNS, int(room / (text_width(words().written("<0.01"), _SIZE) + 4))))
        columns = _classes(results, across, fits)
        named = [wrapped(label, room, style.LABEL, bold=True) if len(results) > 1 else [] for label in results]
        above = max(map(len, named)) * LINE * style.LABEL
        below = say("charts.cells_percent", what=spoken_losses(first, across))
        lines_below = wrapped(below, width - left, 9)
        inset(ax, left=left, right=8, top=heading.height + above, bottom=22 + len(lines_below) * LINE * 9)
        panels = _panels(ax, len(results), room, beside)
        tables = [_shares(result, across, down, columns, rows) for result in results.values()]
        peak = max(share.value for table in tables for line in table for share in line)
        for panel, table, lines in zip(panels, tables, named, strict=True):
            for y, line in enumerate(table):
                for x, estimate in enumerate(line):
                    # Of one cell among many the probability is small: shades are shares of the largest.
                    shade = style.shade(_DARKEST * estimate.value / peak)
                    cell(panel, x, y, shade, short(estimate, unit=False), _SIZE)
            table_axes(panel, [column.name for column in columns], [row.name for row in rows])
            name_panel(panel, lines)
        # One name for the columns of all panels, in their middle.
        whole = len(panels) * room + (len(panels) - 1) * beside
        ax.set_xlabel("\n".join(lines_below), x=whole / room / 2)
        ax.set_ylabel("\n".join(along))
        heading.draw(left, above)
    return ax


@dataclass(frozen=True, slots=True)
class _Class:
    """Numbers of losses that share a row or a column: from `low` to below `high`."""

    low: int
    high: int
    last: bool

    @property
    def name(self) -> str:
        if self.last and self.high - self.low > 1:
            return f"{self.low}+"
        return str(self.low) if self.high - self.low == 1 else f"{self.low}-{self.high - 1}"


def _two_sides(results: Mapping[str, Result]) -> tuple[str, str]:
    both = sides(next(iter(results.values())))
    if len(both) < 2:
        raise DataError("losses of two sides are needed to set one against the other", value=", ".join(both))
    return both[0], both[1]


def _classes(results: Mapping[str, Result], side: str, most: int) -> list[_Class]:
    """Return the losses of a side in at most so many classes, the same for all results."""
    values = {label: loss_values(result, side) for label, result in results.items()}
    largest = max(int(losses.max(initial=0)) for losses in values.values())

    def rare(low: int, high: int) -> bool:
        inside = {label: (losses >= low) & (losses <= high) for label, losses in values.items()}
        return all(results[label].weights[chosen].sum() < _RARE for label, chosen in inside.items())

    # Few losses that hardly ever come, and many, share a class each.
    first, last = 0, largest
    while last > 0 and rare(last, largest):
        last -= 1
    while first < last - 1 and rare(0, first):
        first += 1
    lowest = [] if first == 0 else [_Class(0, first, last=False)]
    size = -(-(last + 1 - first) // (most - len(lowest)))
    *starts, highest = range(first, last + 1, size)
    classes = [_Class(low, low + size, last=False) for low in starts]
    return [*lowest, *classes, _Class(highest, largest + 1, last=last < largest)]


def _shares(result: Result, across: str, down: str, columns: list[_Class], rows: list[_Class]) -> list[list[Estimate]]:
    paid, taken = loss_values(result, across), loss_values(result, down)

    def within(losses: NDArray[np.int64], part: _Class) -> NDArray[np.bool_]:
        return (losses >= part.low) & (losses < part.high)

    def share(row: _Class, column: _Class) -> Estimate:
        return result.estimate((within(taken, row) & within(paid, column)).astype(np.float64), proportion=True)

    return [[share(row, column) for column in columns] for row in rows]


def _panels(ax: Axes, count: int, room: float, beside: float) -> list[Axes]:
    figure = root_figure(ax)
    width = 72 * figure.get_size_inches()[0]
    box = ax.get_position()
    panels = [ax, *(figure.add_axes(box.bounds) for _ in range(count - 1))]
    for place, panel in enumerate(panels):
        panel.set_position((box.x0 + place * (room + beside) / width, box.y0, room / width, box.height))
    return panels
