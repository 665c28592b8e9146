"""The counts engine: whole numbers of trials, split over the states they reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.compiled import TRIALS_A_STATE
from mangonel.engine.exact import close, play_turn, so_far
from mangonel.engine.ledger import Ledger
from mangonel.engine.propagation import Population, begin
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.splitting import EvenSplit, even_counts
from mangonel.engine.standing import begin_standing, dealt
from mangonel.engine.ways import TABLES
from mangonel.odds.notes import Note
from mangonel.odds.result import Result

__all__ = ["REPEATS", "counted", "run_counts"]

REPEATS = 8
"""Independent repeats of a run; their spread is its standard error."""
_MANY, _MANY_REPEATS = 10**8, 4
"""From so many trials on, the error is so small that half the repeats judge it well enough, at half the cost."""


Repeat = Callable[[int, Ledger, np.random.Generator], int]
"""Plays one repeat with so many trials, books it, and returns the most states there were."""


def run_counts(
    sequence: PlaySequence, *, trials: int, seed: int = 0, way: str = TABLES, progress: Progress | None = None
) -> Result:
    """Split whole numbers of trials evenly over the states, in independent repeats."""
    compiled = sequence.compiled.apart(sequence.limit)
    reached = compiled.reached(sequence.limit, trials // TRIALS_A_STATE) if way == TABLES else None
    if reached is None:
        return counted(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, progress)

    def repeat(share: int, ledger: Ledger, rng: np.random.Generator) -> int:
        standing = begin_standing(compiled)
        standing = replace(standing, weights=standing.weights * share)
        for turn in range(1, sequence.limit + 1):
            if not standing.weights.any():
                break
            standing = dealt(compiled, standing, ledger, turn, reached.peak, rng)
        close(sequence, standing.people(compiled), ledger)
        return standing.peak

    return _repeated(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, progress, repeat)


def counted(
    sequence: PlaySequence,
    people: Population,
    through: int,
    exact: Ledger,
    trials: int,
    seed: int,
    progress: Progress | None,
) -> Result:
    """Go on from the end of turn `through` phase by phase with whole numbers of trials, once for each repeat."""
    still_open = float(people.weights.sum())

    def repeat(share: int, ledger: Ledger, rng: np.random.Generator) -> int:
        crowd = people.copy()
        # The trials of a repeat all stand for what is still open; what has ended is known exactly.
        crowd.weights = even_counts(people.weights * (share / still_open), rng)
        crowd = _with_people(crowd)
        for turn in range(through + 1, sequence.limit + 1):
            if len(crowd.weights) == 0:
                break
            # Never more states than trials, so no other limit is needed.
            crowd = play_turn(sequence, crowd, EvenSplit(rng), ledger, turn, max(share, 1) * 64)
        close(sequence, crowd, ledger)
        return crowd.peak

    return _repeated(sequence, people, through, exact, trials, seed, progress, repeat)


def _repeated(
    sequence: PlaySequence,
    people: Population,
    through: int,
    exact: Ledger,
    trials: int,
    seed: int,
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
        for repeat, share in enumerate(each):
            rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(repeat,))))
            ledger = Ledger(sequence)
            peak = max(peak, play(share, ledger, rng))
            ledger.scale(still_open / share)
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
