"""The pictures of a sweep: lines or heat maps, and a map of differences of two rule sets."""

from __future__ import annotations

from fractions import Fraction

from mangonel.charts.changes import Changes, change_height, change_map, change_width
from mangonel.charts.numbers import differs, points, short
from mangonel.charts.sweeps import sweep_lines, sweep_lines_height
from mangonel.odds.intervals import Estimate
from mangonel.press.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture
from mangonel.reports.heat_pictures import MOST_ROWS, heat_pictures
from mangonel.reports.sweep.answer import half_passed
from mangonel.reports.sweep.study import SweepStudy, crossings

__all__ = ["difference_pictures", "sweep_pictures"]

_NOT_APART = "\N{ALMOST EQUAL TO}"


def sweep_pictures(study: SweepStudy) -> list[Picture]:
    """Return the pictures of a sweep: lines if one thing varies, else a heat map for each rule set.

    Of chances that are the same everywhere the answer says all there is to say.
    """
    if study.first.one_way:
        return [_lines(study)] if any(sweep.varies for sweep in study.sweeps.values()) else []
    pictures = []
    for number, (label, sweep) in enumerate(study.sweeps.items(), start=1):
        name = f"heat-map-{number}" if len(study.sweeps) > 1 else "heat-map"
        if sweep.varies:
            pictures += heat_pictures(sweep, study.words, name=name, label=label)
    return [*pictures, *difference_pictures(study)]


def _lines(study: SweepStudy) -> Picture:
    words = study.words
    title = _lines_title(study)
    height = sweep_lines_height(len(study.sweeps))
    return Picture(
        "lines",
        words.text("report_sweep.lines_alt", finding=title),
        height,
        height,
        lambda ax: sweep_lines(
            study.sweeps,
            ax=ax,
            title=title,
            name=study.ending,
            endings=study.endings,
            sides=study.first.sides,
            words=words,
        ),
    )


def _lines_title(study: SweepStudy) -> str:
    """Return where the chance passes one half under each rule set; where it never does, from where to where it goes."""
    words = study.words
    lines = {label: sweep.estimates[0] for label, sweep in study.sweeps.items()}
    if any(crossings(study.first.xs, line) for line in lines.values()):
        said = {label: half_passed(study, line) for label, line in lines.items()}
        ways = (words.text("frame.named", name=label, text=text) for label, text in said.items())
        return words.text("report_sweep.lines_half", ending=study.ending, ways=words.text("frame.semicolon").join(ways))
    ends = {label: (line[0], line[-1]) for label, line in lines.items()}
    return words.text("report_sweep.lines_title", ending=study.ending, name=study.x_name, rise=_rise(study, ends))


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
        tuple(tuple(_change(found) for found in study.differences[place]) for place in order),
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
