"""The best option of a decision over two numbers of a position, with the cost of any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Patch

from mangonel.paper.charts import palette
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, cell, inset, table_axes, text_width, wrapped
from mangonel.paper.charts.style import styled
from mangonel.rules.words import Locale

__all__ = ["ChoiceMap", "choice_map", "choice_map_height"]

_ROW = 0.3  # inches
_SIZE = 8.0  # points
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#8C8C8C")
_FAINT = 0.2


@dataclass(frozen=True)
class ChoiceMap:
    """All that the chart shows."""

    title: str
    options: Sequence[str]
    """The options that are best anywhere, in words."""
    x_name: str
    y_name: str
    """`x_name`, `y_name`: the two numbers."""
    cells: Mapping[tuple[int, int], tuple[int, float]]
    """By both numbers the place of the best option, and the loss in all games by the next best one, 0 to 1."""
    words: Locale


def choice_map_height(shown: ChoiceMap, width: float) -> float:
    """Return the height in inches that the chart needs."""
    lines = len(wrapped(shown.title, 72 * width, 10, bold=True)) + len(shown.options)
    return 0.75 + LINE * 10 * lines / 72 + _ROW * len({y for _, y in shown.cells})


def choice_map(shown: ChoiceMap, *, ax: Axes) -> Axes:
    """Draw a cell for each position: its letter is the best option, its shade and number the loss by the next best."""
    with styled():
        samples = [Patch(facecolor=_COLOURS[place % len(_COLOURS)]) for place in range(len(shown.options))]
        named = [f"{_letter(place)}: {option}" for place, option in enumerate(shown.options)]
        heading = Heading(ax, shown.title, list(zip(samples, named, strict=True)))
        xs, ys = (sorted({at[place] for at in shown.cells}) for place in (0, 1))
        beside = "\n".join(wrapped(shown.y_name, 72 * _ROW * len(ys), _SIZE))
        left = 14 + max(text_width(str(y), _SIZE) for y in ys) + LINE * _SIZE * (beside.count("\n") + 1)
        inset(ax, left=left, right=8, top=heading.height, bottom=30)
        heading.draw(left)
        most = max(loss for _, loss in shown.cells.values()) or 1.0
        room = 72 * axes_inches(ax)[0] / len(xs) - 3
        for (x, y), (option, loss) in shown.cells.items():
            at = xs.index(x), ys.index(y)
            colour = palette.towards(_COLOURS[option % len(_COLOURS)], _FAINT + (1 - _FAINT) * loss / most)
            text = f"{_letter(option)} {shown.words.written(f'{100 * loss:.1f}')}"
            if text_width(text, _SIZE) > room:
                text = _letter(option)
            cell(ax, *at, colour, text, _SIZE)
        table_axes(ax, [str(x) for x in xs], [str(y) for y in ys])
        ax.tick_params(labelsize=_SIZE)
        ax.set_xlabel(shown.x_name, fontsize=_SIZE)
        ax.set_ylabel(beside, fontsize=_SIZE)
    return ax


def _letter(place: int) -> str:
    return chr(ord("A") + place)
