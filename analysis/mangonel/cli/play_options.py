"""How commands play scenarios: options, inputs, processes and a progress bar."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from mangonel.cli.options import either, folder, given, option
from mangonel.errors import DataError, StateLimitError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mangonel.engine.ledger import Progress
    from mangonel.engine.process import Process
    from mangonel.engine.run import Position
    from mangonel.games.scenario import Scenario
    from mangonel.rules.ruleset import RuleSet

_PATIENCE = 10.0
"""Seconds until a scheduler that says nothing is given up."""
Processes = Annotated[int, option("Processes to play in.", type=click.IntRange(1, 256), default=1)]
StateLimit = Annotated[int, option("States at most.", type=click.IntRange(min=1), default=100_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """How scenarios are played, as studies and engines take it, and where."""

    engine: str = option(
        "auto is exact until there are too many states, then counts.",
        type=click.Choice(["auto", "exact", "counts", "monte-carlo"]),
        default="auto",
    )
    trials: int = option("Trials if sampled.", type=click.IntRange(8, 10**12), default=1_000_000)
    seed: int = option("Seed if sampled.", type=click.IntRange(0), default=0)
    precision: float | None = option(
        "monte-carlo: stop at this standard error (0.001 is a tenth of a percent).",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
    )
    workers: Processes
    cluster: str | None = option("Play on a dask cluster: the address of its scheduler.", metavar="ADDRESS")
    keep: Path | None = option(
        "Save finished work in FOLDER; run the same command again to resume.", type=folder, metavar="FOLDER"
    )

    def check(self) -> None:
        """Refuse options that do nothing."""
        if self.cluster is not None and given("workers"):
            raise click.UsageError("--cluster has its own workers: leave --workers out")
        if self.engine == "exact" and (idle := given("trials", "seed")):
            raise click.UsageError(f"--engine exact rolls no dice: it takes no {either(idle)}")

    def affordable(self, sequence: Process, trials: int, place: Position | None = None) -> Play:
        """Return this, with so many sampled games where there are too many states, unless the command line says how."""
        from mangonel.engine.run import run

        if given("engine", "trials", "precision"):
            return self
        if not sequence.sampled:
            with contextlib.suppress(StateLimitError):
                run(sequence, engine="exact", place=place)
                return self
        return replace(self, engine="monte-carlo", trials=trials)

    @contextlib.contextmanager
    def under(
        self,
        scenarios: Sequence[Scenario],
        rules: Sequence[RuleSet],
        *,
        title: str,
        quiet: bool = False,
        shown: bool = True,
    ) -> Iterator[dict[str, Any]]:
        """Yield the arguments of a study: processes, folder of kept blocks, and a progress bar with a title.

        All that is kept in one place is of the same scenarios and rule sets, if they have the same names. A result is
        `shown` even if it cannot be kept.
        """
        from mangonel.studies.run_cache import Runs
        from mangonel.studies.run_folder import KeptFolder

        how = {name: getattr(self, name) for name in ("engine", "trials", "seed", "precision")}
        with contextlib.ExitStack() as stack:
            kept = None
            if self.keep is not None:
                unable = _go_on if shown else None
                kept = stack.enter_context(KeptFolder.open(self.keep, _named(scenarios, rules), unable))
            how["runs"] = Runs(kept)
            how["executor"] = stack.enter_context(crew(self.workers, self.cluster))
            how["progress"] = stack.enter_context(progress_bar(title, quiet=quiet))
            yield how


def _go_on(error: DataError) -> None:
    """Say once that nothing more is kept; the command ends with that code when its result is shown."""
    context = click.get_current_context()
    if __name__ not in context.meta:
        context.meta[__name__] = error
        click.echo(f"mangonel: {error}; it is played on, and not kept from here", err=True)
        context.call_on_close(functools.partial(context.exit, 2))


def but(how: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the arguments of a study, without those that it does not take."""
    return {name: value for name, value in how.items() if name not in names}


def _named(scenarios: Sequence[Scenario], rules: Sequence[RuleSet]) -> dict[str, str]:
    """Return digests of the files and of the code of the games, apart from settings of the command line."""
    from mangonel.engine.keeping import code_digest
    from mangonel.games.scenario import load_scenario
    from mangonel.rules.loading import load_rules

    as_it_is = {f"scenario {scenario.file.stem}": load_scenario(scenario.file).digest for scenario in scenarios}
    files = {f"rules {rule_set.id}": load_rules(rule_set.file or rule_set.id).digest for rule_set in rules}
    games = {f"game {scenario.system.id}": code_digest(scenario.system.id) for scenario in scenarios}
    return as_it_is | files | games


def asked_ending(ending: str | None, sequence: Process) -> str:
    """Return the ending or side asked for; empty if none is, and it is chosen after the games are played.

    It is a DataError if the sequence has no such ending and no such side.
    """
    from mangonel.engine.owners import UNDECIDED, askable, normalised

    if ending is None:
        return ""
    try:
        return normalised(ending, askable((*sequence.endings, UNDECIDED), sequence.sides))
    except DataError as error:
        raise error.at("--ending") from None


def sampling(trials: int, auto: str = "") -> dict[str, Any]:
    """Return the changes of `Play` for a command: its trials.

    Where ``auto`` stands for another engine, all trials are of one size, and there is no precision.
    """
    usual = {"trials": {"default": trials}}
    if not auto:
        return usual
    return usual | {"engine": {"help": f"auto is {auto}."}, "precision": {"hidden": True, "callback": _no_precision}}


def _no_precision(context: click.Context, _: click.Parameter, value: float | None) -> None:
    if value is not None:
        raise click.UsageError(f"{context.info_name} plays the same trials everywhere: it takes no --precision")


@contextlib.contextmanager
def progress_bar(text: str, *, quiet: bool = False) -> Iterator[Progress]:
    """Show a progress bar on a terminal; nothing where the output is not read by a person."""
    if quiet or not sys.stderr.isatty():
        yield lambda _share: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _share: None
        return
    # The first part of a run may take seconds: a spinner shows that it has begun.
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    with Progress(
        *columns, TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn(), console=console, transient=True
    ) as bar:
        task = bar.add_task(text, total=1.0)
        yield lambda share: bar.update(task, completed=share)


@contextlib.contextmanager
def crew(workers: int, cluster: str | None = None) -> Iterator[Executor | None]:
    """Yield where is played: processes of this machine or of others; None for one worker, which is this process."""
    if cluster is not None:
        with _of_cluster(cluster) as executor:
            yield executor
        return
    if workers == 1:
        yield None
        return
    from mangonel.engine.workers import Workers

    pool = Workers(workers)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _of_cluster(address: str) -> Iterator[Executor]:
    """Yield the workers of a scheduler. The work of a lost one is done by another.

    It is a DataError if nobody answers there or has workers, or a needed library is not installed.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise DataError("needs more: pip install 'mangonel[cluster]'", path="--cluster") from None
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise DataError(f"no scheduler answers ({error})", path="--cluster", value=address) from None
    with client:
        executor = client.get_executor(pure=False, retries=3)
        cores = sum(client.ncores().values())
        if not cores:
            raise DataError("the scheduler has no workers", path="--cluster", value=address)
        executor.workers = cores
        yield executor
