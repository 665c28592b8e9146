"""What a result letter does to whom, as data: the tables ``effects-...`` (play sheet, keys of the results)."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import NO_EFFECT

__all__ = ["ATTACKER", "TARGET", "Effect", "effect_of", "has_effects"]

ATTACKER = "attacker"
TARGET = "target"

_HARMS = ("wounded", "stunned", "killed")
_RETREAT = "retreat-"
_NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Effect:
    """What befalls one side of a shot or a melee.

    Attributes
    ----------
    side
        ``attacker``, ``target``, or nothing if the result has no effect.
    harm
        ``wounded``, ``stunned``, ``killed``, or nothing.
    horse_killed, unhorsed
        What becomes of a mounted target's horse and seat.
    retreat
        Hexes to retreat at once.
    """

    side: str = ""
    harm: str = ""
    horse_killed: bool = False
    unhorsed: bool = False
    retreat: int = 0


def has_effects(rules: RuleSet, table: str) -> bool:
    """Tell whether the results of a table befall characters."""
    return rules.has_table(f"effects-{table}")


def effect_of(rules: RuleSet, table: str, letter: str) -> Effect:
    """Return what a result of a missile or melee table does.

    Parameters
    ----------
    rules
        The rule set; its option ``mounted-missile-croisades`` counts.
    table
        ``missile-foot``, ``missile-mounted``, ``melee-foot`` or ``melee-mounted``.
    letter
        A result of that table, or ``-``.

    Raises
    ------
    DataError
        If the rule set has no effects for this table or letter.
    """
    name = f"effects-{table}"
    if table == "missile-mounted" and rules.choice("mounted-missile-croisades") == "croisades":
        name += "-croisades"
    effects = rules.table(name)
    if letter == NO_EFFECT and letter not in effects.rows:
        return Effect()
    return _read(effects.cell(letter, "value"))


def _read(cell: str) -> Effect:
    side, _, text = cell.partition(":")
    if side == _NOBODY:
        return Effect()
    harm, horse_killed, unhorsed, retreat = "", False, False, 0
    for part in text.split("+"):
        if part in _HARMS:
            harm = part
        elif part.startswith(_RETREAT):
            retreat = int(part.removeprefix(_RETREAT))
        elif part in ("horse-killed", "unhorsed"):
            horse_killed |= part == "horse-killed"
            unhorsed |= part == "unhorsed"
        else:
            raise DataError("unknown effect", value=part, allowed=(*_HARMS, "horse-killed", "unhorsed", "retreat-1"))
    return Effect(side, harm, horse_killed, unhorsed, retreat)
