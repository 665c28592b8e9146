"""Numbers in brief: no interval that says nothing, and nothing at all of what never happened."""

from __future__ import annotations

from mangonel.locales import Locale
from mangonel.odds.intervals import NO_BREAK, Estimate

__all__ = ["bar", "happens", "number"]

_BAR = 20
_EIGHTHS = " \N{LEFT ONE EIGHTH BLOCK}\N{LEFT ONE QUARTER BLOCK}\N{LEFT THREE EIGHTHS BLOCK}\N{LEFT HALF BLOCK}\N{LEFT FIVE EIGHTHS BLOCK}\N{LEFT THREE QUARTERS BLOCK}\N{LEFT SEVEN EIGHTHS BLOCK}"  # noqa: E501
_NOISE = 1e-12


def number(
    estimate: Estimate, words: Locale, *, percent: bool = False, interval: bool = True, most: int | None = None
) -> str:
    """Return a number with its interval, if it is sampled and the interval can be seen in the digits that are shown."""
    digits = estimate.digits(percent=percent, most=most)
    shown = interval and len(set(digits)) > 1
    text = estimate.text(percent=percent, most=most, interval=shown, words=words)
    return text if shown else text.replace(" ", NO_BREAK)


def happens(*estimates: Estimate) -> bool:
    """Return whether any of them is anything but 0."""
    return any(abs(estimate.value) > _NOISE for estimate in estimates)


def bar(share: float) -> str:
    """Return a bar of blocks for a share of 1, always as wide as that of 1."""
    whole, part = divmod(round(8 * _BAR * min(max(share, 0.0), 1.0)), 8)
    if share > 0 and not (whole or part):
        part = 1
    return ("\N{FULL BLOCK}" * whole + (_EIGHTHS[part] if part else "")).ljust(_BAR)
