"""Heat maps of a report, cut so that their numbers can be read."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from matplotlib.axes import Axes

from mangonel.charts.heat import heat_finding, heat_height, heat_map, needs_width
from mangonel.locales import Locale
from mangonel.press.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture
from mangonel.studies.sweep import Sweep

__all__ = ["MOST_ROWS", "heat_pictures"]

MOST_ROWS: Final = 22
"""The most rows of a heat map on a page."""


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
    parts = _parts(sweep, _even(len(sweep.xs), columns), _even(len(sweep.ys), MOST_ROWS))
    finding = heat_finding(sweep, words=words)
    if label:
        finding = words.text("frame.named", name=label, text=finding)
    pictures = []
    for number, part in enumerate(parts, start=1):
        title = finding
        if len(parts) > 1:
            title = words.text("report_heat.part", finding=finding, number=number, count=len(parts))
        height = heat_height(part, words=words)
        pictures.append(
            Picture(
                f"{name}-{number}",
                words.text("report_heat.alt", finding=title),
                height,
                height if needs_width(part) <= NARROW_WIDTH else None,
                partial(_draw_heat, part, title, words),
            )
        )
    return pictures


def _draw_heat(part: Sweep, title: str, words: Locale, ax: Axes) -> Axes:
    return heat_map(part, ax=ax, title=title, words=words)


def _even(count: int, most: int) -> int:
    """Return the size of parts that are about equally large and at most `most`."""
    parts = -(-count // most)
    return -(-count // parts)


def _parts(sweep: Sweep, columns: int, rows: int) -> list[Sweep]:
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
