"""Scenarios and rule sets by name, by file, or as what was read before."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mangonel.errors import DataError
from mangonel.rules.loading import load_base, load_rules, rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.scenario import Scenario, load_scenario

__all__ = ["named_pair", "named_rules", "named_scenario"]


def named_scenario(scenario: Scenario | str | Path, changes: Mapping[str, Any]) -> Scenario:
    """Return a scenario with other values by their dotted paths.

    Raises
    ------
    DataError
        If there is no such scenario, or it does not allow a value.
    """
    if not isinstance(scenario, Scenario | str | Path):
        raise DataError("wants a scenario, its name or its file", value=type(scenario).__name__)
    loaded = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    return loaded.replaced(changes) if changes else loaded


def named_rules(rules: RuleSet | str | Path | None, usual: str) -> RuleSet:
    """Return a rule set, or the usual one if none is named.

    Raises
    ------
    DataError
        If there is no such rule set.
    """
    return rules if isinstance(rules, RuleSet) else load_rules(str(usual if rules is None else rules))


def named_pair(
    left: RuleSet | str | Path | None, right: RuleSet | str | Path | None, usual: tuple[str, str]
) -> tuple[RuleSet, RuleSet]:
    """Return two rule sets to compare: a file that is named alone comes after its own base.

    Parameters
    ----------
    left, right
        The rule sets.
    usual
        The names of those that are compared if none is named.

    Raises
    ------
    DataError
        If there is no such rule set.
    """
    if right is None and isinstance(left, str | Path) and str(left) not in rule_set_names():
        base = load_base(left)
        if base is not None:
            return base, load_rules(left)
    return named_rules(left, usual[0]), named_rules(right, usual[1])
