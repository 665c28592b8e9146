"""What an engagement needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.systems.fields import Told, block, whole
from mangonel.systems.filo.keys.stacks import Policies, StackKeys, check_stack
from mangonel.tables.reading import Node

__all__ = ["EngagementSetup"]


def _policies(side: str) -> Any:
    return block(Policies, at=f"policies.{side}", names={"side": side}, told=Told(side=side))


@dataclass(frozen=True, slots=True)
class EngagementSetup:
    """One stack against one."""

    turns: int = whole(1, 60, "the most turns that are played")
    gap: int = whole(0, 10, "empty hexes between the two")
    a: StackKeys = block(StackKeys, at="a")
    b: StackKeys = block(StackKeys, at="b")
    policies_a: Policies = _policies("a")
    policies_b: Policies = _policies("b")

    def check(self, node: Node) -> None:
        """Check both stacks."""
        check_stack(node, "a", self.a, self.policies_a)
        check_stack(node, "b", self.b, self.policies_b)
