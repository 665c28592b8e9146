"""The probability of each ending by turn; lines over turns, and the axis of probabilities, which others share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Self

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator
from numpy.typing import NDArray

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import LINE, Heading, PercentTicks, axes_inches, spread, text_width, wrapped
from mangonel.paper.charts.numbers import ending_finding, short
from mangonel.paper.charts.style import AREA, first_of, mark, new_axes, styled
from mangonel.rules.words import say, words

_TOPS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_FLAT: Final = 0.01
"""The part of a linear axis that is too low for a height to be seen."""

_GROUND: Final = 0.5
"""Room between 0 and the lowest power of ten, in powers of ten."""

_LEAST: Final = 9
"""The same as a part of the whole axis: one of so many."""

_LOWEST: Final = -12
"""The lowest power of ten: numbers below are noise of sums of floats, and lie on the ground."""

_MOST_TICKS: Final = 6
_ROOM: Final = 52.0  # points for numbers with few digits and the name of the axis
_NAME: Final = 24.0  # points for the name by itself


def chance_axis(ax: Axes, curves: Sequence[Curve], asked: Sequence[float], label: str) -> float:
    """Set limits, ticks and label of the vertical axis of probabilities; return the room in points that they need.

    It is linear from 0 to a round number, unless half of the values in question would lie in the lowest hundredth of
    that: then it is logarithmic, with 0 on the ground, and says so.

    Parameters
    ----------
    curves
        All that is drawn.
    asked
        The probabilities that the chart is about.
    """
    highest = max(curve.highest for curve in curves)
    top = next((top for top in _TOPS if top >= highest), 1.0)
    rare = [value for value in asked if value > 0]
    if not rare or float(np.median(rare)) >= _FLAT * top:
        ax.set_ylim(0, top)
        ax.yaxis.set_major_formatter(PercentTicks(top))
        ax.set_ylabel(label)
        return _ROOM
    low, high = max(_LOWEST, math.floor(math.log10(min(rare)))), math.ceil(math.log10(top))
    step = -(-(high - low) // _MOST_TICKS)
    powers = range(high, low - 1, -step)
    ax.set_yscale("symlog", linthresh=10.0**low, linscale=max(_GROUND, (high - low) / _LEAST))
    ax.set_ylim(0, 10.0**high)
    ax.set_yticks([0.0, *(10.0**power for power in powers)])
    ax.yaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _percent(value)))
    ax.set_ylabel(say("charts.logarithmic", what=label))
    size = FontProperties(size=rcParams["ytick.labelsize"]).get_size_in_points()
    return max(_ROOM, _NAME + max(text_width(_percent(10.0**power), size) for power in powers))


def _percent(value: float) -> str:
    if value <= 0:
        return words().percentage(words().number(0))
    power = round(math.log10(value)) + 2
    return words().percentage(words().number(Fraction(10) ** power, max(-power, 0)))


_LABEL_ROOM = 130.0  # widest label, points
_LEADER = 26.0  # points from the last turn to its label


@dataclass(frozen=True, eq=False)
class Curve:
    """A line to be drawn."""

    name: str
    """Its name on the Axes."""
    label: str
    """Text at its right end."""
    place: int
    """Place of its rule set, which decides on line style and marker."""
    colour: str
    """Colour of its ending or series."""
    turns: NDArray[np.float64]
    values: NDArray[np.float64]
    """`turns`, `values`: where it goes. Shape (turns,)."""
    low: NDArray[np.float64] | None = None
    high: NDArray[np.float64] | None = None
    """`low`, `high`: ends of the interval at each turn; None for an exact curve. Shape (turns,)."""
    marked: bool = True
    """Whether it has the markers of its rule set."""
    series: str = ""
    """Its rule set in the legend."""

    @classmethod
    def through(cls, line: Sequence[Estimate], *, exact: bool, **more: Any) -> Self:
        """Return the curve of some estimates, with their intervals unless it is exact; `more` are the other fields."""
        values, low, high = np.array([(each.value, each.low, each.high) for each in line]).T
        return cls(values=values, low=None if exact else low, high=None if exact else high, **more)

    @property
    def lines(self) -> list[str]:
        """The label, wrapped."""
        return wrapped(self.label, _LABEL_ROOM, style.LABEL)

    @property
    def highest(self) -> float:
        """The largest value that is drawn."""
        return float((self.values if self.high is None else self.high).max())


def lines_height(count: int) -> float:
    """Return the height in inches of a chart of so many curves."""
    # All labels have to find room.
    return max(2.2, 1.15 + 0.028 * style.LABEL * count)


def samples(labels: Iterable[str]) -> list[tuple[Line2D, str]]:
    """Return the legend that says which line is which rule set; a single one needs none."""
    entries = [(Line2D([], [], color=style.INK, **style.line_look(place)), label) for place, label in enumerate(labels)]
    return entries if len(entries) > 1 else []


def curves_room(curves: Sequence[Curve]) -> float:
    """Return the room in points that the labels need to the right of the axes."""
    return max(text_width(line, style.LABEL) for curve in curves for line in curve.lines) + _LEADER + 4


def draw_curves(ax: Axes, curves: Sequence[Curve]) -> None:
    """Draw lines with their markers, and the bands of those that are sampled."""
    for curve in curves:
        last = len(curve.turns) - 1
        every = max(1, last // 10)
        (line,) = ax.plot(
            curve.turns,
            curve.values,
            color=curve.colour,
            **style.line_look(curve.place),
            # Two rule sets mark different turns, so that curves that agree still show both.
            markevery=(min(curve.place * every // 2, last), every),
            markeredgecolor=style.INK,
            markeredgewidth=0.6,
            clip_on=False,
            zorder=3,
            label=curve.name,
        )
        mark(line, curve.series, curve.label)
        if curve.low is not None and curve.high is not None:
            band = ax.fill_between(curve.turns, curve.low, curve.high, color=curve.colour, alpha=0.22, linewidth=0)
            mark(band, curve.series)


def name_ends(ax: Axes, curves: Sequence[Curve]) -> None:
    """Name every curve beside its right end; the marker before the name says which rule set it is, in grey too.

    Limits and scale of the axes must be set, and the turns begin at 0.
    """
    width, height = (72 * inches for inches in axes_inches(ax))
    last = ax.get_xlim()[1]
    within = ax.transData - ax.transAxes
    ends = [float(within.transform((0.0, float(curve.values[-1])))[1]) for curve in curves]
    rooms = [LINE * style.LABEL * len(curve.lines) / height for curve in curves]
    for curve, end, place in zip(curves, ends, spread(ends, rooms, 0.0, 1.0), strict=True):
        leader = ax.add_line(
            Line2D(
                [float(curve.turns[-1]) / last, 1 + (_LEADER - 8) / width],
                [end, place],
                transform=ax.transAxes,
                color=curve.colour,
                linewidth=0.6,
                # Smaller than those on the curves: it names a rule set and is no number.
                marker=style.nth(style.MARKERS, curve.place) if curve.marked else "",
                markersize=3.5,
                markevery=(1, 1),
                markeredgecolor=style.INK,
                markeredgewidth=0.6,
                clip_on=False,
                label="_leader",
            )
        )
        mark(leader, curve.series)
        name = ax.text(1 + _LEADER / width, place, "\n".join(curve.lines), transform=ax.transAxes, fontsize=style.LABEL)
        name.set(color=style.INK, va="center", linespacing=1.1)
        mark(name, curve.series)


_TICK = 24.0  # points for the number of a turn


def curves_height(results: Mapping[str, Result], endings: Sequence[str] | None = None) -> float:
    """Return the height in inches that the curves need so that all labels find room."""
    return lines_height(sum(len(_chosen(result, endings)) for result in results.values()))


def ending_curves(
    results: Mapping[str, Result],
    *,
    endings: Sequence[str] | None = None,
    asked: str | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the probability that each ending has come by the end of each turn.

    Endings in which one side wins have shades of its colour; a line style with its marker is a rule set. A
    band is the 95 % interval of a sampled curve. Each curve is named at its right end with the value there.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.
    endings
        The endings to draw, by default all but ``undecided``.
    asked
        The ending that the chart is about, by default the first one drawn: where it is so rare that its curve would lie
        flat, the axis is logarithmic.

    Raises
    ------
    DataError
        If there is no result, or a result has no such ending.
    """
    first = first_of(results)
    curves = _curves(results, endings)
    with styled():
        ax = new_axes(style.WIDTH, curves_height(results, endings)) if ax is None else ax
        names = first.endings if endings is None else endings
        asked = names[0] if asked is None else asked
        title = ending_finding(results, asked) if title is None else title
        finals = [result.probability(asked).value for result in results.values()]
        left = chance_axis(ax, curves, finals, say("charts.probability"))
        Heading(ax, title, samples(results)).place(left=left, right=curves_room(curves), bottom=34)
        draw_curves(ax, curves)
        ax.set_xlim(0, max(result.turns for result in results.values()))
        ticks = max(2, min(10, int(72 * axes_inches(ax)[0] / _TICK)))
        ax.xaxis.set_major_locator(MaxNLocator(nbins=ticks, integer=True))
        ax.set_xlabel(words().for_unit("charts.by_end", first.unit))
        name_ends(ax, curves)
        mark(ax.patch, AREA, str(max(result.turns for result in results.values())))
    return ax


def _chosen(result: Result, endings: Sequence[str] | None) -> tuple[str, ...]:
    for ending in endings or ():
        result.code(ending)
    return result.endings if endings is None else tuple(endings)


def _curves(results: Mapping[str, Result], endings: Sequence[str] | None) -> list[Curve]:
    curves = []
    for place, (label, result) in enumerate(results.items()):
        turns = np.arange(result.turns + 1, dtype=np.float64)
        for ending in _chosen(result, endings):
            chances = [result.probability(ending, by_turn=turn) for turn in range(result.turns + 1)]
            named = words().word("endings", ending, result.sequence)
            text = say("charts.named", name=named, value=short(chances[-1]))
            colour = style.ending_colour(ending, result.endings, result.sides)
            known = {"name": f"{label}: {ending}", "label": text, "series": label}
            curves.append(Curve.through(chances, exact=result.exact, place=place, colour=colour, turns=turns, **known))
    return curves
