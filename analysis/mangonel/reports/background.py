"""The sections that say what the numbers rest on: question, rules, assumptions, trace, provenance."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from mangonel.charts.numbers import full, points
from mangonel.odds.result import UNDECIDED
from mangonel.odds.words import spoken
from mangonel.reports.blocks import Block, Paragraph, Section, Table, Verbatim
from mangonel.rules.difference import Difference

if TYPE_CHECKING:
    from mangonel.reports.report_model import ReportText
    from mangonel.reports.study import Study
    from mangonel.studies.compare import Comparison

__all__ = [
    "assumptions_section",
    "footer",
    "provenance_section",
    "question_section",
    "rules_section",
    "trace_section",
]


def question_section(study: Study, text: ReportText) -> Section:
    """Return the question in words, with the scenario it is asked of."""
    left, right = study.labels
    blocks: list[Block] = [
        Paragraph(text.question, "lead"),
        Paragraph(f"Compared: {left} (left) and {right} (right). Differences are {study.both}."),
    ]
    if text.scenario:
        blocks.append(_facts("Scenario", text.scenario))
    return Section("question", "Question", tuple(blocks))


def rules_section(study: Study, text: ReportText) -> Section:
    """Return what differs between the two rule sets, table by table, with sources and, if known, single effects."""
    left, right = study.labels
    if not study.differences:
        return Section("rules", "What differs in the rules", (Paragraph("Nothing: no cell and no option differs."),))
    header = ("where", left, right, f"source of {left}", f"source of {right}")
    blocks: list[Block] = []
    cells = (one for one in study.differences if one.kind == "cell")
    for name, group in groupby(cells, key=lambda one: one.where.partition(".")[0]):
        rows = tuple(_difference_row(one, " / ".join(one.where.split(".")[1:])) for one in group)
        blocks.append(Table(f"Table {_titled(name, text)}, row / column", header, rows, numeric=False))
    if options := [one for one in study.differences if one.kind != "cell"]:
        rows = tuple(_difference_row(one, _titled(one.where, text)) for one in options)
        blocks.append(Table("Options", header, rows, numeric=False))
    if study.effects:
        blocks.append(_effects(study, text))
    if study.left_out:
        rows = tuple((_titled(one.difference.where, text), one.reason) for one in study.left_out)
        caption = "Differences that cannot be made or left out alone, so that their effect is not known"
        blocks.append(Table(caption, ("difference", "why"), rows, numeric=False))
    return Section("rules", "What differs in the rules", tuple(blocks))


def _difference_row(one: Difference, where: str) -> tuple[str, ...]:
    return (where, one.left, one.right, one.source_left, one.source_right)


def _titled(name: str, text: ReportText) -> str:
    title = text.titles.get(name, "")
    return f"{title} ({name})" if title else name


def _effects(study: Study, text: ReportText) -> Table:
    """Return what each difference does by itself to the ending asked about."""
    ending = study.main_ending
    rows = tuple(
        (_titled(effect.difference.where, text), *(_effect(part, ending) for part in (effect.alone, effect.last)))
        for effect in study.effects
    )
    left, right = study.labels
    caption = f"What each difference does to {spoken(ending)}; the effects need not add up to the whole"
    return Table(caption, ("difference", f"alone, put into {left}", f"last, to complete {right}"), rows)


def _effect(comparison: Comparison, ending: str) -> str:
    changes = (one for one in comparison.differences if (one.kind, one.name) == ("ending", ending))
    return ", ".join(points(change.estimate) for change in changes)


def assumptions_section(text: ReportText) -> Section | None:
    """Return policies and assumptions, or None if none were named."""
    blocks = [
        _facts(caption, facts)
        for caption, facts in (("Policies", text.policies), ("Assumptions", text.assumptions))
        if facts
    ]
    return Section("assumptions", "Policies and assumptions", tuple(blocks)) if blocks else None


def trace_section(text: ReportText) -> Section | None:
    """Return one game, roll by roll, or None if none was given."""
    if not text.trace.strip():
        return None
    note = Paragraph(
        "One game out of many, to show how the sequence is played. It says nothing about the odds.", "note"
    )
    return Section("trace", "One game, roll by roll", (note, Verbatim(text.trace.rstrip())))


def provenance_section(study: Study, text: ReportText) -> Section:
    """Return where every number comes from: enough to make the report again."""
    sources = [result.provenance for result in study.results.values()]
    rest = study.change("ending", UNDECIDED)
    rows = (
        ("mangonel", *(source.version for source in sources)),
        ("numpy", *(source.numpy for source in sources)),
        ("rule set", *(source.rules for source in sources)),
        ("digest of the rules", *(source.digest for source in sources)),
        ("scenario", *(source.scenario or "by hand" for source in sources)),
        ("digest of the scenario", *(source.scenario_digest or "-" for source in sources)),
        ("engine", *(source.engine for source in sources)),
        ("trials", *("exact, no trials" if source.trials is None else str(source.trials) for source in sources)),
        ("seed", *("-" if source.seed is None else str(source.seed) for source in sources)),
        ("most states at once", *("-" if source.states is None else str(source.states) for source in sources)),
        (f"{study.unit} limit", *(str(result.turns) for result in study.results.values())),
        ("undecided rest", full(rest.left), full(rest.right)),
        ("note", *(_note(source.note, interrupted=source.interrupted) for source in sources)),
    )
    facts = [("Compared by", study.comparison.method), ("Command", text.command), ("Date", text.date)]
    blocks: list[Block] = [Table("Where the numbers come from", ("item", *study.labels), rows, numeric=False)]
    blocks.append(_facts("How the report was made", [fact for fact in facts if fact[1]]))
    return Section("provenance", "Provenance", tuple(blocks))


def footer(study: Study) -> str:
    """Return the line at the foot of every printed page."""
    left, right = (result.provenance for result in study.results.values())
    return f"mangonel {left.version}  |  {left.rules} {left.digest}  |  {right.rules} {right.digest}"


def _note(note: str, *, interrupted: bool) -> str:
    parts = [note, "interrupted" if interrupted and "interrupted" not in note else ""]
    return "; ".join(part for part in parts if part) or "-"


def _facts(caption: str, facts: Iterable[tuple[str, str]]) -> Table:
    return Table(caption, ("item", "setting"), tuple(facts), numeric=False)
