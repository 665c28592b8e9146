"""Where games begin that are played on: the states at the start of a turn, and how often each."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.alias import AliasTable, alias_table

__all__ = ["Begun"]


@dataclass(frozen=True, eq=False)
class Begun:
    """States in which games begin."""

    matrix: NDArray[Any]
    """The states, in order. Shape (lines, rows)."""
    weights: NDArray[np.float64]
    """How often each; they sum to 1. Shape (rows,)."""
    through: int
    """The turn at whose end they stand so."""

    @classmethod
    def of(cls, matrix: NDArray[Any], weights: NDArray[np.float64], through: int) -> Begun:
        """Return states as such, whatever the order in which they were met."""
        order = np.lexsort(matrix)
        return cls(matrix[:, order], weights[order], through)

    @cached_property
    def digest(self) -> str:
        """What tells them from others, for those who keep what comes of them."""
        parts = (str(self.through).encode(), self.matrix.astype("<i8").tobytes(), self.weights.astype("<f8").tobytes())
        return hashlib.sha256(b"".join(parts)).hexdigest()

    def rows(self, bits: np.random.BitGenerator, trials: int) -> NDArray[Any]:
        """Draw where trials begin, by one word each. Shape (lines, trials)."""
        drawn = self._table.draw(np.zeros(trials, dtype=np.int64), bits.random_raw(trials))
        return self.matrix.take(drawn, axis=1)

    @cached_property
    def _table(self) -> AliasTable:
        return alias_table(np.array([0, len(self.weights)]), self.weights)
