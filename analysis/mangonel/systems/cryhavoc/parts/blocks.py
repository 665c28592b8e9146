"""Blocks that the scenario files of several sequences have in common, and reading them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.systems.cryhavoc.situations.missile import band_limits, weapon_kind, weapons
from mangonel.tables.growing import LABEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.reading import Node

__all__ = [
    "WALL_HEXES",
    "WEAPONS",
    "Shooters",
    "check_approach",
    "check_shooters",
    "check_weapon",
    "read_approach",
    "read_names",
    "read_shooters",
]

WEAPONS = ("shortbow", "longbow", "crossbow")
"""Hand weapons of the printed tables."""
WALL_HEXES = ("outer", "inner", "tower", "keep")
"""Kinds of hexes of a castle's walls."""


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


def read_approach(node: Node, terrains: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Read ``approach``: a list of terrain ids, or of ``"terrain x hexes"``, far to near; one id a hex is returned.

    Parameters
    ----------
    node
        The scenario file.
    terrains
        The ids that are allowed. None takes any id: which there are is a matter of the rule set that the scenario is
        played with, and `check_approach` looks at it then.
    """
    hexes: list[str] = []
    for number, entry in enumerate(node.texts("approach", default=()), start=1):
        terrain, cross, count = entry.partition(" x ")
        if terrains is not None and terrain not in terrains:
            raise node.error("unknown terrain", f"approach.{number}", value=terrain, allowed=terrains)
        if not re.fullmatch(LABEL, terrain):
            raise node.error("cannot be the id of a terrain", f"approach.{number}", value=terrain)
        if cross and not (count.isascii() and count.isdigit() and len(count) <= 2 and 0 < int(count) <= 60):
            raise node.error("the number of hexes must be 1 to 60", f"approach.{number}", value=count)
        hexes += [terrain] * (int(count) if cross else 1)
    if len(hexes) > 60:
        raise node.error("an approach has at most 60 hexes", "approach", value=len(hexes))
    return tuple(hexes)


def read_names(blocks: Sequence[Node]) -> tuple[str, ...]:
    """Read the ``name`` of each block: different ones, of one line and at most 40 letters, for they become counters."""
    names: list[str] = []
    for block in blocks:
        name = block.text("name")
        if len(name) > 40 or "\n" in name or "\t" in name:
            raise block.error("a name is one line of at most 40 letters", "name", value=name)
        if name in names:
            raise block.error("there are two of this name", "name", value=name)
        names.append(name)
    return tuple(names)


def check_approach(rules: RuleSet, approach: tuple[str, ...], usual: tuple[str, ...]) -> None:
    """Check the ground of an approach against the rule set that it is played with.

    Parameters
    ----------
    rules
        The rule set.
    approach
        One terrain id a hex.
    usual
        Rows of the printed terrain table that the sequence knows; rows that overlays add are allowed as well.

    Raises
    ------
    DataError
        For the first terrain that is neither.
    """
    allowed = (*usual, *rules.added("terrain"))
    for terrain in approach:
        if terrain not in allowed:
            raise DataError("unknown terrain", path="approach", value=terrain, allowed=allowed)


def read_shooters(node: Node, key: str, place: str, *, weapons: tuple[str, ...] | None = WEAPONS) -> Shooters:
    """Read a group of shooters; a block that is missing is a group of nobody.

    Parameters
    ----------
    node
        The scenario file.
    key, place
        Name of the block, and of the key in it that says where they stand.
    weapons
        The weapons that are allowed. None takes any id, which `check_shooters` looks at with the rule set.
    """
    block = node.node(key, required=False)
    if not block.keys():
        return Shooters()
    weapon = block.identifier("weapon") if weapons is None else block.choice("weapon", weapons)
    return Shooters(block.integer("men", 0, 12), weapon, block.integer(place, 0, 200))


def check_shooters(rules: RuleSet, key: str, group: Shooters) -> None:
    """Check the weapon of a group that is not nobody, as `check_weapon` does; `key` is the name of its block."""
    if group != Shooters():
        check_weapon(rules, f"{key}.weapon", group.weapon)


def check_weapon(rules: RuleSet, path: str, weapon: str) -> None:
    """Check that the rule set knows a weapon that a man can carry, and its ranges.

    Raises
    ------
    DataError
        If it does not; `path` is where the scenario names it.
    """
    allowed = [one for one in weapons(rules) if weapon_kind(rules, one) != "engine"]
    if weapon not in allowed:
        raise DataError("unknown weapon", path=path, value=weapon, allowed=allowed)
    try:
        band_limits(rules, weapon)
    except DataError as error:
        raise DataError(error.message, path=path, value=weapon) from None
