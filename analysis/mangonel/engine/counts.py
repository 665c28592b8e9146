"""Any number of games at the price of their states: one multinomial draw deals those of a state to its edges."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mangonel.engine.chain import Step, lengthened
from mangonel.engine.exact import STATE_LIMIT, Population, exactly, starting
from mangonel.engine.learning import column
from mangonel.engine.ledger import Progress, assemble, provenance
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.sampling import generator
from mangonel.engine.state import Floats, Ints
from mangonel.errors import StateLimitError


def run_counts(
    process: Process,
    *,
    trials: int,
    seed: int = 0,
    state_limit: int = STATE_LIMIT,
    people: Population | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play any number of independent games; their endings are as if each had been played by itself.

    Counters are followed as expectations in each state: their means have less noise than those of single games, and
    their standard errors are those of single games.

    Raises
    ------
    StateLimitError
        If there are more than `state_limit` states at once.
    """
    rng, people = generator(seed, 0), starting(process) if people is None else people.ordered
    games = np.array([trials])
    if len(people.weights) > 1:
        games = rng.multinomial(trials, people.weights)
    begun, dealer = replace(people, weights=games.astype(np.float64)), _Dealer(rng, len(process.tallies))
    try:
        ledger, last, interrupted = exactly(process, begun, state_limit, progress, dealer.deal)
    except StateLimitError as error:
        raise StateLimitError(f"{error}; use the engine monte-carlo") from None
    if interrupted:
        raise KeyboardInterrupt
    ledger.sums, ledger.squares = dealer.sums, dealer.squares
    ledger.scale(1.0 / trials)
    return assemble(process, ledger, provenance(process, "counts", trials=trials, seed=seed, states=last.peak))


class _Dealer:
    """Deals games to edges, and follows the sums of their counters in each state."""

    def __init__(self, rng: np.random.Generator, tallies: int) -> None:
        self._rng, self._counters = rng, np.zeros((0, tallies))
        self.sums, self.squares = np.zeros(tallies), np.zeros(tallies)

    def deal(self, step: Step, picks: Ints, weights: Floats, here: Floats) -> None:
        """Turn the games in states into those after a step. Shape (states,)."""
        counters = self._counters = lengthened(self._counters, len(here), 0.0)
        games = np.zeros(step.positions, dtype=np.int64)
        passed = np.zeros((step.positions, counters.shape[1]))
        rows, table = step.ordered(here), step.table
        states, root, edges = step.states[rows], step.root[rows], step.edges(rows)
        games[root], passed[root] = here[states], counters[states]
        here[states], counters[states] = 0, 0.0
        if table.asked:
            row = np.repeat(np.arange(len(rows)), np.diff(step.first)[rows])
            edges = edges[np.lexsort((step.position[edges], row))]
        to_choice, depth = (column(line).take(step.edge[edges]) for line in (table.to_choice, table.depth))
        for deep in range(int(depth.max(initial=-1)) + 1):
            those = np.flatnonzero((depth == deep) & (games.take(step.position[edges]) > 0))
            going = edges[those]
            position, edge = step.position[going], step.edge[going]
            dealt = _multinomial(games, position, weights[edge], self._rng)
            shares = passed[position] * (dealt / games[position])[:, None]
            leaf = to_choice[those] < 0
            target, number, share = step.target[going[leaf]], dealt[leaf], shares[leaf]
            np.add.at(here, target, number)
            np.add.at(counters, target, share)
            which, counter, amount = table.counted(edge[leaf])
            often = amount * number[which]
            np.add.at(counters, (target[which], counter), often)
            np.add.at(self.sums, counter, often)
            np.add.at(self.squares, counter, amount * (2 * share[which, counter] + often))
            choice = step.target[going[~leaf]]
            to = step.option[choice] + picks[choice]
            np.add.at(games, to, dealt[~leaf])
            np.add.at(passed, to, shares[~leaf])


def _multinomial(games: Ints, position: Ints, weight: Floats, rng: np.random.Generator) -> Ints:
    """Deal the games of each position to its edges, which follow each other. Shape (edges,)."""
    new = np.concatenate([[True], position[1:] != position[:-1]]) if len(position) else np.zeros(0, dtype=np.bool_)
    first = np.flatnonzero(new)
    width = np.diff(np.append(first, len(position)))
    dealt = games[position]
    for ways in np.unique(width[width > 1]).tolist():
        edges = first[width == ways][:, None] + np.arange(ways)
        share = weight[edges]
        dealt[edges] = rng.multinomial(games[position[edges[:, 0]]], share / share.sum(axis=1, keepdims=True))
    return dealt
