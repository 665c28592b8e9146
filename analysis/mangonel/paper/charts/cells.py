"""Tables of cells: a printed table shaded by the effect of each cell, and the best option by two numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle

from mangonel.engine.intervals import Estimate
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, cell, inset, table_axes, text_width, wrapped
from mangonel.paper.charts.numbers import points
from mangonel.paper.charts.style import mark, new_axes, styled
from mangonel.rules.table import Table
from mangonel.rules.words import words

_ROW = 0.34  # inches
_LETTER, _SMALL = 9.5, 7.0  # points

Effects = Mapping[tuple[str, str], tuple[str, Estimate]]
"""By row and column the letter with the largest effect, and that effect; cells that are not rolled on are not there."""


def cell_map_height(table: Table, title: str, note: str, width: float = style.WIDTH) -> float:
    """Return the height in inches that the chart of a table needs."""
    room = 72 * 0.98 * width
    lines = len(wrapped(title, room, 10, bold=True)) + len(wrapped(note, room, style.LABEL))
    return 0.75 + LINE * 10 * lines / 72 + _ROW * len(table.rows)


def cell_map(
    table: Table, effects: Effects, *, percent: bool = True, ax: Axes | None = None, title: str = "", note: str = ""
) -> Axes:
    """Draw a table as printed; below each letter the other letter with the largest effect, and that effect.

    Green with a triangle that points up is more, purple with one that points down is less; a cell that is not rolled
    on is white, and its letter grey.

    Parameters
    ----------
    effects
        The largest effect of each cell that is rolled on.
    percent
        Whether effects are differences of probabilities, which are drawn in points.
    """
    with styled():
        width = max(3.2, min(style.WIDTH, 0.9 + 0.58 * len(table.columns)))
        ax = new_axes(width, cell_map_height(table, title, note, width)) if ax is None else ax
        heading = Heading(ax, title)
        left = 10 + max(text_width(row, style.LABEL) for row in table.rows)
        below = wrapped(note, 72 * axes_inches(ax)[0] - left - 8, style.LABEL)
        inset(ax, left=left, right=8, top=heading.height + 16, bottom=8 + LINE * style.LABEL * len(below))
        heading.draw(left)
        largest = max((abs(effect.value) for _, effect in effects.values()), default=0.0) or 1.0
        room = 72 * axes_inches(ax)[0] / len(table.columns) - 3
        for y, row in enumerate(table.rows):
            for x, column in enumerate(table.columns):
                letter = table.cells[y][x]
                at = effects.get((row, column))
                shade = "#FFFFFF" if at is None else style.change_shade(at[1].value / largest)
                cell = Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=shade, edgecolor="#808080", linewidth=0.5)
                ax.add_patch(cell)
                if at is None:
                    ax.text(x, y, letter, ha="center", va="center_baseline", fontsize=_LETTER, color="#8C8C8C")
                    continue
                ax.text(x, y - 0.17, letter, ha="center", va="center_baseline", fontsize=_LETTER, color=style.INK)
                if at[1].value:
                    # In grey the two colours are alike.
                    ax.plot(x + 0.4, y - 0.35, "^" if at[1].value > 0 else "v", ms=3, color=style.INK)
                number = f"{100 * at[1].value:+.1f}" if percent else f"{at[1].value:+.2f}"
                text = f"{at[0]} {words().written(number if float(number) else number[1:])}"
                size = min(_SMALL, _SMALL * room / text_width(text, _SMALL))
                ax.text(x, y + 0.26, text, ha="center", va="center_baseline", fontsize=size, color=style.INK)
                full = points(at[1], percent=percent)
                mark(cell, "cell", f"{row}, {column}: {letter} \N{RIGHTWARDS ARROW} {at[0]} {full}")
        ax.set_xlim(-0.5, len(table.columns) - 0.5)
        ax.set_ylim(len(table.rows) - 0.5, -0.5)
        ax.xaxis.tick_top()
        headings = ["\n".join(wrapped(column.replace("_", " "), room + 2, style.LABEL)) for column in table.columns]
        ax.set_xticks(range(len(table.columns)), headings)
        ax.set_yticks(range(len(table.rows)), table.rows)
        ax.tick_params(length=0, labelsize=style.LABEL, labelbottom=False, labeltop=True)
        ax.grid(visible=False)
        ax.set_xlabel("\n".join(below), loc="left", fontsize=style.LABEL)
        ax.xaxis.set_label_position("bottom")
    return ax


_LOW = 0.3  # inches a row of the best options
_SIZE, _BELOW = 8.0, 27.0  # points: type, and room for the numbers below
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
    """By both numbers the place of the best option, and its share of all that the next best ones lose."""


def choice_map_height(shown: ChoiceMap, width: float) -> float:
    """Return the height in inches that the chart needs."""
    return (_choices_heading(shown, new_axes(width, 1.0)).height + _BELOW) / 72 + _LOW * len(
        {y for _, y in shown.cells}
    )


def _choices_heading(shown: ChoiceMap, ax: Axes) -> Heading:
    samples = [Patch(facecolor=style.nth(_COLOURS, place)) for place in range(len(shown.options))]
    named = [f"{_letter(place)}: {option}" for place, option in enumerate(shown.options)]
    return Heading(ax, shown.title, list(zip(samples, named, strict=True)))


def choice_map(shown: ChoiceMap, *, ax: Axes) -> Axes:
    """Draw a cell for each position: its letter is the best option, its shade and number how much it matters."""
    with styled():
        heading = _choices_heading(shown, ax)
        xs, ys = (sorted({at[place] for at in shown.cells}) for place in (0, 1))
        beside = "\n".join(wrapped(shown.y_name, 72 * _LOW * len(ys), _SIZE))
        left = 14 + max(text_width(str(y), _SIZE) for y in ys) + LINE * _SIZE * (beside.count("\n") + 1)
        heading.place(left=left, right=8, bottom=_BELOW)
        most = max(share for _, share in shown.cells.values())
        room = 72 * axes_inches(ax)[0] / len(xs) - 3
        for (x, y), (option, share) in shown.cells.items():
            at = xs.index(x), ys.index(y)
            colour = style.towards(style.nth(_COLOURS, option), _FAINT + (1 - _FAINT) * share / most)
            text = f"{_letter(option)} {100 * share:.0f}"
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
