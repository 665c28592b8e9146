"""Several runs that know nothing of each other: one after the other, or in other processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from functools import partial
from typing import TypeVar

from mangonel.engine.assemble import Progress
from mangonel.engine.exact import STATE_LIMIT
from mangonel.engine.keeping import decided_by
from mangonel.engine.run import DEFAULT_TRIALS, run
from mangonel.engine.sampling import Span
from mangonel.engine.sequence import PlaySequence
from mangonel.odds.result import Result
from mangonel.studies.folder import KeptFolder

__all__ = ["played", "run_kept"]

Done = TypeVar("Done")


def run_kept(
    sequence: PlaySequence,
    *,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    state_limit: int = STATE_LIMIT,
    span: Span | None = None,
    executor: Executor | None = None,
    keeps: KeptFolder | None = None,
    progress: Progress | None = None,
) -> Result:
    """Run a sequence as `mangonel.engine.run.run` does, or take from where runs are kept what was played before."""
    play = partial(
        run,
        sequence,
        engine=engine,
        trials=trials,
        seed=seed,
        precision=precision,
        state_limit=state_limit,
        executor=executor,
        progress=progress,
    )
    if keeps is None or engine == "monte-carlo":
        return play(keeps=keeps, span=span)
    what = {"engine": engine, "trials": trials, "seed": seed, "states": state_limit}
    what = decided_by(sequence) | ({name: what[name] for name in ("engine", "states")} if engine == "exact" else what)
    found = keeps.result(what, sequence)
    if found is None:
        found = play()
        if not found.provenance.interrupted:
            keeps.keep_result(what, found)
    return found


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
    futures = [executor.submit(job) for job in jobs]
    for number, future in enumerate(as_completed(futures), start=1):
        future.result()
        tell(number / len(jobs))
    return [future.result() for future in futures]
