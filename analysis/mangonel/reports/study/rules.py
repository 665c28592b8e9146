"""The sections on rule sets: what differs between two, with the effect of each difference, and what one is made of."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from mangonel.charts.numbers import points
from mangonel.locales.sources import cited
from mangonel.press.blocks import Block, Paragraph, Section, Table
from mangonel.reports.background import facts_table
from mangonel.reports.report_model import ReportText
from mangonel.reports.study.causes import acting, cause_name, rest_line
from mangonel.reports.study.id_words import ending_name
from mangonel.reports.study.study import Study
from mangonel.rules.change import place_of
from mangonel.rules.difference import ABSENT, Difference
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.compare import Comparison
from mangonel.studies.naming import reason_told, title_of

__all__ = ["in_force_section", "rules_section"]

_SHOWN = 12  # rows of a table of cells that are seen unasked


def rules_section(study: Study, text: ReportText) -> Section:
    """Return what differs between the two rule sets, table by table, with sources and, if known, single effects."""
    words = study.words
    heading = words.text("report_differences.heading")
    if not study.differences:
        return Section("rules", heading, (Paragraph(words.text("report_differences.nothing")),))
    left, right = study.labels
    blocks: list[Block] = [*_effects(study, text), *_difference_tables(study, text, (left, right))]
    if study.left_out:
        rows = tuple(
            (cause_name(text, left_out.difference, study), reason_told(left_out, words)) for left_out in study.left_out
        )
        header = (words.text("report_differences.difference"), words.text("report_differences.why"))
        blocks.append(Table(words.text("report_differences.left_out"), header, rows, numeric=False))
    return Section("rules", heading, tuple(blocks))


def _difference_tables(study: Study, text: ReportText, labels: tuple[str, str]) -> list[Table]:
    """Return what differs between two rule sets: a table for each table of the rules, and one for the options.

    `labels` is what the two are called.
    """
    sentence = study.words.text
    sources = (sentence("report_differences.source_of", rules=label) for label in labels)
    header = (sentence("report_differences.where"), *labels, *sources)
    tables = []
    cells = (difference for difference in study.differences if difference.kind == "cell")
    for name, group in groupby(cells, key=lambda difference: difference.where.partition(".")[0]):
        rows = tuple(
            (
                " / ".join(place_of(difference.where)[1:]),
                *_values(study, text, difference),
                *_sources(study, difference),
            )
            for difference in group
        )
        caption = sentence("report_differences.table", title=title_of("tables", name, text.titles, study.words))
        tables.append(Table(caption, header, rows, numeric=False, folded=len(rows) > _SHOWN))
    if options := [difference for difference in study.differences if difference.kind != "cell"]:
        rows = tuple(
            (cause_name(text, difference, study), *_values(study, text, difference), *_sources(study, difference))
            for difference in options
        )
        tables.append(Table(sentence("report_differences.options"), header, rows, numeric=False))
    return tables


def _values(study: Study, text: ReportText, difference: Difference) -> tuple[str, str]:
    return _value(study, text, difference, difference.left), _value(study, text, difference, difference.right)


def _value(study: Study, text: ReportText, difference: Difference, value: str) -> str:
    """Return a cell as printed, or what the value of an option means."""
    words = study.words
    if value == ABSENT:
        return words.text("report_differences.absent")
    known = text.titles.get(f"{difference.where}.{value}", "")
    meaning = words.meaning(difference.where, value, known) if difference.kind == "option" else ""
    return words.text("facts.option", title=meaning, id=value) if meaning else words.written(value)


def _sources(study: Study, difference: Difference) -> tuple[str, ...]:
    return tuple(cited(source, study.words) for source in (difference.source_left, difference.source_right))


def _effects(study: Study, text: ReportText) -> list[Block]:
    """Return what each difference does by itself to the ending asked about, and which of them do nothing."""
    words = study.words
    effects = acting(study)
    reasons = any(effect.difference.reason for effect in effects)
    rows = []
    for effect in effects:
        chances = tuple(_effect(study, part) for part in (effect.alone, effect.last))
        reason = (effect.difference.reason,) if reasons else ()
        rows.append((cause_name(text, effect.difference, study), *chances, *reason))
    left, right = study.labels
    header = (
        words.text("report_differences.difference"),
        words.text("report_differences.alone", rules=left),
        words.text("report_differences.last", rules=right),
        *((words.text("report_rules.reason"),) if reasons else ()),
    )
    caption = words.text("report_differences.effects", ending=ending_name(study, study.main_ending))
    blocks: list[Block] = [Table(caption, header, tuple(rows), numeric=not reasons)] if rows else []
    rest = rest_line(study, text, effects, most=None)
    return [*blocks, Paragraph(rest, "note")] if rest else blocks


def _effect(study: Study, comparison: Comparison) -> str:
    return points(comparison.chance_of(study.main_ending).estimate, words=study.words)


def in_force_section(study: Study, text: ReportText, rules: RuleSet) -> Section:
    """Return the rule set that a single result was played by, and what it changes in the one it stands on."""
    words = study.words
    sentence = words.text
    facts = [
        ("name", sentence("facts.option", title=words.translated(rules.title), id=rules.id)),
        ("digest", rules.digest),
    ]
    if len(rules.chain) > 1:
        facts.append(("base", ", ".join(rules.chain[:-1])))
    shown: Iterable[tuple[str, str]] = ((sentence(f"report_in_force.{key}"), fact) for key, fact in facts)
    blocks: list[Block] = [facts_table(sentence("report_in_force.caption"), shown, words)]
    if study.differences:
        base = rules.chain[-2]
        blocks.append(Paragraph(sentence("report_in_force.changes", base=base)))
        blocks += _difference_tables(study, text, (base, rules.id))
    elif len(rules.chain) > 1:
        blocks.append(Paragraph(sentence("report_in_force.no_changes", base=rules.chain[-2])))
    return Section("rules", sentence("report_in_force.heading"), tuple(blocks))
