"""What reports are told besides numbers, in words of a language: title, question, scenario, one game, date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mangonel.engine.run import run_auto
from mangonel.engine.trace import Line, play_trace
from mangonel.locales import Locale
from mangonel.reports.ids import endings_name
from mangonel.reports.report_model import ReportText
from mangonel.rules.asked_options import Asked
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.naming import names_of, titles_of
from mangonel.systems.describe import assumptions_in_force, policies_in_force, scenario_facts
from mangonel.systems.scenario import Scenario, build

__all__ = ["Making", "comparison_text", "rules_text", "scenario_text", "sweep_text"]

_SEED: Final = 1
"""Of the game that is told."""
_STATES, _GAMES = 20_000, 2_000
"""How a scenario is played to know which rules it asks for: exactly up to so many states, else so many games."""


@dataclass(frozen=True, slots=True)
class Making:
    """How a report is made."""

    command: str
    """The command that makes it again."""
    date: str
    """The day, as it is to be printed."""
    words: Locale
    """The language."""


def comparison_text(scenario: Scenario, left: RuleSet, right: RuleSet, making: Making) -> ReportText:
    """Return the texts of a report that compares two rule sets on a scenario."""
    words = making.words
    title = words.translated(scenario.title)
    names = dict(zip(("left", "right"), names_of((left, right), words), strict=True))
    sides = {"left": words.translated(left.title), "right": words.translated(right.title)}
    return _text(
        making,
        words.text("report.title_comparison", scenario=title, **names),
        words.text("report.question_comparison", scenario=title, left_id=left.id, right_id=right.id, **sides),
        scenario=scenario,
        rules=(left, right),
        told=True,
    )


def scenario_text(scenario: Scenario, rules: RuleSet, making: Making) -> ReportText:
    """Return the texts of a report on a scenario under one rule set."""
    words = making.words
    title, by = words.translated(scenario.title), words.translated(rules.title)
    return _text(
        making,
        words.text("report.title_scenario", scenario=title, rules=by),
        words.text("report.question_scenario", scenario=title, rules=by, rules_id=rules.id),
        scenario=scenario,
        rules=(rules,),
        told=True,
    )


def rules_text(left: RuleSet, right: RuleSet, making: Making) -> ReportText:
    """Return the texts of a report on two rule sets."""
    words = making.words
    sides = {"left": words.translated(left.title), "right": words.translated(right.title)}
    return _text(
        making,
        words.text("report_rules.title", **sides),
        words.text("report_rules.question", left_id=left.id, right_id=right.id, **sides),
    )


def sweep_text(
    scenario: Scenario, rules: Sequence[RuleSet], axes: Sequence[str], ending: str, making: Making
) -> ReportText:
    """Return the texts of a report on a sweep.

    Parameters
    ----------
    scenario
        What is played.
    rules
        One rule set, or two.
    axes
        Dotted paths of what varies: one or two.
    ending
        Id of the ending whose chance is asked for.
    making
        How the report is made.
    """
    words = making.words
    names = names_of(rules, words)
    numbers = [words.path(path, scenario.sequence) for path in axes]
    values = {
        "scenario": words.translated(scenario.title),
        "ending": endings_name(ending, scenario.sequence, words),
        "axes": words.joined(numbers),
    }
    # Inside a sentence they are spoken of otherwise than in a title.
    asked = values | {"axes": words.joined(words.text("report_sweep.axis", name=name) for name in numbers)}
    if len(names) == 1:
        title = words.text("report_sweep.title", **values)
        question = words.text("report_sweep.question", rules=names[0], **asked)
    else:
        sides = {"left": names[0], "right": names[1]}
        title = words.text("report_sweep.title_two", **values, **sides)
        question = words.text("report_sweep.question_two", **asked, **sides)
    return _text(making, title, question, scenario=scenario, rules=rules)


def _text(
    making: Making,
    title: str,
    question: str,
    *,
    scenario: Scenario | None = None,
    rules: Sequence[RuleSet] = (),
    told: bool = False,
) -> ReportText:
    words = making.words
    if scenario is None:
        return ReportText(title, question, command=making.command, date=making.date)
    first, asked = rules[0], Asked()
    # What only one of several rule sets is asked counts too. It is known once the scenario has been played.
    sequence, *others = [build(scenario, rule_set, asked) for rule_set in rules]
    for played in (sequence, *others):
        run_auto(played, trials=_GAMES, state_limit=_STATES)
    lines: list[Line] = []
    if told:
        head = Line(words.text("told.head", rules=first.id, seed=_SEED))
        lines = [head, *play_trace(sequence, seed=_SEED).told(words)]
    return ReportText(
        title=title,
        question=question,
        scenario=scenario_facts(scenario, sequence.unit, words),
        policies=policies_in_force(scenario, words),
        assumptions=assumptions_in_force(scenario, first, asked, words),
        trace="\n".join(line.text for line in lines),
        told_in_english=frozenset(line.text for line in lines if line.in_english),
        command=making.command,
        date=making.date,
        titles=titles_of(rules),
        rules=names_of(rules, words),
    )
