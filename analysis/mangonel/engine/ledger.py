"""Where the engines book finished rows: a histogram of endings, turns and measures, with the counters."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Measure, PlaySequence
from mangonel.engine.slips import SlipError, fitting
from mangonel.engine.state import State
from mangonel.errors import SequenceError

__all__ = ["Filled", "Ledger", "counted_by", "outcome_numbers"]

_DENSE = 1 << 20
"""Histograms up to this many cells are kept whole; larger ones as lists of the cells met."""


class Filled(NamedTuple):
    """What a ledger holds, to travel without its sequence: cells met, their weights, and the rest as in `Ledger`."""

    keys: NDArray[np.int64]
    weights: NDArray[np.float64]
    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    watched: list[NDArray[np.float64]]


class Ledger:
    """Weights by outcome, and the weighted sums of the counters by ending.

    Parameters
    ----------
    sequence
        The sequence whose rows are booked.
    few
        Whether few of the cells will be met, as in a single turn.
    filled
        What it holds from the beginning; nothing by default.

    Attributes
    ----------
    sums
        Sum over rows of weight times counter, by counter and ending (0 undecided). Shape (tallies, 1 + endings).
    squares
        Sum over rows of weight times the counter squared. Shape (tallies,).
    watched
        Weight of each value of each series at the start and at the end of each turn. Each of shape (1 + turns,
        1 + maximum).
    """

    def __init__(self, sequence: PlaySequence, filled: Filled | None = None, *, few: bool = False) -> None:
        self.sequence = sequence
        self.shape = (
            len(sequence.endings) + 1,
            sequence.limit + 1,
            *(measure.maximum + 1 for measure in _kept(sequence)),
        )
        if np.prod([float(size) for size in self.shape]) > 2.0**62:
            raise SequenceError("the measures of the sequence have too many combinations to be counted")
        cells = int(np.prod(self.shape, dtype=np.int64))
        self._dense = np.zeros(cells) if cells <= _DENSE and not few else None
        self._sparse: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
        self.sums = np.zeros((len(sequence.tallies), self.shape[0]))
        self.squares = np.zeros(len(sequence.tallies))
        self.watched = [np.zeros((sequence.limit + 1, series.maximum + 1)) for series in sequence.series]
        if filled is not None:
            self._add_all(filled)

    def filled(self) -> Filled:
        """Return what it holds."""
        return Filled(*self.cells(), self.sums, self.squares, self.watched)

    def book(self, state: State, turn: int, weights: NDArray[np.float64] | None) -> NDArray[np.int64]:
        """Book all rows of a state as they stand.

        Parameters
        ----------
        state
            The rows to book, with their counters.
        turn
            The turn it is.
        weights
            Their weights, or None if each counts once. Shape (rows,).

        Returns
        -------
        numpy.ndarray
            The outcome cell of each row, as one number. Shape (rows,).
        """
        ending = state.ending.astype(np.int64)
        keys = self.cells_of(ending, turn, outcome_numbers(self.sequence, state))
        self.add(keys, weights)
        for line, name in enumerate(self.sequence.tallies):
            amount = getattr(state, name).astype(np.float64)
            scaled = amount if weights is None else amount * weights
            self.sums[line] += np.bincount(ending, scaled, minlength=self.shape[0])
            # Not as a dot product: its threads cost more than the sum and wait for each other.
            self.squares[line] += np.sum(scaled * amount)
        self._watch(state, slice(turn, None), weights)
        return keys

    def cells_of(
        self, ending: NDArray[np.int64], turn: NDArray[np.int64] | int, numbers: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return outcome cells by endings, turn, and what `outcome_numbers` gives. Shape (rows,)."""
        return (ending * self.shape[1] + turn) * math.prod(self.shape[2:]) + numbers

    def watch(self, state: State, turn: int, weights: NDArray[np.float64] | None) -> None:
        """Note the series of rows that are still open at the end of a turn; arguments as for `book`."""
        self._watch(state, slice(turn, turn + 1), weights)

    def _watch(self, state: State, turns: slice, weights: NDArray[np.float64] | None) -> None:
        for series, watched in zip(self.sequence.series, self.watched, strict=True):
            value = counted_by("series", series, state)
            watched[turns] += np.bincount(value, weights, minlength=series.maximum + 1)

    def add(self, keys: NDArray[np.int64], weights: NDArray[np.float64] | None) -> None:
        """Add weights (1 each if None) to outcome cells."""
        if self._dense is not None:
            np.add.at(self._dense, keys, 1.0 if weights is None else weights)
            return
        if weights is None:
            distinct, often = np.unique(keys, return_counts=True)
            self._sparse.append((distinct, often.astype(np.float64)))
        else:
            self._sparse.append((keys, weights))

    def cells(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the outcome cells met, in order, and their weights."""
        if self._dense is not None:
            met: NDArray[np.int64] = np.flatnonzero(self._dense)
            return met, self._dense[met]
        if not self._sparse:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        keys, inverse = np.unique(np.concatenate([keys for keys, _ in self._sparse]), return_inverse=True)
        weights = np.bincount(inverse, np.concatenate([part for _, part in self._sparse])).astype(np.float64)
        self._sparse = [(keys, weights)]
        return keys, weights

    def merge(self, other: Ledger) -> None:
        """Add what another ledger of the same sequence holds."""
        self._add_all(other.filled())

    def _add_all(self, filled: Filled) -> None:
        self.add(filled.keys, filled.weights)
        self.sums += filled.sums
        self.squares += filled.squares
        for mine, more in zip(self.watched, filled.watched, strict=True):
            mine += more

    def scale(self, factor: float) -> None:
        """Multiply all weights by `factor`."""
        if self._dense is not None:
            self._dense *= factor
        else:
            # Whole numbers are added up first: a sum of parts would be rounded otherwise.
            keys, weights = self.cells()
            self._sparse = [(keys, weights * factor)]
        self.sums *= factor
        self.squares *= factor
        for watched in self.watched:
            watched *= factor

    def outcomes(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return ending, turn and measures of outcome cells. Shape (len(keys), 2 + measures)."""
        columns = [column.astype(np.int64) for column in np.unravel_index(keys, self.shape)]
        kept = dict(zip([measure.name for measure in _kept(self.sequence)], columns[2:], strict=True))
        for measure in self.sequence.measures:
            taken = sum((kept[name] for name in measure.rest_of), start=np.zeros(len(keys), dtype=np.int64))
            columns.append(measure.maximum - taken if measure.rest_of else kept[measure.name])
        return np.stack([*columns[:2], *columns[2 + len(kept) :]], axis=1)


def _kept(sequence: PlaySequence) -> list[Measure]:
    """Return the measures that are no rest of others."""
    return [measure for measure in sequence.measures if not measure.rest_of]


def outcome_numbers(sequence: PlaySequence, state: State) -> NDArray[np.int64]:
    """Return the measures of each row as one number. Shape (rows,)."""
    values = {measure.name: counted_by("measure", measure, state) for measure in _kept(sequence)}
    numbers = np.zeros(state.size, dtype=np.int64)
    for measure in _kept(sequence):
        numbers *= measure.maximum + 1
        numbers += values[measure.name]
    if not sequence.layout.compact:
        _check_rests(sequence, state, values)
    return numbers


def _check_rests(sequence: PlaySequence, state: State, values: dict[str, NDArray[np.int64]]) -> None:
    for measure in sequence.measures:
        if not measure.rest_of:
            continue
        rest = measure.maximum - sum(values[name] for name in measure.rest_of)
        if (counted_by("measure", measure, state) != rest).any():
            others = " and ".join(measure.rest_of)
            raise SequenceError(f"measure {measure.name!r} is not what {others} leave of {measure.maximum}")


def counted_by(kind: str, measure: Measure, state: State) -> NDArray[np.int64]:
    """Return a measure in each row of a state. Shape (rows,)."""
    try:
        numbers = fitting(measure.of(state), np.dtype(np.int64), f"{kind} {measure.name!r}")
    except SlipError as slip:
        raise SequenceError(str(slip)) from None
    if numbers.shape != (state.size,):
        raise SequenceError(
            f"{kind} {measure.name!r} must be a number for each of {state.size} rows, not {numbers.shape}"
        )
    value = numbers.astype(np.int64)
    if len(value) and (value.min() < 0 or value.max() > measure.maximum):
        off = value.min() if value.min() < 0 else value.max()
        raise SequenceError(f"{kind} {measure.name!r} is {off}, outside 0..{measure.maximum}")
    return value
