"""Healing and panic: single rolls (healing tables; Italian supplement 2.12; German rules 5.4 and optional rules)."""

from __future__ import annotations

from fractions import Fraction

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.situation import Situation

__all__ = ["healing_odds", "healing_situation", "panic_situation", "reroll_situation"]

_REROLL = "reroll"


def healing_situation(rules: RuleSet) -> Situation:
    """Return the first healing roll of a wounded man.

    The results are numbers of days or ``never`` on the table ``healing-d10``; numbers of turns of three days or
    ``reroll`` on the table ``healing-croisades``.
    """
    if rules.choice("healing-table") == "croisades":
        return Situation(rules.table("healing-croisades"), "turns")
    return Situation(rules.table("healing-d10"), "days")


def reroll_situation(rules: RuleSet) -> Situation:
    """Return the second healing roll, after a ``reroll``: a number of turns or ``dies``."""
    return Situation(rules.table("healing-croisades-reroll"), "turns")


def healing_odds(rules: RuleSet) -> dict[str, Fraction]:
    """Return the exact odds of each outcome of healing, a second roll included.

    Returns
    -------
    dict
        By number of days (table ``healing-d10``) or turns of three days, or ``never`` or ``dies``.
    """
    odds = healing_situation(rules).odds()
    again = odds.pop(_REROLL, None)
    if again is not None:
        for result, chance in reroll_situation(rules).odds().items():
            odds[result] = odds.get(result, Fraction(0)) + again * chance
    return odds


def panic_situation(rules: RuleSet) -> Situation:
    """Return the panic roll after a death: ``P`` or ``R`` with a number of men, or ``-``.

    Raises
    ------
    DataError
        If the option ``panic-rule`` knows no panic.
    """
    if rules.choice("panic-rule") == "none":
        raise DataError("nobody panics under this rule set")
    return Situation(rules.table("panic"), "panic")
