"""Where finished games are booked: weights by ending, turn and measures, and sums of the counters."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.process import Process
from mangonel.engine.state import Floats, Ints
from mangonel.errors import SequenceError

__all__ = ["Filled", "Ledger"]


_DENSE = 1 << 17
"""Outcome cells that lie so close together are counted in an array, else sorted."""


class Filled(NamedTuple):
    """What a ledger holds, to travel without its process: outcome cells, their weights, and the rest as in `Ledger`."""

    keys: Ints
    weights: Floats
    sums: Floats
    squares: Floats
    watched: list[Floats]


class Ledger:
    """Weights by outcome, and weighted sums of the counters by ending.

    Parameters
    ----------
    process
        The process whose games are booked.
    filled
        What it holds from the beginning; nothing by default.

    Attributes
    ----------
    sums
        Sum over games of weight times counter. Shape (tallies,).
    squares
        Sum over games of weight times the counter squared; 0 where nobody needs it. Shape (tallies,).
    watched
        Weight of each value of each series at the start and at the end of each turn. Shape (1 + turns, 1 + maximum).
    """

    def __init__(self, process: Process, filled: Filled | None = None) -> None:
        self.process = process
        maxima = [measure.maximum + 1 for measure in process.measures]
        self.shape = (len(process.endings) + 1, process.limit + 1, *maxima)
        if math.prod(self.shape) > 2**62:
            raise SequenceError("the measures of the process have too many combinations to be counted")
        self._measured = math.prod(maxima)
        self._parts: list[tuple[Ints, Floats]] = []
        self.sums = np.zeros(len(process.tallies))
        self.squares = np.zeros(len(process.tallies))
        self.watched = [np.zeros((process.limit + 1, series.maximum + 1)) for series in process.series]
        if filled is not None:
            self._add_all(filled)

    def measured(self, values: list[Ints], size: int) -> Ints:
        """Return the measures of games as one number each. Shape (games,)."""
        number = np.zeros(size, dtype=np.int64)
        for measure, value in zip(self.process.measures, values, strict=True):
            number = number * (measure.maximum + 1) + value
        return number

    def book(self, ending: Ints, turn: int | Ints, measured: Ints, weights: NDArray[np.float64] | None) -> Ints:
        """Book games that are over; return their outcome cells. Shape (games,).

        Parameters
        ----------
        ending, measured
            The ending of each (0 undecided), and its measures as one number. Shape (games,).
        turn
            The turn it is, or that of each.
        weights
            Their weights; 1 each if None. Shape (games,).
        """
        keys: Ints = (ending * self.shape[1] + turn) * self._measured + measured
        self.add(keys, weights)
        return keys

    def add(self, keys: Ints, weights: NDArray[np.float64] | None) -> None:
        """Add weights (1 each if None) to outcome cells."""
        if weights is None:
            least, most = (int(keys.min()), int(keys.max())) if len(keys) else (0, 0)
            if most - least <= _DENSE:
                often = np.bincount(keys - least)
                distinct = np.flatnonzero(often)
                self._parts.append((distinct + least, often[distinct].astype(np.float64)))
            else:
                distinct, often = np.unique(keys, return_counts=True)
                self._parts.append((distinct, often.astype(np.float64)))
        elif len(keys):
            distinct, inverse = np.unique(keys, return_inverse=True)
            self._parts.append((distinct, np.bincount(inverse, weights).astype(np.float64)))

    def cells(self) -> tuple[Ints, Floats]:
        """Return the outcome cells met, in order, and their weights."""
        if not self._parts:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        if len(self._parts) > 1:
            keys, inverse = np.unique(np.concatenate([keys for keys, _ in self._parts]), return_inverse=True)
            weights = np.bincount(inverse, np.concatenate([part for _, part in self._parts])).astype(np.float64)
            self._parts = [(keys, weights)]
        return self._parts[0]

    def filled(self) -> Filled:
        """Return what it holds."""
        return Filled(*self.cells(), self.sums, self.squares, self.watched)

    def merge(self, other: Ledger) -> None:
        """Add what another ledger of the same process holds."""
        self._add_all(other.filled())

    def _add_all(self, filled: Filled) -> None:
        self._parts.append((filled.keys, filled.weights))
        self.sums += filled.sums
        self.squares += filled.squares
        for mine, more in zip(self.watched, filled.watched, strict=True):
            mine += more

    def scale(self, factor: float) -> None:
        """Multiply all weights by `factor`."""
        keys, weights = self.cells()
        self._parts = [(keys, weights * factor)]
        self.sums *= factor
        self.squares *= factor
        for watched in self.watched:
            watched *= factor

    def outcomes(self, keys: Ints) -> Ints:
        """Return ending, turn and measures of outcome cells. Shape (len(keys), 2 + measures)."""
        return np.stack([column.astype(np.int64) for column in np.unravel_index(keys, self.shape)], axis=1)
