"""Other processes to play in: they end with this one, and the tasks of one that dies are done again."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import lru_cache, partial
from typing import Any, Generic, TypeVar

from mangonel._version import __version__
from mangonel.errors import DataError

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")

_TRIES = 3
"""How often a task is begun that its worker does not survive."""
_THREADS = 2
"""Threads of this process by which a pool hands out tasks."""
_USUAL = 8
"""Tasks that an executor is taken to do at once if it does not say."""


def width(executor: Executor) -> int:
    """Return how many tasks an executor does at once."""
    for name in ("workers", "_max_workers"):
        if isinstance(width := getattr(executor, name, None), int):
            return width
    return _USUAL


class Sent(Generic[Thing]):
    """A thing that goes along with many tasks, and is put together once in each process that it comes to.

    Parameters
    ----------
    thing
        It has to be one that can be pickled, unless no other process is involved.
    """

    def __init__(self, thing: Thing) -> None:
        self.thing = thing
        self._packed: bytes | None = None

    def __reduce__(self) -> tuple[Callable[[bytes], Sent[Any]], tuple[bytes]]:
        """Travel as bytes, by which it is known again."""
        if self._packed is None:
            self._packed = zlib.compress(pickle.dumps((_versions(), self.thing)))
        return _Arrived, (self._packed,)


class _Arrived(Sent[Any]):
    """It in another process, put together by the first task: an error is an answer then, and costs no worker."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed

    @property
    def thing(self) -> Any:
        return _unpacked(self._packed)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Any:
    # It comes from the process that hands out the tasks.
    theirs, thing = pickle.loads(zlib.decompress(packed))  # noqa: S301
    if theirs != _versions():
        raise DataError(
            "a worker has other versions than the process that hands out the work",
            value=" and ".join(_versions()),
            allowed=[" and ".join(theirs)],
        )
    return thing


def _versions() -> tuple[str, str]:
    import numpy as np

    return f"mangonel {__version__}", f"numpy {np.__version__}"


class Workers(Executor):
    """Processes on this machine.

    They end with this process, however it ends. If one dies, new ones are started, and its task is done again.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._lock = threading.RLock()
        self._closed = False
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # A pool that finds no room for its threads waits for ever. Those that have been there leave it.
        tried = threading.Event()
        try:
            for _ in range(_THREADS):
                threading.Thread(target=tried.wait, daemon=True).start()
        finally:
            tried.set()
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=be_a_worker)

    def submit(self, fn: Callable[..., Answer], /, *args: Any, **kwargs: Any) -> Future[Answer]:
        """Have something done; see `concurrent.futures.Executor.submit`."""
        promised: Future[Answer] = Future()
        self._begin(promised, partial(fn, *args, **kwargs), _TRIES)
        return promised

    def _begin(self, promised: Future[Answer], work: Callable[[], Answer], tries: int) -> None:
        with self._lock:
            try:
                begun = self._pool.submit(work)
            except BrokenExecutor:
                self._pool = self._started()
                begun = self._pool.submit(work)
        promised.add_done_callback(lambda one: begun.cancel() if one.cancelled() else None)
        begun.add_done_callback(partial(self._done, promised, work, tries - 1))

    def _done(self, promised: Future[Answer], work: Callable[[], Answer], tries: int, begun: Future[Answer]) -> None:
        if begun.cancelled():
            promised.cancel()
            return
        error = begun.exception()
        if isinstance(error, BrokenExecutor) and not self._closed and not promised.cancelled():
            error = DataError(
                f"a process that played died {_TRIES} times: there may be too little memory,"
                ' or a script has no line if __name__ == "__main__"'
            )
            try:
                if tries:
                    self._begin(promised, work, tries)
                    return
            except (MemoryError, OSError, RuntimeError) as no_room:
                error = no_room
        if not promised.set_running_or_notify_cancel():
            return
        if error is not None:
            promised.set_exception(error)
        else:
            promised.set_result(begun.result())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as its base
        """End the processes; see `concurrent.futures.Executor.shutdown`."""
        with self._lock:
            self._closed = True
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)


def be_a_worker() -> None:
    """Leave interruptions to the parent, which reports finished work, and end with it."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (parent := parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing import connection

    connection.wait([sentinel])
    os._exit(1)
