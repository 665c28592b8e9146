"""Rolls of one d10 against numbers: a table that is made for one roll."""

from __future__ import annotations

from collections.abc import Mapping

from mangonel.tables.source import Source
from mangonel.tables.table import Table

__all__ = ["threshold_table"]

_SIDES = 10


def threshold_table(
    name: str, title: str, column: str, results: Mapping[str, str], begins: Mapping[str, int], source: Source
) -> Table:
    """Return a table of which each row is a result, from the least modified die that comes to it.

    `results` are all of them with their meanings, the worst first; `begins` is from which number each is reached, of
    those that can be. The one that begins lowest stands for all below it; of several that begin at one number the first
    holds.
    """
    ends = dict[int, str]()
    for letter, first in begins.items():
        ends.setdefault(first, letter)
    firsts = sorted(ends)
    rows = [
        f"{first}..{after - 1}" if after - 1 > first else str(first)
        for first, after in zip(firsts, [*firsts[1:], firsts[-1] + 1], strict=True)
    ]
    return Table(
        id=name,
        kind="die",
        title=title,
        columns=(column,),
        rows=tuple(rows),
        cells=tuple((ends[first],) for first in firsts),
        source=source,
        die=_SIDES,
        zero=True,
        results=results,
        open_ended=True,
    )
