"""What a panic needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Roster
    from mangonel.tables.reading import Node

__all__ = ["CLASSES", "SEIZED", "PanicSetup", "read_panic_setup"]

CLASSES = ("knight", "soldier", "peasant")
SEIZED = ("soldiers", "peasants")
"""Classes of men who can be seized."""
_RALLY = ("panicked", "routed", "panicked-only")
_MOST_MEN = 40


@dataclass(frozen=True, slots=True)
class PanicSetup:
    """A panic; every field is a key of the scenario file of the same name or under a block of that name."""

    turns: int
    knights: int
    soldiers: int
    peasants: int
    leaders: int
    leaders_from: int
    rally_each: int
    enemy_follows: bool
    edge: int
    broken: int
    first: str
    more: int
    risk: int
    next_class: str
    panics_first: str
    hit_first: str
    rally: str
    dies_first: str


def read_panic_setup(node: Node, roster: Roster) -> PanicSetup:
    """Read and check the keys of a panic.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    del roster
    deaths, policies = node.node("deaths", required=False), node.node("policies", required=False)
    knights, soldiers, peasants = (node.integer(name, 0, _MOST_MEN, 0) for name in ("knights", *SEIZED))
    if soldiers + peasants == 0:
        raise node.error("at least one soldier or peasant is needed", "soldiers", value=0)
    return PanicSetup(
        turns=node.integer("turns", 1, 60),
        knights=knights,
        soldiers=soldiers,
        peasants=peasants,
        leaders=node.integer("leaders", 0, _MOST_MEN, 0),
        leaders_from=node.integer("leaders_from", 1, 60, 1),
        rally_each=node.integer("rally_each", 0, 6, 1),
        enemy_follows=node.flag("enemy_follows", default=True),
        edge=node.integer("edge", 0, 6, 0),
        broken=node.integer("broken", 1, soldiers + peasants, soldiers + peasants),
        first=deaths.choice("first", CLASSES, "soldier"),
        more=deaths.integer("more", 0, 60, 0),
        risk=deaths.integer("risk", 1, 10, 10),
        next_class=deaths.choice("class", CLASSES, "soldier"),
        panics_first=policies.choice("panics_first", ("peasants", "soldiers"), "peasants"),
        hit_first=policies.choice("hit_first", ("panicked", "calm"), "panicked"),
        rally=policies.choice("rally", _RALLY, _RALLY[0]),
        dies_first=policies.choice("dies_first", ("calm", "panicked"), "calm"),
    )
