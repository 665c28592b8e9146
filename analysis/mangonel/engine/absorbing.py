"""Processes that are played until they end: one linear system for all their states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mangonel.engine.chain import Chain
from mangonel.engine.process import Process
from mangonel.engine.state import Ints
from mangonel.engine.values import MOST_STATES
from mangonel.errors import SequenceError, StateLimitError

__all__ = ["Absorption", "until_it_ends"]


@dataclass(frozen=True, slots=True)
class Absorption:
    """How a process ends that is played until it does."""

    chances: dict[str, float]
    """The probability of each ending. They sum to less than 1 if it may never end."""
    turns: float
    """The mean number of turns; infinite if it may never end."""


def until_it_ends(process: Process, *, limit: int = MOST_STATES) -> Absorption:
    """Return how a process ends that is played until it does. Its turn limit, if it has one, does not count.

    Parameters
    ----------
    process
        What is played.
    limit
        The most states there may be before a phase.

    Raises
    ------
    SequenceError
        If it has no phases, or they ask for the turn: then it never comes round to the same state again.
    StateLimitError
        If there are more states.
    """
    from scipy.sparse import csc_array, csr_array, eye_array
    from scipy.sparse.csgraph import breadth_first_order
    from scipy.sparse.linalg import splu

    if not process.phases:
        raise SequenceError(f"{process.name} has no phases")
    chain = Chain(process)
    first = _close(chain, process, limit)
    size, states = len(first), chain.states
    # From states at the start of a turn to states before each phase; what has ended in between is booked.
    through: Any = eye_array(len(states), format="csr")[first]
    endings = np.zeros((size, len(process.endings)))
    for number, level in enumerate(chain.levels):
        step = level.known(1)
        assert step is not None
        (layer,) = step.layers
        still = np.delete(np.arange(len(states)), step.states)
        weight = np.append(chain.weights(number)[layer.edge], np.ones(len(still)))
        rows = np.append(step.states[layer.position], still)
        matrix = csr_array((weight, (rows, np.append(layer.target, still))), shape=(len(states), len(states)))
        through = csr_array(through @ matrix)
        over = step.over
        codes = (states.of(over)[0] & chain.layout.mask[0]) - 1
        for code in range(len(process.endings)):
            endings[:, code] += np.asarray(through[:, over[codes == code]].sum(axis=1)).reshape(-1)
        on = np.ones(len(states))
        on[over] = 0.0
        through = csr_array(through.multiply(on[None, :]))
    through = csr_array(through[:, first])
    # States from which an ending can come at all.
    steps, last = through.tocoo(), np.flatnonzero(endings.sum(axis=1) > 0)
    to, origin = np.append(steps.col, np.full(len(last), size)), np.append(steps.row, last)
    back: Any = csr_array((np.ones(len(to)), (to, origin)), shape=(size + 1, size + 1))
    ends = np.zeros(size + 1, dtype=np.bool_)
    ends[breadth_first_order(back, size, return_predecessors=False)] = True
    if not ends[0]:
        return Absorption(dict.fromkeys(process.endings, 0.0), np.inf)
    kept = np.flatnonzero(ends[:size])
    inner = csc_array(eye_array(len(kept)) - through[kept][:, kept])
    solved = splu(inner).solve(np.column_stack([np.ones(len(kept)), endings[kept]]))[0]
    chances = dict(zip(process.endings, solved[1:].tolist(), strict=True))
    return Absorption(chances, float(solved[0]) if ends.all() else np.inf)


def _close(chain: Chain, process: Process, limit: int) -> Ints:
    """Find all states, until no turn brings new ones; return those that turns begin in, the start first."""
    new = first = chain.states.add(process.layout.pack(process.layout.start))
    known = np.zeros(0, dtype=np.int64)
    while len(new):
        for level in chain.levels:
            new = level.open_among(level.step(1, new).reached(new))
            if len(new) > limit:
                raise StateLimitError(f"{process.name}: more than {limit:,} states")
            if level.table.key(1) != level.table.key(2**14):
                raise SequenceError(
                    f"{process.name}: phases ask for the turn, so it can be played with a turn limit only"
                )
        new = np.setdiff1d(new, np.append(known, first))
        known = np.append(known, new)
        if len(known) > limit:
            raise StateLimitError(f"{process.name}: more than {limit:,} states")
    return np.append(first, known)
