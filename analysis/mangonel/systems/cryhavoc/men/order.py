"""Results in the order of what they do to the target."""

from __future__ import annotations

from collections.abc import Iterable

from mangonel.tables.cells import NO_EFFECT

__all__ = ["worst_first"]

_WORST_FIRST = {
    "melee-foot": ("F", "E", "D", "C", "-", "B", "A"),
    "melee-mounted": ("H", "G", "F", "E", "D", "C", "-", "B", "A"),
    "missile-foot": ("C", "B", "A", "-"),
    "missile-mounted": ("F", "E", "D", "C", "B", "A", "-"),
    "battering": ("D", "D/1C", "D/2C", "-", "1C", "2C", "3C", "4C"),
    "panic": ("R6", "R3", "P3", "P2", "P1", "-"),
}
"""Results from the worst for the target to the best. What a target does to its attacker is better than nothing."""


def worst_first(table: str, results: Iterable[str]) -> tuple[str, ...]:
    """Return results of a table from the worst for the target to the best.

    Of tables that are not known here the printed order is kept, with no effect last.

    Parameters
    ----------
    table
        Id of the table.
    results
        Result letters, in printed order.
    """
    known = _WORST_FIRST.get(table, ())
    results = tuple(results)
    places = {letter: place for place, letter in enumerate((*known, *(one for one in results if one not in known)))}
    if NO_EFFECT not in known:
        places[NO_EFFECT] = len(places)
    return tuple(sorted(results, key=places.__getitem__))
