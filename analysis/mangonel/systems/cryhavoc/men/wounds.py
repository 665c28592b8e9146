"""Healing and panic: single rolls (healing tables; Italian supplement 2.12; German rules 5.4 and optional rules)."""

from __future__ import annotations

import re
from fractions import Fraction

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation

__all__ = [
    "DIES",
    "NEVER",
    "REROLL",
    "healing_odds",
    "healing_situation",
    "panic_effect",
    "panic_situation",
    "reroll_situation",
]

NEVER, DIES, REROLL = "never", "dies", "reroll"
"""Results of the healing tables that are no number."""
_PANIC = re.compile("P([1-9])|R([1-9])")


def healing_situation(rules: RuleSet) -> Situation:
    """Return the first healing roll of a wounded man.

    The results are numbers of days or ``never`` on the table ``healing-d10``; numbers of turns of three days or
    ``reroll`` on the table ``healing-croisades``.
    """
    if rules.choice("healing-table") == "croisades":
        return _healing(Situation(rules.table("healing-croisades"), "turns"), REROLL)
    return _healing(Situation(rules.table("healing-d10"), "days"))


def reroll_situation(rules: RuleSet) -> Situation:
    """Return the second healing roll, after a ``reroll``: a number of turns or ``dies``."""
    return _healing(Situation(rules.table("healing-croisades-reroll"), "turns"))


def healing_odds(rules: RuleSet) -> dict[str, Fraction]:
    """Return the exact odds of each outcome of healing, a second roll included.

    They are by number of days (table ``healing-d10``) or turns of three days, or ``never`` or ``dies``.
    """
    odds = healing_situation(rules).odds()
    again = odds.pop(REROLL, None)
    if again is not None:
        for result, chance in reroll_situation(rules).odds().items():
            odds[result] = odds.get(result, Fraction(0)) + again * chance
    return odds


def panic_situation(rules: RuleSet) -> Situation:
    """Return the panic roll after a death: ``P`` or ``R`` with a number of men, or ``-``.

    It is refused (DataError) if the option ``panic-rule`` knows no panic.
    """
    if rules.choice("panic-rule") == "none":
        raise DataError("nobody panics under this rule set")
    situation = Situation(rules.table("panic"), "panic")
    return situation.giving([letter for letter in situation.table.result_codes if _is_panic(letter)])


def panic_effect(result: str) -> tuple[int, bool]:
    """Return how many men a result of a panic roll hits, and whether they rout at once."""
    match = _PANIC.fullmatch(result)
    if match is None and result != NO_EFFECT:
        raise DataError("no result of a panic roll", value=result, allowed=("-", "P1", "R1"))
    return (0, False) if match is None else (int(match[1] or match[2]), match[2] is not None)


def _is_panic(result: str) -> bool:
    return result == NO_EFFECT or _PANIC.fullmatch(result) is not None


def _healing(situation: Situation, *words: str) -> Situation:
    """Return the situation, if it gives no other results than numbers, never, death and some words."""
    numbers = (letter for letter in situation.table.results if letter.isascii() and letter.isdecimal() and int(letter))
    return situation.giving((*numbers, NEVER, DIES, *words))
