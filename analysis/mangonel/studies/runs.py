"""Several runs that know nothing of each other: one after the other, or in other processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from typing import TypeVar

from mangonel.engine.ledger import Progress

__all__ = ["played"]


Done = TypeVar("Done")


def played(
    jobs: Sequence[Callable[[], Done]],
    *,
    executor: Executor | None = None,
    took: Callable[[int, Done], object] | None = None,
    progress: Progress | None = None,
) -> list[Done]:
    """Do jobs and return their results, in their order; they are the same for any number of processes.

    Parameters
    ----------
    jobs
        The jobs. With an `executor` of other processes they have to travel: partials of functions at module
        level.
    executor
        Where they are done; by default here.
    took
        Called with the number of a job and its result, as soon as it is done.
    progress
        Called with the share of the jobs that are done.
    """
    results: dict[int, Done] = {}

    def note(number: int, done: Done) -> None:
        results[number] = done
        if took is not None:
            took(number, done)
        if progress is not None:
            progress(len(results) / len(jobs))

    if executor is None:
        for number, job in enumerate(jobs):
            note(number, job())
    else:
        waiting = {executor.submit(job): number for number, job in enumerate(jobs)}
        try:
            for future in as_completed(waiting):
                note(waiting[future], future.result())
        finally:
            for future in waiting:
                future.cancel()
    return [results[number] for number in range(len(jobs))]
