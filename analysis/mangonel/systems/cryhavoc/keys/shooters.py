"""Groups of men who shoot and are not reached by anybody, and their weapons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.systems.cryhavoc.situations.missile import range_table, weapon_kind, weapons
from mangonel.tables.cells import EMPTY

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.reading import Node

__all__ = ["WEAPONS", "Shooters", "check_shooters", "check_weapon", "read_shooters"]

WEAPONS = ("shortbow", "longbow", "crossbow")
"""Hand weapons of the printed tables."""


@dataclass(frozen=True, slots=True)
class Shooters:
    """Men who shoot and are not reached by anybody.

    Attributes
    ----------
    men
        How many; 0 if there are none.
    weapon
        One of `WEAPONS`, or one that the rule set adds.
    place
        Covering archers: hexes to the wall. Others: hexes by which their range is longer than that of a man right
        above the target.
    """

    men: int = 0
    weapon: str = "longbow"
    place: int = 0


def read_shooters(
    node: Node,
    key: str,
    place: str,
    *,
    weapons: tuple[str, ...] | None = WEAPONS,
    nearest: int = 0,
    usual: int | None = None,
) -> Shooters:
    """Read a group of shooters; a block that is missing is a group of nobody.

    Parameters
    ----------
    node
        The scenario file.
    key, place
        Name of the block, and of the key in it that says where they stand.
    weapons
        The weapons that are allowed. None takes any id, which `check_shooters` looks at with the rule set.
    nearest, usual
        The least that `place` can be, and what it is if nothing is said; None if it has to be said.
    """
    block = node.node(key, required=False)
    if not block.keys():
        return Shooters()
    weapon = block.identifier("weapon") if weapons is None else block.choice("weapon", weapons)
    return Shooters(block.integer("men", 0, 12), weapon, block.integer(place, nearest, 200, usual))


def check_shooters(rules: RuleSet, key: str, group: Shooters) -> None:
    """Check the weapon of a group that is not nobody, as `check_weapon` does; `key` is the name of its block."""
    if group != Shooters():
        check_weapon(rules, f"{key}.weapon", group.weapon)


def check_weapon(rules: RuleSet, path: str, weapon: str, engines: tuple[str, ...] = ()) -> None:
    """Check that the rule set knows a weapon that a man can carry, with its ranges, or that it is one of some engines.

    Raises
    ------
    DataError
        If it does not, or the weapon reaches nothing; `path` is where the scenario names it.
    """
    allowed = [one for one in weapons(rules) if one in engines or weapon_kind(rules, one) != "engine"]
    if weapon not in allowed:
        raise DataError("unknown weapon", path=path, value=weapon, allowed=allowed)
    if weapon in engines:
        return
    try:
        bands = range_table(rules, weapon)
    except DataError as error:
        raise DataError(error.message, path=path, value=weapon) from None
    if all(bands.cell(weapon, band) == EMPTY for band in bands.columns):
        raise DataError(f"this weapon reaches nothing by table {bands.id}", path=path, value=weapon)
