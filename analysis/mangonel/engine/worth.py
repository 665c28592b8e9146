"""What states are worth, turn by turn backward along the chains of a compiled sequence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Chain, Flow

if TYPE_CHECKING:
    from mangonel.engine.compiled import Compiled

__all__ = ["backward", "worth_of_classes"]


def _back(flow: Flow, worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what rows are worth by where they go. Shapes (states, columns) to (rows, columns)."""
    back: NDArray[np.float64] = flow.matrix(len(worth)).T @ worth
    return back


def _turn_back(chain: Chain, worth: NDArray[np.float64], ended: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what states are worth before a turn, by what they are worth after it and what endings are worth."""
    for level, _ in reversed(list(chain.steps())):
        # From where it is not known what comes, nothing does: those are states that are not reached so early.
        before = np.full((len(level.states), worth.shape[1]), np.nan)
        before[level.begun.array] = _back(level.on, worth) + _back(level.out, ended)
        worth = before
    return worth


def worth_of_classes(compiled: Compiled) -> NDArray[np.float64]:
    """Return the chance of each ending, undecided first, of all ways to end. Shape (classes, 1 + endings)."""
    worth: NDArray[np.float64] = np.eye(len(compiled.sequence.endings) + 1)[compiled.classes.words[0].astype(np.int64)]
    return worth


def backward(compiled: Compiled, chains: Sequence[Chain]) -> Iterator[NDArray[np.float64]]:
    """Yield what states are worth, turn by turn from the end of the last to the start of the first.

    Parameters
    ----------
    compiled
        What is played.
    chains
        The chain of each turn, in which there is all that can be reached.

    Yields
    ------
    numpy.ndarray
        At the end of a turn, in the numbers of its own chain, and at last at the start of the first turn: the chance
        of each ending, undecided first; nan where games are not by then. Shape (states, 1 + endings).
    """
    ended = worth_of_classes(compiled)
    worth = np.zeros((len(chains[-1].states), ended.shape[1]))
    worth[:, 0] = 1.0
    yield worth
    for place in range(len(chains) - 1, -1, -1):
        worth = _turn_back(chains[place], worth, ended)
        before = chains[max(place - 1, 0)]
        if before is not chains[place]:
            # The same states by the numbers of the turn before.
            numbers = chains[place].states.find(before.states.words)
            worth = np.vstack([worth, np.full((1, worth.shape[1]), np.nan)])[numbers]
        yield worth
