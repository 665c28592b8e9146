"""States packed into a few 64-bit words, and registers that number them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mangonel.engine.state import Layout

__all__ = ["AlikeError", "Growing", "Packing", "Register", "Words", "mixed"]

Words: TypeAlias = NDArray[np.uint64]
"""States packed into words. Shape (words, rows)."""

_WORD = 64
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


class AlikeError(Exception):
    """Two different states have one key. It takes some 10^9 states to be likely."""


def mixed(lines: Iterable[NDArray[Any]]) -> Words:
    """Return a key for each column of some lines: the line itself if there is one, or a mixture.

    Equal columns have equal keys; different ones may not, so who goes by keys of several lines looks at the lines too.
    """
    first, *others = lines
    key: Words = first.astype(np.uint64)
    for line in others:
        key = (key ^ (key >> _SHIFT)) * _MIX + line.astype(np.uint64)
    return key


class Growing:
    """An array that is added to at its end.

    Parameters
    ----------
    dtype
        The type of its numbers.
    lines
        How many lines it has; None for a plain row of numbers.
    """

    def __init__(self, dtype: DTypeLike, lines: int | None = None) -> None:
        self._lines = () if lines is None else (lines,)
        self._room: NDArray[Any] = np.zeros((*self._lines, 64), dtype=dtype)
        self._size = 0

    def __len__(self) -> int:
        """Return how many there are."""
        return self._size

    @property
    def array(self) -> NDArray[Any]:
        """What it holds, as a view. Shape (size,) or (lines, size)."""
        return self._room[..., : self._size]

    def append(self, values: NDArray[Any]) -> None:
        """Add values. Shape (more,) or (lines, more)."""
        size = self._size + values.shape[-1]
        if size > self._room.shape[-1]:
            room = np.zeros((*self._lines, max(size, 2 * self._room.shape[-1])), dtype=self._room.dtype)
            room[..., : self._size] = self.array
            self._room = room
        self._room[..., self._size : size] = values
        self._size = size


class Packing:
    """Where the lines of a state matrix lie in words.

    Parameters
    ----------
    layout
        The layout of the matrix.

    Attributes
    ----------
    words
        How many words a state takes.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._at: list[tuple[int, int, int]] = []
        word = low = 0
        for maximum in layout.maxima.tolist():
            bits = maximum.bit_length()
            if low + bits > _WORD:
                word, low = word + 1, 0
            self._at.append((word, low, bits))
            low += bits
        self.words = word + 1

    def pack(self, matrix: NDArray[Any]) -> Words:
        """Return states as words. Shape (lines, rows) to (words, rows)."""
        packed = np.zeros((self.words, matrix.shape[1]), dtype=np.uint64)
        for line, (word, low, bits) in zip(matrix, self._at, strict=True):
            if bits:
                packed[word] |= line.astype(np.uint64) << np.uint64(low)
        return packed

    def unpack(self, packed: Words) -> NDArray[Any]:
        """Return words as states. Shape (words, rows) to (lines, rows)."""
        matrix = np.empty((len(self._at), packed.shape[1]), dtype=self._layout.dtype)
        for line, (word, low, bits) in zip(matrix, self._at, strict=True):
            line[:] = (packed[word] >> np.uint64(low)) & np.uint64((1 << bits) - 1) if bits else 0
        return matrix

    def ending(self, packed: Words) -> Words:
        """Return the codes of endings. Shape (rows,)."""
        word, low, bits = self._at[0]
        codes: Words = (packed[word] >> np.uint64(low)) & np.uint64((1 << bits) - 1)
        return codes

    def mask(self, names: Iterable[str]) -> Words:
        """Return the bits of some columns. Shape (words, 1)."""
        masks = [0] * self.words
        for name in names:
            place = self._layout.places[name]
            for line in [place] if isinstance(place, int) else range(place.start, place.stop):
                word, low, bits = self._at[line]
                masks[word] |= ((1 << bits) - 1) << low
        return np.array(masks, dtype=np.uint64)[:, None]


class Register:
    """Numbers for distinct columns of words, in the order in which they were met.

    Parameters
    ----------
    words
        How many words there are in a column.
    """

    def __init__(self, words: int) -> None:
        self._known = Growing(np.uint64, words)
        self._keys = np.zeros(0, dtype=np.uint64)
        self._numbers = np.zeros(0, dtype=np.int64)

    def __len__(self) -> int:
        """Return how many are known."""
        return len(self._known)

    @property
    def words(self) -> Words:
        """What is known, in order. Shape (words, known)."""
        return self._known.array

    def find(self, words: Words) -> NDArray[np.int64]:
        """Return the number of each column, -1 where it is not known. Shape (rows,).

        Raises
        ------
        AlikeError
            If a column has the key of another.
        """
        numbers = self._looked_up(mixed(words))
        known = np.flatnonzero(numbers >= 0)
        self._check(words[:, known], numbers[known])
        return numbers

    def add(self, words: Words) -> NDArray[np.int64]:
        """Return the number of each column, new ones if it was not known; errors as for `find`. Shape (rows,)."""
        keys = mixed(words)
        numbers = self._looked_up(keys)
        missing = np.flatnonzero(numbers < 0)
        if len(missing):
            fresh, first, inverse = np.unique(keys[missing], return_index=True, return_inverse=True)
            # In the order in which they come, so that numbers do not hang on keys.
            order = np.argsort(first)
            rank = np.empty(len(fresh), dtype=np.int64)
            rank[order] = np.arange(len(fresh)) + len(self._known)
            numbers[missing] = rank[inverse]
            where = np.searchsorted(self._keys, fresh)
            self._keys = np.insert(self._keys, where, fresh)
            self._numbers = np.insert(self._numbers, where, rank)
            self._known.append(words[:, missing[first[order]]])
        self._check(words, numbers)
        return numbers

    def _looked_up(self, keys: Words) -> NDArray[np.int64]:
        if not len(self._keys):
            return np.full(len(keys), -1, dtype=np.int64)
        near = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[near] == keys, self._numbers[near], -1)

    def _check(self, words: Words, numbers: NDArray[np.int64]) -> None:
        # A key of one word is the word.
        if len(words) > 1 and not np.array_equal(self.words[:, numbers], words):
            raise AlikeError
