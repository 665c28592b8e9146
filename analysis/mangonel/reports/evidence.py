"""The sections that show how often each ending comes: bars, curves, heat map."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mangonel.charts.bars import bars_height, ending_bars
from mangonel.charts.curves import curves_height, ending_curves
from mangonel.charts.findings import ending_finding
from mangonel.charts.heat import heat_finding, heat_height, heat_map, needs_width
from mangonel.charts.numbers import full, short
from mangonel.odds.words import spoken
from mangonel.reports.answer import came_by
from mangonel.reports.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Paragraph, Picture, Section, Table
from mangonel.reports.course import MOST_COLUMNS, turn_tables

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.reports.study import Study
    from mangonel.studies.sweep import Sweep

__all__ = ["charts_section", "heat_section"]

_MOST_ROWS = 22  # of a heat map on a page


def charts_section(study: Study) -> Section:
    """Return the charts of the endings, with the numbers by turn."""
    results = study.results
    title = ending_finding(results, study.main_ending, difference=study.difference("ending", study.main_ending))
    under = " and ".join(results)
    bars = Picture(
        "bars",
        f"Bars: how often each ending comes under {under}. {title}. The table of endings has the numbers.",
        bars_height(results),
        bars_height(results),
        lambda ax: ending_bars(results, ax=ax, title=title),
    )
    rise = _rise(study)
    curves = Picture(
        "curves",
        f"Curves: probability that each ending has come by each turn under {under}. {rise}. "
        "The table below has the numbers.",
        curves_height(results),
        curves_height(results),
        lambda ax: ending_curves(results, ax=ax, title=rise),
    )
    return Section("charts", "Charts of the endings", (bars, curves, *_curve_tables(study)))


def _rise(study: Study) -> str:
    """Say by which turn half of the ending asked about has come."""
    found = []
    for label, result in study.results.items():
        by = came_by(result, study.main_ending, 0.5)
        found.append(f"{label}: half of it by {study.unit} {by}" if by[0].isdigit() else f"{label}: {by}")
    name = f"\N{LEFT DOUBLE QUOTATION MARK}{spoken(study.main_ending)}\N{RIGHT DOUBLE QUOTATION MARK}"
    return f"When {name} comes - {', '.join(found)}"


def _curve_tables(study: Study) -> list[Table]:
    """Return the numbers of the curves: rule set beside rule set, in as many tables as fit the page."""
    return turn_tables(
        study,
        "Probability by the end of each",
        study.comparison.left.endings,
        lambda result, name, turn: (full if not result.exact else short)(result.probability(name, by_turn=turn)),
        first=1,
    )


def heat_section(study: Study) -> Section | None:
    """Return the heat map with its numbers, or None if there is no sweep."""
    sweep = study.sweep
    if sweep is None:
        return None
    source = sweep.provenance
    engines = sorted({cell.engine for row in sweep.provenances for cell in row})
    exact = all(cell.exact for row in sweep.estimates for cell in row)
    table = len(sweep.xs) < MOST_COLUMNS
    intervals = "" if exact or table else ", 95 % intervals in the CSV file"
    note = f"Under {source.rules} ({source.digest}), engine {' and '.join(engines)}{intervals}."
    blocks: list[Block] = [*_heat_pictures(sweep), Paragraph(note, "note")]
    if table:
        rows = tuple(
            (str(y), *((short if found.exact else full)(found) for found in row))
            for y, row in zip(sweep.ys, sweep.estimates, strict=True)
        )
        caption = f"{spoken(sweep.ending)} by {spoken(sweep.x_name)} (across) and {spoken(sweep.y_name)} (down)"
        blocks.append(Table(caption, (spoken(sweep.y_name), *(str(x) for x in sweep.xs)), rows))
    return Section("heat-map", f"{spoken(sweep.x_name)} and {spoken(sweep.y_name)}".capitalize(), tuple(blocks))


def _heat_pictures(sweep: Sweep) -> list[Picture]:
    """Return the heat map, cut into as many as it takes for the numbers to be read."""
    columns = len(sweep.xs)
    while columns > 1 and max(needs_width(part) for part in _parts(sweep, columns, len(sweep.ys))) > PICTURE_WIDTH:
        columns -= 1
    parts = _parts(sweep, _even(len(sweep.xs), columns), _even(len(sweep.ys), _MOST_ROWS))
    finding = heat_finding(sweep)
    pictures = []
    for number, part in enumerate(parts, start=1):
        title = finding if len(parts) == 1 else f"{finding} (part {number} of {len(parts)})"
        pictures.append(
            Picture(
                f"heat-map-{number}",
                f"Heat map: {title}. Every cell holds its number in percent; the CSV file has them all.",
                heat_height(part),
                heat_height(part) if needs_width(part) <= NARROW_WIDTH else None,
                partial(_draw_heat, part, title),
            )
        )
    return pictures


def _draw_heat(part: Sweep, title: str, ax: Axes) -> Axes:
    return heat_map(part, ax=ax, title=title)


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
