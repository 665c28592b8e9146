"""Results by name: what a letter comes to for the man it is aimed at."""

from __future__ import annotations

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import ATTACKER, effect_of, has_effects
from mangonel.tables.cells import NO_EFFECT

__all__ = ["NAMED_OUTCOMES", "named_outcome"]

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

_OUT, _WOUNDED, _UNHORSED, _BACK, _NOTHING, _BACK_ATTACKER, _HURT_ATTACKER, _OUT_ATTACKER = NAMED_OUTCOMES


def named_outcome(rules: RuleSet, table: str, letter: str) -> str:
    """Return what a result comes to.

    Parameters
    ----------
    letter
        A result of it, or ``-``.

    Returns
    -------
    str
        For missile and melee tables one of `NAMED_OUTCOMES`, by the harm if there is one: a man is out of action if
        he is killed or stunned. For other tables the text of the result, and ``no effect`` for ``-``.

    Raises
    ------
    DataError
        If there is no such table, or a missile or melee table has no such result.
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
