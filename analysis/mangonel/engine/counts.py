"""The counts engine: whole numbers of trials, split over the states they reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.exact import close, play_turn, so_far
from mangonel.engine.faces import generator
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
_TRIALS_A_STATE, _STATES = 8, 1 << 17
"""Tables pay with so many trials for each state after a phase, and so many states, those between phases counted too.

Part of the seed contract.
"""

_ENTRIES = 1 << 20
"""Repeats are carried on together as long as their states and counters are so many numbers."""

Repeats = Callable[[Sequence[int], Sequence[Ledger], Sequence[np.random.Generator]], int]
"""Plays some repeats with so many trials each, books them, and returns the most states there were."""


def run_counts(
    sequence: PlaySequence, *, trials: int, seed: int = 0, way: str = TABLES, progress: Progress | None = None
) -> Result:
    """Split whole numbers of trials evenly over the states, in independent repeats."""
    compiled = sequence.compiled.apart(sequence.limit)
    reached = compiled.reached(sequence.limit, trials // _TRIALS_A_STATE, _STATES) if way == TABLES else None
    if reached is None:
        return counted(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, progress)

    def repeats(shares: Sequence[int], ledgers: Sequence[Ledger], rngs: Sequence[np.random.Generator]) -> int:
        standing = begin_standing(compiled, shares)
        for turn in range(1, sequence.limit + 1):
            if not standing.weights.any():
                break
            standing = dealt(compiled, standing, ledgers, turn, reached.peak, rngs)
        for game, ledger in enumerate(ledgers):
            close(sequence, standing.people(compiled, game), ledger)
        return standing.peak

    together = max(1, _ENTRIES // (reached.peak * (1 + len(sequence.tallies))))
    return _repeated(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, progress, repeats, together)


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

    def repeat(shares: Sequence[int], ledgers: Sequence[Ledger], rngs: Sequence[np.random.Generator]) -> int:
        (share,), (ledger,), (rng,) = shares, ledgers, rngs
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
    play: Repeats,
    together: int = 1,
) -> Result:
    ledgers: list[Ledger] = []
    peak = people.peak
    interrupted = False
    still_open = float(people.weights.sum())
    repeats = REPEATS if trials < _MANY else _MANY_REPEATS
    each = [trials // repeats + (repeat < trials % repeats) for repeat in range(repeats)]
    try:
        for first in range(0, repeats, together):
            shares = each[first : first + together]
            rngs = [np.random.Generator(generator(seed, first + place)) for place in range(len(shares))]
            some = [Ledger(sequence) for _ in shares]
            peak = max(peak, play(shares, some, rngs))
            for ledger, share in zip(some, shares, strict=True):
                ledger.scale(still_open / share)
                ledger.merge(exact)
            ledgers += some
            if progress is not None:
                progress((through + (sequence.limit - through) * len(ledgers) / repeats) / sequence.limit)
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
