"""A charge that is asked for, of units that never charge (10.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet

__all__ = ["Orders", "Rider", "check_charge_asked"]


class Rider(Protocol):
    """Who may charge, or may not."""

    @property
    def can_charge(self) -> bool:
        """Whether it is of those who charge."""


class Orders(Protocol):
    """What a player decides about charges."""

    @property
    def charge(self) -> bool:
        """Whether who can charge does."""

    @property
    def charge_asked(self) -> bool:
        """Whether the scenario says so itself."""


def check_charge_asked(rules: RuleSet, orders: Orders, stacks: Iterable[Rider], side: str) -> None:
    """Check that a side of which a scenario asks a charge has somebody who ever charges; else it is a DataError.

    Without such a word of the scenario, who can charge does; of a side with several stacks the others attack.
    """
    if orders.charge and orders.charge_asked and not any(stack.can_charge for stack in stacks):
        types = rules.table("types")
        able = [row for row in types.rows if types.cell(row, "charges") == "yes"]
        raise DataError(
            f"none of these units ever charges, only those of {' and '.join(able)} on horseback do",
            path=f"policies.{side}.charge",
            value=True,
            allowed=["false"],
        )
