"""Which change of the rules does how much: bars from the largest to the smallest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts import palette
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, inset, plain_ticks, text_width, wrapped
from mangonel.paper.charts.numbers import points
from mangonel.paper.charts.style import mark, new_axes, styled
from mangonel.rules.words import Locale, in_words

__all__ = ["Causes", "cause_bars", "causes_height"]


Causes: TypeAlias = "Mapping[str, tuple[Estimate, Estimate]]"
"""What each change of the rules does, by name: alone in the first rule set, and last to complete the second."""

_WIDTH: Final = 7.0
_SIZE: Final = 8.5  # points
_SHARE: Final = 0.4  # of the width, for names
_BAR: Final = 0.24  # inches a bar
_BETWEEN: Final = 0.1
_FOOT: Final = 34.0  # points for ticks and axis


def causes_height(
    causes: Causes, title: str, width: float = _WIDTH, *, rest: str = "", words: Locale | None = None
) -> float:
    """Return the height in inches that the bars need if the chart is so wide."""
    words = in_words(words)
    room = 72 * 0.98 * width
    rows = sum(_row(lines) for lines in _names(causes, room, words))
    legend = LINE * _SIZE * (2 if width < _WIDTH else 1) + 14
    head = len(wrapped(title, room, 10.0, bold=True)) * LINE * 10.0 + legend
    foot = len(wrapped(rest, room, _SIZE)) * LINE * _SIZE if rest else 0.0
    return max(1.4, rows + (head + foot + _FOOT + 10) / 72)


def cause_bars(
    causes: Causes,
    total: Estimate,
    *,
    names: tuple[str, str],
    rest: str = "",
    ax: Axes | None = None,
    title: str = "",
    words: Locale | None = None,
) -> Axes:
    """Draw what each change of the rules does to one chance, below what all of them do together.

    A bar is the change alone, a diamond the same change made last; the two differ where changes help or hinder each
    other. Green is more and purple is less, and the sign says the same. Whiskers are 95 % intervals.

    Parameters
    ----------
    causes
        The changes in the order in which they are to stand.
    total
        The difference of the two rule sets.
    names
        What the two rule sets are called.
    rest
        What is said below of the changes that do nothing.
    ax
        Axes whose place is used, with title and labels; by default a new figure.

    Raises
    ------
    DataError
        If there is no cause.
    """
    words = in_words(words)
    if not causes:
        raise DataError("nothing to draw: no cause")
    with styled():
        ax = new_axes(_WIDTH, causes_height(causes, title, rest=rest, words=words)) if ax is None else ax
        room = 72 * axes_inches(ax)[0]
        heading = Heading(ax, title, _samples(names, words))
        rows = _names(causes, room, words)
        left = max(text_width(line, _SIZE) for lines in rows for line in lines) + 10
        below = wrapped(rest, room, _SIZE) if rest else []
        inset(ax, left=left, right=8, top=heading.height, bottom=_FOOT + LINE * _SIZE * len(below))
        heading.draw(left)
        centres = _centres(rows)
        values = [(total, None), *causes.values()]
        text = [words.text("charts.all_changes"), *causes]
        for y, name, (alone, last) in zip(centres, text, values, strict=True):
            _draw(ax, y, name, alone, last, words)
        ax.axvline(0, color=palette.INK, linewidth=0.8)
        ax.set_yticks(centres, ["\n".join(lines) for lines in rows], fontsize=_SIZE)
        ax.set_ylim(sum(map(_row, rows)), 0)
        ax.tick_params(axis="y", length=0)
        ax.grid(visible=False, axis="y")
        _set_limits(ax, [estimate for pair in values for estimate in pair if estimate is not None], words)
        ax.xaxis.set_major_formatter(plain_ticks(words))
        ax.set_xlabel(words.text("charts.in_points"))
        for place, line in enumerate(below, start=1):
            ax.annotate(
                line,
                (0, 0),
                (-left, -_FOOT - LINE * _SIZE * place + 4),
                xycoords="axes fraction",
                textcoords="offset points",
                fontsize=_SIZE,
            )
    return ax


def _samples(names: tuple[str, str], words: Locale) -> list[tuple[Patch | Line2D, str]]:
    bar = Patch(facecolor=palette.change_shade(1.0), edgecolor=palette.INK, linewidth=0.7)
    last = Line2D([], [], linestyle="", marker="D", markersize=5, color=palette.INK, markerfacecolor="#FFFFFF")
    return [
        (bar, words.text("report_differences.alone", rules=names[0])),
        (last, words.text("report_differences.last", rules=names[1])),
    ]


def _names(causes: Causes, width: float, words: Locale) -> list[list[str]]:
    return [wrapped(name, _SHARE * width, _SIZE) for name in (words.text("charts.all_changes"), *causes)]


def _row(lines: Sequence[str]) -> float:
    return max(_BAR, LINE * _SIZE / 72 * len(lines)) + _BETWEEN


def _centres(rows: Sequence[Sequence[str]]) -> list[float]:
    centres, top = [], 0.0
    for lines in rows:
        centres.append(top + _row(lines) / 2)
        top += _row(lines)
    return centres


def _draw(ax: Axes, y: float, name: str, alone: Estimate, last: Estimate | None, words: Locale) -> None:
    value = 100 * alone.value
    colour = palette.INK if last is None else palette.change_shade(1.0 if value >= 0 else -1.0)
    (bar,) = ax.barh(y, value, height=_BAR, color=colour, edgecolor=palette.INK, linewidth=0.7)
    mark(bar, name, words.text("frame.named", name=name, text=points(alone, words=words)))
    ends = [value, 0.0]
    if not alone.exact:
        sides = [[value - 100 * alone.low], [100 * alone.high - value]]
        ax.errorbar(value, y, xerr=sides, fmt="none", ecolor=palette.INK, elinewidth=1, capsize=2.5)
        ends += [100 * alone.low, 100 * alone.high]
    if last is not None:
        (diamond,) = ax.plot(
            [100 * last.value], [y], "D", markersize=5, color=palette.INK, markerfacecolor="#FFFFFF", zorder=3
        )
        mark(diamond, name, words.text("frame.named", name=name, text=points(last, words=words)))
        # The number stands beyond the diamond where that lies close to the end of the bar or beyond it.
        ends.append(100 * last.value)
    below = value < 0
    ax.annotate(
        points(alone, interval=False, words=words),
        (min(ends) if below else max(ends), y),
        (-6 if below else 6, 0),
        textcoords="offset points",
        ha="right" if below else "left",
        va="center_baseline",
        fontsize=_SIZE,
    )


def _set_limits(ax: Axes, found: Sequence[Estimate], words: Locale) -> None:
    """Leave room for the numbers beyond the longest bars."""
    low, high = (
        min(0.0, *(100 * estimate.low for estimate in found)),
        max(0.0, *(100 * estimate.high for estimate in found)),
    )
    width = 72 * axes_inches(ax)[0]
    room = max(text_width(points(estimate, interval=False, words=words), _SIZE) for estimate in found) + 12
    sides = room * ((low < 0) + (high > 0))
    scale = (high - low or 1.0) / max(0.3 * width, width - sides)
    ax.set_xlim(low - (scale * room if low < 0 else 0), high + (scale * room if high > 0 else 0))
