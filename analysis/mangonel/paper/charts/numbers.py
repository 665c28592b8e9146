"""How charts and reports write numbers: no more digits than they support, in the format of the language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from mangonel.engine.intervals import NO_BREAK, Estimate
from mangonel.rules.words import Locale, in_words

__all__ = ["brief", "differs", "full", "gap", "kept_together", "points", "short"]

# Sums of floats that ought to be equal differ by about this much.
_NOISE: Final = 1e-12
_MOST_PLACES: Final = 6
_JUST: Final = {">": "just_above", "<": "just_below"}
"""How a difference is told that is not 0 and that no digits show."""


def short(estimate: Estimate, *, unit: bool = True, words: Locale | None = None) -> str:
    """Return a probability in percent as a label, without its interval.

    One decimal, two below 1 % and above 99 %, never more than a sampled number supports.

    Parameters
    ----------
    estimate
        The probability.
    unit
        Whether the percent sign is written.
    words
        The language, by default English.
    """
    words = in_words(words)
    number = words.written(_label(estimate))
    return words.percentage(number) if unit else number


def full(estimate: Estimate, *, percent: bool = True, interval: bool = True, words: Locale | None = None) -> str:
    """Return a probability in percent, or a mean, with its interval if it is sampled.

    Parameters
    ----------
    estimate
        The number.
    percent
        Whether it is a probability.
    interval
        Whether the interval is written.
    words
        The language, by default English.
    """
    words = in_words(words)
    if not percent:
        digits = estimate.digits()
    elif (certain := _certain(estimate)) is not None:
        digits = (certain,)
    else:
        digits = estimate.digits(percent=True, most=_places(100 * min(estimate.value, 1 - estimate.value), least=2))
    number, *ends = map(words.written, digits)
    if percent:
        number = words.percentage(number)
    return _composed(number, ends if interval else [], words)


def brief(estimate: Estimate, *, words: Locale | None = None) -> str:
    """Return a mean as a label, without its interval: two decimals, never more than a sampled number supports."""
    words = in_words(words)
    if estimate.exact and abs(estimate.value - round(estimate.value)) <= _NOISE * max(1.0, abs(estimate.value)):
        return words.written(f"{estimate.value:.0f}")
    return words.written(estimate.digits(most=2)[0])


def points(
    estimate: Estimate,
    *,
    percent: bool = True,
    interval: bool = True,
    in_title: bool = False,
    words: Locale | None = None,
) -> str:
    """Return a difference with its sign: of probabilities in percentage points, of means in their unit.

    An exact one has a digit more than the numbers it is the difference of, so that it does not look wrong beside them
    where they are rounded; one that is next to nothing is told in words.

    Parameters
    ----------
    estimate, percent, interval, words
        As in `full`.
    in_title
        Whether it stands beside numbers written by `brief`, which have a digit less than those of `full`.
    """
    words = in_words(words)
    digits, *others = _signed_digits(estimate, percent=percent, fewer=int(in_title))
    if digits in _JUST:
        return words.text(f"figures.{_JUST[digits]}")
    number = words.amount("figures.points", digits) if percent else words.written(digits)
    ends = [words.written(end) for end in others]
    return _composed(number, ends if interval else [], words)


def kept_together(text: str) -> str:
    """Return a number that is broken over two lines before its interval only."""
    return text.replace(" ", NO_BREAK).replace(f"{NO_BREAK}(", " (")


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


def _label(estimate: Estimate) -> str:
    """Return the digits of a probability in percent as a label has them."""
    if (certain := _certain(estimate)) is not None:
        return certain
    percent = 100 * estimate.value
    if estimate.exact and percent < 0.005:
        return "<0.01"
    if estimate.exact and percent > 99.995:
        return ">99.99"
    places = estimate.decimals(percent=True, most=2 if percent < 1 or percent > 99 else 1)
    return f"{percent:.{places}f}"


def _signed_digits(estimate: Estimate, *, percent: bool, fewer: int) -> tuple[str, ...]:
    """Return the digits of a difference and, if it is sampled, of the ends of its interval."""
    scale = 100.0 if percent else 1.0
    if estimate.exact and abs(estimate.value) <= _NOISE:
        return ("0",)
    number = scale * estimate.value
    if estimate.exact:
        text = _signed(number, _places(abs(number), least=(3 if percent else 4) - fewer))
        return (text if float(text) != 0 else ">" if number > 0 else "<",)
    places = estimate.decimals(percent=percent, most=_places(abs(number), least=2 if percent else 3))
    # Rounding must not move an end of the interval onto 0 when it lies beside it.
    nearest = min(abs(estimate.low), abs(estimate.high)) * scale
    while differs(estimate) and round(nearest, places) == 0 and places < _MOST_PLACES:
        places += 1
    return tuple(_signed(scale * number, places) for number in (estimate.value, estimate.low, estimate.high))


def _composed(number: str, ends: Sequence[str], words: Locale) -> str:
    text = words.text("figures.interval", number=number, low=ends[0], high=ends[1]) if ends else number
    return kept_together(text)


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
    text = f"{number:+.{places}f}"
    return text if float(text) != 0 else text[1:]
