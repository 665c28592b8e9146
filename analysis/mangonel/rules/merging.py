"""Orders put together: the labels of two tables side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["in_order"]


def in_order(orders: Iterable[Sequence[str]]) -> list[str]:
    """Return all entries of several lists, each after those that stand before it in any of them.

    Parameters
    ----------
    orders
        Lists without doubles, for example the columns of one table under two rule sets.
    """
    merged: list[str] = []
    for order in orders:
        place = 0
        for entry in order:
            if entry in merged:
                place = max(place, merged.index(entry) + 1)
            else:
                merged.insert(place, entry)
                place += 1
    return merged
