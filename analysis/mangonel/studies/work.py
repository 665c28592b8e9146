"""Work on games, one after the other or in other processes; equal work on equal games gives the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from mangonel.engine.exact import STATE_LIMIT
from mangonel.engine.keeping import decided_by
from mangonel.engine.ledger import Progress
from mangonel.engine.position import Position
from mangonel.engine.process import Identity, Process
from mangonel.engine.result import Result
from mangonel.engine.run import DEFAULT_TRIALS, run
from mangonel.engine.sampling import Span
from mangonel.studies.folder import KeptFolder

__all__ = ["Alone", "Work", "named", "played"]


Done = TypeVar("Done")


def named(result: Result, identity: Identity) -> Result:
    """Return the result of the same game under another name."""
    source = replace(
        result.provenance,
        rules=identity.rules,
        digest=identity.digest,
        scenario=identity.scenario,
        scenario_digest=identity.scenario_digest,
    )
    return replace(result, provenance=source)


class Work(Generic[Done]):
    """Work on one or several games; equal ones do the same with the same games."""

    __slots__ = ()

    trials: int
    """How many trials there are, if it is sampled."""

    @property
    def in_blocks(self) -> bool:
        """Whether it is played, and kept, in blocks; else its result is kept as a whole."""
        raise NotImplementedError

    def play(self, *sequences: Process, **how: Any) -> Done:
        """Play the games, with `executor`, `keeps` and `progress` as they are."""
        raise NotImplementedError

    def found(self, keeps: KeptFolder, *sequences: Process) -> Done | None:
        """Return the kept result of the games as a whole; None if there is none."""

    def keep(self, keeps: KeptFolder, done: Done, *sequences: Process) -> None:
        """Keep the result of the games, if it is kept as a whole."""

    def told_as(self, done: Done, *identities: Identity) -> Done:
        """Return the result of games played under other names."""
        raise NotImplementedError

    def is_whole(self, done: Done) -> bool:
        """Return whether it was not interrupted."""
        raise NotImplementedError

    def __call__(
        self,
        *sequences: Process,
        executor: Executor | None = None,
        keeps: KeptFolder | None = None,
        progress: Progress | None = None,
    ) -> Done:
        """Play the games, or look up their kept result."""
        done = None if keeps is None else self.found(keeps, *sequences)
        if done is None:
            done = self.play(*sequences, executor=executor, keeps=keeps, progress=progress)
            if keeps is not None:
                self.keep(keeps, done, *sequences)
        return done


@dataclass(frozen=True, slots=True)
class Alone(Work[Result]):
    """One game run by itself; attributes but the last are arguments of `mangonel.engine.run.run`."""

    engine: str = "auto"
    trials: int = DEFAULT_TRIALS
    seed: int = 0
    precision: float | None = None
    state_limit: int = STATE_LIMIT
    span: Span | None = None
    place: Position | None = None
    """The position from which it is played on; None for the start."""

    @property
    def in_blocks(self) -> bool:
        return self.engine == "monte-carlo"

    def play(self, *sequences: Process, **how: Any) -> Result:
        (sequence,) = sequences
        if self.place is not None:
            return self.place.under(sequence).run(**self.how, **how)
        return run(sequence, **self.how, **how)

    @property
    def how(self) -> dict[str, Any]:
        """The arguments of `run`."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "place"}

    def what(self, sequence: Process) -> dict[str, object]:
        """Return all that the result of a game hangs on, if it is kept as a whole."""
        names = ("engine", "state_limit") if self.engine == "exact" else ("engine", "state_limit", "trials", "seed")
        facts = decided_by(sequence) | {name: getattr(self, name) for name in names}
        place = self.place
        return facts if place is None else facts | {"from": place.people.ordered.digest, "position": str(place)}

    def found(self, keeps: KeptFolder, *sequences: Process) -> Result | None:
        (sequence,) = sequences
        return None if self.in_blocks else keeps.result(self.what(sequence), sequence)

    def keep(self, keeps: KeptFolder, done: Result, *sequences: Process) -> None:
        if not self.in_blocks and self.is_whole(done):
            keeps.keep_result(self.what(*sequences), done)

    def told_as(self, done: Result, *identities: Identity) -> Result:
        return named(done, *identities)

    def is_whole(self, done: Result) -> bool:
        return not done.provenance.interrupted


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
