"""The counts engine: whole numbers of trials, split over the states they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.compiled import TRIALS_A_STATE
from mangonel.engine.exact import close, play_turn, so_far
from mangonel.engine.ledger import Filled, Ledger
from mangonel.engine.propagation import Population, begin
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.splitting import EvenSplit, even_counts
from mangonel.engine.standing import begin_standing, dealt
from mangonel.engine.ways import TABLES
from mangonel.engine.workers import Sent
from mangonel.odds.notes import Note
from mangonel.odds.result import Result

__all__ = ["REPEATS", "counted", "run_counts"]

REPEATS = 8
"""Independent repeats of a run; their spread is its standard error."""
_MANY, _MANY_REPEATS = 10**8, 4
"""From so many trials on, the error is so small that half the repeats judge it well enough, at half the cost."""


Repeat = Callable[[int, int, int], tuple[Ledger, int]]
"""Plays one repeat by seed, its number and its trials; returns what is booked, and the most states there were."""


def run_counts(
    sequence: PlaySequence,
    *,
    trials: int,
    seed: int = 0,
    way: str = TABLES,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Result:
    """Split whole numbers of trials evenly over the states, in independent repeats."""
    compiled = sequence.compiled.apart(sequence.limit)
    reached = compiled.reached(sequence.limit, trials // TRIALS_A_STATE) if way == TABLES else None
    if reached is None:
        return counted(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, executor, progress)

    def repeat(seed: int, number: int, share: int) -> tuple[Ledger, int]:
        rng, ledger = _dealer(seed, number), Ledger(sequence)
        standing = begin_standing(compiled)
        standing = replace(standing, weights=standing.weights * share)
        for turn in range(1, sequence.limit + 1):
            if not standing.weights.any():
                break
            standing = dealt(compiled, standing, ledger, turn, reached.peak, rng)
        close(sequence, standing.people(compiled), ledger)
        return ledger, standing.peak

    # Once the tables are there this is too quick to be worth other processes.
    return _repeated(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, None, progress, repeat)


def counted(
    sequence: PlaySequence,
    people: Population,
    through: int,
    exact: Ledger,
    trials: int,
    seed: int,
    executor: Executor | None,
    progress: Progress | None,
) -> Result:
    """Go on from the end of turn `through` phase by phase with whole numbers of trials, once for each repeat."""
    repeat = _ByPhases(sequence, people, through)
    return _repeated(sequence, people, through, exact, trials, seed, executor, progress, repeat)


@dataclass(frozen=True, eq=False)
class _ByPhases:
    """Plays repeats phase by phase from the end of a turn on; it can be sent to other processes."""

    sequence: PlaySequence
    people: Population
    through: int

    def __call__(self, seed: int, number: int, share: int) -> tuple[Ledger, int]:
        rng, ledger = _dealer(seed, number), Ledger(self.sequence)
        crowd = self.people.copy()
        # The trials of a repeat all stand for what is still open; what has ended is known exactly.
        crowd.weights = even_counts(crowd.weights * (share / float(crowd.weights.sum())), rng)
        crowd = _with_people(crowd)
        for turn in range(self.through + 1, self.sequence.limit + 1):
            if len(crowd.weights) == 0:
                break
            # Never more states than trials, so no other limit is needed.
            crowd = play_turn(self.sequence, crowd, EvenSplit(rng), ledger, turn, max(share, 1) * 64)
        close(self.sequence, crowd, ledger)
        return ledger, crowd.peak


def _dealer(seed: int, repeat: int) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(repeat,))))


def _there(sent: Sent[Repeat], seed: int, number: int, share: int) -> tuple[Filled, int]:
    """Play a repeat in the process to which it was sent."""
    ledger, peak = sent.thing(seed, number, share)
    return ledger.filled(), peak


def _each(
    repeat: Repeat, seed: int, shares: list[int], sequence: PlaySequence, executor: Executor | None
) -> Iterator[tuple[Ledger, int]]:
    """Yield what comes of the repeats in order, whoever plays them."""
    if executor is None:
        for number, share in enumerate(shares):
            yield repeat(seed, number, share)
        return
    sent = Sent(repeat)
    waiting = [executor.submit(_there, sent, seed, number, share) for number, share in enumerate(shares)]
    try:
        for future in waiting:
            filled, peak = future.result()
            yield Ledger(sequence, filled), peak
    finally:
        for future in waiting:
            future.cancel()


def _repeated(
    sequence: PlaySequence,
    people: Population,
    through: int,
    exact: Ledger,
    trials: int,
    seed: int,
    executor: Executor | None,
    progress: Progress | None,
    play: Repeat,
) -> Result:
    ledgers: list[Ledger] = []
    peak = people.peak
    interrupted = False
    still_open = float(people.weights.sum())
    repeats = REPEATS if trials < _MANY else _MANY_REPEATS
    each = [trials // repeats + (repeat < trials % repeats) for repeat in range(repeats)]
    try:
        for repeat, (ledger, most) in enumerate(_each(play, seed, each, sequence, executor)):
            peak = max(peak, most)
            ledger.scale(still_open / each[repeat])
            ledger.merge(exact)
            ledgers.append(ledger)
            if progress is not None:
                progress((through + (sequence.limit - through) * (repeat + 1) / repeats) / sequence.limit)
    except KeyboardInterrupt:
        if len(ledgers) < 2:  # one repeat says nothing of its error
            if through == 0:
                raise
            return so_far(sequence, exact, people, through)
        interrupted = True
    start = Note("exact_through", (("turn", through),), sequence.unit) if through else Note("from_the_start")
    notes = [start, Note("repeats", (("number", len(ledgers)),))]
    if interrupted:
        notes.append(Note("interrupted"))
    source = replace(
        provenance(sequence, "counts"),
        trials=sum(each[: len(ledgers)]),
        seed=seed,
        states=peak,
        notes=tuple(notes),
        interrupted=interrupted,
    )
    return assemble(sequence, ledgers, source)


def _with_people(people: Population) -> Population:
    rows = np.flatnonzero(people.weights > 0)
    return Population(people.matrix[:, rows], people.weights[rows], people.counters[:, rows], people.peak)
