"""A stock of die faces, drawn in bulk from a bit generator."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["WORDS", "Faces", "digits_of_words", "generator"]

WORDS = 60_000
"""Of the 65,536 values of a 16-bit word, those below this give four fair dice each; the others are redrawn."""

_RAW = 1 << 14
"""64-bit words drawn at a time: about 240,000 faces, which fit the cache."""


@lru_cache(maxsize=1)
def digits_of_words() -> NDArray[np.uint32]:
    """Return the four faces (0 to 9) of each 16-bit word below `WORDS`, a byte each. Shape (65536,)."""
    words = np.arange(1 << 16, dtype=np.uint32)
    digits = np.stack([words // 10**place % 10 for place in range(4)], axis=1).astype(np.uint8)
    return np.ascontiguousarray(digits).view(np.uint32).reshape(-1)


def generator(seed: int, block: int) -> np.random.SFC64:
    """Return the bit generator of a block of trials: the seed contract.

    Block `block` of a run with `seed` always uses ``SFC64(SeedSequence(seed, spawn_key=(block,)))``.
    """
    return np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(block,)))


class Faces:
    """Hands out faces of fair dice, 0 being the die's 1.

    Parameters
    ----------
    bits
        The bit generator they come from.
    """

    def __init__(self, bits: np.random.BitGenerator) -> None:
        self._bits = bits
        self._stock: NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)
        self._used = 0

    def take(self, count: int, sides: int) -> NDArray[np.uint8]:
        """Return `count` faces of a die with `sides` sides, as an array to be read and not kept."""
        if sides != 10:
            return np.random.Generator(self._bits).integers(0, sides, count, dtype=np.uint8)
        if count > len(self._stock) - self._used:
            self._refill(count)
        faces = self._stock[self._used : self._used + count]
        self._used += count
        return faces

    def _refill(self, count: int) -> None:
        parts = [self._stock[self._used :]]
        have = len(parts[0])
        while have < count:
            words = self._bits.random_raw(_RAW).view(np.uint16)
            parts.append(digits_of_words().take(words[words < WORDS]).view(np.uint8))
            have += len(parts[-1])
        self._stock = np.concatenate(parts)
        self._used = 0
