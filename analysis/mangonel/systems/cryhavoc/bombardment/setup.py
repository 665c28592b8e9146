"""What a bombardment needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.names import read_names
from mangonel.systems.cryhavoc.keys.walls import WALL_HEXES

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Roster
    from mangonel.tables.reading import Node

__all__ = [
    "ALLOCATIONS",
    "DAMAGED",
    "BombardmentSetup",
    "WallHex",
    "read_battery",
    "read_bombardment_setup",
    "read_wall_hexes",
]

ALLOCATIONS = ("concentrate", "spread", "keep-back")
DAMAGED = ("least", "light-first", "heavy-first")
_MOST_HEXES = 12
_MOST_ENGINES = 20
_MOST_DAYS = 200


@dataclass(frozen=True, slots=True)
class WallHex:
    """A hex to be shot at.

    Attributes
    ----------
    name
        What it is called.
    wall
        One of `WALL_HEXES`.
    marks
        D results at the start.
    before
        Place, counted from 0, of the hex in front of it; None if any outer or tower hex opens the way to it.
    """

    name: str
    wall: str
    marks: int
    before: int | None


@dataclass(frozen=True, slots=True)
class BombardmentSetup:
    """A bombardment; every field is a key of the scenario file of the same name or under a block of that name.

    ``relief`` is None if nobody comes.
    """

    turns: int
    light: int
    heavy: int
    hexes: tuple[WallHex, ...]
    wanted: int
    relief: int | None
    allocation: str
    damaged: str


def read_bombardment_setup(node: Node, roster: Roster) -> BombardmentSetup:
    """Read and check the blocks of a bombardment.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    del roster
    turns = node.integer("turns", 1, _MOST_DAYS)
    relief = node.integer("relief", 1, _MOST_DAYS) if "relief" in node else None
    return read_battery(node, turns=turns, relief=relief, wanted=1)


def read_battery(node: Node, *, turns: int, relief: int | None, wanted: int | None) -> BombardmentSetup:
    """Read the engines, the hexes and the policies of a bombardment.

    Parameters
    ----------
    node
        Where they stand.
    turns, relief
        What is said elsewhere.
    wanted
        Hexes that have to be down if nothing is said; None: all of them.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    engines, policies = node.node("engines"), node.node("policies", required=False)
    light, heavy = engines.integer("light", 0, _MOST_ENGINES, 0), engines.integer("heavy", 0, _MOST_ENGINES, 0)
    if light + heavy == 0:
        raise node.error("at least one stone thrower is needed", "engines")
    hexes = read_wall_hexes(node)
    return BombardmentSetup(
        turns=turns,
        light=light,
        heavy=heavy,
        hexes=hexes,
        wanted=node.integer("wanted", 1, len(hexes), len(hexes) if wanted is None else wanted),
        relief=relief,
        allocation=policies.choice("allocation", ALLOCATIONS, ALLOCATIONS[0]),
        damaged=policies.choice("damaged", DAMAGED, DAMAGED[0]),
    )


def read_wall_hexes(node: Node) -> tuple[WallHex, ...]:
    """Read the blocks ``[[hexes]]``, in the order in which they are wanted.

    Raises
    ------
    DataError
        For the first value that is not allowed, two hexes of one name, or a number of hexes that is not 1 to 12.
    """
    blocks = node.nodes("hexes")
    if not 1 <= len(blocks) <= _MOST_HEXES:
        raise node.error(f"1 to {_MOST_HEXES} wall hexes are needed", "hexes", value=len(blocks))
    names = read_names(blocks)
    walls = [block.choice("wall", WALL_HEXES) for block in blocks]
    in_front = [name for name, wall in zip(names, walls, strict=True) if wall in {"outer", "tower"}]
    hexes = []
    for block, name, wall in zip(blocks, names, walls, strict=True):
        before = None
        if "before" in block:
            if wall in {"outer", "tower"}:
                raise block.error("only an inner wall or the keep stands behind another hex", "before")
            before = names.index(block.choice("before", in_front))
        hexes.append(WallHex(name, wall, block.integer("marks", 0, 3, 0), before))
    return tuple(hexes)
