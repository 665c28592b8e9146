"""How often each ending comes, rule set beside rule set; and a chance under any number of rule sets, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import (
    LINE,
    Heading,
    PercentTicks,
    Rows,
    axes_inches,
    heading_points,
    text_width,
    whisker,
    wrapped,
)
from mangonel.paper.charts.numbers import ending_finding, full, short
from mangonel.paper.charts.style import first_of, mark, new_axes, styled
from mangonel.rules.words import say, words

_NAME_ROOM = 120.0  # widest name of an ending, points
_BAR = 0.2  # inches a bar
_BETWEEN = 0.16  # inches between two endings
_SEEN = 0.005  # the shortest interval of an ending that no game came to that shows


def _bars_height(results: Mapping[str, Result]) -> float:
    names = _names(next(iter(results.values())), _shown(results))
    rows = sum(max(_BAR * len(results), LINE * style.LABEL / 72 * len(lines)) + _BETWEEN for lines in names)
    return max(1.9, rows + 1.0 + 0.2 * len(results))


def ending_bars(results: Mapping[str, Result], *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the probability of each ending and of ``undecided`` as horizontal bars.

    Endings in which one side wins have shades of its colour; a hatch is a rule set. The number stands at each bar;
    whiskers are the 95 % interval of a sampled one. Endings that cannot come, and those that so many games never
    came to that their interval would not show, share one line below the scale.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.

    Raises
    ------
    DataError
        If there is no result, or the results are not of one sequence.
    """
    first = first_of(results)
    if any(result.endings != first.endings for result in results.values()):
        raise DataError("results with different endings cannot stand in one chart")
    with styled():
        ax = new_axes(style.WIDTH, _bars_height(results)) if ax is None else ax
        samples = [
            (Patch(facecolor="#FFFFFF", edgecolor=style.INK, hatch=style.nth(style.HATCHES, at), linewidth=0.7), label)
            for at, label in enumerate(results)
        ]
        title = ending_finding(results) if title is None else title
        heading = Heading(ax, title, samples if len(samples) > 1 else [])
        endings = _shown(results)
        names = _names(first, endings)
        left = max(text_width(line, style.LABEL) for lines in names for line in lines) + 10
        # That all is decided needs no word, nor that nobody breaks off.
        expected = [side.yielded for side in first.sides]
        missing = [ending for ending in first.endings if ending not in expected and not _comes(results, ending)]
        listed = words().with_commas(words().word("endings", ending, first.sequence) for ending in missing)
        exact = all(result.exact for result in results.values())
        key = "report_endings.never" if exact else "report_endings.not_seen"
        never = words().named(say(key), listed) if missing else ""
        room = 72 * axes_inches(ax)[0] - left - 8
        below = [say("charts.probability"), *(wrapped(never, room, style.LABEL) if never else ())]
        heading.place(left=left, right=8, bottom=22 + 12 * len(below))
        longest = _draw(ax, results, endings)
        ax.set_yticks(range(len(names)), ["\n".join(lines) for lines in names], fontsize=style.LABEL)
        ax.set_ylim(len(names) - 0.5, -0.5)
        ax.tick_params(axis="y", length=0)
        ax.grid(visible=False, axis="y")
        width = 72 * axes_inches(ax)[0]
        # The longest bar ends where its number still fits.
        ax.set_xlim(0, longest / max(0.3, 1 - (text_width(words().percentage("100.00"), style.LABEL) + 8) / width))
        ax.xaxis.set_major_formatter(PercentTicks(longest))
        ax.set_xlabel("\n".join(below))
    return ax


def _shown(results: Mapping[str, Result]) -> tuple[str, ...]:
    return tuple(ending for ending in first_of(results).all_endings if _comes(results, ending))


def _comes(results: Mapping[str, Result], ending: str) -> bool:
    chances = [result.probability(ending) for result in results.values()]
    return any(chance.value > 0 or chance.high >= _SEEN for chance in chances)


def _names(result: Result, endings: Sequence[str]) -> list[list[str]]:
    return [wrapped(words().word("endings", ending, result.sequence), _NAME_ROOM, style.LABEL) for ending in endings]


def _draw(ax: Axes, results: Mapping[str, Result], endings: tuple[str, ...]) -> float:
    longest = 0.0
    thick = 0.8 / len(results)
    for place, (label, result) in enumerate(results.items()):
        for row, ending in enumerate(endings):
            estimate = result.probability(ending)
            colour = style.ending_colour(ending, result.endings, result.sides)
            ink = style.text_on(colour)
            y = row - 0.4 + (place + 0.5) * thick
            (bar,) = ax.barh(
                y,
                estimate.value,
                height=thick * 0.9,
                color=colour,
                hatch=style.nth(style.HATCHES, place),
                # The hatch has the colour of the edge: white on dark bars, which then need no outline.
                edgecolor=ink,
                linewidth=0.0 if ink == "#FFFFFF" else 0.7,
            )
            text = words().named(words().word("endings", ending, result.sequence), label)
            mark(bar, label, f"{text} {full(estimate)}")
            whisker(ax, estimate, y)
            end = max(estimate.value, estimate.high)
            number = ax.annotate(short(estimate), (end, y), (4, 0), textcoords="offset points")
            number.set(va="center_baseline", fontsize=style.LABEL)
            mark(number, label)
            longest = max(longest, end)
    return longest


_SHARE: Final = 0.42  # of the width, for names
_ROW: Final = 0.19  # inches
_FOOT: Final = 34.0  # points
_MARKS: Final = ("o", "s", "D", "^", "v", "P", "X", "*")
_COLOURS: Final = ("#1A1A1A", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7D3A5F")


def dots_height(names: Iterable[str], labels: Sequence[str], title: str, width: float = style.WIDTH) -> float:
    """Return the height in inches that so many rows and a legend need if the chart is so wide."""
    room = 72 * 0.98 * width
    widest = max(text_width(label, style.LABEL) for label in labels) + 6.4 * style.LABEL
    fits = min(len(labels), max(1, int(room // widest)))
    # The legend has full columns only.
    columns = max(number for number in range(1, fits + 1) if len(labels) % number == 0)
    lines = len(labels) // columns
    return (heading_points(title, width, lines) + 16 + _FOOT) / 72 + _rows(tuple(names), room).height + 0.1


def dot_chart(
    rows: Mapping[str, Sequence[Estimate]], labels: Sequence[str], *, ax: Axes | None = None, title: str = ""
) -> Axes:
    """Draw a chance under several rule sets: a row for each thing, a dot for each rule set, joined by a line.

    A mark with its colour is a rule set; that of the first one is hollow, for the others differ from it. Whiskers are
    95 % intervals.

    Parameters
    ----------
    rows
        Name of the row to its chances, one for each rule set.

    Raises
    ------
    DataError
        If there is no row, or a row has not as many chances as there are rule sets.
    """
    if not rows:
        raise DataError("nothing to draw: no row")
    if any(len(row) != len(labels) for row in rows.values()):
        raise DataError("a row needs a chance for each rule set")
    with styled():
        ax = new_axes(style.WIDTH, dots_height(rows, labels, title)) if ax is None else ax
        places = _rows(tuple(rows), 72 * axes_inches(ax)[0])
        samples = [(Line2D([], [], **_style(place)), label) for place, label in enumerate(labels)]
        Heading(ax, title, samples).place(left=places.left, right=16, bottom=_FOOT)
        for y, (name, row) in zip(places.centres, rows.items(), strict=True):
            values = [estimate.value for estimate in row]
            ax.plot([min(values), max(values)], [y, y], color="#8C8C8C", linewidth=1.2, zorder=1)
            for place, estimate in reversed(list(enumerate(row))):
                whisker(ax, estimate, y)
                (dot,) = ax.plot([estimate.value], [y], zorder=3, **_style(place))
                text = words().named(name, labels[place])
                mark(dot, labels[place], f"{text} {full(estimate)}")
        places.name(ax)
        ax.grid(visible=True, axis="y")
        most = max(estimate.high for row in rows.values() for estimate in row)
        ax.set_xlim(0, max(most * 1.04, 1e-6))
        ax.xaxis.set_major_formatter(PercentTicks(most))
        ax.set_xlabel(say("charts.probability"))
    return ax


def _style(place: int) -> dict[str, Any]:
    colour = style.nth(_COLOURS, place)
    return {
        "linestyle": "",
        "marker": style.nth(_MARKS, place),
        "markersize": 6.5,
        "markeredgecolor": colour,
        "markerfacecolor": colour if place else "#FFFFFF",
        "markeredgewidth": 1.3 if not place else 0.6,
    }


def _rows(names: Sequence[str], width: float) -> Rows:
    return Rows(names, width, share=_SHARE, least=_ROW, gap=0.08)
