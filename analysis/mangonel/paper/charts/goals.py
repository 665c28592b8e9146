"""Goals as bands, and the values of several designs as dots in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import Heading, Rows, axes_inches, bare, heading_points, text_width, whisker
from mangonel.paper.charts.style import mark, new_axes, styled

_FOOT, _LABEL_SHARE, _ROW, _BETWEEN = 10.0, 0.36, 0.2, 0.22
_COLOURS = ("#505050", "#0072B2", "#D55E00", "#009E73")


@dataclass(frozen=True, slots=True)
class Band:
    """A goal with the values of designs."""

    name: str
    low: float
    high: float
    """`low`, `high`: where the value has to lie."""
    most: float
    """The right end of its row."""
    values: tuple[Estimate, ...]
    """The value of each design."""
    texts: tuple[str, ...]
    """The same in words."""


def goal_bands_height(bands: Sequence[Band], labels: Sequence[str], title: str, width: float = style.WIDTH) -> float:
    """Return the height in inches that the chart needs."""
    head = heading_points(title, width, len(labels)) + 16
    return (head + _FOOT) / 72 + _rows(bands, labels, 72 * 0.98 * width).height + 0.15


def _rows(bands: Sequence[Band], labels: Sequence[str], room: float) -> Rows:
    return Rows([band.name for band in bands], room, share=_LABEL_SHARE, least=_ROW * len(labels), gap=_BETWEEN)


def goal_bands(bands: Sequence[Band], labels: Sequence[str], *, ax: Axes | None = None, title: str = "") -> Axes:
    """Draw a row for each goal: a grey band where its value has to lie, and a dot with its number for each design.

    Parameters
    ----------
    bands
        The goals. Each row has its own scale, from 0 to the most that the number can be.

    Raises
    ------
    DataError
        If there is no goal or no design.
    """
    if not bands or not labels:
        raise DataError("nothing to draw: no goal or no design")
    with styled():
        ax = new_axes(style.WIDTH, goal_bands_height(bands, labels, title)) if ax is None else ax
        rows = _rows(bands, labels, 72 * axes_inches(ax)[0])
        samples = [(Line2D([], [], **_style(place)), label) for place, label in enumerate(labels)]
        heading = Heading(ax, title, samples if len(labels) > 1 else [])
        right = max(text_width(text, style.LABEL) for band in bands for text in band.texts) + 16
        heading.place(left=rows.left, right=right, bottom=_FOOT)
        for band, middle, height in zip(bands, rows.centres, rows.heights, strict=True):
            top = middle - height / 2
            low, high = (min(max(end / band.most, 0.0), 1.0) for end in (band.low, band.high))
            frame = Rectangle((0, top + 0.05), 1, height - 0.1, facecolor="#FFFFFF", edgecolor="#B0B0B0", linewidth=0.6)
            ax.add_patch(frame)
            wide = Rectangle((low, top + 0.05), max(high - low, 0.002), height - 0.1, facecolor="#D9D9D9", linewidth=0)
            ax.add_patch(wide)
            step = (height - 0.1) / len(labels)
            for place, (value, text) in enumerate(zip(band.values, band.texts, strict=True)):
                x, y = min(max(value.value / band.most, 0.0), 1.0), top + 0.05 + step * (place + 0.5)
                whisker(ax, value, y, band.most)
                (dot,) = ax.plot([x], [y], zorder=3, clip_on=False, **_style(place))
                mark(dot, labels[place], f"{labels[place]}: {band.name}: {text}")
                ax.text(1.02, y, text, va="center_baseline", fontsize=style.LABEL, color=style.nth(_COLOURS, place))
        ax.set_xlim(0, 1)
        rows.name(ax)
        bare(ax)
    return ax


def _style(place: int) -> dict[str, Any]:
    colour = style.nth(_COLOURS, place)
    return {
        "linestyle": "",
        "marker": style.nth(style.MARKERS, place),
        "markersize": 6.5,
        "markeredgecolor": colour,
        "markerfacecolor": "#FFFFFF" if place % 2 == 0 else colour,
        "markeredgewidth": 1.3,
    }
