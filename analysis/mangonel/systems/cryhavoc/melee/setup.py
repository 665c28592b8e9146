"""What a melee of two groups needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.morale import PanicOf, read_panic
from mangonel.systems.cryhavoc.keys.policies import MeleePolicies, read_melee_policies
from mangonel.systems.cryhavoc.men.roster import read_mounted

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind, Roster
    from mangonel.tables.reading import Node

__all__ = ["SIDES", "MeleeSetup", "MeleeSide", "read_melee_setup"]

SIDES = ("attackers", "defenders")


@dataclass(frozen=True, slots=True)
class MeleeSide:
    """One of the two groups.

    ``room``, ``front``, ``losses`` and ``turn`` are None if there is no limit, ``panic`` if there is none.
    """

    kind: Kind
    men: int
    mounted: int
    terrain: str
    room: int | None
    front: int | None
    policies: MeleePolicies
    losses: int | None
    turn: int | None
    panic: PanicOf | None


@dataclass(frozen=True, slots=True)
class MeleeSetup:
    """A melee; every field is a key of the scenario file of the same name or under a block of that name."""

    turns: int
    first: str
    attackers: MeleeSide
    defenders: MeleeSide


def read_melee_setup(node: Node, roster: Roster) -> MeleeSetup:
    """Read and check the blocks of a melee.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    policies, limits = node.node("policies", required=False), node.node("break_off", required=False)
    decided = {name: read_melee_policies(policies.node(name, required=False)) for name in SIDES}
    panic = read_panic(
        node,
        {name: roster.kind(node.node(name)) for name in SIDES},
        {ours: decided[theirs].follow for ours, theirs in (SIDES, SIDES[::-1])},
    )
    sides = []
    for name in SIDES:
        block, breaks = node.node(name), limits.node(name, required=False)
        kind, men = roster.kind(block), block.integer("men", 1, 20)
        sides.append(
            MeleeSide(
                kind=kind,
                men=men,
                mounted=read_mounted(block, kind, men),
                terrain=block.text("terrain", "flat_ground"),
                room=block.integer("room", 0, 20) if "room" in block else None,
                front=block.integer("front", 1, 20) if "front" in block else None,
                policies=decided[name],
                losses=breaks.integer("losses", 1, 20) if "losses" in breaks else None,
                turn=breaks.integer("turn", 1, 60) if "turn" in breaks else None,
                panic=panic[name],
            )
        )
    return MeleeSetup(node.integer("turns", 1, 60), node.choice("first", SIDES, SIDES[0]), *sides)
