"""A chance under any number of rule sets, row by row: a dot for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts import palette
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, inset, percent_ticks, text_width, wrapped
from mangonel.paper.charts.marks import mark
from mangonel.paper.charts.numbers import full
from mangonel.paper.charts.style import new_axes, styled
from mangonel.rules.words import Locale, in_words

__all__ = ["dot_chart", "dots_height"]

_WIDTH: Final = 7.0
_SIZE: Final = 8.5  # points
_SHARE: Final = 0.42  # of the width, for names
_ROW: Final = 0.27  # inches
_FOOT: Final = 34.0  # points
_MARKS: Final = ("o", "s", "D", "^", "v", "P", "X", "*")
_COLOURS: Final = ("#1A1A1A", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7D3A5F")


def dots_height(names: Sequence[str], labels: Sequence[str], title: str, width: float = _WIDTH) -> float:
    """Return the height in inches that so many rows and a legend need if the chart is so wide."""
    room = 72 * 0.98 * width
    widest = max(text_width(label, _SIZE) for label in labels) + 6.4 * _SIZE
    fits = min(len(labels), max(1, int(room // widest)))
    # The legend has full columns only.
    columns = max(number for number in range(1, fits + 1) if len(labels) % number == 0)
    lines = len(labels) // columns
    head = len(wrapped(title, room, 10.0, bold=True)) * LINE * 10 + lines * 1.6 * _SIZE + 16
    return (head + _FOOT) / 72 + sum(_row(lines) for lines in _wrapped(names, room)) + 0.1


def dot_chart(
    rows: Mapping[str, Sequence[Estimate]],
    labels: Sequence[str],
    *,
    ax: Axes | None = None,
    title: str = "",
    words: Locale | None = None,
) -> Axes:
    """Draw a chance under several rule sets: a row for each thing, a dot for each rule set, joined by a line.

    A mark with its colour is a rule set; that of the first one is hollow, for the others differ from it. Whiskers are
    95 % intervals.

    Parameters
    ----------
    rows
        Name of the row to its chances, one for each rule set.
    labels
        What the rule sets are called.
    ax
        Axes whose place is used, with title and labels; by default a new figure.
    title
        The finding.
    words
        The language, by default English.

    Raises
    ------
    DataError
        If there is no row, or a row has not as many chances as there are rule sets.
    """
    words = in_words(words)
    if not rows:
        raise DataError("nothing to draw: no row")
    if any(len(row) != len(labels) for row in rows.values()):
        raise DataError("a row needs a chance for each rule set")
    with styled():
        ax = new_axes(_WIDTH, dots_height(tuple(rows), labels, title)) if ax is None else ax
        room = 72 * axes_inches(ax)[0]
        names = _wrapped(tuple(rows), room)
        samples = [(Line2D([], [], **_style(place)), label) for place, label in enumerate(labels)]
        heading = Heading(ax, title, samples)
        left = max(text_width(line, _SIZE) for lines in names for line in lines) + 10
        inset(ax, left=left, right=16, top=heading.height, bottom=_FOOT)
        heading.draw(left)
        centres, top = [], 0.0
        for lines in names:
            centres.append(top + _row(lines) / 2)
            top += _row(lines)
        for y, (name, row) in zip(centres, rows.items(), strict=True):
            values = [estimate.value for estimate in row]
            ax.plot([min(values), max(values)], [y, y], color="#8C8C8C", linewidth=1.2, zorder=1)
            for place, estimate in reversed(list(enumerate(row))):
                if not estimate.exact:
                    sides = [[estimate.value - estimate.low], [estimate.high - estimate.value]]
                    ax.errorbar(
                        estimate.value, y, xerr=sides, fmt="none", ecolor=palette.INK, elinewidth=0.8, capsize=2
                    )
                (dot,) = ax.plot([estimate.value], [y], zorder=3, **_style(place))
                text = words.text("frame.named", name=name, text=labels[place])
                mark(dot, labels[place], f"{text} {full(estimate, words=words)}")
        ax.set_yticks(centres, ["\n".join(lines) for lines in names], fontsize=_SIZE)
        ax.set_ylim(top, 0)
        ax.tick_params(axis="y", length=0)
        most = max(estimate.high for row in rows.values() for estimate in row)
        ax.set_xlim(0, max(most * 1.04, 1e-6))
        ax.xaxis.set_major_formatter(percent_ticks(most, words))
        ax.set_xlabel(words.text("charts.probability"))
    return ax


def _style(place: int) -> dict[str, Any]:
    colour = _COLOURS[place % len(_COLOURS)]
    return {
        "linestyle": "",
        "marker": _MARKS[place % len(_MARKS)],
        "markersize": 6.5,
        "markeredgecolor": colour,
        "markerfacecolor": colour if place else "#FFFFFF",
        "markeredgewidth": 1.3 if not place else 0.6,
    }


def _wrapped(names: Sequence[str], width: float) -> list[list[str]]:
    return [wrapped(name, _SHARE * width, _SIZE) for name in names]


def _row(lines: Sequence[str]) -> float:
    """Return the height of a row in inches."""
    return max(_ROW, LINE * _SIZE / 72 * len(lines) + 0.08)
