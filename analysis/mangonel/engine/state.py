"""The columns of a sequence and the rows that an engine plays at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.errors import SequenceError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Column", "Layout", "State"]


_RESERVED = ("size", "turn", "begin_turn")


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
    """

    def __init__(self, columns: Sequence[Column], endings: int, tallies: Sequence[str]) -> None:
        every = (Column("ending", endings), *columns)
        names = [*_RESERVED, *(column.name for column in every), *tallies]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise SequenceError(f"columns and counters must have different names: {', '.join(sorted(twice))}")
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
        self.dtype = np.dtype(np.int8 if self.maxima.max() < 2**7 else np.int16)
        if self.maxima.max() >= 2**15:
            raise SequenceError("a column may not exceed 32767")

    def rows(self, count: int) -> NDArray[Any]:
        """Return `count` rows in the starting state. Shape (lines, count)."""
        return np.repeat(self.start.astype(self.dtype)[:, None], count, axis=1)

    def check(self, matrix: NDArray[Any], phase: str) -> None:
        """Raise SequenceError if a column has left its range in `phase`."""
        low, high = matrix.min(axis=1, initial=0), matrix.max(axis=1, initial=0)
        wrong = np.flatnonzero((low < 0) | (high > self.maxima))
        if len(wrong):
            line = int(wrong[0])
            name = next(
                name
                for name, place in self.places.items()
                if line == place or (isinstance(place, slice) and place.start <= line < place.stop)
            )
            found = int(low[line]) if low[line] < 0 else int(high[line])
            raise SequenceError(f"phase {phase!r} left column {name!r} at {found}, outside 0..{self.maxima[line]}")

    def keys(self, matrix: NDArray[Any]) -> tuple[NDArray[np.int64], int]:
        """Return a whole number for each row, equal exactly for equal rows and in the order of the rows.

        Returns
        -------
        keys
            Shape (rows,).
        int
            One more than the largest key possible.
        """
        keys = np.zeros(matrix.shape[1], dtype=np.int64)
        size = 1
        for line, maximum in zip(matrix, self.maxima.tolist(), strict=True):
            if size > 2**62 // (maximum + 1):
                # The product no longer fits: number the keys met so far, which keeps their order.
                found, keys = np.unique(keys, return_inverse=True)
                size = max(1, len(found))
            keys *= maximum + 1
            keys += line
            size *= maximum + 1
        return keys, size


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
        for name, place in layout.places.items():
            views[name] = matrix[place]
        for line, name in enumerate(layout.tallies):
            views[name] = counters[line]

    def begin_turn(self, turn: int) -> None:
        """Set the turn that phases read as ``turn``."""
        self.__dict__["turn"] = turn

    def __setattr__(self, name: str, value: Any) -> None:
        views = self.__dict__
        if name not in views:
            raise SequenceError(f"the sequence declares no column or counter {name!r}")
        if views[name] is not value:
            views[name][...] = value

    def __getattr__(self, name: str) -> Any:
        # Only reached for names that are not there; typed so that phases may use any declared column.
        raise SequenceError(f"the sequence declares no column or counter {name!r}")
