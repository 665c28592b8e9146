"""Hexes of a castle's walls that are battered, by a ram or by stone throwers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.situations.walls import breach_count

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["WALL_HEXES", "battered_as", "marks_to_breach"]

WALL_HEXES = ("outer", "inner", "tower", "keep")
"""Kinds of hexes of a castle's walls."""


def marks_to_breach(rules: RuleSet, wall: str) -> int:
    """Return how many damage results bring a hex of this kind (one of `WALL_HEXES`) down."""
    return breach_count(rules, inner=wall in {"inner", "keep"})


def battered_as(wall: str) -> str:
    """Return what a hex of this kind is as a target of battering: ``wall``, ``tower`` or ``keep``."""
    return wall if wall in {"tower", "keep"} else "wall"
