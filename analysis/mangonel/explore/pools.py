"""Other processes that do long jobs for all pages; a job that no page waits for any more is dropped at once.

Numbers, pictures, and jobs that take long have processes of their own, so that no number waits behind anything else.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from mangonel.engine.workers import be_a_worker
from mangonel.errors import MangonelError
from mangonel.rules.words import Locale, speaking, words

if TYPE_CHECKING:
    from mangonel.engine.ledger import Progress

Done = TypeVar("Done")

NUMBERS, PICTURES, REST, WATCHED = "numbers", "pictures", "rest", "watched"
"""Kinds of work, each with processes of its own: a watched job does not wait for a number that becomes better."""

_GRACE = 0.4
"""Seconds that a dropped job has to look up before its process is ended."""
_TELL = 0.2
"""Seconds between two words on how far a job is."""
_MOST = 1_200_000
"""Kilobytes after which a process is replaced by a new one."""
_NICE = {NUMBERS: 0, PICTURES: 3, REST: 6, WATCHED: 6}
"""How far each gives way to the others, as the system counts it."""
_NEEDED = ("explore.jobs", "document.scenario", "explore.goals", "explore.coach")
"""Modules that are imported before the first process begins."""
_USUAL = MappingProxyType({NUMBERS: 1, PICTURES: 1, REST: 1, WATCHED: 2})
_PROCESS, _STOP, _SHARE = range(3)
"""Numbers that a process and this one share: its id, whether its job is dropped, and how far it is."""


@cache
def _context() -> BaseContext:
    """Return how processes begin: where that is possible, as copies of one that has everything, at once."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([f"mangonel.{name}" for name in _NEEDED])
    return context


class Dropped(Exception):  # noqa: N818 - not an error
    """The result of this job is no longer wanted."""


class _Seat:
    """One process, which does one job after the other."""

    def __init__(self, work: str) -> None:
        self.shared: Any = _context().RawArray("d", 3)
        self.pool = ProcessPoolExecutor(1, _context(), _begin, (self.shared, _NICE[work]))
        self.pool.submit(os.getpid)

    def end(self) -> None:
        with suppress(OSError):
            if process := int(self.shared[_PROCESS]):
                os.kill(process, signal.SIGTERM)
        self.pool.shutdown(wait=False, cancel_futures=True)


class Pools:
    """Processes of this machine that play: so many seats for each kind of work; `long` names slow scenarios."""

    def __init__(self, seats: Mapping[str, int] = _USUAL) -> None:
        self._free: dict[str, asyncio.Queue[_Seat]] = {work: asyncio.Queue() for work in seats}
        self._seats: set[_Seat] = set()
        self.long: set[str] = set()
        self._cleaning: set[asyncio.Task[None]] = set()
        # The first takes a second, which only a job waits for.
        self._thread = ThreadPoolExecutor(1)
        self._begun = [
            (work, self._thread.submit(_Seat, work)) for work, number in seats.items() for _ in range(number)
        ]

    def _add(self, work: str, seat: _Seat) -> None:
        self._seats.add(seat)
        self._free[work].put_nowait(seat)

    async def _seat(self, work: str) -> _Seat:
        while self._begun:
            begun = self._begun[0]
            seat = await asyncio.shield(asyncio.wrap_future(begun[1]))
            if begun in self._begun:
                self._begun.remove(begun)
                self._add(begun[0], seat)
        return await self._free[work].get()

    async def do(self, job: Callable[[Progress], Done], work: str = NUMBERS, *, told: Progress | None = None) -> Done:
        """Do a job in another process; it is dropped if the caller is cancelled.

        Parameters
        ----------
        job
            Called with a function that takes the share that is done: a partial of a function at module level.
        work
            The kind of work: `NUMBERS` are answered at once, `REST` may take its time.

        Raises
        ------
        MangonelError
            As the job has raised it, or if its process died.
        """
        seat = await self._seat(work)
        seat.shared[_STOP] = seat.shared[_SHARE] = 0.0
        try:
            playing = asyncio.wrap_future(seat.pool.submit(_play, job, words()))
        except BrokenProcessPool:
            # It died while it had nothing to do.
            self._replace(seat, work)
            return await self.do(job, work, told=told)
        try:
            while not playing.done():
                await asyncio.wait([playing], timeout=None if told is None else _TELL)
                if told is not None:
                    told(seat.shared[_SHARE])
            done, size = playing.result()
        except asyncio.CancelledError:
            seat.shared[_STOP] = 1.0
            task = asyncio.create_task(self._clean(seat, work, playing))
            self._cleaning.add(task)
            task.add_done_callback(self._cleaning.discard)
            raise
        except BrokenProcessPool:
            self._replace(seat, work)
            raise MangonelError("the process that played died: there may be too little memory") from None
        except Exception:
            self._free[work].put_nowait(seat)
            raise
        if size > _MOST:
            self._replace(seat, work)
        else:
            self._free[work].put_nowait(seat)
        return done

    async def _clean(self, seat: _Seat, work: str, playing: asyncio.Future[tuple[Any, int]]) -> None:
        """Have a seat ready for the next job: when it has looked up, or by a new process."""
        await asyncio.wait([playing], timeout=_GRACE)
        if not playing.done() or isinstance(playing.exception(), BrokenProcessPool):
            playing.add_done_callback(lambda late: late.cancelled() or late.exception())
            self._replace(seat, work)
        else:
            self._free[work].put_nowait(seat)

    def _replace(self, seat: _Seat, work: str) -> None:
        self._seats.discard(seat)
        seat.end()
        self._add(work, _Seat(work))

    def close(self) -> None:
        """End all processes."""
        for seat in (*self._seats, *(seat.result() for _, seat in self._begun)):
            seat.end()
        self._seats.clear()
        self._thread.shutdown(wait=False)


@cache
def _shared() -> list[Any]:
    return []


def _begin(shared: Any, nice: int) -> None:
    """Prepare a process: modules that take a second to import are there before the first job."""
    be_a_worker()
    shared[_PROCESS] = os.getpid()
    _shared().append(shared)
    if hasattr(os, "nice"):
        os.nice(nice)
    for name in _NEEDED:
        import_module(f"mangonel.{name}")
    # To look for garbage in all of that takes 60 ms, which a number would wait for.
    gc.freeze()


def _play(job: Callable[[Progress], Done], language: Locale) -> tuple[Done, int]:
    """Do a job in a language; return it with the most memory of this process so far, in kilobytes, 0 if not known."""
    (shared,) = _shared()

    def progress(share: float) -> None:
        if shared[_STOP]:
            raise Dropped
        shared[_SHARE] = share

    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with speaking(language):
            done = job(progress)
    finally:
        # Ended while it sends a result, it would leave half of one, for whose rest the parent waited for ever.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        import resource
    except ImportError:
        return done, 0
    return done, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
