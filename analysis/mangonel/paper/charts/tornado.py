"""Changes of one number by their causes as bars to the left and right, the largest first."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts import palette
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, inset, text_width, wrapped
from mangonel.paper.charts.style import mark, new_axes, styled

__all__ = ["tornado", "tornado_height"]


_WIDTH, _SIZE, _ROW, _SHARE = 7.0, 8.5, 0.26, 0.42


def tornado_height(names: Sequence[str], title: str, width: float = _WIDTH) -> float:
    """Return the height in inches that so many bars need."""
    room = 72 * 0.98 * width
    rows = sum(_height(wrapped(name, _SHARE * room, _SIZE)) for name in names)
    return (len(wrapped(title, room, 10.0, bold=True)) * LINE * 10 + 16) / 72 + rows + 0.15


def _height(lines: Sequence[str]) -> float:
    return max(_ROW, LINE * _SIZE / 72 * len(lines) + 0.06)


def tornado(
    names: Sequence[str],
    changes: Sequence[Estimate],
    texts: Sequence[str],
    *,
    ax: Axes | None = None,
    title: str = "",
) -> Axes:
    """Draw a bar for each change, with its number at its end; whiskers are 95 % intervals.

    Parameters
    ----------
    names, changes, texts
        What changes the number, by how much, and that in words.
    ax
        Axes whose place is used, with title and labels; by default a new figure.
    title
        The finding.

    Raises
    ------
    DataError
        If there is no change.
    """
    if not names:
        raise DataError("nothing to draw: nothing changes the number")
    with styled():
        ax = new_axes(_WIDTH, tornado_height(names, title)) if ax is None else ax
        room = 72 * axes_inches(ax)[0]
        heading = Heading(ax, title)
        lines = [wrapped(name, _SHARE * room, _SIZE) for name in names]
        left = max(text_width(line, _SIZE) for label in lines for line in label) + 10
        inset(ax, left=left, right=6, top=heading.height, bottom=6)
        heading.draw(left)
        top, centres = 0.0, []
        for label in lines:
            centres.append(top + _height(label) / 2)
            top += _height(label)
        width = 72 * axes_inches(ax)[0]
        widest = max(text_width(text, _SIZE) for text in texts) + 10
        low = min(0.0, *(change.low for change in changes), 0.0)
        high = max(0.0, *(change.high for change in changes), 0.0)
        span = (high - low) or 1.0
        # Numbers stand at the ends of bars, on both sides.
        margin = span * widest / max(width - 2 * widest, width / 4)
        for y, name, change, text in zip(centres, names, changes, texts, strict=True):
            more = change.value >= 0
            (bar,) = ax.barh(y, change.value, height=_ROW * 0.7, color=palette.change_shade(1 if more else -1))
            bar.set_edgecolor("#606060")
            bar.set_linewidth(0.5)
            mark(bar, "change", f"{name}: {text}")
            if not change.exact:
                ends = [[change.value - change.low], [change.high - change.value]]
                ax.errorbar(change.value, y, xerr=ends, fmt="none", ecolor=palette.INK, elinewidth=0.8, capsize=2)
            end = max(change.high, 0.0) if more else min(change.low, 0.0)
            gap = margin * 4 / widest
            ax.text(
                end + (gap if more else -gap),
                y,
                text,
                ha="left" if more else "right",
                va="center_baseline",
                fontsize=_SIZE,
            )
        ax.axvline(0, color=palette.INK, linewidth=0.8)
        ax.set_xlim(low - margin, high + margin)
        ax.set_ylim(top, 0)
        ax.set_yticks(centres, ["\n".join(label) for label in lines], fontsize=_SIZE)
        ax.set_xticks([])
        ax.tick_params(length=0)
        ax.grid(visible=False)
        for side in ("left", "bottom"):
            ax.spines[side].set_visible(False)
    return ax
