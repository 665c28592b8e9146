"""What came of some trials, in whole numbers: the same however they are split and wherever they are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.ledger import Filled, Ledger
from mangonel.engine.process import Process
from mangonel.errors import SequenceError

__all__ = ["Cells", "Gathered", "Part", "booked", "check_amounts", "ledger_of"]


Cells = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The outcome cells met, in order, and how many trials came to each. Shapes (cells,)."""

_LARGEST = float(2**62)
_FEW = 1 << 14


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What came of some trials."""

    trials: int
    """How many there are."""
    cells: tuple[Cells, ...]
    """What they came to; of two variants that are played side by side, on each side."""
    sums: tuple[NDArray[np.int64], ...]
    """Whatever else is added up, in an order that is the same for all parts of a run."""

    @property
    def size(self) -> int:
        """How many cells are met."""
        return sum(len(keys) for keys, _ in self.cells)

    def equals(self, other: Part) -> bool:
        """Return whether another part has the same numbers."""
        mine, theirs = ([*chain(*part.cells), *part.sums] for part in (self, other))
        same = len(mine) == len(theirs) and self.trials == other.trials
        return same and all(np.array_equal(line, other_line) for line, other_line in zip(mine, theirs, strict=True))


class Gathered:
    """Parts of a run that are added up; its memory hangs on the cells that are met, not on the trials."""

    def __init__(self) -> None:
        self.trials = 0
        self._parts: list[Part] = []
        self._more = 0

    def add(self, part: Part) -> None:
        """Add a part."""
        self.trials += part.trials
        self._parts.append(part)
        self._more += part.size
        # Seldom enough that all of it costs little more than one sum.
        if self._more > max(self._parts[0].size, _FEW):
            self.total()

    def total(self) -> Part:
        """Return all of it as one part; there has to be one."""
        if len(self._parts) > 1:
            self._parts = [_joined(self._parts)]
        self._more = 0
        return self._parts[0]


def _joined(parts: Sequence[Part]) -> Part:
    cells = tuple(_met_in_any([part.cells[side] for part in parts]) for side in range(len(parts[0].cells)))
    sums = tuple(_added([part.sums[line] for part in parts]) for line in range(len(parts[0].sums)))
    return Part(sum(part.trials for part in parts), cells, sums)


def _met_in_any(several: Sequence[Cells]) -> Cells:
    keys, inverse = np.unique(np.concatenate([keys for keys, _ in several]), return_inverse=True)
    counts = np.zeros(len(keys), dtype=np.int64)
    np.add.at(counts, inverse, np.concatenate([count for _, count in several]))
    return keys, counts


def _added(lines: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    total: NDArray[np.int64] = np.sum(lines, axis=0)
    check_amounts(np.sum(lines, axis=0, dtype=np.float64))
    return total


def check_amounts(amounts: NDArray[np.float64]) -> None:
    """Check that amounts can be added up in whole numbers.

    Raises
    ------
    SequenceError
        If they are too large for that.
    """
    if np.abs(amounts).max(initial=0.0) > _LARGEST:
        raise SequenceError("the counters are too large to be added up over so many trials")


def booked(ledger: Ledger, trials: int) -> Part:
    """Return what is booked of trials that count once each."""
    keys, weights, sums, squares, watched = ledger.filled()
    for line in (sums, squares):
        check_amounts(line)
    lines = (line.astype(np.int64) for line in (sums, squares, *watched))
    return Part(trials, ((keys, weights.astype(np.int64)),), tuple(lines))


def ledger_of(sequence: Process, part: Part, side: int = 0) -> Ledger:
    """Return a part as a ledger of shares of its trials; of two variants, that of one side."""
    keys, counts = part.cells[side]
    lines = 2 + len(sequence.series)
    sums, squares, *watched = (line.astype(np.float64) for line in part.sums[side * lines : (side + 1) * lines])
    ledger = Ledger(sequence, Filled(keys, counts.astype(np.float64), sums, squares, watched))
    ledger.scale(1.0 / part.trials)
    return ledger
