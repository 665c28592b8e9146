"""How far two results are apart in each of their numbers, when nothing is known of them but the two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import askable, winners
from mangonel.engine.result import Result
from mangonel.errors import DataError

__all__ = ["KINDS", "Change", "apart", "apart_in", "chance_of", "numbers_of"]


KINDS = ("ending", "side", "mean", "counter")
"""Kinds of compared numbers, in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class Change:
    """How far one number differs: right minus left."""

    kind: str
    """One of `KINDS`: ``ending`` and ``side`` (the probability that it comes, or that the side wins), ``mean`` (of the
    turn, by its unit, or of a measure), ``counter``."""
    name: str
    """Name of the ending, side, measure or counter."""
    left: Estimate
    right: Estimate
    estimate: Estimate
    """`left`, `right`, `estimate`: the number on both sides, and the difference."""


def apart(left: Result, right: Result) -> tuple[Change, ...]:
    """Return every number of two results that know nothing of each other, and how far they are apart.

    A number that only one of them has - an ending that a rule of breaking off brings, a counter - is 0 in the other.
    """
    numbers = dict.fromkeys((*numbers_of(left), *numbers_of(right)))
    in_order = sorted(numbers, key=lambda number: KINDS.index(number[0]))
    return tuple(apart_in(kind, name, left, right) for kind, name in in_order)


def numbers_of(result: Result) -> list[tuple[str, str]]:
    """Return kind and name of everything that is compared, in the order in which it is listed."""
    numbers = [("ending", name) for name in result.all_endings]
    numbers += [("side", name) for name in winners(result.all_endings, result.sides)]
    numbers += [("mean", name) for name in (result.unit, *result.measures)]
    return numbers + [("counter", name) for name in result.tallies]


def _value(result: Result, kind: str, name: str) -> Estimate:
    if kind in ("ending", "side"):
        known = [part for part in name.split("+") if part in askable(result.all_endings, result.sides)]
        return result.probability("+".join(known)) if known else Estimate.of_exact(0.0)
    if (kind, name) not in numbers_of(result):
        return Estimate.of_exact(0.0)
    return result.mean(name) if kind == "mean" else result.tally(name)


def apart_in(kind: str, name: str, left: Result, right: Result) -> Change:
    """Return how far two independent results are apart in one number; a missing number is 0."""
    first, other = _value(left, kind, name), _value(right, kind, name)
    value, se = other.value - first.value, float(np.hypot(first.se, other.se))
    if left.exact and right.exact:
        return Change(kind, name, first, other, Estimate.of_exact(value))
    # The ends of the two intervals recover the variances there (Newcombe 1998), so a 0 in n trials stays uncertain.
    low = value - float(np.hypot(other.value - other.low, first.high - first.value))
    high = value + float(np.hypot(other.high - other.value, first.value - first.low))
    return Change(kind, name, first, other, Estimate(value, se, low, high, exact=False))


def chance_of(ending: str, differences: Sequence[Change], left: Result, right: Result) -> Change:
    """Return how far two results are apart in an ending, a side, or several joined by ``+``.

    Parameters
    ----------
    ending
        The question.
    differences
        Differences already known of the two; those among them are taken over.
    left, right
        The results.

    Raises
    ------
    DataError
        If neither of them has such an ending or side.
    """
    known = {change.name: change for change in differences if change.kind == "side"}
    known |= {change.name: change for change in differences if change.kind == "ending"}
    if ending in known:
        return known[ending]
    names = dict.fromkeys(name for result in (left, right) for name in askable(result.all_endings, result.sides))
    for result in ending.split("+"):
        if result not in names:
            raise DataError("no such ending", value=result, allowed=names)
    # Of several endings at once the dice that both shared say nothing any more: as of independent runs.
    return apart_in("ending", ending, left, right)
