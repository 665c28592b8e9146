"""Blocks that the scenario files of several sequences have in common, and reading them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.tables.reading import Node

__all__ = ["WALL_HEXES", "WEAPONS", "Shooters", "read_approach", "read_shooters"]

WEAPONS = ("shortbow", "longbow", "crossbow")
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
        One of `WEAPONS`.
    place
        Covering archers: hexes to the wall. Others: hexes by which their range is longer than that of a man right
        above the target.
    """

    men: int = 0
    weapon: str = "longbow"
    place: int = 0

    @property
    def shoots_twice(self) -> bool:
        """Whether he shoots in both missile phases: bows do, crossbows do not."""
        return self.weapon != "crossbow"


def read_approach(node: Node, terrains: tuple[str, ...]) -> tuple[str, ...]:
    """Read ``approach``: a list of terrain ids, or of ``"terrain x hexes"``, far to near; one id a hex is returned."""
    hexes: list[str] = []
    for number, entry in enumerate(node.texts("approach", default=()), start=1):
        terrain, cross, count = entry.partition(" x ")
        if terrain not in terrains:
            raise node.error("unknown terrain", f"approach.{number}", value=terrain, allowed=terrains)
        if cross and not (count.isascii() and count.isdigit() and len(count) <= 2 and 0 < int(count) <= 60):
            raise node.error("the number of hexes must be 1 to 60", f"approach.{number}", value=count)
        hexes += [terrain] * (int(count) if cross else 1)
    if len(hexes) > 60:
        raise node.error("an approach has at most 60 hexes", "approach", value=len(hexes))
    return tuple(hexes)


def read_shooters(node: Node, key: str, place: str) -> Shooters:
    """Read a group of shooters; a block that is missing is a group of nobody."""
    block = node.node(key, required=False)
    if not block.keys():
        return Shooters()
    return Shooters(block.integer("men", 0, 12), block.choice("weapon", WEAPONS), block.integer(place, 0, 200))
