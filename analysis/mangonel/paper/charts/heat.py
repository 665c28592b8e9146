"""The probability of an ending over one or two things that vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes

from mangonel.engine.owners import Side
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.curves import Curve, chance_axis, curves_room, draw_curves, lines_height, name_ends, samples
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, cell, table_axes, text_width, wrapped
from mangonel.paper.charts.numbers import Grid, are_words, full, heat_finding, short
from mangonel.paper.charts.style import mark, new_axes, styled
from mangonel.rules.words import say, words

_ROW = 0.3  # inches a row
_LARGEST, _SMALLEST = 9.5, 8.0  # points
_CELL = "cell"  # series of all cells: they are not switched


def heat_height(sweep: Grid) -> float:
    """Return the height in inches that the heat map needs."""
    down = text_width(words().path(sweep.y_name, sweep.sequence, sweep.rules), 9) / 72 + 0.05
    # Two lines of title and one below the map are reckoned with anyway.
    title = max(2, len(wrapped(heat_finding(sweep), 72 * 0.98 * style.WIDTH, 10, bold=True)))
    below = len(_below(sweep, 72 * 0.98 * style.WIDTH - _left(sweep) - 8))
    return 1.2 + LINE * (10 * (title - 2) + 9 * (below - 1)) / 72 + max(_ROW * len(sweep.ys), down)


def needs_width(sweep: Grid) -> float:
    """Return the width in inches below which the numbers would be too small to read."""
    named = max(text_width(x, style.LABEL) for x in _told(sweep)[0])
    return (len(sweep.xs) * (max(_widest(sweep, _SMALLEST), named) + 4) + _left(sweep) + 8) / 72 / 0.98


def heat_map(sweep: Grid, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the probability of an ending over two things that vary, with the number in every cell.

    Parameters
    ----------
    sweep
        The numbers; ``studies.sweep.Sweep`` is one.
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
        if ax is None:
            ax = new_axes(max(style.WIDTH, needs_width(sweep)), heat_height(sweep))
        title = heat_finding(sweep) if title is None else title
        left = _left(sweep)
        below = _below(sweep, 72 * axes_inches(ax)[0] - left - 8)
        Heading(ax, title).place(left=left, right=8, bottom=23 + LINE * 9 * len(below))
        room = 72 * axes_inches(ax)[0] / len(sweep.xs) - 4
        size = min(_LARGEST, max(_SMALLEST, _LARGEST * room / _widest(sweep, _LARGEST)))
        for iy, row in enumerate(sweep.estimates):
            for ix, estimate in enumerate(row):
                text = short(estimate, unit=False)
                for drawn in cell(ax, ix, iy, style.shade(estimate.value), text, size):
                    mark(drawn, _CELL, _said(sweep, ix, iy))
        table_axes(ax, *_told(sweep))
        ax.set_xlabel("\n".join(below))
        ax.set_ylabel(words().path(sweep.y_name, sweep.sequence, sweep.rules))
    return ax


def _said(sweep: Grid, ix: int, iy: int) -> str:
    names = (words().path(name, sweep.sequence, sweep.rules) for name in (sweep.x_name, sweep.y_name))
    known = zip(names, _told(sweep), (ix, iy), strict=True)
    at = words().with_commas(say("report_sweep.at", name=name, value=all_[place]) for name, all_, place in known)
    return words().named(at, full(sweep.estimates[iy][ix]))


def _below(sweep: Grid, width: float) -> list[str]:
    ending = words().word("endings", sweep.ending, sweep.sequence)
    x_name = words().path(sweep.x_name, sweep.sequence, sweep.rules)
    return wrapped(say("charts.cells", x_name=x_name, ending=ending), width, 9)


def _left(sweep: Grid) -> float:
    return 28 + max(text_width(y, style.LABEL) for y in _told(sweep)[1])


def _widest(sweep: Grid, size: float) -> float:
    return max(text_width(short(estimate, unit=False), size) for row in sweep.estimates for estimate in row)


_MOST_TICKS: Final = 12


def sweep_lines(
    sweeps: Mapping[str, Grid],
    *,
    ax: Axes | None = None,
    title: str = "",
    name: str = "",
    endings: Sequence[str] = (),
    sides: Sequence[Side] = (),
) -> Axes:
    """Draw the probability of an ending over one thing that varies, a line for each rule set.

    A line style with its marker is a rule set; a band is the 95 % interval of sampled numbers. The line is named at its
    right end with the number there.

    Parameters
    ----------
    sweeps
        Label (a rule set) to numbers; of each the first row is drawn.
    name
        Name of the ending, by default the word for it.
    endings
        All endings of the sequence, so that the ending has the colour that it has everywhere.
    sides
        The sides of the game, for the same end.

    Raises
    ------
    DataError
        If there are fewer than two values to draw a line through, or the values of two rule sets differ.
    """
    first = next(iter(sweeps.values()), None)
    if first is None or len(first.xs) < 2:
        raise DataError("nothing to draw: a line needs two values")
    if any(tuple(swept.xs) != tuple(first.xs) for swept in sweeps.values()):
        raise DataError("lines over different values cannot stand in one chart")
    colour = style.ending_colour(first.ending, tuple(endings) or tuple(first.ending.split("+")), sides)
    curves = [_curve(label, swept, place, colour) for place, (label, swept) in enumerate(sweeps.items())]
    with styled():
        ax = new_axes(style.WIDTH, lines_height(len(curves))) if ax is None else ax
        heights = [float(value) for curve in curves for value in curve.values]
        axis = name or words().word("endings", first.ending, first.sequence)
        left = chance_axis(ax, curves, heights, axis)
        room = 72 * axes_inches(ax)[0] - left - curves_room(curves)
        named = ["\n".join(wrapped(x, room / len(first.xs), style.LABEL)) for x in _told(first)[0]]
        more = max(text.count("\n") for text in named) * LINE * style.LABEL
        Heading(ax, title, samples(sweeps)).place(left=left, right=curves_room(curves), bottom=34 + more)
        draw_curves(ax, curves)
        places = _places(first.xs)
        ax.set_xlim(0, max(places))
        every = -(-len(first.xs) // _MOST_TICKS)
        ticks = sorted(zip(places, named, strict=True))[::every]
        ax.set_xticks([place for place, _ in ticks], [text for _, text in ticks])
        ax.set_xlabel(words().path(first.x_name, first.sequence, first.rules))
        name_ends(ax, curves)
    return ax


def _told(sweep: Grid) -> tuple[list[str], list[str]]:
    across = [words().value(sweep.x_name, value, sweep.rules) for value in sweep.xs]
    return across, [words().value(sweep.y_name, value, sweep.rules) for value in sweep.ys]


def _places(values: Sequence[Any]) -> Sequence[int]:
    """Return how far values stand from the first on an axis: words one after the other."""
    if are_words(values):
        return range(len(values))
    return [value - min(values) for value in values]


def _curve(label: str, sweep: Grid, place: int, colour: str) -> Curve:
    """Return the line of a rule set; it begins at 0, as lines over turns do, and the ticks say where that is."""
    places = _places(sweep.xs)
    order = sorted(range(len(places)), key=lambda at: places[at])
    line = [sweep.estimates[0][at] for at in order]
    exact = all(estimate.exact for estimate in line)
    turns = np.array([places[at] for at in order], dtype=float)
    known = {"name": label, "label": f"{label} {short(line[-1])}", "series": label}
    return Curve.through(line, exact=exact, place=place, colour=colour, turns=turns, **known)
