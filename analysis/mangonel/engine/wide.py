"""Phases that split rows many times over to join them again, as tables within an exact run that goes phase by phase."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.packing import Packing
from mangonel.engine.phase_table import PhaseTable
from mangonel.engine.propagation import Rule, Ways
from mangonel.engine.sequence import Phase, PlaySequence

__all__ = ["WidePhases"]

_WIDE = 16
"""Branches for each row that make a phase wide."""
_FEW, _ALIKE = 16, 4
"""A table is kept while it knows few footprints, or at most one for so many rows."""


class WidePhases:
    """Runs a wide phase once for all rows that are alike to it, and any other on all rows.

    An initiative of two throws that is read in three ways falls in some forty, and is the same in every row. What it
    decides is how long a run takes and nothing else but rounding. The tables belong to one run.

    Parameters
    ----------
    sequence
        What is played.
    plain
        Runs a phase on all rows, and shares out weights as chances.
    """

    def __init__(self, sequence: PlaySequence, plain: Rule) -> None:
        self._sequence = sequence
        self._plain = plain
        self._packing = Packing(sequence.layout)
        self._tables: dict[str, PhaseTable | None] = {}

    def ways(
        self,
        phase: Phase,
        start: NDArray[Any],
        where: NDArray[np.bool_] | None,
        weights: NDArray[np.float64],
        turn: int,
        limit: int,
    ) -> Ways:
        """Return in which ways rows go on."""
        rows = len(weights)
        table = self._tables.get(phase.name)
        if table is None:
            ways = self._plain(phase, start, where, weights, turn, limit)
            if phase.name not in self._tables and len(ways[0]) >= _WIDE * rows:
                self._tables[phase.name] = PhaseTable(self._sequence, phase, self._packing)
            return ways
        branches = table.expand(self._packing.pack(start), turn, limit)
        if table.size > max(_FEW, rows // _ALIKE):
            self._tables[phase.name] = None
        shares = weights[branches.parent] * branches.chance
        return branches.parent, self._packing.unpack(branches.words), shares, branches.added
