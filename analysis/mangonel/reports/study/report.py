"""Reports on a scenario: two rule sets compared, or one by itself. Both say the same things in the same order."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.locales import Locale
from mangonel.odds.result import Result
from mangonel.press.blocks import Block, Paragraph, Section
from mangonel.reports.background import assumptions_section, footer, question_section, trace_section
from mangonel.reports.report_model import ReportData, ReportText
from mangonel.reports.study.answer import answer_section, means_section
from mangonel.reports.study.course import map_section, series_section
from mangonel.reports.study.evidence import endings_section, heat_section
from mangonel.reports.study.id_words import difference_name
from mangonel.reports.study.losses import losses_section
from mangonel.reports.study.number_rows import number_rows
from mangonel.reports.study.positions import positions_section
from mangonel.reports.study.provenance import provenance_section
from mangonel.reports.study.rules import in_force_section, rules_section
from mangonel.reports.study.study import Study, study_of
from mangonel.rules.difference import Difference
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.attribute import Effect, LeftOut
from mangonel.studies.compare import Comparison
from mangonel.studies.positions import Positions
from mangonel.studies.sweep import Sweep

__all__ = ["build_report", "build_scenario_report"]


def build_report(
    comparison: Comparison,
    text: ReportText,
    *,
    differences: Sequence[Difference] = (),
    sweep: Sweep | None = None,
    right_sweep: Sweep | None = None,
    effects: Sequence[Effect] = (),
    left_out: Sequence[LeftOut] = (),
    unasked: Sequence[Difference] = (),
    positions: Sequence[Positions | None] = (),
    ending: str = "",
    words: Locale | None = None,
) -> ReportData:
    """Return all that a report on two rule sets says, ready to be rendered.

    Parameters
    ----------
    comparison
        The two results and their differences.
    text
        Question, scenario, policies, assumptions, trace, command and date.
    differences
        What differs between the two rule sets.
    sweep, right_sweep
        Numbers of a heat map under the left rule set and, over the same values, under the right one.
    effects
        What each difference does by itself.
    left_out
        The differences of which that cannot be told, and why.
    unasked
        Those that no rule set is asked about in the scenario.
    positions
        How games end from the positions that are asked for most, under each rule set.
    ending
        The ending the question is about; by default the first that comes at all on either side.
    words
        The language, by default English. What `text` says is to be in it already.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    study = study_of(
        comparison,
        differences=differences,
        sweep=sweep,
        right_sweep=right_sweep,
        effects=effects,
        left_out=left_out,
        unasked=unasked,
        positions=positions,
        ending=ending,
        names=text.rules,
        words=words,
    )
    left, right = study.labels
    compared = study.words.text("report_question.compared", left=left, right=right, difference=difference_name(study))
    return _in_order(study, text, more=(Paragraph(compared),), rules=rules_section(study, text))


def build_scenario_report(
    result: Result,
    text: ReportText,
    *,
    rules: RuleSet | None = None,
    differences: Sequence[Difference] = (),
    sweep: Sweep | None = None,
    positions: Positions | None = None,
    ending: str = "",
    words: Locale | None = None,
) -> ReportData:
    """Return all that a report on one scenario under one rule set says, ready to be rendered.

    Parameters
    ----------
    result
        The result of the scenario.
    text
        As in `build_report`.
    rules
        The rule set it was played by, to say what it is made of.
    differences
        What that rule set changes in the one it stands on, the last but one of its chain.
    sweep
        Numbers of a heat map.
    positions
        How games end from the positions that are asked for most.
    ending
        The ending the question is about; by default the first that comes at all.
    words
        As in `build_report`.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    study = study_of(
        result,
        differences=differences,
        sweep=sweep,
        positions=(positions,),
        ending=ending,
        names=text.rules,
        words=words,
    )
    in_force = None if rules is None else in_force_section(study, text, rules)
    return _in_order(study, text, rules=in_force)


def _in_order(study: Study, text: ReportText, *, rules: Section | None, more: Sequence[Block] = ()) -> ReportData:
    """Return the report: the answer, the charts with their numbers, the rules, the question, and what all rests on."""
    words = study.words
    sections = (
        answer_section(study, text),
        endings_section(study),
        series_section(study),
        map_section(study),
        losses_section(study),
        means_section(study),
        heat_section(study),
        positions_section(study),
        rules,
        question_section(text, words, more),
        assumptions_section(text, words),
        trace_section(text, words),
        provenance_section(study, text),
    )
    return ReportData(
        text.title,
        tuple(section for section in sections if section is not None),
        footer(result.provenance for result in study.results.values()),
        number_rows(study),
        words,
    )
