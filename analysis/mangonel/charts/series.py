"""What is watched turn by turn: the strength of each side, hexes that burn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from mangonel.charts import palette
from mangonel.charts.findings import series_finding
from mangonel.charts.layout import Heading, inset
from mangonel.charts.lines import WIDTH, Curve, curves_room, draw_curves, lines_height, name_ends, samples
from mangonel.charts.numbers import brief
from mangonel.charts.style import new_axes, styled
from mangonel.errors import DataError
from mangonel.odds.frames import series_frame
from mangonel.odds.words import spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.odds.result import Result

__all__ = ["series_curves", "series_groups", "series_height"]

_LEFT = 52.0  # points for the numbers of the axis and its name
_ALIKE = 5.0  # how many times smaller a series may be to be read in the same chart as the largest
_MOST = 4  # series in one chart


def series_groups(results: Mapping[str, Result]) -> tuple[tuple[str, ...], ...]:
    """Return the series in groups that can be read in one chart: of one order of size, and not too many."""
    first = next(iter(results.values()))
    groups: list[list[str]] = []
    sizes: list[float] = []
    for name in first.series:
        size = max(float(result.each_turn(name).means.max()) for result in results.values())
        for place, group in enumerate(groups):
            low, high = sorted((size, sizes[place]))
            if len(group) < _MOST and high <= _ALIKE * low:
                group.append(name)
                sizes[place] = high
                break
        else:
            groups.append([name])
            sizes.append(size)
    return tuple(tuple(group) for group in groups)


def series_height(results: Mapping[str, Result], series: Sequence[str] | None = None) -> float:
    """Return the height in inches that the chart needs so that all labels find room."""
    return lines_height(sum(len(_chosen(result, series)) for result in results.values()))


def series_curves(
    results: Mapping[str, Result],
    *,
    series: str | Sequence[str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the mean of what is watched at the start and at the end of each turn.

    A colour is a series, a line style with its marker a rule set. A band is the 95 % interval of a sampled mean. Each
    curve is named at its right end with the value there. Games that have ended count with the value they ended with.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.
    series
        The series to draw, or one of them; by default all.
    ax
        Axes whose place is used, with title and labels; by default a new figure.
    title
        By default the finding on one of the series, or on all of them if there is one result only.

    Raises
    ------
    DataError
        If there is no result, or a result does not watch a series.
    """
    if not results:
        raise DataError("nothing to draw: no result")
    names = (series,) if isinstance(series, str) else series
    first = next(iter(results.values()))
    curves = [curve for place, label in enumerate(results) for curve in _curves(label, results[label], place, names)]
    with styled():
        ax = new_axes(WIDTH, series_height(results, names)) if ax is None else ax
        finding = series_finding(results, _chosen(first, names)) if title is None else title
        heading = Heading(ax, finding, samples(results))
        inset(ax, left=_LEFT, right=curves_room(curves), top=heading.height, bottom=34)
        heading.draw(_LEFT)
        draw_curves(ax, curves)
        ax.set_xlim(0, max(result.turns for result in results.values()))
        ax.set_ylim(0, 1.05 * max(curve.highest for curve in curves) or 1.0)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel(f"{first.unit}  (0: the start)")
        ax.set_ylabel("mean")
        name_ends(ax, curves)
    return ax


def _chosen(result: Result, series: Sequence[str] | None) -> tuple[str, ...]:
    if not result.series:
        raise DataError(f"nothing is watched {result.unit} by {result.unit} in this sequence", value=result.sequence)
    for name in series or ():
        result.by_turn(name, 0)
    return tuple(series or result.series)


def _curves(label: str, result: Result, place: int, series: Sequence[str] | None) -> list[Curve]:
    frame = series_frame(result)
    curves = []
    for name in _chosen(result, series):
        mine = frame[frame["series"] == name]
        curves.append(
            Curve(
                name=f"{label}: {name}",
                label=f"{spoken(name)} {brief(result.by_turn(name, result.turns))}",
                place=place,
                colour=palette.series_colour(name, result.series),
                turns=mine[result.unit].to_numpy(),
                values=mine["mean"].to_numpy(),
                low=None if result.exact else mine["mean_lo"].to_numpy(),
                high=None if result.exact else mine["mean_hi"].to_numpy(),
            )
        )
    return curves
