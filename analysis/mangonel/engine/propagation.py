"""The exact engine and the counts engine: one row a distinct state, split at every roll and merged after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import Inset, Told
from mangonel.engine.ledger import Ledger
from mangonel.engine.mistakes import check_left_alone, played, where_concerned
from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.slips import checked_mask, checked_place
from mangonel.engine.splitting import Split
from mangonel.engine.state import State
from mangonel.errors import StateLimitError

__all__ = ["BranchLimitError", "Population", "Rule", "Ways", "advance", "begin", "branched", "by_phases", "settle"]

Ways: TypeAlias = "tuple[NDArray[np.int64], NDArray[Any], NDArray[np.float64], NDArray[Any]]"
"""In which ways rows go on: as `branched` returns it."""
Rule: TypeAlias = "Callable[[Phase, NDArray[Any], NDArray[np.bool_] | None, NDArray[np.float64], int, int], Ways]"
"""Says in which ways rows go on by a phase, from the rows, where it does anything, weights, turn and limit."""

_DENSE = 1 << 22
"""Key ranges up to this size are merged by direct addressing, larger ones by sorting."""


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


class _AskError(Exception):
    """A phase asked for something that is not decided yet."""

    def branches(self, weights: NDArray[np.float64], split: Split, limit: int) -> _Branches:
        """Return the ways in which it may be decided."""
        raise NotImplementedError


class _RollAskedError(_AskError):
    """It asked for a roll."""

    def __init__(self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int) -> None:
        super().__init__(roll.name)
        self._roll = roll
        self._where = where
        self._situation = situation

    def branches(self, weights: NDArray[np.float64], split: Split, limit: int) -> _Branches:
        del limit
        codes, chances = self._roll.branches
        # Rows that do not roll may stand anywhere, also outside the table.
        situation = np.where(self._where, self._situation, len(codes) - 1)
        shares = split.share(weights, chances.take(situation, axis=0))
        # Found in one line of numbers: in rows and columns it takes several times as long.
        branch = np.flatnonzero(shares > 0)
        parent, column = np.divmod(branch, shares.shape[1])
        return parent, codes[situation[parent], column], shares.ravel()[branch]


class _ChapterAskedError(_AskError):
    """It asked for the end of a chapter."""

    def __init__(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int) -> None:
        super().__init__(chapter.name)
        self._chapter = chapter
        self._where = where
        self._start = start

    def branches(self, weights: NDArray[np.float64], split: Split, limit: int) -> _Branches:
        still, rows = np.flatnonzero(~self._where), np.flatnonzero(self._where)
        starts = np.where(self._where, self._start, 0)[rows].astype(np.int64)
        parent, values, shares = split.deal(self._chapter, starts, weights[rows], limit)
        nothing = np.zeros((len(values), len(still)), dtype=np.int16)
        return (
            np.concatenate([still, rows[parent]]),
            np.concatenate([nothing, values], axis=1),
            np.concatenate([weights[still], shares]),
        )


class _ReplayDice:
    """Hands back the answers decided so far and stops the phase at the first new question."""

    def __init__(self, numbers: np.dtype[Any]) -> None:
        self.answers: list[NDArray[Any]] = []
        self.rows: int | None = None
        self._asked = 0
        self._numbers = numbers

    def restart(self) -> None:
        self._asked = 0

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        del who
        checked_mask("roll", roll.name, where, self.rows)
        if self._asked == len(self.answers):
            situation = checked_place("roll", roll.name, "situation", situation, where, len(roll.codes))
            if where.any():
                raise _RollAskedError(roll, where, situation)
            self.answers.append(np.zeros(len(where), dtype=self._numbers))
        self._asked += 1
        return self.answers[self._asked - 1].astype(self._numbers)

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        checked_mask("chapter", chapter.name, where, self.rows)
        if self._asked == len(self.answers):
            start = checked_place("chapter", chapter.name, "start", start, where, chapter.starts)
            if where.any():
                raise _ChapterAskedError(chapter, where, start)
            self.answers.append(np.zeros((len(chapter.reads), len(where)), dtype=np.int16))
        self._asked += 1
        return self.answers[self._asked - 1].astype(np.result_type(np.int16, self._numbers))

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Say nothing: nobody listens."""


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
        def plain(matrix: NDArray[Any], counters: NDArray[Any]) -> State:
            return State(sequence.layout, matrix, counters, turn)

        return branched(sequence, phase, start, where, weights, split, plain, limit)

    return rule


def branched(
    sequence: PlaySequence,
    phase: Phase,
    start: NDArray[Any],
    where: NDArray[np.bool_] | None,
    weights: NDArray[np.float64],
    split: Split,
    state: Callable[[NDArray[Any], NDArray[Any]], State],
    limit: int,
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
    state
        Makes a state of a matrix and of counters that are all 0.
    limit
        The most branches there may be.

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
        If it does something elsewhere, or leaves what it cannot.
    """
    layout = sequence.layout
    dice = _ReplayDice(layout.dtype)
    ancestor = np.arange(start.shape[1])
    while True:
        matrix = start.copy()
        added = layout.counters(matrix.shape[1])
        dice.restart()
        try:
            played(phase, state(matrix, added), dice)
        except _AskError as ask:
            parent, answer, weights = ask.branches(weights, split, limit)
            if len(parent) > limit:
                raise BranchLimitError(f"more than {limit:,} branches within phase {phase.name!r}") from None
            start = start.take(parent, axis=1)
            ancestor = ancestor[parent]
            dice.answers = [*(known[..., parent] for known in dice.answers), answer]
            continue
        layout.check(matrix, phase.name)
        layout.check_added(added, phase.name)
        check_left_alone(phase, None if where is None else where[ancestor], start, matrix, added)
        return ancestor, matrix, weights, added


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
