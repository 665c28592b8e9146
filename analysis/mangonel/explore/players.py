"""Other processes that do what takes time for all pages: what nobody waits for any more is dropped, at once.

Those who find numbers, those who draw, and those who do what takes long are not the same: nobody waits for a number
behind anything else.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from mangonel.engine.workers import be_a_worker
from mangonel.errors import MangonelError

if TYPE_CHECKING:
    from mangonel.engine.ledger import Progress

__all__ = ["Dropped", "Players"]


Done = TypeVar("Done")

NUMBERS, PICTURES, REST, WATCHED = "numbers", "pictures", "rest", "watched"
"""Kinds of work, each with processes of its own: what is watched does not wait for a number that becomes better."""

_GRACE = 0.4
"""Seconds that a dropped job has to look up before its process is ended."""
_TELL = 0.2
"""Seconds between two words on how far a job is."""
_MOST = 1_200_000
"""Kilobytes after which a process is replaced by a new one."""
_NICE = {NUMBERS: 0, PICTURES: 3, REST: 6, WATCHED: 6}
"""How far each gives way to the others, as the system counts it."""
_NEEDED = ("mangonel.explore.plays", "mangonel.document.scenario", "mangonel.explore.goals", "mangonel.explore.coach")
"""Modules that processes import before their first job."""
_USUAL = MappingProxyType({NUMBERS: 1, PICTURES: 1, REST: 1, WATCHED: 2})


@cache
def _context() -> BaseContext:
    """Return how processes begin: where that is possible, as copies of one that has everything, at once."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(list(_NEEDED))
    return context


class Dropped(Exception):  # noqa: N818 - not an error: nobody waits any more
    """Nobody waits for this job any more."""


class _Seat:
    """One process, which does one job after the other."""

    def __init__(self, work: str) -> None:
        context = _context()
        self.line, theirs = context.Pipe()
        self._stop = context.Event()
        self._process = context.Process(  # type: ignore[attr-defined] # every kind of context has it
            target=_play, args=(theirs, self._stop, _NICE[work]), daemon=True
        )
        self._process.start()
        theirs.close()
        self.heard: asyncio.Future[tuple[str, Any]] | None = None

    def begin(self, job: Callable[[Progress], Any]) -> None:
        self._stop.clear()
        self.line.send(job)

    def drop(self) -> None:
        self._stop.set()

    def end(self) -> None:
        # Whoever listens at the line hears that it has ended.
        self._process.kill()
        self._process.join()


class Players:
    """Processes of this machine that play: so many seats for each kind of work; `long` names what has taken long."""

    def __init__(self, seats: Mapping[str, int] = _USUAL) -> None:
        self._free: dict[str, asyncio.Queue[_Seat]] = {work: asyncio.Queue() for work in seats}
        self._seats: set[_Seat] = set()
        self.long: set[str] = set()
        self._cleaning: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(2 * sum(seats.values()), thread_name_prefix="players")
        # The first takes a second; nobody waits for it but who has something to be done.
        self._starting: Future[list[tuple[str, _Seat]]] | None = self._threads.submit(
            lambda: [(work, _Seat(work)) for work, number in seats.items() for _ in range(number)]
        )

    def _add(self, work: str, seat: _Seat) -> None:
        self._seats.add(seat)
        self._free[work].put_nowait(seat)

    async def _seat(self, work: str) -> _Seat:
        if self._starting is not None:
            started = await asyncio.shield(asyncio.wrap_future(self._starting))
            if self._starting is not None:
                self._starting = None
                for its_work, seat in started:
                    self._add(its_work, seat)
        return await self._free[work].get()

    async def do(self, job: Callable[[Progress], Done], work: str = NUMBERS, *, told: Progress | None = None) -> Done:
        """Have something done. Whoever stops waiting has it dropped.

        Parameters
        ----------
        job
            What is done, given what it calls with the share that is done: a partial of a function at module level.
        work
            What kind of work it is: `NUMBERS` are answered at once, `REST` may take its time.

        Raises
        ------
        MangonelError
            What the job has raised, or if its process died.
        """
        seat = await self._seat(work)
        try:
            seat.begin(job)
        except OSError:
            # It died while it had nothing to do.
            self._replace(seat, work)
            return await self.do(job, work, told=told)
        except BaseException:
            self._free[work].put_nowait(seat)
            raise
        try:
            kind, what = await self._heard(seat, told)
        except asyncio.CancelledError:
            seat.drop()
            task = asyncio.create_task(self._clean(seat, work))
            self._cleaning.add(task)
            task.add_done_callback(self._cleaning.discard)
            raise
        except Exception as error:
            # Whatever came, there is a seat again: without one all pages would wait for ever.
            self._replace(seat, work)
            if isinstance(error, EOFError | OSError):
                raise MangonelError("the process that played died: there may be too little memory") from None
            raise
        self._again(seat, what[1], work)
        if kind == "failed":
            raise what[0]
        done: Done = what[0]
        return done

    async def _heard(self, seat: _Seat, told: Progress | None) -> tuple[str, Any]:
        loop = asyncio.get_running_loop()
        while True:
            if seat.heard is None:
                seat.heard = loop.run_in_executor(self._threads, partial(_receive, seat.line))
                seat.heard.add_done_callback(lambda done: done.cancelled() or done.exception())
            # Who stops waiting leaves what is heard to who cleans up.
            kind, what = await asyncio.shield(seat.heard)
            seat.heard = None
            if kind != "share":
                return kind, what
            if told is not None:
                told(what)

    async def _clean(self, seat: _Seat, work: str) -> None:
        """Have a seat ready for the next job: when it has looked up, or by a new process."""
        try:
            _, what = await asyncio.wait_for(self._heard(seat, None), _GRACE)
        except Exception:  # noqa: BLE001 - nobody waits for what it says; only the seat matters
            self._replace(seat, work)
        else:
            self._again(seat, what[1], work)

    def _again(self, seat: _Seat, size: int, work: str) -> None:
        if size > _MOST:
            self._replace(seat, work)
        else:
            self._free[work].put_nowait(seat)

    def _replace(self, seat: _Seat, work: str) -> None:
        self._seats.discard(seat)
        seat.end()
        self._add(work, _Seat(work))

    def close(self) -> None:
        """End all processes."""
        started = [] if self._starting is None else [seat for _, seat in self._starting.result()]
        for seat in (*self._seats, *started):
            seat.end()
        self._seats.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _receive(line: Connection) -> tuple[str, Any]:
    while not line.poll(0.5):
        pass
    came: tuple[str, Any] = line.recv()
    return came


def _play(line: Connection, stop: Any, nice: int) -> None:
    """Do what comes down the line until it is closed; what takes a second to import is there before it comes."""
    be_a_worker()
    if hasattr(os, "nice"):
        os.nice(nice)
    import_module("mangonel.explore.plays")
    import_module("mangonel.document.scenario")
    import_module("mangonel.explore.goals")
    import_module("mangonel.explore.coach")
    while True:
        try:
            job = line.recv()
        except EOFError:
            return
        last = 0.0

        def progress(share: float) -> None:
            nonlocal last
            if stop.is_set():
                raise Dropped
            now = time.monotonic()
            if now - last >= _TELL:
                last = now
                line.send(("share", share))

        try:
            answer = ("done", job(progress))
        except Exception as error:  # noqa: BLE001 - whoever asked is told what went wrong
            answer = ("failed", error)
        with contextlib.suppress(OSError):
            line.send((answer[0], (answer[1], _size())))


def _size() -> int:
    """Return the most memory that this process has had, in kilobytes; 0 where that is not known."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
