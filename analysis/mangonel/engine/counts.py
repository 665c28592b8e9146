"""The counts engine: whole numbers of trials, split over the states they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.compiled import compiled_of
from mangonel.engine.dealing import dealt
from mangonel.engine.exact import close, play_turn, so_far
from mangonel.engine.faces import generator
from mangonel.engine.ledger import Filled, Ledger
from mangonel.engine.propagation import Population, begin, by_phases
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.splitting import EvenSplit, even_counts
from mangonel.engine.standing import begin_standing, book_ended, book_open, still_open
from mangonel.engine.ways import TABLES
from mangonel.engine.workers import Sent
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

Repeats = Callable[[Sequence[int]], Iterator[tuple[Sequence[Ledger], int]]]
"""Plays repeats with so many trials each; yields what is booked of some after some, and the most states there were."""


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
    compiled = compiled_of(sequence).apart(sequence.limit)
    reached = compiled.reached(sequence.limit, trials // _TRIALS_A_STATE, _STATES) if way == TABLES else None
    if reached is None:
        return counted(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, executor, progress)
    together = max(1, _ENTRIES // (reached.peak * (1 + len(sequence.tallies))))

    along = compiled.orders(reached)

    # Once the tables are there this is too quick to be worth other processes.
    def play(each: Sequence[int]) -> Iterator[tuple[Sequence[Ledger], int]]:
        for first in range(0, len(each), together):
            shares = each[first : first + together]
            rngs = [np.random.Generator(generator(seed, first + place)) for place in range(len(shares))]
            ledgers = [Ledger(sequence, few=True) for _ in shares]
            standing = begin_standing(compiled, shares)
            met, ended = [], []
            for turn in range(1, sequence.limit + 1):
                if not standing.weights.any():
                    break
                standing = standing.on(compiled.chain(turn))
                met.append((turn, still_open(compiled, standing, turn)))
                standing, over = dealt(compiled, standing, turn, reached.peak, rngs, along)
                ended.append((turn, over))
            book_open(met, ledgers)
            book_ended(compiled, ended, ledgers)
            for people, ledger in zip(standing.people(compiled), ledgers, strict=True):
                close(sequence, people, ledger)
            yield ledgers, standing.peak

    return _repeated(sequence, begin(sequence, 1.0), 0, Ledger(sequence), trials, seed, progress, play)


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
    play = partial(_one_by_one, _ByPhases(sequence, people, through), seed, executor)
    return _repeated(sequence, people, through, exact, trials, seed, progress, play)


@dataclass(frozen=True, eq=False)
class _ByPhases:
    """Plays repeats phase by phase from the end of a turn on; it can be sent to other processes."""

    sequence: PlaySequence
    people: Population
    through: int

    def play(self, seed: int, repeat: int, share: int) -> tuple[Ledger, int]:
        """Play one repeat; return what is booked, and the most states there were."""
        rng, ledger = np.random.Generator(generator(seed, repeat)), Ledger(self.sequence)
        crowd = self.people.copy()
        # The trials of a repeat all stand for what is still open; what has ended is known exactly.
        crowd.weights = even_counts(crowd.weights * (share / float(crowd.weights.sum())), rng)
        crowd = _with_people(crowd)
        rule = by_phases(self.sequence, EvenSplit(rng))
        for turn in range(self.through + 1, self.sequence.limit + 1):
            if len(crowd.weights) == 0:
                break
            # Never more states than trials, so no other limit is needed.
            crowd = play_turn(self.sequence, crowd, rule, ledger, turn, max(share, 1) * 64)
        close(self.sequence, crowd, ledger)
        return ledger, crowd.peak


def _play_sent(sent: Sent[_ByPhases], seed: int, repeat: int, share: int) -> tuple[Filled, int]:
    """Play a repeat in the process to which it was sent."""
    ledger, peak = sent.thing.play(seed, repeat, share)
    return ledger.filled(), peak


def _one_by_one(
    game: _ByPhases, seed: int, executor: Executor | None, each: Sequence[int]
) -> Iterator[tuple[Sequence[Ledger], int]]:
    """Yield what comes of repeats in order, whoever plays them."""
    if executor is None:
        for repeat, share in enumerate(each):
            ledger, peak = game.play(seed, repeat, share)
            yield [ledger], peak
        return
    sent = Sent(game)
    waiting = [executor.submit(_play_sent, sent, seed, repeat, share) for repeat, share in enumerate(each)]
    try:
        for future in waiting:
            filled, peak = future.result()
            yield [Ledger(game.sequence, filled)], peak
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
    progress: Progress | None,
    play: Repeats,
) -> Result:
    ledgers: list[Ledger] = []
    peak = people.peak
    interrupted = False
    still_open = float(people.weights.sum())
    repeats = REPEATS if trials < _MANY else _MANY_REPEATS
    each = [trials // repeats + (repeat < trials % repeats) for repeat in range(repeats)]
    try:
        for part, most in play(each):
            peak = max(peak, most)
            for ledger, share in zip(part, each[len(ledgers) :], strict=False):
                ledger.scale(still_open / share)
                ledger.merge(exact)
            ledgers += part
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
