"""What a result is said to mean: the text of its table, as long as it says what the table of effects does.

A text of one's own stays with the effects that it was written for. A text that says another effect than the one in
force, and any text whose effect was changed after it was written, gives way to words made from the effect.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from itertools import product

from mangonel.rules.cells import UNKNOWN
from mangonel.rules.effects import ATTACKER, HARMS, TARGET, Effect, Struck, read_effect, struck
from mangonel.rules.table import Table

__all__ = ["effect_text", "texts_by_effect"]

_NOTHING = "no effect"
_ALIKE = {"miss": _NOTHING, "rider wounded, stays mounted, horse unharmed": "rider wounded, horse unharmed"}
"""Printed texts that say in other words what `effect_text` says."""


def texts_by_effect(table: Table, effects: Table, changed: Container[str]) -> dict[str, str]:
    """Return other texts for the results whose own text does not say what they do.

    Parameters
    ----------
    table
        A missile or melee table, with the texts that hold under the chosen options.
    effects
        What its results do.
    changed
        The results whose effect was changed after the text was written.

    Raises
    ------
    DataError
        If a cell of `effects` is no effect.
    """
    texts, of = {}, struck(table.form)
    for letter, text in table.results.items():
        if letter not in effects.rows or effects.printed(letter, "value") == UNKNOWN:
            continue
        does = effect_text(read_effect(effects, of, letter), of)
        says = _ALIKE.get(text, text)
        if says != does and (letter in changed or says in _every_text(of)):
            texts[letter] = does
    return texts


@lru_cache(maxsize=256)
def effect_text(effect: Effect, of: Struck) -> str:
    """Return what an effect does, in words.

    The parts between commas are those that language files translate.

    Parameters
    ----------
    effect
        The effect.
    of
        Whom it befalls; missiles have targets, attackers in melee have defenders.
    """
    if effect.side == ATTACKER:
        hurt, name = effect.harm, "attacker"
        # One of several is hurt, but all of them are driven back.
        back = "all who attacked retreat" if hurt else "attacker retreats"
        parts = [f"{name} {hurt}" if hurt else "", _back(back, effect)]
    elif of.mounted and (effect.harm or effect.unhorsed or effect.horse_killed):
        parts = _rider_parts(effect)
    else:
        name = "target" if of.shot else "defender"
        parts = [f"{name} {effect.harm}", _flight(effect)] if effect.harm else [_back(f"{name} retreats", effect)]
    return ", ".join(part for part in parts if part) or _NOTHING


def _rider_parts(effect: Effect) -> list[str]:
    if effect.harm == "killed":
        return ["horse and rider killed"] if effect.horse_killed else ["rider killed", "horse unharmed"]
    # Nobody is stunned in the saddle, or stays in it when the horse is dead.
    falls = effect.unhorsed or effect.horse_killed or effect.harm == "stunned"
    rider = "rider " + " and ".join(part for part in (effect.harm, "unhorsed" if falls else "") if part)
    if effect.horse_killed:
        return ["horse killed", rider, _flight(effect)]
    return [rider, _flight(effect), "horse unharmed"]


def _flight(effect: Effect) -> str:
    """Return that somebody hurt retreats; the dead do not."""
    return "" if effect.harm == "killed" else _back("retreats", effect)


def _back(how: str, effect: Effect) -> str:
    if not effect.retreat:
        return ""
    return f"{how} {effect.retreat} {'hex' if effect.retreat == 1 else 'hexes'}"


@lru_cache(maxsize=8)
def _every_text(of: Struck) -> frozenset[str]:
    """Return the words for all effects that results may have."""
    sides = (TARGET,) if of.shot else (ATTACKER, TARGET)
    flags = (False, True) if of.mounted else (False,)
    every = product(sides, ("", *HARMS), flags, flags, range(10))
    return frozenset({_NOTHING} | {effect_text(Effect(*values), of) for values in every})
