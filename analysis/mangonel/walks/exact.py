"""Exact probabilities: the weight of every state, carried forward phase by phase; a refusal past the state limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from mangonel.errors import StateLimitError
from mangonel.odds.notes import Note
from mangonel.odds.result import Result
from mangonel.walks.assemble import Progress, assemble, provenance
from mangonel.walks.chain import Chain, Layer, Level, Step
from mangonel.walks.interrupts import uninterrupted
from mangonel.walks.ledger import Ledger
from mangonel.walks.process import Process
from mangonel.walks.state import Floats, Ints, Words

__all__ = [
    "STATE_LIMIT",
    "Picks",
    "Population",
    "book",
    "carry",
    "chain_of",
    "close",
    "default_picks",
    "exactly",
    "push",
    "run_exact",
    "so_far",
    "starting",
]

STATE_LIMIT = 100_000
"""States the exact engine keeps at once before it gives up, unless told otherwise."""
Picks: TypeAlias = "Mapping[tuple[int, int], Ints]"
"""A policy by state: for a turn and a phase the option taken at each choice of its step."""
_SPARSE = 1_000
"""Edges of a phase from which on scipy's sparse matrices pay."""
_KEPT = 1_000_000
"""States that a chain keeps; with more it forgets those of earlier turns."""


@dataclass(frozen=True)
class Population:
    """The states of open games at the end of a turn."""

    words: Words
    """Shape (words, states)."""
    lines: Floats
    """Their probabilities, and expected counters so far times the probability. Shape (states, 1 + tallies)."""
    peak: int = 0
    """The most states there were at once."""
    numbered: tuple[Chain, int, Ints] | None = None
    """The chain, its generation, and its numbers of the states."""

    def states(self, chain: Chain) -> Ints:
        """Return the numbers of the states in a chain. Shape (states,)."""
        if self.numbered is not None and self.numbered[:2] == (chain, chain.generation):
            return self.numbered[2]
        return chain.states.add(self.words)


def chain_of(process: Process) -> Chain:
    """Return the chain of a process under its plan, which is kept with it."""
    known = process.learnt.get("chain")
    if known is None or known.process.plan is not process.plan:
        known = process.learnt["chain"] = Chain(process)
    return known


def starting(process: Process) -> Population:
    """Return the state that games start in."""
    return Population(process.layout.pack(process.layout.start), np.eye(1, 1 + len(process.tallies)), 1)


def run_exact(process: Process, *, state_limit: int = STATE_LIMIT, progress: Progress | None = None) -> Result:
    """Count every state; refuse rather than truncate.

    Raises
    ------
    StateLimitError
        If there are more than `state_limit` states at once.
    """
    ledger, people, through, stopped = exactly(process, starting(process), 0, state_limit, progress)
    if isinstance(stopped, KeyboardInterrupt):
        return so_far(process, ledger, people, through)
    if stopped is not None:
        ways = "use the engine auto or monte-carlo, or allow more states (simulate --max-states, state_limit=)"
        reason = f"more than {state_limit:,} states in {process.unit} {through + 1}; {ways}"
        raise StateLimitError(f"{process.name}: {reason}")
    return assemble(process, ledger, replace(provenance(process, "exact"), states=people.peak))


def exactly(
    process: Process, people: Population, done: int, state_limit: int, progress: Progress | None = None
) -> tuple[Ledger, Population, int, StateLimitError | KeyboardInterrupt | None]:
    """Carry probabilities forward as far as the limit allows.

    Parameters
    ----------
    process
        What is played.
    people
        The games at the end of turn `done`.
    done
        The turns that are over.
    state_limit, progress
        As in `mangonel.walks.run.run`.

    Returns
    -------
    Ledger
        What has been booked, without what ended in a turn that could not be completed.
    Population
        The states at the end of the last whole turn.
    int
        That turn.
    StateLimitError or KeyboardInterrupt
        What stopped the run there, if it was not complete.
    """
    ledger, chain = Ledger(process), chain_of(process)
    for turn in range(done + 1, process.limit + 1):
        trial = Ledger(process)
        try:
            after = carry(chain, people, trial, turn, state_limit)
            if progress is not None:
                progress(turn / process.limit)
        except StateLimitError as stopped:
            return ledger, people, turn - 1, stopped
        except KeyboardInterrupt as stopped:
            # It may have come in the middle of a step.
            process.learnt.clear()
            if turn == done + 1:
                raise
            return ledger, people, turn - 1, stopped
        with uninterrupted():
            ledger.merge(trial)
            people = after
        if not len(people.lines):
            break
    close(chain, people, ledger, process.limit)
    return ledger, people, process.limit, None


def carry(
    chain: Chain,
    people: Population,
    ledger: Ledger | None,
    turn: int,
    state_limit: int,
    *,
    picks: Picks | None = None,
    forget: bool = True,
) -> Population:
    """Play a turn; return the games that are open at its end.

    Parameters
    ----------
    chain
        What is played.
    people
        The games at its start.
    ledger
        Where to book what ends, and the series at the end of the turn before; None books nothing.
    turn
        The turn.
    state_limit
        The most states at once.
    picks
        A policy by state; decisions follow the plan where there is none.
    forget
        Whether the chain may forget the states of earlier turns where there are too many.

    Raises
    ------
    StateLimitError
        If there are more states.
    """
    if forget and len(chain.states) > _KEPT:
        chain.forget()
    peak, numbers = people.peak, people.states(chain)
    if ledger is not None:
        watch(chain, numbers, people.lines[:, 0], ledger, slice(turn - 1, turn))
    lines = np.zeros((len(chain.states), people.lines.shape[1]))
    lines[numbers] = people.lines
    for number, level in enumerate(chain.levels):
        active = np.flatnonzero(lines[:, 0])
        peak = max(peak, len(active))
        if len(active) > state_limit:
            raise StateLimitError(f"more than {state_limit:,} states")
        step = level.step(turn, active)
        if len(lines) < len(chain.states):
            lines = np.concatenate([lines, np.zeros((len(chain.states) - len(lines), lines.shape[1]))])
        taken = (picks or {}).get((turn, number))
        push(step, chain.weights(number), lines, default_picks(level, step) if taken is None else taken)
        for layer in step.moving():
            over = layer.targets[(chain.ending(layer.targets) > 0) & (lines[layer.targets, 0] > 0)]
            if len(over):
                if ledger is not None:
                    book(chain, over, lines[over], ledger, turn)
                lines[over] = 0.0
    left = np.flatnonzero(lines[:, 0])
    return Population(chain.states.words[:, left], lines[left], peak, (chain, chain.generation, left))


def push(step: Step, weights: Floats, lines: Floats, picks: Ints) -> None:
    """Move weights on by a phase, in place.

    Parameters
    ----------
    step
        How the phase moves states on.
    weights
        Of the edges of the phase. Shape (edges,).
    lines
        Weights of the states, and their expected counters times the weight. Shape (states, 1 + tallies).
    picks
        The option taken at each choice. Shape (choices,).
    """
    width = lines.shape[1]
    passed = lines[step.states]
    lines[step.states] = 0.0
    if step.positions != len(step.states):
        rows, passed = passed, np.zeros((step.positions, width))
        passed[step.root] = rows
    for layer in step.moving():
        if len(layer.edge) < _SPARSE:
            np.add.at(lines, layer.target, passed[layer.position] * weights[layer.edge][:, None])
        else:
            lines[layer.targets] += _multiplied(layer, weights, passed)
        if width > 1 and len(layer.counting):
            flow = passed[layer.position[layer.counting], 0] * weights[layer.edge[layer.counting]] * layer.amount
            np.add.at(lines, (layer.target[layer.counting], 1 + layer.counter), flow)
        if len(layer.choices):
            taken = step.option[layer.choices] + picks[layer.choices]
            weight = weights[layer.asking_edge]
            for line in range(width):
                flow = np.bincount(layer.choice, passed[layer.asking, line] * weight, len(step.option))
                passed[taken, line] = flow[layer.choices]


def _multiplied(layer: Layer, weights: Floats, passed: Floats) -> Floats:
    """Return what edges carry from their positions to their states. Shape (targets, lines)."""
    if layer.matrix is None:
        from scipy.sparse import csc_array

        first = np.concatenate([[0], np.cumsum(np.bincount(layer.position, minlength=len(passed)))])
        shape = (len(layer.targets), len(passed))
        layer.matrix = csc_array((weights[layer.edge], layer.place, first), shape=shape)
    product: Floats = layer.matrix @ passed
    return product


def default_picks(level: Level, step: Step) -> Ints:
    """Return the option that the plan takes at each choice of a step. Shape (choices,)."""
    return np.array(level.table.default, dtype=np.int64)[step.asked]


def book(chain: Chain, states: Ints, lines: Floats, ledger: Ledger, turn: int) -> None:
    """Book games in some states as they are; `lines` as in `push`, for these states."""
    process, ending = ledger.process, chain.ending(states)
    values = [chain.measure(measure, states) for measure in process.measures]
    ledger.book(ending, turn, ledger.measured(values, len(states)), lines[:, 0])
    for tally in range(len(process.tallies)):
        ledger.sums[tally] += np.bincount(ending, lines[:, 1 + tally], ledger.shape[0])
    watch(chain, states, lines[:, 0], ledger, slice(turn, None))


def watch(chain: Chain, states: Ints, weights: Floats, ledger: Ledger, turns: slice) -> None:
    """Book the series of games in some states."""
    for series, watched in zip(ledger.process.series, ledger.watched, strict=True):
        watched[turns] += np.bincount(chain.measure(series, states), weights, series.maximum + 1)


def close(chain: Chain, people: Population, ledger: Ledger, turn: int) -> None:
    """Book what is undecided at the end of a turn."""
    if len(people.lines):
        book(chain, people.states(chain), people.lines, ledger, turn)


def so_far(process: Process, ledger: Ledger, people: Population, through: int) -> Result:
    """Return the partial result of an interrupted run: what was open at the end of turn `through` is undecided."""
    close(chain_of(process), people, ledger, through)
    note = Note("interrupted_after", (("turn", through), ("turns", process.limit)), process.unit)
    source = replace(provenance(process, "exact"), states=people.peak, notes=(note,), interrupted=True)
    return assemble(process, ledger, source)
