"""Shots at men who come along a given way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.situations.cover import target_cover
from mangonel.tables.cells import COVERS

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["cover_on_way"]


def cover_on_way(
    rules: RuleSet, way: Sequence[str], distance: int, *, hexes: int, shooter: str, mantlets: bool = False
) -> str:
    """Return the cover of men on a way: that of their hex, or of their mantlets if it is better.

    Parameters
    ----------
    rules
        The rule set.
    way
        Terrain of each hex, far to near.
    distance
        Hexes of the way that they still have to enter. They stand in the hex they entered last; before their first
        move, in one like the first, and in the open if there is none.
    hexes
        How far away the shooter is.
    shooter
        Where he stands.
    mantlets
        Whether they carry mantlets, which cover until the end of the way.
    """
    terrain = way[max(0, len(way) - 1 - distance)] if way else "flat_ground"
    places = [terrain, "mantlet"] if mantlets and distance > 0 else [terrain]
    covers = [target_cover(rules, place, shooter=shooter, distance=hexes) for place in places]
    return max(covers, key=COVERS.index)
