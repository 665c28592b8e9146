"""Processes that are played until they end: to a long horizon, or by one linear system for all their states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mangonel.engine.exact import STATE_LIMIT, Chain
from mangonel.engine.notes import Note
from mangonel.engine.process import LONGEST, Process, check_process
from mangonel.engine.result import Result
from mangonel.engine.rolls import check_whole
from mangonel.engine.state import Ints
from mangonel.errors import SequenceError, StateLimitError

OPEN = 1e-12
"""The share of games that may be open at the end: no more than the rounding of sums of floats."""

HORIZONS = (100, 1_000, LONGEST)
"""Turn limits that are tried one after the other."""


def open_share(result: Result) -> float:
    """Return the share of games that are open at the turn limit of a result."""
    return float(result.weights[result.outcomes[:, 0] == 0].sum())


def to_the_end(process: Process, play: Callable[[Process], Result]) -> Result:
    """Play a process until less than `OPEN` is open, or for the longest horizon, and say so."""
    for turns in HORIZONS:
        result = play(process.lasting(turns))
        if result.provenance.interrupted:
            return result
        if open_share(result) < OPEN:
            return _cut(result)
    return _noted(result, Note("still_open", unit=process.unit, number=LONGEST))


def _cut(result: Result) -> Result:
    """Return a result up to the turn after which less than `OPEN` happens."""
    by_turn = np.bincount(result.outcomes[:, 1], result.weights, minlength=result.turns + 1)
    later = np.append(np.cumsum(by_turn[::-1])[::-1][1:], 0.0)
    last = int(np.argmax(later < OPEN))
    outcomes = result.outcomes.copy()
    outcomes[:, 1] = np.minimum(outcomes[:, 1], last)
    watched = tuple(replace(series, shares=series.shares[: last + 1]) for series in result.watched)
    exact = Note("played_out", (("share", f"{OPEN:g}"),), result.unit, last)
    note = exact if result.provenance.trials is None else Note("all_over", (), result.unit, last)
    return _noted(replace(result, turns=last, outcomes=outcomes, watched=watched), note)


def _noted(result: Result, note: Note) -> Result:
    source = result.provenance
    return replace(result, provenance=replace(source, notes=(*source.notes, note)))


@dataclass(frozen=True, slots=True)
class Absorption:
    """How a process ends that is played until it does."""

    chances: dict[str, float]
    """The probability of each ending. They sum to less than 1 if it may never end."""
    turns: float
    """The mean number of turns; infinite if it may never end."""


def until_it_ends(process: Process, *, limit: int = STATE_LIMIT) -> Absorption:
    """Return how a process ends that is played until it does. Its turn limit, if it has one, does not count.

    Parameters
    ----------
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

    check_process(process)
    check_whole("limit", limit)
    if not process.phases:
        raise SequenceError(f"{process.name} has no phases")
    chain = Chain(process.lasting(None))
    first = _close(chain, process, limit)
    size, every = len(first), np.arange(len(chain.states))
    turn: Any = csr_array((np.ones(size), (np.arange(size), first)), shape=(size, len(every)))
    for number, level in enumerate(chain.levels):
        step = level.step(1, first[:0])
        flow, still = step.flow(chain.weights(number), first[:0]), np.delete(every, step.states)
        source, target = np.append(flow.source, still), np.append(flow.target, still)
        weight = np.append(flow.weight, np.ones(len(still)))
        turn = turn @ csr_array((weight, (source, target)), shape=(len(every), len(every)))
    # Open states before a turn become open states, or endings.
    codes = chain.endings(every) - 1
    endings = np.zeros((size, len(process.endings)))
    for code in range(len(process.endings)):
        endings[:, code] = turn[:, np.flatnonzero(codes == code)].sum(axis=1)
    through: Any = csr_array(turn[:, first])
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
