"""The probability of an ending over one thing that varies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from matplotlib.axes import Axes

from mangonel.engine.owners import Side
from mangonel.errors import DataError
from mangonel.paper.charts import palette
from mangonel.paper.charts.heat import Grid
from mangonel.paper.charts.layout import Heading, inset
from mangonel.paper.charts.lines import WIDTH, Curve, curves_room, draw_curves, lines_height, name_ends, samples
from mangonel.paper.charts.numbers import short
from mangonel.paper.charts.probability_axis import chance_axis
from mangonel.paper.charts.style import new_axes, styled
from mangonel.rules.words import Locale, in_words

__all__ = ["sweep_lines", "sweep_lines_height"]

_MOST_TICKS: Final = 12


def sweep_lines_height(count: int) -> float:
    """Return the height in inches that the lines of so many rule sets need."""
    return lines_height(count)


def sweep_lines(
    sweeps: Mapping[str, Grid],
    *,
    ax: Axes | None = None,
    title: str = "",
    name: str = "",
    endings: Sequence[str] = (),
    sides: Sequence[Side] = (),
    words: Locale | None = None,
) -> Axes:
    """Draw the probability of an ending over one thing that varies, a line for each rule set.

    A line style with its marker is a rule set; a band is the 95 % interval of sampled numbers. The line is named at its
    right end with the number there.

    Parameters
    ----------
    sweeps
        Label (a rule set) to numbers; of each the first row is drawn.
    ax
        Axes whose place is used, with title and labels; by default a new figure.
    title
        The finding.
    name
        What the ending is called, by default the word for it.
    endings
        All endings of the sequence, so that the ending has the colour that it has everywhere.
    sides
        The sides of the game, for the same end.
    words
        The language, by default English.

    Raises
    ------
    DataError
        If there are fewer than two values to draw a line through, or the values of two rule sets differ.
    """
    words = in_words(words)
    first = next(iter(sweeps.values()), None)
    if first is None or len(first.xs) < 2:
        raise DataError("nothing to draw: a line needs two values")
    if any(tuple(swept.xs) != tuple(first.xs) for swept in sweeps.values()):
        raise DataError("lines over different values cannot stand in one chart")
    colour = palette.ending_colour(first.ending, tuple(endings) or tuple(first.ending.split("+")), sides)
    curves = [_curve(label, swept, place, colour, words) for place, (label, swept) in enumerate(sweeps.items())]
    with styled():
        ax = new_axes(WIDTH, sweep_lines_height(len(curves))) if ax is None else ax
        heading = Heading(ax, title, samples(sweeps))
        heights = [float(value) for curve in curves for value in curve.values]
        axis = name or words.word("endings", first.ending, first.sequence)
        left = chance_axis(ax, curves, heights, axis, words)
        inset(ax, left=left, right=curves_room(curves), top=heading.height, bottom=34)
        heading.draw(left)
        draw_curves(ax, curves)
        start = min(first.xs)
        ax.set_xlim(0, max(first.xs) - start)
        every = -(-len(first.xs) // _MOST_TICKS)
        ticks = sorted(first.xs)[::every]
        ax.set_xticks([x - start for x in ticks], [str(x) for x in ticks])
        ax.set_xlabel(words.word("paths", first.x_name))
        name_ends(ax, curves)
    return ax


def _curve(label: str, sweep: Grid, place: int, colour: str, words: Locale) -> Curve:
    """Return the line of a rule set; it begins at 0, as lines over turns do, and the ticks say where that is."""
    order = sorted(range(len(sweep.xs)), key=lambda at: sweep.xs[at])
    line = [sweep.estimates[0][at] for at in order]
    start = min(sweep.xs)
    exact = all(estimate.exact for estimate in line)
    return Curve(
        name=label,
        label=f"{label} {short(line[-1], words=words)}",
        place=place,
        colour=colour,
        turns=np.array([sweep.xs[at] - start for at in order], dtype=float),
        values=np.array([estimate.value for estimate in line]),
        low=None if exact else np.array([estimate.low for estimate in line]),
        high=None if exact else np.array([estimate.high for estimate in line]),
        series=label,
    )
