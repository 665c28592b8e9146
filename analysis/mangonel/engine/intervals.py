"""Intervals for sampled numbers, and printing no more digits than they support."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any

from mangonel.rules.words import say, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Z95 = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""

NO_BREAK = "\N{NO-BREAK SPACE}"

_NOTHING = 1e-12
"""The rounding error of sums of floats: an exact number this close to 0 or 1 is not told apart from it."""


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a proportion.

    Parameters
    ----------
    successes, trials
        How often it happened, and out of how many independent trials (above 0).

    Returns
    -------
    tuple of float
        Lower and upper end, within 0..1.
    """
    p = successes / trials
    z2 = Z95 * Z95
    centre = (p + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 / (1 + z2 / trials) * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials))
    # At the ends the interval closes on 0 or 1 exactly; rounding must not open it again.
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= trials else min(1.0, centre + half)
    return low, high


def _plainly(asked: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of estimates that asks their numbers alone."""
    return lambda *given: asked(*(each.value if isinstance(each, Estimate) else each for each in given))


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """A number with its error.

    Attributes
    ----------
    value
        The number itself.
    se
        Its standard error; 0 for an exact number.
    low, high
        Ends of the 95 % interval; equal to `value` for an exact number.
    exact
        Whether it was computed and not sampled.
    """

    value: float
    se: float
    low: float
    high: float
    exact: bool

    @classmethod
    def of_exact(cls, value: float) -> Estimate:
        """Return `value` as a number without error."""
        return cls(value, 0.0, value, value, exact=True)

    @classmethod
    def of_normal(cls, value: float, se: float) -> Estimate:
        """Return a sampled number with its 95 % interval."""
        return cls(value, se, value - Z95 * se, value + Z95 * se, exact=False)

    def __rsub__(self, number: float) -> Estimate:
        """Return a number less this one, with its interval: ``1 - chance`` is the chance of all else."""
        return replace(self, value=number - self.value, low=number - self.high, high=number - self.low)

    def __neg__(self) -> Estimate:
        """Return 0 less this one, with its interval."""
        return 0 - self

    __float__, __int__, __bool__ = map(_plainly, (float, int, bool))
    __abs__, __round__ = _plainly(abs), _plainly(round)
    # All other arithmetic gives a plain number, whose interval would hang on both together; none counts in comparisons.
    __add__ = __radd__ = _plainly(operator.add)
    __mul__ = __rmul__ = _plainly(operator.mul)
    __sub__, __truediv__, __rtruediv__ = map(_plainly, (operator.sub, operator.truediv, lambda one, two: two / one))
    __floordiv__, __mod__, __pow__ = map(_plainly, (operator.floordiv, operator.mod, operator.pow))
    __rpow__ = _plainly(lambda one, two: two**one)
    __lt__, __le__, __gt__, __ge__ = map(_plainly, (operator.lt, operator.le, operator.gt, operator.ge))

    def __eq__(self, other: object) -> bool:
        """Return whether two estimates are one in all, or a plain number is the same."""
        return astuple(self) == astuple(other) if isinstance(other, Estimate) else self.value == other

    def __hash__(self) -> int:
        """Return the hash of the number."""
        return hash(self.value)

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        """Return the number for NumPy: ``np.sqrt(chance)``."""
        import numpy as np

        return np.asarray(self.value, dtype)

    def __format__(self, spec: str) -> str:
        """Write the number as a float is written, ``f"{chance:.1%}"``; without a format with its interval."""
        return format(self.value, spec) if spec else str(self)

    def __str__(self) -> str:
        """Return the number, a sampled one with its interval."""
        places = self.decimals()
        ends = "" if self.exact else f" ({self.low:.{places}f} to {self.high:.{places}f})"
        return f"{self.value:.{places}f}{ends}"

    def decimals(self, *, percent: bool = False, most: int = 4) -> int:
        """Return how many decimals the error supports (its first significant digit), at most `most`."""
        scale = 100.0 if percent else 1.0
        half = max(self.high - self.value, self.value - self.low) * scale
        if self.exact or half <= 0:
            return most
        return max(0, min(most, -math.floor(math.log10(half))))

    def digits(self, *, percent: bool = False) -> tuple[str, ...]:
        """Return the number as it is shown, sampled ones with their interval.

        It has one decimal in percent and two otherwise, fewer if its error supports no more.

        Parameters
        ----------
        percent
            Whether the number is a proportion to be shown in percent.

        Returns
        -------
        tuple of str
            The number; of a sampled one, the lower and the upper end of the interval too, unless they read the same.
            For example ``<0.1`` or ``-12.5``, with a decimal point: languages write them with `Locale.written`.
        """
        scale = 100.0 if percent else 1.0
        places = self.decimals(percent=percent, most=1 if percent else 2)
        step = f"{10.0**-places:.{places}f}"
        texts = [_written(end * scale, places) for end in (self.value, self.low, self.high)]
        if self.exact and min(abs(self.value), abs(self.value - 1) if percent else 1.0) <= _NOTHING:
            return (_written(self.value * scale, 0),)
        if not any(map(float, texts)) and self.high > _NOTHING * self.exact:
            return (f"<{step}",)
        if percent and float(texts[1]) == scale and self.low < 1:
            return (f">{scale - float(step):.{places}f}",)
        return tuple(texts) if len({*texts}) > 1 else (texts[0],)

    def text(self, *, percent: bool = False, interval: bool = True) -> str:
        """Return the number as text, sampled ones with their interval.

        Parameters
        ----------
        percent
            As in `digits`.
        interval
            Whether a sampled number has its interval after it.
        """
        number, *ends = map(words().written, self.digits(percent=percent))
        if percent:
            # The blank before the sign is an ordinary one: lines may break there.
            number = words().percentage(number).replace(NO_BREAK, " ")
        if not (ends and interval):
            return number
        return say("figures.interval", number=number, low=ends[0], high=ends[1])


def _written(value: float, places: int) -> str:
    """Write a number; one that rounds to zero has no sign."""
    text = f"{value:.{places}f}"
    return text if float(text) != 0 else text.removeprefix("-")


def judged_mean(
    weights: NDArray[np.float64], values: NDArray[np.float64], *, trials: int | None, proportion: bool = False
) -> Estimate:
    """Return the mean of a quantity over weighted outcomes, with its error.

    Parameters
    ----------
    weights
        Probability or share of each outcome. Shape (n,), sums to 1.
    values
        The quantity for each outcome. Shape (n,).
    trials
        Trials behind the weights; None if they are exact.
    proportion
        Whether `values` are 0 or 1, so that the interval can be one for a proportion.
    """
    value = float((weights * values).sum())
    if proportion:
        # Shares of many trials sum to 1 but for their rounding, which must not lead out of the interval.
        value = min(max(value, 0.0), 1.0)
    if trials is None:
        return Estimate.of_exact(value)
    se = math.sqrt(max(0.0, float((weights * values**2).sum()) - value**2) / trials)
    if not proportion:
        return counted_mean(value, se, trials, 0.0 if values.min(initial=0.0) >= 0 else -math.inf)
    return Estimate(value, se, *wilson(value * trials, trials), exact=False)


def counted_mean(value: float, se: float, trials: float, low: float = 0.0, high: float = math.inf) -> Estimate:
    """Return a counted mean with its interval: within its limits, and never certain because it did not vary yet."""
    # Up to three in so many trials may still differ (rule of three, 95 %), by one at least.
    half = max(Z95 * se, 3.0 / trials)
    # Of a count that few trials saw, the upper end of the score interval: its error grows with the mean.
    lift = (Z95 * se) ** 2 / (2 * value) if low >= 0 and value > 0 else 0.0
    above = max(half, lift + math.hypot(Z95 * se, lift))
    return Estimate(value, se, max(low, value - half), min(high, value + above), exact=False)


def at_most(found: Estimate, most: float) -> Estimate:
    """Return a sampled mean that does not go beyond the largest value there is; an exact one as it is."""
    if found.exact:
        return found
    return replace(found, value=min(found.value, most), low=min(found.low, most), high=min(found.high, most))
