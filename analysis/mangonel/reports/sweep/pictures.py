"""The pictures of a sweep: lines or heat maps, and a map of differences of two rule sets."""

from __future__ import annotations

from mangonel.charts.numbers import short
from mangonel.charts.sweeps import sweep_lines, sweep_lines_height
from mangonel.odds.intervals import Estimate
from mangonel.press.blocks import Picture
from mangonel.reports.difference_map import difference_pictures
from mangonel.reports.heat_pictures import heat_pictures
from mangonel.reports.sweep.answer import half_passed
from mangonel.reports.sweep_study import SweepStudy, crossings

__all__ = ["sweep_pictures"]


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
        halves: dict[str, list[str]] = {}
        for label, line in lines.items():
            halves.setdefault(half_passed(study, line), []).append(label)
        ways = (words.text("frame.named", name=words.joined(labels), text=text) for text, labels in halves.items())
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
