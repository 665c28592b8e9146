"""Trials block by block, here or in other processes, added up in order, and kept on the way if they are to be."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any, TypeAlias

from mangonel.engine.keeping import Keep, uninterrupted
from mangonel.engine.ledger import Part, Progress
from mangonel.engine.sampling import BLOCK, Span
from mangonel.engine.workers import Sent, width

_TASK, _HERE = 1.0, 0.25
"""Seconds that a task is worth in another process, and in this one, where nothing else happens meanwhile."""
_LARGEST = 1 << 11
"""Blocks of a task."""
_SHARES = 4
"""Tasks that are left for every worker at least, so that all of them end at about the same time."""


Play: TypeAlias = Callable[[int, int, int], Part]
"""Plays a block of trials by the seed, the number of the block and its size, on which alone they depend. It can be sent
to other processes."""


def play_blocks(
    play: Play,
    trials: Span,
    seed: int,
    *,
    executor: Executor | None = None,
    look: Callable[[Part], bool] | None = None,
    keep: Keep | None = None,
    progress: Progress | None = None,
) -> tuple[Part, bool]:
    """Play trials from the first to the last, or until enough is known; return whether it was interrupted, too.

    On KeyboardInterrupt the trials done so far are returned, if there are any.

    Parameters
    ----------
    executor
        Where they are played; by default here.
    look
        Whether the trials so far are enough, asked after each block.

    Raises
    ------
    DataError
        If they cannot be kept, or a block that is kept does not come out as before.
    """
    gathered: Part | None = None
    sent, crew, kept = Sent(play), executor or _Here(), [] if keep is None else keep.spans()
    pace = _Pace(width(crew), _HERE if executor is None else _TASK, largest=1 if look is not None else _LARGEST)
    interrupted, done = False, trials.start
    if keep is not None and kept and not all(known for _, known in _tasks(trials, kept, pace)):
        keep.check(lambda span: crew.submit(_play_sent, sent, seed, span).result()[0])
    try:
        for part, span in _in_order(sent, _tasks(trials, kept, pace), seed, crew, keep, pace):
            with uninterrupted():
                gathered = part.plus(gathered)
                done = span.stop
            if keep is not None:
                # The first block is written by itself: it is replayed before others are added.
                keep.reached(Span(trials.start, done), gathered, now=done - trials.start <= BLOCK)
            if progress is not None:
                progress((done - trials.start) / (trials.stop - trials.start))
            if look is not None and done % BLOCK == 0 and look(gathered):
                break
    except KeyboardInterrupt:
        if gathered is None:
            raise
        interrupted = True
    assert gathered is not None
    if keep is not None:
        with uninterrupted():
            keep.reached(Span(trials.start, done), gathered, now=True)
    return gathered, interrupted


class _Pace:
    """How many blocks are a task: as many as take about so long, judged by those that were played."""

    def __init__(self, workers: int, seconds: float, largest: int) -> None:
        self.workers, self._seconds, self._largest, self._blocks = workers, seconds, largest, 1

    def note(self, blocks: int, seconds: float) -> None:
        """Note how long blocks took."""
        self._blocks = max(1, min(2 * self._blocks, int(blocks * self._seconds / max(seconds, 1e-6)), self._largest))

    def blocks(self, left: int) -> int:
        """Return the blocks of the next task if so many are left."""
        return max(1, min(self._blocks, left // (_SHARES * self.workers)))


def _tasks(trials: Span, kept: list[Span], pace: _Pace) -> Iterator[tuple[Span, bool]]:
    """Yield the tasks in order, and whether each is kept already."""
    first = trials.start
    while first < trials.stop:
        # Kept trials end with a block, or with the run: a longer run has another last block.
        usable = [held for held in kept if first <= held.start and (held.stop == trials.stop or held.whole)]
        usable = [held for held in usable if held.stop <= trials.stop]
        here = max((held.stop for held in usable if held.start == first), default=None)
        if here is not None:
            yield Span(first, here), True
            first = here
            continue
        last = min((held.start for held in usable), default=trials.stop)
        left = -(-(last - first) // BLOCK)
        blocks = 1 if first == trials.start else pace.blocks(left)
        span = Span(first, min(first + blocks * BLOCK, last))
        yield span, False
        first = span.stop


class _Here(Executor):
    """Runs each task at once, in this process."""

    workers = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it; errors and interruptions come at once, too."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def _in_order(
    sent: Sent[Play], tasks: Iterator[tuple[Span, bool]], seed: int, executor: Executor, keep: Keep | None, pace: _Pace
) -> Iterator[tuple[Part, Span]]:
    # One that is played and one that waits for each worker: none stands idle while results are added up.
    ahead = 1 if isinstance(executor, _Here) else 2 * pace.workers
    waiting: deque[tuple[Future[tuple[Part, float]] | None, Span]] = deque()

    def first() -> tuple[Part, Span]:
        future, span = waiting[0]
        if future is None:
            assert keep is not None
            part = keep.part(span)
        else:
            part, seconds = future.result()
            pace.note(len(span.blocks()), seconds)
        waiting.popleft()
        return part, span

    try:
        for span, known in tasks:
            waiting.append((None if known else executor.submit(_play_sent, sent, seed, span), span))
            if len(waiting) >= ahead:
                yield first()
        while waiting:
            yield first()
    finally:
        for future, _ in waiting:
            if future is not None:
                future.cancel()


def _play_sent(sent: Sent[Play], seed: int, span: Span) -> tuple[Part, float]:
    """Play a task in the process to which it was sent; return how many seconds it took, too."""
    play, total = sent.thing, None
    began = time.perf_counter()
    for block, size in span.blocks():
        total = play(seed, block, size).plus(total)
    assert total is not None
    return total, time.perf_counter() - began
