"""What was counted among the games that end in one way, and how far a number spreads."""

from __future__ import annotations

import numpy as np

from mangonel.odds.intervals import Estimate
from mangonel.odds.result import Result

__all__ = ["mean_given", "measure_quantile"]

_NOISE = 1e-12
"""What sums of many small weights may stay short of a share by their rounding."""


def mean_given(result: Result, measure: str, ending: str) -> Estimate | None:
    """Return the expected value of a measure, or of the turn, among the games with an ending; None if it did not come.

    A sampled one is a quotient of two means; its error is that of the games' distances from it (the delta method).

    Parameters
    ----------
    result
        Where to look.
    measure
        Name of a measure, or ``turn``.
    ending
        Name of the ending, or of a side, or several joined by ``+``.

    Raises
    ------
    DataError
        If there is no such measure or ending.
    """
    mine = result.among(ending)
    values = result.column(measure).astype(np.float64)
    share = float(result.weights[mine].sum())
    if share <= 0:
        return None
    mean = float(result.weights[mine] @ values[mine]) / share
    trials = result.provenance.trials
    if trials is None:
        return Estimate.of_exact(mean)
    apart = result.estimate(np.where(mine, values - mean, 0.0) / share)
    # Among the few games of a rare ending what never varied may still vary: up to three in so many (rule of three).
    half = max(apart.high - apart.value, 3.0 / (share * trials))
    return Estimate(mean, apart.se, max(0.0, mean - half), mean + half, exact=False)


def measure_quantile(result: Result, measure: str, share: float) -> int:
    """Return the value of a measure, or the turn, that is not exceeded with probability `share`.

    Raises
    ------
    DataError
        If there is no such measure.
    """
    by_value = np.bincount(result.column(measure), weights=result.weights)
    return int(np.searchsorted(np.cumsum(by_value), share - _NOISE))
