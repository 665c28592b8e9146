"""What a panic needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.fields import POLICY, Reading, flag, key, one_of, whole
from mangonel.systems.shapes import Of, Whole
from mangonel.tables.reading import Node

__all__ = ["CLASSES", "SEIZED", "PanicSetup"]

CLASSES = ("knight", "soldier", "peasant")
SEIZED = ("soldiers", "peasants")
"""Classes of men who can be seized."""
_RALLY = ("panicked", "routed", "panicked-only")
_MOST_MEN = 40
_PEASANTS = Whole(0, _MOST_MEN, 0)


def _peasants(reading: Reading, node: Node, name: str) -> int | None:
    number = _PEASANTS.read(node, name, reading)
    if not number and reading["soldiers"] == 0:
        raise node.error("at least one soldier or peasant is needed", "soldiers", value=0)
    return number


@dataclass(frozen=True, slots=True)
class PanicSetup:
    """A panic."""

    turns: int = whole(1, 60, "the most turns that are played")
    knights: int = whole(0, _MOST_MEN, "knights, who are never seized", 0)
    soldiers: int = whole(0, _MOST_MEN, "soldiers", 0)
    peasants: int = key(_PEASANTS, "peasants", _peasants)
    leaders: int = whole(0, _MOST_MEN, "knights and sergeants who rally, besides the knights in reach", 0)
    leaders_from: int = whole(1, 60, "the turn from which on they do", 1)
    rally_each: int = whole(0, 6, "men whom each leader reaches", 1)
    enemy_follows: bool = flag("the enemy stays within six hexes", usual=True)
    edge: int = whole(0, 6, "with how many runs a man is gone; 0: nobody ever is", 0)
    broken: int = whole(1, Of(SEIZED), "men out of hand that end it", Of(SEIZED))
    first: str = one_of(CLASSES, "who dies first", "soldier", at="deaths.first")
    more: int = whole(0, 60, "further deaths", 0, at="deaths.more")
    risk: int = whole(1, 10, "of ten, the chance of each", 10, at="deaths.risk")
    next_class: str = one_of(CLASSES, "who dies then", "soldier", at="deaths.class")
    panics_first: str = one_of(("peasants", "soldiers"), "who panics first", at="policies.", told=POLICY)
    hit_first: str = one_of(
        ("panicked", "calm"), "of a class, whom a result befalls first", at="policies.", told=POLICY
    )
    rally: str = one_of(_RALLY, "who is calmed first", at="policies.", told=POLICY)
    dies_first: str = one_of(("calm", "panicked"), "who of a class dies first", at="policies.", told=POLICY)
