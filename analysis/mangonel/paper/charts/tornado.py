"""Changes of one number by their causes as bars to the left and right, the largest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import LINE, Heading, Rows, axes_inches, bare, heading_points, text_width, whisker
from mangonel.paper.charts.numbers import points
from mangonel.paper.charts.style import mark, new_axes, styled
from mangonel.rules.words import say

_BAR = 0.18

Causes: TypeAlias = "Mapping[str, tuple[Estimate, Estimate]]"
"""The effect of each change of the rules, by name: alone in the first rule set, and last to complete the second."""


def tornado_height(names: Sequence[str], title: str, width: float = style.WIDTH, *, legend: int = 0) -> float:
    """Return the height in inches that so many bars need, with so many lines of legend."""
    return (heading_points(title, width, legend) + 16) / 72 + _rows(names, 72 * 0.98 * width).height + 0.15


def _rows(names: Sequence[str], room: float) -> Rows:
    return Rows(names, room, share=0.42, least=0.2, gap=0.06)


def tornado(
    names: Sequence[str],
    changes: Sequence[Estimate],
    texts: Sequence[str],
    *,
    ax: Axes | None = None,
    title: str = "",
    label: str = "",
    legend: Sequence[tuple[Artist, str]] = (),
    last: Sequence[tuple[float, str] | None] = (),
) -> Axes:
    """Draw a bar for each change, with its number at its end; whiskers are 95 % intervals.

    Parameters
    ----------
    names, changes, texts
        Causes, the change by each, and that in words.
    label
        Text below the bars.
    legend
        Samples with their texts.
    last
        For each bar the place of a diamond with its text, or None for a bar that sums up the others.

    Raises
    ------
    DataError
        If there is no change.
    """
    if not names:
        raise DataError("nothing to draw: nothing changes the number")
    diamonds: Sequence[tuple[float, str] | None] = last or [(change.value, "") for change in changes]
    with styled():
        below = LINE * style.LABEL if label else 0
        height = tornado_height(names, title, legend=len(legend)) + below / 72
        ax = new_axes(style.WIDTH, height) if ax is None else ax
        rows = _rows(names, 72 * axes_inches(ax)[0])
        Heading(ax, title, legend).place(left=rows.left, right=6, bottom=6 + below)
        width = 72 * axes_inches(ax)[0]
        widest = max(text_width(text, style.LABEL) for text in texts) + 12
        places = [diamond[0] for diamond in diamonds if diamond]
        low = min(0.0, *(change.low for change in changes), *places)
        high = max(0.0, *(change.high for change in changes), *places)
        # Numbers stand at the ends of bars, on both sides.
        margin = ((high - low) or 1.0) * widest / max(width - 2 * widest, width / 4)
        for y, name, change, text, diamond in zip(rows.centres, names, changes, texts, diamonds, strict=True):
            more = change.value >= 0
            colour = style.change_shade(1 if more else -1) if diamond else style.INK
            (bar,) = ax.barh(y, change.value, height=_BAR, color=colour, edgecolor="#606060", linewidth=0.5)
            mark(bar, name if last else "change", f"{name}: {text}")
            whisker(ax, change, y)
            ends = [change.low, change.high, 0.0]
            if last and diamond:
                (drawn,) = ax.plot([diamond[0]], [y], "D", ms=5, color=style.INK, mfc="#FFFFFF", zorder=3)
                mark(drawn, name, f"{name}: {diamond[1]}")
                # The number stands beyond the diamond where that lies beyond the end of the bar.
                ends.append(diamond[0])
            end, side, beyond = (max(ends), "left", 6) if more else (min(ends), "right", -6)
            number = ax.annotate(text, (end, y), (beyond, 0), textcoords="offset points", fontsize=style.LABEL)
            number.set(ha=side, va="center_baseline")
        ax.axvline(0, color=style.INK, linewidth=0.8)
        ax.set_xlim(low - margin, high + margin)
        rows.name(ax)
        bare(ax)
        ax.set_xlabel(label, fontsize=style.LABEL)
    return ax


def causes_height(causes: Causes, title: str, width: float = style.WIDTH) -> float:
    """Return the height in inches that the bars need if the chart is so wide."""
    names = (say("charts.all_changes"), *causes)
    return tornado_height(names, title, width, legend=2 if width < style.WIDTH else 1)


def cause_bars(
    causes: Causes, total: Estimate, *, names: tuple[str, str], ax: Axes | None = None, title: str = "", label: str = ""
) -> Axes:
    """Draw the effect of each change of the rules on one chance, below that of all of them together.

    A bar is the change alone, a diamond the same change made last; the two differ where changes help or hinder each
    other. Green is more and purple is less, and the sign says the same.

    Parameters
    ----------
    causes
        The changes in the order of the bars.
    total
        The difference of the two rule sets.
    names
        The names of the two rule sets.
    label
        Text below the bars.

    Raises
    ------
    DataError
        If there is no cause.
    """
    if not causes:
        raise DataError("nothing to draw: no cause")
    changes = [total, *(alone for alone, _ in causes.values())]
    bar = Patch(facecolor=style.change_shade(1.0), edgecolor=style.INK, linewidth=0.7)
    diamond = Line2D([], [], linestyle="", marker="D", markersize=5, color=style.INK, markerfacecolor="#FFFFFF")
    named = [say("charts.all_changes"), *causes]
    texts = [points(each, interval=False) for each in changes]
    legend = [
        (bar, say("report_differences.alone", rules=names[0])),
        (diamond, say("report_differences.last", rules=names[1])),
    ]
    last = [None, *((last.value, points(last)) for _, last in causes.values())]
    return tornado(named, changes, texts, ax=ax, title=title, label=label, legend=legend, last=last)
