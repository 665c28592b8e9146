"""The mean of a quantity over weighted outcomes, with the error that the engine leaves it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.intervals import Z95, Estimate, student_95, wilson


def judged_mean(
    weights: NDArray[np.float64],
    values: NDArray[np.float64],
    *,
    trials: int | None,
    repeats: NDArray[np.float64] | None,
    proportion: bool = False,
) -> Estimate:
    """Return the mean of a quantity, with its error.

    Parameters
    ----------
    weights
        Probability or share of each outcome. Shape (n,), sums to 1.
    values
        The quantity for each outcome. Shape (n,).
    trials
        Trials behind the weights; None if they are exact.
    repeats
        Shares in each independent repeat, if there are any. Shape (repeats, n).
    proportion
        Whether `values` are 0 or 1, so that the interval can be one for a proportion.
    """
    value = float(np.sum(weights * values))
    if proportion:
        # Shares of many trials sum to 1 but for their rounding, which must not lead out of the interval.
        value = min(max(value, 0.0), 1.0)
    if trials is None:
        return Estimate.of_exact(value)
    if repeats is not None:
        return _from_repeats(value, values, repeats, trials, proportion=proportion)
    se = float(np.sqrt(max(0.0, float(np.sum(weights * values**2)) - value**2) / trials))
    if not proportion:
        return counted_mean(value, se, Z95, trials)
    low, high = wilson(value * trials, trials)
    return Estimate(value, se, low, high, exact=False)


def counted_mean(value: float, se: float, z: float, trials: int) -> Estimate:
    """Return the mean of something that is counted: never below 0, and never certain because it did not vary yet."""
    # Up to three in so many trials may still differ (rule of three, 95 %), by one at least.
    half = max(z * se, 3.0 / trials)
    return Estimate(value, se, max(0.0, value - half), value + half, exact=False)


def at_most(found: Estimate, most: float) -> Estimate:
    """Return a sampled mean that does not go beyond the largest value there is; an exact one as it is."""
    if found.exact:
        return found
    return replace(found, value=min(found.value, most), low=min(found.low, most), high=min(found.high, most))


def _from_repeats(
    value: float, values: NDArray[np.float64], repeats: NDArray[np.float64], trials: int, *, proportion: bool
) -> Estimate:
    """Judge the error by how far the independent repeats lie apart."""
    means = np.sum(repeats * values, axis=1)
    se = float(np.std(means, ddof=1) / np.sqrt(len(means)))
    if se == 0.0 and proportion:
        # All repeats agree, for example on "never": the repeats cannot tell the error, independent trials can.
        low, high = wilson(value * trials, trials)
        return Estimate(value, se, low, high, exact=False)
    # Even splitting rounds: a repeat is off by up to a trial here and there, even where all repeats agree.
    trial = float(np.ptp(values)) * len(means) / trials
    se = max(se, 0.5 * trial / np.sqrt(len(means)))
    if not proportion:
        return counted_mean(value, se, student_95(len(means) - 1), trials)
    wide = Estimate.of_normal(value, se, student_95(len(means) - 1))
    return Estimate(value, se, max(0.0, wide.low), min(1.0, wide.high), exact=False)
