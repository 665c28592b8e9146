"""What an engagement needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mangonel.systems.fields import Told, block, whole
from mangonel.systems.filo.keys.stacks import StackKeys, check_stack
from mangonel.systems.filo.situations.initiative import SIDES

if TYPE_CHECKING:
    from mangonel.tables.reading import Node

__all__ = ["EngagementSetup"]


def _side(name: str) -> Any:
    return block(StackKeys, at=".", names={"side": name}, told=Told(side=name))


@dataclass(frozen=True, slots=True)
class EngagementSetup:
    """One stack against one."""

    turns: int = whole(1, 60, "the most turns that are played")
    gap: int = whole(0, 10, "empty hexes between the two")
    a: StackKeys = _side(SIDES[0])
    b: StackKeys = _side(SIDES[1])

    def check(self, node: Node) -> None:
        """Check both stacks."""
        for name, stack in zip(SIDES, (self.a, self.b), strict=True):
            check_stack(node, name, stack)
