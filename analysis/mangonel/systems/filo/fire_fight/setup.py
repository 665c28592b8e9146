"""What a fire-fight needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.systems.fields import DEFINES, POLICY, Told, block, blocks, flag, one_of, whole
from mangonel.systems.filo.keys.stacks import CommandKeys, UnitKeys
from mangonel.tables.reading import Node

__all__ = ["FireFightSetup", "LineKeys", "LinePolicies"]

_MOST = 4


@dataclass(frozen=True)
class LineKeys(CommandKeys):
    """A line of groups beside each other."""

    groups: tuple[UnitKeys, ...] = blocks(UnitKeys, "stacks beside each other", least=1, most=_MOST)


@dataclass(frozen=True, slots=True)
class LinePolicies:
    """What the player of a line decides."""

    act: str = one_of(("shoot", "attack"), "stand and shoot; close and shoot", told=POLICY)
    stop: int = whole(
        0, 9, 'with `act = "attack"`: the gap at which it stops; 0: contact', 1, (0, 1, 2, 3), told=POLICY
    )
    target: str = one_of(("nearest", "weakest", "first"), "whom to shoot at", told=Told("shoots_at"))
    join: bool = flag("groups of one kind shoot together", usual=True, told=POLICY)
    rest: bool = flag("groups rest when they may", told=Told("rests"))
    until: str = one_of(("rout", "eliminated"), "when a group is broken", told=DEFINES)


def _policies(side: str) -> Any:
    return block(LinePolicies, at=f"policies.{side}", told=Told(side=side))


@dataclass(frozen=True, slots=True)
class FireFightSetup:
    """A line against a line."""

    turns: int = whole(1, 60, "the most turns that are played")
    gap: int = whole(1, 10, "empty hexes between the two lines")
    a: LineKeys = block(LineKeys, at="a")
    b: LineKeys = block(LineKeys, at="b")
    policies_a: LinePolicies = _policies("a")
    policies_b: LinePolicies = _policies("b")

    def check(self, node: Node) -> None:
        """Check how many groups there are."""
        for side, line in (("a", self.a), ("b", self.b)):
            if not 1 <= len(line.groups) <= _MOST:
                raise node.error(f"a line has 1 to {_MOST} groups", f"{side}.groups", value=len(line.groups))
