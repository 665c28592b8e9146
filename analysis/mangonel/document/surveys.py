"""A survey as report and as summary: the biggest change first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from mangonel.document.headline import survey_finding, titled
from mangonel.document.model import Making, NumberRow, ReportData, footer, made_note, report_of, source_rows
from mangonel.document.wording import source
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import naming
from mangonel.games.scenario import Scenario
from mangonel.paper.blocks import WORDS, Block, Blocks, Paragraph, Picture, Section, Table
from mangonel.paper.charts.numbers import differs, full, points
from mangonel.rules.words import Locale
from mangonel.rules.words.phrase_book import names_of, refusal
from mangonel.studies.survey import Survey, Surveyed

_MOST_DOTS: Final = 24  # scenarios in the first chart
_MOST_ENDINGS: Final = 8  # scenarios with a chart of endings


def build_survey_report(found: Survey, making: Making) -> ReportData:
    """Return the report on a survey, ready to be rendered."""
    words = making.words
    names = names_of(found.rules, words)
    total = len(found.rows) + len(found.close) + len(found.untouched)
    scenarios = words.plural("survey.scenarios", total)
    title = words.text("survey.report_title", rules=words.joined(names), scenarios=scenarios)
    sections = (
        _answer(found, names, words),
        _section("scenarios", words, *([_table(found, names, words, brief=False)] if found.rows else [])),
        _endings(found, names, words),
        _provenance(found, names, making),
    )
    foot = footer(found.provenances) if found.provenances else "mangonel"
    return report_of(title, sections, foot, _number_rows(found), words)


def _answer(found: Survey, names: Sequence[str], words: Locale) -> Section:
    blocks: list[Block] = [Paragraph(survey_finding(found, words=words), "lead")]
    if found.rows:
        title = words.text("survey.rows_title", what=words.text("survey.what"))
        if len(found.rows) > _MOST_DOTS:
            title = words.with_semicolons((title, words.plural("report_causes.more", len(found.rows) - _MOST_DOTS)))
        rows = {_row_name(row, words): row.chances for row in found.rows[:_MOST_DOTS]}
        blocks.append(_dots("survey", rows, names, title, words))
    blocks += _others(found, lambda scenario: titled(scenario, words), words)
    return Section("answer", words.text("report_answer.heading"), tuple(blocks))


def _others(found: Survey, named: Callable[[Scenario], str], words: Locale) -> Iterator[Paragraph]:
    """Yield the scenarios without a difference, and those that were refused."""
    for key, listed in (("not_apart", [row.scenario for row in found.close]), ("untouched", found.untouched)):
        if listed:
            yield Paragraph(words.text(f"survey.{key}", list=words.with_semicolons(map(named, listed))), "note")
    for entry in found.refused:
        reason = refusal(entry.error, words, entry.scenario.system.id)
        yield Paragraph(words.text("survey.refused", scenario=named(entry.scenario), reason=reason), "note")


def _asked(row: Surveyed, words: Locale) -> str:
    return naming(words, row.results[0].sides).word("endings", row.asked, row.scenario.sequence)


def _row_name(row: Surveyed, words: Locale) -> str:
    return words.named(titled(row.scenario, words), _asked(row, words))


def _dots(
    name: str, rows: Mapping[str, Sequence[Estimate]], names: Sequence[str], title: str, words: Locale
) -> Picture:
    from mangonel.paper.charts.bars import dot_chart, dots_height

    draw, height = partial(dot_chart, rows, names, title=title, words=words), partial(dots_height, rows, names, title)
    return Picture.of(name, words.text("survey.dots_alt", finding=title), draw, height)


def _endings(found: Survey, names: Sequence[str], words: Locale) -> Section | None:
    blocks: list[Block] = []
    for number, row in enumerate(found.rows[:_MOST_ENDINGS], start=1):
        scenario = titled(row.scenario, words)
        title = words.text("survey.endings_title", scenario=scenario)
        first = row.results[0]
        named = naming(words, first.sides)
        rows = {
            named.word("endings", ending, first.sequence): tuple(result.probability(ending) for result in row.results)
            for ending in first.all_endings
            if all(ending in result.all_endings for result in row.results)
        }
        blocks.append(_dots(f"endings-{number}", rows, names, title, words))
        cells = tuple((name, *(full(chance, words=words) for chance in chances)) for name, chances in rows.items())
        caption = words.text("survey.endings_of", scenario=scenario)
        blocks.append(Table(caption, (words.text("report_endings.ending"), *names), cells, folded=True))
    return _section("endings", words, *blocks)


def _section(name: str, words: Locale, *blocks: Block) -> Section | None:
    return Section(name, words.text(f"survey.heading_{name}"), blocks) if blocks else None


def _provenance(found: Survey, names: Sequence[str], making: Making) -> Section:
    words = making.words
    blocks: list[Block] = []
    if found.provenances:
        # Items of a single scenario stand in the file of numbers.
        left_out = {words.text(f"report_provenance.{key}") for key in ("scenario", "scenario_digest", "states", "note")}
        rows = tuple(row for row in source_rows(found.provenances, words) if row[0] not in left_out)
        caption = words.text("report_provenance.caption")
        blocks.append(Table(caption, (words.text("report.item"), *names), rows, text=WORDS))
    blocks.append(made_note(making, words))
    return Section("provenance", words.text("report_provenance.heading"), tuple(blocks))


def _number_rows(found: Survey) -> Iterator[NumberRow]:
    for row in (*found.rows, *found.close):
        stem, first = row.scenario.name, found.rules[0].id
        name = f"{stem}: {row.asked}"
        for rules, chance in zip(found.rules, row.chances, strict=True):
            yield NumberRow.of("survey", rules.id, name, chance)
        for rules, change in zip(found.rules[1:], row.changes, strict=True):
            yield NumberRow.of("survey-difference", f"{rules.id} minus {first}", name, change.estimate)
        for rules, result in zip(found.rules, row.results, strict=True):
            for ending in result.all_endings:
                yield NumberRow.of("ending", rules.id, f"{stem}: {ending}", result.probability(ending))
            source = result.provenance
            engine = f"{source.engine}; trials {source.trials}; seed {source.seed}; scenario {source.scenario_digest}"
            yield NumberRow("provenance", rules.id, stem, text=f"{engine}; rules {source.digest}")
    for scenario in found.untouched:
        yield NumberRow("untouched", "", scenario.name, text="all rule sets give the same answers")
    for entry in found.refused:
        yield NumberRow("refused", "", entry.scenario.name, text=entry.reason)


def survey_told(found: Survey, words: Locale, *, everything: bool = False) -> Blocks:
    """Return the finding, a row for each scenario that changes, and the others in a line."""
    names = names_of(found.rules, words)
    blocks: list[Paragraph | Table] = [Paragraph(survey_finding(found, words=words), "lead")]
    if found.rows:
        blocks.append(_table(found, names, words, brief=True))
    blocks += _others(found, lambda scenario: scenario.name, words)
    if found.provenances:
        # That of a sampled scenario speaks for those that are not.
        exact = [replace(each, trials=None, notes=()) for each in found.provenances if "exact" in each.engine]
        blocks.append(source((*found.provenances, *exact), words, everything=everything))
    return tuple(blocks)


def _table(found: Survey, names: Sequence[str], words: Locale, *, brief: bool) -> Table:
    """Return the chance of each scenario that changes under the first rule set, and the differences.

    In brief scenarios go by the names to type.
    """

    def change_text(change: Estimate) -> str:
        known = change.exact or differs(change)
        return points(change, interval=not brief, words=words) if known else words.text("survey.no_difference")

    rows = []
    for row in (*found.rows, *(() if brief else found.close)):
        changes = (change_text(change.estimate) for change in row.changes)
        named = (row.scenario.name, _asked(row, words)) if brief else (_row_name(row, words),)
        rows.append((*named, full(row.chances[0], interval=not brief, words=words), *changes))
    scenario, (first, *others) = words.text("report_provenance.scenario"), names
    if not brief:
        return Table(words.text("survey.differences", rules=first), (scenario, *names), tuple(rows))
    heads = [words.text("report.minus", left=first, right=other) for other in others] if len(names) == 2 else others
    return Table("", (scenario, words.text("survey.asked"), first, *heads), tuple(rows), text=(0, 1))
