"""A banner of a battle: its stacks and its leader."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from oracle.filo.command import Leader
from oracle.filo.rules import Rules
from oracle.filo.stack import Stack, group_of

ABLE = ("organised", "demoralised")


@dataclass
class Banner:
    """Stacks of a banner and their leader; `stacks` are in the order of the file."""

    side: str
    number: int
    said: Mapping[str, Any]
    stacks: list[Stack]
    leader: Leader
    fought: set[int] = field(default_factory=set)
    busy: set[int] = field(default_factory=set)
    stung: bool = False
    # How the last of its stacks that is gone in an activation went: a combat, fire, or flight.
    last: str = ""
    # What has befallen its leaders; whether there is none now.
    losses: list[str] = field(default_factory=list)
    leaderless: bool = False

    @property
    def name(self) -> str:
        return f"{self.side}{self.number}"

    @property
    def sector(self) -> int:
        return int(self.said.get("sector", 1))

    @property
    def value(self) -> int:
        return int(self.said["value"])

    @property
    def spent(self) -> bool:
        return not any(stack.order in ABLE for stack in self.stacks)

    @property
    def broken(self) -> int:
        return sum(stack.order not in ABLE for stack in self.stacks)

    def is_a(self, what: str, rules: Rules) -> bool:
        """Whether a special rule counts for it."""
        return bool(self.said.get(what, False)) and rules.option(what.replace("_", "-")) == "on"

    def has_fought(self, stack: Stack) -> bool:
        return id(stack) in self.fought


def banner_of(side: str, number: int, said: Mapping[str, Any], scenario: Mapping[str, Any]) -> Banner:
    place = {"room": said.get("room", "open"), "ground": said.get("ground", ())}
    stacks = [
        group_of(f"{side}{number}", {**one, **place}, {**scenario, "policies": {}})
        for one in said["stacks"]
        for _ in range(one.get("number", 1))
    ]
    return Banner(side, number, said, stacks, Leader(f"{side}{number}", said))
