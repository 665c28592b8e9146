"""Exact probabilities: the weight of every state, carried forward phase by phase; a refusal past the state limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.chain import Chain, Layer, Level, Step
from mangonel.engine.interrupts import uninterrupted
from mangonel.engine.joined import joined_turn
from mangonel.engine.ledger import Ledger
from mangonel.engine.notes import Note
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.state import Floats, Ints, Words
from mangonel.errors import StateLimitError

STATE_LIMIT = 100_000
"""States the exact engine keeps at once before it gives up, unless told otherwise."""
Picks: TypeAlias = "Mapping[tuple[int, int], Ints]"
"""A policy by state: for a turn and a phase the option taken at each choice of its step."""
_SPARSE = 1_000
"""Edges of a phase from which on scipy's sparse matrices pay."""
_KEPT = 2_000_000
"""States of all phases and turns that a chain keeps; with more it forgets those of earlier turns."""


@dataclass(frozen=True)
class Population:
    """The states of open games at the end of a turn."""

    words: Words
    """Shape (words, states)."""
    lines: Floats
    """Their probabilities, and expected counters so far times the probability. Shape (states, 1 + tallies)."""
    peak: int = 0
    """The most states there were at once."""
    numbers: tuple[Level, Ints] | None = None
    """The level of a chain at which they are numbered, and their numbers. Shape (states,)."""


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
        raise StateLimitError(f"{process.name}: {stopped} in {process.unit} {through + 1}; {ways}")
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
        As in `mangonel.engine.run.run`.

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
    picks = chain.picks if picks is None else picks
    if forget and picks is None and sum(len(level.states) for level in chain.levels) > _KEPT:
        chain.forget()
    peak, first = people.peak, chain.first
    known = people.numbers
    numbers = known[1] if known is not None and known[0] is first else first.states.add(people.words)
    if ledger is not None:
        watch(chain, first, numbers, people.lines[:, 0], ledger, slice(turn - 1, turn))
    if not chain.tables:
        return people
    lines = np.zeros((len(first.states), people.lines.shape[1]))
    lines[numbers] = people.lines
    joined = None if picks is not None or ledger is None else joined_turn(chain, turn, numbers)
    if joined is not None and ledger is not None:
        lines, ended, most = joined.carry(lines, state_limit)
        joined.book(ledger, ended, turn)
        left = np.flatnonzero(lines[:, 0])
        return Population(first.states.words[:, left], lines[left], max(peak, most), (first, left))
    for number, level in enumerate(chain.levels):
        after = chain.levels[(number + 1) % len(chain.levels)]
        active = np.flatnonzero(lines[:, 0])
        peak = max(peak, len(active))
        if len(active) > state_limit:
            raise StateLimitError(f"more than {state_limit:,} states")
        step = level.step(turn, active, after)
        taken = taken_picks(level, step, (picks or {}).get((turn, number)))
        lines = push(step, chain.weights(number), lines, len(after.states), taken)
        over = after.over()
        over = over[lines[over, 0] > 0]
        if len(over):
            if ledger is not None:
                book(chain, after, over, lines[over], ledger, turn)
            lines[over] = 0.0
    left = np.flatnonzero(lines[:, 0])
    return Population(first.states.words[:, left], lines[left], peak, (first, left))


def push(step: Step, weights: Floats, lines: Floats, size: int, picks: Ints) -> Floats:
    """Return what arrives at the states of the next level. Shape (size, 1 + tallies).

    Parameters
    ----------
    step
        How the states of the level go on.
    weights
        Of the edges of the phase. Shape (edges,).
    lines
        Weights of the states, and their expected counters times the weight. Shape (states, 1 + tallies).
    size
        States of the next level.
    picks
        The option taken at each choice. Shape (choices,).
    """
    assert step.layers is not None
    width = lines.shape[1]
    arrived: Floats | None = None
    if step.positions == len(step.states):
        passed = lines if step.in_order else lines[step.states]
    else:
        passed = np.zeros((step.positions, width))
        passed[step.root] = lines[step.states]
    for layer in step.layers:
        product = _multiplied(layer, weights, passed, size)
        arrived = product if arrived is None else arrived + product
        if width > 1 and len(layer.counting):
            flow = passed[layer.position[layer.counting], 0] * weights[layer.edge[layer.counting]] * layer.amount
            place = layer.target[layer.counting] * width + 1 + layer.counter
            np.add.at(arrived.reshape(-1), place, flow)
        if len(layer.choices):
            taken = step.option[layer.choices] + picks[layer.choices]
            flow = layer.sparse_asking(weights, len(step.option), len(passed)) @ passed
            passed[taken] = flow[layer.choices]
    assert arrived is not None
    return arrived


def passing(
    step: Step, weights: Floats, mass: Floats, size: int, picks: Ints, worth: Floats
) -> tuple[Floats, Floats, Floats]:
    """Push the weights of states; return what arrives, what passed each position, and the value of each choice.

    `mass` has the shape (states, 1), `worth` is the value of the states of the next level.
    """
    assert step.layers is not None
    arrived = push(step, weights, mass, size, picks)
    passed = np.zeros((step.positions, 1))
    passed[step.root] = mass[step.states]
    value, choices = np.zeros(step.positions), np.zeros(len(step.option))
    for layer in step.layers:
        if len(layer.choices):
            flow = np.bincount(layer.choice, passed[layer.asking, 0] * weights[layer.asking_edge], len(step.option))
            passed[step.option[layer.choices] + picks[layer.choices], 0] = flow[layer.choices]
    for layer in reversed(step.layers) if len(step.layers) > 1 else ():
        if len(layer.choices):
            choices[layer.choices] = value[step.option[layer.choices] + picks[layer.choices]]
            np.add.at(value, layer.asking, choices[layer.choice] * weights[layer.asking_edge])
        np.add.at(value, layer.position, worth[layer.target] * weights[layer.edge])
    return arrived, passed, choices


def _multiplied(layer: Layer, weights: Floats, passed: Floats, size: int) -> Floats:
    """Return what edges carry from their positions to states. Shape (size, lines)."""
    if len(layer.edge) < _SPARSE:
        flow = passed[layer.position] * weights[layer.edge][:, None]
        arrived = np.zeros((size, passed.shape[1]))
        np.add.at(arrived, layer.target, flow)
        return arrived
    product: Floats = layer.sparse(weights, size, len(passed)) @ passed
    return product


def default_picks(level: Level, step: Step) -> Ints:
    """Return the option that the plan takes at each choice of a step. Shape (choices,)."""
    return np.array(level.table.default, dtype=np.int64)[step.asked]


def taken_picks(level: Level, step: Step, picks: Ints | None) -> Ints:
    """Return the option that is taken at each choice: by a policy as far as it knows them, else by the plan."""
    known = 0 if picks is None else len(picks)
    if picks is not None and known == len(step.asked):
        return picks
    planned = default_picks(level, step)
    return planned if picks is None else np.concatenate([picks, planned[known:]])


def book(chain: Chain, level: Level, states: Ints, lines: Floats, ledger: Ledger, turn: int) -> None:
    """Book games in some states of a level as they are; `lines` as in `push`, for these states."""
    process = ledger.process
    ending = level.states.words[0, states] & chain.layout.mask[0]
    values = [chain.measure(level, measure, states) for measure in process.measures]
    ledger.book(ending, turn, ledger.measured(values, len(states)), lines[:, 0])
    for tally in range(len(process.tallies)):
        ledger.sums[tally] += np.bincount(ending, lines[:, 1 + tally], ledger.shape[0])
    watch(chain, level, states, lines[:, 0], ledger, slice(turn, None))


def watch(chain: Chain, level: Level, states: Ints, weights: Floats, ledger: Ledger, turns: slice) -> None:
    """Book the series of games in some states of a level."""
    for series, watched in zip(ledger.process.series, ledger.watched, strict=True):
        values = chain.measure(level, series, states)
        watched[turns] += np.bincount(values, weights, series.maximum + 1)


def close(chain: Chain, people: Population, ledger: Ledger, turn: int) -> None:
    """Book what is undecided at the end of a turn."""
    if len(people.lines):
        level = chain.first
        book(chain, level, level.states.add(people.words), people.lines, ledger, turn)


def so_far(process: Process, ledger: Ledger, people: Population, through: int) -> Result:
    """Return the partial result of an interrupted run: what was open at the end of turn `through` is undecided."""
    close(chain_of(process), people, ledger, through)
    note = Note("interrupted_after", (("turn", through), ("turns", process.limit)), process.unit)
    source = replace(provenance(process, "exact"), states=people.peak, notes=(note,), interrupted=True)
    return assemble(process, ledger, source)
