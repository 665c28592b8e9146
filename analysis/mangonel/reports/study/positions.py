"""The section that says how games end from the positions that are asked for most."""

from __future__ import annotations

from mangonel.charts.numbers import short
from mangonel.locales import Locale
from mangonel.odds.intervals import Estimate
from mangonel.press.blocks import Block, Paragraph, Section, Table
from mangonel.reports.study.id_words import ending_name
from mangonel.reports.study.study import Study
from mangonel.studies.positions import Positions

__all__ = ["positions_section"]


def positions_section(study: Study) -> Section | None:
    """Return what was found and a table for each rule set, one for both if they agree; None if there is nothing."""
    words = study.words
    tables = {
        label: table
        for label, table in zip(study.labels, study.positions, strict=False)
        if table and len(table.amounts) > 1
    }
    if not tables:
        return None
    shown = list(tables.values())
    if len(shown) > 1 and all(table == shown[0] for table in shown):
        tables = {"": shown[0]}
    blocks: list[Block] = []
    for label, table in tables.items():
        name = label if len(tables) > 1 else ""
        blocks += [Paragraph(_under(name, _found(study, table), words)), _table(study, table, name)]
    note = Paragraph(words.text("report_positions.note"))
    return Section("positions", words.text("report_positions.heading"), (*blocks, note))


def _under(label: str, text: str, words: Locale) -> str:
    return words.text("report_positions.under", rules=label, finding=text) if label else text


def _chance(value: float, words: Locale, *, unit: bool = True) -> str:
    return short(Estimate.of_exact(value), unit=unit, words=words)


def _found(study: Study, table: Positions) -> str:
    """Say what most and least of it mean, in the turn in which that differs most."""
    words, spans = study.words, []
    for turn in table.turns:
        there = [amount for amount in table.amounts if (amount, turn) in table.chances]
        ends = [table.chances[amount, turn] for amount in (there[0], there[-1])]
        spans.append((abs(ends[0] - ends[1]), turn, there, ends))
    _, turn, there, ends = max(spans, key=lambda one: one[0])
    return words.for_unit(
        "report_positions.found",
        study.unit,
        turn=turn,
        high=there[0],
        low=there[-1],
        most=_chance(ends[0], words),
        least=_chance(ends[1], words),
        name=words.word("series", table.name, study.first.sequence),
        ending=ending_name(study, table.ending),
    )


def _table(study: Study, table: Positions, label: str) -> Table:
    words = study.words
    name = words.word("series", table.name, study.first.sequence)
    rows = [
        (
            str(amount),
            *(
                _chance(table.chances[amount, turn], words, unit=False) if (amount, turn) in table.chances else ""
                for turn in table.turns
            ),
        )
        for amount in table.amounts
    ]
    caption = words.for_unit("report_positions.caption", study.unit, name=name, ending=ending_name(study, table.ending))
    return Table(_under(label, caption, words), (name, *map(str, table.turns)), tuple(rows))
