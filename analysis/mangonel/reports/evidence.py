"""The sections that show the numbers: curves, bars, losses, heat map."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from mangonel.charts.bars import bars_height, ending_bars
from mangonel.charts.curves import curves_height, ending_curves
from mangonel.charts.findings import ending_finding
from mangonel.charts.heat import heat_finding, heat_height, heat_map, needs_width
from mangonel.charts.losses import loss_chart, loss_title, loss_values, losses_height, sides
from mangonel.charts.numbers import full, short
from mangonel.odds.intervals import Estimate
from mangonel.odds.words import spoken
from mangonel.reports.answer import came_by
from mangonel.reports.blocks import Block, Paragraph, Picture, Section, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mangonel.odds.result import Result
    from mangonel.reports.study import Study
    from mangonel.studies.sweep import Sweep

__all__ = ["NARROW_WIDTH", "PICTURE_WIDTH", "charts_section", "heat_section", "losses_section"]

NARROW_WIDTH = 4.0
"""Width of a picture in inches where there is little room, on a phone."""

PICTURE_WIDTH = 7.0
"""Width of every picture in inches: that of the text on A4 with 15 mm margins, a little less than on Letter."""

_MOST_ROWS = 22  # of a heat map on a page
_MOST_COLUMNS = 8  # of a table on a page
_RARE = 0.0005  # the tail of a table of losses is left to the CSV file


def charts_section(study: Study) -> Section:
    """Return the charts of the endings, with the numbers by turn."""
    results = study.results
    title = ending_finding(results, study.main_ending, difference=study.difference("ending", study.main_ending))
    under = " and ".join(results)
    bars = Picture(
        "bars",
        f"Bars: how often each ending comes under {under}. {title}. The table of endings has the numbers.",
        bars_height(results),
        lambda ax: ending_bars(results, ax=ax, title=title),
    )
    rise = _rise(study)
    curves = Picture(
        "curves",
        f"Curves: probability that each ending has come by each turn under {under}. {rise}. "
        "The table below has the numbers.",
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
    return f"When {spoken(study.main_ending)} comes - {', '.join(found)}"


def _curve_tables(study: Study) -> list[Table]:
    """Return the numbers of the curves: rule set beside rule set, in as many tables as fit the page."""
    results = study.results
    endings = study.comparison.left.endings
    size = _MOST_COLUMNS // len(results)
    tables = []
    for group in (endings[start : start + size] for start in range(0, len(endings), size)):
        columns = [(name, label, result) for name in group for label, result in results.items()]
        rows = tuple(
            (str(turn), *(short(result.probability(name, by_turn=turn)) for name, _, result in columns))
            for turn in range(1, study.comparison.left.turns + 1)
        )
        header = ("turn", *(f"{spoken(name)}, {label}" for name, label, _ in columns))
        tables.append(Table("Probability by the end of each turn", header, rows))
    return tables


def losses_section(study: Study) -> Section | None:
    """Return chart and table of the losses of each side, or None if none were recorded."""
    results = study.results
    blocks: list[Block] = []
    for side in sides(study.comparison.left):
        finding = loss_title(results, side)
        blocks.append(
            Picture(
                f"losses-{side}",
                f"Bars and lines: probability of exactly and of at least so many losses. {finding}. "
                "The table below has the numbers.",
                losses_height(results),
                partial(_draw_losses, results, side),
            )
        )
        blocks.append(_loss_table(study, side))
    return Section("losses", "Losses", tuple(blocks)) if blocks else None


def _draw_losses(results: dict[str, Result], side: str, ax: Axes) -> Axes:
    return loss_chart(results, side, ax=ax)


def _loss_table(study: Study, side: str) -> Table:
    results = study.results
    values = {label: loss_values(result, side) for label, result in results.items()}
    most = max(int(losses.max(initial=0)) for losses in values.values())
    last = most
    while last > 0 and all(results[label].weights[losses >= last].sum() < _RARE for label, losses in values.items()):
        last -= 1
    rows = []
    for k in range(last + 1):
        cells = [str(k)]
        for label, losses in values.items():
            exactly, at_least = (
                results[label].estimate(chosen.astype(np.float64), proportion=True)
                for chosen in (losses == k, losses >= k)
            )
            # At least none is certain whatever was sampled.
            cells += [full(exactly), full(at_least if k else Estimate.of_exact(1.0))]
        rows.append(tuple(cells))
    header = [f"{label}: {words}" for label in results for words in ("exactly", "at least")]
    tail = f" (more than {last}: under {100 * _RARE:g} %)" if last < most else ""
    return Table(f"Losses of {spoken(side)}, dead and wounded{tail}", ("lost", *header), tuple(rows))


def heat_section(study: Study) -> Section | None:
    """Return the heat map with its numbers, or None if there is no sweep."""
    sweep = study.sweep
    if sweep is None:
        return None
    source = sweep.provenance
    engines = sorted({cell.engine for row in sweep.provenances for cell in row})
    sampled = "" if all(cell.exact for row in sweep.estimates for cell in row) else ", 95 % intervals in the CSV file"
    note = f"Under {source.rules} ({source.digest}), engine {' and '.join(engines)}{sampled}."
    blocks: list[Block] = [*_heat_pictures(sweep), Paragraph(note, "note")]
    if len(sweep.xs) < _MOST_COLUMNS:
        rows = tuple(
            (str(y), *(short(found) for found in row)) for y, row in zip(sweep.ys, sweep.estimates, strict=True)
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
                partial(_draw_heat, part, title),
                narrow=needs_width(part) <= NARROW_WIDTH,
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
