"""Cover of a target as a shooter sees it: its ground, his height, what the line of fire crosses."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.situations.missile import terrain_cover
from mangonel.systems.cryhavoc.situations.scales import COVERS

__all__ = ["SHOOTERS", "cover_on_way", "target_cover"]

SHOOTERS = ("ground", "ladder", "battlement", "tower_slit", "siege_tower_top", "keep_slit")
"""Where a shooter may stand."""

_NONE, _LIGHT, _INFINITE = "none", "light", "infinite"
VOID_FROM_ABOVE = ("scrub", "slope")
_TOWER = "siege_tower_top"
_KEPT_FROM_TOWER = ("tree", "rubble", "siege_tower", _TOWER)
"""What still covers against a shooter on a siege tower in the Italian supplement 2.82."""


def target_cover(
    rules: RuleSet,
    terrain: str | Sequence[str],
    *,
    shooter: str = "ground",
    distance: int | None = None,
    crosses: Sequence[str] = (),
    across_edge: bool = False,
) -> str:
    """Return the cover of a target for one shooter.

    Parameters
    ----------
    terrain
        The target's ground, a row of the terrain table or ``siege_tower_top``; two for a mounted man, who stands on
        two hexes (option ``mounted-two-hexes``).
    shooter
        One of `SHOOTERS`. From a ladder the option ``ladder-shooting`` counts; from a height ``downward-radius`` and
        ``siege-tower-shooter-cover``.
    distance
        Hexes to the target; needed from a height at scrub and slopes.
    crosses
        Ground that the line of fire crosses on its way (option ``scrub-crossing-cover``).
    across_edge
        Whether it crosses the edge of a slope (option ``slope-cover``).

    Returns
    -------
    str
        One of ``none``, ``light``, ``medium``, ``heavy`` and ``infinite``.

    Raises
    ------
    DataError
        If a terrain or shooter is unknown, the distance is missing, or no such shot is allowed from a ladder.
    UnknownCellError
        If the source does not give the radius of a high shooter.
    """
    places = [terrain] if isinstance(terrain, str) else list(terrain)
    if not places:
        raise DataError("the target has to stand somewhere")
    if shooter not in SHOOTERS:
        raise DataError("unknown place of a shooter", value=shooter, allowed=SHOOTERS)
    if shooter == "ladder" and rules.choice("ladder-shooting") == "faced-battlement" and places != ["battlement"]:
        raise NoRollError("no shot from a ladder but at the battlement before it", value=places[0])
    if len(places) > 1 and rules.choice("mounted-two-hexes") == "first":
        places = places[:1]
    return max(
        (_cover(rules, place, shooter, distance, crosses, across_edge=across_edge) for place in places),
        key=COVERS.index,
    )


def cover_on_way(
    rules: RuleSet, way: Sequence[str], distance: int, *, hexes: int, shooter: str, mantlets: bool = False
) -> str:
    """Return the cover of men on a way, far to near: that of their hex, or of their mantlets if it is better.

    At a distance they stand in the hex they entered last; before their first move, in one like the first, and in the
    open if there is none. Mantlets cover until the end of the way. The shooter is `hexes` away.
    """
    terrain = way[max(0, len(way) - 1 - distance)] if way else "flat_ground"
    places = [terrain, "mantlet"] if mantlets and distance > 0 else [terrain]
    covers = [target_cover(rules, place, shooter=shooter, distance=hexes) for place in places]
    return max(covers, key=COVERS.index)


def _cover(
    rules: RuleSet, place: str, shooter: str, distance: int | None, crosses: Sequence[str], *, across_edge: bool
) -> str:
    cover = terrain_cover(rules, place)
    if place == "slope" and across_edge and rules.choice("slope-cover") == "light-across-edge":
        cover = _LIGHT
    if shooter == _TOWER and rules.choice("siege-tower-shooter-cover") == "void":
        return cover if place in _KEPT_FROM_TOWER or cover == _INFINITE else _NONE
    scrub = "scrub" in crosses and rules.choice("scrub-crossing-cover") == _LIGHT
    if (place in VOID_FROM_ABOVE or scrub) and _from_above(rules, shooter, distance):
        return _NONE if place in VOID_FROM_ABOVE else cover
    return max(cover, _LIGHT, key=COVERS.index) if scrub else cover


def _from_above(rules: RuleSet, shooter: str, distance: int | None) -> bool:
    """Tell whether a shooter stands so high and near that scrub and slopes do not count."""
    table = rules.table("high-shooters")
    if shooter not in table.rows:
        return False
    if distance is None:
        raise DataError("a shot from a height at scrub or a slope needs its distance", value=shooter)
    return distance <= table.number(shooter, rules.choice("downward-radius"))
