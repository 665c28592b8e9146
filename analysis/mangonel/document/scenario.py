"""Reports on a scenario, rule sets compared or one by itself: the same sections in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any

from mangonel.document.answer import (
    acting,
    answer_section,
    causes_blocks,
    endings_section,
    losses_section,
    map_section,
    rest_line,
)
from mangonel.document.background import facts_table, footer, provenance_section, source_rows
from mangonel.document.best import decisions_section
from mangonel.document.designs import design_blocks, design_numbers
from mangonel.document.levers import Tried, lever_rows, levers_of, levers_table
from mangonel.document.model import ReportData, ReportText
from mangonel.document.study import Study, effects_table, number_rows, study_of
from mangonel.engine.owners import UNDECIDED
from mangonel.engine.result import Result
from mangonel.paper.blocks import WORDS, Block, Blocks, Paragraph, Picture, Section, Table
from mangonel.paper.charts.numbers import full
from mangonel.rules.change import place_of
from mangonel.rules.difference import ABSENT, Difference
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale
from mangonel.rules.words.phrase_book import cited, difference_named, names_of, reason_told, title_of
from mangonel.studies.compare import Comparison
from mangonel.studies.shapley import Shares

__all__ = ["build_report"]


def build_report(
    found: Study | Comparison | Result,
    text: ReportText,
    *,
    rules: RuleSet | None = None,
    tried: Tried | None = None,
    shares: Sequence[Shares] = (),
    **more: Any,
) -> ReportData:
    """Return the report on several rule sets, or on a scenario under one, ready to be rendered.

    Parameters
    ----------
    found
        The results and their differences, or one result; or the study of them.
    text
        Question, scenario, policies, assumptions, command and date, in the language of the report.
    rules
        The rule set of a single result, for a section on its options and changes.
    tried
        The scenario with one thing changed at a time, and its best decisions.
    shares
        The difference of each pair of rule sets, shared out.
    more
        Parts of the report as in `study_of`: differences, effects, ending, language.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    study = found if isinstance(found, Study) else study_of(found, names=text.rules, **more)
    words, levers = study.words, levers_of(study, tried, text.titles)
    if isinstance(found, Result):
        last = None if rules is None else in_force_section(study, text, rules)
    else:
        last = rules_section(study, text)
    sections = (
        answer_section(study, text, levers),
        endings_section(study, causes_blocks(study, text), levers_table(study, levers)),
        losses_section(study),
        map_section(study),
        None if tried is None else decisions_section(study, tried),
        last,
        shares_section(shares, words),
        _provenance(study, text),
    )
    return ReportData(
        text.title,
        tuple(section for section in sections if section is not None),
        footer(result.provenance for result in study.results.values()),
        (*number_rows(study), *lever_rows(study, tried), *chain.from_iterable(map(design_numbers, shares))),
        words,
    )


_SHOWN = 12  # rows of a table of cells that are seen unasked


def rules_section(study: Study, text: ReportText) -> Section:
    """Return the differences between two rule sets, table by table, with sources and, if known, single effects."""
    words = study.words
    heading = words.text("report_differences.heading")
    if study.several:
        parts = [_named(rules_section(pair, text).blocks, pair.labels[1], words) for pair in study.pairs]
        return Section("rules", heading, tuple(chain.from_iterable(parts)))
    if not study.differences:
        return Section("rules", heading, (Paragraph(words.text("report_differences.nothing")),))
    left, right = study.labels
    asked = [each for each in study.differences if each not in study.unasked]
    rest = rest_line(study, text)
    blocks: list[Block] = [
        *_difference_tables(text, asked, (left, right), words),
        *([Paragraph(rest, "note")] if rest else []),
        *(replace(table, folded=True) for table in _difference_tables(text, study.unasked, (left, right), words)),
        *([effects_table(study, acting(study), text.titles, folded=True)] if acting(study) else []),
    ]
    if study.left_out:
        rows = tuple(
            (
                difference_named(left_out.difference, text.titles, words),
                reason_told(left_out.message, left_out.reason, words),
            )
            for left_out in study.left_out
        )
        header = (words.text("report_differences.difference"), words.text("report_differences.why"))
        blocks.append(Table(words.text("report_differences.left_out"), header, rows, text=WORDS))
    return Section("rules", heading, tuple(blocks))


def _named(blocks: Blocks, name: str, words: Locale) -> Iterator[Block]:
    """Yield tables and paragraphs that begin with a name."""
    for block in blocks:
        if isinstance(block, Table):
            yield replace(block, caption=words.text("frame.named", name=name, text=block.caption))
        elif isinstance(block, Paragraph):
            yield replace(block, text=words.text("frame.named", name=name, text=block.text))


def _difference_tables(
    text: ReportText, found: Sequence[Difference], labels: tuple[str, str], words: Locale
) -> list[Table]:
    """Return the differences between two rule sets: a table for each table of the rules, and one for the options.

    `labels` are the names of the two.
    """
    sentence = words.text
    sources = (sentence("report_differences.source_of", rules=label) for label in labels)
    header = (sentence("report_differences.where"), *labels, *sources)
    tables = []
    cells = (difference for difference in found if difference.kind == "cell")
    for name, group in groupby(cells, key=lambda difference: difference.where.partition(".")[0]):
        rows = tuple(
            (" / ".join(place_of(difference.where)[1:]), *_told(text, difference, words)) for difference in group
        )
        caption = sentence("report_differences.table", title=title_of("tables", name, text.titles, words))
        tables.append(Table(caption, header, rows, text=WORDS, folded=len(rows) > _SHOWN))
    if options := [difference for difference in found if difference.kind != "cell"]:
        rows = tuple(
            (difference_named(difference, text.titles, words), *_told(text, difference, words))
            for difference in options
        )
        tables.append(Table(sentence("report_differences.options"), header, rows, text=WORDS))
    return tables


def _told(text: ReportText, difference: Difference, words: Locale) -> Iterator[str]:
    yield from (_value(text, difference, value, words) for value in (difference.left, difference.right))
    yield from (cited(source, words) for source in (difference.source_left, difference.source_right))


def _value(text: ReportText, difference: Difference, value: str, words: Locale) -> str:
    if value == ABSENT:
        return words.text("report_differences.absent")
    known = text.titles.get(f"{difference.where}.{value}", "")
    meaning = words.meaning(difference.where, value, known) if difference.kind == "option" else ""
    return words.text("facts.option", title=meaning, id=value) if meaning else words.written(value)


def shares_section(shares: Sequence[Shares], words: Locale) -> Section | None:
    """Return the differences between rule sets shared out: chart, table and causes of each pair; None without any."""
    blocks: list[Block] = []
    for number, each in enumerate(shares, start=1):
        left, right = names_of((each.left, each.right), words)
        caption = words.text("report.minus", left=left, right=right)
        notes = []
        for block in design_blocks(each, words)[1:]:
            if isinstance(block, Picture):
                blocks.append(replace(block, name=f"shares-{number}"))
            elif isinstance(block, Paragraph) and block.weight == "note":
                notes.append(block)
            else:
                blocks.append(replace(block, caption=caption) if isinstance(block, Table) else block)
        # The rules that never come up are named in the section before, and how it was played behind.
        blocks += notes[:1] if number == len(shares) else []
    return Section("shares", words.text("design.shares"), tuple(blocks)) if blocks else None


def in_force_section(study: Study, text: ReportText, rules: RuleSet) -> Section:
    """Return the rule set that a single result was played by, and its changes of its base."""
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
        blocks += _difference_tables(text, study.differences, (base, rules.id), words)
    elif len(rules.chain) > 1:
        blocks.append(Paragraph(sentence("report_in_force.no_changes", base=rules.chain[-2])))
    return Section("rules", sentence("report_in_force.heading"), tuple(blocks))


def _provenance(study: Study, text: ReportText) -> Section:
    words = study.words
    results = study.results.values()
    rest = study.number("ending", UNDECIDED)
    *rows, note = source_rows([result.provenance for result in results], words)
    rows.append((words.for_unit("report_provenance.limit", study.unit), *(str(result.turns) for result in results)))
    rows.append((words.text("report_provenance.undecided"), *(full(side, words=words) for side in rest.sides)))
    caption, head = words.text("report_provenance.caption"), words.text("report.item")
    table = Table(caption, (head, *study.labels), (*rows, note), text=WORDS, folded=True)
    return provenance_section(text, words, table, method=study.method)
