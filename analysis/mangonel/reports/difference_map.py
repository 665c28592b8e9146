"""The map of what a second rule set adds to the chances of a sweep."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mangonel.charts.changes import Changes, change_height, change_map, change_width
from mangonel.charts.numbers import differs, points
from mangonel.odds.intervals import Estimate
from mangonel.press.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture
from mangonel.reports.heat_pictures import MOST_ROWS
from mangonel.reports.sweep_study import SweepStudy

__all__ = ["difference_pictures"]

_NOT_APART: Final = "\N{ALMOST EQUAL TO}"


def difference_pictures(study: SweepStudy) -> list[Picture]:
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
        tuple(tuple(_change(estimate) for estimate in study.differences[place]) for place in order),
    )
    needed = change_width(changes, words)
    if needed > PICTURE_WIDTH or len(order) > MOST_ROWS:
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
    height, narrow = (change_height(changes, title, width, words=words) for width in (PICTURE_WIDTH, NARROW_WIDTH))
    alt = words.text("report_heat.alt", finding=title)
    return [
        Picture("differences", alt, height, narrow, lambda ax: change_map(changes, ax=ax, title=title, words=words))
    ]


def _change(estimate: Estimate) -> Fraction | str:
    if differs(estimate):
        return Fraction(estimate.value)
    return Fraction(0) if estimate.exact else _NOT_APART
