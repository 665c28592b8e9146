"""What a bombardment needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.cryhavoc.keys.kinds import check_names, name
from mangonel.systems.cryhavoc.keys.policies import BESIEGERS
from mangonel.systems.cryhavoc.situations.walls import WALL_HEXES
from mangonel.systems.fields import Reading, blocks, key, one_of, whole
from mangonel.systems.shapes import Of, Offer, OneOf, Text
from mangonel.tables.reading import Node

__all__ = ["ALLOCATIONS", "DAMAGED", "MOST_DAYS", "BombardmentSetup", "WallHex"]

ALLOCATIONS = ("concentrate", "spread", "keep-back")
DAMAGED = ("least", "light-first", "heavy-first")
MOST_DAYS = 200
_MOST_HEXES = 12
_MOST_ENGINES = 20
_OUTSIDE = ("outer", "tower")
_IN_FRONT = Offer("", lambda _rules, _roster, setup: [spot.name for spot in setup.hexes if spot.wall in _OUTSIDE])


def _before(reading: Reading, node: Node, key_name: str) -> int | None:
    if key_name not in node:
        return None
    if reading["wall"] in _OUTSIDE:
        raise node.error("only an inner wall or the keep stands behind another hex", key_name)
    in_front = [sibling["name"] for sibling in reading.siblings if sibling["wall"] in _OUTSIDE]
    return [sibling["name"] for sibling in reading.siblings].index(node.choice(key_name, in_front))


@dataclass(frozen=True, slots=True)
class WallHex:
    """A hex to be shot at.

    ``before`` is the place, counted from 0, of the hex in front of it; None if any outer or tower hex opens the way.
    """

    name: str = name()
    wall: str = key(OneOf(WALL_HEXES), "what it is")
    marks: int = whole(0, 3, "damage results that it has already", 0)
    before: int | None = key(
        Text(usual="", offer=_IN_FRONT), "of `inner` and `keep`: the name of the hex in front", _before
    )


def _hexes(reading: Reading, node: Node, key_name: str) -> tuple[WallHex, ...]:
    readings = reading.listed(node, key_name, WallHex)
    if not 1 <= len(readings) <= _MOST_HEXES:
        raise node.error(f"1 to {_MOST_HEXES} wall hexes are needed", key_name, value=len(readings))
    check_names(readings)
    return tuple(reading_hex.made() for reading_hex in readings)


@dataclass(frozen=True, slots=True)
class BombardmentSetup:
    """A bombardment; ``relief`` is None if nobody comes."""

    turns: int = whole(1, MOST_DAYS, "the most days that are played")
    light: int = whole(0, _MOST_ENGINES, "light stone throwers", 0, at="engines.light", needs_block=True)
    heavy: int = whole(0, _MOST_ENGINES, "heavy ones", 0, at="engines.heavy")
    hexes: tuple[WallHex, ...] = blocks(
        WallHex, "the hexes, in the order in which they are wanted", _hexes, least=1, most=_MOST_HEXES
    )
    wanted: int = whole(1, Of(("hexes",)), "hexes that have to be down", 1)
    relief: int | None = whole(1, MOST_DAYS, "the day on which relief comes", None)
    allocation: str = one_of(ALLOCATIONS, "which hexes are shot at", at="policies.", told=BESIEGERS)
    damaged: str = one_of(DAMAGED, "which stone throwers go under repair", at="policies.", told=BESIEGERS)

    def check(self, node: Node) -> None:
        """Check that there is something to shoot with."""
        if self.light + self.heavy == 0:
            raise node.error("at least one stone thrower is needed", "engines")
