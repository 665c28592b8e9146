"""How a study plays its games, as one record; scenarios and rule sets by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self, TypeAlias, TypedDict

from mangonel.engine.ledger import Progress
from mangonel.engine.run import DEFAULT_TRIALS, check_arguments
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, load_scenario
from mangonel.rules.loading import named_rules, named_several
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.playing import Work
from mangonel.studies.run_cache import Runs
from mangonel.studies.varying import varied, with_numbers, with_rules

ScenarioLike: TypeAlias = "Scenario | str | Path"
"""A scenario, its name or its file."""
RulesLike: TypeAlias = "RuleSet | str | Path | None"
"""A rule set, its name or its file; None for the usual one of the game."""


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
        if not (self.progress is None or callable(self.progress)):
            raise DataError("wants a function of the share that is done", path="progress", value=self.progress)
        if not (self.executor is None or hasattr(self.executor, "submit")):
            raise DataError("wants an executor, as concurrent.futures has them", path="executor", value=self.executor)
        if not (self.runs is None or isinstance(self.runs, Runs)):
            raise DataError("wants mangonel.studies.run_cache.Runs", path="runs", value=self.runs)
        object.__setattr__(self, "cache", Runs() if self.runs is None else self.runs)

    @classmethod
    def split(cls, options: dict[str, Any]) -> tuple[Self, dict[str, Any]]:
        """Return the run that some keyword arguments describe, and the other arguments."""
        how = {name: value for name, value in options.items() if name in _NAMES}
        return cls(**how), {name: value for name, value in options.items() if name not in _NAMES}

    @classmethod
    def of(cls, options: RunOptions) -> Self:
        """Return the run that keyword arguments describe. It is a DataError if one of them is no option."""
        plan, others = cls.split({**options})
        for name in others:
            raise DataError("no such option", value=name, allowed=_NAMES)
        return plan

    def options(self, **changes: Any) -> RunOptions:
        """Return the run as keyword arguments of a study that shares its cache, with some of them changed."""
        how = {name: getattr(self, name) for name in _NAMES}
        options: RunOptions = {**how, "runs": self.cache, **changes}  # type: ignore[typeddict-item]
        return options

    def tell(self, share: float) -> None:
        """Tell which share of the work is done, if it is wanted."""
        if self.progress is not None:
            self.progress(share)

    @property
    def work(self) -> Work:
        """How one game is played, or a pair on the same dice."""
        return Work(self.engine, self.trials, self.seed, self.precision)


_NAMES = [each.name for each in fields(Run) if each.init]
"""The options of a run."""


@contextmanager
def said_by_call(changes: Collection[str]) -> Iterator[None]:
    """Let an error name the argument that is wrong, and the nearest option of a run, rather than a scenario's file."""
    try:
        yield
    except DataError as error:
        if error.value == error.path in changes:
            allowed = [*_NAMES, *error.allowed]
            raise DataError("no such value or option", path=error.path, value=error.value, allowed=allowed) from None
        raise error.at(error.path) from None


def check_list(path: str, value: object, example: str = '["NAME", "NAME"]') -> None:
    """Check that an argument is several values and not one."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise DataError(f"write it as {example}", path=path, value=value)


def named_scenario(scenario: ScenarioLike) -> Scenario:
    """Return a scenario, by its name or its file. It is a DataError if there is none."""
    return scenario if isinstance(scenario, Scenario) else load_scenario(scenario)


def named_scene(scenario: ScenarioLike, rules: RulesLike, changes: Mapping[str, Any]) -> tuple[Scenario, RuleSet]:
    """Return a scenario and a rule set, by default the usual one, with other values as `varied` takes them.

    It is a DataError if there is no such scenario or rule set, or it does not allow a value.
    """
    loaded = named_scenario(scenario)
    chosen = named_rules(rules, loaded.system.rules)
    with said_by_call(changes):
        return varied(loaded, chosen, changes)


def resolved(scenario: ScenarioLike, rules: RulesLike, options: dict[str, Any]) -> tuple[Run, Scenario, RuleSet]:
    """Return the run, the scenario and the rule set that arguments of a study describe.

    `options` are fields of `Run`, and other values by their dotted paths, as `varied` takes them. It is a DataError if
    there is no such scenario or rule set, or it does not allow a value.
    """
    plan, changes = Run.split(options)
    return plan, *named_scene(scenario, rules, changes)


def resolved_several(
    scenario: ScenarioLike, rules: Sequence[RulesLike], options: dict[str, Any]
) -> tuple[Run, Scenario, tuple[RuleSet, ...]]:
    """Return the run, the scenario and two rule sets or more; arguments and errors as of `resolved`.

    By default they are those that are usually compared; a file that is named alone comes after its own base.
    """
    plan, changes = Run.split(options)
    loaded = named_scenario(scenario)
    rule_sets = named_several(rules, (loaded.system.rules, loaded.system.compared))
    with said_by_call(changes):
        return plan, with_numbers(loaded, changes), tuple(with_rules(each, changes) for each in rule_sets)
