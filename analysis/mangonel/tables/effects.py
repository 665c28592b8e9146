"""What a result does to whom, as the cells of the tables ``effects-...`` say it (play sheet, keys of the results).

A cell says whom the result befalls, a colon, and what it does, joined by ``+``: one harm (``wounded``, ``stunned``,
``killed``), a retreat (``retreat-2``), and for mounted targets ``unhorsed`` and ``horse-killed``; or ``nobody``. Who is
hurt and driven back is hurt first. Of several attackers one is hurt, and all retreat. A shot befalls its target only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from mangonel.errors import DataError
from mangonel.tables.table import Table

__all__ = [
    "ATTACKER",
    "EFFECTS",
    "HARMS",
    "TARGET",
    "Effect",
    "effects_table",
    "is_mounted",
    "is_shot",
    "read_cell",
    "read_effect",
    "table_of_results",
]

ATTACKER = "attacker"
TARGET = "target"
EFFECTS = "effects-"
"""How the id of a table begins that says what the results of another one do."""

HARMS = ("wounded", "stunned", "killed")
_RIDERS = ("horse-killed", "unhorsed")
_RETREAT = re.compile("retreat-([1-9])")
_NOBODY = "nobody"
_CROISADES = "-croisades"


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


def effects_table(table: str, choice: Callable[[str], str | None]) -> str:
    """Return the id of the table that says what the results of a missile or melee table do.

    Parameters
    ----------
    table
        Id of the missile or melee table.
    choice
        Returns the chosen value of an option; ``mounted-missile-croisades`` counts.
    """
    revised = table == "missile-mounted" and choice("mounted-missile-croisades") == "croisades"
    return f"{EFFECTS}{table}{_CROISADES if revised else ''}"


def table_of_results(effects: str) -> str:
    """Return the id of the table whose results a table of effects is about."""
    return effects.removeprefix(EFFECTS).removesuffix(_CROISADES)


def is_mounted(table: str) -> bool:
    """Tell whether the targets of a missile or melee table are mounted."""
    return table.endswith("mounted")


def is_shot(table: str) -> bool:
    """Tell whether a table is one of missiles."""
    return table.startswith("missile")


def read_effect(effects: Table, of: str, letter: str) -> Effect:
    """Read what a result does.

    Parameters
    ----------
    effects
        The table of effects.
    of
        Id of the table whose results they are.
    letter
        A row of `effects`.

    Raises
    ------
    DataError
        If the cell says nothing that a result of that table can do.
    UnknownCellError
        If the source has lost the cell.
    """
    cell = effects.cell(letter, "value")
    try:
        return read_cell(cell, of)
    except DataError as error:
        raise DataError(
            f"table {effects.id}, {letter}, {cell}: {error.message}",
            file=effects.file,
            path=f"cells.{letter}",
            value=error.value,
            allowed=error.allowed,
        ) from None


@lru_cache(maxsize=256)
def read_cell(cell: str, of: str) -> Effect:
    """Read a cell of the effects of the table `of`; errors as for `read_effect`, without their place."""
    if cell == _NOBODY:
        return Effect()
    side, _, text = cell.partition(":")
    sides = (TARGET,) if is_shot(of) else (ATTACKER, TARGET)
    if side not in sides:
        raise DataError("nobody whom such a result befalls", value=side, allowed=(*sides, _NOBODY))
    parts = text.split("+")
    harms = [part for part in parts if part in HARMS]
    retreats = [int(found[1]) for found in map(_RETREAT.fullmatch, parts) if found]
    riders = [part for part in parts if part in _RIDERS]
    known = {*harms, *riders, *(f"retreat-{hexes}" for hexes in retreats)}
    for number, part in enumerate(parts):
        if part not in known:
            raise DataError("no effect of a result", value=part, allowed=(*HARMS, *_RIDERS, "retreat-1"))
        if part in parts[:number]:
            raise DataError("says the same twice", value=part)
    if len(harms) > 1 or len(retreats) > 1:
        raise DataError("a result hurts a man in one way, and drives him back by one number of hexes", value=text)
    if riders and (side != TARGET or not is_mounted(of)):
        raise DataError("befalls a mounted target only", value=riders[0])
    return Effect(
        side,
        harms[0] if harms else "",
        horse_killed="horse-killed" in riders,
        unhorsed="unhorsed" in riders,
        retreat=retreats[0] if retreats else 0,
    )
