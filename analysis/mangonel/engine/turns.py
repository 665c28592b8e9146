"""By which turn an ending comes, what a measure does not exceed, and which turns of a long game to show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mangonel.engine.result import NOISE, Result
from mangonel.rules.words import Locale, in_words

__all__ = ["Quantile", "measure_quantile", "some_turns", "turn_quantile"]


_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Quantile:
    """The turn by which a share of an ending has come, among the games that end so."""

    turn: int
    """The turn."""
    low: int
    high: int
    """`low`, `high`: ends of its 95 % interval; equal to `turn` for an exact result."""

    def text(self, words: Locale | None = None) -> str:
        """Return the turn as text, with its interval if that is wider than the turn; in English by default."""
        if self.low == self.high:
            return str(self.turn)
        return in_words(words).text("figures.interval", number=self.turn, low=self.low, high=self.high)


def turn_quantile(result: Result, ending: str, share: float) -> Quantile | None:
    """Return by which turn a share of an ending has come; None if the ending did not come at all.

    The interval of a sampled one holds every turn at which the share cannot be told from what has come by then.

    Parameters
    ----------
    result
        Where to look.
    ending
        Name of the ending, or of a side, or several joined by ``+``.
    share
        Between 0 and 1, for example 0.5 for the turn by which half of it has come.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    mine = result.among(ending)
    total = result.weights[mine].sum()
    if total <= 0:
        return None
    at = result.outcomes[:, 1]
    by_turn = np.cumsum(np.bincount(at[mine], weights=result.weights[mine], minlength=result.turns + 1)) / total
    turn = int(np.searchsorted(by_turn, share - NOISE))
    if result.exact:
        return Quantile(turn, turn, turn)

    def beside(other: int) -> tuple[float, float]:
        """Return the interval of what has come by a turn, less the share of all that comes."""
        estimate = result.estimate((mine & (at <= other)) - share * mine)
        half = estimate.high - estimate.value
        return estimate.value - half, estimate.value + half

    low = high = turn
    while low > 1 and beside(low - 1)[1] >= 0:
        low -= 1
    while high < result.turns and beside(high)[0] < 0:
        high += 1
    return Quantile(turn, low, high)


def measure_quantile(result: Result, measure: str, share: float) -> int:
    """Return the value of a measure, or the turn, that is not exceeded with probability `share`.

    Raises
    ------
    DataError
        If there is no such measure.
    """
    by_value = np.bincount(result.column(measure), weights=result.weights)
    return int(np.searchsorted(np.cumsum(by_value), share - NOISE))


def some_turns(turns: int, most: int) -> tuple[int, ...]:
    """Return turns for a table of at most so many rows: the start (0), turns at even steps, and the last.

    Parameters
    ----------
    turns
        The turn limit.
    most
        The most rows, at least 2; all turns are returned if there is room.
    """
    scale = 1
    while True:
        for step in (scale * factor for factor in _STEPS):
            chosen = [*range(0, turns, step), turns]
            # The last two may be so near to each other that one of them says nothing new.
            if len(chosen) > 2 and chosen[-1] - chosen[-2] < step / 2:
                del chosen[-2]
            if len(chosen) <= most:
                return tuple(chosen)
        scale *= 10
