"""Results in the order of what they do to the target, as the rule set has it."""

from __future__ import annotations

from collections.abc import Iterable

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import ATTACKER, Effect, effect_of, has_effects
from mangonel.systems.cryhavoc.men.wounds import panic_effect
from mangonel.systems.cryhavoc.situations.walls import battering_effect
from mangonel.tables.cells import NO_EFFECT

__all__ = ["backfires", "worst_first"]

_HARMS = ("", "stunned", "wounded", "killed")


def worst_first(rules: RuleSet, table: str, results: Iterable[str]) -> tuple[str, ...]:
    """Return results of a table, given in printed order, from the worst for the target to the best.

    What a target does to its attacker is better for it than nothing. Of results alike the last one given comes first;
    letters that the table does not have do nothing. Of tables that are not known here the order given is kept, with no
    effect last.
    """
    results = tuple(results)
    if not (has_effects(rules, table) or table in ("battering", "panic")):
        return tuple(sorted(results, key=NO_EFFECT.__eq__))
    known = rules.table(table).result_codes
    harms = {letter: _harm(rules, table, letter) if letter in known else (0,) for letter in results}
    return tuple(sorted(results, key=harms.__getitem__)[::-1])


def backfires(rules: RuleSet, table: str, letter: str) -> bool:
    """Return whether a result of a table befalls the attacker only."""
    if table == "battering":
        damage, loss = battering_effect(letter)
        return bool(loss) and not damage
    return has_effects(rules, table) and effect_of(rules, table, letter).side == ATTACKER


def _harm(rules: RuleSet, table: str, letter: str) -> tuple[int, ...]:
    """Return how much a result hurts the target: the larger, the more; below (0,) if it hurts the attacker."""
    if table == "battering":
        damage, loss = battering_effect(letter)
        return (damage, -loss)
    if table == "panic":
        men, rout = panic_effect(letter)
        return (int(rout), men)
    effect = effect_of(rules, table, letter)
    if effect == Effect():
        return (0,)
    sign = -1 if effect.side == ATTACKER else 1
    parts = (1, _HARMS.index(effect.harm), effect.horse_killed, effect.unhorsed, effect.retreat)
    return tuple(sign * int(part) for part in parts)
