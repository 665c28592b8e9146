"""The report on a sweep: one probability of a scenario over one or two of its numbers, under one rule set or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mangonel.charts.numbers import full, points
from mangonel.locales import in_words
from mangonel.reports.background import assumptions_section
from mangonel.reports.blocks import Block, Paragraph, Section, Table
from mangonel.reports.report_model import NumberRow, ReportData
from mangonel.reports.sweep_answer import answer_section, steps_section
from mangonel.reports.sweep_pictures import sweep_pictures
from mangonel.reports.sweep_study import SweepStudy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mangonel.locales import Locale
    from mangonel.odds.intervals import Estimate
    from mangonel.reports.report_model import ReportText
    from mangonel.studies.sweep import Sweep

__all__ = ["build_sweep_report"]

_EXACT_COLUMNS: Final = 10
_SAMPLED_COLUMNS: Final = 4
"""Columns of a table of numbers beside the one that names the row; intervals take more room."""


def build_sweep_report(
    sweeps: Mapping[str, Sweep],
    text: ReportText,
    *,
    endings: Sequence[str] = (),
    sequence: str = "",
    words: Locale | None = None,
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
    sequence
        Name of the sequence, which decides on words.
    words
        The language, by default English.

    Raises
    ------
    DataError
        If there are not one or two sweeps, or they are over different values.
    """
    study = SweepStudy(sweeps, endings, sequence, in_words(words))
    sections = (
        _question_section(study, text),
        answer_section(study),
        _pictures_section(study),
        _numbers_section(study),
        steps_section(study),
        assumptions_section(text),
        _provenance_section(study, text),
    )
    sources = [sweep.provenance for sweep in sweeps.values()]
    foot = "  |  ".join((f"mangonel {sources[0].version}", *(f"{one.rules} {one.digest}" for one in sources)))
    return ReportData(
        text.title,
        tuple(section for section in sections if section is not None),
        foot,
        tuple(_number_rows(study)),
        study.words,
    )


def _question_section(study: SweepStudy, text: ReportText) -> Section:
    blocks: list[Block] = [Paragraph(text.question, "lead")]
    if text.scenario:
        blocks.append(_facts(study, "scenario_caption", text.scenario))
    return Section("question", study.words.text("report_sweep.question_heading"), tuple(blocks))


def _pictures_section(study: SweepStudy) -> Section | None:
    pictures = sweep_pictures(study)
    return Section("charts", study.words.text("report_sweep.charts_heading"), tuple(pictures)) if pictures else None


def _numbers_section(study: SweepStudy) -> Section:
    """Return all numbers, with their intervals if they are sampled, and the differences of two rule sets."""
    words = study.words
    return Section(
        "numbers",
        words.text("report_sweep.numbers_heading"),
        tuple(_one_way(study) if study.first.one_way else _two_ways(study)),
    )


def _one_way(study: SweepStudy) -> list[Table]:
    """Return the numbers in one table: a row for each value, a column for each rule set and one for the difference."""
    words = study.words
    columns = [[full(found, words=words) for found in sweep.estimates[0]] for sweep in study.sweeps.values()]
    heads = list(study.sweeps)
    if study.differences:
        left, right = study.sweeps
        heads.append(words.text("report_sweep.minus", left=left, right=right))
        columns.append([points(found, words=words) for found in study.differences[0]])
    rows = zip(map(str, study.first.xs), *columns, strict=True)
    caption = words.text("report_sweep.one_way_caption", ending=study.ending, name=study.x_name)
    return [Table(caption, (study.x_name, *heads), tuple(rows))]


def _two_ways(study: SweepStudy) -> list[Table]:
    """Return a grid of numbers for each rule set, and one of differences."""
    words = study.words
    tables: list[Table] = []
    for label, sweep in study.sweeps.items():
        cells = [[full(found, words=words) for found in row] for row in sweep.estimates]
        tables += _grid(study, label, cells)
    if study.differences:
        left, right = study.sweeps
        cells = [[points(found, words=words) for found in row] for row in study.differences]
        tables += _grid(study, words.text("report_sweep.minus", left=left, right=right), cells)
    return tables


def _grid(study: SweepStudy, under: str, cells: Sequence[Sequence[str]]) -> list[Table]:
    """Return numbers as a table; as several if it had too many columns to be read."""
    sweep = study.first
    caption = study.words.text(
        "report_sweep.grid_caption", ending=study.ending, rules=under, x_name=study.x_name, y_name=study.y_name
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
    """Return where the numbers come from; what differs from cell to cell is in the file of numbers."""
    words = study.words
    rows: list[tuple[str, ...]] = []
    columns = [_source(study, sweep) for sweep in study.sweeps.values()]
    for number, (item, _) in enumerate(columns[0]):
        rows.append((item, *(column[number][1] for column in columns)))
    item = words.text("report_rules.item")
    made = [
        fact
        for fact in ((words.text("report_rules.command"), text.command), (words.text("report_rules.date"), text.date))
        if fact[1]
    ]
    blocks: list[Block] = [
        Table(words.text("report_sweep.sources_caption"), (item, *study.sweeps), tuple(rows), numeric=False)
    ]
    if made:
        blocks.append(_facts(study, "made_caption", made))
    return Section("provenance", words.text("report_rules.provenance_heading"), tuple(blocks))


def _source(study: SweepStudy, sweep: Sweep) -> list[tuple[str, str]]:
    words = study.words
    cells = [cell for row in sweep.provenances for cell in row]
    first = sweep.provenance

    def several(name: str) -> str:
        found = dict.fromkeys(getattr(cell, name) for cell in cells)
        return ", ".join(
            words.number(one) if isinstance(one, int) else str(one) for one in found if one not in (None, "")
        )

    states = [cell.states for cell in cells if cell.states is not None]
    items = (
        ("version", first.version),
        ("numpy", first.numpy),
        ("rules", first.rules),
        ("digest", first.digest),
        ("scenario", first.scenario),
        ("engine", several("engine")),
        ("trials", several("trials")),
        ("seed", ", ".join(str(seed) for seed in dict.fromkeys(cell.seed for cell in cells) if seed is not None)),
        ("states", words.number(max(states)) if states else ""),
        ("scenario_digest", first.scenario_digest),
    )
    return [(words.text(f"report_sweep.source_{name}"), value or "-") for name, value in items]


def _facts(study: SweepStudy, caption: str, facts: Sequence[tuple[str, str]]) -> Table:
    words = study.words
    header = (words.text("report_rules.item"), words.text("report_rules.setting"))
    return Table(words.text(f"report_sweep.{caption}"), header, tuple(facts), numeric=False)


def _number_rows(study: SweepStudy) -> Iterator[NumberRow]:
    """Return every number, unrounded, with the digest of the scenario it belongs to."""
    sweep = study.first
    name = f"{sweep.ending} by {sweep.x_name} (x)" + ("" if sweep.one_way else f", {sweep.y_name} (y)")
    for label, one in study.sweeps.items():
        for row, sources, y in zip(one.estimates, one.provenances, one.ys, strict=True):
            for found, source, x in zip(row, sources, one.xs, strict=True):
                yield _row("sweep", label, name, x, None if sweep.one_way else y, found)
                digest = f"{source.engine} {source.scenario_digest}"
                yield NumberRow("sweep-scenario", label, name, x=x, y=None if sweep.one_way else y, text=digest)
    if study.differences:
        left, right = study.sweeps
        for cell in study.difference_cells:
            y = None if sweep.one_way else cell.y
            yield _row("difference-sweep", f"{right} minus {left}", name, cell.x, y, cell.found)
    for label, one in study.sweeps.items():
        for item in ("version", "numpy", "rules", "digest", "scenario"):
            yield NumberRow("provenance", label, item, text=getattr(one.provenance, item))
        for item in ("trials", "seed"):
            value = getattr(one.provenance, item)
            if value is not None:
                yield NumberRow("provenance", label, item, value=value)


def _row(section: str, rules: str, name: str, x: int, y: int | None, found: Estimate) -> NumberRow:
    said = "" if found.exact else "sampled"
    return NumberRow(
        section, rules, name, x=x, y=y, estimate=found.value, lo=found.low, hi=found.high, se=found.se, text=said
    )
