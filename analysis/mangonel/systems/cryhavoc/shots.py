"""Shots at one man of a group, and the cover of men on a way."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from mangonel.odds.counted import counted
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.groups import RIDERS, WORDS, Blow, blow
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.situations.cover import target_cover
from mangonel.systems.cryhavoc.situations.missile import missile_situation
from mangonel.systems.cryhavoc.situations.scales import COVERS
from mangonel.systems.possible import possible

__all__ = ["cover_on_way", "shot"]


def shot(
    rules: RuleSet,
    target: Kind,
    state: str,
    *,
    weapon: str,
    hexes: int,
    cover: str,
    shooter_wounded: bool = False,
    aptitude: int = 0,
    key: Hashable = None,
) -> Blow | None:
    """Return the shot at a man in a state; None if he is out of range, or the rules forbid it. `key`: as of `Roll`."""
    mounted = state in RIDERS
    situation = possible(
        lambda: missile_situation(
            rules,
            weapon=weapon,
            distance=hexes,
            cover=cover,
            mounted=mounted,
            shooter_wounded=shooter_wounded,
            dismounted_knight=target.dismounted_knight and not mounted,
            aptitude=aptitude,
        )
    )
    against = f"at a {WORDS[state]}, {counted(hexes, 'hex')} away"
    return None if situation is None else blow(rules, situation, weapon, against=against, key=key)


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
