"""A scenario in words, for reports: who is there, what the players have decided, what is assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.playables import PLAYABLES

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.parts.playable import Axis, Facts
    from mangonel.systems.cryhavoc.scenario import Scenario

__all__ = ["assumptions_in_force", "policies_in_force", "scenario_facts", "usual_sweep"]


def scenario_facts(scenario: Scenario, unit: str = "turn") -> Facts:
    """Return who fights, where and with what.

    Parameters
    ----------
    scenario
        The scenario.
    unit
        What a turn of its sequence is called.
    """
    limit = (f"{unit.capitalize()} limit", str(scenario.setup.turns))
    facts = [*PLAYABLES[scenario.sequence].facts(scenario.setup), limit]
    note = [("Note", scenario.note)] if scenario.note else []
    return (*note, *((name, text) for name, text in facts if text), ("Roster", scenario.roster.note))


def policies_in_force(scenario: Scenario) -> Facts:
    """Return what the players have decided."""
    return PLAYABLES[scenario.sequence].policies(scenario.setup)


def assumptions_in_force(scenario: Scenario, rules: RuleSet) -> Facts:
    """Return the readings and assumptions that count in this sequence, with the choice made."""
    ids = PLAYABLES[scenario.sequence].options
    facts = []
    for name in (*ids, *(own for own in scenario.assumptions if own not in ids)):
        option = rules.options[name]
        chosen = scenario.assumptions.get(name, rules.values[name])
        text = next(choice.text for choice in option.choices if choice.value == chosen)
        facts.append((f"{option.title} ({name})", f"{chosen}: {text}"))
    return tuple(facts)


def usual_sweep(scenario: Scenario) -> tuple[Axis, Axis]:
    """Return what a heat map varies if nothing is asked for."""
    return PLAYABLES[scenario.sequence].sweep(scenario.setup)
