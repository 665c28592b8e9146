"""How far a number spreads."""

from __future__ import annotations

import numpy as np

from mangonel.engine.result import Result

__all__ = ["measure_quantile"]


_NOISE = 1e-12
"""What sums of many small weights may stay short of a share by their rounding."""


def measure_quantile(result: Result, measure: str, share: float) -> int:
    """Return the value of a measure, or the turn, that is not exceeded with probability `share`.

    Raises
    ------
    DataError
        If there is no such measure.
    """
    by_value = np.bincount(result.column(measure), weights=result.weights)
    return int(np.searchsorted(np.cumsum(by_value), share - _NOISE))
