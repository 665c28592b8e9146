"""Places in the order of a turn: who leads, who is named, who is silenced, whose turn it is in the usual order (6.C).

Leaders are numbered from 1, those of side a first; 0 is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.initiative import SIDES, usual_order

__all__ = ["is_number", "left", "usual_numbers"]


def is_number(column: str, number: int) -> Callable[[State], Mask]:
    """Return what tells where a column, such as ``lead``, names a leader."""

    def when(s: State) -> Mask:
        is_he: Mask = getattr(s, column) == number
        return is_he

    return when


def left(number: int, begins: int | None = None) -> Callable[[State], Mask]:
    """Return what tells where a leader has his place in the usual order left, or has it if a side begins."""

    def when(s: State) -> Mask:
        there = (s.lead != number) & (s.named != number) & (s.silent != number)
        return there if begins is None else there & (s.begins == begins)

    return when


def usual_numbers(
    rules: RuleSet, values: Sequence[Sequence[int]], begins: str, places: Sequence[Sequence[int]] | None = None
) -> list[int]:
    """Return the numbers of all leaders in the usual order.

    Parameters
    ----------
    rules
        The rule set.
    values
        Of the leaders of side a, and of side b.
    begins
        The side that begins among equal values.
    places
        The places of the leaders of each side, counted from 0, in the order in which they act; by default by value.
    """
    places = places or [sorted(range(len(theirs)), key=theirs.__getitem__) for theirs in values]
    before = (0, len(values[0]))
    queues = {
        side: iter([place + 1 + first for place in theirs])
        for side, theirs, first in zip(SIDES, places, before, strict=True)
    }
    return [next(queues[side]) for side, _ in usual_order(rules, values, begins)]
