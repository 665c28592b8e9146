"""What a fire needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.names import read_names
from mangonel.systems.cryhavoc.situations.fire import CAUSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mangonel.systems.cryhavoc.men.roster import Roster
    from mangonel.tables.reading import Node

__all__ = ["AIMS", "BurningObject", "FireSetup", "LaidFire", "read_fire_setup"]

AIMS = ("oldest", "youngest", "most-neighbours")
SIDES = ("besiegers", "defenders")
_MOST_HEXES = 24
_MOST_FIRES = 24


@dataclass(frozen=True, slots=True)
class BurningObject:
    """Something that can burn.

    Attributes
    ----------
    name
        What it is called.
    kind
        A row of the table ``fire-targets``.
    hexes
        Axial coordinates of its hexes.
    men, lying
        Able and stunned men in each of its hexes.
    """

    name: str
    kind: str
    hexes: tuple[tuple[int, int], ...]
    men: int
    lying: int

    @property
    def hex_names(self) -> tuple[str, ...]:
        """Return what its hexes are called."""
        if len(self.hexes) == 1:
            return (self.name,)
        return tuple(f"{self.name} {number}" for number in range(1, len(self.hexes) + 1))


@dataclass(frozen=True, slots=True)
class LaidFire:
    """A fire that is laid.

    Attributes
    ----------
    place
        Number of the hex, from 0, through all objects.
    cause
        One of ``arrow``, ``oil``, ``hand``, ``spread``.
    turn
        When.
    tries
        Arrows or barrels, one roll each; 0 if it catches for certain.
    """

    place: int
    cause: str
    turn: int
    tries: int


@dataclass(frozen=True, slots=True)
class FireSetup:
    """A fire; every field is a key of the scenario file of the same name or under a block of that name."""

    turns: int
    owner: str
    first: str
    objects: tuple[BurningObject, ...]
    fires: tuple[LaidFire, ...]
    fighters: int
    fighters_from: int
    aim: str
    room: int
    occupants: str

    @property
    def hex_names(self) -> tuple[str, ...]:
        """Return what the hexes are called, in the order of their numbers."""
        return tuple(name for one in self.objects for name in one.hex_names)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Return the coordinates of the hexes, in the order of their numbers."""
        return tuple(place for one in self.objects for place in one.hexes)


def read_fire_setup(node: Node, roster: Roster) -> FireSetup:
    """Read and check the blocks of a fire.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    del roster
    fighters, policies = node.node("fighters", required=False), node.node("policies", required=False)
    owner = node.choice("owner", SIDES, "besiegers")
    objects = _objects(node)
    return FireSetup(
        turns=node.integer("turns", 1, 60),
        owner=owner,
        first=node.choice("first", SIDES, next(side for side in SIDES if side != owner)),
        objects=objects,
        fires=_fires(node, [name for one in objects for name in one.hex_names]),
        fighters=fighters.integer("men", 0, 20, 0),
        fighters_from=fighters.integer("from", 1, 60, 1),
        aim=policies.choice("aim", AIMS, AIMS[0]),
        room=policies.integer("room", 1, 6, 4),
        occupants=policies.choice("occupants", ("leave", "stay"), "leave"),
    )


def _objects(node: Node) -> tuple[BurningObject, ...]:
    blocks = node.nodes("objects")
    objects: list[BurningObject] = []
    taken: set[tuple[int, int]] = set()
    names: set[str] = set()
    for block, name in zip(blocks, read_names(blocks), strict=True):
        one = BurningObject(
            name=name,
            kind=block.text("kind"),
            hexes=block.pairs("hexes", -99, 99),
            men=block.integer("men", 0, 6, 0),
            lying=block.integer("lying", 0, 4, 0),
        )
        if not one.hexes:
            raise block.error("at least one hex is needed", "hexes")
        for number, place in enumerate(one.hexes, start=1):
            if place in taken:
                raise block.error("this hex is taken already", f"hexes.{number}", value=str(list(place)))
            taken.add(place)
        if names & set(one.hex_names):
            raise block.error("a hex of another object is called so", "name", value=name)
        names.update(one.hex_names)
        objects.append(one)
    if not 1 <= len(taken) <= _MOST_HEXES:
        raise node.error(f"1 to {_MOST_HEXES} hexes are needed", "objects", value=len(taken))
    return tuple(objects)


def _fires(node: Node, names: Sequence[str]) -> tuple[LaidFire, ...]:
    blocks = node.nodes("fires")
    if not 1 <= len(blocks) <= _MOST_FIRES:
        raise node.error(f"1 to {_MOST_FIRES} fires are needed", "fires", value=len(blocks))
    return tuple(
        LaidFire(
            place=names.index(block.choice("hex", names)),
            cause=block.choice("cause", CAUSES),
            turn=block.integer("turn", 1, 60, 1),
            tries=block.integer("tries", 0, 12, 0),
        )
        for block in blocks
    )
