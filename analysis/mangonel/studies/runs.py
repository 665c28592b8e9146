"""Several runs that know nothing of each other: one after the other, or in other processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mangonel.engine.assemble import Progress

__all__ = ["played"]

Done = TypeVar("Done")


def played(
    jobs: Sequence[Callable[[], Done]], *, executor: Executor | None = None, progress: Progress | None = None
) -> list[Done]:
    """Do jobs and return what they give, in their order; it is the same for any number of processes.

    Parameters
    ----------
    jobs
        What is to be done. With an `executor` of other processes they have to travel: partials of functions at module
        level.
    executor
        Where they are done; by default here.
    progress
        Called with the share of the jobs that are done.
    """
    tell = progress if progress is not None else lambda _share: None
    if executor is None:
        done = []
        for number, job in enumerate(jobs, start=1):
            done.append(job())
            tell(number / len(jobs))
        return done
    from concurrent.futures import as_completed

    futures = [executor.submit(job) for job in jobs]
    for number, future in enumerate(as_completed(futures), start=1):
        future.result()
        tell(number / len(jobs))
    return [future.result() for future in futures]
