"""Monte Carlo runs: blocks of trials, here or in other processes, until the target or the limit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.compiled import COUNTED, Compiled
from mangonel.engine.drawing import Drawing, Drawn
from mangonel.engine.interrupts import uninterrupted
from mangonel.engine.ledger import Ledger
from mangonel.engine.sampling import BLOCK, play_block
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.ways import TABLES
from mangonel.odds.notes import Note
from mangonel.odds.result import Result

__all__ = ["ROUND", "run_sampled"]

ROUND = 4
"""Blocks between two looks at the precision reached. Part of the seed contract of a run with a target."""

_TRIALS_A_PHASE, _TURNS = 256, 40
_TRIALS_A_STATE = 7
"""Tables pay from so many trials on: for each phase of each of so many turns, and for each state. Part of the
seed contract."""


class _Played:
    """Blocks that are played phase by phase."""

    blocks = 1
    """Blocks that are played at a time."""

    def __init__(self, sequence: PlaySequence) -> None:
        self._sequence = sequence
        self._ledger = Ledger(sequence)

    def task(self, seed: int, block: int, sizes: Sequence[int]) -> tuple[Callable[..., Ledger], tuple[Any, ...]]:
        """Return what plays blocks from a number on, and what it is called with."""
        return play_ledger, (self._sequence, seed, block, sizes[0])

    def add(self, played: Any) -> None:
        """Add what was played."""
        self._ledger.merge(played)

    def by_ending(self) -> NDArray[np.float64]:
        """Return the trials by the code of their ending. Shape (1 + endings,)."""
        keys, weights = self._ledger.cells()
        codes = self._ledger.outcomes(keys)[:, 0]
        return np.bincount(codes, weights, minlength=self._ledger.shape[0]).astype(np.float64)

    def ledger(self) -> Ledger:
        """Return it booked."""
        return self._ledger


class _Drawn:
    """Blocks that are drawn from tables."""

    blocks = ROUND

    def __init__(self, sequence: PlaySequence, compiled: Compiled, drawing: Drawing) -> None:
        self._sequence = sequence
        self._compiled = compiled
        self._drawing = drawing
        self._drawn = drawing.sampler.nothing()

    def task(self, seed: int, block: int, sizes: Sequence[int]) -> tuple[Callable[..., Drawn], tuple[Any, ...]]:
        """As `_Played.task`."""
        return self._drawing.sampler.play, (seed, block, sizes)

    def add(self, drawn: Any) -> None:
        """Add what was drawn."""
        self._drawn.add(drawn)

    def by_ending(self) -> NDArray[np.float64]:
        """As `_Played.by_ending`."""
        found = np.bincount(
            self._drawing.sampler.codes, self._drawn.ended.sum(axis=0), minlength=self._drawing.sampler.endings
        )
        found[0] = self._drawn.trials - found.sum()
        return found.astype(np.float64)

    def ledger(self) -> Ledger:
        """As `_Played.ledger`."""
        ledger = Ledger(self._sequence)
        self._drawing.book(self._compiled, self._drawn, ledger)
        return ledger


def play_ledger(sequence: PlaySequence, seed: int, block: int, trials: int) -> Ledger:
    """Play a block phase by phase, and return what came of it."""
    return play_block(sequence, seed, block, trials).ledger


def run_sampled(
    sequence: PlaySequence,
    *,
    trials: int,
    seed: int = 0,
    precision: float | None = None,
    way: str = TABLES,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play trials one by one, in blocks.

    On KeyboardInterrupt the blocks done so far are reported, if there is one.
    """
    compiled = sequence.compiled.apart(sequence.limit)
    worth = way == TABLES and trials >= _TRIALS_A_PHASE * len(sequence.phases) * min(sequence.limit, _TURNS)
    reached = compiled.reached(sequence.limit, COUNTED, trials // _TRIALS_A_STATE) if worth else None
    games = _Played(sequence) if reached is None else _Drawn(sequence, compiled, compiled.drawing(reached))
    done = 0
    interrupted = False
    try:
        for number, (played, size) in enumerate(_blocks(games, trials, seed, executor), start=1):
            with uninterrupted():
                games.add(played)
                done += size
            if progress is not None:
                progress(done / trials)
            look = precision is not None and number * games.blocks % ROUND == 0
            if precision is not None and look and _largest_error(games.by_ending(), done) <= precision:
                break
    except KeyboardInterrupt:
        if not done:
            raise
        interrupted = True
    notes = []
    if precision is not None:
        error = _largest_error(games.by_ending(), done)
        key = "precision_reached" if error <= precision else "precision_not_reached"
        notes.append(Note(key, (("error", f"{precision:g}"),)))
    if interrupted:
        notes.append(Note("interrupted_after_trials", (("done", done), ("trials", trials))))
    ledger = games.ledger()
    ledger.scale(1.0 / done)
    source = replace(
        provenance(sequence, "monte-carlo"), trials=done, seed=seed, notes=tuple(notes), interrupted=interrupted
    )
    return assemble(sequence, [ledger], source)


def _blocks(
    games: _Played | _Drawn, trials: int, seed: int, executor: Executor | None
) -> Iterator[tuple[Ledger | Drawn, int]]:
    """Yield what came of the blocks in order, whoever plays them."""
    sizes = [min(BLOCK, trials - first) for first in range(0, trials, BLOCK)]
    parts = [(first, sizes[first : first + games.blocks]) for first in range(0, len(sizes), games.blocks)]
    if executor is None:
        for first, some in parts:
            play, arguments = games.task(seed, first, some)
            yield play(*arguments), sum(some)
        return
    # A few ahead keep the workers busy without holding every result at once.
    waiting: deque[tuple[Future[Ledger | Drawn], int]] = deque()
    try:
        for first, some in parts:
            play, arguments = games.task(seed, first, some)
            waiting.append((executor.submit(play, *arguments), sum(some)))
            if len(waiting) > 2 * ROUND:
                future, size = waiting.popleft()
                yield future.result(), size
        while waiting:
            future, size = waiting.popleft()
            yield future.result(), size
    finally:
        for future, _ in waiting:
            future.cancel()


def _largest_error(by_ending: NDArray[np.float64], done: int) -> float:
    shares = by_ending / by_ending.sum()
    return float(np.sqrt(shares * (1 - shares) / done).max())
