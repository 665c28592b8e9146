"""How the weight of a state is shared among the ways in which it may go on: as chances, or as whole trials."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import CHAPTER_STATES, Inset
from mangonel.engine.sampling import SampledDice
from mangonel.errors import StateLimitError

__all__ = ["ChanceSplit", "EvenSplit", "Split", "even_counts"]


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

    def deal(
        self, chapter: Inset, starts: NDArray[np.int64], weights: NDArray[np.float64], limit: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.float64]]:
        """Return how rows go on that play a chapter.

        Parameters
        ----------
        chapter
            What they play.
        starts, weights
            Number of the start, and weight, of each row. Shape (rows,).
        limit
            The most branches there may be.

        Returns
        -------
        parent
            The row that each branch comes from. Shape (branches,).
        values
            What is read at the end of the chapter. Shape (reads, branches).
        shares
            The weight of each branch; those of a row sum to its weight. Shape (branches,).
        """
        ...


class ChanceSplit:
    """Weights are probabilities: each branch gets its exact part."""

    def share(self, weights: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return weight times probability."""
        parts: NDArray[np.float64] = weights[:, None] * chances
        return parts

    def deal(
        self, chapter: Inset, starts: NDArray[np.int64], weights: NDArray[np.float64], limit: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.float64]]:
        """Return every end for every row, with weight times probability."""
        parents, values, shares = [], [], []
        branches = 0
        for start in np.unique(starts).tolist():
            ends = chapter.ends(start, limit // 8)
            rows = np.flatnonzero(starts == start)
            branches += len(rows) * len(ends.chances)
            if branches > limit:
                raise StateLimitError(f"more than {limit} branches of {chapter.name}")
            parents.append(np.repeat(rows, len(ends.chances)))
            values.append(np.tile(ends.values, len(rows)))
            shares.append((weights[rows, None] * ends.chances).reshape(-1))
        return np.concatenate(parents), np.concatenate(values, axis=1), np.concatenate(shares)


class EvenSplit:
    """Weights are whole numbers of trials, shared out evenly in a random order (systematic resampling).

    Every branch gets its expected number rounded up or down, and on average exactly that number.

    Parameters
    ----------
    rng
        Draws the orders and offsets.
    chapter_states
        The most states of a chapter that is counted exactly; by default `CHAPTER_STATES`.
    """

    def __init__(self, rng: np.random.Generator, chapter_states: int | None = None) -> None:
        self._rng = rng
        self._chapter_states = CHAPTER_STATES if chapter_states is None else chapter_states

    def share(self, weights: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return whole numbers, branch by branch, each rounded along one running sum over the rows in random order."""
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

    def deal(
        self, chapter: Inset, starts: NDArray[np.int64], weights: NDArray[np.float64], limit: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.float64]]:
        """Return whole numbers of trials, shared out like the outcomes of a roll.

        From a start from which it is too large to be counted exactly, the chapter is played by each trial for itself.
        """
        del limit
        parents, values, shares = [], [], []
        large = np.zeros(len(starts), dtype=np.bool_)
        for start in np.unique(starts).tolist():
            first = starts == start
            try:
                ends = chapter.ends(start, self._chapter_states)
            except StateLimitError:
                large |= first
                continue
            rows = np.flatnonzero(first)
            parts = self.share(weights[rows], np.tile(ends.chances, (len(rows), 1)))
            parent, end = np.nonzero(parts > 0)
            parents.append(rows[parent])
            values.append(ends.values[:, end])
            shares.append(parts[parent, end])
        if large.any():
            trials = _trials(large, weights)
            parents.append(trials)
            values.append(
                SampledDice(self._rng.bit_generator, np.int16).play(chapter, np.ones(len(trials), bool), starts[trials])
            )
            shares.append(np.ones(len(trials)))
        return np.concatenate(parents), np.concatenate(values, axis=1), np.concatenate(shares)


def _trials(where: NDArray[np.bool_], weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the row of each trial in the rows of `where`. Shape (trials,)."""
    rows = np.flatnonzero(where)
    return np.repeat(rows, weights[rows].astype(np.int64))


def even_counts(expected: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Round expected numbers up or down so that each is right on average and their sum is within one.

    Parameters
    ----------
    expected
        Numbers of at least 0. Shape (rows,).
    rng
        Draws an order of the rows, and one offset.
    """
    # Along the rows as they stand, where every k-th row gets a trial, a die that comes round every k rows would always
    # show the same face.
    order = rng.permutation(len(expected))
    running = np.floor(np.cumsum(expected[order]) + rng.random())
    counts = np.empty_like(running)
    # `np.diff` takes as long as all the rest of a short row.
    running[1:] -= running[:-1].copy()
    counts[order] = np.maximum(running, 0.0)
    return counts
