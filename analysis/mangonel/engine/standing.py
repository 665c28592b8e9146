"""Where games stand between turns, and how they go on by the tables of a compiled sequence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Chain
from mangonel.engine.ledger import Ledger
from mangonel.engine.propagation import Population
from mangonel.errors import StateLimitError

if TYPE_CHECKING:
    from mangonel.engine.compiled import Compiled

__all__ = [
    "Ended",
    "Reached",
    "Standing",
    "begin_standing",
    "book_ended",
    "carried",
    "close_chain",
    "deal",
    "dealt",
    "play_by_tables",
    "reach",
    "standing_of",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """Weights of states at the end of a turn.

    Attributes
    ----------
    chain
        Whose states they are.
    weights
        Their weights, 0 for those that are not reached. Shape (states,).
    counters
        Weight times mean of each counter. Shape (states, tallies).
    peak
        The most states there have been at once.
    """

    chain: Chain
    weights: NDArray[np.float64]
    counters: NDArray[np.float64]
    peak: int = 1

    @property
    def reached(self) -> NDArray[np.int64]:
        """Numbers of the states that are reached."""
        return np.flatnonzero(self.weights)

    def on(self, chain: Chain) -> Standing:
        """Return the same by the numbers of another chain."""
        if chain is self.chain:
            size = len(chain.states)
            if len(self.weights) == size:
                return self
            numbers = self.reached
        else:
            numbers = chain.states.add(self.chain.states.words[:, self.reached])
            size = len(chain.states)
        weights, counters = np.zeros(size), np.zeros((size, self.counters.shape[1]))
        weights[numbers] = self.weights[self.reached]
        counters[numbers] = self.counters[self.reached]
        return Standing(chain, weights, counters, self.peak)

    def people(self, compiled: Compiled) -> Population:
        """Return it as states phase by phase, in the order in which they are left there."""
        matrix = compiled.packing.unpack(self.chain.states.words[:, self.reached])
        order = np.argsort(compiled.sequence.layout.keys(matrix)[0])
        rows = self.reached[order]
        weights = self.weights[rows]
        return Population(matrix[:, order], weights, (self.counters[rows] / weights[:, None]).T.copy(), self.peak)


@dataclass(frozen=True, slots=True)
class Ended:
    """Weights of the ways to end in one turn. Shapes (classes,) and (classes, tallies)."""

    weights: NDArray[np.float64]
    counters: NDArray[np.float64]


def begin_standing(compiled: Compiled) -> Standing:
    """Return all the weight on the state at the start."""
    chain = compiled.chain(1)
    sequence = compiled.sequence
    start = chain.states.add(compiled.packing.pack(sequence.layout.rows(1)))
    weights = np.zeros(len(chain.states))
    weights[start] = 1.0
    return Standing(chain, weights, np.zeros((len(weights), len(sequence.tallies))))


def standing_of(compiled: Compiled, people: Population, done: int) -> Standing:
    """Return where games stand that are kept as states, when so many turns are over."""
    chain = compiled.chain(done + 1)
    numbers = chain.states.add(compiled.packing.pack(people.matrix))
    weights, counters = np.zeros(len(chain.states)), np.zeros((len(chain.states), len(people.counters)))
    weights[numbers] = people.weights
    counters[numbers] = (people.counters * people.weights).T
    return Standing(chain, weights, counters, people.peak)


def carried(compiled: Compiled, standing: Standing, turn: int, limit: int) -> tuple[Standing, Ended]:
    """Return where games stand a turn later, and those that have ended in it.

    Raises
    ------
    StateLimitError
        If there are more than `limit` states after a phase.
    """
    chain = standing.chain
    weights, counters, peak = standing.weights, standing.counters, standing.peak
    over: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    for level, after in chain.steps():
        if not level.complete:
            compiled.grow(level, after, np.flatnonzero(weights), turn, limit)
        mine, theirs = level.of_rows(weights), level.of_rows(counters)
        if len(level.out.to):
            over.append(level.out.carry(len(compiled.classes), mine, theirs))
        weights, counters = level.on.carry(len(after), mine, theirs)
        found = int(np.count_nonzero(weights))
        if found > limit:
            raise StateLimitError(f"more than {limit} states in phase {level.table.phase.name!r} of turn {turn}")
        peak = max(peak, found)
        if not found:
            weights, counters = np.zeros(len(chain.states)), np.zeros((len(chain.states), counters.shape[1]))
            break
    ended = Ended(np.zeros(len(compiled.classes)), np.zeros((len(compiled.classes), counters.shape[1])))
    for some, more in over:
        ended.weights[: len(some)] += some
        ended.counters[: len(some)] += more
    return Standing(chain, weights, counters, peak), ended


def book_ended(compiled: Compiled, ended: Ended, ledger: Ledger, turn: int) -> None:
    """Book what has ended in a turn."""
    met = np.flatnonzero(ended.weights)
    lines = compiled.classes.words[:, met].astype(np.int64)
    weights = ended.weights[met]
    ledger.add(ledger.cells_of(lines[0], turn, lines[1]), weights)
    for line, counters in enumerate(ended.counters[met].T):
        ledger.sums[line] += np.bincount(lines[0], counters, minlength=ledger.shape[0])
    for watched, values in zip(ledger.watched, lines[2:], strict=True):
        watched[turn:] += np.bincount(values, weights, minlength=watched.shape[1])


def _watch(compiled: Compiled, standing: Standing, ledger: Ledger, turn: int) -> None:
    for watched, line in zip(ledger.watched, compiled.watched(standing.chain, turn), strict=True):
        watched[turn - 1] += np.bincount(line, standing.weights, minlength=watched.shape[1])


def play_by_tables(compiled: Compiled, standing: Standing, ledger: Ledger, turn: int, limit: int) -> Standing:
    """Play a turn; what ends in it is booked, and so are the series at the end of the turn before it.

    Raises
    ------
    StateLimitError
        If there are more than `limit` states after a phase; nothing may be read from `ledger` then.
    """
    standing = standing.on(compiled.chain(turn))
    _watch(compiled, standing, ledger, turn)
    after, ended = carried(compiled, standing, turn, limit)
    book_ended(compiled, ended, ledger, turn)
    compiled.forget()
    return after


@dataclass(frozen=True, slots=True)
class Reached:
    """All that can be reached.

    Attributes
    ----------
    chains
        The chain of each turn that is played; all its states are known.
    peak
        The most states there may be after a phase.
    """

    chains: Sequence[Chain]
    peak: int


def reach(compiled: Compiled, turns: int, limit: int) -> Reached | None:
    """Return all states that can be reached in so many turns; None if there are none, or too many to be kept.

    Raises
    ------
    StateLimitError
        If there are more than `limit` states after a phase.
    """
    standing = begin_standing(compiled)
    standing = replace(standing, counters=standing.counters[:, :0])
    chains: list[Chain] = []
    for turn in range(1, turns + 1):
        chain = compiled.chain(turn)
        standing, _ = carried(compiled, standing.on(chain), turn, limit)
        if compiled.forget():
            return None
        chains.append(chain)
        if not standing.weights.any():
            break
        # All that counts is what is reached, however unlikely.
        standing = replace(standing, weights=(standing.weights > 0).astype(np.float64))
    return Reached(tuple(chains), standing.peak) if chains else None


def close_chain(compiled: Compiled, limit: int) -> Chain:
    """Return the chain of the first turn with all states that can ever be reached, were all turns like it.

    Raises
    ------
    StateLimitError
        If there are more than `limit` states after a phase, or more than can be kept.
    """
    chain = compiled.chain(1)
    standing = begin_standing(compiled)
    while not all(level.complete for level in chain.levels):
        # All states there are, in every turn.
        weights = np.ones(len(chain.states))
        carried(compiled, replace(standing, weights=weights, counters=np.zeros((len(weights), 0))), 1, limit)
        if compiled.forget():
            raise StateLimitError(f"{compiled.sequence.name}: there are too many states")
    return chain


def deal(expected: NDArray[np.float64], total: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """Round expected numbers up or down, so that each is right on average and their sum is `total`.

    They are rounded along one running sum in the order of the states, in which like states are near each other.

    Parameters
    ----------
    expected
        Numbers of at least 0 that sum to `total` but for rounding. Shape (rows,).
    total
        A whole number.
    rng
        Draws the offset.
    """
    some = np.flatnonzero(expected)
    counts = np.zeros(len(expected))
    if len(some):
        running = np.minimum(np.floor(np.cumsum(expected[some]) + rng.random()), total)
        running[-1] = total
        counts[some] = np.diff(running, prepend=0.0)
    return counts


def dealt(
    compiled: Compiled, standing: Standing, ledger: Ledger, turn: int, limit: int, rng: np.random.Generator
) -> Standing:
    """Play a turn with whole numbers of trials, shared out evenly at its end; booked as by `play_by_tables`."""
    standing = standing.on(compiled.chain(turn))
    _watch(compiled, standing, ledger, turn)
    after, ended = carried(compiled, standing, turn, limit)
    expected = np.concatenate([after.weights, ended.weights])
    counts = deal(expected, float(standing.weights.sum()), rng)
    # What a state has on the counters on average, those that come to it have.
    share = np.divide(counts, expected, out=np.zeros(len(counts)), where=expected > 0)
    size = len(after.weights)
    book_ended(compiled, Ended(counts[size:], ended.counters * share[size:, None]), ledger, turn)
    return Standing(after.chain, counts[:size], after.counters * share[:size, None], after.peak)
