"""Sequences that are played until they end: solved for all their states at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, eye_array
from scipy.sparse.csgraph import breadth_first_order
from scipy.sparse.linalg import splu

from mangonel.engine.chain import Chain
from mangonel.engine.compiled import Compiled
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.standing import close_chain
from mangonel.engine.values import MOST_STATES
from mangonel.errors import SequenceError

__all__ = ["Forever", "until_it_ends"]


@dataclass(frozen=True, slots=True)
class Forever:
    """How a sequence ends that is played until it does."""

    chances: dict[str, float]
    """The chance of each ending, by its name. They sum to less than 1 if it may never end."""
    turns: float
    """The mean number of turns; infinite if it may never end."""


def until_it_ends(sequence: PlaySequence, *, limit: int = MOST_STATES) -> Forever:
    """Return how a sequence ends that is played until it does. Its turn limit, if it has one, does not count.

    Parameters
    ----------
    sequence
        What is played.
    limit
        The most states there may be after a phase.

    Raises
    ------
    SequenceError
        If it has no phases, or they look at the turn: then it never comes round to the same state again.
    StateLimitError
        If there are more states, or more than can be kept.
    """
    if not sequence.phases:
        raise SequenceError(f"{sequence.name} has no phases")
    compiled = Compiled(sequence)
    chain = close_chain(compiled, limit)
    if compiled.looks_at_turn:
        raise SequenceError(
            f"{sequence.name}: what happens hangs on the turn, so it can be played with a turn limit only"
        )
    through, over = _whole_turn(chain, len(compiled.classes))
    codes = compiled.classes.words[0].astype(np.int64)
    worth = np.ones((through.shape[0], 1 + len(sequence.endings)))
    for code in range(1, worth.shape[1]):
        worth[:, code] = np.asarray(over[:, np.flatnonzero(codes == code)].sum(axis=1)).reshape(-1)
    start = int(chain.states.find(compiled.packing.pack(sequence.layout.rows(1)))[0])
    ends = _ending(through, worth[:, 1:].sum(axis=1) > 0)
    if not ends[start]:
        return Forever(dict.fromkeys(sequence.endings, 0.0), np.inf)
    kept = np.flatnonzero(ends)
    inner = csc_array(eye_array(len(kept)) - through[kept][:, kept])
    solved = splu(inner).solve(worth[kept])[np.searchsorted(kept, start)]
    chances = dict(zip(sequence.endings, solved[1:].tolist(), strict=True))
    return Forever(chances, float(solved[0]) if ends.all() else np.inf)


def _whole_turn(chain: Chain, classes: int) -> tuple[csr_array, csr_array]:
    """Return where a turn leads: to states, and to classes of endings. Shapes (states, states), (states, classes)."""
    turn = reduce(lambda before, after: after @ before, (moves.matrix for moves in chain.each(classes)))
    by_state = csr_array(turn.T)[np.argsort(chain.levels[0].begun.array)]
    return csr_array(by_state[:, : len(chain.states)]), csr_array(by_state[:, len(chain.states) :])


def _ending(through: csr_array, at_once: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return from which states an ending can come at all. Shape (states,)."""
    size = len(at_once)
    steps = through.tocoo()
    # From a place that stands for all endings, backward along the turns.
    last = np.flatnonzero(at_once)
    to, origin = np.append(steps.col, np.full(len(last), size)), np.append(steps.row, last)
    back: Any = csr_array((np.ones(len(to)), (to, origin)), shape=(size + 1, size + 1))
    reaching = np.zeros(size + 1, dtype=np.bool_)
    reaching[breadth_first_order(back, size, return_predecessors=False)] = True
    return reaching[:size]
