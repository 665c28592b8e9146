"""How rows move weights and counters to places, and several such moves as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import block_array, csc_array, csr_array, eye_array, kron

__all__ = ["Mass", "Moves", "joined"]

_ONE_MORE = 20_000
"""What a product costs besides the numbers that it multiplies, in such numbers."""
_FULL = 4
"""Where something is added to one in so many counters or more, all are added to, for that is quicker."""


class Mass(NamedTuple):
    """What rows weigh, in a game or in several that are carried on together."""

    weights: NDArray[np.float64]
    """Of each row its weight in each game. Shape (rows, games)."""
    amounts: NDArray[np.float64]
    """Weight times mean of each counter in each game; no columns if counters do not matter. Shape (rows, tallies *
    games)."""

    @classmethod
    def alone(cls, weights: NDArray[np.float64]) -> Mass:
        """Return weights where counters do not matter. Shape (rows, games)."""
        return cls(weights, np.zeros((len(weights), 0)))

    @classmethod
    def nothing(cls, rows: int, like: Mass) -> Mass:
        """Return so many rows without weight, for the games and counters of another."""
        return cls(*(np.zeros((rows, part.shape[1])) for part in like))

    def of(self, rows: NDArray[np.int64] | slice) -> Mass:
        """Return that of some rows."""
        return Mass(self.weights[rows], self.amounts[rows])

    def add(self, other: Mass) -> None:
        """Add what the first rows of it weigh in another."""
        for mine, more in zip(self, other, strict=True):
            mine[: len(more)] += more

    def counters(self, game: int) -> NDArray[np.float64]:
        """Return the weighted counters of a game. Shape (rows, tallies)."""
        return self.amounts[:, game :: self.weights.shape[1]]


@dataclass(frozen=True, slots=True)
class Moves:
    """Where rows go.

    Attributes
    ----------
    matrix
        The chances. Shape (places, rows).
    tallies
        How many counters there are.
    lines
        To which counters of which places something is added: place times counters, plus counter. Shape (lines,).
    adds
        How much a row adds. Shape (lines, rows).
    """

    matrix: csc_array
    tallies: int
    lines: NDArray[np.int64]
    adds: csr_array | csc_array

    @property
    def cost(self) -> int:
        """What it takes to carry something along it."""
        return int(self.matrix.nnz * (2 + self.tallies // 4) + self.adds.nnz) + _ONE_MORE

    def carry(self, mass: Mass) -> Mass:
        """Move weights, with the weighted counters; rows become places."""
        weights: NDArray[np.float64] = self.matrix @ mass.weights
        if not mass.amounts.shape[1]:
            return Mass.alone(weights)
        amounts: NDArray[np.float64] = self.matrix @ mass.amounts
        if len(self.lines):
            added = self.adds @ mass.weights
            if added.size == amounts.size:
                amounts += added.reshape(amounts.shape)
            else:
                amounts.reshape(-1, added.shape[1])[self.lines] += added
        return Mass(weights, amounts)

    def of_rows(self, rows: NDArray[np.int64]) -> Moves:
        """Return it for other rows, each of which is like one of its own."""
        return Moves(csc_array(self.matrix[:, rows]), self.tallies, self.lines, csr_array(self.adds[:, rows]))

    def or_over(self, over: Moves) -> Moves:
        """Return it together with how the same rows end: ways to end are further places, at which games stay."""
        places, rows = self.matrix.shape
        ways = over.matrix.shape[0]
        matrix = block_array([[self.matrix, None], [over.matrix, eye_array(ways)]], format="csc")
        lines = np.concatenate([self.lines, over.lines + places * self.tallies])
        both = block_array([[self.adds], [over.adds]], format="csr")
        parts = both.data, both.indices, both.indptr
        return Moves(matrix, self.tallies, lines, csr_array(parts, shape=(len(lines), rows + ways)))

    def then(self, other: Moves) -> Moves:
        """Return it and another after it as one; the rows of the other are its places."""
        matrix = csc_array(other.matrix @ self.matrix)
        adds = csr_array(other._by_place() @ self.matrix)
        if len(self.lines):
            adds = csr_array(adds + kron(other.matrix, eye_array(self.tallies), format="csr") @ self._by_place())
        often = np.diff(adds.indptr)
        lines = np.flatnonzero(often)
        if len(lines) * _FULL > len(often):
            return Moves(matrix, self.tallies, np.arange(len(often)), adds)
        parts = adds.data, adds.indices, np.append(0, np.cumsum(often[lines]))
        return Moves(matrix, self.tallies, lines, csr_array(parts, shape=(len(lines), adds.shape[1])))

    def _by_place(self) -> csr_array:
        """Return what is added, with a line for each counter of each place. Shape (places * tallies, rows)."""
        often = np.zeros(self.matrix.shape[0] * self.tallies + 1, dtype=np.int64)
        often[self.lines + 1] = np.diff(self.adds.indptr)
        parts = self.adds.data, self.adds.indices, np.cumsum(often)
        return csr_array(parts, shape=(len(often) - 1, self.adds.shape[1]))


def joined(moves: Iterable[Moves]) -> list[Moves]:
    """Return the same with as many put together as are then carried along more quickly."""
    parts: list[Moves] = []
    for following in moves:
        both = parts[-1].then(following) if parts else following
        if parts and both.cost <= parts[-1].cost + following.cost:
            parts[-1] = both
        else:
            parts.append(following)
    # Carried along row by row, for that is quicker.
    return [replace(part, adds=csc_array(part.adds)) for part in parts]
