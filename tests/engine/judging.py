"""Whether a number that was sampled fits what it should be, by its own standard error."""

import math

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result

SIGMAS = 5.0
FIVE_SIGMA = math.erfc(SIGMAS / 2**0.5)
"""Chance that a normal number lies more than five standard errors off."""
ROUNDING = 1e-12
"""What adding up floating point numbers below 1 may leave."""


def assert_fits(result: Result, found: Estimate, wanted: float) -> None:
    """Fail unless the number is as near as its standard error says; where that is 0, as its interval says."""
    slack = SIGMAS * found.se if found.se else max(found.high - found.value, found.value - found.low)
    assert abs(found.value - wanted) <= max(slack, ROUNDING * max(1.0, abs(wanted))), (found, wanted)
