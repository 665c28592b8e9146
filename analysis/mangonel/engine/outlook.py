"""How games end by how much there is of something at the start of each turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.compiled import compiled_of
from mangonel.engine.sequence import Measure, PlaySequence
from mangonel.engine.standing import begin_standing, carried
from mangonel.engine.values import MOST_STATES, values

__all__ = ["Outlook", "outlook"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """Games that are open at the start of a turn, by how much there is of something."""

    turn: int
    """The turn that comes next."""
    shares: NDArray[np.float64]
    """How many of all games are open and have so much of it. Shape (1 + maximum,)."""
    chances: NDArray[np.float64]
    """How often those come to each ending, undecided first; nan where there are none. Shape (1 + maximum, 1 +
    endings)."""


def outlook(sequence: PlaySequence, look: Measure, *, limit: int = MOST_STATES) -> tuple[Outlook, ...]:
    """Return how games end from each turn on, as long as some are open.

    Parameters
    ----------
    sequence
        What is played; it has a turn limit and phases.
    look
        What there is of it at the end of the turn before.
    limit
        The most states there may be after a phase.

    Raises
    ------
    SequenceError
        If it has no turn limit, or nothing happens.
    StateLimitError
        If there are more states, or more than can be kept.
    """
    # What is recorded only tells more ways to end apart.
    bare = replace(sequence, measures=(), series=(), hexes=None, sides=(), looks=())
    worth = values(bare, limit=limit)
    compiled = compiled_of(bare)
    standing = begin_standing(compiled, tallied=False)
    chances = []
    for turn, of_states in enumerate(worth.chances[:-1], start=1):
        chain = compiled.chain(turn)
        standing = standing.on(chain)
        weights = standing.weights[:, 0]
        there = np.flatnonzero(weights)
        if not len(there):
            break
        amounts = np.asarray(look.of(compiled.state(chain.states.words[:, there], turn, -1))).astype(np.int64)
        size = look.maximum + 1
        shares = np.bincount(amounts, weights[there], minlength=size).astype(np.float64)
        sums = [
            np.bincount(amounts, weights[there] * of_states[there, code], minlength=size)
            for code in range(1 + len(bare.endings))
        ]
        with np.errstate(invalid="ignore"):
            chances.append(Outlook(turn, shares, np.array(sums).T / shares[:, None]))
        standing, _ = carried(compiled, standing, turn, limit)
    return tuple(chances)
