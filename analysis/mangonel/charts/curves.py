"""The probability of each ending by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from mangonel.charts import palette
from mangonel.charts.findings import ending_finding
from mangonel.charts.layout import LINE, Heading, axes_inches, inset, percent_ticks, spread, text_width, wrapped
from mangonel.charts.numbers import short
from mangonel.charts.style import new_axes, styled
from mangonel.errors import DataError
from mangonel.odds.frames import curve_frame
from mangonel.odds.words import spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.odds.result import Result

__all__ = ["curves_height", "ending_curves"]

_WIDTH = 7.0
_LABEL = 8.5  # points
_LABEL_ROOM = 130.0  # widest label, points
_LEADER = 26.0  # points from the last turn to its label
_TOPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


def curves_height(results: Mapping[str, Result], endings: Sequence[str] | None = None) -> float:
    """Return the height in inches that the curves need so that all labels find room."""
    count = sum(len(_chosen(result, endings)) for result in results.values())
    return max(3.4, 1.5 + 0.03 * _LABEL * count)


def ending_curves(
    results: Mapping[str, Result],
    *,
    endings: Sequence[str] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the probability that each ending has come by the end of each turn.

    A colour is an ending, a line style with its marker a rule set. A band is the 95 % interval of a sampled curve.
    Each curve is named at its right end with the value there.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.
    endings
        The endings to draw, by default all but ``undecided``.
    ax
        Axes whose place is used, with title and labels; by default a new figure.
    title
        By default the finding on the first ending.

    Raises
    ------
    DataError
        If there is no result, or a result has no such ending.
    """
    if not results:
        raise DataError("nothing to draw: no result")
    with styled():
        ax = new_axes(_WIDTH, curves_height(results, endings)) if ax is None else ax
        samples = [(_sample(place), label) for place, label in enumerate(results)] if len(results) > 1 else []
        names = next(iter(results.values())).endings if endings is None else endings
        heading = Heading(ax, ending_finding(results, names[0]) if title is None else title, samples)
        labels = _labels(results, endings)
        widest = max(text_width(line, _LABEL) for lines in labels.values() for line in lines)
        left = 52.0
        inset(ax, left=left, right=widest + _LEADER + 4, top=heading.height, bottom=34)
        heading.draw(left)
        top = _draw_lines(ax, results, endings)
        ax.set_xlim(0, max(result.turns for result in results.values()))
        ax.set_ylim(0, top)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_formatter(percent_ticks(top))
        ax.set_xlabel(f"by the end of {next(iter(results.values())).unit}")
        ax.set_ylabel("probability")
        _draw_labels(ax, results, labels, top)
    return ax


def _chosen(result: Result, endings: Sequence[str] | None) -> tuple[str, ...]:
    for ending in endings or ():
        result.code(ending)
    return result.endings if endings is None else tuple(endings)


def _sample(place: int) -> Line2D:
    """Return the legend's sample of a rule set."""
    return Line2D([], [], color=palette.INK, linestyle=palette.line_style(place), marker=palette.marker(place))


def _labels(results: Mapping[str, Result], endings: Sequence[str] | None) -> dict[tuple[str, str], list[str]]:
    """Return the lines of the label of each curve, by rule set and ending."""
    return {
        (label, ending): wrapped(
            f"{spoken(ending)} {short(result.probability(ending, by_turn=result.turns))}", _LABEL_ROOM, _LABEL
        )
        for label, result in results.items()
        for ending in _chosen(result, endings)
    }


def _draw_lines(ax: Axes, results: Mapping[str, Result], endings: Sequence[str] | None) -> float:
    """Draw curves and bands and return where the percent axis may end."""
    highest = 0.0
    for place, (label, result) in enumerate(results.items()):
        frame = curve_frame(result)
        every = max(1, result.turns // 10)
        for ending in _chosen(result, endings):
            mine = frame[frame["ending"] == ending]
            colour = palette.ending_colour(ending, result.endings)
            ax.plot(
                mine[result.unit],
                mine["p"],
                color=colour,
                linestyle=palette.line_style(place),
                marker=palette.marker(place),
                # Two rule sets mark different turns, so that curves that agree still show both.
                markevery=(min(place * every // 2, result.turns), every),
                markeredgecolor=palette.INK,
                markeredgewidth=0.6,
                clip_on=False,
                zorder=3,
                label=f"{label}: {ending}",
            )
            if not result.exact:
                ax.fill_between(mine[result.unit], mine["p_lo"], mine["p_hi"], color=colour, alpha=0.22, linewidth=0)
            highest = max(highest, float(mine["p_hi"].max()))
    return next((top for top in _TOPS if top >= highest), 1.0)


def _draw_labels(
    ax: Axes, results: Mapping[str, Result], labels: Mapping[tuple[str, str], list[str]], top: float
) -> None:
    """Name every curve beside its right end; the marker before the name says which rule set it is, in grey too."""
    width, height = (72 * inches for inches in axes_inches(ax))
    ends = [results[label].probability(ending, by_turn=results[label].turns).value / top for label, ending in labels]
    rooms = [LINE * _LABEL * len(lines) / height for lines in labels.values()]
    order = list(results)
    for (label, ending), end, place in zip(labels, ends, spread(ends, rooms, 0.0, 1.0), strict=True):
        ax.add_line(
            Line2D(
                [results[label].turns / ax.get_xlim()[1], 1 + (_LEADER - 8) / width],
                [end, place],
                transform=ax.transAxes,
                color=palette.ending_colour(ending, results[label].endings),
                linewidth=0.9,
                marker=palette.marker(order.index(label)),
                markevery=(1, 1),
                markeredgecolor=palette.INK,
                markeredgewidth=0.6,
                clip_on=False,
                label="_leader",
            )
        )
        ax.text(
            1 + _LEADER / width,
            place,
            "\n".join(labels[label, ending]),
            transform=ax.transAxes,
            fontsize=_LABEL,
            color=palette.INK,
            va="center",
            linespacing=1.1,
        )
