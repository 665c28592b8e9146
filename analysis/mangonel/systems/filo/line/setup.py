"""What a line needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.systems.fields import DEFINES, POLICY, Told, block, blocks, one_of, whole
from mangonel.systems.filo.keys.stacks import ACTS, ARTILLERY, CommandKeys, Policies, UnitKeys
from mangonel.systems.filo.situations.scales import ROUTED
from mangonel.tables.reading import Node

__all__ = ["FrontKeys", "LaneKeys", "LinePolicies", "LineSetup"]

_LANES = (2, 4)


@dataclass(frozen=True)
class FrontKeys(UnitKeys):
    """A stack in a lane, and what stands behind it."""

    support: int = whole(0, 2, "stacks of the same kind behind it", 0)


@dataclass(frozen=True, slots=True)
class LaneKeys:
    """A stack against a stack."""

    gap: int = whole(0, 10, "empty hexes between the two")
    a: FrontKeys = block(FrontKeys, at="a")
    b: FrontKeys = block(FrontKeys, at="b")


@dataclass(frozen=True)
class LinePolicies(Policies):
    """What the player of a side decides for all of its stacks."""

    exploit: str = one_of(("none", "join", "rear"), "what a stack does whose enemy is broken", told=POLICY)
    give_up: int | None = whole(
        1,
        _LANES[1],
        "lanes broken at which it breaks off, else all",
        None,
        lambda policies: range(1, len(policies.root["lanes"])),
        told=POLICY,
    )


def _policies(side: str) -> Any:
    changed = {
        "act": one_of(ACTS, "close and fight; stand and shoot; stand, and shoot in defence only", told=POLICY),
        "until": one_of(("rout", "eliminated"), "when a stack is broken", told=DEFINES),
    }
    return block(LinePolicies, at=f"policies.{side}", changed=changed, told=Told(side=side))


@dataclass(frozen=True, slots=True)
class LineSetup:
    """Two lines of stacks."""

    turns: int = whole(1, 60, "the most turns that are played")
    a: CommandKeys = block(CommandKeys, at="a")
    b: CommandKeys = block(CommandKeys, at="b")
    lanes: tuple[LaneKeys, ...] = blocks(LaneKeys, "lanes, from the left", least=_LANES[0], most=_LANES[1])
    policies_a: LinePolicies = _policies("a")
    policies_b: LinePolicies = _policies("b")

    def check(self, node: Node) -> None:
        """Check how many lanes there are, and that artillery does not attack."""
        low, high = _LANES
        if not low <= len(self.lanes) <= high:
            raise node.error(f"{low} to {high} lanes are needed", "lanes", value=len(self.lanes))
        for side, policies in (("a", self.policies_a), ("b", self.policies_b)):
            for number, lane in enumerate(self.lanes, start=1):
                front: FrontKeys = getattr(lane, side)
                if front.support and front.state.startswith(ROUTED):
                    path = f"lanes.{number}.{side}.support"
                    raise node.error("nobody stands behind a routed front", path, value=front.support)
                if front.kind.type == ARTILLERY and policies.act == "attack":
                    raise node.error("artillery does not attack", f"lanes.{number}.{side}.kind", value=ARTILLERY)
