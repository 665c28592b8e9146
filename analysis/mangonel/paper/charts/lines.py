"""Lines over turns that are named at their right ends: what the charts of endings and of series share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from mangonel.paper.charts import palette
from mangonel.paper.charts.layout import LINE, axes_inches, spread, text_width, wrapped
from mangonel.paper.charts.marks import mark

__all__ = ["WIDTH", "Curve", "curves_room", "draw_curves", "lines_height", "name_ends", "samples"]

WIDTH = 7.0
"""Width in inches of a chart of lines that makes its own figure."""

_LABEL = 8.5  # points
_LABEL_ROOM = 130.0  # widest label, points
_LEADER = 26.0  # points from the last turn to its label


@dataclass(frozen=True, eq=False)
class Curve:
    """A line to be drawn."""

    name: str
    """What it is, for whoever reads the Axes."""
    label: str
    """What stands at its right end."""
    place: int
    """Place of its rule set, which decides on line style and marker."""
    colour: str
    """Colour of what it shows."""
    turns: NDArray[np.float64]
    values: NDArray[np.float64]
    """`turns`, `values`: where it goes. Shape (turns,)."""
    low: NDArray[np.float64] | None = None
    high: NDArray[np.float64] | None = None
    """`low`, `high`: ends of the interval at each turn; None for an exact curve. Shape (turns,)."""
    marked: bool = True
    """Whether it has the markers of its rule set."""
    series: str = ""
    """What the legend calls its rule set."""

    @property
    def lines(self) -> list[str]:
        """The label, wrapped."""
        return wrapped(self.label, _LABEL_ROOM, _LABEL)

    @property
    def highest(self) -> float:
        """The largest value that is drawn."""
        return float((self.values if self.high is None else self.high).max())


def lines_height(count: int) -> float:
    """Return the height in inches of a chart of so many curves."""
    # All labels have to find room.
    return max(3.4, 1.5 + 0.03 * _LABEL * count)


def samples(labels: Iterable[str]) -> list[tuple[Line2D, str]]:
    """Return the legend that says which line is which rule set; a single one needs none."""
    entries = [
        (Line2D([], [], color=palette.INK, linestyle=palette.line_style(place), marker=palette.marker(place)), label)
        for place, label in enumerate(labels)
    ]
    return entries if len(entries) > 1 else []


def curves_room(curves: Sequence[Curve]) -> float:
    """Return the room in points that the labels need to the right of the axes."""
    return max(text_width(line, _LABEL) for curve in curves for line in curve.lines) + _LEADER + 4


def draw_curves(ax: Axes, curves: Sequence[Curve]) -> None:
    """Draw lines with their markers, and the bands of those that are sampled."""
    for curve in curves:
        last = len(curve.turns) - 1
        every = max(1, last // 10)
        (line,) = ax.plot(
            curve.turns,
            curve.values,
            color=curve.colour,
            linestyle=palette.line_style(curve.place),
            marker=palette.marker(curve.place),
            # Two rule sets mark different turns, so that curves that agree still show both.
            markevery=(min(curve.place * every // 2, last), every),
            markeredgecolor=palette.INK,
            markeredgewidth=0.6,
            clip_on=False,
            zorder=3,
            label=curve.name,
        )
        mark(line, curve.series, curve.label)
        if curve.low is not None and curve.high is not None:
            band = ax.fill_between(curve.turns, curve.low, curve.high, color=curve.colour, alpha=0.22, linewidth=0)
            mark(band, curve.series)


def _height(ax: Axes, value: float) -> float:
    """Return how high a value stands, as a part of the axis."""
    return float(ax.transAxes.inverted().transform(ax.transData.transform((0.0, value)))[1])


def name_ends(ax: Axes, curves: Sequence[Curve]) -> None:
    """Name every curve beside its right end; the marker before the name says which rule set it is, in grey too.

    Limits and scale of the axes must be set, and the turns begin at 0.
    """
    width, height = (72 * inches for inches in axes_inches(ax))
    last = ax.get_xlim()[1]
    ends = [_height(ax, float(curve.values[-1])) for curve in curves]
    rooms = [LINE * _LABEL * len(curve.lines) / height for curve in curves]
    for curve, end, place in zip(curves, ends, spread(ends, rooms, 0.0, 1.0), strict=True):
        leader = ax.add_line(
            Line2D(
                [float(curve.turns[-1]) / last, 1 + (_LEADER - 8) / width],
                [end, place],
                transform=ax.transAxes,
                color=curve.colour,
                linewidth=0.6,
                # Smaller than those on the curves: it names a rule set and is no number.
                marker=palette.marker(curve.place) if curve.marked else "",
                markersize=3.5,
                markevery=(1, 1),
                markeredgecolor=palette.INK,
                markeredgewidth=0.6,
                clip_on=False,
                label="_leader",
            )
        )
        mark(leader, curve.series)
        name = ax.text(
            1 + _LEADER / width,
            place,
            "\n".join(curve.lines),
            transform=ax.transAxes,
            fontsize=_LABEL,
            color=palette.INK,
            va="center",
            linespacing=1.1,
        )
        mark(name, curve.series)
