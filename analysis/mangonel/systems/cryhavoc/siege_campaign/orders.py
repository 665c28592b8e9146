"""Who is told off for which part of an assault; nothing here is rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["OPEN", "Wants", "post_defenders", "tell_off"]

OPEN = ("ram", "hex", "tower")
"""What decides which parts are open: a ram may batter, a hex is down, a tower is in stock."""
_GARRISON = ("breach", "tower", "assault", "ram")
"""The order in which defenders are posted."""


@dataclass(frozen=True, slots=True)
class Wants:
    """Men that a part of an assault wants: besiegers, the fewest with which it is played, and defenders."""

    besiegers: int
    least: int
    defenders: int


def tell_off(order: Sequence[str], wants: Mapping[str, Wants], men: int, is_open: Mapping[str, bool]) -> dict[str, int]:
    """Return how many besiegers each part gets that is played; `is_open` has the names in `OPEN`."""
    men_told: dict[str, int] = {}
    for part in order:
        open_now = {"ram": is_open["ram"], "breach": is_open["hex"] or "ram" in men_told, "tower": is_open["tower"]}
        number = min(wants[part].besiegers, men)
        if open_now.get(part, True) and number >= wants[part].least:
            men_told[part] = number
            men -= number
    return men_told


def post_defenders(policy: str, wants: Mapping[str, Wants], men: int, played: Sequence[str]) -> dict[str, int]:
    """Return how many of so many fit defenders stand against each part that is played, by policy ``garrison``."""
    posted = dict.fromkeys(played, 0)
    if policy == "in-order":
        for part in (name for name in _GARRISON if name in posted):
            posted[part] = min(wants[part].defenders, men)
            men -= posted[part]
        return posted
    wanting = [part for part in _GARRISON if part in posted and wants[part].defenders]
    while men and wanting:
        for part in list(wanting):
            if men:
                posted[part] += 1
                men -= 1
            if posted[part] == wants[part].defenders:
                wanting.remove(part)
    return posted
