"""When the games of an exact run have settled: from then on tables pay."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.packing import Words
from mangonel.engine.propagation import Population
from mangonel.engine.sequence import PlaySequence

__all__ = ["Settling"]

_FRESH = 10
"""Games have settled when at most one in so many states at the end of a turn was not there at the end of another."""

_PHASE = 32
"""What a phase costs whatever it does, in states that it might have played."""
_FOR_PHASES, _FOR_STATES = 15, 6
"""How many turns by phases the tables of one turn cost, by what is spent on phases and on states."""


class Settling:
    """Watches the states at the ends of turns.

    Until games have settled, the states of a turn are new to tables and cost more than they save. What it says
    decides how long a run takes and nothing else.

    Parameters
    ----------
    sequence
        What is played.
    """

    def __init__(self, sequence: PlaySequence) -> None:
        self._sequence = sequence
        lines = len(sequence.layout.maxima)
        # Odd factors at random: what tells states apart here may fail once in a while.
        self._factors = np.random.SFC64(0).random_raw(lines) | np.uint64(1)
        self._met: Words = np.zeros(0, dtype=np.uint64)
        self._states = 0

    def settled(self, people: Population, turn: int) -> bool:
        """Return whether it pays to go on by tables after a turn, the next after the last that was asked about."""
        phases, states = len(self._sequence.phases), len(people.weights)
        left = self._sequence.limit - turn
        if left < _FOR_STATES:
            return False
        keys = self._keys(people.matrix)
        near = np.minimum(np.searchsorted(self._met, keys), max(0, len(self._met) - 1))
        fresh = keys[self._met[near] != keys] if len(self._met) else keys
        self._met = np.sort(np.concatenate([self._met, fresh]))
        before, self._states = self._states, states
        # Where they grow fewer, they are on their way to an end of their own.
        if len(fresh) * _FRESH > states or states * _FRESH < before * (_FRESH - 1):
            return False
        costs = _FOR_PHASES * _PHASE * phases + _FOR_STATES * states
        return left * (_PHASE * phases + states) >= costs

    def _keys(self, matrix: NDArray[np.integer]) -> Words:
        keys = np.zeros(matrix.shape[1], dtype=np.uint64)
        for line, factor in zip(matrix, self._factors, strict=True):
            keys += line.astype(np.uint64) * factor
        return keys
