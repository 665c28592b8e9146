"""What terrain adds to a die (Tabla de Terrenos; 10.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.scales import PARAPET
from mangonel.tables.cells import read_whole

__all__ = ["check_grounds", "effect", "fire_effect", "total_effect"]

_NONE, _NOT_ALLOWED, _BLOCKS = "SE", "NA", "B"
_LEVELS = ("one_level_up", "one_level_down")


def effect(rules: RuleSet, ground: str, column: str, *, second: bool = False) -> int:
    """Return what a terrain adds to a die.

    Parameters
    ----------
    rules
        The rule set; its option ``parapet-row`` counts.
    ground
        A row of table ``ground``, or ``parapet``.
    column
        ``fire``, ``combat`` or ``charge``.
    second
        Where two figures are printed, take the second: a shot from inside out.

    Raises
    ------
    DataError
        If there is no such terrain.
    NoRollError
        If the terrain does not allow it.
    UnknownCellError
        If the source has lost the cell, and no reading fills it.
    """
    row = rules.choice("parapet-row") if ground == PARAPET else ground
    if ground == PARAPET and row == "none":
        return 0
    cell = rules.table("ground").cell(row, column)
    figures = [part for part in cell.split("/") if part != _BLOCKS] or [_NONE]
    figure = figures[-1] if second else figures[0]
    if figure == _NOT_ALLOWED:
        raise NoRollError(f"no {column}: table ground does not allow it there", value=ground)
    return 0 if figure == _NONE else read_whole(figure)


def check_grounds(grounds: Sequence[str], path: str) -> None:
    """Check that the terrain of a unit, and what lies before it, can be there together: a figure counts once (10.3).

    What is named twice is refused (DataError), and a hex that is both higher and lower.
    """
    for ground in grounds:
        if grounds.count(ground) > 1:
            raise DataError("named twice", path=path, value=ground)
    if set(_LEVELS) <= set(grounds):
        raise DataError("these do not go together", path=path, value=" ".join(_LEVELS))


def total_effect(rules: RuleSet, grounds: Sequence[str], columns: Iterable[str]) -> int:
    """Return what the terrain between an attacker and a defender adds to the combat die.

    Parameters
    ----------
    rules
        The rule set; its option ``terrain-sum`` counts.
    grounds
        The defender's hex and what lies between.
    columns
        ``combat``, ``charge`` or both.

    Raises
    ------
    NoRollError, UnknownCellError
        As in `effect`.
    """
    effects = [sum(effect(rules, ground, column) for column in columns) for ground in grounds]
    if not effects:
        return 0
    return sum(effects) if len(effects) == 1 or rules.choice("terrain-sum") == "sum" else min(effects)


def fire_effect(rules: RuleSet, grounds: Iterable[str], *, from_inside: bool) -> int:
    """Return what terrain of a target, and what lies before it, adds to the die of a shot; errors as in `effect`."""
    try:
        return sum(effect(rules, ground, "fire", second=from_inside) for ground in grounds)
    except NoRollError as error:
        raise error.at("terrain") from None
