"""The Monte Carlo engine: a block of trials that fits the cache, played phase by phase to the end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.begun import Begun
from mangonel.engine.faces import generator
from mangonel.engine.ledger import Ledger
from mangonel.engine.mistakes import concerned, played
from mangonel.engine.propagation import check_trials
from mangonel.engine.sampling import SampledDice, SharedDice
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.state import Layout, State

__all__ = ["Played", "play_block"]

_DROP = 3
"""Finished rows are dropped when they are more than one in so many."""


class Played(NamedTuple):
    """A block of trials that has been played.

    Attributes
    ----------
    ledger
        The outcomes, each trial with weight 1.
    cells
        The outcome cell of each trial, or of none. Shape (trials,).
    counters
        The counters of each trial, or of none. Shape (tallies, trials).
    """

    ledger: Ledger
    cells: NDArray[np.int64]
    counters: NDArray[np.int64]


def _noted(layout: Layout, counters: NDArray[Any]) -> NDArray[Any]:
    """Return the counters before a phase, so far as what is added to them is to be checked."""
    return counters[:0] if layout.compact else counters.copy()


def play_block(
    sequence: PlaySequence,
    seed: int,
    block: int,
    trials: int,
    *,
    shared: bool = False,
    chapters: bool = False,
    begun: Begun | None = None,
) -> Played:
    """Play one block of trials to the end.

    Parameters
    ----------
    sequence
        What is played.
    seed, block
        They decide the dice.
    trials
        Rows to play, at most `BLOCK`.
    shared
        Whether the dice are those that variants share (slower: rows keep their place).
    chapters
        Whether chapters are drawn where that is worth it; see `SampledDice`.
    begun
        Where the trials begin; by default at the start of the game.

    Returns
    -------
    Played
        Trial by trial only if `shared`.
    """
    layout = sequence.layout
    ledger = Ledger(sequence)
    numbers = layout.dtype
    bits = generator(seed, block)
    matrix = layout.rows(trials) if begun is None else begun.rows(bits, trials)
    through = 0 if begun is None else begun.through
    dice = SharedDice(seed, block, numbers) if shared else SampledDice(bits, numbers, chapters=chapters)
    counters = layout.counters(trials)
    state = State(layout, matrix, counters, through)
    done = np.zeros(trials, dtype=np.bool_)
    played_out = Played(
        ledger,
        np.zeros(trials if shared else 0, dtype=np.int64),
        np.zeros((len(layout.tallies), trials if shared else 0), dtype=np.int64),
    )

    def book(rows: NDArray[np.int64], turn: int) -> None:
        keys = ledger.book(State(layout, matrix.take(rows, axis=1), counters.take(rows, axis=1), turn), turn, None)
        if shared:
            played_out.cells[rows] = keys
            played_out.counters[:, rows] = counters.take(rows, axis=1)

    for turn in range(through + 1, sequence.limit + 1):
        if sequence.series:
            still = np.flatnonzero(~done)
            ledger.watch(
                State(layout, matrix.take(still, axis=1), counters.take(still, axis=1), turn - 1), turn - 1, None
            )
        state.begin_turn(turn)
        for phase in sequence.phases:
            if not concerned(phase, state):
                continue
            dice.begin(turn, phase.name)
            check_trials(sequence, phase, matrix, done, turn)
            before = _noted(layout, counters)
            played(phase, state, dice)
            layout.check(matrix, phase.name, done)
            layout.check_added(counters[: len(before)] - before, phase.name)
            # A row is booked once, at the end of the phase that ended it; what happens to it afterwards is void.
            fresh = (state.ending != 0) & ~done
            if fresh.any():
                book(np.flatnonzero(fresh), turn)
                done |= fresh
        finished = int(np.count_nonzero(done))
        if finished == len(done):
            return played_out
        if not shared and finished * _DROP > len(done):
            keep = np.flatnonzero(~done)
            # Not by an index: that would leave the rows of the matrix scattered.
            matrix, counters = matrix.take(keep, axis=1), counters.take(keep, axis=1)
            state = State(layout, matrix, counters, turn)
            done = np.zeros(len(keep), dtype=np.bool_)
    # Nothing may be read from what the open rows say of an ending: they have none.
    book(np.flatnonzero(~done), sequence.limit)
    return played_out
