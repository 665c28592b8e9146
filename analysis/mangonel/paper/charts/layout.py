"""Room for text: measured widths, wrapping, a heading over the axes and labels that do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import get_font
from matplotlib.ft2font import LoadFlags
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter, ScalarFormatter

from mangonel.engine.intervals import Estimate
from mangonel.paper.charts.style import INK, LABEL, LEGEND, mark, root_figure, text_on
from mangonel.paper.typesetting import FALLBACK, SANS, font_file
from mangonel.rules.words import capital, words

LINE = 1.25
"""Height of a line of text in units of its size."""

_TITLE_SIZE = 10.0
_HANDLE = 4.4  # width of a legend's sample with its gap, in letters of the legend's size
_GAP = 5.0  # points between heading and axes
_TICK = 3.0  # points more below a legend, for the label of the highest tick


@lru_cache(maxsize=8)
def _font_files(*, bold: bool) -> tuple[str, ...]:
    return tuple(str(font_file(family, bold=bold)) for family in (SANS, FALLBACK))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text in points."""
    font = get_font(_font_files(bold=bold))
    font.set_size(size, 72)
    # Hinting would round every letter to whole pixels of this size, which the page does not.
    font.set_text(text, 0.0, flags=LoadFlags.NO_HINTING)
    width, _ = font.get_width_height()
    return float(width) / 64


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Return the text in lines that are at most `width` points wide; words that are too long are broken."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        line, fits = "", text_width(paragraph, size, bold=bold) <= width
        for word in [paragraph] if fits else paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if text_width(longer, size, bold=bold) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while text_width(line, size, bold=bold) > width and len(line) > 1:
                end = _longest(line, width, size, bold=bold)
                lines.append(line[:end])
                line = line[end:]
        lines.append(line)
    return lines


def _longest(word: str, width: float, size: float, *, bold: bool) -> int:
    fits = 1
    while fits < len(word) and text_width(word[: fits + 1], size, bold=bold) <= width:
        fits += 1
    soft = max(word.rfind(mark, 0, fits) for mark in "-_./,")
    return soft + 1 if soft >= fits // 2 else fits


def heading_points(title: str, width: float, legend: float = 0) -> float:
    """Return the points that a title takes in a figure so many inches wide, with so many lines of legend."""
    lines = len(wrapped(title, 72 * 0.98 * width, _TITLE_SIZE, bold=True))
    return LINE * _TITLE_SIZE * lines + 1.6 * LABEL * legend


class Rows:
    """Rows with names beside them, each as high as the lines of its name need.

    Parameters
    ----------
    names
        The names.
    width
        Width in points of the place with the names.
    share
        Part of that width that names may take.
    least, gap
        Inches that a row takes at least, and inches between two rows.
    """

    def __init__(self, names: Sequence[str], width: float, *, share: float, least: float, gap: float) -> None:
        self.lines = [wrapped(name, share * width, LABEL) for name in names]
        self.heights = [max(least, LINE * LABEL / 72 * len(lines)) + gap for lines in self.lines]
        self.height = sum(self.heights)
        tops = accumulate(self.heights, initial=0.0)
        self.centres = [top + height / 2 for top, height in zip(tops, self.heights, strict=False)]

    @property
    def left(self) -> float:
        """Points that the names take."""
        return max(text_width(line, LABEL) for lines in self.lines for line in lines) + 10

    def name(self, ax: Axes) -> None:
        """Set names and limits of axes with an inch as vertical unit, the first row on top."""
        ax.set_yticks(self.centres, ["\n".join(lines) for lines in self.lines], fontsize=LABEL)
        ax.set_ylim(self.height, 0)
        ax.tick_params(axis="y", length=0)
        ax.grid(visible=False, axis="y")


def whisker(ax: Axes, estimate: Estimate, y: float, scale: float = 1.0) -> None:
    """Draw the interval of a sampled number along a row."""
    if not estimate.exact:
        ends = [[(estimate.value - estimate.low) / scale], [(estimate.high - estimate.value) / scale]]
        ax.errorbar(estimate.value / scale, y, xerr=ends, fmt="none", ecolor=INK, elinewidth=0.9, capsize=2.2)


def bare(ax: Axes) -> None:
    """Leave out the horizontal axis and all lines but those drawn."""
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.grid(visible=False)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)


def cell(ax: Axes, x: float, y: float, shade: str, text: str = "", size: float = LABEL) -> list[Artist]:
    """Draw a cell of a table with its text; return both."""
    box = Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=shade, edgecolor="#808080", linewidth=0.5)
    how = {"ha": "center", "va": "center_baseline", "color": text_on(shade), "fontsize": size}
    return [ax.add_patch(box), ax.text(x, y, text, **how)]  # type: ignore[arg-type]


def table_axes(ax: Axes, columns: Sequence[str], rows: Sequence[str]) -> None:
    """Set limits and names of axes for a table of cells, the first row at the bottom."""
    ax.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    ax.grid(visible=False)


def name_panel(ax: Axes, lines: Sequence[str]) -> None:
    """Write the lines of a name over a panel."""
    for number, line in enumerate(reversed(lines)):
        at = (0, 4 + number * LINE * LABEL)
        how = {"xycoords": "axes fraction", "textcoords": "offset points", "fontsize": LABEL, "weight": "bold"}
        ax.annotate(line, (0, 1), at, **how)  # type: ignore[arg-type]


def axes_inches(ax: Axes) -> tuple[float, float]:
    """Return width and height of the axes in inches."""
    box = ax.get_position()
    width, height = root_figure(ax).get_size_inches()
    return float(box.width * width), float(box.height * height)


def inset(ax: Axes, *, left: float, right: float, top: float, bottom: float) -> None:
    """Shrink the axes by so many points at each side, to make room for text within the place they were given."""
    width, height = (72 * inches for inches in root_figure(ax).get_size_inches())
    box = ax.get_position()
    wide, high = box.width - (left + right) / width, box.height - (top + bottom) / height
    ax.set_position((box.x0 + left / width, box.y0 + bottom / height, max(0.05, wide), max(0.05, high)))


class PercentTicks(PercentFormatter):
    """Percentages as a language writes them, on an axis that ends at a probability of `largest`."""

    def __init__(self, largest: float) -> None:
        self._least = 0 if largest >= 0.05 else 1 if largest >= 0.005 else 2
        super().__init__(1.0, decimals=self._least, symbol=None)
        self._words = words()

    def set_locs(self, locs: Sequence[float]) -> None:
        """Take one decimal more where a tick needs it: 2.5 % is not called 2 %."""
        super().set_locs(locs)  # type: ignore[arg-type]
        self.decimals = self._least + any(abs(100 * at - round(100 * at, self._least)) > 1e-9 for at in locs)

    def __call__(self, x: float, pos: int | None = None) -> str:
        return self._words.percentage(self._words.written(super().__call__(x, pos)))


class PlainTicks(ScalarFormatter):
    """Numbers as a language writes them."""

    def __init__(self) -> None:
        super().__init__(useOffset=False)
        self._words = words()

    def __call__(self, x: float, pos: int | None = None) -> str:
        return self._words.written(super().__call__(x, pos))


class Heading:
    """Title and legend over the axes, as wide as the place the chart was given.

    Parameters
    ----------
    ax
        The axes, not yet inset.
    title
        The title; wrapped.
    entries
        Legend entries: a sample to draw and its text.
    """

    def __init__(self, ax: Axes, title: str, entries: Sequence[tuple[Artist, str]] = ()) -> None:
        self._ax, self._entries = ax, entries
        width = 72 * axes_inches(ax)[0]
        self._lines = wrapped(capital(title), width, _TITLE_SIZE, bold=True)
        sample = _HANDLE * LABEL
        self._texts = ["\n".join(wrapped(text, width - sample, LABEL)) for _, text in entries]
        widest = max((text_width(line, LABEL) for text in self._texts for line in text.split("\n")), default=0.0)
        fits = max(1, int(width // (widest + sample + 2 * LABEL)))
        # Full columns only, so that pairs stand together.
        self._columns = max((n for n in range(1, min(fits, len(entries)) + 1) if len(entries) % n == 0), default=1)
        count = -(-len(entries) // self._columns)
        rows = [self._texts[place::count] for place in range(count)]
        self._legend_height = sum(max(text.count("\n") + 1 for text in row) for row in rows) * LINE * LABEL
        self._legend_height += 0.35 * LABEL * len(rows)
        self._tick = _TICK if entries else 0.0
        self.height = len(self._lines) * LINE * _TITLE_SIZE + self._legend_height + 2 * _GAP + self._tick
        """Height of the heading in points, with the gap to the axes."""

    def place(self, *, left: float, right: float, bottom: float) -> None:
        """Shrink the axes as `inset` does, with room for the heading at the top, and draw it."""
        inset(self._ax, left=left, right=right, top=self.height, bottom=bottom)
        self.draw(left)

    def draw(self, left: float, above: float = 0.0) -> None:
        """Draw the heading over the axes.

        Parameters
        ----------
        left
            By how many points the axes have been inset at the left.
        above
            Room in points that is kept free between axes and heading for something else.
        """
        width, height = (72 * inches for inches in axes_inches(self._ax))
        if self._entries:
            legend = self._ax.legend(
                [handle for handle, _ in self._entries],
                self._texts,
                loc="lower left",
                bbox_to_anchor=(-left / width, 1 + (above + _GAP + self._tick) / height),
                ncols=self._columns,
                borderaxespad=0,
                borderpad=0,
                handlelength=3.6,
                handletextpad=0.6,
                columnspacing=1.5,
                labelspacing=0.35,
            )
            for text, (_, series) in zip(legend.get_texts(), self._entries, strict=True):
                mark(text, f"{LEGEND}{series}")
        pad = above + self._legend_height + 1.4 * _GAP + self._tick
        title = self._ax.set_title("\n".join(self._lines), loc="left", x=-left / width, pad=pad, linespacing=1.15)
        title.set_parse_math(False)
        # Axes of a user's own had their title before there was a style; it is measured in this face.
        title.set_fontfamily([SANS, FALLBACK])


def spread(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Return centres as near to the wanted ones as possible for labels that must not overlap.

    Parameters
    ----------
    wanted
        Where each label would like to be.
    heights
        How much room each takes, in the same unit.
    low, high
        The room there is; exceeded at both ends alike if the labels need more.
    """
    short = sum(heights) - (high - low)
    if short > 0:
        low, high = low - short / 2, high + short / 2
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    # Groups of labels that touch: (wanted centre of the group, total height, members), merged until none overlap.
    groups: list[tuple[float, float, list[int]]] = []
    for place in order:
        centre, height, members = wanted[place], heights[place], [place]
        centre = min(max(centre, low + height / 2), high - height / 2)
        while groups and groups[-1][0] + groups[-1][1] / 2 > centre - height / 2:
            before, room, others = groups.pop()
            total = room + height
            centre = (before * len(others) + centre * len(members)) / (len(others) + len(members))
            height, members = total, others + members
            centre = min(max(centre, low + height / 2), high - height / 2)
        groups.append((centre, height, members))
    places = [0.0] * len(wanted)
    for centre, height, members in groups:
        start = centre - height / 2
        for place in members:
            places[place] = start + heights[place] / 2
            start += heights[place]
    return places
