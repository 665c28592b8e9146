"""How wide the columns of a grid are, and in how many lines its cells stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from mangonel.sheets.answers import ARROW
from mangonel.sheets.blocks import Cell, Column, Grid
from mangonel.sheets.measuring import line_height, longest_word, width_of, wrap

__all__ = ["PAD", "Plan", "cell_lines", "cut", "is_wordy", "plan_grid", "stretched", "word_lines"]

PAD: Final = 0.3
"""Free at each side of a text in a cell, in units of the size of type."""

_WIDEST: Final = 1.7
"""How much wider than they need be columns are made to fill the page."""

_LONG: Final = 14
"""Letters from which the words of a cell are wrapped."""

_WORDS: Final = (11.0, 8.5)
"""Widths in units of the size of type that wrapped words are given if the page allows, the best first."""

_MOST_LINES: Final = 2.6
"""Headings of rows are at least so wide that they need about so many lines."""

_APART: Final = 2
"""Level at which the letter stands over the number."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a grid is set.

    Parameters
    ----------
    level
        0: letter and numbers in one line; 1: the changed number in a line of its own; 2: the letter too.
    turned
        Whether headings of columns run upwards.
    group, label
        Widths of the two headings of rows.
    widths
        Widths of the columns.
    """

    level: int
    turned: bool
    group: float
    label: float
    widths: tuple[float, ...]

    @property
    def left(self) -> float:
        """Where the columns begin."""
        return self.group + self.label

    @property
    def total(self) -> float:
        """Width of the whole grid."""
        return self.left + sum(self.widths)


def plan_grid(grid: Grid, size: float, level: int, *, turned: bool, room: float, even: bool = True) -> Plan:
    """Return the widths of a grid: as small as its columns allow, headings of rows as wide as there is room.

    Parameters
    ----------
    grid
        The grid, or a band of it.
    size
        Size of type.
    level, turned
        As in `Plan`.
    room
        The width there is; the plan may be wider if the grid does not fit.
    even
        Whether all columns of numbers are as wide as the widest of them.
    """
    if not is_wordy(grid):
        return _planned(grid, size, level, turned=turned, room=room, even=even)
    plans = (_planned(grid, size, level, turned=turned, room=room, words=words) for words in _WORDS)
    found = next(plans)
    for plan in plans:
        if found.total <= room:
            break
        found = plan
    return found


def _planned(
    grid: Grid, size: float, level: int, *, turned: bool, room: float, words: float = 0.0, even: bool = True
) -> Plan:
    columns = grid.columns
    widths = [
        max((_cell_width(row.cells[place], size, level, words) for row in grid.rows), default=0.0)
        for place in range(len(columns))
    ]
    # Of headings that run upwards those that are short enough do not.
    heads = [
        min(line_height(size), width_of(column.label, size, bold=True))
        if turned
        else longest_word(column.label, size, bold=True)
        for column in columns
    ]
    if not words:
        keys, others = widths[: grid.keys], widths[grid.keys :]
        widths = [max(keys, default=0.0)] * len(keys) + ([max(others)] * len(others) if even else others)
    widths = [max(width, head) + 2 * PAD * size for width, head in zip(widths, heads, strict=True)]
    widths = _with_groups(widths, columns, size)
    group, label = _row_headings(grid, size, room - sum(widths))
    return Plan(level, turned, group, label, tuple(widths))


def is_wordy(grid: Grid) -> bool:
    """Return whether a grid has cells of several words, which are wrapped."""
    return any(cell.chance is None and len(cell.value) > _LONG for cell in grid.cells)


def stretched(plan: Plan, width: float) -> Plan:
    """Return the plan with columns as wide as the page allows, within reason."""
    factor = min(_WIDEST, max(1.0, (width - plan.left) / sum(plan.widths)))
    return replace(plan, widths=tuple(one * factor for one in plan.widths))


def cell_lines(cell: Cell, level: int) -> list[str]:
    """Return the lines of a cell with letter and number."""
    if cell.other is None:
        parts = [[cell.mark, cell.value]]
    elif level == 0:
        parts = [[cell.mark, f"{cell.value}{ARROW}{cell.other}"]]
    else:
        parts = [[cell.mark, cell.value], [f"{ARROW}{cell.other}"]]
    if level < _APART:
        return [" ".join(text for text in line if text) for line in parts]
    return [text for line in parts for text in line if text]


def word_lines(cell: Cell, width: float, size: float) -> list[str]:
    """Return the wrapped words of a cell; what holds under the second rule set begins a line of its own."""
    room = width - PAD * size
    text = cell.value if cell.other is None else f"{cell.value} {ARROW} {cell.other}"
    lines = wrap(text, room, size, bold=cell.changed) if text else []
    if cell.other is None or len(lines) == 1:
        return lines
    parts = (cell.value, f"{ARROW} {cell.other}")
    return [line for part in parts for line in wrap(part, room, size, bold=True)]


def cut(grid: Grid, parts: int) -> list[Grid]:
    """Return a grid cut into bands of columns, between groups of columns if there are enough of them."""
    keys, others = list(range(grid.keys)), list(enumerate(grid.columns))[grid.keys :]
    groups = [list(members) for _, members in groupby(others, key=lambda entry: entry[1].group)]
    units = groups if len(groups) >= parts else [[entry] for entry in others]
    size, extra = divmod(len(units), parts)
    bands, at = [], 0
    for number in range(parts):
        count = size + (number < extra)
        bands.append(grid.with_columns([*keys, *(place for unit in units[at : at + count] for place, _ in unit)]))
        at += count
    return bands


def _cell_width(cell: Cell, size: float, level: int, words: float) -> float:
    if words and cell.chance is None:
        text = f"{cell.value} {cell.other or ''}"
        natural = width_of(text, size, bold=cell.changed)
        return max(longest_word(text, size, bold=cell.changed), min(natural, words * size))
    return max((width_of(line, size, bold=cell.changed) for line in cell_lines(cell, level)), default=0.0)


def _with_groups(widths: list[float], columns: tuple[Column, ...], size: float) -> list[float]:
    """Widen columns whose common heading has a longer word."""
    place = 0
    for name, members in groupby(columns, key=lambda column: column.group):
        count = len(list(members))
        short = longest_word(name, size, bold=True) + 2 * PAD * size - sum(widths[place : place + count])
        if short > 0:
            widths[place : place + count] = [width + short / count for width in widths[place : place + count]]
        place += count
    return widths


def _row_headings(grid: Grid, size: float, room: float) -> tuple[float, float]:
    """Return the widths of the two headings of rows."""
    pads = 2 * PAD * size
    texts = [[*(row.group for row in grid.rows), grid.corner[0]], [*(row.label for row in grid.rows), grid.corner[1]]]
    wanted = [max(width_of(text, size, bold=True) for text in column) for column in texts]
    least = [max(longest_word(text, size, bold=True) for text in column) for column in texts]
    natural = [width + pads if width else 0.0 for width in wanted]
    if sum(natural) <= room:
        return natural[0], natural[1]
    narrow = [max(low, wide / _MOST_LINES) + pads if wide else 0.0 for low, wide in zip(least, wanted, strict=True)]
    spare = max(room - sum(narrow), 0.0)
    short = [wide - low for wide, low in zip(natural, narrow, strict=True)]
    part = min(1.0, spare / sum(short)) if sum(short) > 0 else 0.0
    return narrow[0] + part * short[0], narrow[1] + part * short[1]
