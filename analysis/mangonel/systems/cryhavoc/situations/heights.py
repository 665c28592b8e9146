"""Levels of height, and whether a melee reaches over them (play sheet, levels of elevation and rule 1 on melee)."""

from __future__ import annotations

from fractions import Fraction

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet

__all__ = ["check_heights", "in_reach", "level"]

_HIGHEST = 1
"""Levels between two men who fight; more is too much."""
_SAME_AS = {"ladder": "ladder_climb", "arrow_slit": "tower"}
_ON_THE_GROUND = ("scrub", "tree", "tent", "trench", "covered_ram", "mantlet", "drawbridge")


def level(rules: RuleSet, place: str) -> Fraction:
    """Return the level of height of a place.

    Parameters
    ----------
    rules
        The rule set; its option ``elevation-levels`` counts.
    place
        A row of the elevation tables, or a terrain that lies on flat ground. ``siege_tower`` is its inside.

    Raises
    ------
    DataError
        If there is no such place in the table.
    UnknownCellError
        If the source gives it no number.
    """
    table = rules.table("elevation-" + rules.choice("elevation-levels"))
    name = _name(place)
    if name == "siege_tower":
        name = "siege_tower_bottom" if "siege_tower_bottom" in table.rows else "flat_ground"
    elif name in _ON_THE_GROUND:
        name = "flat_ground"
    if name not in table.rows:
        raise DataError("no level of height is known for this place", value=place, allowed=table.rows)
    return Fraction(table.cell(name, "value"))


def in_reach(rules: RuleSet, attacker: str, target: str) -> bool:
    """Tell whether men in two adjacent places, as for `level`, may fight in spite of their heights.

    The options ``elevation-levels`` and ``rubble-battlement-combat`` count.
    """
    places = {_name(attacker), _name(target)}
    if places == {"ladder_climb", "battlement"}:
        return True
    if places == {"rubble", "battlement"} and rules.choice("rubble-battlement-combat") == "allowed":
        return True
    return abs(level(rules, attacker) - level(rules, target)) <= _HIGHEST


def _name(place: str) -> str:
    """Return the name of a place in the tables, without the sign that may be named with it."""
    bare = place.partition("/")[0]
    return _SAME_AS.get(bare, bare)


def check_heights(rules: RuleSet, attackers: list[str], targets: list[str]) -> None:
    """Check that all attackers reach all targets: more than one level between two of them is refused (DataError)."""
    for ours in attackers:
        for theirs in targets:
            if not in_reach(rules, ours, theirs):
                levels = f"{float(level(rules, ours)):g} and {float(level(rules, theirs)):g}"
                raise NoRollError("no attack over more than one level of height", value=f"{ours}, {theirs}: {levels}")
