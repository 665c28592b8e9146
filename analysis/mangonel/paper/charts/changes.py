"""The effect of a change on many chances at once: a map of differences in percentage points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import inf
from typing import Final

from matplotlib.axes import Axes

from mangonel.errors import DataError
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, cell, heading_points, inset, text_width, wrapped
from mangonel.paper.charts.style import new_axes, root_figure, styled
from mangonel.rules.words import say, words

LOST: Final = "\N{MULTIPLICATION SIGN}"
"""Sign of a cell that has a chance in the first place only."""

NEW: Final = "\N{WHITE CIRCLE}"
"""Sign of a cell that has a chance in the second place only."""

_ROW: Final = 0.27  # inches a row
_TWO_LINES: Final = 0.36  # inches a row with a name in two lines
_SMALLEST: Final = 8.0
_LONGEST: Final = 175.0  # points for the label of a row
_SHARE: Final = 0.36  # of the width, for the label of a row
_RIGHT: Final = 8.0  # points right of the cells
_FOOT: Final = 6.0  # points below them
_ROUNDING: Final = 1e-6
_TALLEST: Final = 120.0  # points for a label that is turned
_TALLEST_PICTURE: Final = 8.5  # inches; a taller picture would not fit on a page
_TALLEST_NARROW: Final = 24.0  # inches; a taller one would be longer than its tables on a phone
_NEXT_TO_NOTHING: Final = "0.0"
"""A change in a cell, which has no room for "just below 0"; and "more than -0.1" nobody reads as that."""
_GAP: Final = 5.0  # points between a name and the group over it


@dataclass(frozen=True, slots=True)
class Changes:
    """Differences of chances, by rows and columns that have names."""

    rows: tuple[str, ...]
    """Names of the rows."""
    columns: tuple[tuple[str, str], ...]
    """Group and name of each column; neighbours of one group stand under one heading, which may be empty."""
    points: tuple[tuple[Fraction | str, ...], ...]
    """Second minus first chance: a row for each of `rows`, one for each of `columns`; a sign where there is no
    difference to be told, for example ``?`` where one of them is not known, `LOST` or `NEW`."""

    @property
    def largest(self) -> tuple[int, int] | None:
        """Row and column of the first of the largest changes; None if nothing changes."""
        sizes = {
            (iy, ix): abs(value)
            for iy, row in enumerate(self.points)
            for ix, value in enumerate(row)
            if isinstance(value, Fraction) and value
        }
        return max(sizes, key=lambda place: sizes[place], default=None)


def written_change(change: Fraction) -> str:
    """Return a difference of chances in percentage points, with its sign and without a unit."""
    return words().written(_change_digits(change))


def written_points(change: Fraction) -> str:
    """Return a difference of chances with its sign and its unit, percentage points."""
    digits = _change_digits(change)
    if digits == _NEXT_TO_NOTHING:
        return say("figures.just_above" if change > 0 else "figures.just_below")
    return words().amount("figures.points", digits)


def _change_digits(change: Fraction) -> str:
    value = 100 * change
    if value.denominator == 1:
        return f"{float(value):+.0f}" if value else "0"
    digits = f"{float(value):+.1f}"
    return digits if float(digits) else _NEXT_TO_NOTHING


def change_width(changes: Changes) -> float:
    """Return the width in inches below which the columns have no room beside each other."""
    return (len(changes.columns) * _column(changes) + _left(changes, inf) + _RIGHT) / 72 / 0.98


def change_height(changes: Changes, title: str, width: float = style.WIDTH) -> float:
    """Return the height in inches that the map needs under its title, if it is so wide."""
    bands = _bands(changes, 72 * 0.98 * width)
    long = any("\n" in _row_label(row, 72 * 0.98 * width) for row in changes.rows)
    cells = 72 * (_TWO_LINES if long else _ROW) * len(changes.rows)
    return (heading_points(title, width) + 20 + sum(band.top + cells + _FOOT for band in bands)) / 72


def change_picture(name: str, changes: Changes, title: str, alt: str) -> Picture | None:
    """Return the map for a page; None if its numbers have no room there."""
    height, tall = (change_height(changes, title, width) for width in (PICTURE_WIDTH, NARROW_WIDTH))
    if change_width(changes) > PICTURE_WIDTH or height > _TALLEST_PICTURE:
        return None
    draw = partial(change_map, changes, title=title)
    return Picture(name, alt, height, tall if tall <= _TALLEST_NARROW else None, draw)


def change_map(changes: Changes, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Draw differences of chances, with the number and its sign in every cell that differs.

    Columns that have no room beside each other stand in parts below each other, as on a phone.
    A cell is the darker the larger its change. Green is more and purple is less; the sign says the same. A chance that
    is there on one side only has a sign on grey.

    Raises
    ------
    DataError
        If there is no cell.
    """
    if not changes.rows or not changes.columns:
        raise DataError("nothing to draw: no cell")
    with styled():
        if ax is None:
            width = max(style.WIDTH, change_width(changes))
            ax = new_axes(width, change_height(changes, title, width))
        heading = Heading(ax, title)
        width, height = (72 * inches for inches in axes_inches(ax))
        bands = _bands(changes, width)
        left = _left(changes, width)
        cells = (height - heading.height - sum(band.top + _FOOT for band in bands)) / len(bands)
        places = _places(ax, bands, left, heading.height, cells)
        heading.draw(left, above=bands[0].top)
        names = [_row_label(row, width) for row in changes.rows]
        at = changes.largest
        largest = Fraction(1) if at is None else abs(Fraction(changes.points[at[0]][at[1]]))
        for place, band in zip(places, bands, strict=True):
            _draw_cells(place, band, largest)
            place.set_xlim(-0.5, len(band.changes.columns) - 0.5)
            place.set_ylim(len(changes.rows) - 0.5, -0.5)
            place.set_xticks([])
            place.set_yticks(range(len(changes.rows)), names, linespacing=1.05)
            place.tick_params(length=0)
            place.grid(visible=False)
            _draw_heads(place, band)
    return ax


@dataclass(frozen=True, slots=True)
class _Band:
    """Neighbouring columns that stand beside each other, with the width of each and the room for their heads."""

    changes: Changes
    room: float
    top: float


def _bands(changes: Changes, width: float) -> list[_Band]:
    """Return the columns in as few parts as have room in a place so many points wide, about equally many in each."""
    room = width - _left(changes, width) - _RIGHT
    count = len(changes.columns)
    most = max(1, min(count, int(room / _column(changes) + _ROUNDING)))
    size = -(-count // -(-count // most))
    bands = []
    for start in range(0, count, size):
        columns = changes.columns[start : start + size]
        part = Changes(changes.rows, columns, tuple(row[start : start + size] for row in changes.points))
        bands.append(_Band(part, room / size, _top(part, room / size)))
    return bands


def _places(ax: Axes, bands: list[_Band], left: float, heading: float, cells: float) -> list[Axes]:
    figure = root_figure(ax)
    below = sum(cells + band.top + _FOOT for band in bands[1:])
    inset(ax, left=left, right=_RIGHT, top=heading + bands[0].top, bottom=_FOOT + below)
    wide, high = (72 * inches for inches in figure.get_size_inches())
    box = ax.get_position()
    places, y = [ax], box.y0
    for band in bands[1:]:
        y -= (_FOOT + band.top + cells) / high
        width = band.room * len(band.changes.columns)
        places.append(figure.add_axes((box.x0, y, width / wide, cells / high)))
    return places


def _draw_cells(ax: Axes, band: _Band, largest: Fraction) -> None:
    widest = max(text_width(text, style.LABEL) for text in _texts(band.changes))
    size = min(style.LABEL, max(_SMALLEST, style.LABEL * (band.room - 4) / widest))
    for iy, row in enumerate(band.changes.points):
        for ix, value in enumerate(row):
            shade = "#DDDDDD" if value in (LOST, NEW) else "#FFFFFF"
            if isinstance(value, Fraction):
                shade = style.change_shade(float(value / largest))
            cell(ax, ix, iy, shade, _text(value), size)


def _draw_heads(ax: Axes, band: _Band) -> None:
    changes, room = band.changes, band.room
    height = 72 * axes_inches(ax)[1]
    turned = _turned(changes, room)
    for ix, (_, label) in enumerate(changes.columns):
        text = "\n".join(wrapped(label, _TALLEST, style.LABEL)[:2]) if turned else label
        low, rotation = -0.5 - len(changes.rows) * 4 / height, 90 if turned else 0
        ax.text(ix, low, text, ha="center", va="bottom", rotation=rotation, fontsize=style.LABEL, linespacing=1.1)
    above = _label_height(changes, room) + 4 + _GAP
    for first, count, group in _groups(changes):
        lines = wrapped(group, count * room - 4, style.LABEL, bold=True)
        y = -0.5 - len(changes.rows) * above / height
        middle = first + (count - 1) / 2
        ax.text(middle, y, "\n".join(lines), ha="center", va="bottom", fontsize=style.LABEL, fontweight="bold")
        if first:
            ax.axvline(first - 0.5, color=style.INK, linewidth=1.4)


def _groups(changes: Changes) -> Iterator[tuple[int, int, str]]:
    first = 0
    for group, members in groupby(changes.columns, key=lambda column: column[0]):
        count = len(list(members))
        yield first, count, group
        first += count


def _text(value: Fraction | str) -> str:
    if isinstance(value, str):
        return value
    return written_change(value) if value else ""


def _texts(changes: Changes) -> list[str]:
    return ["?", *(_text(value) for row in changes.points for value in row)]


def _column(changes: Changes) -> float:
    return max(text_width(text, _SMALLEST) for text in _texts(changes)) + 4


def _row_label(text: str, width: float) -> str:
    """Return the name of a row in one line or two; longer ones are cut, and the tables have them whole."""
    lines = wrapped(text, min(_LONGEST, _SHARE * width), style.LABEL)
    return "\n".join(lines if len(lines) <= 2 else (lines[0], f"{lines[1]} \N{HORIZONTAL ELLIPSIS}"))


def _left(changes: Changes, width: float) -> float:
    widths = (text_width(line, style.LABEL) for row in changes.rows for line in _row_label(row, width).splitlines())
    return 10 + max(widths, default=0.0)


def _turned(changes: Changes, room: float) -> bool:
    return max(text_width(label, style.LABEL) for _, label in changes.columns) > room - 4


def _label_height(changes: Changes, room: float) -> float:
    if not _turned(changes, room):
        return LINE * style.LABEL
    return max(
        text_width(line, style.LABEL) for _, label in changes.columns for line in wrapped(label, _TALLEST, style.LABEL)
    )


def _top(changes: Changes, room: float) -> float:
    lines = max(len(wrapped(group, count * room - 4, style.LABEL, bold=True)) for _, count, group in _groups(changes))
    named = any(group for group, _ in changes.columns)
    return _label_height(changes, room) + 6 + (_GAP + lines * LINE * style.LABEL + 2 if named else 0)
