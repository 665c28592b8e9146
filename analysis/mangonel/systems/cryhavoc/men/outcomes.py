"""Results by name, and in the order of what they do to the target, as the rule set has it."""

from __future__ import annotations

from collections.abc import Iterable

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import ATTACKER, Effect, effect_of, has_effects
from mangonel.tables.cells import NO_EFFECT

__all__ = ["NAMED_OUTCOMES", "backfires", "named_outcome", "worst_first"]

NAMED_OUTCOMES = (
    "out of action",
    "wounded",
    "unhorsed",
    "driven back",
    "no effect",
    "attacker driven back",
    "attacker wounded",
    "attacker out of action",
)
"""Names for the results of missile and melee tables, the best for the attacker first."""

_HARMS = ("", "stunned", "wounded", "killed")
_OUT, _WOUNDED, _UNHORSED, _BACK, _NOTHING, _BACK_ATTACKER, _HURT_ATTACKER, _OUT_ATTACKER = NAMED_OUTCOMES


def named_outcome(rules: RuleSet, table: str, letter: str) -> str:
    """Return what a result of a die table comes to, or ``-``.

    For missile and melee tables it is one of `NAMED_OUTCOMES`, by the harm if there is one: a man is out of action if
    he is killed or stunned. For other tables it is the text of the result, and ``no effect`` for ``-``. There must be
    such a table, and of missile or melee such a result (DataError).
    """
    if not has_effects(rules, table):
        return _NOTHING if letter == NO_EFFECT else rules.table(table).results.get(letter, _NOTHING)
    effect = effect_of(rules, table, letter)
    out = effect.harm in ("killed", "stunned")
    if effect.side == ATTACKER:
        return _OUT_ATTACKER if out else _HURT_ATTACKER if effect.harm else _BACK_ATTACKER
    if effect.harm:
        return _OUT if out else _WOUNDED
    if effect.unhorsed or effect.horse_killed:
        return _UNHORSED
    return _BACK if effect.retreat else _NOTHING


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
        from mangonel.systems.cryhavoc.situations.walls import battering_effect

        damage, loss = battering_effect(letter)
        return bool(loss) and not damage
    return has_effects(rules, table) and effect_of(rules, table, letter).side == ATTACKER


def _harm(rules: RuleSet, table: str, letter: str) -> tuple[int, ...]:
    """Return how much a result hurts the target: the larger, the more; below (0,) if it hurts the attacker."""
    if table == "battering":
        from mangonel.systems.cryhavoc.situations.walls import battering_effect

        damage, loss = battering_effect(letter)
        return (damage, -loss)
    if table == "panic":
        from mangonel.systems.cryhavoc.men.wounds import panic_effect

        men, rout = panic_effect(letter)
        return (int(rout), men)
    effect = effect_of(rules, table, letter)
    if effect == Effect():
        return (0,)
    sign = -1 if effect.side == ATTACKER else 1
    parts = (1, _HARMS.index(effect.harm), effect.horse_killed, effect.unhorsed, effect.retreat)
    return tuple(sign * int(part) for part in parts)
