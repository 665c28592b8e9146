"""What the results of a rule set's missile and melee tables do, and to whom."""

from __future__ import annotations

from mangonel.errors import DataError
from mangonel.rules.effects import ATTACKER, TARGET, Effect, effects_table, read_effect, struck
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import NO_EFFECT

__all__ = ["ATTACKER", "TARGET", "Effect", "effect_of", "has_effects"]


def has_effects(rules: RuleSet, table: str) -> bool:
    """Tell whether the results of a table befall characters."""
    form = rules.form(table)
    return form is not None and bool(form.effects) and rules.has_table(form.effects)


def effect_of(rules: RuleSet, table: str, letter: str) -> Effect:
    """Return what a result of a missile or melee table does, or ``-``; the option ``mounted-missile-croisades`` counts.

    A rule set without effects for this table or letter, or with one that is none, is refused (DataError).
    """
    form = rules.form(table) or rules.table(table).form
    effects = rules.table(effects_table(form, rules.choice))
    if letter in effects.rows:
        return read_effect(effects, struck(form), letter)
    if letter == NO_EFFECT:
        return Effect()
    allowed = dict.fromkeys((NO_EFFECT, *effects.rows))
    raise DataError(f"no table says what this result of table {table} does", value=letter, allowed=allowed)
