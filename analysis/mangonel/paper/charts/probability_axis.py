"""The axis of probabilities: linear, or logarithmic where what is asked about would lie flat on the ground."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import FuncFormatter, NullLocator

from mangonel.paper.charts.layout import percent_ticks, text_width
from mangonel.rules.words import Locale

if TYPE_CHECKING:
    from mangonel.paper.charts.lines import Curve

__all__ = ["chance_axis"]

_TOPS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_FLAT: Final = 0.01
"""Part of a linear axis in which nobody sees a height."""

_GROUND: Final = 0.5
"""Room between 0 and the lowest power of ten, in powers of ten."""

_LOWEST: Final = -12
"""The lowest power of ten: what is below is noise of sums of floats, and lies on the ground."""

_MOST_TICKS: Final = 6
_ROOM: Final = 52.0  # points for numbers with few digits and the name of the axis
_NAME: Final = 24.0  # points for the name by itself


def chance_axis(ax: Axes, curves: Sequence[Curve], asked: Sequence[float], label: str, words: Locale) -> float:
    """Set limits, ticks and label of the vertical axis of probabilities; return the room in points that they need.

    It is linear from 0 to a round number, unless half of what is asked about would lie in the lowest hundredth of
    that: then it is logarithmic, with 0 on the ground, and says so.

    Parameters
    ----------
    ax
        The axes.
    curves
        All that is drawn.
    asked
        The probabilities that the chart is about.
    label
        What the axis shows.
    words
        The language.
    """
    highest = max(curve.highest for curve in curves)
    top = next((top for top in _TOPS if top >= highest), 1.0)
    rare = [value for value in asked if value > 0]
    if not rare or float(np.median(rare)) >= _FLAT * top:
        ax.set_ylim(0, top)
        ax.yaxis.set_major_formatter(percent_ticks(top, words))
        ax.set_ylabel(label)
        return _ROOM
    low, high = max(_LOWEST, math.floor(math.log10(min(rare)))), math.ceil(math.log10(top))
    step = -(-(high - low) // _MOST_TICKS)
    powers = range(high, low - 1, -step)
    ax.set_yscale("symlog", linthresh=10.0**low, linscale=_GROUND)
    ax.set_ylim(0, 10.0**high)
    ax.set_yticks([0.0, *(10.0**power for power in powers)])
    ax.yaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _percent(value, words)))
    ax.set_ylabel(words.text("charts.logarithmic", what=label))
    size = FontProperties(size=rcParams["ytick.labelsize"]).get_size_in_points()
    return max(_ROOM, _NAME + max(text_width(_percent(10.0**power, words), size) for power in powers))


def _percent(value: float, words: Locale) -> str:
    if value <= 0:
        return words.percentage(words.number(0))
    power = round(math.log10(value)) + 2
    return words.percentage(words.number(Fraction(10) ** power, max(-power, 0)))
