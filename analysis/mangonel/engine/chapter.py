"""A sequence played whole inside one phase of another: one storm of a siege, say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import Ends, EngineDice
from mangonel.engine.exact import close, play_turn
from mangonel.engine.ledger import Ledger
from mangonel.engine.mistakes import concerned, played
from mangonel.engine.propagation import Population, by_phases, check_trials
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.splitting import ChanceSplit
from mangonel.engine.state import State
from mangonel.errors import SequenceError, StateLimitError

__all__ = ["Chapter"]

_DROP = 3
"""Finished rows are dropped when they are more than one in so many."""


class Chapter:
    """A sequence that a phase of another plays from its start to its end, by ``dice.play``.

    All that is read from it is how it ended and what its measures have changed by. So it needs no columns in the state
    of the other sequence, and from a given start it ends in the same ways whenever it is played: the exact engine
    counts it once for each start and then asks for it as for a roll. Monte Carlo and traces play it, turn by turn.

    Parameters
    ----------
    name
        What is played, for traces; two chapters of a sequence must not share it.
    sequence
        The sequence. Its endings and measures are used, its counters and series are not.
    starts
        Where it may begin: values of its columns that are not those it begins with by itself, for each start.

    Attributes
    ----------
    reads
        What is read at its end: ``ending``, the code (0: undecided), then the changes of its measures by their names.
    starts
        How many starts there are.
    """

    def __init__(self, name: str, sequence: PlaySequence, starts: Sequence[Mapping[str, Any]]) -> None:
        if sequence.turns is None:
            raise SequenceError(f"chapter {name!r}: a sequence inside another must have a turn limit")
        large = [measure.name for measure in sequence.measures if measure.maximum >= 2**15]
        if large:
            raise SequenceError(f"chapter {name!r}: measure {large[0]!r} may not exceed 32767")
        self.name = name
        self.sequence = replace(sequence, series=())
        self.reads: Sequence[str] = ("ending", *(measure.name for measure in sequence.measures))
        layout = sequence.layout
        self._starts = layout.rows(len(starts))
        for number, values in enumerate(starts):
            for column, value in values.items():
                self._starts[layout.places[column], number] = value
        layout.check(self._starts, f"start of {name}")
        self.starts = len(starts)
        self._before = self._measured(self._state(self._starts, 0))
        self._known: dict[int, Ends] = {}
        self._too_many: dict[int, int] = {}

    def _state(self, matrix: NDArray[Any], turn: int) -> State:
        layout = self.sequence.layout
        return State(layout, matrix, layout.counters(matrix.shape[1]), turn)

    def _measured(self, state: State) -> NDArray[np.int16]:
        values = [measure.of(state) for measure in self.sequence.measures]
        return np.array(values, dtype=np.int16).reshape(len(values), state.size)

    def _at_end(self, state: State, start: NDArray[np.integer]) -> NDArray[np.int16]:
        changes = self._measured(state) - self._before[:, start]
        return np.vstack([state.ending.astype(np.int16), changes])

    def play_out(
        self, start: NDArray[np.integer], dice: EngineDice, begin: Callable[[str], None], *, keep_rows: bool
    ) -> NDArray[np.int16]:
        """Play it with dice.

        Parameters
        ----------
        start
            Number of the start of each row. Shape (rows,).
        dice
            The dice.
        begin
            Called with the name of each phase before it is played.
        keep_rows
            Whether rows that have ended must stay where they are.

        Returns
        -------
        numpy.ndarray
            What is read at its end. Shape (reads, rows).
        """
        sequence = self.sequence
        matrix = self._starts.take(start, axis=1)
        ends = np.zeros((len(self.reads), len(start)), dtype=np.int16)
        places = np.arange(len(start))
        done = np.zeros(len(start), dtype=np.bool_)
        state = self._state(matrix, 0)
        for turn in range(1, sequence.limit + 1):
            state.begin_turn(turn)
            for phase in sequence.phases:
                if not concerned(phase, state):
                    continue
                begin(f"{self.name}, {sequence.unit} {turn}: {phase.name}")
                check_trials(sequence, phase, matrix, done, turn)
                played(phase, state, dice)
                sequence.layout.check(matrix, phase.name, done)
                fresh = np.flatnonzero((state.ending != 0) & ~done)
                if len(fresh):
                    # What happens to a row after the phase that ended it is void.
                    ended = self._state(matrix[:, fresh], turn)
                    ends[:, places[fresh]] = self._at_end(ended, start[places[fresh]])
                    done[fresh] = True
                    if done.all():
                        return ends
            finished = int(np.count_nonzero(done))
            if not keep_rows and finished * _DROP > len(done):
                still = np.flatnonzero(~done)
                matrix, places = matrix.take(still, axis=1), places[still]
                state = self._state(matrix, turn)
                done = np.zeros(len(still), dtype=np.bool_)
        still = np.flatnonzero(~done)
        undecided = self._state(matrix[:, still], sequence.limit)
        ends[:, places[still]] = self._at_end(undecided, start[places[still]])
        return ends

    def ends(self, start: int, limit: int) -> Ends:
        """Return every way in which it can end from a start, counted exactly.

        Raises
        ------
        StateLimitError
            If more than `limit` states would have to be kept.
        """
        if start not in self._known:
            if limit <= self._too_many.get(start, 0):
                raise StateLimitError(f"{self.name}: more than {limit} states")
            try:
                self._known[start] = self._counted(start, limit)
            except StateLimitError as error:
                self._too_many[start] = limit
                raise StateLimitError(f"{self.name}: {error}") from None
        return self._known[start]

    def _counted(self, start: int, limit: int) -> Ends:
        sequence = self.sequence
        ledger = Ledger(sequence)
        rule = by_phases(sequence, ChanceSplit())
        counters = np.zeros((len(sequence.tallies), 1))
        people = Population(self._starts[:, [start]], np.ones(1), counters)
        for turn in range(1, sequence.limit + 1):
            people = play_turn(sequence, people, rule, ledger, turn, limit)
            if len(people.weights) == 0:
                break
        close(sequence, people, ledger)
        keys, weights = ledger.cells()
        outcomes = ledger.outcomes(keys).astype(np.int16)
        outcomes[:, 2:] -= self._before[:, start]
        # The turn in which it ended is not read.
        values, which = np.unique(np.delete(outcomes, 1, axis=1), axis=0, return_inverse=True)
        chances = np.bincount(which.reshape(-1), weights, minlength=len(values)).astype(np.float64)
        return Ends(np.ascontiguousarray(values.T), chances)
