"""Whole trials shared out at the end of a turn, along states of which neighbours are worth nearly the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Chain
from mangonel.engine.standing import Standing, carried
from mangonel.engine.transfers import Mass
from mangonel.engine.worth import backward, renumbered, worth_of_classes

if TYPE_CHECKING:
    from mangonel.engine.compiled import Compiled

__all__ = ["Orders", "along_a_curve", "deal", "dealt", "orders"]

_BACK = 10
"""States are put in order by what they are worth so many turns before the last that goes by their chain."""

_BITS = 60
_FINEST = 10
"""Bits of a place on the curve, and the most of one chance."""


@dataclass(frozen=True, slots=True)
class Orders:
    """In which order trials are dealt at the end of each turn."""

    chains: Sequence[Chain]
    """The chain of each turn."""
    of: Mapping[Chain, NDArray[np.int64]]
    """Of each of them the order of what its turns may end with: states, then classes. Shape (states + classes,)."""

    def at(self, turn: int, chain: Chain) -> NDArray[np.int64]:
        """Return the order of a turn by the numbers of a chain that goes for it as well. Shape (states + classes,)."""
        known = self.chains[turn - 1]
        order = self.of[known]
        if chain is known:
            return order
        states = len(known.states)
        numbers = np.concatenate([chain.states.find(known.states.words), np.arange(len(order) - states)])
        numbers[states:] += len(chain.states)
        numbers = numbers[order]
        return numbers[numbers >= 0]


def along_a_curve(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return where points lie along a Hilbert curve, on which neighbours are near each other (Skilling 2004).

    Parameters
    ----------
    points
        Numbers from 0 to 1. Shape (points, dimensions).
    """
    dimensions = points.shape[1]
    if not dimensions:
        return np.zeros(len(points), dtype=np.int64)
    bits = max(1, min(_FINEST, _BITS // dimensions))
    lines = list(np.minimum(points.T * 2**bits, 2**bits - 1).astype(np.int64))
    for place in range(bits - 1, 0, -1):
        below = (1 << place) - 1
        for line in range(dimensions):
            # Where the bit is set the rest of the first line is turned round, elsewhere it changes places.
            over = (lines[line] >> place) & 1 != 0
            changed = np.where(over, 0, (lines[0] ^ lines[line]) & below)
            lines[line] = lines[line] ^ changed
            lines[0] = lines[0] ^ (np.where(over, below, changed) if line else below * over)
    for line in range(1, dimensions):
        lines[line] ^= lines[line - 1]
    turned = np.zeros(len(points), dtype=np.int64)
    for place in range(bits - 1, 0, -1):
        turned ^= ((lines[-1] >> place) & 1) * ((1 << place) - 1)
    along = np.zeros(len(points), dtype=np.int64)
    for place in range(bits - 1, -1, -1):
        for line in lines:
            along = (along << 1) | (((line ^ turned) >> place) & 1)
    return along


def orders(compiled: Compiled, chains: Sequence[Chain]) -> Orders:
    """Return the order in which trials are dealt.

    What rounding does to the chance of an ending is the sum of what is rounded up or down so far, less than one trial,
    times the step from each state to the next in what it is worth. Along a curve through those values the steps
    are short. Any order is right on average.
    """
    ended = worth_of_classes(compiled)
    first = {chain: place for place, chain in reversed(list(enumerate(chains)))}
    met = dict.fromkeys(chains, 0)
    curves: dict[Chain, NDArray[np.int64]] = {}
    for place, worth in zip(range(len(chains) - 1, -1, -1), backward(compiled, chains), strict=False):
        chain = chains[place]
        met[chain] += 1
        if met[chain] != _BACK and not (place == first[chain] and chain not in curves):
            continue
        worth = renumbered(worth, chains[min(place + 1, len(chains) - 1)], chain)
        # From where it is not known what comes, nobody goes by then. Undecided is the rest of the endings.
        points = np.nan_to_num(np.vstack([worth, ended])[:, 1:])
        curves[chain] = np.argsort(along_a_curve(np.clip(points, 0.0, 1.0)), kind="stable")
        if len(curves) == len(met):
            break
    return Orders(chains, curves)


def deal(
    expected: NDArray[np.float64], totals: NDArray[np.float64], offsets: NDArray[np.float64], order: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Round expected numbers up or down, so that each is right on average and their sum is `total`.

    They are rounded along one running sum: a number is rounded up where the sum passes a whole number less an
    offset that is drawn evenly from 0 to 1. So it is rounded up as often as its fraction says, in any order.

    Parameters
    ----------
    expected
        Numbers of at least 0, in each game. Shape (rows, games).
    totals
        What they sum to but for rounding, whole numbers. Shape (games,).
    offsets
        Shape (games,).
    order
        The order of the sum. Shape (rows,).
    """
    along = expected.T.take(order, axis=1)
    running = np.minimum(np.floor(np.cumsum(along, axis=1) + offsets[:, None]), totals[:, None])
    lasts = along.shape[1] - 1 - (along[:, ::-1] > 0).argmax(axis=1)
    for line, whole, last, total in zip(along, running, lasts.tolist(), totals, strict=True):
        # No trial is lost, and none falls to a row after the last that may have one.
        if line[last]:
            whole[last:] = total
    running[:, 1:] -= running[:, :-1]
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return running.T.take(place, axis=0)


def dealt(
    compiled: Compiled,
    standing: Standing,
    turn: int,
    limit: int,
    rngs: Sequence[np.random.Generator],
    along: Orders,
) -> tuple[Standing, Mass]:
    """Play a turn with whole numbers of trials, shared out evenly at its end; return the same as `carried`.

    Each game has a generator of its own. Games stand on the chain of the turn.
    """
    chain = standing.chain
    # What was played before may not decide whether phases are put together, for that decides the last digits.
    known = limit if chain is along.chains[turn - 1] else 0
    after, ended = carried(compiled, standing, turn, limit, known=known)
    expected = np.concatenate([after.weights, ended.weights])
    offsets = np.array([rng.random() for rng in rngs])
    counts = deal(expected, np.einsum("ij->j", standing.weights), offsets, along.at(turn, chain))
    # What a state has on the counters on average, those that come to it have.
    share = np.divide(counts, expected, out=np.zeros(counts.shape), where=expected > 0)
    shares = np.tile(share, after.mass.amounts.shape[1] // len(rngs))
    size = len(after.weights)
    for mass, rows in ((after.mass, slice(size)), (ended, slice(size, None))):
        # In place: nobody else has them.
        mass.weights[:] = counts[rows]
        mass.amounts[:] *= shares[rows]
    return after, ended
