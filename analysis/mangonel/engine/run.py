"""Running a sequence by the engine that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from mangonel.engine.assemble import Progress, assemble, provenance
from mangonel.engine.checking import checked_sequence
from mangonel.engine.counts import REPEATS, counted, run_counts
from mangonel.engine.endless import to_the_end
from mangonel.engine.exact import STATE_LIMIT, exactly, run_exact, so_far
from mangonel.engine.keeping import Keeps
from mangonel.engine.monte_carlo import run_sampled
from mangonel.engine.sampling import Span
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.slips import is_whole
from mangonel.engine.ways import PHASES, TABLES, WAYS
from mangonel.engine.workers import Workers
from mangonel.errors import DataError, SequenceError
from mangonel.odds.result import Result
from mangonel.walks.process import Process

__all__ = ["DEFAULT_TRIALS", "ENGINES", "check_arguments", "run", "run_auto"]

ENGINES = ("auto", "exact", "counts", "monte-carlo")
DEFAULT_TRIALS = 1_000_000


def run(
    sequence: PlaySequence,
    *,
    engine: str = "auto",
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    precision: float | None = None,
    state_limit: int = STATE_LIMIT,
    executor: Executor | None = None,
    workers: int = 1,
    way: str = TABLES,
    check: bool = False,
    keeps: Keeps | None = None,
    span: Span | None = None,
    progress: Progress | None = None,
) -> Result:
    """Run a sequence by the engine of that name.

    Parameters
    ----------
    sequence
        What is played.
    engine
        ``exact``, ``counts``, ``monte-carlo``, or ``auto``: exact until the states outgrow the limit, then counts;
        ``monte-carlo`` for a sequence that is `sampled`.
    trials
        Trials of a sampled run.
    seed
        Seed of a sampled run. The same seed gives the same result for any number of workers.
    precision
        For ``monte-carlo``: stop once the standard error of every ending's probability is at most this, or at `trials`.
    state_limit
        The most states the exact engine may keep.
    executor
        Where blocks of Monte Carlo, and repeats of counts that are played phase by phase, are played; by default in
        this process. How many tasks it does at once is its attribute ``workers``, if it has one.
    workers
        How many processes to start for this run, if there is no `executor`. The sequence must have a `recipe`.
    way
        ``tables``: what a phase does is worked out once for each thing that it can see, and looked up; where
        that is too much, phases are played. ``phases``: they are always played, as by traces and by comparisons on
        the same dice. Exact results are the same but for rounding; sampled ones have other dice.
    check
        Check every play of every phase, and not only the first ones: the phase is played again on some of its rows and
        must do the same. This finds randomness and state kept outside the columns, counters that are looked at, and
        rows that depend on each other. The result is the same, and takes several times as long.
    keeps
        For ``monte-carlo``: where blocks that are played are kept, and looked for.
    span
        For ``monte-carlo``: which trials of the run are played; all of them by default.
    progress
        Called with the share of the work that is done.

    Raises
    ------
    DataError
        If an argument is out of range, or blocks cannot be kept.
    SequenceError
        If a phase asks or leaves what it cannot; the message names the phase, and the roll or the column. Or if it is
        to be sent to workers and has no recipe.
    StateLimitError
        If ``exact`` was asked for and there are too many states.
    """
    if isinstance(sequence, Process):
        from mangonel.walks.run import run as play

        return play(
            sequence,
            engine=engine,
            trials=trials,
            seed=seed,
            precision=precision,
            state_limit=state_limit,
            executor=executor,
            workers=workers,
            keeps=keeps,
            span=span,
            progress=progress,
        )
    if not isinstance(sequence, PlaySequence):
        shown = sequence if isinstance(sequence, str) else type(sequence).__name__
        raise DataError("run plays a sequence; a scenario is played by mangonel.simulate", value=shown)
    check_arguments(engine, trials, seed, precision)
    if not is_whole(state_limit) or state_limit < 1:
        raise DataError("a state limit is a whole number of at least 1", value=state_limit)
    if not is_whole(workers) or workers < 1:
        raise DataError("workers are a whole number of at least 1", value=workers)
    if workers > 1 and engine == "exact":
        raise DataError("what is exact is worked out in one process", path="engine", value=engine)
    if way not in WAYS:
        raise DataError("no such way to run", value=way, allowed=WAYS)
    if check:
        sequence, way = checked_sequence(sequence), PHASES
    if workers > 1 and executor is None and sequence.recipe is None:
        raise SequenceError(f"sequence {sequence.name!r} has no recipe and cannot be sent to workers")
    with Workers(workers) if workers > 1 and executor is None else nullcontext(executor) as crew:
        sampled: dict[str, Any] = {"trials": trials, "seed": seed, "way": way, "executor": crew, "progress": progress}
        plays: dict[str, Callable[[PlaySequence], Result]] = {
            "exact": partial(run_exact, state_limit=state_limit, way=way, progress=progress),
            "counts": partial(run_counts, **sampled),
            "monte-carlo": partial(run_sampled, precision=precision, keeps=keeps, span=span, **sampled),
            "auto": partial(run_auto, state_limit=state_limit, **sampled),
        }
        return to_the_end(sequence, plays[engine]) if sequence.turns is None else plays[engine](sequence)


def check_arguments(engine: str, trials: int, seed: int, precision: float | None) -> None:
    """Check what `run` is asked for.

    Raises
    ------
    DataError
        If an argument is out of range.
    """
    if engine not in ENGINES:
        raise DataError("no such engine", value=engine, allowed=ENGINES)
    if not is_whole(trials):
        raise DataError("trials are a whole number", value=trials)
    if trials < REPEATS:
        raise DataError(f"too few trials (at least {REPEATS})", value=trials)
    if not is_whole(seed) or seed < 0:
        raise DataError("a seed is a whole number of at least 0", value=seed)
    if precision is not None and not (isinstance(precision, (int, float)) and 0 < precision < 1):
        raise DataError("a precision is a standard error between 0 and 1", value=precision)
    if precision is not None and engine != "monte-carlo":
        raise DataError("only monte-carlo runs to a precision", path="engine", value=engine, allowed=["monte-carlo"])


def run_auto(
    sequence: PlaySequence,
    *,
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    state_limit: int = STATE_LIMIT,
    way: str = TABLES,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Result:
    """Count exactly until the states outgrow the limit, then go over to counts and say so; or sample at once."""
    if sequence.sampled:
        return run_sampled(sequence, trials=trials, seed=seed, way=PHASES, executor=executor, progress=progress)
    ledger, people, through, stopped = exactly(sequence, state_limit, way, progress)
    if isinstance(stopped, KeyboardInterrupt):
        return so_far(sequence, ledger, people, through)
    if through == sequence.limit:
        return assemble(sequence, [ledger], replace(provenance(sequence, "exact"), states=people.peak))
    return counted(sequence, people, through, ledger, trials, seed, executor, progress)
