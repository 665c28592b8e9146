"""What states are worth, turn by turn backward along the chains of a compiled sequence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Chain, Flow

if TYPE_CHECKING:
    from mangonel.engine.compiled import Compiled

__all__ = ["backward", "renumbered", "worth_of_classes"]


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
    """Yield what states are worth at the end of each turn, from the last to the start of the first.

    Parameters
    ----------
    compiled
        What is played.
    chains
        The chain of each turn, in which there is all that can be reached.

    Yields
    ------
    numpy.ndarray
        In the numbers of the chain of the turn that follows, after the last of its own: the chance of each ending,
        undecided first; nan where games are not by then. Shape (states, 1 + endings).
    """
    ended = worth_of_classes(compiled)
    worth = np.zeros((len(chains[-1].states), ended.shape[1]))
    worth[:, 0] = 1.0
    yield worth
    following = chains[-1]
    for chain in reversed(chains):
        worth = _turn_back(chain, renumbered(worth, following, chain), ended)
        following = chain
        yield worth


def renumbered(worth: NDArray[np.float64], by: Chain, chain: Chain) -> NDArray[np.float64]:
    """Return what states are worth by the numbers of another chain; nan where they are none of the first.

    Parameters
    ----------
    worth
        Shape (states of `by`, columns).
    by, chain
        Whose numbers they have, and whose they get.
    """
    if by is chain:
        return worth
    return np.vstack([worth, np.full((1, worth.shape[1]), np.nan)])[by.states.find(chain.states.words)]
