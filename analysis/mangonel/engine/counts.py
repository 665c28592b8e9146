"""Any number of games at the price of their states: one multinomial draw deals those of a state to its edges."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.chain import Chain, Level, Step
from mangonel.engine.exact import STATE_LIMIT, Population, chain_of, starting, taken_picks
from mangonel.engine.ledger import Ledger
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
    through: int = 0,
    progress: Progress | None = None,
) -> Result:
    """Play any number of independent games; their endings are as if each had been played by itself.

    Counters are followed as expectations in each state: their means have less noise than those of single games, and
    their standard errors are those of single games.

    Parameters
    ----------
    process, trials, seed, state_limit, progress
        As in `mangonel.engine.run.run`.
    people, through
        Where games begin, and the turns that are over; by default at the start.

    Raises
    ------
    StateLimitError
        If there are more than `state_limit` states at once.
    """
    chain, ledger, rng = chain_of(process), Ledger(process), generator(seed, 0)
    people = starting(process) if people is None else people
    weights = people.lines[:, 0]
    games = rng.multinomial(trials, weights / weights.sum()) if len(weights) > 1 else np.array([trials])
    level, peak = chain.first, 0
    size = 1 + 2 * len(process.tallies)
    numbers = level.states.add(people.words)
    here, lines = np.zeros(len(level.states), dtype=np.int64), np.zeros((len(level.states), size))
    here[numbers] = games
    for turn in range(through + 1, process.limit + 1):
        _watch(chain, chain.first, here, ledger, slice(turn - 1, turn))
        for number, level in enumerate(chain.levels):
            after = chain.levels[(number + 1) % len(chain.levels)]
            active = np.flatnonzero(here)
            peak = max(peak, len(active))
            if len(active) > state_limit:
                reason = f"more than {state_limit:,} states in {process.unit} {turn}; use the engine monte-carlo"
                raise StateLimitError(f"{process.name}: {reason}")
            step = level.step(turn, active, after)
            picks = taken_picks(level, step, (chain.picks or {}).get((turn, number)))
            here, lines = _dealt(step, picks, chain.weights(number), here, lines, len(after.states), rng)
            over = after.over()
            over = over[here[over] > 0]
            if len(over):
                _book(chain, after, over, here, lines, ledger, turn)
                here[over], lines[over] = 0, 0.0
        if progress is not None:
            progress(turn / process.limit)
        if not here.any():
            break
    left = np.flatnonzero(here)
    if len(left):
        _book(chain, chain.first, left, here, lines, ledger, process.limit)
    ledger.scale(1.0 / trials)
    return assemble(process, ledger, replace(provenance(process, "counts"), trials=trials, seed=seed, states=peak))


def _dealt(
    step: Step, picks: Ints, weights: Floats, here: Ints, lines: Floats, size: int, rng: np.random.Generator
) -> tuple[Ints, Floats]:
    """Return the games that arrive at each state of the next level, and the sums of their counters and squares."""
    assert step.layers is not None
    games = np.zeros(step.positions, dtype=np.int64)
    games[step.root] = here[step.states]
    passed = np.zeros((step.positions, lines.shape[1]))
    passed[step.root] = lines[step.states]
    arrived, after = np.zeros(size, dtype=np.int64), np.zeros((size, lines.shape[1]))
    for layer in step.layers:
        position = np.concatenate([layer.position, layer.asking])
        edge = np.concatenate([layer.edge, layer.asking_edge])
        going = np.flatnonzero(games[position])
        going = going[np.argsort(position[going], kind="stable")]
        dealt = _multinomial(games, position[going], weights[edge[going]], rng)
        shares = passed[position[going]] * (dealt / games[position[going]])[:, None]
        leaf = going < len(layer.position)
        moved, target = going[leaf], layer.target[going[leaf]]
        np.add.at(arrived, target, dealt[leaf])
        np.add.at(after, target, shares[leaf])
        if len(layer.counting):
            at = np.full(len(position), -1)
            at[moved] = np.flatnonzero(leaf)
            which = at[layer.counting]
            counted = np.flatnonzero(which >= 0)
            which, amount, counter = which[counted], layer.amount[counted], layer.counter[counted]
            place, number = layer.target[layer.counting[counted]], dealt[which]
            squared = amount * (2 * shares[which, 1 + counter] + amount * number)
            np.add.at(after, (place, 1 + counter), amount * number)
            np.add.at(after, (place, 1 + (lines.shape[1] - 1) // 2 + counter), squared)
        if len(layer.choices):
            choice = layer.choice[going[~leaf] - len(layer.position)]
            to = step.option[choice] + picks[choice]
            np.add.at(games, to, dealt[~leaf])
            np.add.at(passed, to, shares[~leaf])
    return arrived, after


def _multinomial(games: Ints, position: Ints, weight: Floats, rng: np.random.Generator) -> Ints:
    """Deal the games of each position to its edges. Shape (edges,); `position` ascends."""
    new = np.concatenate([[True], position[1:] != position[:-1]]) if len(position) else np.zeros(0, dtype=np.bool_)
    first = np.flatnonzero(new)
    width = np.diff(np.append(first, len(position)))
    dealt = games[position]
    for ways in np.unique(width[width > 1]).tolist():
        edges = first[width == ways][:, None] + np.arange(ways)
        share = weight[edges]
        dealt[edges] = rng.multinomial(games[position[edges[:, 0]]], share / share.sum(axis=1, keepdims=True))
    return dealt


def _book(chain: Chain, level: Level, states: Ints, here: Ints, lines: Floats, ledger: Ledger, turn: int) -> None:
    process, games = ledger.process, here[states].astype(np.float64)
    ending = level.states.words[0, states] & chain.layout.mask[0]
    values = [chain.measure(level, measure, states) for measure in process.measures]
    ledger.book(ending, turn, ledger.measured(values, len(states)), games)
    tallies = len(process.tallies)
    for tally in range(tallies):
        ledger.sums[tally] += np.bincount(ending, lines[states, 1 + tally], ledger.shape[0])
        ledger.squares[tally] += lines[states, 1 + tallies + tally].sum()
    _watch(chain, level, np.where(np.isin(np.arange(len(here)), states), here, 0), ledger, slice(turn, None))


def _watch(chain: Chain, level: Level, here: Ints, ledger: Ledger, turns: slice) -> None:
    states = np.flatnonzero(here)
    for series, watched in zip(ledger.process.series, ledger.watched, strict=True):
        values = chain.measure(level, series, states)
        watched[turns] += np.bincount(values, here[states], series.maximum + 1)
