"""Fire and oil: single rolls (fire table; Italian supplement 2.11; German rules 3.5 and 5.3)."""

from __future__ import annotations

from fractions import Fraction

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.situations.missile import band_limits, weapon_kind, weapons
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation

__all__ = [
    "ARROWS_OUT",
    "CATCHES",
    "CAUSES",
    "COMES_ROUND",
    "HITS",
    "KILLED",
    "OIL_PLACES",
    "PUT_OUT",
    "arrow_hit_situation",
    "burning_turns",
    "burnt_out",
    "check_fire_arrow",
    "comes_round_situation",
    "extinguish_odds",
    "extinguish_situation",
    "fire_odds",
    "fire_situation",
    "oil_situation",
    "puts_out",
    "stunned_in_fire_odds",
]

CAUSES = ("spread", "oil", "arrow", "hand")
OIL_PLACES = ("lower", "ladder", "same_height", "siege_tower_top")
"""Where a man may stand who has oil poured onto him."""

CATCHES, HITS = "F", "H"
"""Results that set alight, and of the roll to hit that hit."""
PUT_OUT, ARROWS_OUT = "D", "DA"
"""Results that put any fire out, and one of arrows alone."""
COMES_ROUND, KILLED = "R", "K"
"""Results of a stunned man whom fire reaches."""
_COLUMNS = {"spread": "spread", "oil": "oil_barrel", "hand": "spread"}
_TARGETS = {
    "play-sheet": ("fire-targets",),
    "protected-mantlets": ("fire-targets-protected", "fire-targets"),
    "italian": ("fire-targets-italian",),
}
_FIRE_WEAPONS = {"bows": ("bow",), "bows-and-crossbows": ("bow", "crossbow")}
"""Kinds of weapons that shoot fire arrows, by the option ``fire-arrow-weapons``."""


def fire_situation(
    rules: RuleSet, *, cause: str = "spread", target: str | None = None, from_battlement: bool = False
) -> Situation:
    """Return the roll on the fire table: result ``F`` (catches) or ``-``.

    Parameters
    ----------
    cause
        ``spread`` from an adjacent hex, ``oil`` (a barrel poured on an engine), ``arrow`` or ``hand``.
    target
        What an arrow is shot at: a row of the table ``fire-targets``, for example ``ram`` or ``tent``. For an
        arrow it is needed; else it makes no difference. The option ``fire-arrow-target-classes`` counts.
    from_battlement
        Whether fire is set by hand to an engine beside the battlement from there (option ``hand-ignition``).

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
        return Situation(table, _arrow_column(rules, target)).giving((NO_EFFECT, CATCHES))
    if cause == "hand":
        _check_hand(rules, from_battlement=from_battlement)
    if cause == "hand" and rules.choice("first-fire-column") != "also-hand-ignition":
        raise NoRollError("no roll: fire set by hand catches for certain")
    return Situation(table, _COLUMNS[cause]).giving((NO_EFFECT, CATCHES))


def fire_odds(
    rules: RuleSet,
    *,
    cause: str = "spread",
    target: str | None = None,
    weapon: str = "longbow",
    distance: int | None = None,
    from_battlement: bool = False,
) -> dict[str, Fraction]:
    """Return the exact odds that something catches fire, the roll to hit with an arrow included.

    Parameters
    ----------
    cause, target, from_battlement
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
        _check_hand(rules, from_battlement=from_battlement)
        return {CATCHES: Fraction(1)}
    situation = fire_situation(rules, cause=cause, target=target, from_battlement=from_battlement)
    catches = situation.odds().get(CATCHES, Fraction(0))
    if cause == "arrow":
        check_fire_arrow(rules, weapon, distance)
        hit = arrow_hit_situation(rules)
        if hit is not None:
            catches *= 1 - hit.odds().get(NO_EFFECT, Fraction(0))
    odds = {CATCHES: catches, NO_EFFECT: 1 - catches}
    return {result: chance for result, chance in odds.items() if chance}


def arrow_hit_situation(rules: RuleSet) -> Situation | None:
    """Return the roll to hit of a fire arrow (``H`` or ``-``), None where the fire table alone decides."""
    if rules.choice("fire-arrow-to-hit") == "none":
        return None
    return Situation(rules.table("fire-arrow-hit"), "hit").giving((NO_EFFECT, HITS))


def check_fire_arrow(rules: RuleSet, weapon: str, distance: int | None = None) -> None:
    """Check that a weapon shoots fire arrows, and so far.

    It is refused (DataError) if the option ``fire-arrow-weapons`` leaves it out, or the target is beyond short range.
    """
    kinds = _FIRE_WEAPONS[rules.choice("fire-arrow-weapons")]
    allowed = [name for name in weapons(rules) if weapon_kind(rules, name) in kinds]
    if weapon not in allowed:
        known = weapon in weapons(rules)
        if known:
            raise NoRollError("this weapon shoots no fire arrows", value=weapon, allowed=allowed)
        raise DataError("unknown weapon", value=weapon, allowed=allowed)
    if distance is not None:
        band = band_limits(rules, weapon).get("short")
        if band is None:
            raise NoRollError("this weapon has no short range", value=weapon)
        first, last = band
        if not first <= distance <= last:
            raise NoRollError(f"fire arrows need short range, {first} to {last} hexes", value=distance)


def extinguish_situation(rules: RuleSet) -> Situation:
    """Return one man's try to put out a hex: result ``D``, ``DA`` (arrow fires only) or ``-``."""
    return Situation(rules.table("fire"), "extinguish").giving((NO_EFFECT, PUT_OUT, ARROWS_OUT))


def puts_out(result: str, *, arrows_only: bool) -> bool:
    """Tell whether a result of `extinguish_situation` puts a fire out, one of arrows alone or any other."""
    return result == PUT_OUT or (arrows_only and result == ARROWS_OUT)


def extinguish_odds(rules: RuleSet, *, arrows_only: bool = False) -> Fraction:
    """Return the chance that one man's try puts a hex out."""
    odds = extinguish_situation(rules).odds()
    return sum((odds[result] for result in odds if puts_out(result, arrows_only=arrows_only)), Fraction(0))


def oil_situation(rules: RuleSet, *, place: str = "lower") -> Situation:
    """Return the attack of boiling oil on an unprotected man: the foot table, without shifts.

    Parameters
    ----------
    place
        Where he stands, one of `OIL_PLACES`; the option ``oil-targets`` counts.

    Raises
    ------
    DataError
        If there is no such place, or oil may not be poured there.
    """
    if place not in OIL_PLACES:
        raise DataError("unknown place for oil", value=place, allowed=OIL_PLACES)
    if place not in ("lower", "ladder") and rules.choice("oil-targets") == "lower":
        raise NoRollError("oil is poured onto lower hexes and ladders only", value=place)
    column = rules.table("oil").cell("unprotected_character", "value")
    return Situation(rules.table("melee-foot"), column)


def stunned_in_fire_odds(rules: RuleSet) -> dict[str, Fraction]:
    """Return the odds of a stunned man in a hex that catches fire: ``R`` (comes round) and ``K`` (killed).

    The option ``stunned-in-fire`` counts.
    """
    if rules.choice("stunned-in-fire") == "killed":
        return {KILLED: Fraction(1)}
    return comes_round_situation(rules).odds()


def comes_round_situation(rules: RuleSet) -> Situation:
    """Return the roll of a stunned man whom fire reaches: result ``R`` (he comes round) or ``K`` (he is killed)."""
    return Situation(rules.table("stunned-in-fire"), "fire").giving((COMES_ROUND, KILLED))


def burning_turns(rules: RuleSet) -> int:
    """Return at how many ends of a turn a fire has burnt when it destroys (option ``fire-three-turns``)."""
    return {"laid": 3, "turn-after": 4}[rules.choice("fire-three-turns")]


def burnt_out(rules: RuleSet, *, burnt: int, hexes: int) -> int:
    """Return how many hexes of an engine are lost when some have burnt three turns (option ``fire-destruction``)."""
    if not 0 <= burnt <= hexes:
        raise DataError(f"of {hexes} hexes not so many can burn", value=burnt)
    return hexes if burnt and rules.choice("fire-destruction") == "machine" else burnt


def _arrow_column(rules: RuleSet, target: str | None) -> str:
    tables = [rules.table(name) for name in _TARGETS[rules.choice("fire-arrow-target-classes")]]
    allowed = tables[-1].rows
    if target is None:
        raise DataError("a fire arrow needs a target", allowed=allowed)
    for table in tables:
        if target in table.rows:
            return table.cell(target, "value")
    if target in rules.table("fire-targets").rows:
        raise NoRollError(f"table {tables[-1].id} has no column for this target", value=target, allowed=allowed)
    raise DataError("unknown target of fire", value=target, allowed=allowed)


def _check_hand(rules: RuleSet, *, from_battlement: bool) -> None:
    if from_battlement and rules.choice("hand-ignition") == "not-from-battlement":
        raise NoRollError("an engine beside the battlement is not set on fire by hand from there")
