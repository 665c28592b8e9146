"""The report on a sweep: one probability of a scenario over one or two of its numbers, under one rule set or two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from mangonel.charts.numbers import full, points
from mangonel.locales import Locale, in_words
from mangonel.odds.intervals import Estimate
from mangonel.odds.result import Provenance
from mangonel.press.blocks import Block, Section, Table
from mangonel.reports.background import assumptions_section, footer, made_table, question_section, source_rows
from mangonel.reports.report_model import NumberRow, ReportData, ReportText
from mangonel.reports.sweep.answer import answer_section, steps_section
from mangonel.reports.sweep.pictures import sweep_pictures
from mangonel.reports.sweep_study import SweepStudy
from mangonel.studies.sweep import Sweep

__all__ = ["build_sweep_report"]

_EXACT_COLUMNS: Final = 10
_SAMPLED_COLUMNS: Final = 4
"""Columns of a table of numbers beside the one that names the row; intervals take more room."""


def build_sweep_report(
    sweeps: Mapping[str, Sweep], text: ReportText, *, endings: Sequence[str] = (), words: Locale | None = None
) -> ReportData:
    """Return the report on a sweep, ready to be rendered.

    Parameters
    ----------
    sweeps
        One sweep, or two over the same values, by the label of the rule set.
    text
        Title, question, scenario, policies, assumptions, command and date, in the language of the report.
    endings
        All endings of the sequence, which decide on colours.
    words
        The language, by default English.

    Raises
    ------
    DataError
        If there are not one or two sweeps, or they are over different values.
    """
    by_id = SweepStudy(sweeps, endings, in_words(words))
    names = text.rules if len(text.rules) == len(sweeps) else tuple(sweeps)
    study = replace(by_id, sweeps=dict(zip(names, sweeps.values(), strict=True)))
    sections = (
        answer_section(study),
        _numbers_section(study),
        steps_section(study),
        question_section(text, study.words),
        assumptions_section(text, study.words),
        _provenance_section(study, text),
    )
    return ReportData(
        text.title,
        tuple(section for section in sections if section is not None),
        footer(sweep.provenance for sweep in sweeps.values()),
        tuple(_number_rows(by_id)),
        study.words,
    )


def _numbers_section(study: SweepStudy) -> Section:
    """Return charts and all numbers, with their intervals if they are sampled, and the differences of two rule sets."""
    pictures = sweep_pictures(study)
    tables = _one_way(study) if study.first.one_way else _two_ways(study)
    blocks: list[Block] = [*pictures, *tables]
    if len(pictures) == len(tables):
        # Each table stands below its picture.
        blocks[::2], blocks[1::2] = pictures, tables
    key = "charts_heading" if pictures else "numbers_heading"
    return Section("numbers", study.words.text(f"report_sweep.{key}"), tuple(blocks))


def _one_way(study: SweepStudy) -> list[Table]:
    """Return the numbers in one table: a row for each value, a column for each rule set and one for the difference."""
    words = study.words
    columns = [[full(estimate, words=words) for estimate in sweep.estimates[0]] for sweep in study.sweeps.values()]
    heads = list(study.sweeps)
    if study.differences:
        left, right = study.sweeps
        heads.append(words.text("report.minus", left=left, right=right))
        columns.append([points(estimate, words=words) for estimate in study.differences[0]])
    rows = zip(map(str, study.first.xs), *columns, strict=True)
    caption = words.text("report_sweep.one_way_caption", ending=study.ending, name=study.x_name)
    return [Table(caption, (study.x_name, *heads), tuple(rows))]


def _two_ways(study: SweepStudy) -> list[Table]:
    """Return a grid of numbers for each rule set, and one of differences."""
    words = study.words
    tables: list[Table] = []
    for label, sweep in study.sweeps.items():
        cells = [[full(estimate, words=words) for estimate in row] for row in sweep.estimates]
        tables += _grid(study, label, cells)
    if study.differences:
        left, right = study.sweeps
        cells = [[points(estimate, words=words) for estimate in row] for row in study.differences]
        tables += _grid(study, words.text("report.minus", left=left, right=right), cells)
    return tables


def _grid(study: SweepStudy, rules: str, cells: Sequence[Sequence[str]]) -> list[Table]:
    """Return numbers as a table; as several if it had too many columns to be read."""
    sweep = study.first
    caption = study.words.text(
        "report_sweep.grid_caption", ending=study.ending, rules=rules, x_name=study.x_name, y_name=study.y_name
    )
    most = _EXACT_COLUMNS if study.exact else _SAMPLED_COLUMNS
    return [
        Table(
            caption if len(sweep.xs) <= most else _part_caption(study, caption, sweep.xs[at : at + most]),
            (study.y_name, *map(str, sweep.xs[at : at + most])),
            tuple((str(y), *row[at : at + most]) for y, row in zip(sweep.ys, cells, strict=True)),
        )
        for at in range(0, len(sweep.xs), most)
    ]


def _part_caption(study: SweepStudy, caption: str, xs: Sequence[int]) -> str:
    return study.words.text("report_sweep.part_caption", caption=caption, name=study.x_name, first=xs[0], last=xs[-1])


def _provenance_section(study: SweepStudy, text: ReportText) -> Section:
    """Return where the numbers come from; the digest of each cell's scenario is in the file of numbers."""
    words = study.words
    sources = [_source(sweep) for sweep in study.sweeps.values()]
    rows = [
        (
            words.text("report_sweep.points"),
            *(words.number(len(sweep.xs) * len(sweep.ys)) for sweep in study.sweeps.values()),
        )
    ]
    rows += source_rows(sources, words)
    head = (words.text("report.item"), *study.sweeps)
    table = Table(words.text("report_sweep.sources_caption"), head, tuple(rows), numeric=False)
    return Section("provenance", words.text("report_provenance.heading"), (table, made_table(text, words)))


def _source(sweep: Sweep) -> Provenance:
    """Return one source for all cells: their engines, the largest number of states, and the first cell's scenario."""
    cells = [cell for row in sweep.provenances for cell in row]
    sampled = next((cell for cell in cells if cell.trials is not None), sweep.provenance)
    states = [cell.states for cell in cells if cell.states is not None]
    return replace(
        sampled,
        engine=", ".join(dict.fromkeys(cell.engine for cell in cells)),
        states=max(states) if states else None,
        scenario_digest=sweep.provenance.scenario_digest,
        notes=tuple(note for notes in dict.fromkeys(cell.notes for cell in cells) for note in notes),
    )


def _number_rows(study: SweepStudy) -> Iterator[NumberRow]:
    """Return every number, unrounded, with the digest of the scenario it belongs to."""
    sweep = study.first
    name = f"{sweep.ending} by {sweep.x_name} (x)" + ("" if sweep.one_way else f", {sweep.y_name} (y)")
    for label, swept in study.sweeps.items():
        for row, sources, y in zip(swept.estimates, swept.provenances, swept.ys, strict=True):
            for estimate, source, x in zip(row, sources, swept.xs, strict=True):
                yield _row("sweep", label, name, x, None if sweep.one_way else y, estimate)
                digest = f"{source.engine} {source.scenario_digest}"
                yield NumberRow("sweep-scenario", label, name, x=x, y=None if sweep.one_way else y, text=digest)
    if study.differences:
        left, right = study.sweeps
        for cell in study.difference_cells:
            down = None if sweep.one_way else cell.y
            yield _row("difference-sweep", f"{right} minus {left}", name, cell.x, down, cell.found)
    for label, swept in study.sweeps.items():
        for item in ("version", "numpy", "rules", "digest", "scenario"):
            yield NumberRow("provenance", label, item, text=getattr(swept.provenance, item))
        for item in ("trials", "seed"):
            value = getattr(swept.provenance, item)
            if value is not None:
                yield NumberRow("provenance", label, item, value=value)


def _row(section: str, rules: str, name: str, x: int, y: int | None, estimate: Estimate) -> NumberRow:
    sampled = "" if estimate.exact else "sampled"
    return NumberRow(
        section,
        rules,
        name,
        x=x,
        y=y,
        estimate=estimate.value,
        lo=estimate.low,
        hi=estimate.high,
        se=estimate.se,
        text=sampled,
    )
