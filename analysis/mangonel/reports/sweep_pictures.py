"""The pictures of a sweep: heat maps cut so that they can be read, lines, and a map of differences of two rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from mangonel.charts.changes import Changes, change_height, change_map, change_width
from mangonel.charts.heat import heat_finding, heat_height, heat_map, needs_width
from mangonel.charts.numbers import differs, points, short
from mangonel.charts.sweeps import sweep_lines, sweep_lines_height
from mangonel.reports.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.locales import Locale
    from mangonel.odds.intervals import Estimate
    from mangonel.reports.sweep_study import SweepStudy
    from mangonel.studies.sweep import Sweep

__all__ = ["heat_pictures", "sweep_pictures"]

_MOST_ROWS = 22  # of a heat map on a page
_NOT_APART = "\N{ALMOST EQUAL TO}"


def sweep_pictures(study: SweepStudy) -> list[Picture]:
    """Return the pictures of a sweep: lines if one thing varies, else a heat map for each rule set."""
    first = study.first
    if first.one_way:
        return [_lines(study)] if len(first.xs) > 1 else []
    pictures = []
    for number, (label, sweep) in enumerate(study.sweeps.items(), start=1):
        name = f"heat-map-{number}" if len(study.sweeps) > 1 else "heat-map"
        pictures += heat_pictures(sweep, study.words, name=name, label=label)
    return [*pictures, *_differences(study)]


def heat_pictures(sweep: Sweep, words: Locale, *, name: str = "heat-map", label: str = "") -> list[Picture]:
    """Return the heat map, cut into as many as it takes for the numbers to be read.

    Parameters
    ----------
    sweep
        The numbers.
    words
        The language.
    name
        What the ids of the pictures begin with.
    label
        A rule set to be named in the title.
    """
    columns = len(sweep.xs)
    while columns > 1 and max(needs_width(part) for part in _parts(sweep, columns, len(sweep.ys))) > PICTURE_WIDTH:
        columns -= 1
    parts = _parts(sweep, _even(len(sweep.xs), columns), _even(len(sweep.ys), _MOST_ROWS))
    finding = heat_finding(sweep)
    if label:
        finding = words.text("frame.named", name=label, text=finding)
    pictures = []
    for number, part in enumerate(parts, start=1):
        title = finding
        if len(parts) > 1:
            title = words.text("report_sweep.part", finding=finding, number=number, count=len(parts))
        height = heat_height(part)
        pictures.append(
            Picture(
                f"{name}-{number}",
                words.text("report_sweep.heat_alt", finding=title),
                height,
                height if needs_width(part) <= NARROW_WIDTH else None,
                partial(_draw_heat, part, title),
            )
        )
    return pictures


def _draw_heat(part: Sweep, title: str, ax: Axes) -> Axes:
    return heat_map(part, ax=ax, title=title)


def _lines(study: SweepStudy) -> Picture:
    words = study.words
    ends = {label: (sweep.estimates[0][0], sweep.estimates[0][-1]) for label, sweep in study.sweeps.items()}
    title = words.text("report_sweep.lines_title", ending=study.ending, name=study.x_name, rise=_rise(study, ends))
    height = sweep_lines_height(len(study.sweeps))
    return Picture(
        "lines",
        words.text("report_sweep.lines_alt", finding=title),
        height,
        height,
        lambda ax: sweep_lines(study.sweeps, ax=ax, title=title, endings=study.endings, words=words),
    )


def _rise(study: SweepStudy, ends: dict[str, tuple[Estimate, Estimate]]) -> str:
    """Return from where to where the chance goes under each rule set."""
    words = study.words
    first, last = study.first.xs[0], study.first.xs[-1]
    parts = [
        words.text(
            "report_sweep.rise",
            rules=label,
            first=first,
            low=short(low, words=words),
            last=last,
            high=short(high, words=words),
        )
        for label, (low, high) in ends.items()
    ]
    return words.text("frame.semicolon").join(parts)


def _differences(study: SweepStudy) -> list[Picture]:
    """Return the map of second minus first rule set, if there are two and they differ, and its numbers have room."""
    words = study.words
    apart = [cell for cell in study.difference_cells if differs(cell.found)]
    if not apart:
        return []
    # As in the heat maps, the largest value of what varies down stands at the top.
    order = sorted(range(len(study.first.ys)), key=lambda place: study.first.ys[place], reverse=True)
    changes = Changes(
        tuple(words.text("report_sweep.at", name=study.y_name, value=study.first.ys[place]) for place in order),
        tuple((study.x_name, str(x)) for x in study.first.xs),
        tuple(tuple(_change(found) for found in study.differences[place]) for place in order),
    )
    needed = change_width(changes, words)
    if needed > PICTURE_WIDTH or len(order) > _MOST_ROWS:
        return []
    left, right = study.sweeps
    most = max(apart, key=lambda cell: abs(cell.found.value))
    title = words.text(
        "report_sweep.difference_title",
        ending=study.ending,
        left=left,
        right=right,
        points=points(most.found, interval=False, words=words),
        place=study.place(most.x, most.y),
    )
    height = change_height(changes, title, PICTURE_WIDTH)
    narrow = change_height(changes, title, NARROW_WIDTH) if needed <= NARROW_WIDTH else None
    alt = words.text("report_sweep.heat_alt", finding=title)
    return [
        Picture("differences", alt, height, narrow, lambda ax: change_map(changes, ax=ax, title=title, words=words))
    ]


def _change(found: Estimate) -> Fraction | str:
    if differs(found):
        return Fraction(found.value)
    return Fraction(0) if found.exact else _NOT_APART


def _even(count: int, most: int) -> int:
    """Return the size of parts that are about equally large and at most `most`."""
    parts = -(-count // most)
    return -(-count // parts)


def _parts(sweep: Sweep, columns: int, rows: int) -> Sequence[Sweep]:
    """Return the sweep in parts of at most so many columns and rows."""
    return [
        replace(
            sweep,
            xs=sweep.xs[left : left + columns],
            ys=sweep.ys[low : low + rows],
            estimates=tuple(row[left : left + columns] for row in sweep.estimates[low : low + rows]),
        )
        for low in range(0, len(sweep.ys), rows)
        for left in range(0, len(sweep.xs), columns)
    ]
