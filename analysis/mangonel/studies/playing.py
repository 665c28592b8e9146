"""Work on games, one after the other or in other processes; equal work on equal games gives the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias, TypeVar

from mangonel.engine.exact import STATE_LIMIT
from mangonel.engine.keeping import decided_by
from mangonel.engine.ledger import Progress
from mangonel.engine.process import Identity, Process
from mangonel.engine.result import Result
from mangonel.engine.run import DEFAULT_TRIALS, Position, run
from mangonel.engine.sampling import Span
from mangonel.studies.differences import Change, on_shared_dice
from mangonel.studies.run_folder import KeptFolder

Done = TypeVar("Done")

Pair: TypeAlias = tuple[Result, Result, tuple[Change, ...]]
"""The results of two games on the same dice, and their differences, right minus left."""


def named(result: Result, identity: Identity) -> Result:
    """Return the result of the same game under another name."""
    return replace(result, provenance=replace(result.provenance, **asdict(identity)))


@dataclass(frozen=True, slots=True)
class Work:
    """How a game is played, or two on the same dice; attributes but the last are arguments of `mangonel.run`."""

    engine: str = "auto"
    """Of two games on the same dice it is always ``monte-carlo``."""
    trials: int = DEFAULT_TRIALS
    seed: int = 0
    precision: float | None = None
    state_limit: int = STATE_LIMIT
    span: Span | None = None
    place: Position | None = None
    """The position from which it is played on; None for the start."""

    def __call__(
        self,
        sequence: Process,
        *,
        executor: Executor | None = None,
        keeps: KeptFolder | None = None,
        progress: Progress | None = None,
    ) -> Result:
        """Play a game, or look up its kept result; sampled blocks are kept one by one."""
        result = None if keeps is None else self.found(keeps, sequence)
        if result is None:
            how: dict[str, Any] = {name: getattr(self, name) for name in self.__slots__ if name != "place"}
            how |= {"executor": executor, "keeps": keeps, "progress": progress}
            result = run(sequence, **how) if self.place is None else self.place.under(sequence).run(**how)
            if keeps is not None:
                self.keep(keeps, result, sequence)
        return result

    def pair(
        self,
        left: Process,
        right: Process,
        *,
        executor: Executor | None = None,
        keeps: KeptFolder | None = None,
        progress: Progress | None = None,
    ) -> Pair:
        """Play two games on the same dice; blocks are kept one by one."""
        places = () if self.place is None else tuple(self.place.under(each) for each in (left, right))
        first, other, changes = on_shared_dice(
            left,
            right,
            trials=self.trials,
            seed=self.seed,
            precision=self.precision,
            begun=places[0].people.ordered if places else None,
            executor=executor,
            keeps=keeps,
            progress=progress,
        )
        return (places[0].told(first), places[1].told(other), changes) if places else (first, other, changes)

    def what(self, sequence: Process) -> dict[str, object]:
        """Return all that the result of a game hangs on, if it is kept as a whole."""
        names = ("engine", "state_limit") if self.engine == "exact" else ("engine", "state_limit", "trials", "seed")
        facts = decided_by(sequence) | {name: getattr(self, name) for name in names}
        place = self.place
        return facts if place is None else facts | {"from": place.people.ordered.digest, "position": str(place)}

    def found(self, keeps: KeptFolder, sequence: Process) -> Result | None:
        """Return the result of a game if it is kept as a whole."""
        result = None if self.engine == "monte-carlo" else keeps.result(self.what(sequence))
        # Another rule set may answer the same to all that it is asked.
        return None if result is None else named(result, sequence.identity)

    def keep(self, keeps: KeptFolder, result: Result, sequence: Process) -> None:
        """Keep the result of a game as a whole, unless it is kept in blocks or was interrupted."""
        if self.engine != "monte-carlo" and not result.provenance.interrupted:
            keeps.keep_result(self.what(sequence), result)


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
