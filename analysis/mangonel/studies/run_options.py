"""How a study plays its games: one record in place of seven arguments of every study."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypedDict

from mangonel.engine.assemble import Progress
from mangonel.engine.run import DEFAULT_TRIALS, check_arguments
from mangonel.studies.kept import Runs
from mangonel.studies.work import Alone


class RunOptions(TypedDict, total=False):
    """The fields of `Run` as keyword arguments of a study."""

    engine: str
    trials: int
    seed: int
    precision: float | None
    executor: Executor | None
    progress: Progress | None
    runs: Runs | None


@dataclass(frozen=True)
class Run:
    """How games are played.

    Raises
    ------
    DataError
        If engine, trials, seed or precision is out of range.
    """

    engine: str = "auto"
    """As in `mangonel.engine.run.run`. With ``monte-carlo`` games that are compared share random numbers."""
    trials: int = DEFAULT_TRIALS
    seed: int = 0
    """`trials`, `seed`: budget and seed of sampled runs."""
    precision: float | None = None
    """For ``monte-carlo``: stop once the standard errors (in comparisons those of differences) are at most this."""
    executor: Executor | None = None
    """Other processes that play games, or blocks of them; by default this one."""
    progress: Progress | None = None
    """Called with the share of the work that is done."""
    runs: Runs | None = None
    """Cache of earlier runs; a new one by default."""
    cache: Runs = field(init=False, repr=False)
    """`runs`, or the new one."""

    def __post_init__(self) -> None:
        check_arguments(self.engine, self.trials, self.seed, self.precision)
        object.__setattr__(self, "cache", Runs() if self.runs is None else self.runs)

    @classmethod
    def split(cls, options: dict[str, Any]) -> tuple[Self, dict[str, Any]]:
        """Return the run that some keyword arguments describe, and the other arguments."""
        names = {each.name for each in fields(cls) if each.init}
        how = {name: value for name, value in options.items() if name in names}
        return cls(**how), {name: value for name, value in options.items() if name not in names}

    def options(self, **changes: Any) -> RunOptions:
        """Return the run as keyword arguments of a study that shares its cache, with some of them changed."""
        how = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        options: RunOptions = {**how, "runs": self.cache, **changes}  # type: ignore[typeddict-item]
        return options

    @property
    def alone(self) -> Alone:
        """The work of one game by itself."""
        return Alone(self.engine, self.trials, self.seed, self.precision)
