"""A scenario in words, for reports: who is there, what the players have decided, what is assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.games.policies import policies_told
from mangonel.rules.option import DIFFERENCE
from mangonel.rules.words import Locale, in_words

if TYPE_CHECKING:
    from mangonel.games.playable import Axis, Facts
    from mangonel.games.scenario import Scenario
    from mangonel.rules.asked_options import Asked
    from mangonel.rules.ruleset import RuleSet

__all__ = ["assumed_told", "assumptions_in_force", "policies_in_force", "scenario_facts", "usual_sweep"]


def scenario_facts(scenario: Scenario, unit: str = "turn", words: Locale | None = None) -> Facts:
    """Return who fights, where and with what; `unit` is what a turn of the sequence is called."""
    words = in_words(words)
    limit = (words.for_unit("facts.limit", unit), str(scenario.setup.turns))
    facts = [*scenario.playable.facts(scenario.setup, words), limit]
    note = [(words.text("facts.note"), words.translated(scenario.note))] if scenario.note else []
    roster = [] if scenario.roster is None else [(words.text("facts.roster"), words.translated(scenario.roster.note))]
    return (*note, *((name, text) for name, text in facts if text), *roster)


def policies_in_force(scenario: Scenario, words: Locale | None = None) -> Facts:
    """Return what the players have decided, by default in English."""
    return policies_told(scenario.setup, in_words(words), scenario.sequence)


def assumptions_in_force(scenario: Scenario, rules: RuleSet, asked: Asked, words: Locale | None = None) -> Facts:
    """Return the readings and assumptions that count, with the choice made.

    Those for which the rule set was not `asked` when the scenario was built do not count here. What the scenario
    settles for itself is always told, and last what its sequence takes as given.
    """
    words = in_words(words)
    facts = []
    for name, option in rules.options.items():
        counts = name in asked.options and option.kind != DIFFERENCE
        if not counts and name not in scenario.assumptions:
            continue
        chosen = scenario.assumptions.get(name, rules.values[name])
        title = words.titled("options", name, option.title)
        meaning = words.meaning(name, chosen, option.choice(chosen).text)
        facts.append(
            (words.text("facts.option", title=title, id=name), words.text("facts.option", title=meaning, id=chosen))
        )
    return (*facts, *assumed_told(scenario, words))


def assumed_told(scenario: Scenario, words: Locale) -> Facts:
    """Return what the sequence takes as given, with the ids under which it is listed; nothing if that is nothing."""
    given = [
        words.text("facts.option", title=words.word("assumed", name), id=name) for name in scenario.playable.assumed
    ]
    return ((words.text("facts.assumed"), words.text("frame.semicolon").join(given)),) if given else ()


def usual_sweep(scenario: Scenario) -> tuple[Axis, Axis]:
    """Return what a heat map varies if nothing is asked for."""
    return scenario.playable.sweep(scenario.setup)
