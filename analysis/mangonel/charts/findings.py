"""Titles that say what a chart shows, computed from its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mangonel.charts.numbers import brief, differs, full, gap, points, short
from mangonel.odds.words import counted, spoken

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.odds.intervals import Estimate
    from mangonel.odds.result import Result

__all__ = ["ending_finding", "mean_finding", "series_finding", "verdict"]

_PAIR = 2
_NEXT_TO_NOTHING = 0.01


def ending_finding(
    results: Mapping[str, Result], ending: str | None = None, *, difference: Estimate | None = None
) -> str:
    """Return the finding on one ending; of a single result, on all of its endings.

    Parameters
    ----------
    results
        Label to result.
    ending
        The ending, by default the first of the sequence.
    difference
        The difference of two results (second minus first), if it is known better than from the two intervals.
    """
    first = next(iter(results.values()))
    if len(results) == 1:
        label = next(iter(results))
        return f"{label}: " + ", ".join(f"{spoken(name)} {short(first.probability(name))}" for name in first.endings)
    name = first.endings[0] if ending is None else ending
    found = {label: result.probability(name) for label, result in results.items()}
    text = f"{spoken(name)}: " + ", ".join(f"{label} {short(estimate)}" for label, estimate in found.items())
    if len(found) != _PAIR:
        return text
    left, right = found.values()
    return text + verdict(gap(left, right) if difference is None else difference, percent=True)


def mean_finding(results: Mapping[str, Result], values: Mapping[str, NDArray[np.float64]], *, of: str) -> str:
    """Return the finding on the mean of a quantity.

    Parameters
    ----------
    results, values
        Label to result, and label to the quantity for each of its outcomes.
    of
        What is averaged, for example ``besiegers dead or wounded``.
    """
    found = {label: result.estimate(values[label]) for label, result in results.items()}
    text = f"{of}, mean: " + ", ".join(
        f"{label} {full(estimate, percent=False).split(' (')[0]}" for label, estimate in found.items()
    )
    if len(found) != _PAIR:
        return text
    return text + verdict(gap(*found.values()), percent=False)


def series_finding(results: Mapping[str, Result], names: Sequence[str]) -> str:
    """Return the finding on series: of a single result, from where to where they go; of more, where one of them ends.

    That is the first that has not come to nothing by the end, as fires do.
    """
    first = next(iter(results.values()))
    limits = {result.turns for result in results.values()}
    after = f"after {counted(first.turns, first.unit)}" if len(limits) == 1 else "at the end"
    if len(results) == 1:
        label = next(iter(results))
        ways = (
            f"{spoken(name)} from {brief(first.by_turn(name, 0))} to {brief(first.by_turn(name, first.turns))}"
            for name in names
        )
        return f"{label}: {', '.join(ways)} {after}, on average"
    name = next((name for name in names if any(_lasts(result, name) for result in results.values())), names[0])
    found = {label: result.by_turn(name, result.turns) for label, result in results.items()}
    text = f"{spoken(name)} {after}, on average: "
    text += ", ".join(f"{label} {brief(estimate)}" for label, estimate in found.items())
    if len(found) != _PAIR:
        return text
    return text + verdict(gap(*found.values()), percent=False)


def _lasts(result: Result, series: str) -> bool:
    """Return whether a series ends above a small part of its peak."""
    means = result.each_turn(series).means
    return bool(means[-1] > _NEXT_TO_NOTHING * means.max(initial=0.0))


def verdict(difference: Estimate, *, percent: bool) -> str:
    """Return what may be said of a difference, as the end of a sentence."""
    if differs(difference):
        size = points(difference, percent=percent).split(" (")[0]
        return f" ({size})"
    return " (the same)" if difference.exact else " (cannot be told apart)"
