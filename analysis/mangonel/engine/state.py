"""The columns of a sequence and the rows that an engine plays at once."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.slips import SlipError, fitting, is_whole, unsigned
from mangonel.errors import SequenceError

__all__ = ["Column", "Layout", "Mask", "State"]

Mask: TypeAlias = NDArray[np.bool_]
"""Rows in which something is so. Shape (rows,)."""

_ROOM = 2**62
"""Keys at most."""

if sys.platform == "linux":
    # Its memory allocator hands large arrays back to the system as soon as they are free, and to get them anew in each
    # turn took up to half of the time. It keeps as much as the largest array, up to 32 MiB, that was ever free.
    np.empty((1 << 25) - (1 << 13), dtype=np.uint8)

_RESERVED = ("size", "turn", "begin_turn", "copied", "ending")
"""Names that a phase already finds in its state."""


@dataclass(frozen=True, slots=True)
class Column:
    """A whole number, or a row of them, that a sequence remembers between phases.

    Attributes
    ----------
    name
        Attribute by which the phases reach it.
    maximum
        The largest value it can take; the smallest is 0.
    start
        Its value at the start, or one value for each of its entries.
    size
        How many entries it has (a number for each ladder, say); None for a single number.
    """

    name: str
    maximum: int
    start: int | tuple[int, ...] = 0
    size: int | None = None

    def starts(self) -> tuple[int, ...]:
        """Return the starting value of each entry."""
        entries = 1 if self.size is None else self.size
        return self.start if isinstance(self.start, tuple) else (self.start,) * entries


class Layout:
    """Where each column of a sequence lies among the lines of the state matrix.

    Parameters
    ----------
    columns
        The columns in order; a column ``ending`` is added in front of them.
    endings
        Number of endings.
    tallies
        Names of the counters.
    compact
        Whether columns and counters are kept in the smallest numbers that hold them; see
        `mangonel.engine.sequence.PlaySequence`.

    Attributes
    ----------
    dtype, counter_dtype
        The types of number that columns, and dice, and counters are kept in.
    """

    def __init__(
        self, columns: Sequence[Column], endings: int, tallies: Sequence[str], *, compact: bool = False
    ) -> None:
        every = (Column("ending", endings), *columns)
        _check_names([*(column.name for column in columns), *tallies])
        for column in columns:
            _check_numbers(column)
        self.compact = compact
        self.columns = every
        self.tallies = tuple(tallies)
        self.places: dict[str, slice | int] = {}
        line = 0
        start: list[int] = []
        maxima: list[int] = []
        for column in every:
            entries = column.starts()
            if column.size is not None and len(entries) != column.size:
                raise SequenceError(f"column {column.name}: {len(entries)} starting values for {column.size} entries")
            if not all(0 <= value <= column.maximum for value in entries):
                raise SequenceError(f"column {column.name} starts outside 0..{column.maximum}")
            self.places[column.name] = line if column.size is None else slice(line, line + column.size)
            line += len(entries)
            start.extend(entries)
            maxima.extend([column.maximum] * len(entries))
        self.start = np.array(start, dtype=np.int64)
        self.maxima = np.array(maxima, dtype=np.int64)
        if self.maxima.max() >= 2**15:
            raise SequenceError("a column may not exceed 32767")
        small = np.int8 if self.maxima.max() < 2**7 else np.int16
        # Small numbers are faster and run over in a phase's own arithmetic: 3 times 100 is 44 in eight bits.
        self._worth = _worth(maxima)
        self.dtype = np.dtype(small if compact else np.int64)
        self.counter_dtype = np.dtype(np.int16 if compact else np.int64)

    def rows(self, count: int) -> NDArray[Any]:
        """Return `count` rows in the starting state. Shape (lines, count)."""
        return np.repeat(self.start.astype(self.dtype)[:, None], count, axis=1)

    def counters(self, count: int) -> NDArray[Any]:
        """Return the counters of `count` rows, all 0. Shape (tallies, count)."""
        return np.zeros((len(self.tallies), count), dtype=self.counter_dtype)

    def check(self, matrix: NDArray[Any], phase: str, done: NDArray[np.bool_] | None = None) -> None:
        """Raise SequenceError if a column has left its range in `phase`.

        Parameters
        ----------
        matrix
            Shape (lines, rows).
        phase
            Its name.
        done
            Rows that had ended before it, in which nothing counts any more; None if there are none. Shape (rows,).
        """
        # Without a sign what is below 0 is very large: one look at all rows.
        bare = unsigned(matrix)
        for line in np.flatnonzero(bare.max(axis=1, initial=0) > self.maxima).tolist():
            most = int(self.maxima[line])
            off = bare[line] > most
            if done is not None:
                off &= ~done
            if not off.any():
                continue
            wrong = matrix[line, off]
            number = int(wrong.min() if wrong.min() < 0 else wrong.max())
            if line == 0:
                raise SequenceError(f"phase {phase!r} set ending {number}: the sequence has 0 (open) to {most}")
            name = next(
                name
                for name, place in self.places.items()
                if line == place or (isinstance(place, slice) and place.start <= line < place.stop)
            )
            raise SequenceError(f"phase {phase!r} left column {name!r} at {number}, outside 0..{most}")

    def check_added(self, added: NDArray[Any], phase: str) -> None:
        """Raise SequenceError if `phase` has taken something away from a counter. `added` has shape (tallies, rows)."""
        if added.size and added.min() < 0:
            line, row = np.argwhere(added < 0)[0].tolist()
            reason = f"added {added[line, row]} to counter {self.tallies[line]!r}"
            raise SequenceError(f"phase {phase!r} {reason}: counters only grow")

    def keys(self, matrix: NDArray[Any]) -> tuple[NDArray[np.int64], int]:
        """Return a whole number for each row, equal exactly for equal rows and in the order of the rows.

        Returns
        -------
        keys
            Shape (rows,).
        int
            One more than the largest key possible.
        """
        # As many lines as fit are one sum; a line at a time takes ten times as long for few rows.
        fit = len(self._worth)
        keys = np.einsum("i,ij->j", self._worth, matrix[:fit])
        maxima = self.maxima.tolist()
        size = math.prod(maximum + 1 for maximum in maxima[:fit])
        for line, maximum in zip(matrix[fit:], maxima[fit:], strict=True):
            if size > _ROOM // (maximum + 1):
                # The product no longer fits: number the keys met so far, which keeps their order.
                distinct, keys = np.unique(keys, return_inverse=True)
                size = max(1, len(distinct))
            keys *= maximum + 1
            keys += line
            size *= maximum + 1
        return keys, size


def _worth(maxima: Sequence[int]) -> NDArray[np.int64]:
    """Return what one more in a line adds to the key of a row, for as many of the first lines as a key has room for."""
    fit, size = 0, 1
    while fit < len(maxima) and size <= _ROOM // (maxima[fit] + 1):
        size *= maxima[fit] + 1
        fit += 1
    worth = [math.prod(maximum + 1 for maximum in maxima[line + 1 : fit]) for line in range(fit)]
    return np.array(worth, dtype=np.int64)


def _check_names(names: Sequence[str]) -> None:
    reserved = set(_RESERVED) & set(names)
    if reserved:
        raise SequenceError(f"a column or counter cannot be called {min(reserved)!r}: the name is reserved")
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SequenceError(f"columns and counters must have different names: {', '.join(sorted(twice))}")


def _check_numbers(column: Column) -> None:
    numbers = [column.maximum, *column.starts()]
    for number in numbers:
        if not is_whole(number):
            raise SequenceError(f"column {column.name}: its maximum and its start are whole numbers, not {number!r}")


class _Wide(np.ndarray[Any, Any]):
    """A column in 64 bits that refuses fractions, also where only some of its rows are set."""

    def __setitem__(self, at: Any, value: Any) -> None:
        whole = isinstance(value, np.ndarray) and value.dtype.kind in "bi"
        super().__setitem__(at, value if whole else fitting(value, self.dtype, "a column or counter"))

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:  # noqa: FBT001, FBT002
        # What is worked out from a column is an ordinary array.
        if array is self:
            return self
        return array[()] if return_scalar else np.asarray(array)


class State:
    """The rows that a phase works on: an attribute for each column and each counter.

    ``size`` is the number of rows and ``turn`` the number of the turn, both plain numbers.

    A single column is an array of shape (rows,), one with entries has shape (entries, rows). Setting an attribute
    copies into the array; counters start each phase at whatever the engine keeps and are only to be added to.
    """

    def __init__(self, layout: Layout, matrix: NDArray[Any], counters: NDArray[Any], turn: int) -> None:
        views = self.__dict__
        views["size"] = matrix.shape[1]
        views["turn"] = turn
        if not layout.compact:
            matrix, counters = matrix.view(_Wide), counters.view(_Wide)
        for name, place in layout.places.items():
            views[name] = matrix[place]
        for line, name in enumerate(layout.tallies):
            views[name] = counters[line]

    def copied(self, rows: NDArray[np.int64]) -> State:
        """Return some of the rows as a state of their own."""
        copy = object.__new__(State)
        for name, view in self.__dict__.items():
            copy.__dict__[name] = view[..., rows].copy() if isinstance(view, np.ndarray) else view
        copy.__dict__["size"] = len(rows)
        return copy

    def begin_turn(self, turn: int) -> None:
        """Set the turn that phases read as ``turn``."""
        self.__dict__["turn"] = turn

    def __setattr__(self, name: str, value: Any) -> None:
        view = self.__dict__.get(name)
        if not isinstance(view, np.ndarray):
            if name in _RESERVED:
                raise SlipError(f"{name!r} is not for a phase to set")
            raise SlipError(f"the sequence declares no column or counter {name!r}")
        if view is value:
            return
        if not (isinstance(value, np.ndarray) and value.dtype == view.dtype) and type(value) is not bool:
            value = fitting(value, view.dtype, repr(name))
        try:
            view[...] = value
        except ValueError:
            raise SlipError(f"{name!r} has shape {view.shape}, what is put into it {np.asarray(value).shape}") from None

    def __getattr__(self, name: str) -> Any:
        # Only reached for names that are not there; typed so that phases may use any declared column.
        raise SlipError(f"the sequence declares no column or counter {name!r}")
