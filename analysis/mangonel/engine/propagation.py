"""The exact engine and the counts engine: one row a distinct state, split at every roll and merged after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.checking import check_rows, is_due
from mangonel.engine.footprints import Looks, NotingState
from mangonel.engine.ledger import Ledger
from mangonel.engine.mistakes import check_left_alone, played, where_concerned
from mangonel.engine.replay import BESIDE, DIFFERENTLY, OUTSIDE, Asked, AskError, ReplayDice
from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.splitting import EvenSplit, Split
from mangonel.engine.state import State
from mangonel.errors import SequenceError, StateLimitError

__all__ = [
    "BranchLimitError",
    "Population",
    "Rule",
    "Ways",
    "advance",
    "begin",
    "branched",
    "by_phases",
    "check_trials",
    "settle",
]

Ways: TypeAlias = "tuple[NDArray[np.int64], NDArray[Any], NDArray[np.float64], NDArray[Any]]"
"""In which ways rows go on: as `branched` returns it."""
Rule: TypeAlias = "Callable[[Phase, NDArray[Any], NDArray[np.bool_] | None, NDArray[np.float64], int, int], Ways]"
"""Says in which ways rows go on by a phase, from the rows, where it does anything, weights, turn and limit."""

_DENSE = 1 << 22
"""Key ranges up to this size are merged by direct addressing, larger ones by sorting."""

_WHY = f"{BESIDE}, or {OUTSIDE}"

_TRIALS = 256
"""Trials on which a phase is checked."""


@dataclass(slots=True)
class Population:
    """Distinct states with their weights."""

    matrix: NDArray[Any]
    """The states, a column of the matrix each. Shape (lines, rows)."""
    weights: NDArray[np.float64]
    """Their weights. Shape (rows,)."""
    counters: NDArray[np.float64]
    """Mean of each counter over the ways that led to a state. Shape (tallies, rows)."""
    peak: int = 1
    """The most rows there have been."""

    def copy(self) -> Population:
        """Return an independent copy."""
        return Population(self.matrix.copy(), self.weights.copy(), self.counters.copy(), self.peak)


class BranchLimitError(StateLimitError):
    """The rolls of one phase together have more ways to fall than may be kept."""


_Branches = tuple["NDArray[np.int64]", "NDArray[Any]", "NDArray[np.float64]"]
"""The row that each branch comes from, the answer in it, and its weight. Shapes (branches,), (..., branches)."""


def _branches(asked: Asked, weights: NDArray[np.float64], split: Split, limit: int) -> _Branches:
    """Return the ways in which a question may be answered."""
    if isinstance(asked.of, Roll):
        codes, chances = asked.of.branches
        # Rows that do not roll may stand anywhere, also outside the table.
        situation = np.where(asked.where, asked.place, len(codes) - 1)
        shares = split.share(weights, chances.take(situation, axis=0))
        # Found in one line of numbers: in rows and columns it takes several times as long.
        branch = np.flatnonzero(shares > 0)
        parent, column = np.divmod(branch, shares.shape[1])
        return parent, codes[situation[parent], column], shares.ravel()[branch]
    still, rows = np.flatnonzero(~asked.where), np.flatnonzero(asked.where)
    starts = np.where(asked.where, asked.place, 0)[rows].astype(np.int64)
    parent, values, shares = split.deal(asked.of, starts, weights[rows], limit)
    nothing = np.zeros((len(values), len(still)), dtype=np.int16)
    return (
        np.concatenate([still, rows[parent]]),
        np.concatenate([nothing, values], axis=1),
        np.concatenate([weights[still], shares]),
    )


def begin(sequence: PlaySequence, weight: float) -> Population:
    """Return the starting state with all the weight on it."""
    counters = np.zeros((len(sequence.tallies), 1))
    return Population(sequence.layout.rows(1), np.array([weight]), counters)


def advance(
    sequence: PlaySequence, phase: Phase, people: Population, rule: Rule, ledger: Ledger, turn: int, limit: int
) -> Population:
    """Play one phase for all states, book what ended and merge what became equal.

    Raises
    ------
    StateLimitError
        If more than `limit` states are left after the merge, or the branches before it exceed eight times that.
    """
    where = where_concerned(phase, State(sequence.layout, people.matrix, people.counters, turn))
    if where is not None and not where.any():
        return people
    ancestor, matrix, weights, added = rule(phase, people.matrix, where, people.weights, turn, 8 * limit)
    grown = Population(matrix, weights, people.counters.take(ancestor, axis=1) + added, people.peak)
    finished = grown.matrix[0] != 0
    if finished.any():
        ended = _chosen(grown, np.flatnonzero(finished))
        ledger.book(State(sequence.layout, ended.matrix, ended.counters, turn), turn, ended.weights)
        grown = _chosen(grown, np.flatnonzero(~finished))
    if len(grown.weights) > len(people.weights):
        grown = _merged(sequence, grown)
    if len(grown.weights) > limit:
        raise StateLimitError(f"more than {limit} states in phase {phase.name!r} of turn {turn}")
    grown.peak = max(people.peak, len(grown.weights))
    return grown


def settle(sequence: PlaySequence, people: Population) -> Population:
    """Merge equal states at the end of a turn, where more of them meet."""
    return _merged(sequence, people) if len(people.weights) > 1 else people


def _chosen(people: Population, rows: NDArray[np.int64]) -> Population:
    matrix, counters = people.matrix.take(rows, axis=1), people.counters.take(rows, axis=1)
    return Population(matrix, people.weights[rows], counters, people.peak)


def by_phases(sequence: PlaySequence, split: Split) -> Rule:
    """Return the rule that runs each phase on all rows."""

    def rule(
        phase: Phase,
        start: NDArray[Any],
        where: NDArray[np.bool_] | None,
        weights: NDArray[np.float64],
        turn: int,
        limit: int,
    ) -> Ways:
        return branched(sequence, phase, start, where, weights, split, turn, limit, check=is_due(sequence, phase))

    return rule


def branched(
    sequence: PlaySequence,
    phase: Phase,
    start: NDArray[Any],
    where: NDArray[np.bool_] | None,
    weights: NDArray[np.float64],
    split: Split,
    turn: int,
    limit: int,
    *,
    looks: Looks | None = None,
    check: bool = False,
) -> Ways:
    """Run a phase until every roll it asks for is decided; rows split as they were at its start.

    Parameters
    ----------
    sequence, phase
        What is played.
    start, where, weights
        The rows, those in which it does anything (None if that may be all of them), and their weights. Shapes
        (lines, rows), (rows,), (rows,).
    split
        How weight is shared among outcomes.
    turn
        The turn it is.
    limit
        The most branches there may be.
    looks
        Where it is noted what the phase looks at, if it is to be noted.
    check
        Whether the phase is played again on some of the rows, see `mangonel.engine.checking.check_rows`.

    Returns
    -------
    ancestor
        The row that each branch comes from. Shape (branches,).
    matrix
        How it stands after the phase. Shape (lines, branches).
    weights
        Its weight. Shape (branches,).
    added
        What it has added to the counters. Shape (tallies, branches).

    Raises
    ------
    BranchLimitError
        If there are more.
    SequenceError
        If it does something elsewhere, leaves what it cannot, or asks differently when it is played again.
    """
    layout = sequence.layout
    asked: list[Asked] = []
    ancestor = np.arange(start.shape[1])
    while True:
        matrix = start.copy()
        added = layout.counters(matrix.shape[1])
        state = State(layout, matrix, added, turn) if looks is None else NotingState(layout, matrix, added, turn, looks)
        dice = ReplayDice(layout.dtype, asked, _WHY)
        try:
            played(phase, state, dice)
        except AskError as ask:
            if check:
                check_rows(sequence, phase, start, [*asked, ask.asked], turn)
            parent, answer, weights = _branches(ask.asked, weights, split, limit)
            if len(parent) > limit:
                raise BranchLimitError(f"more than {limit:,} branches within phase {phase.name!r}") from None
            start = start.take(parent, axis=1)
            ancestor = ancestor[parent]
            asked = [*(known.taken(parent) for known in asked), ask.asked.taken(parent, answer)]
            continue
        if (left := dice.unread()) is not None:
            raise SequenceError(f"phase {phase.name!r}: {left}: {DIFFERENTLY}: {_WHY}")
        layout.check(matrix, phase.name)
        layout.check_added(added, phase.name)
        check_left_alone(phase, None if where is None else where[ancestor], start, matrix, added)
        if check:
            check_rows(sequence, phase, start, asked, turn, (matrix, added))
        return ancestor, matrix, weights, added


def check_trials(
    sequence: PlaySequence, phase: Phase, matrix: NDArray[Any], done: NDArray[np.bool_], turn: int
) -> None:
    """Check a phase on some of the trials that are about to play it, with dice of their own.

    Parameters
    ----------
    sequence, phase
        What is played.
    matrix
        The trials. Shape (lines, rows).
    done
        Which of them are over. Shape (rows,).
    turn
        The turn it is.

    Raises
    ------
    SequenceError
        If the phase treats a row differently when it is played again.
    """
    if sequence.compact or done.all() or not is_due(sequence, phase):
        return
    still = np.flatnonzero(~done)
    chosen = still[np.linspace(0, len(still) - 1, min(len(still), _TRIALS)).astype(np.int64)]
    start = matrix[:, chosen]
    _, first, trials = np.unique(sequence.layout.keys(start)[0], return_index=True, return_counts=True)
    split = EvenSplit(np.random.default_rng(0), chapter_states=0)
    branched(sequence, phase, start[:, first], None, trials.astype(np.float64), split, turn, _TRIALS, check=True)


def _merged(sequence: PlaySequence, people: Population) -> Population:
    """Return the population with equal states merged, in the order of their keys."""
    keys, size = sequence.layout.keys(people.matrix)
    if size <= _DENSE:
        at = np.full(int(keys.max()) + 1, -1, dtype=np.int64)
        at[keys] = np.arange(len(keys))
        met = np.flatnonzero(at >= 0)
        first = at[met]
        at[met] = np.arange(len(met))
        inverse = at[keys]
    else:
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        fresh = np.concatenate(([True], ordered[1:] != ordered[:-1]))
        inverse = np.empty(len(keys), dtype=np.int64)
        inverse[order] = np.cumsum(fresh) - 1
        first = order[fresh]
    weights = np.bincount(inverse, people.weights, minlength=len(first)).astype(np.float64)
    # All counters in one line of numbers, one after the other.
    lines = len(sequence.tallies)
    places = (inverse + len(first) * np.arange(lines)[:, None]).ravel()
    amounts = np.bincount(places, (people.weights * people.counters).ravel(), minlength=lines * len(first))
    counters = amounts.reshape(lines, len(first)) / weights
    return Population(people.matrix.take(first, axis=1), weights, counters, people.peak)
