"""A probability for each hex, drawn where the hex lies on the map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from matplotlib.axes import Axes
from matplotlib.patches import Patch, Polygon, Rectangle

from mangonel.engine.intervals import NO_BREAK, Estimate
from mangonel.engine.result import Result
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import LINE, Heading, axes_inches, text_width, wrapped
from mangonel.paper.charts.numbers import short
from mangonel.paper.charts.style import new_axes, styled
from mangonel.rules.words import say, words

_FILL = 0.98  # of its width and height a figure gives to its Axes
_LARGEST = 50.0  # points from the centre of a hex to its corners
_TALLEST = 430.0  # points that a map may be high, so that it fits on a page with its key
_SIZES = (9.5, 9.0, 8.5, 8.0)  # points, of the text in a hex
_AIR = 2.5  # points between a text and the side of its hex
_EDGE = 6.0  # points kept free around the map
_SLACK = 1.0  # points, so that rounding costs no hex its name
_ROOT = math.sqrt(3)
_LIKELY = 0.5  # hatched from here on


@dataclass(frozen=True, slots=True)
class HexCell:
    """A hex to be drawn."""

    name: str
    """Its name."""
    q: int
    r: int
    """`q`, `r`: axial coordinates: r counts rows downwards, q goes to the right along a row."""
    chance: Estimate
    """Its probability."""


def hex_cells(result: Result) -> tuple[HexCell, ...]:
    """Return the hexes of a result, each with how often it happens there; nothing if the result has no map."""
    if result.hexes is None:
        return ()
    pairs = zip(result.hexes.hexes, result.hexes.counters, strict=True)
    return tuple(HexCell(place.name, place.q, place.r, result.tally(counter)) for place, counter in pairs)


def hex_finding(cells: Sequence[HexCell], what: str = "") -> str:
    """Return the hexes where it happens most and least often, if they can be told apart."""
    extremes = _most_and_least(cells)
    return words().named(words().word("tallies", what), extremes) if what else extremes


def _most_and_least(cells: Sequence[HexCell]) -> str:
    low, high = (pick(cells, key=lambda cell: cell.chance.value) for pick in (min, max))
    least, most = (short(cell.chance) for cell in (low, high))
    if len(cells) == 1:
        return say("charts.named", name=words().place(high.name), value=most)
    if low.chance.exact and high.chance.exact and low.chance.value == high.chance.value:
        return say("charts.in_every_hex", chance=least)
    if not low.chance.high < high.chance.low:
        return say("charts.hexes_not_apart", low=least, high=most)
    names = {"most": words().place(high.name), "least": words().place(low.name)}
    return say("charts.most_least_often", highest=most, lowest=least, **names)


def hexes_height(cells: Sequence[HexCell], title: str = "", *, width: float = style.WIDTH) -> float:
    """Return the height in inches that a map so many inches wide needs under a title, by default the finding."""
    room = 72 * _FILL * width
    grid = _Grid(cells)
    radius = min(_LARGEST, (room - 2 * _EDGE) / grid.width, _TALLEST / grid.height)
    keys = 0 if _names(cells, radius) is not None else len(_key(cells, room - 2 * _EDGE))
    heading = LINE * 10 * len(wrapped(title or hex_finding(cells), room, 10, bold=True)) + 10
    heading += LINE * style.LABEL + 3 if any(cell.chance.value >= _LIKELY for cell in cells) else 0
    return (heading + radius * grid.height + 2 * _EDGE + LINE * style.LABEL * keys + _SLACK) / 72 / _FILL


def hexes_need(cells: Sequence[HexCell]) -> float:
    """Return the width in inches below which the numbers would not fit into their hexes."""
    radius = 6.0
    while not all(_in_hex(_letter(at), _number(cell), radius, _SIZES[-1]) for at, cell in enumerate(cells)):
        radius += 0.5
    return (radius * _Grid(cells).width + 2 * _EDGE) / 72 / _FILL


def hex_map(cells: Sequence[HexCell], *, what: str = "", ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw hexes with their names and probabilities.

    The number stands in the hex; its shade says the same, and hexes of 50 % and more are hatched. If a name does not
    fit into its hex, letters stand for the names, which the lines below the map explain.

    Parameters
    ----------
    what
        The event there, for the title.
    title
        By default where it happens most and least often.

    Raises
    ------
    DataError
        If there is no hex.
    """
    if not cells:
        raise DataError("nothing to draw: no hex")
    with styled():
        title = hex_finding(cells, what) if title is None else title
        if ax is None:
            width = max(style.WIDTH, hexes_need(cells))
            ax = new_axes(width, hexes_height(cells, title, width=width))
        sample = Patch(facecolor="#FFFFFF", edgecolor=style.INK, hatch=style.nth(style.HATCHES, 1), linewidth=0.7)
        likely = say("charts.at_least_share", chance=words().percentage(f"{100 * _LIKELY:g}"))
        keys = [(sample, likely)] if any(cell.chance.value >= _LIKELY for cell in cells) else []
        Heading(ax, title, keys).place(left=0, right=0, bottom=0)
        grid = _Grid(cells)
        width, height = (72 * inches for inches in axes_inches(ax))
        tallest = min(_TALLEST, height - 2 * _EDGE)
        radius = min(_LARGEST, (width - 2 * _EDGE) / grid.width, tallest / grid.height)
        labels, key = _names(cells, radius), list[str]()
        if labels is None:
            key = _key(cells, width - 2 * _EDGE)
            radius = min(radius, (height - 2 * _EDGE - LINE * style.LABEL * len(key)) / grid.height)
            letters = [_letter(place) for place in range(len(cells))]
            named = zip(letters, cells, strict=True)
            smallest = [_Label((letter, _number(cell)), _SIZES[-1]) for letter, cell in named]
            labels = _fitting(letters, cells, radius) or smallest
        # Lengths on the axes are in units of the radius; the key takes the room below the map.
        below = LINE * style.LABEL * len(key) / radius
        ax.set_xlim(-width / radius / 2, width / radius / 2)
        ax.set_ylim(-(height / radius + below) / 2, (height / radius - below) / 2)
        ax.set_aspect("equal", adjustable="datalim")
        ax.set(xticks=[], yticks=[])
        ax.set_axis_off()
        for cell, centre, label in zip(cells, grid.centres, labels, strict=True):
            _draw(ax, cell, centre, label, radius)
        for number, line in enumerate(reversed(key)):
            at = (_EDGE, _EDGE / 2 + LINE * style.LABEL * (number + 0.2))
            ax.annotate(line, (0, 0), at, xycoords="axes fraction", textcoords="offset points", fontsize=style.LABEL)
    return ax


class _Grid:
    """Where hexes lie, in units of the distance from a centre to its corners, around the middle of the map."""

    def __init__(self, cells: Sequence[HexCell]) -> None:
        xs = [_ROOT * (cell.q + cell.r / 2) for cell in cells]
        ys = [-1.5 * cell.r for cell in cells]
        self.width = max(xs) - min(xs) + _ROOT
        self.height = max(ys) - min(ys) + 2
        middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
        self.centres = [(x - middle[0], y - middle[1]) for x, y in zip(xs, ys, strict=True)]


@dataclass(frozen=True, slots=True)
class _Label:
    """Lines in a hex, the last of which is the number."""

    lines: tuple[str, ...]
    size: float


def _letter(place: int) -> str:
    more, last = divmod(place, len(ascii_uppercase))
    return (_letter(more - 1) if more else "") + ascii_uppercase[last]


def _key(cells: Sequence[HexCell], width: float) -> list[str]:
    entries = (f"{_letter(place)} {words().place(cell.name)}" for place, cell in enumerate(cells))
    # An entry is not broken; three blanks tell it from the next.
    kept = "   ".join(entry.replace(" ", NO_BREAK) for entry in entries)
    return [line.strip() for line in wrapped(kept, width, style.LABEL)]


def _names(cells: Sequence[HexCell], radius: float) -> list[_Label] | None:
    """Return the names as they fit into hexes of this size, all in the same type; None if one of them does not."""
    return _fitting([words().place(cell.name) for cell in cells], cells, radius)


def _fitting(texts: Sequence[str], cells: Sequence[HexCell], radius: float) -> list[_Label] | None:
    for size in _SIZES:
        labels = [_in_hex(text, _number(cell), radius, size) for text, cell in zip(texts, cells, strict=True)]
        kept = [label for label in labels if label is not None]
        if len(kept) == len(cells):
            return kept
    return None


def _number(cell: HexCell) -> str:
    return short(cell.chance, unit=False)


def _in_hex(text: str, number: str, radius: float, size: float) -> _Label | None:
    """Return text and number wrapped so that every line lies inside the hex, or None."""
    for part in (1.0, 0.85, 0.7, 0.55):
        lines = wrapped(text, part * _ROOT * radius, size)
        # A word that had to be broken is no name any more.
        if " ".join(lines) == text and _lie_inside((*lines, number), size, radius):
            return _Label((*lines, number), size)
    return None


def _lie_inside(lines: tuple[str, ...], size: float, radius: float) -> bool:
    top = LINE * size * len(lines) / 2
    for place, line in enumerate(lines):
        upper, lower = top - place * LINE * size, top - (place + 1) * LINE * size
        farthest = max(abs(upper), abs(lower))
        half = min(_ROOT * radius / 2, _ROOT * (radius - farthest)) - _AIR
        if text_width(line, size, bold=place == len(lines) - 1) > 2 * half:
            return False
    return True


def _draw(ax: Axes, cell: HexCell, centre: tuple[float, float], label: _Label, radius: float) -> None:
    x, y = centre
    shade = style.shade(cell.chance.value)
    ink = style.text_on(shade)
    corners = [(x + math.sin(part * math.pi / 3), y + math.cos(part * math.pi / 3)) for part in range(6)]
    likely = cell.chance.value >= _LIKELY
    count = len(label.lines)
    if likely:
        # A hatch has the colour of the edge; the edge proper is drawn over it. It must not cross out the text.
        ax.add_patch(Polygon(corners, facecolor=shade, edgecolor=ink, hatch=style.nth(style.HATCHES, 1), linewidth=0))
        widths = (text_width(line, label.size, bold=at == count - 1) for at, line in enumerate(label.lines))
        wide, high = (max(widths) + 3) / radius, LINE * label.size * count / radius
        ax.add_patch(Rectangle((x - wide / 2, y - high / 2), wide, high, facecolor=shade, edgecolor="none"))
    ax.add_patch(Polygon(corners, facecolor="none" if likely else shade, edgecolor="#606060", linewidth=1))
    for at, line in enumerate(label.lines):
        high, weight = y + ((count - 1) / 2 - at) * LINE * label.size / radius, "bold" if at == count - 1 else "normal"
        text = ax.text(x, high, line, ha="center", va="center_baseline", color=ink, fontsize=label.size)
        text.set_fontweight(weight)
