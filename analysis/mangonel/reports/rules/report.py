"""The report on two rule sets: what differs, who says so, and what it does to single rolls. No scenario is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mangonel._version import __version__
from mangonel.locales import Locale, in_words
from mangonel.locales.sources import cited
from mangonel.press.blocks import Block, Bullets, Paragraph, Section, Table
from mangonel.reports.background import made_table, question_section
from mangonel.reports.report_model import NumberRow, ReportData, ReportText
from mangonel.reports.rules.answer import answer_section
from mangonel.reports.rules.cells import cell_text, column_text, effect_cell, row_text
from mangonel.reports.rules.change import RuleChange, reason_in, titled
from mangonel.reports.rules.pictures import odds_section
from mangonel.rules.change import place_of
from mangonel.rules.difference import ABSENT, Difference
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import UNKNOWN

__all__ = ["build_rules_report"]


def build_rules_report(left: RuleSet, right: RuleSet, text: ReportText, *, words: Locale | None = None) -> ReportData:
    """Return the report on what differs between two rule sets, ready to be rendered.

    Parameters
    ----------
    left, right
        Two rule sets of one system.
    text
        Title, question, command and date, in the language of the report.
    words
        The language, by default English.

    Raises
    ------
    DataError
        If the rule sets are of two systems.
    """
    change = RuleChange(left, right, in_words(words))
    sections = (
        answer_section(change),
        _options_section(change),
        _cells_section(change),
        odds_section(change, "rolls", change.die_odds),
        odds_section(change, "sheets", change.sheet_odds),
        _same_section(change),
        question_section(text, change.words),
        _provenance_section(change, text),
    )
    foot = f"mangonel {__version__}  |  {left.id} {left.digest}  |  {right.id} {right.digest}"
    return ReportData(
        text.title,
        tuple(section for section in sections if section is not None),
        foot,
        tuple(_number_rows(_in_english(change))),
        change.words,
    )


def _options_section(change: RuleChange) -> Section | None:
    """Return the options that differ: what each is about, what it means on each side, and who says so."""
    if not change.options:
        return None
    words = change.words

    def row(difference: Difference) -> tuple[str, ...]:
        option = next(rules.options[difference.where] for rules in change.sets if difference.where in rules.options)
        meanings = (_meaning(rules, difference.where, words) for rules in change.sets)
        sources = (cited(source, words) for source in (difference.source_left, difference.source_right))
        return (titled(words, "options", difference.where, option.title), *meanings, *sources)

    header = (words.text("report_rules.option"), *change.labels, *_source_heads(change))
    caption = words.text("report_rules.options_caption")
    rows = tuple(row(difference) for difference in change.options)
    return Section(
        "options", words.text("report_rules.options_heading"), (Table(caption, header, rows, numeric=False),)
    )


def _meaning(rules: RuleSet, name: str, words: Locale) -> str:
    """Return the chosen value of an option and what it means."""
    if name not in rules.options:
        return words.text("report_differences.absent")
    value = rules.values[name]
    meaning = words.meaning(name, value, rules.options[name].choice(value).text)
    return words.text("facts.option", title=meaning, id=value)


def _source_heads(change: RuleChange) -> tuple[str, str]:
    left, right = (change.words.text("report_differences.source_of", rules=label) for label in change.labels)
    return left, right


def _cells_section(change: RuleChange) -> Section | None:
    """Return the cells that differ, table by table, and the tables that only one side has."""
    words = change.words
    header = (words.text("report_rules.row"), words.text("report_rules.column"), *change.labels, *_source_heads(change))
    blocks: list[Block] = []
    for name, differences in change.cells.items():
        reasons = [change.reason(difference.where) for difference in differences]
        heads = (*header, words.text("report_rules.reason")) if any(reasons) else header
        rows = tuple(
            (
                *_place(change, name, difference),
                *(_cell(change, name, difference, value) for value in (difference.left, difference.right)),
                *(cited(source, words) for source in (difference.source_left, difference.source_right)),
                *([words.translated(reason)] if any(reasons) else []),
            )
            for difference, reason in zip(differences, reasons, strict=True)
        )
        caption = words.text(
            "report_rules.cells_caption",
            table=change.table_title(name),
            count=words.number(len(differences)),
            total=words.number(change.cell_count(name)),
        )
        blocks.append(Table(caption, heads, rows, numeric=False))
    if change.lonely_tables:
        blocks.append(
            Bullets(
                tuple(
                    words.text("report_rules.only", rules=change.labels[place], table=change.table_title(name))
                    for name, place in change.lonely_tables.items()
                )
            )
        )
    return Section("cells", words.text("report_rules.cells_heading"), tuple(blocks)) if blocks else None


def _place(change: RuleChange, name: str, difference: Difference) -> tuple[str, str]:
    """Return row and column of a cell."""
    _, row, column = place_of(difference.where)
    kind = change.table_kind(name)
    return row_text(change.system, row, change.words), column_text(change.system, kind, column, change.words)


def _cell(change: RuleChange, name: str, difference: Difference, value: str) -> str:
    """Return a cell in words; what is not there or not known says so."""
    words = change.words
    if value == ABSENT:
        return words.text("report_differences.absent")
    if value == UNKNOWN:
        return words.text("report_rules.unknown")
    befallen = change.befallen(name)
    if befallen is not None:
        return effect_cell(change.system, befallen, value, words)
    return cell_text(change.system, change.table_kind(name), place_of(difference.where)[2], value, words)


def _same_section(change: RuleChange) -> Section:
    """Return in a line what the two have in common."""
    words = change.words
    shared = [name for name in change.left.tables if name in change.right.tables]
    options = [name for name in change.left.options if name in change.right.options]
    text = words.text(
        "report_rules.same",
        tables=words.number(len(shared) - len(change.cells)),
        cells=words.number(
            sum(change.cell_count(name) for name in shared)
            - sum(len(differences) for differences in change.cells.values())
        ),
        options=words.number(len(options) - sum(difference.where in options for difference in change.options)),
    )
    return Section("same", words.text("report_rules.same_heading"), (Paragraph(text),))


def _provenance_section(change: RuleChange, text: ReportText) -> Section:
    """Return what was compared, with digests, and how the report was made."""
    words = change.words
    items = ("title", "id", "chain", "changes", "digest")
    sides = [
        (
            words.translated(rules.title),
            rules.id,
            " < ".join(rules.chain),
            words.number(len(rules.changes)),
            rules.digest,
        )
        for rules in change.sets
    ]
    rows = tuple(
        (words.text(f"report_rules.item_{item}"), *values)
        for item, values in zip(items, zip(*sides, strict=True), strict=True)
    )
    rows = (("mangonel", *(__version__ for _ in sides)), *rows)
    header = (words.text("report.item"), *change.labels)
    table = Table(words.text("report_rules.sets_caption"), header, rows, numeric=False)
    blocks = (table, made_table(text, words))
    return Section("provenance", words.text("report_provenance.heading"), blocks)


def _in_english(change: RuleChange) -> RuleChange:
    """Return the same in the language of all files of numbers, which are data for programs."""
    english = in_words(None)
    return change if change.words == english else replace(change, words=english)


def _number_rows(change: RuleChange) -> Iterator[NumberRow]:
    """Return every difference and every chance that differs, unrounded."""
    yield from _difference_rows(change)
    for grid in (*change.die_odds, *change.sheet_odds):
        for row, cells in zip(grid.rows, grid.cells, strict=True):
            for (group, column), cell in zip(grid.columns, cells, strict=True):
                if cell.changed:
                    name = " / ".join(part for part in (grid.title, row, group, column) if part)
                    for label, chance, printed in zip(
                        change.labels, cell.chances, (cell.left, cell.right), strict=True
                    ):
                        number = None if chance is None else float(chance)
                        yield NumberRow(
                            "odds",
                            label,
                            name,
                            estimate=number,
                            lo=number,
                            hi=number,
                            text="" if chance is not None else printed,
                        )
    for label, rules in zip(change.labels, change.sets, strict=True):
        for name, value in (("version", __version__), ("rules", rules.id), ("digest", rules.digest)):
            yield NumberRow("provenance", label, name, text=value)


def _difference_rows(change: RuleChange) -> Iterator[NumberRow]:
    """Return every difference with its sources and reasons."""
    for difference in change.found:
        for label, value, source in zip(
            change.labels,
            (difference.left, difference.right),
            (difference.source_left, difference.source_right),
            strict=True,
        ):
            yield NumberRow(difference.kind, label, difference.where, text=value)
            yield NumberRow(f"{difference.kind}-source", label, difference.where, text=str(source))
        for label, rules in zip(change.labels, change.sets, strict=True):
            if difference.kind == "cell" and (reason := reason_in(rules, difference.where)):
                yield NumberRow("cell-reason", label, difference.where, text=reason)
