"""The front picture of a scenario: a hundred shields a rule set, losses by ending, and one scale for all levers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED
from mangonel.engine.result import Result
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import LINE, text_width, wrapped
from mangonel.paper.charts.numbers import full
from mangonel.paper.charts.style import new_axes, root_figure, styled
from mangonel.rules.words import capital, say, words

_SIZE: Final = (8.0, 4.5)  # inches: 1200 x 675 at 150 dots an inch
_TALL: Final = 20.0  # inches, of a figure that is only measured
_BROAD: Final = 6.0
"""Inches from which on the scale stands beside the shields."""
_SHIELD: Final = np.array(
    [
        *((-0.4, -0.44), (0, -0.52), (0.4, -0.44), (0.46, -0.05), (0.26, 0.34)),
        *((0, 0.52), (-0.26, 0.34), (-0.46, -0.05), (-0.4, -0.44), (-0.4, -0.44)),
    ]
)
_CODES: Final = [1, 3, 3, 4, 4, 4, 4, 4, 4, 79]
_BANDS: Final = ((), (-0.31,), (0.32,), (-0.31, 0.32))
"""Heights of the bands across a shield, by the number of its mark; of a negative one the shield is round."""
_FITS: Final = ((4, 2.4), (4, 1.7), (4, 1.5), (3, 1.5), (3, 1.4), (2, 1.5), (2, 1.3), (1, 1.3))
"""Numbers of levers and sizes of shields of a picture with a title, of which the first is taken that has room."""
_FOOT: Final = 4.3  # inches
_TITLE: Final = 2  # lines
_LOSSES: Final = 4
"""Kinds of losses at most."""
_LOSS: Final = 0.05
"""A loss that is smaller on average after every ending is not shown."""
_LEAST: Final = 0.5
"""A lever that moves fewer points, or leaves them as they are written, is left out."""
_RARE: Final = 0.005
"""An ending that is rarer under all rule sets has no losses."""
_SETS: Final = 4
"""Rule sets at most that have a hundred shields each."""


@dataclass(frozen=True, slots=True)
class Lever:
    """One change of a scenario."""

    name: str
    group: str
    """`name`, `group`: in words; its heading."""
    chance: float
    """The chance after the change, 0 to 1."""
    said: str
    change: Estimate
    """`said`, `change`: it and its effect in a sentence, without the stop; by how much it changes the chance."""


@dataclass(frozen=True, slots=True)
class Poster:
    """All that the picture shows."""

    title: str
    subtitle: str
    foot: str
    results: Mapping[str, Result]
    """One or two, by the names of the rule sets; levers are changes under the first."""
    asked: str
    """The ending or side that is counted."""
    levers: Sequence[Lever]


def hundred(result: Result, asked: str) -> list[tuple[str, int]]:
    """Return a hundred games in the proportions of a result, as ending and turn.

    Those of `asked` come first and are as many as its chance rounds to; the others follow by ending. Within both,
    places are given by largest remainders.

    Parameters
    ----------
    asked
        An ending, a side, or several joined by ``+``.
    """
    wanted = result.among(asked)
    number = round(100 * float(result.weights[wanted].sum()))
    return [*_shared(result, wanted, number), *_shared(result, ~wanted, 100 - number)]


def alike(results: Iterable[Result], asked: str) -> tuple[str, int] | None:
    """Return the ending and turn that all hundred games under all rule sets have; None if they differ."""
    games = {game for result in results for game in hundred(result, asked)}
    return games.pop() if len(games) == 1 else None


def visible(levers: Iterable[Lever], base: float) -> list[Lever]:
    """Return the levers that show on a scale in whole games of a hundred, the largest first."""
    moving = (lever for lever in levers if round(100 * lever.chance) != round(100 * base))
    shown = [lever for lever in moving if abs(100 * (lever.chance - base)) >= _LEAST]
    return sorted(shown, key=lambda lever: -abs(lever.chance - base))


def _shared(result: Result, among: np.ndarray, number: int) -> list[tuple[str, int]]:
    known = (result.all_endings[-1], *result.endings)
    pairs, place = np.unique(result.outcomes[among, :2], axis=0, return_inverse=True)
    if not number or not len(pairs):
        return []
    shares = np.bincount(place.ravel(), result.weights[among])
    exactly = number * shares / shares.sum()
    counts = np.floor(exactly).astype(int)
    for index in np.argsort(counts - exactly, kind="stable")[: number - counts.sum()]:
        counts[index] += 1
    order = sorted(range(len(pairs)), key=lambda row: (int(pairs[row, 0]) or len(known), int(pairs[row, 1])))
    return [(known[int(pairs[row, 0])], int(pairs[row, 1])) for row in order for _ in range(counts[row])]


def poster(shown: Poster) -> Axes:
    """Draw the front picture with title and foot."""
    with styled():
        for most, room in _FITS:
            page = _Page(new_axes(*_SIZE), shown, 7.0, most=most, room=room)
            y = 0.2
            size = next((each for each in (14, 12, 10) if len(wrapped(shown.title, 546, each, bold=True)) <= _TITLE), 8)
            for line in wrapped(shown.title, 546, size, bold=True):
                y = page.text(0.2, y, line, size=size, weight="bold")
            for line in wrapped(shown.subtitle, 546, 7):
                y = page.text(0.2, y, line)
            if _both(page, 0.2, y + 0.1, 7.6) <= _FOOT:
                break
        page.text(0.2, _FOOT, shown.foot, size=5.6, color="#595959")
    return page.ax


def front(shown: Poster, *, ax: Axes) -> Axes:
    """Draw the picture without title and foot in Axes that fill their figure; return them."""
    with styled():
        page = _Page(ax, shown, 9.0)
        _both(page, 0.0, 0.0, page.width)
    return ax


def front_height(shown: Poster, width: float) -> float:
    """Return the height in inches that `front` needs."""
    with styled():
        return _both(_Page(new_axes(width, _TALL), shown, 9.0), 0.0, 0.0, width)


class _Page:
    """Axes that fill their figure, on which places are inches from its top left: each Axes more takes 10 ms."""

    def __init__(self, ax: Axes, shown: Poster, size: float, *, most: int = 3, room: float = 2.4) -> None:
        self.ax, self.shown, self.size = ax, shown, size
        self.most, self.room = most, room
        """Levers of each group, and endings with a row of losses; inches that a hundred shields take at most."""
        self.width, height = (float(inches) for inches in root_figure(ax).get_size_inches())
        self.line = LINE * size / 72
        """Height of a line of plain text."""
        ax.set(position=(0, 0, 1, 1), xlim=(0, self.width), ylim=(height, 0), xticks=[], yticks=[])
        ax.axis("off")

    def text(self, x: float, y: float, text: str, *, size: float = 0, **how: Any) -> float:
        """Write a line below a height; return the height below it."""
        size = size or self.size
        self.ax.text(x, y + LINE * size / 144, text, fontsize=size, va="center", **how)
        return y + LINE * size / 72

    def box(self, x: float, y: float, width: float, height: float, colour: str, edge: str = "none") -> Rectangle:
        """Draw a rectangle."""
        box = Rectangle((x, y), width, height, facecolor=colour, edgecolor=edge)
        # Limits are set: to look for those of hundreds of shapes takes long.
        self.ax.add_artist(box)
        return box

    def shield(self, x: float, y: float, side: float, colour: str, bands: int) -> None:
        """Draw a shield with its mark around a place."""
        outline = Path.circle((x, y), 0.43 * side)
        if bands >= 0:
            outline = Path(np.array([x, y]) + 0.92 * side * _SHIELD, _CODES)
        shield = PathPatch(outline, facecolor=colour, edgecolor="none")
        self.ax.add_artist(shield)
        for height in _BANDS[bands if bands >= 0 else -1 - bands]:
            band = self.box(x - side / 2, y + (height - 0.04) * side, side, 0.08 * side, style.text_on(colour))
            band.set_clip_path(shield)

    def legend(self, x: float, y: float, width: float, entries: Iterable[tuple[str, str, int | None]]) -> float:
        """Write names with squares, or shields with a mark, in as many lines as it takes; return the height below."""
        at, side = x, 0.8 * self.size / 72
        for colour, name, bands in entries:
            room = 1.5 * side + text_width(name, self.size) / 72
            if at > x and at + room > x + width:
                at, y = x, y + 1.1 * self.line
            if bands is None:
                self.box(at, y + (self.line - side) / 2, side, side, colour)
            else:
                self.shield(at + side / 2, y + self.line / 2, side, colour, bands)
            self.text(at + 1.5 * side, y, name)
            at += room + 2 * side
        return y + 1.1 * self.line


def _both(page: _Page, x: float, y: float, width: float) -> float:
    """Draw the games and the scale, beside each other if there is room; return the height below."""
    broad = width >= _BROAD
    room = 0.55 * width if broad else width
    constant = alike(page.shown.results.values(), page.shown.asked)
    below = _losses(page, x, y if constant else _shields(page, x, y, room, broad=broad) + 0.1, room)
    if broad:
        return max(below, _scale(page, x + room + 0.25, y, width - room - 0.25))
    return _scale(page, x, below + 0.15, width)


def _colour(ending: str, result: Result) -> str:
    return style.ending_colour(ending, result.endings, result.sides)


def _bands(ending: str, result: Result) -> int:
    """Return the number of the mark of an ending: those of one side, and those of nobody, look alike in grey."""
    wins = next((side.wins for side in result.sides if ending in side.wins), ())
    if wins or not result.sides or ending == UNDECIDED:
        return wins.index(ending) % len(_BANDS) if wins else 0
    nobodys = [name for name in result.endings if not any(name in side.wins for side in result.sides)]
    return -1 - nobodys.index(ending) % len(_BANDS)


def _shields(page: _Page, x: float, y: float, width: float, *, broad: bool) -> float:
    results = list(page.shown.results.items())[:_SETS]
    gap = 0.2
    abreast = 3 if broad and len(results) == 3 else 2
    room = min((width - gap * (abreast - 1)) / abreast, page.room)
    hundreds = [round(100 * result.probability(page.shown.asked).value) for _, result in results]
    chances = [say("poster.in_hundred", number=number) for number in hundreds]
    heads = [wrapped(label, 72 * room, page.size + 1, bold=True)[:2] for label, _ in results]
    drawn = [hundred(result, page.shown.asked) for _, result in results]
    digits = max(len(str(turn)) for games in drawn for _, turn in games)
    # Bands leave so much height between them.
    size = min(page.size - 1, 72 * room / 10.4 * 0.85 / (0.5 * max(digits, 2)), 72 * room / 10.1 * 0.55)
    above = max(map(len, heads)) * LINE * (page.size + 1) / 72 + page.line + 0.04
    below = y
    for place, ((_, result), head, chance, games) in enumerate(zip(results, heads, chances, drawn, strict=True)):
        row, column = divmod(place, abreast)
        left, at = x + column * (room + gap), y + row * (above + room + 0.1)
        top = at + above
        below = top + room
        for line in head:
            at = page.text(left, at, line, size=page.size + 1, weight="bold")
        page.text(left, at, chance, color=style.INK)
        side = room / 10.1
        for number, (ending, turn) in enumerate(games):
            across, down = left + room * (number % 10 + 0.5) / 10, top + side * (number // 10 + 0.55)
            colour = _colour(ending, result)
            page.shield(across, down, side, colour, _bands(ending, result))
            page.ax.text(across, down, str(turn), fontsize=size, ha="center", va="center", color=style.text_on(colour))
    first, came = results[0][1], {ending for games in drawn for ending, _ in games}
    entries = [
        (_colour(ending, first), words().word("endings", ending, first.sequence), _bands(ending, first))
        for ending in first.all_endings
        if ending in came
    ]
    return page.legend(x, below + 0.06, width, entries)


def _told(
    page: _Page, results: Sequence[Result]
) -> tuple[str, list[str], Mapping[str, Sequence[Sequence[Estimate | None]]]]:
    """Return a heading, the losses of all sides or else all measures, and their means by the name of an ending.

    Where all games end alike a name is that of a measure, and has its mean alone.
    """
    first = results[0]
    ends = [name for name in first.all_endings if max(each.probability(name).value for each in results) >= _RARE]
    ends = sorted(ends, key=lambda name: -first.probability(name).value)[: page.most]
    given = [[[each.mean_given(name, end) for name in first.measures] for each in results] for end in ends]
    most = np.max([[0.0 if mean is None else mean.value for mean in means] for row in given for means in row], axis=0)
    costly = [place for place in np.argsort(-most, kind="stable") if most[place] >= _LOSS]
    named = {place: words().word("losses", first.measures[place], first.sequence) for place in sorted(costly)}
    if alike(results, page.shown.asked):
        means = {name: [[each.mean(first.measures[place])] for each in results] for place, name in named.items()}
        return capital(say("telling.on_average")), [], means
    lost = [place for place in costly if any(first.measures[place] in side.losses for side in first.sides)]
    places = sorted((lost or costly)[:_LOSSES])
    named_ends = [words().word("endings", end, first.sequence) for end in ends]
    shown = ([[means[place] for place in places] for means in row] for row in given if places)
    heading = say("poster.losses" if lost else "report_counters.given")
    return heading, [first.measures[place] for place in places], dict(zip(named_ends, shown, strict=False))


def _losses(page: _Page, x: float, y: float, width: float) -> float:
    results = list(page.shown.results.values())[:_SETS]
    first, (head, names, rows) = results[0], _told(page, results)
    if not rows:
        return y
    y = page.text(x, y, head, weight="bold")
    owners = [style.loss_shades(name, first.sides) for name in names or ("",)]
    shades = [own[owners[:place].count(own)] for place, own in enumerate(owners)]
    named = (words().word("losses", name, first.sequence) for name in names)
    entries = ((shade, name, None) for shade, name in zip(shades, named, strict=False))
    y = page.legend(x, y, width, entries) + 0.03
    label, high = 0.28 * width, 2.1 * page.line
    room = (width - label) / len(results) - 0.08
    starts = [x + label + place * (room + 0.08) for place in range(len(results))]
    if len(results) > 1:
        heads = [wrapped(name, 72 * room, page.size)[:2] for name in page.shown.results][: len(results)]
        for start, lines in zip(starts, heads, strict=True):
            for number, line in enumerate(lines):
                page.text(start, y + number * page.line, line)
        y += max(map(len, heads)) * page.line
    scale = room / max(sum(mean.value for mean in means if mean) for row in rows.values() for means in row)
    for name, row in rows.items():
        lines = wrapped(name, 72 * label - 6, page.size)[:2]
        for number, line in enumerate(lines):
            page.text(x, y + high / 2 + (number - len(lines) / 2) * page.line, line)
        for start, means in zip(starts, row, strict=True):
            for colour, mean in zip(shades, [mean for mean in means if mean is not None], strict=False):
                wide, text = scale * mean.value, full(mean, percent=False, interval=False)
                page.box(start, y + 0.15 * high, wide, 0.7 * high, colour, "#FFFFFF")
                if 72 * wide > text_width(text, page.size - 1) + 2:
                    middle, ink = y + (high - LINE * (page.size - 1) / 72) / 2, style.text_on(colour)
                    page.text(start + wide / 2, middle, text, size=page.size - 1, ha="center", color=ink)
                start += wide
        y += high
    return y


def _scale(page: _Page, x: float, y: float, width: float) -> float:
    shown = page.shown
    first = next(iter(shown.results.values()))
    base = 100 * first.probability(shown.asked).value
    chosen: list[tuple[list[str], Lever | None]] = []
    label = 0.54 * width
    levers = visible(shown.levers, base / 100)
    for group in dict.fromkeys(lever.group for lever in levers):
        mine = [lever for lever in levers if lever.group == group]
        chosen += [([group], None)]
        chosen += [(wrapped(lever.name, 72 * label - 8, page.size)[:4], lever) for lever in mine[: page.most]]
    if not chosen:
        return y
    for line in wrapped(say("poster.scale", number=round(base)), 72 * width, page.size + 1, bold=True):
        y = page.text(x, y, line, size=page.size + 1, weight="bold")
    y += 0.04
    heights = [len(lines) * page.line + (0.07 if lever else 0.1) for lines, lever in chosen]
    # Numbers stand beside the bars, on both sides of the scale.
    beside = 0.16 * (width - label)
    left, room = x + label + beside, width - label - 2 * beside
    more, less = _two_colours(first, shown.asked)
    middle, begin = left + room * base / 100, y
    for (lines, lever), height in zip(chosen, heights, strict=True):
        top = y + (height - len(lines) * page.line) / 2
        for number, line in enumerate(lines):
            if lever is None:
                page.text(x, top + number * page.line, line, weight="bold")
            else:
                page.text(x + label - 0.04, top + number * page.line, line, ha="right")
        if lever is not None:
            value = 100 * lever.chance
            end = left + room * lever.chance
            page.box(middle, y + height / 2 - 0.1, end - middle, 0.2, more if value > base else less)
            gap, ha = (0.015, "left") if value > base else (-0.015, "right")
            page.text(end + gap * room, y + (height - page.line) / 2, f"{value:.0f}", ha=ha)
        y += height
    page.ax.plot((middle, middle), (begin, y), color=style.INK, linewidth=0.8)
    page.ax.plot((left, left + room), (y, y), color=style.INK, linewidth=0.8)
    for tick, ha in ((0, "center"), (50, "center"), (100, "right")):
        page.text(left + room * tick / 100, y + 0.03, str(tick), size=page.size - 1, ha=ha)
    return y + 0.03 + page.line


def _two_colours(result: Result, asked: str) -> tuple[str, str]:
    """Return the colours of more and of less: that of the ending in question, and of the likeliest other one."""
    wanted = set(result.among(asked).nonzero()[0])
    others = [name for name in result.endings if not set(result.among(name).nonzero()[0]) & wanted]
    other = max(others, key=lambda name: result.probability(name).value, default=UNDECIDED)
    return _colour(asked, result), _colour(other, result)
