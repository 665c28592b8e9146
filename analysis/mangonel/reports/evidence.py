"""The sections that show how often each ending comes: bars, curves, heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.charts.bars import bars_height, ending_bars
from mangonel.charts.curves import curves_height, ending_curves
from mangonel.charts.findings import ending_finding
from mangonel.charts.numbers import full, short
from mangonel.reports.answer import came_by, never_came
from mangonel.reports.blocks import Block, Paragraph, Picture, Section, Table
from mangonel.reports.course import MOST_COLUMNS, turn_tables
from mangonel.reports.heat_pictures import heat_pictures
from mangonel.reports.names import capital, ending_name, engine_name, joined

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.reports.study import Study
    from mangonel.studies.sweep import Sweep

__all__ = ["charts_section", "heat_section"]


def charts_section(study: Study, words: Locale) -> Section:
    """Return the charts of the endings, with the numbers by turn."""
    results = study.results
    asked = study.number("ending", study.main_ending)
    title = ending_finding(results, study.main_ending, difference=asked.difference, words=words)
    under = joined(results, words)
    height = bars_height(results, words=words)
    bars = Picture(
        "bars",
        words.text("report_charts.bars_alt", rules=under, finding=title),
        height,
        height,
        lambda ax: ending_bars(results, ax=ax, title=title, words=words),
    )
    rise = _rise(study, words)
    height = curves_height(results)
    curves = Picture(
        "curves",
        words.for_unit("report_charts.curves_alt", study.unit, rules=under, finding=rise),
        height,
        height,
        lambda ax: ending_curves(results, ax=ax, title=rise, words=words),
    )
    tables = turn_tables(
        study,
        "report_charts.by_turn",
        "endings",
        study.first.endings,
        lambda result, name, turn: (short if result.exact else full)(
            result.probability(name, by_turn=turn), words=words
        ),
        words,
        first=1,
    )
    return Section("charts", words.text("report_charts.heading"), (bars, curves, *tables))


def _rise(study: Study, words: Locale) -> str:
    """Say by which turn half of the games are over that end as is asked about."""
    found = []
    for label, result in study.results.items():
        by = came_by(result, study.main_ending, 0.5, words)
        text = never_came(result, words) if by is None else words.for_unit("report_charts.half_by", study.unit, turn=by)
        found.append(words.text("report_answer.under", number=text, rules=label) if len(study.results) > 1 else text)
    return words.text("report_charts.rise", ending=ending_name(study, study.main_ending, words), sides=", ".join(found))


def heat_section(sweep: Sweep | None, words: Locale) -> Section | None:
    """Return the heat map with its numbers, or None if there is no sweep."""
    if sweep is None:
        return None
    source = sweep.provenance
    engines = sorted({cell.engine for row in sweep.provenances for cell in row})
    exact = all(cell.exact for row in sweep.estimates for cell in row)
    table = len(sweep.xs) < MOST_COLUMNS
    across, down = (words.word("paths", name) for name in (sweep.x_name, sweep.y_name))
    note = words.text(
        "report_heat.note" if exact or table else "report_heat.note_sampled",
        rules=f"{source.rules} ({source.digest})",
        engine=joined((engine_name(one, words) for one in engines), words),
    )
    blocks: list[Block] = [*heat_pictures(sweep, words), Paragraph(note, "note")]
    if table:
        rows = tuple(
            (str(y), *((short if found.exact else full)(found, words=words) for found in row))
            for y, row in zip(sweep.ys, sweep.estimates, strict=True)
        )
        ending = words.word("endings", sweep.ending, sweep.sequence)
        caption = words.text("report_heat.caption", ending=ending, across=across, down=down)
        blocks.append(Table(caption, (down, *(str(x) for x in sweep.xs)), rows))
    heading = capital(words.text("report_heat.heading", across=across, down=down))
    return Section("heat-map", heading, tuple(blocks))
