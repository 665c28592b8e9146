"""Fire and oil: single rolls (fire table; Italian supplement 2.11; German rules 3.5 and 5.3)."""

from __future__ import annotations

from fractions import Fraction

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.missile import band_limits, weapons
from mangonel.tables.situation import Situation

__all__ = [
    "CAUSES",
    "arrow_hit_situation",
    "check_fire_arrow",
    "extinguish_odds",
    "extinguish_situation",
    "fire_odds",
    "fire_situation",
    "oil_situation",
    "puts_out",
]

CAUSES = ("spread", "oil", "arrow", "hand")

_CATCHES = "F"
_MISS = "-"
_COLUMNS = {"spread": "spread", "oil": "oil_barrel", "hand": "spread"}
_FIRE_WEAPONS = {"bows": ("longbow", "shortbow"), "bows-and-crossbows": ("longbow", "shortbow", "crossbow")}


def fire_situation(rules: RuleSet, *, cause: str = "spread", target: str | None = None) -> Situation:
    """Return the roll on the fire table: result ``F`` (catches) or ``-``.

    Parameters
    ----------
    rules
        The rule set.
    cause
        ``spread`` from an adjacent hex, ``oil`` (a barrel poured on an engine), ``arrow`` or ``hand``.
    target
        What an arrow is shot at: a row of the table ``fire-targets``, for example ``ram`` or ``tent``. For an
        arrow it is needed; else it makes no difference.

    Raises
    ------
    DataError
        If cause or target are unknown, or no roll is made: fire set by hand is certain unless the option
        ``first-fire-column`` says otherwise.
    """
    table = rules.table("fire")
    if cause not in CAUSES:
        raise DataError("unknown cause of fire", value=cause, allowed=CAUSES)
    if cause == "arrow":
        return Situation(table, _arrow_column(rules, target))
    if cause == "hand" and rules.choice("first-fire-column") != "also-hand-ignition":
        raise DataError("no roll: fire set by hand catches for certain")
    return Situation(table, _COLUMNS[cause])


def fire_odds(
    rules: RuleSet,
    *,
    cause: str = "spread",
    target: str | None = None,
    weapon: str = "longbow",
    distance: int | None = None,
) -> dict[str, Fraction]:
    """Return the exact odds that something catches fire, the roll to hit with an arrow included.

    Parameters
    ----------
    rules
        The rule set.
    cause, target
        As for `fire_situation`.
    weapon, distance
        For an arrow: weapon, and hexes to the target if they are to be checked against short range.

    Returns
    -------
    dict
        Odds of ``F`` (catches) and ``-``, without zero entries.

    Raises
    ------
    DataError
        If cause or target are unknown, or the weapon shoots no fire arrows so far.
    """
    if cause == "hand" and rules.choice("first-fire-column") != "also-hand-ignition":
        return {_CATCHES: Fraction(1)}
    catches = fire_situation(rules, cause=cause, target=target).odds().get(_CATCHES, Fraction(0))
    if cause == "arrow":
        check_fire_arrow(rules, weapon, distance)
        hit = arrow_hit_situation(rules)
        if hit is not None:
            catches *= 1 - hit.odds().get(_MISS, Fraction(0))
    odds = {_CATCHES: catches, _MISS: 1 - catches}
    return {result: chance for result, chance in odds.items() if chance}


def arrow_hit_situation(rules: RuleSet) -> Situation | None:
    """Return the roll to hit of a fire arrow (``H`` or ``-``), None where the fire table alone decides."""
    if rules.choice("fire-arrow-to-hit") == "none":
        return None
    return Situation(rules.table("fire-arrow-hit"), "hit")


def check_fire_arrow(rules: RuleSet, weapon: str, distance: int | None = None) -> None:
    """Check that a weapon shoots fire arrows, and so far.

    Raises
    ------
    DataError
        If the option ``fire-arrow-weapons`` leaves it out, or the target is beyond short range.
    """
    allowed = _FIRE_WEAPONS[rules.choice("fire-arrow-weapons")]
    if weapon not in allowed:
        known = weapon in weapons(rules)
        message = "this weapon shoots no fire arrows" if known else "unknown weapon"
        raise DataError(message, value=weapon, allowed=allowed)
    if distance is not None:
        first, last = band_limits(rules, weapon)["short"]
        if not first <= distance <= last:
            raise DataError(f"fire arrows need short range, {first} to {last} hexes", value=distance)


def extinguish_situation(rules: RuleSet) -> Situation:
    """Return one man's try to put out a hex: result ``D``, ``DA`` (arrow fires only) or ``-``."""
    return Situation(rules.table("fire"), "extinguish")


def puts_out(result: str, *, arrows_only: bool) -> bool:
    """Tell whether a result of `extinguish_situation` puts the fire out.

    Parameters
    ----------
    result
        The result letter.
    arrows_only
        Whether the fire was caused by arrows alone.
    """
    return result == "D" or (arrows_only and result == "DA")


def extinguish_odds(rules: RuleSet, *, arrows_only: bool = False) -> Fraction:
    """Return the chance that one man's try puts a hex out."""
    odds = extinguish_situation(rules).odds()
    return sum((odds[result] for result in odds if puts_out(result, arrows_only=arrows_only)), Fraction(0))


def oil_situation(rules: RuleSet) -> Situation:
    """Return the attack of boiling oil on an unprotected man: the foot table, without shifts."""
    column = rules.table("oil").cell("unprotected_character", "value")
    return Situation(rules.table("melee-foot"), column)


def _arrow_column(rules: RuleSet, target: str | None) -> str:
    table = rules.table("fire-targets")
    if target is None:
        raise DataError("a fire arrow needs a target", allowed=table.rows)
    if target not in table.rows:
        raise DataError("unknown target of fire", value=target, allowed=table.rows)
    return table.cell(target, "value")
