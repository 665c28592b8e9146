"""Several phases in a row as one table of chances, with what they add to the counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array, hstack

from mangonel.engine.chain import Chain, Flow, Level
from mangonel.engine.packing import Register

__all__ = ["Amounts", "Segment", "segments"]

_WIDE = 100
"""A segment is cut where more than so many branches a row would come of it."""


class Amounts:
    """Numbers for sets of amounts that are added to the counters; 0 is none at all.

    Parameters
    ----------
    tallies
        How many counters there are.
    """

    def __init__(self, tallies: int) -> None:
        self._register = Register(max(1, tallies))
        self._register.add(np.zeros((max(1, tallies), 1), dtype=np.uint64))

    @property
    def array(self) -> NDArray[np.int64]:
        """The amounts. Shape (tallies, numbers)."""
        return self._register.words.astype(np.int64)

    def of_flow(self, flow: Flow) -> NDArray[np.int64]:
        """Return the number of what each branch of a flow adds. Shape (branches,)."""
        numbers = np.zeros(len(flow.to), dtype=np.int64)
        line, branch, _, amount = flow.adds.array
        branches, place = np.unique(branch, return_inverse=True)
        if len(branches):
            lines = np.zeros((len(self._register.words), len(branches)), dtype=np.uint64)
            lines[line, place] = amount.astype(np.uint64)
            numbers[branches] = self._register.add(lines)
        return numbers

    def sums(self, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of sums of amounts. Shape (sums,)."""
        size = len(self._register)
        pairs, place = np.unique(one * size + other, return_inverse=True)
        words = self._register.words
        return self._register.add(words[:, pairs // size] + words[:, pairs % size])[place]


@dataclass(frozen=True, slots=True)
class Segment:
    """What comes of the states before a phase by the end of that phase or a later one."""

    row: NDArray[np.int64]
    """The row of each state, -1 if it has none. Shape (states,)."""
    ends: NDArray[np.int64]
    """Where the branches of each row begin and end. Shape (rows + 1,)."""
    chances: NDArray[np.float64]
    """Shape (branches,)."""
    to: NDArray[np.int64]
    """The state that each branch comes to; beyond `after`, classes of endings. Shape (branches,)."""
    amounts: NDArray[np.int64]
    """Number of what it adds to the counters. Shape (branches,)."""
    after: int
    """How many states there are to come to."""


class _Product:
    """Phases multiplied so far: rows by places, which are states with amounts."""

    def __init__(self, level: Level) -> None:
        self.level = level
        rows = len(level.begun)
        self.chances: Any = eye_array(rows, format="csr")
        self.state, self.amounts = level.begun.array.copy(), np.zeros(rows, dtype=np.int64)
        self._over: list[tuple[Any, NDArray[np.int64], NDArray[np.int64]]] = []

    @property
    def size(self) -> int:
        """How many branches there are."""
        return int(self.chances.nnz) + sum(int(chances.nnz) for chances, _, _ in self._over)

    def by(self, level: Level, amounts: Amounts) -> _Product:
        """Return it multiplied by one phase more."""
        more = object.__new__(_Product)
        more.level = self.level
        matrix, more.state, more.amounts = self._step(level, level.on, amounts)
        more.chances = self.chances @ matrix
        more._over = list(self._over)
        if len(level.out.to):
            matrix, state, added = self._step(level, level.out, amounts)
            more._over.append((self.chances @ matrix, state, added))
        return more

    def _step(
        self, level: Level, flow: Flow, amounts: Amounts
    ) -> tuple[csr_array, NDArray[np.int64], NDArray[np.int64]]:
        rows = level.row.array[self.state]
        first, count = flow.ends[rows].astype(np.int64), np.diff(flow.ends)[rows]
        source = np.repeat(np.arange(len(rows)), count)
        branch = np.arange(len(source)) + np.repeat(first - (np.cumsum(count) - count), count)
        added = amounts.sums(self.amounts[source], amounts.of_flow(flow)[branch])
        places = Register(2)
        to = places.add(np.array([flow.to.array[branch], added], dtype=np.uint64))
        matrix = csr_array((flow.chance.array[branch], (source, to)), shape=(len(rows), len(places)))
        state, sums = places.words.astype(np.int64)
        return matrix, state, sums

    def segment(self, after: int) -> Segment:
        """Return it as a table."""
        every = [self.chances, *(chances for chances, _, _ in self._over)]
        chances = csr_array(hstack(every, format="csr"))
        chances.sort_indices()
        to = np.concatenate([self.state, *(state + after for _, state, _ in self._over)])
        amounts = np.concatenate([self.amounts, *(added for _, _, added in self._over)])
        row = np.full(len(self.level.states), -1)
        row[: len(self.level.row)] = self.level.row.array
        return Segment(
            row, chances.indptr.astype(np.int64), chances.data, to[chances.indices], amounts[chances.indices], after
        )


def segments(chain: Chain, amounts: Amounts) -> Sequence[Segment]:
    """Return a turn as few tables, each of them as many phases as it can be without becoming too large."""
    parts: list[Segment] = []
    product: _Product | None = None
    for level, _ in chain.steps():
        if product is None:
            product = _Product(level).by(level, amounts)
            continue
        more = product.by(level, amounts)
        if more.size > _WIDE * len(product.level.begun):
            parts.append(product.segment(len(level.states)))
            more = _Product(level).by(level, amounts)
        product = more
    if product is not None:
        parts.append(product.segment(len(chain.states)))
    return parts
