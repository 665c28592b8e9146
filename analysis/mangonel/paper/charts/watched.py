"""What is watched of one game: a line of steps for each number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mangonel.errors import DataError
from mangonel.paper.charts.palette import LINES
from mangonel.paper.charts.style import new_axes, styled

__all__ = ["watched_steps"]

_SIZE = (6.4, 3.4)  # inches


def watched_steps(lines: Mapping[str, Sequence[int]], unit: str, title: str, *, ax: Axes | None = None) -> Axes:
    """Draw numbers of one game at the start and at the end of each turn.

    Parameters
    ----------
    lines
        Name to the numbers, the start first.
    unit
        What a turn is called.
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
