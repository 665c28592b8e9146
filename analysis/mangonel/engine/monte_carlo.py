"""Monte Carlo runs: blocks of trials, here or in other processes, until the target or the limit."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace

import numpy as np

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.interrupts import uninterrupted
from mangonel.engine.ledger import Ledger
from mangonel.engine.sampling import BLOCK, Played, play_block
from mangonel.engine.sequence import PlaySequence
from mangonel.odds.notes import Note
from mangonel.odds.result import Result

__all__ = ["ROUND", "run_sampled"]

ROUND = 4
"""Blocks between two looks at the precision reached. Part of the seed contract of a run with a target."""


def run_sampled(
    sequence: PlaySequence,
    *,
    trials: int,
    seed: int = 0,
    precision: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play trials one by one, in blocks.

    On KeyboardInterrupt the blocks done so far are reported, if there is one.
    """
    ledger = Ledger(sequence)
    done = 0
    interrupted = False
    try:
        for block, (played, size) in enumerate(_blocks(sequence, trials, seed, executor), start=1):
            with uninterrupted():
                ledger.merge(played)
                done += size
            if progress is not None:
                progress(done / trials)
            if precision is not None and block % ROUND == 0 and _largest_error(ledger, done) <= precision:
                break
    except KeyboardInterrupt:
        if not done:
            raise
        interrupted = True
    ledger.scale(1.0 / done)
    notes = []
    if precision is not None:
        reached = _largest_error(ledger, done)
        key = "precision_reached" if reached <= precision else "precision_not_reached"
        notes.append(Note(key, (("error", f"{precision:g}"),)))
    if interrupted:
        notes.append(Note("interrupted_after_trials", (("done", done), ("trials", trials))))
    source = replace(
        provenance(sequence, "monte-carlo"), trials=done, seed=seed, notes=tuple(notes), interrupted=interrupted
    )
    return assemble(sequence, [ledger], source)


def _blocks(sequence: PlaySequence, trials: int, seed: int, executor: Executor | None) -> Iterator[tuple[Ledger, int]]:
    """Yield the ledgers of the blocks in order, whoever plays them."""
    sizes = [min(BLOCK, trials - first) for first in range(0, trials, BLOCK)]
    if executor is None:
        for block, size in enumerate(sizes):
            yield play_block(sequence, seed, block, size).ledger, size
        return
    # A few blocks ahead keep the workers busy without holding every result at once.
    waiting: deque[tuple[Future[Played], int]] = deque()
    try:
        for block, size in enumerate(sizes):
            waiting.append((executor.submit(play_block, sequence, seed, block, size), size))
            if len(waiting) > 2 * ROUND:
                future, first = waiting.popleft()
                yield future.result().ledger, first
        while waiting:
            future, first = waiting.popleft()
            yield future.result().ledger, first
    finally:
        for future, _ in waiting:
            future.cancel()


def _largest_error(ledger: Ledger, done: int) -> float:
    keys, weights = ledger.cells()
    codes = ledger.outcomes(keys)[:, 0]
    shares = np.bincount(codes, weights, minlength=ledger.shape[0]) / weights.sum()
    return float(np.sqrt(shares * (1 - shares) / done).max())
