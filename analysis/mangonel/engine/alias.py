"""Alias tables: one draw among many branches, in a few steps however many there are (Walker 1977, Vose 1991)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["AliasTable", "alias_table"]

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_MOST = float(2**64 - 2**11)
"""The largest float below 2 ** 64."""


@dataclass(frozen=True, slots=True)
class AliasTable:
    """Rows of branches to draw from."""

    first: NDArray[np.int64]
    count: NDArray[np.uint64]
    """`first`, `count`: where the cells of each row begin, and how many it has. Shape (rows,)."""
    cut: NDArray[np.uint64]
    """The share of each cell, of 2 ** 64, that is its own branch. Shape (cells,)."""
    branches: NDArray[np.int32]
    """The branch of each cell below its cut and above it, side by side. Shape (2 * cells,)."""

    def draw(self, rows: NDArray[np.integer], words: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Return a branch for each row, by a 64-bit word each.

        Parameters
        ----------
        rows
            Which rows to draw from. Shape (draws,).
        words
            Uniform words. Shape (draws,).
        """
        # The word as a share of 2 ** 64, times the cells there are: whole part and rest of a product of 128 bits.
        count = self.count.take(rows)
        low = (words & _LOW) * count
        high = (words >> _HALF) * count
        high += low >> _HALF
        cell = (high >> _HALF).astype(np.int64)
        cell += self.first.take(rows)
        high <<= _HALF
        high |= low & _LOW
        above = high >= self.cut.take(cell)
        cell *= 2
        cell += above
        return self.branches.take(cell)


def alias_table(ends: NDArray[np.integer], chances: NDArray[np.float64]) -> AliasTable:
    """Return the alias table of some rows.

    Parameters
    ----------
    ends
        Where the branches of each row begin and end. Shape (rows + 1,).
    chances
        Their chances; those of a row sum to 1. Shape (branches,).
    """
    first = np.asarray(ends[:-1], dtype=np.int64)
    count = np.diff(ends).astype(np.int64)
    row = np.repeat(np.arange(len(count)), count)
    # The likely ones first, so that a row is those above the average, then those below.
    branches = np.lexsort((-chances, row))
    share = chances[branches] * count[row]
    other = np.arange(len(share))
    large = np.bincount(row[share > 1.0], minlength=len(count))
    # The cell that is filled up next, the small one after it, and the large one that fills it.
    cell = first + count - 1
    small = cell - 1
    giver = first.copy()
    middle, cut = first + large, share.copy()
    going = np.flatnonzero((large > 0) & (large < count))
    while len(going):
        mine, theirs = cell[going], giver[going]
        other[mine] = theirs
        cut[mine] = share[mine]
        share[theirs] -= 1.0 - share[mine]
        spent = share[theirs] < 1.0
        cell[going] = np.where(spent, theirs, small[going])
        small[going] -= ~spent
        giver[going] += spent
        # Without another large one, or another small one, what is left is full but for rounding.
        over = (giver[going] >= middle[going]) | (~spent & (cell[going] < middle[going]))
        going = going[~over]
    pairs = np.empty(2 * len(share), dtype=np.int32)
    pairs[::2], pairs[1::2] = branches, branches[other]
    whole = np.minimum(cut * 2.0**64, _MOST).astype(np.uint64)
    return AliasTable(first, count.astype(np.uint64), whole, pairs)
