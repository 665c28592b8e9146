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
from mangonel.rules.words import say, words
from mangonel.rules.words.phrase_book import names_of, refusal
from mangonel.studies.survey import Survey, Surveyed

_MOST_DOTS: Final = 24  # scenarios in the first chart
_MOST_ENDINGS: Final = 8  # scenarios with a chart of endings


def build_survey_report(found: Survey, making: Making) -> ReportData:
    """Return the report on a survey, ready to be rendered."""
    names = names_of(found.rules)
    total = len(found.rows) + len(found.close) + len(found.untouched)
    scenarios = words().plural("survey.scenarios", total)
    title = say("survey.report_title", rules=words().joined(names), scenarios=scenarios)
    sections = (
        _answer(found, names),
        _section("scenarios", *([_table(found, names, brief=False)] if found.rows else [])),
        _endings(found, names),
        _provenance(found, names, making),
    )
    foot = footer(found.provenances) if found.provenances else "mangonel"
    return report_of(title, sections, foot, _number_rows(found))


def _answer(found: Survey, names: Sequence[str]) -> Section:
    blocks: list[Block] = [Paragraph(survey_finding(found), "lead")]
    if found.rows:
        title = say("survey.rows_title", what=say("survey.what"))
        if len(found.rows) > _MOST_DOTS:
            title = words().with_semicolons((title, words().plural("report_causes.more", len(found.rows) - _MOST_DOTS)))
        rows = {words().named(titled(row.scenario), _asked(row)): row.chances for row in found.rows[:_MOST_DOTS]}
        blocks.append(_dots("survey", rows, names, title))
    blocks += _others(found, titled)
    return Section("answer", say("report_answer.heading"), tuple(blocks))


def _others(found: Survey, named: Callable[[Scenario], str]) -> Iterator[Paragraph]:
    """Yield the scenarios without a difference, and those that were refused."""
    for key, listed in (("not_apart", [row.scenario for row in found.close]), ("untouched", found.untouched)):
        if listed:
            yield Paragraph(say(f"survey.{key}", list=words().with_semicolons(map(named, listed))), "note")
    for entry in found.refused:
        reason = refusal(entry.error, entry.scenario.system.id)
        yield Paragraph(say("survey.refused", scenario=named(entry.scenario), reason=reason), "note")


def _asked(row: Surveyed) -> str:
    with naming(row.results[0].sides):
        return words().word("endings", row.asked, row.scenario.sequence)


def _dots(name: str, rows: Mapping[str, Sequence[Estimate]], names: Sequence[str], title: str) -> Picture:
    from mangonel.paper.charts.bars import dot_chart, dots_height

    draw, height = partial(dot_chart, rows, names, title=title), partial(dots_height, rows, names, title)
    return Picture.of(name, say("survey.dots_alt", finding=title), draw, height)


def _endings(found: Survey, names: Sequence[str]) -> Section | None:
    blocks: list[Block] = []
    for number, row in enumerate(found.rows[:_MOST_ENDINGS], start=1):
        scenario = titled(row.scenario)
        title = say("survey.endings_title", scenario=scenario)
        first = row.results[0]
        with naming(first.sides):
            rows = {
                words().word("endings", ending, first.sequence): tuple(
                    result.probability(ending) for result in row.results
                )
                for ending in first.all_endings
                if all(ending in result.all_endings for result in row.results)
            }
        blocks.append(_dots(f"endings-{number}", rows, names, title))
        cells = tuple((name, *(full(chance) for chance in chances)) for name, chances in rows.items())
        caption = say("survey.endings_of", scenario=scenario)
        blocks.append(Table(caption, (say("report_endings.ending"), *names), cells, folded=True))
    return _section("endings", *blocks)


def _section(name: str, *blocks: Block) -> Section | None:
    return Section(name, say(f"survey.heading_{name}"), blocks) if blocks else None


def _provenance(found: Survey, names: Sequence[str], making: Making) -> Section:
    blocks: list[Block] = []
    if found.provenances:
        # Items of a single scenario stand in the file of numbers.
        left_out = {say(f"report_provenance.{key}") for key in ("scenario", "scenario_digest", "states", "note")}
        rows = tuple(row for row in source_rows(found.provenances) if row[0] not in left_out)
        caption = say("report_provenance.caption")
        blocks.append(Table(caption, (say("report.item"), *names), rows, text=WORDS))
    blocks.append(made_note(making))
    return Section("provenance", say("report_provenance.heading"), tuple(blocks))


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


def survey_told(found: Survey, *, everything: bool = False) -> Blocks:
    """Return the finding, a row for each scenario that changes, and the others in a line."""
    names = names_of(found.rules)
    blocks: list[Paragraph | Table] = [Paragraph(survey_finding(found), "lead")]
    if found.rows:
        blocks.append(_table(found, names, brief=True))
    blocks += _others(found, lambda scenario: scenario.name)
    if found.provenances:
        # That of a sampled scenario speaks for those that are not.
        exact = [replace(each, trials=None, notes=()) for each in found.provenances if "exact" in each.engine]
        blocks.append(source((*found.provenances, *exact), everything=everything))
    return tuple(blocks)


def _table(found: Survey, names: Sequence[str], *, brief: bool) -> Table:
    """Return the chance of each scenario that changes under the first rule set, and the differences.

    In brief scenarios go by the names to type.
    """

    def change_text(change: Estimate) -> str:
        known = change.exact or differs(change)
        return points(change, interval=not brief) if known else say("survey.no_difference")

    rows = []
    for row in (*found.rows, *(() if brief else found.close)):
        changes = (change_text(change.estimate) for change in row.changes)
        named = (row.scenario.name, _asked(row)) if brief else (words().named(titled(row.scenario), _asked(row)),)
        rows.append((*named, full(row.chances[0], interval=not brief), *changes))
    scenario, (first, *others) = say("report_provenance.scenario"), names
    if not brief:
        return Table(say("survey.differences", rules=first), (scenario, *names), tuple(rows))
    heads = [say("report.minus", left=first, right=other) for other in others] if len(names) == 2 else others
    return Table("", (scenario, say("survey.asked"), first, *heads), tuple(rows), text=(0, 1))
