"""What the command of a battle needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.systems.fields import POLICY, Reading, Told, block, blocks, flag, one_of, whole
from mangonel.systems.filo.keys.stacks import LEADER_VALUES, LeaderKeys
from mangonel.systems.shapes import Usual
from mangonel.tables.reading import Node

__all__ = ["ArmyKeys", "ArmyPolicies", "CommandSetup", "RiskKeys"]

_MOST = 6
_MOST_RISKS = 6


def _value(leader: Reading) -> int:
    return int(leader["value"])


@dataclass(frozen=True)
class RiskKeys(LeaderKeys):
    """A leader, and what he risks in a turn."""

    value: int = whole(*LEADER_VALUES, "by which he is activated")
    replacement_value: int = whole(*LEADER_VALUES, "of who replaces him", Usual(_value, "his `value`"))
    attacks: int = whole(0, _MOST_RISKS, "attacks of his unit in a turn", 0)
    shots: int = whole(0, _MOST_RISKS, "shots at his unit in a turn", 0)
    destroyed: int = whole(0, 10, "of ten, how often his unit is destroyed in combat in a turn", 0)

    @property
    def bonuses(self) -> tuple[int, ...]:
        """His bonus when fit and wounded, and that of who replaces him when he is dead or captured."""
        return self.bonus, self.wounded_bonus, self.replacement_bonus, self.replacement_bonus

    @property
    def values(self) -> tuple[int, ...]:
        """The value when he is fit, wounded, dead, captured."""
        return self.value, self.value, self.replacement_value, self.replacement_value


@dataclass(frozen=True, slots=True)
class ArmyKeys:
    """The leaders of a side, the army leader first."""

    leaders: tuple[RiskKeys, ...] = blocks(RiskKeys, "leaders, the army leader first", least=1, most=_MOST)


@dataclass(frozen=True, slots=True)
class ArmyPolicies:
    """What a side decides."""

    silences: str = one_of(("army", "strongest", "busiest"), "which rival does not act at class C4", told=POLICY)


def _policies(side: str) -> Any:
    return block(ArmyPolicies, at=f"policies.{side}", told=Told(side=side))


@dataclass(frozen=True, slots=True)
class CommandSetup:
    """Two armies."""

    turns: int = whole(1, 60, "the most turns that are played")
    decisive: bool = flag("the loss of the first army leader ends the battle", usual=True)
    a: ArmyKeys = block(ArmyKeys, at="a")
    b: ArmyKeys = block(ArmyKeys, at="b")
    policies_a: ArmyPolicies = _policies("a")
    policies_b: ArmyPolicies = _policies("b")

    def check(self, node: Node) -> None:
        """Check how many leaders there are."""
        for side, army in (("a", self.a), ("b", self.b)):
            if not 1 <= len(army.leaders) <= _MOST:
                raise node.error(f"1 to {_MOST} leaders are needed", f"{side}.leaders", value=len(army.leaders))
