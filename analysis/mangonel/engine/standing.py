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
from mangonel.engine.transfers import Mass
from mangonel.errors import StateLimitError

if TYPE_CHECKING:
    from mangonel.engine.compiled import Compiled

__all__ = [
    "Reached",
    "Standing",
    "begin_standing",
    "book_ended",
    "book_open",
    "carried",
    "close_chain",
    "play_by_tables",
    "reach",
    "standing_of",
    "still_open",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """Weights of states at the end of a turn, in a game or in several that are carried on together."""

    chain: Chain
    """Whose states they are."""
    mass: Mass
    """What each state weighs, 0 where it is not reached."""
    peak: int = 1
    """The most states there have been at once."""

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights. Shape (states, games)."""
        return self.mass.weights

    def on(self, chain: Chain) -> Standing:
        """Return the same by the numbers of another chain."""
        if chain is self.chain and len(self.weights) == len(chain.states):
            return self
        reached = np.flatnonzero(self.weights.any(axis=1))
        numbers = reached if chain is self.chain else chain.states.add(self.chain.states.words[:, reached])
        mass = Mass.nothing(len(chain.states), self.mass)
        for part, mine in zip(mass, self.mass, strict=True):
            part[numbers] = mine[reached]
        return replace(self, chain=chain, mass=mass)

    def people(self, compiled: Compiled) -> list[Population]:
        """Return the states of each game phase by phase, in the order in which they are left there."""
        reached = np.flatnonzero(self.weights.any(axis=1))
        matrix = compiled.packing.unpack(self.chain.states.words[:, reached])
        order = np.argsort(compiled.sequence.layout.keys(matrix)[0])
        matrix, rows = matrix[:, order], reached[order]
        games = []
        for game, line in enumerate(self.weights[rows].T):
            met = np.flatnonzero(line)
            weights, counters = line[met], self.mass.counters(game)[rows[met]]
            games.append(Population(matrix[:, met], weights, (counters / weights[:, None]).T.copy(), self.peak))
        return games


def begin_standing(compiled: Compiled, trials: Sequence[float] = (1.0,), *, tallied: bool = True) -> Standing:
    """Return all the weight of each game on the initial state.

    Parameters
    ----------
    compiled
        What is played.
    trials
        The weight of each game.
    tallied
        Whether counters matter.
    """
    chain = compiled.chain(1)
    sequence = compiled.sequence
    number = chain.states.add(compiled.packing.pack(sequence.layout.rows(1)))
    games = len(trials)
    weights = np.zeros((len(chain.states), games))
    weights[number] = trials
    return Standing(chain, Mass(weights, np.zeros((len(weights), len(sequence.tallies) * games if tallied else 0))))


def standing_of(compiled: Compiled, people: Population, turn: int) -> Standing:
    """Return distinct states at the start of a turn as they are numbered there."""
    chain = compiled.chain(turn)
    numbers = chain.states.add(compiled.packing.pack(people.matrix))
    mass = Mass(np.zeros((len(chain.states), 1)), np.zeros((len(chain.states), len(people.counters))))
    mass.weights[numbers, 0] = people.weights
    mass.amounts[numbers] = (people.counters * people.weights).T
    return Standing(chain, mass, peak=people.peak)


def carried(
    compiled: Compiled, standing: Standing, turn: int, limit: int, most: int | None = None, known: int | None = None
) -> tuple[Standing, Mass]:
    """Return where games stand a turn later, and what each way to end weighs in it.

    `known` are the most states after a phase, if all have been found and nobody needs to count them; 0 if phases are
    not to be put together.

    Raises
    ------
    StateLimitError
        If there are more than `limit` states after a phase, or more than `most` to be kept.
    """
    chain, mass = standing.chain, standing.mass
    first, ways = chain.levels[0], len(compiled.classes)
    there = b"" if known else np.packbits(mass.weights != 0).tobytes()
    rows = chain.peaks.get(there) if known is None else known
    pays = rows is not None and rows <= limit and (known is not None or chain.comes_again())
    whole = chain.whole(ways) if pays else None
    if whole and rows and (first.complete or not len(first.fresh(np.flatnonzero(mass.weights.any(axis=1))))):
        mass = first.of_rows(mass)
        for moves in whole:
            mass = moves.carry(mass)
        size = len(mass.weights) - ways
        # What has ended is kept by itself, or all that it came with would be kept for it.
        return Standing(chain, mass.of(slice(size)), max(standing.peak, rows)), mass.of(np.arange(ways) + size)
    over: list[Mass] = []
    peak = 1
    for level, after in chain.steps():
        if not level.complete:
            compiled.grow(level, after, np.flatnonzero(mass.weights.any(axis=1)), turn, limit)
            if most is not None and compiled.size > most:
                raise StateLimitError(f"more than {most} states to be kept")
        begun = level.of_rows(mass)
        if len(level.out.to):
            over.append(level.out.moves(len(compiled.classes)).carry(begun))
        mass = level.on.moves(len(after)).carry(begun)
        rows = int(np.count_nonzero(mass.weights, axis=0).max())
        if rows > limit:
            raise StateLimitError(f"more than {limit} states in phase {level.table.phase.name!r} of turn {turn}")
        peak = max(peak, rows)
        if not rows:
            mass = Mass.nothing(len(chain.states), mass)
            break
    else:
        chain.peaks[there] = peak
    ended = Mass.nothing(len(compiled.classes), mass)
    for part in over:
        ended.add(part)
    return Standing(chain, mass, max(standing.peak, peak)), ended


def book_ended(compiled: Compiled, ended: Sequence[tuple[int, Mass]], ledgers: Sequence[Ledger]) -> None:
    """Book what has ended of each game, by turns, as `carried` returns it; without counters if there are none."""
    turns = np.repeat([turn for turn, _ in ended], [len(part.weights) for _, part in ended])
    numbers = np.concatenate([np.arange(len(part.weights)) for _, part in ended])
    every = Mass(*(np.concatenate(parts) for parts in zip(*(part for _, part in ended), strict=True)))
    for game, ledger in enumerate(ledgers):
        met = np.flatnonzero(every.weights[:, game])
        turn, weights = turns[met], every.weights[met, game]
        lines = compiled.classes.words[:, numbers[met]].astype(np.int64)
        ledger.add(ledger.cells_of(lines[0], turn, lines[1]), weights)
        for line, amounts in zip(ledger.sums, every.counters(game)[met].T, strict=False):
            line += np.bincount(lines[0], amounts, minlength=len(line))
        for watched, values in zip(ledger.watched, lines[2:], strict=True):
            cells = turn * watched.shape[1] + values
            watched += np.bincount(cells, weights, minlength=watched.size).reshape(watched.shape).cumsum(axis=0)


def still_open(compiled: Compiled, standing: Standing, turn: int) -> NDArray[np.float64]:
    """Return what has each value of each series at the start of a turn, in each game. Shape (values, games)."""
    met: NDArray[np.float64] = compiled.watched(standing.chain, turn) @ standing.weights
    return met


def book_open(met: Sequence[tuple[int, NDArray[np.float64]]], ledgers: Sequence[Ledger]) -> None:
    """Book the series of each game at the start of turns, as `still_open` returns them."""
    turns = np.array([turn for turn, _ in met]) - 1
    values = np.array([of for _, of in met])
    for game, ledger in enumerate(ledgers):
        first = 0
        for watched in ledger.watched:
            watched[turns] += values[:, first : first + watched.shape[1], game]
            first += watched.shape[1]


def play_by_tables(compiled: Compiled, standing: Standing, ledger: Ledger, turn: int, limit: int) -> Standing:
    """Play a turn; what ends in it is booked, and so are the series at the end of the turn before it.

    Raises
    ------
    StateLimitError
        If there are more than `limit` states after a phase; nothing may be read from `ledger` then.
    """
    standing = standing.on(compiled.chain(turn))
    book_open([(turn, still_open(compiled, standing, turn))], [ledger])
    after, ended = carried(compiled, standing, turn, limit)
    book_ended(compiled, [(turn, ended)], [ledger])
    compiled.forget()
    return after


@dataclass(frozen=True, slots=True)
class Reached:
    """All that can be reached."""

    chains: Sequence[Chain]
    """The chain of each turn that is played; all its states are known."""
    peak: int
    """The most states there may be after a phase."""
    size: int
    """How many states there are, those between phases counted too."""


def reach(compiled: Compiled, turns: int, limit: int, most: int) -> Reached | None:
    """Return all states that can be reached in so many turns; None if there are none.

    Raises
    ------
    StateLimitError
        If there are more than `limit` states after a phase, or more than `most` in all.
    """
    standing = begin_standing(compiled, tallied=False)
    chains: list[Chain] = []
    for turn in range(1, turns + 1):
        chain = compiled.chain(turn)
        standing, _ = carried(compiled, standing.on(chain), turn, limit, most)
        chains.append(chain)
        if not standing.weights.any():
            break
        # All that counts is what is reached, however unlikely.
        weights = (standing.weights > 0).astype(np.float64)
        standing = replace(standing, mass=standing.mass._replace(weights=weights))
    return Reached(tuple(chains), standing.peak, compiled.size) if chains else None


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
        carried(compiled, replace(standing, mass=Mass.alone(np.ones((len(chain.states), 1)))), 1, limit)
        if compiled.forget():
            raise StateLimitError(f"{compiled.sequence.name}: there are too many states")
    return chain
