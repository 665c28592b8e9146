"""Exact probabilities: the weight of every state, carried forward phase by phase; a refusal past the state limit."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from mangonel.engine.chain import Chain, Flow, Level, Step
from mangonel.engine.keeping import uninterrupted
from mangonel.engine.learning import column
from mangonel.engine.ledger import Ledger, Progress, assemble, provenance
from mangonel.engine.notes import Note
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.state import Floats, Ints, Words
from mangonel.errors import StateLimitError

__all__ = [
    "STATE_LIMIT",
    "Books",
    "Picks",
    "Population",
    "carry",
    "chain_of",
    "default_picks",
    "exactly",
    "pushed",
    "run_exact",
    "run_until",
    "starting",
    "taken_picks",
]

STATE_LIMIT = 100_000
"""States the exact engine keeps at once before it gives up, unless told otherwise."""
Picks: TypeAlias = "Mapping[tuple[int, int], Ints]"
"""A policy by state: for a turn and a phase the option taken at each choice of its step."""
_NONE = np.zeros(0, dtype=np.int64)
_BOOKED = 16
"""Turns that are booked at once."""
_KEPT = 2_000_000
"""States of all phases and turns that a chain keeps; with more it forgets those of earlier turns."""


@dataclass(frozen=True)
class Population:
    """The states of open games at the end of a turn."""

    words: Words
    """Shape (words, states)."""
    weights: Floats
    """Their probabilities. Shape (states,)."""
    through: int = 0
    """The turn; 0 for the start."""
    peak: int = 0
    """The most states there were at once."""

    @cached_property
    def ordered(self) -> Population:
        """The same in an order that does not depend on how they were met, with weights that sum to 1."""
        order = np.lexsort(self.words)
        weights = self.weights[order]
        return replace(self, words=self.words[:, order], weights=weights / weights.sum())

    @cached_property
    def digest(self) -> str:
        """Identifies it in a cache."""
        parts = (str(self.through).encode(), self.words.astype("<i8").tobytes(), self.weights.astype("<f8").tobytes())
        return hashlib.sha256(b"".join(parts)).hexdigest()


class Turn(NamedTuple):
    """A turn that was played from some states of a chain."""

    numbers: Ints
    weights: Floats
    """The states of the games that are open at its end, and their probabilities. Shape (states,)."""
    over: Ints
    ended: Floats
    """The states in which games have ended in it, and their probabilities. Shape (ends,)."""
    tallies: Floats
    """Expected counts in it. Shape (tallies,)."""
    peak: int
    """The most states there were before a phase."""


def chain_of(process: Process) -> Chain:
    """Return the chain of a process under its plan, which is kept with it."""
    known = process.learnt.get("chain")
    if known is None or known.process.plan is not process.plan:
        known = process.learnt["chain"] = Chain(process)
    return known


def starting(process: Process) -> Population:
    """Return the state that games start in."""
    return Population(process.layout.pack(process.layout.start), np.ones(1), 0, 1)


def run_exact(
    process: Process,
    *,
    state_limit: int = STATE_LIMIT,
    people: Population | None = None,
    progress: Progress | None = None,
) -> Result:
    """Count every state; refuse rather than truncate.

    Parameters
    ----------
    process, state_limit, progress
        As in `mangonel.engine.run.run`.
    people
        Where games begin; by default at the start.

    Raises
    ------
    StateLimitError
        If there are more than `state_limit` states at once.
    """
    result = run_until(process, state_limit, people, progress)
    if isinstance(result, Result):
        return result
    ways = "use the engine auto or monte-carlo, or allow more states (simulate --max-states, state_limit=)"
    raise StateLimitError(f"{process.name}: {result}; {ways}")


def run_until(
    process: Process,
    state_limit: int,
    people: Population | None = None,
    progress: Progress | None = None,
) -> Result | StateLimitError:
    """Run exactly; return the error if there are too many states. Parameters are as in `run_exact`."""
    first = starting(process) if people is None else people
    ledger, last, stopped = exactly(process, first, state_limit, progress)
    if isinstance(stopped, StateLimitError):
        return StateLimitError(f"{stopped} in {process.unit} {last.through + 1}")
    source = replace(provenance(process, "exact"), states=last.peak)
    if stopped is not None:
        # What is open at the end of the last whole turn is undecided.
        chain = chain_of(process)
        books = Books(chain, ledger)
        books.over.append((chain.states.add(last.words), last.weights, last.through))
        books.close()
        note = Note("interrupted_after", (("turn", last.through), ("turns", process.limit)), process.unit)
        source = replace(source, notes=(note,), interrupted=True)
    return assemble(process, ledger, source)


def exactly(
    process: Process, people: Population, state_limit: int, progress: Progress | None = None
) -> tuple[Ledger, Population, StateLimitError | KeyboardInterrupt | None]:
    """Carry probabilities forward as far as the limit allows.

    Parameters
    ----------
    process
        What is played.
    people
        Where games begin.
    state_limit, progress
        As in `mangonel.engine.run.run`.

    Returns
    -------
    Ledger
        What has been booked, without what ended in a turn that could not be completed.
    Population
        The states at the end of the last whole turn.
    StateLimitError or KeyboardInterrupt
        What stopped the run there, if it was not complete.
    """
    ledger, chain = Ledger(process), chain_of(process)
    books = Books(chain, ledger)
    numbers, weights, peak, done = chain.states.add(people.words), people.weights, people.peak, people.through
    epoch, again = chain.epoch, len(numbers) == 1 and chain.picks is None and not any(t.asked for t in chain.tables)
    peaks = chain.peaks.setdefault((people.words.tobytes(), done, epoch), []) if again else []
    for turn in range(done + 1, process.limit + 1):
        try:
            if chain.picks is None and len(chain.states) > _KEPT:
                words = chain.states.of(numbers)
                books.close()
                chain.forget()
                numbers, again = chain.states.add(words), False
            if again and turn - done <= len(peaks):
                played = _replayed(chain, numbers, weights, turn, peaks[turn - done - 1], state_limit)
            else:
                played = carry(chain, numbers, weights, turn, state_limit)
                again = again and chain.epoch == epoch
                peaks += [played.peak] * again
            if progress is not None:
                progress(turn / process.limit)
        except (StateLimitError, KeyboardInterrupt) as stopped:
            books.close()
            at = Population(chain.states.of(numbers), weights, turn - 1, peak)
            if isinstance(stopped, KeyboardInterrupt):
                # It may have come in the middle of a step.
                process.learnt.clear()
                if turn == done + 1:
                    raise
            return ledger, at, stopped
        with uninterrupted():
            books.seen.append((numbers, weights, turn - 1))
            books.over.append((played.over, played.ended, turn))
            if not turn % _BOOKED:
                books.close()
            ledger.sums += played.tallies
            numbers, weights, peak = played.numbers, played.weights, max(peak, played.peak)
        if not len(numbers):
            break
    books.over.append((numbers, weights, process.limit))
    books.close()
    return ledger, Population(chain.states.of(numbers), weights, process.limit, peak), None


def carry(
    chain: Chain, numbers: Ints, weights: Floats, turn: int, state_limit: int, picks: Picks | None = None
) -> Turn:
    """Play a turn.

    Parameters
    ----------
    chain
        What is played.
    numbers, weights
        The states of the games at its start, and their probabilities. Shape (states,).
    turn
        The turn.
    state_limit
        The most states at once.
    picks
        A policy by state; decisions follow the plan where there is none.

    Raises
    ------
    StateLimitError
        If there are more states.
    """
    states, picks = chain.states, (chain.picks or {}) if picks is None else picks
    tallies, over, ended, peak = np.zeros(len(chain.process.tallies)), [_NONE], [np.zeros(0)], 0
    mass = np.bincount(numbers, weights, len(states)).astype(np.float64, copy=False)
    for number, level in enumerate(chain.levels):
        active = np.flatnonzero(mass > 0.0)  # of truth values it is quick
        peak = max(peak, len(active))
        if len(active) > state_limit:
            raise StateLimitError(f"more than {state_limit:,} states")
        step = level.step(turn, active)
        if not len(step.states):
            continue
        flow = step.flow(chain.weights(number), taken_picks(level, step, picks.get((turn, number))))
        if len(flow.counter):
            tallies += np.bincount(flow.counter, mass.take(flow.counting) * flow.amount, len(tallies))
        mass = pushed(step, flow, mass, len(states))
        if len(step.over):
            over.append(step.over)
            ended.append(mass.take(step.over))
            mass[step.over] = 0.0
    left, over_all, gone = np.flatnonzero(mass > 0.0), np.concatenate(over), np.concatenate(ended)
    there = np.flatnonzero(gone > 0.0)
    return Turn(left, mass.take(left), over_all.take(there), gone.take(there), tallies, peak)


def _replayed(chain: Chain, numbers: Ints, weights: Floats, turn: int, peak: int, state_limit: int) -> Turn:
    """Play a turn by one multiplication whose phases were all played from these states before."""
    if peak > state_limit:
        raise StateLimitError(f"more than {state_limit:,} states")
    if not chain.tables:
        return Turn(numbers, weights, _NONE, np.zeros(0), np.zeros(len(chain.process.tallies)), peak)
    whole = chain.whole(turn)
    mass = np.zeros(len(whole.begun))
    mass[whole.begun.searchsorted(numbers)] = weights
    arrived = mass @ whole.matrix
    there = np.flatnonzero(arrived > 0.0)
    reached, arrived = whole.reached.take(there), arrived.take(there)
    over = chain.states.ended(reached)
    left, ended = np.flatnonzero(~over), np.flatnonzero(over)
    ends = reached.take(ended), arrived.take(ended)
    return Turn(reached.take(left), arrived.take(left), *ends, mass @ whole.tallies, peak)


def pushed(step: Step, flow: Flow, mass: Floats, size: int) -> Floats:
    """Return the weights of so many states after a step."""
    arrived = np.bincount(flow.target, mass.take(flow.source) * flow.weight, size).astype(np.float64, copy=False)
    mass[step.states] = 0.0
    arrived[: len(mass)] += mass
    return arrived


def default_picks(level: Level, step: Step) -> Ints:
    """Return the option that the plan takes at each choice of a step. Shape (choices,)."""
    return column(level.table.default).take(step.asked) if len(step.asked) else step.asked


def taken_picks(level: Level, step: Step, picks: Ints | None) -> Ints:
    """Return the option that is taken at each choice: by a policy as far as it knows them, else by the plan."""
    known = 0 if picks is None else len(picks)
    if picks is not None and known == len(step.asked):
        return picks
    planned = default_picks(level, step)
    return planned if picks is None else np.concatenate([picks, planned[known:]])


class Books:
    """Games in some states of a chain that are to be booked, many turns at once: states, weights and the turn.

    Attributes
    ----------
    seen, over
        Those that are open at the end of the turn, and those that have ended in it.
    """

    def __init__(self, chain: Chain, ledger: Ledger) -> None:
        self._chain, self._ledger = chain, ledger
        self.seen: list[tuple[Ints, Floats, int]] = []
        self.over: list[tuple[Ints, Floats, int]] = []

    def close(self) -> None:
        """Book them."""
        for parts, over in ((self.seen, False), (self.over, True)):
            if parts:
                self._book(parts, over=over)
                parts.clear()

    def _book(self, parts: list[tuple[Ints, Floats, int]], *, over: bool) -> None:
        chain, ledger = self._chain, self._ledger
        states, weights = (np.concatenate([part[place] for part in parts]) for place in range(2))
        turn = np.repeat([turn for *_, turn in parts], [len(part) for part, *_ in parts])
        if over:
            values = [chain.measure(chain.first, measure, states) for measure in ledger.process.measures]
            ending = chain.states.of(states)[0] & chain.layout.mask[0]
            ledger.book(ending, turn, ledger.measured(values, len(states)), weights)
        for series, watched in zip(ledger.process.series, ledger.watched, strict=True):
            cell = turn * watched.shape[1] + chain.measure(chain.first, series, states)
            by_turn = np.bincount(cell, weights, watched.size).reshape(watched.shape)
            # Games that have ended keep their last value.
            watched += by_turn.cumsum(axis=0) if over else by_turn
