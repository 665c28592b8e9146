"""Whether a number that was sampled fits what it should be, by its own standard error; and best options by state."""

import math

import scipy

from mangonel.engine.chain import Chain
from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result
from mangonel.engine.values import MOST_STATES, backward

SIGMAS = 5.0
FIVE_SIGMA = math.erfc(SIGMAS / 2**0.5)
"""Chance that a normal number lies more than five standard errors off."""
ROUNDING = 1e-12
"""What adding up floating point numbers below 1 may leave."""


def bound(result: Result) -> float:
    """Return how many standard errors are as unlikely as five where the error itself is known."""
    if result.repeats is None:
        return SIGMAS
    # The error comes from a few repeats only, and is uncertain itself.
    return float(scipy.stats.t.isf(FIVE_SIGMA / 2, len(result.repeats) - 1))


def assert_fits(result: Result, found: Estimate, wanted: float) -> None:
    """Fail unless the number is as near as its standard error says; where that is 0, as its interval says."""
    slack = bound(result) * found.se if found.se else max(found.high - found.value, found.value - found.low)
    assert abs(found.value - wanted) <= max(slack, ROUNDING * max(1.0, abs(wanted))), (found, wanted)


def solve(process, free, utility, best):
    """Return the chain with all options of some decisions, and its solution; all other decisions follow the plan."""
    chain = Chain(process, frozenset(free))
    chain.reach(process, process.limit, MOST_STATES)
    return chain, backward(chain, process.limit, utility, best=best)
