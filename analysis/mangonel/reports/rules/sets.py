"""The sections on rule sets: what differs between two, with the effect of each difference, and what one is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mangonel.charts.numbers import points
from mangonel.press.blocks import Block, Paragraph, Section, Table
from mangonel.reports.names import ending_name
from mangonel.reports.notes import told
from mangonel.reports.study.background import facts_table
from mangonel.rules.difference import ABSENT, Difference

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.reports.report_model import ReportText
    from mangonel.reports.study.study import Study
    from mangonel.rules.ruleset import RuleSet
    from mangonel.studies.compare import Comparison

__all__ = ["difference_tables", "in_force_section", "rules_section"]


def rules_section(study: Study, text: ReportText, words: Locale) -> Section:
    """Return what differs between the two rule sets, table by table, with sources and, if known, single effects."""
    heading = words.text("report_differences.heading")
    if not study.differences:
        return Section("rules", heading, (Paragraph(words.text("report_differences.nothing")),))
    left, right = study.labels
    blocks: list[Block] = [*difference_tables(study.differences, (left, right), text.titles, words)]
    if study.effects or study.unasked:
        blocks.append(_effects(study, text, words))
    if study.left_out:
        # The reason is a message of the program, which speaks English.
        rows = tuple((_titled(one.difference, text.titles, words), one.reason) for one in study.left_out)
        header = (words.text("report_differences.difference"), words.text("report_differences.why"))
        blocks.append(Table(words.text("report_differences.left_out"), header, rows, numeric=False))
    return Section("rules", heading, tuple(blocks))


def difference_tables(
    differences: Sequence[Difference], labels: tuple[str, str], titles: Mapping[str, str], words: Locale
) -> list[Table]:
    """Return what differs between two rule sets: a table for each table of the rules, and one for the options.

    Parameters
    ----------
    differences
        As `mangonel.rules.difference.differences` returns them.
    labels
        What the two rule sets are called.
    titles
        Titles of tables and options by id, for those that the language has no word for.
    words
        The language.
    """
    said = words.text
    sources = (said("report_differences.source_of", rules=label) for label in labels)
    header = (said("report_differences.where"), *labels, *sources)
    tables = []
    cells = (one for one in differences if one.kind == "cell")
    for name, group in groupby(cells, key=lambda one: one.where.partition(".")[0]):
        rows = tuple(
            (" / ".join(one.where.split(".")[1:]), *_values(one, words), *_sources(one, words)) for one in group
        )
        caption = said("report_differences.table", title=_with_title("tables", name, titles, words))
        tables.append(Table(caption, header, rows, numeric=False))
    if options := [one for one in differences if one.kind != "cell"]:
        rows = tuple((_titled(one, titles, words), *_values(one, words), *_sources(one, words)) for one in options)
        tables.append(Table(said("report_differences.options"), header, rows, numeric=False))
    return tables


def _values(one: Difference, words: Locale) -> tuple[str, str]:
    return _value(one, one.left, words), _value(one, one.right, words)


def _value(one: Difference, value: str, words: Locale) -> str:
    """Return a cell as printed, or what the value of an option means."""
    if value == ABSENT:
        return words.text("report_differences.absent")
    meaning = words.meaning(one.where, value, "") if one.kind == "option" else ""
    return words.text("facts.option", title=meaning, id=value) if meaning else words.written(value)


def _sources(one: Difference, words: Locale) -> tuple[str, ...]:
    absent = words.text("report_differences.absent")
    return tuple(absent if source == ABSENT else told(source, words) for source in (one.source_left, one.source_right))


def _titled(one: Difference, titles: Mapping[str, str], words: Locale) -> str:
    return _with_title("options" if one.kind == "option" else "tables", one.where, titles, words)


def _with_title(kind: str, name: str, titles: Mapping[str, str], words: Locale) -> str:
    """Return the title of a table or option with its id, or the id alone if it has none."""
    title = words.word(kind, name) if words.has_word(kind, name) else titles.get(name, "")
    return words.text("facts.option", title=title, id=name) if title else name


def _effects(study: Study, text: ReportText, words: Locale) -> Table:
    """Return what each difference does by itself to the ending asked about, or why it can do nothing."""
    ending = study.main_ending
    idle = words.text("report_differences.idle")
    rows = []
    for effect in study.effects:
        parts = (effect.alone, effect.last)
        said = (idle, idle) if effect.idle else tuple(_effect(part, ending, words) for part in parts)
        rows.append((_titled(effect.difference, text.titles, words), *said))
    unasked = words.text("report_differences.unasked")
    rows += [(_titled(one, text.titles, words), unasked, unasked) for one in study.unasked]
    left, right = study.labels
    header = (
        words.text("report_differences.difference"),
        words.text("report_differences.alone", rules=left),
        words.text("report_differences.last", rules=right),
    )
    caption = words.text("report_differences.effects", ending=ending_name(study, ending, words))
    return Table(caption, header, tuple(rows))


def _effect(comparison: Comparison, ending: str, words: Locale) -> str:
    return points(comparison.chance_of(ending).estimate, words=words)


def in_force_section(study: Study, text: ReportText, rules: RuleSet, words: Locale) -> Section:
    """Return the rule set that a single result was played by, and what it changes in the one it stands on."""
    said = words.text
    facts = [("name", said("facts.option", title=words.translated(rules.title), id=rules.id)), ("digest", rules.digest)]
    if len(rules.chain) > 1:
        facts.append(("base", ", ".join(rules.chain[:-1])))
    shown: Iterable[tuple[str, str]] = ((said(f"report_in_force.{key}"), fact) for key, fact in facts)
    blocks: list[Block] = [facts_table(said("report_in_force.caption"), shown, words)]
    if study.differences:
        base = rules.chain[-2]
        blocks.append(Paragraph(said("report_in_force.changes", base=base)))
        blocks += difference_tables(study.differences, (base, rules.id), text.titles, words)
    elif len(rules.chain) > 1:
        blocks.append(Paragraph(said("report_in_force.no_changes", base=rules.chain[-2])))
    return Section("rules", said("report_in_force.heading"), tuple(blocks))
