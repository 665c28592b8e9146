"""The exact engine and the counts engine: one row a distinct state, split at every roll and merged after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mangonel.engine.ledger import Ledger
from mangonel.engine.state import State
from mangonel.errors import StateLimitError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.rolls import Roll
    from mangonel.engine.sequence import Phase, PlaySequence

__all__ = ["ChanceSplit", "EvenSplit", "Population", "Split", "advance", "begin", "even_counts", "settle"]

_DENSE = 1 << 22
"""Key ranges up to this size are merged by direct addressing, larger ones by sorting."""


class Split(Protocol):
    """How the weight of a row is shared among the outcomes of its roll."""

    def share(self, weights: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weight of each branch.

        Parameters
        ----------
        weights
            Shape (rows,).
        chances
            Probability of each branch, rows summing to 1. Shape (rows, branches).

        Returns
        -------
        numpy.ndarray
            Shape (rows, branches); rows sum to `weights`.
        """
        ...


class ChanceSplit:
    """Weights are probabilities: each branch gets its exact part."""

    def share(self, weights: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return weight times probability."""
        parts: NDArray[np.float64] = weights[:, None] * chances
        return parts


class EvenSplit:
    """Weights are whole numbers of trials, shared out evenly at a random offset (systematic resampling).

    Every branch gets its expected number rounded up or down, and on average exactly that number.

    Parameters
    ----------
    rng
        Draws the offsets.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def share(self, weights: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return whole numbers, branch by branch, each rounded along one running sum over the rows."""
        parts = np.zeros_like(chances)
        left = weights.copy()
        chance_left = np.ones(len(weights))
        last = chances.shape[1] - 1
        for branch in range(last):
            ratio = np.divide(chances[:, branch], chance_left, out=np.zeros(len(left)), where=chance_left > 0)
            parts[:, branch] = np.minimum(even_counts(left * np.minimum(ratio, 1.0), self._rng), left)
            left -= parts[:, branch]
            chance_left -= chances[:, branch]
        # What is left goes to the last branch that is possible at all.
        final = last - np.argmax(chances[:, ::-1] > 0, axis=1)
        parts[np.arange(len(left)), final] += left
        return parts


def even_counts(expected: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Round expected numbers up or down so that each is right on average and their sum is within one.

    Parameters
    ----------
    expected
        Numbers of at least 0. Shape (rows,).
    rng
        Draws one offset.
    """
    running = np.floor(np.cumsum(expected) + rng.random())
    return np.maximum(np.diff(running, prepend=0.0), 0.0)


@dataclass(slots=True)
class Population:
    """Distinct states with their weights.

    Attributes
    ----------
    matrix
        The states, a column of the matrix each. Shape (lines, rows).
    weights
        Their weights. Shape (rows,).
    counters
        Mean of each counter over the ways that led to a state. Shape (tallies, rows).
    peak
        The most rows there have been.
    """

    matrix: NDArray[Any]
    weights: NDArray[np.float64]
    counters: NDArray[np.float64]
    peak: int = 1

    def copy(self) -> Population:
        """Return an independent copy."""
        return Population(self.matrix.copy(), self.weights.copy(), self.counters.copy(), self.peak)


class _AskError(Exception):
    """A phase asked for a roll that is not decided yet."""

    def __init__(self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int) -> None:
        super().__init__(roll.name)
        self.roll = roll
        self.where = where
        self.situation = situation


class _ReplayDice:
    """Hands back the answers decided so far and stops the phase at the first new question."""

    def __init__(self) -> None:
        self.answers: list[NDArray[np.int8]] = []
        self._asked = 0

    def restart(self) -> None:
        self._asked = 0

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[np.int8]:
        del who
        if self._asked == len(self.answers):
            if where.any():
                raise _AskError(roll, where, situation)
            self.answers.append(np.zeros(len(where), dtype=np.int8))
        self._asked += 1
        return self.answers[self._asked - 1].copy()

    def note(self, text: str, where: NDArray[np.bool_], *values: NDArray[Any]) -> None:
        """Say nothing: nobody listens."""


def begin(sequence: PlaySequence, weight: float) -> Population:
    """Return the starting state with all the weight on it."""
    counters = np.zeros((len(sequence.tallies), 1))
    return Population(sequence.layout.rows(1), np.array([weight]), counters)


def advance(
    sequence: PlaySequence, phase: Phase, people: Population, split: Split, ledger: Ledger, turn: int, limit: int
) -> Population:
    """Play one phase for all states, book what ended and merge what became equal.

    Raises
    ------
    StateLimitError
        If more than `limit` states are left after the merge, or the branches before it exceed eight times that.
    """
    if phase.when is not None:
        concerned = phase.when(State(sequence.layout, people.matrix, people.counters, turn))
        if not concerned.any():
            return people
    grown = _play(sequence, phase, people, split, turn, 8 * limit)
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


def _play(sequence: PlaySequence, phase: Phase, people: Population, split: Split, turn: int, limit: int) -> Population:
    """Run a phase until every roll it asks for is decided; rows split as they were at its start."""
    dice = _ReplayDice()
    start, weights = people.matrix, people.weights
    ancestor: NDArray[np.int64] | None = None
    while True:
        matrix = start.copy()
        added = np.zeros((len(sequence.tallies), matrix.shape[1]), dtype=np.int16)
        dice.restart()
        try:
            phase.act(State(sequence.layout, matrix, added, turn), dice)
        except _AskError as ask:
            codes, shares = _branches(ask, weights, split)
            parent, branch = np.nonzero(shares > 0)
            if len(parent) > limit:
                raise StateLimitError(f"more than {limit} branches in phase {phase.name!r}") from None
            start, weights = start.take(parent, axis=1), shares[parent, branch]
            ancestor = parent if ancestor is None else ancestor[parent]
            dice.answers = [answer[parent] for answer in dice.answers]
            dice.answers.append(codes[parent, branch])
            continue
        sequence.layout.check(matrix, phase.name)
        counters = people.counters if ancestor is None else people.counters.take(ancestor, axis=1)
        return Population(matrix, weights, counters + added, people.peak)


def _branches(
    ask: _AskError, weights: NDArray[np.float64], split: Split
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Return the codes and weights of the branches of each row. Shapes (rows, branches)."""
    codes, chances = ask.roll.branches
    if isinstance(ask.situation, int):
        situation = np.full(len(weights), ask.situation, dtype=np.int64)
    else:
        # Rows that do not roll may stand anywhere, also outside the table.
        situation = np.where(ask.where, ask.situation, 0)
    row_codes, row_chances = codes[situation], chances[situation]
    still = ~ask.where
    row_codes[still] = 0
    row_chances[still] = 0.0
    row_chances[still, 0] = 1.0
    return row_codes, split.share(weights, row_chances)


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
    counters = np.array(
        [np.bincount(inverse, people.weights * line, minlength=len(first)) / weights for line in people.counters]
    ).reshape(len(sequence.tallies), len(first))
    return Population(people.matrix.take(first, axis=1), weights, counters, people.peak)
