"""How numbers are written, in charts and reports alike: no more digits than they support."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from mangonel.locales import in_words
from mangonel.odds.intervals import NO_BREAK, Estimate

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["brief", "differs", "full", "gap", "points", "short"]

# Sums of floats that ought to be equal differ by about this much.
_NOISE: Final = 1e-12
_MOST_PLACES: Final = 6


def short(estimate: Estimate, *, unit: bool = True, words: Locale | None = None) -> str:
    """Return a probability in percent as a label, without its interval.

    One decimal, two below 1 % and above 99 %, never more than a sampled number supports.
    """
    words = in_words(words)
    number = words.written(_percent(estimate))
    return words.percentage(number) if unit else number


def _percent(estimate: Estimate) -> str:
    if (certain := _certain(estimate)) is not None:
        return certain
    percent = 100 * estimate.value
    most = 2 if percent < 1 or percent > 99 else 1
    places = estimate.decimals(percent=True, most=most)
    if estimate.exact and percent < 0.005:
        return "<0.01"
    if estimate.exact and percent > 99.995:
        return ">99.99"
    return f"{percent:.{places}f}"


def full(estimate: Estimate, *, percent: bool = True, interval: bool = True, words: Locale | None = None) -> str:
    """Return a probability in percent, or a mean, with its interval if it is sampled and `interval` is not False."""
    words = in_words(words)
    if not percent:
        return _kept_together(estimate.text(interval=interval, words=words))
    if (certain := _certain(estimate)) is not None:
        return words.percentage(certain)
    places = _places(100 * min(estimate.value, 1 - estimate.value), least=2)
    return _kept_together(estimate.text(percent=True, most=places, interval=interval, words=words))


def brief(estimate: Estimate, *, words: Locale | None = None) -> str:
    """Return a mean as a label, without its interval: two decimals, never more than a sampled number supports."""
    if estimate.exact and estimate.value == round(estimate.value):
        return f"{estimate.value:.0f}"
    return estimate.text(most=2, interval=False, words=words)


def points(estimate: Estimate, *, percent: bool = True, interval: bool = True, words: Locale | None = None) -> str:
    """Return a difference with its sign: of probabilities in percentage points, of means in their unit.

    A sampled one has its interval after it if `interval` is not False.
    """
    words = in_words(words)

    def in_unit(number: str) -> str:
        return words.text("figures.points", number=words.written(number)) if percent else words.written(number)

    scale = 100.0 if percent else 1.0
    least = 2 if percent else 3
    if estimate.exact and abs(estimate.value) <= _NOISE:
        return _kept_together(in_unit("0"))
    most = _places(abs(scale * estimate.value), least=least)
    places = estimate.decimals(percent=percent, most=most)
    if estimate.exact:
        return _kept_together(in_unit(_signed(scale * estimate.value, places)))
    # Rounding must not move an end of the interval onto 0 when it lies beside it.
    nearest = min(abs(estimate.low), abs(estimate.high)) * scale
    while differs(estimate) and round(nearest, places) == 0 and places < _MOST_PLACES:
        places += 1
    value, low, high = (_signed(scale * number, places) for number in (estimate.value, estimate.low, estimate.high))
    if not interval:
        return _kept_together(in_unit(value))
    ends = {"low": words.written(low), "high": words.written(high)}
    return _kept_together(words.text("figures.interval", number=in_unit(value), **ends))


def differs(estimate: Estimate) -> bool:
    """Return whether a difference can be told from 0: it is exact and not 0, or its interval leaves 0 out."""
    if estimate.exact:
        return abs(estimate.value) > _NOISE
    return estimate.low > 0 or estimate.high < 0


def gap(left: Estimate, right: Estimate) -> Estimate:
    """Return right minus left for two results that share no dice.

    The interval is put together from the two intervals (Newcombe's square-and-add), so it holds for proportions
    near 0 and 1 too.
    """
    value = right.value - left.value
    if left.exact and right.exact:
        return Estimate.of_exact(value)
    low = value - math.hypot(right.value - right.low, left.high - left.value)
    high = value + math.hypot(right.high - right.value, left.value - left.low)
    return Estimate(value, math.hypot(left.se, right.se), low, high, exact=False)


def _kept_together(text: str) -> str:
    """Return a number that is broken over two lines before its interval only."""
    return text.replace(" ", NO_BREAK).replace(f"{NO_BREAK}(", " (")


def _certain(estimate: Estimate) -> str | None:
    """Return "0" or "100" for what is exactly never or always, else None."""
    if not estimate.exact:
        return None
    if estimate.value <= 0:
        return "0"
    return "100" if estimate.value >= 1 - _NOISE else None


def _places(number: float, *, least: int) -> int:
    """Return the decimals that show two digits of a small number, at least `least` and at most 6."""
    if number <= 0:
        return least
    return min(_MOST_PLACES, max(least, 1 - math.floor(math.log10(number))))


def _signed(number: float, places: int) -> str:
    """Return a number with its sign, and 0 without one."""
    text = f"{number:+.{places}f}"
    return text if float(text) != 0 else text[1:]
