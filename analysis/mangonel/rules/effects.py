"""The effect of a result, as a table of effects says it where a system has one, and its text.

A cell has the side that it befalls, a colon, and the effects, joined by ``+``: one harm (``wounded``, ``stunned``,
``killed``), a retreat (``retreat-2``), and for mounted targets ``unhorsed`` and ``horse-killed``; or ``nobody``. A man
hurt and driven back is hurt first. Of several attackers one is hurt, and all retreat. A shot befalls its target only.

A text of one's own stays with the effects that it was written for. A text that says another effect than the one in
force, and any text whose effect was changed after it was written, gives way to words made from the effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import lru_cache
from itertools import product

from msgspec import Struct

from mangonel.errors import DataError
from mangonel.rules.cells import UNKNOWN
from mangonel.rules.forms import TableForm
from mangonel.rules.table import Table

ATTACKER = "attacker"
TARGET = "target"
HARMS = ("wounded", "stunned", "killed")
_RIDERS = ("horse-killed", "unhorsed")
_NOBODY = "nobody"


class Effect(Struct, frozen=True):
    """The effect on one side of a shot or a melee."""

    side: str = ""
    """``attacker``, ``target``, or nothing if the result has no effect."""
    harm: str = ""
    """``wounded``, ``stunned``, ``killed``, or nothing."""
    horse_killed: bool = False
    unhorsed: bool = False
    """`horse_killed`, `unhorsed`: the fate of a mounted target's horse and seat."""
    retreat: int = 0
    """Hexes to retreat at once."""


Befalls = tuple[str, ...]
"""The targets of a table's results, as its system says: ``mounted`` ones, those of a ``shot``, or men on foot."""


def effects_table(form: TableForm, choice: Callable[[str], str | None]) -> str:
    """Return the id of the table with the effects of the results of another one; nothing if there is none.

    The system's form names it, perhaps another one under the chosen value of an option.
    """
    if form.effects_if:
        option, value, other = form.effects_if
        if choice(option) == value:
            return other
    return form.effects


def read_effect(effects: Table, of: Befalls, letter: str) -> Effect:
    """Read the effect of a result, a row of `effects`, on its targets.

    It is a DataError if the cell says nothing that a result of that table can do, an UnknownCellError if the source has
    lost it.
    """
    cell = effects.cell(letter, "value")
    try:
        return read_cell(cell, of)
    except DataError as error:
        message, path = f"table {effects.id}, {letter}, {cell}: {error.message}", f"cells.{letter}"
        raise DataError(message, file=effects.file, path=path, value=error.value, allowed=error.allowed) from None


@lru_cache(maxsize=256)
def read_cell(cell: str, of: Befalls) -> Effect:
    """Read a cell of effects that befall `of`; errors as for `read_effect`, without their place."""
    if cell == _NOBODY:
        return Effect()
    side, _, text = cell.partition(":")
    sides = (TARGET,) if "shot" in of else (ATTACKER, TARGET)
    if side not in sides:
        raise DataError("nobody whom such a result befalls", value=side, allowed=(*sides, _NOBODY))
    parts = text.split("+")
    harms = [part for part in parts if part in HARMS]
    retreats = [int(match[1]) for match in (re.fullmatch("retreat-([1-9])", part) for part in parts) if match]
    riders = [part for part in parts if part in _RIDERS]
    known = {*harms, *riders, *(f"retreat-{hexes}" for hexes in retreats)}
    for number, part in enumerate(parts):
        if part not in known:
            raise DataError("no effect of a result", value=part, allowed=(*HARMS, *_RIDERS, "retreat-1"))
        if part in parts[:number]:
            raise DataError("says the same twice", value=part)
    if len(harms) > 1 or len(retreats) > 1:
        raise DataError("a result hurts a man in one way, and drives him back by one number of hexes", value=text)
    if riders and (side != TARGET or "mounted" not in of):
        raise DataError("befalls a mounted target only", value=riders[0])
    harm, retreat = harms[0] if harms else "", retreats[0] if retreats else 0
    return Effect(side, harm, horse_killed="horse-killed" in riders, unhorsed="unhorsed" in riders, retreat=retreat)


_NOTHING = "no effect"
_ALIKE = {"miss": _NOTHING, "rider wounded, stays mounted, horse unharmed": "rider wounded, horse unharmed"}
"""Printed texts with the meaning of other words of `effect_text`."""


def texts_by_effect(table: Table, effects: Table, changed: Container[str]) -> dict[str, str]:
    """Return other texts for the results of a missile or melee table with a text that does not tell their effect.

    The table has the texts that hold under the chosen options; `changed` are the results whose effect was changed after
    the text was written. It is a DataError if a cell of `effects` is no effect.
    """
    texts, of = {}, table.form.befalls
    for letter, text in table.results.items():
        if letter not in effects.rows or effects.printed(letter, "value") == UNKNOWN:
            continue
        does = effect_text(read_effect(effects, of, letter), of)
        says = _ALIKE.get(text, text)
        if says != does and (letter in changed or says in _every_text(of)):
            texts[letter] = does
    return texts


@lru_cache(maxsize=256)
def effect_text(effect: Effect, of: Befalls) -> str:
    """Return an effect in words; missiles have targets, attackers in melee have defenders.

    The parts between commas are those that language files translate.
    """
    if effect.side == ATTACKER:
        hurt, name = effect.harm, "attacker"
        # One of several is hurt, but all of them are driven back.
        back = "all who attacked retreat" if hurt else "attacker retreats"
        parts = [f"{name} {hurt}" if hurt else "", _back(back, effect)]
    elif "mounted" in of and (effect.harm or effect.unhorsed or effect.horse_killed):
        parts = _rider_parts(effect)
    else:
        name = "target" if "shot" in of else "defender"
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
    return "" if effect.harm == "killed" else _back("retreats", effect)


def _back(how: str, effect: Effect) -> str:
    if not effect.retreat:
        return ""
    return f"{how} {effect.retreat} {'hex' if effect.retreat == 1 else 'hexes'}"


@lru_cache(maxsize=8)
def _every_text(of: Befalls) -> frozenset[str]:
    sides = (TARGET,) if "shot" in of else (ATTACKER, TARGET)
    flags = (False, True) if "mounted" in of else (False,)
    every = product(sides, ("", *HARMS), flags, flags, range(10))
    return frozenset({_NOTHING} | {effect_text(Effect(*values), of) for values in every})
