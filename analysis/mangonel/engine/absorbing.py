"""Processes that are played until they end: one linear system for all their states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mangonel.engine.chain import Chain
from mangonel.engine.process import Process
from mangonel.engine.values import MOST_STATES
from mangonel.errors import SequenceError, StateLimitError


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
    start = int(chain.first.states.add(process.layout.pack(process.layout.start))[0])
    _close(chain, process, limit)
    size = len(chain.first.states)
    # From states at the start of a turn to states before each phase; what has ended in between is booked.
    through: Any = eye_array(size, format="csr")
    endings = np.zeros((size, len(process.endings)))
    for number, level in enumerate(chain.levels):
        after = chain.levels[(number + 1) % len(chain.levels)]
        step = level.known(1)
        assert step is not None
        assert step.layers is not None
        (layer,) = step.layers
        weight = chain.weights(number)[layer.edge]
        rows = step.states[layer.position]
        matrix = csr_array((weight, (rows, layer.target)), shape=(len(level.states), len(after.states)))
        through = csr_array(through @ matrix)
        over = after.over()
        codes = (after.states.words[0, over] & chain.layout.mask[0]) - 1
        for code in range(len(process.endings)):
            endings[:, code] += np.asarray(through[:, over[codes == code]].sum(axis=1)).reshape(-1)
        still = np.ones(len(after.states))
        still[over] = 0.0
        through = csr_array(through.multiply(still[None, :]))
    # States from which an ending can come at all.
    steps, last = through.tocoo(), np.flatnonzero(endings.sum(axis=1) > 0)
    to, origin = np.append(steps.col, np.full(len(last), size)), np.append(steps.row, last)
    back: Any = csr_array((np.ones(len(to)), (to, origin)), shape=(size + 1, size + 1))
    ends = np.zeros(size + 1, dtype=np.bool_)
    ends[breadth_first_order(back, size, return_predecessors=False)] = True
    if not ends[start]:
        return Absorption(dict.fromkeys(process.endings, 0.0), np.inf)
    kept = np.flatnonzero(ends[:size])
    inner = csc_array(eye_array(len(kept)) - through[kept][:, kept])
    solved = splu(inner).solve(np.column_stack([np.ones(len(kept)), endings[kept]]))[np.searchsorted(kept, start)]
    chances = dict(zip(process.endings, solved[1:].tolist(), strict=True))
    is_open = chain.first.open_among(np.arange(size))
    return Absorption(chances, float(solved[0]) if ends[is_open].all() else np.inf)


def _close(chain: Chain, process: Process, limit: int) -> None:
    """Find all states, until no turn brings new ones."""
    done = [0] * len(chain.levels)
    while True:
        before = [len(level.states) for level in chain.levels]
        for number, level in enumerate(chain.levels):
            if len(level.states) > limit:
                raise StateLimitError(f"{process.name}: more than {limit:,} states")
            after = chain.levels[(number + 1) % len(chain.levels)]
            new = level.open_among(np.arange(done[number], len(level.states)))
            done[number] = len(level.states)
            level.step(1, new, after)
            if level.table.key(1) != level.table.key(2**14):
                raise SequenceError(
                    f"{process.name}: phases ask for the turn, so it can be played with a turn limit only"
                )
        if before == [len(level.states) for level in chain.levels]:
            return
