"""What a result letter does to whom, as data: the tables ``effects-...`` (play sheet, keys of the results).

A cell says whom the result befalls, a colon, and what it does, joined by ``+``: one harm (``wounded``, ``stunned``,
``killed``), a retreat (``retreat-2``), and for mounted targets ``unhorsed`` and ``horse-killed``; or ``nobody``. Who is
hurt and driven back is hurt first. Of several attackers one is hurt, and all retreat. A shot befalls its target only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.table import Table

__all__ = ["ATTACKER", "TARGET", "Effect", "effect_of", "effects_of", "has_effects"]

ATTACKER = "attacker"
TARGET = "target"

_HARMS = ("wounded", "stunned", "killed")
_RIDERS = ("horse-killed", "unhorsed")
_RETREAT = re.compile("retreat-([1-9])")
_NOBODY = "nobody"
_MOUNTED, _SHOTS = "mounted", "missile"


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
        If the rule set has no effects for this table or letter, or one of them is none.
    """
    effects = effects_of(rules, table)
    if letter not in effects:
        raise DataError(f"no table says what this result of table {table} does", value=letter, allowed=effects)
    return effects[letter]


def effects_of(rules: RuleSet, table: str) -> Mapping[str, Effect]:
    """Return what every result of a missile or melee table does; parameters and errors as for `effect_of`."""
    name = f"effects-{table}"
    if table == "missile-mounted" and rules.choice("mounted-missile-croisades") == "croisades":
        name += "-croisades"
    effects = rules.table(name)
    return {NO_EFFECT: Effect()} | {letter: _read(effects, table, letter) for letter in effects.rows}


def _read(effects: Table, of: str, letter: str) -> Effect:
    """Read a cell of the effects of the table `of`."""
    cell = effects.cell(letter, "value")

    def wrong(message: str, value: str, allowed: tuple[str, ...] = ()) -> DataError:
        where = f"table {effects.id}, {letter}, {cell}"
        return DataError(f"{where}: {message}", file=effects.file, path=f"cells.{letter}", value=value, allowed=allowed)

    if cell == _NOBODY:
        return Effect()
    side, _, text = cell.partition(":")
    sides = (TARGET,) if of.startswith(_SHOTS) else (ATTACKER, TARGET)
    if side not in sides:
        raise wrong("nobody whom such a result befalls", side, (*sides, _NOBODY))
    parts = text.split("+")
    harms = [part for part in parts if part in _HARMS]
    retreats = [int(found[1]) for found in map(_RETREAT.fullmatch, parts) if found]
    riders = [part for part in parts if part in _RIDERS]
    known = {*harms, *riders, *(f"retreat-{hexes}" for hexes in retreats)}
    for number, part in enumerate(parts):
        if part not in known:
            raise wrong("no effect of a result", part, (*_HARMS, *_RIDERS, "retreat-1"))
        if part in parts[:number]:
            raise wrong("says the same twice", part)
    if len(harms) > 1 or len(retreats) > 1:
        raise wrong("a result hurts a man in one way, and drives him back by one number of hexes", text)
    if riders and (side != TARGET or not of.endswith(_MOUNTED)):
        raise wrong("befalls a mounted target only", riders[0])
    return Effect(
        side,
        harms[0] if harms else "",
        horse_killed="horse-killed" in riders,
        unhorsed="unhorsed" in riders,
        retreat=retreats[0] if retreats else 0,
    )
