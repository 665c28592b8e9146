"""Watched numbers turn by turn: the strength of each side, hexes that burn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from mangonel.engine.result import Result
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.curves import Curve, curves_room, draw_curves, name_ends, samples
from mangonel.paper.charts.layout import LINE, Heading, PlainTicks, axes_inches, inset, name_panel, text_width, wrapped
from mangonel.paper.charts.numbers import brief, series_finding
from mangonel.paper.charts.style import LINES, first_of, new_axes, root_figure, styled
from mangonel.rules.words import say, words

_ACROSS = 2  # panels side by side
_ENOUGH = 100.0  # points across a panel; where two side by side had less, they stand below each other
_TICK = 24.0  # points for the number of a turn
_LEFT = 8.0  # points beside the numbers of the axis
_GAP = 10.0  # points between two panels
_PANEL = 62.0  # points a panel is high in a figure of its own: room for its four labels
_BELOW = 34.0  # points below the panels for the numbers of the axis and its name
_SHARES = (10, 90)  # ends of the band in percent
_BAND = 0.22
_OTHERS = "#8C8C8C"


def series_height(
    results: Mapping[str, Result], series: Sequence[str] | None = None, *, width: float = style.WIDTH
) -> float:
    """Return the height in inches that the chart needs so that all labels find room, at a width in inches."""
    width *= 72 * 0.98
    rows = _rows(results, series, width)
    finding = series_finding(results, _chosen(next(iter(results.values())), series))
    heading = LINE * 10 * len(wrapped(finding, width, 10, bold=True)) + 10 + (len(results) + 1) * 1.6 * style.LABEL
    named = sum(_over(row, _room(rows, width)) for row in rows)
    return (heading + named + _PANEL * len(rows) + _BELOW) / 72 / 0.98


def series_curves(
    results: Mapping[str, Result],
    *,
    series: str | Sequence[str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw watched numbers at the start and at the end of each turn: its mean, its median, and where most games lie.

    Each series of each result has a panel, rule sets side by side. A colour is a series, a line style with its marker
    the mean of a rule set; those of the others run along in grey. The stepped line is the median; 8 of 10 games lie in
    the band, from the value that 10 % do not exceed to the one that 90 % do not. A darker band is the 95 % interval of
    a sampled mean. Each curve is named at its right end with the value there. Games that have ended count with the
    value they ended with.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.
    series
        The series to draw, or one of them; by default all.

    Returns
    -------
    Axes
        Those of the first panel.

    Raises
    ------
    DataError
        If there is no result, or a result does not watch a series.
    """
    first = first_of(results)
    names = (series,) if isinstance(series, str) else series
    with styled():
        ax = new_axes(style.WIDTH, series_height(results, names)) if ax is None else ax
        rows = _rows(results, names, 72 * axes_inches(ax)[0])
        finding = series_finding(results, _chosen(first, names)) if title is None else title
        band = Patch(facecolor=style.INK, alpha=_BAND, linewidth=0)
        low, high = (words().percentage(str(share)) for share in _SHARES)
        heading = Heading(ax, finding, [*samples(results), (band, say("charts.band", low=low, high=high))])
        room = _room(rows, 72 * axes_inches(ax)[0])
        over = _over(rows[0], room)
        inset(ax, left=room.left, right=0, top=heading.height + over, bottom=_BELOW)
        panels = _panels(ax, rows, room)
        heading.draw(room.left, over)
        last = max(result.turns for result in results.values())
        for at, (row, places) in enumerate(zip(rows, panels, strict=True)):
            for number, (panel, place) in enumerate(zip(row, places, strict=True)):
                means = {panel.curves[0], *panel.others}
                highest = max(other.highest for row in rows for other in row if other.curves[0] in means)
                _draw(place, panel, last, 1.05 * highest or 1.0)
                place.yaxis.set_major_formatter(PlainTicks())
                lowest = not any(len(later) > number for later in rows[at + 1 :])
                place.tick_params(labelleft=number == 0, labelbottom=lowest)
                name_panel(place, wrapped(panel.name, room.panel + room.labels, style.LABEL, bold=True))
        whole = len(panels[-1]) * (room.panel + room.labels) + (len(panels[-1]) - 1) * _GAP - room.labels
        panels[-1][0].set_xlabel(words().for_unit("charts.by_unit", first.unit), x=whole / room.panel / 2)
    return ax


@dataclass(frozen=True, eq=False)
class _Panel:
    """One series of one result: the curves that are named, the means of the other results, and the band."""

    name: str
    curves: tuple[Curve, ...]
    others: tuple[Curve, ...]

    @property
    def highest(self) -> float:
        return max(curve.highest for curve in (*self.curves, *self.others))


@dataclass(frozen=True, slots=True)
class _Room:
    """Widths in points: the numbers of the axis, a panel, and the labels at its right."""

    left: float
    panel: float
    labels: float


def _chosen(result: Result, series: Sequence[str] | None) -> tuple[str, ...]:
    if not result.series:
        raise DataError(f"nothing is watched {result.unit} by {result.unit} in this sequence", value=result.sequence)
    for name in series or ():
        result.by_turn(name, 0)
    return tuple(series or result.series)


def _rows(results: Mapping[str, Result], series: Sequence[str] | None, width: float) -> list[list[_Panel]]:
    for result in results.values():
        names = _chosen(result, series)
    series_rows = []
    for name in names:
        curves = [_curves(label, result, place, name) for place, (label, result) in enumerate(results.items())]
        named = words().word("series", name, next(iter(results.values())).sequence)
        panels = []
        for label, mine in zip(results, curves, strict=True):
            others = tuple(other[0] for other in curves if other is not mine)
            panels.append(_Panel(f"{named}, {label}" if len(results) > 1 else named, mine, others))
        series_rows.append(panels)
    rows = _cut(series_rows, _ACROSS)
    return rows if _room(rows, width).panel >= _ENOUGH else _cut(series_rows, 1)


def _cut(found: list[list[_Panel]], across: int) -> list[list[_Panel]]:
    return [panels[start : start + across] for panels in found for start in range(0, len(panels), across)]


def _curves(label: str, result: Result, place: int, name: str) -> tuple[Curve, ...]:
    """Return the mean, then the lower end of the band, the median and the upper end."""
    watched, colour = result.each_turn(name), style.series_colour(name, result.series, result.sides)
    turns = np.arange(result.turns + 1, dtype=np.float64)
    means = [watched.mean(turn) for turn in range(result.turns + 1)]

    def quantile(share: int, said: str, ink: str) -> Curve:
        values = [watched.quantile(turn, share / 100) for turn in range(result.turns + 1)]
        text = say(said, name=words().percentage(str(share)), text=values[-1], value=values[-1])
        return Curve(f"{label}: {name}, {share} %", text, place, ink, turns, np.array(values, float), marked=False)

    known = {"name": f"{label}: {name}", "label": say("charts.mean_at_end", value=brief(means[-1]))}
    mean = Curve.through(means, exact=result.exact, place=place, colour=colour, turns=turns, **known)
    low, high = (quantile(share, "frame.named", colour) for share in _SHARES)
    return mean, low, quantile(50, "charts.median_at_end", style.INK), high


def _room(rows: list[list[_Panel]], width: float) -> _Room:
    highest = max(panel.highest for row in rows for panel in row)
    left = _LEFT + text_width(words().written(f"{highest:.1f}"), 8.5)
    labels = max(curves_room(panel.curves) for row in rows for panel in row)
    across = max(map(len, rows))
    return _Room(left, max(20.0, (width - left - (across - 1) * _GAP) / across - labels), labels)


def _over(row: list[_Panel], room: _Room) -> float:
    lines = max(len(wrapped(panel.name, room.panel + room.labels, style.LABEL, bold=True)) for panel in row)
    return lines * LINE * style.LABEL + 8


def _panels(ax: Axes, rows: list[list[_Panel]], room: _Room) -> list[list[Axes]]:
    figure = root_figure(ax)
    width, height = (72 * inches for inches in figure.get_size_inches())
    box = ax.get_position()
    between = [_over(row, room) for row in rows[1:]]
    high = (box.height * height - sum(between)) / len(rows)
    panels = []
    top = box.y1 * height
    for number, row in enumerate(rows):
        top -= between[number - 1] if number else 0
        places = []
        for column in range(len(row)):
            place = ax if number == column == 0 else figure.add_axes(box.bounds)
            x = box.x0 * width + column * (room.panel + room.labels + _GAP)
            place.set_position((x / width, (top - high) / height, room.panel / width, high / height))
            places.append(place)
        top -= high
        panels.append(places)
    return panels


def _draw(ax: Axes, panel: _Panel, last: int, top: float) -> None:
    mean, low, median, high = panel.curves
    ax.fill_between(
        mean.turns, low.values, high.values, step="mid", color=mean.colour, alpha=_BAND, linewidth=0, label=high.name
    )
    for other in panel.others:
        dashes = style.nth(style.LINES, other.place)
        ax.plot(other.turns, other.values, color=_OTHERS, linestyle=dashes, linewidth=1, label="_other")
    ax.plot(median.turns, median.values, drawstyle="steps-mid", color=median.colour, linewidth=0.9, label=median.name)
    draw_curves(ax, [mean])
    ax.set_xlim(0, last)
    ax.set_ylim(0, top)
    ticks = max(2, min(6, int(72 * axes_inches(ax)[0] / _TICK)))
    ax.xaxis.set_major_locator(MaxNLocator(nbins=ticks, integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    # Of ends that lie at one height the last is named highest.
    name_ends(ax, [low, mean, median, high])


_SIZE = (6.4, 3.4)  # inches


def watched_steps(lines: Mapping[str, Sequence[int]], unit: str, title: str, *, ax: Axes | None = None) -> Axes:
    """Draw numbers of one game at the start and at the end of each turn.

    Parameters
    ----------
    lines
        Name to the numbers, the start first.
    unit
        The word for a turn.
    title
        Written above.

    Raises
    ------
    DataError
        If nothing is watched.
    """
    if not lines:
        raise DataError("nothing to draw: nothing is watched of this game")
    with styled():
        if ax is None:
            ax = new_axes(*_SIZE)
            ax.set_position((0.1, 0.15, 0.86, 0.72))
        for (name, numbers), style in zip(lines.items(), cycle(LINES), strict=False):
            ax.step(range(len(numbers)), numbers, where="post", linestyle=style, label=name)
        ax.set(xlabel=unit, ylim=(0, None))
        ax.set_title(title, loc="left")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        ax.legend()
    return ax
