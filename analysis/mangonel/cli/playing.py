"""How commands play scenarios: options, what they read, processes and a bar."""

from __future__ import annotations

import contextlib
import functools
import signal
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mangonel.cli.options import given, json_option
from mangonel.errors import DataError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mangonel.engine.assemble import Progress
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.scenario import Scenario

__all__ = [
    "ENDING_HELP",
    "Play",
    "answer_options",
    "asked_ending",
    "engine_options",
    "engine_options_with",
    "executor",
    "progress_bar",
    "scenario_and_rules",
    "workers_option",
]

Function = TypeVar("Function", bound=Callable[..., Any])

ENDING_HELP = "An ending, or a side for all it wins by; several: foothold+cleared."
workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to play in."
)


@dataclass(frozen=True, slots=True)
class Play:
    """How scenarios are played.

    Parameters
    ----------
    engine, trials, seed, precision
        As studies and engines take them.
    workers
        Processes in which they are played.
    """

    engine: str
    trials: int
    seed: int
    precision: float | None
    workers: int

    def but(self, *names: str) -> dict[str, Any]:
        """Return what a study is called with, without what it does not take."""
        return {name: value for name, value in asdict(self).items() if name not in ("workers", *names)}

    @contextlib.contextmanager
    def under(self, title: str, *, quiet: bool = False) -> Iterator[dict[str, Any]]:
        """Yield what a study is called with, its processes and a bar with a title included."""
        with executor(self.workers) as pool, progress_bar(title, quiet=quiet) as progress:
            yield {**self.but(), "executor": pool, "progress": progress}


def scenario_and_rules(scenario: str, rules: str | None) -> tuple[Scenario, RuleSet]:
    """Read a scenario, and the rule set that is named or else the usual one of its game.

    Raises
    ------
    DataError
        If there is none, or it is not valid.
    """
    from mangonel.rules.loading import load_rules
    from mangonel.systems.scenario import load_scenario

    loaded = load_scenario(scenario)
    return loaded, load_rules(rules or loaded.system.rules)


def asked_ending(ending: str | None, sequence: PlaySequence) -> str:
    """Return the ending or side asked for, by default the usual one of the sequence.

    Raises
    ------
    DataError
        If the sequence has no such ending and no such side.
    """
    from mangonel.odds.result import UNDECIDED
    from mangonel.odds.sides import endings_meant, usually_asked

    if ending is None:
        return usually_asked(sequence.endings, sequence.sides)
    try:
        endings_meant(ending, (*sequence.endings, UNDECIDED), sequence.sides)
    except DataError as error:
        raise DataError(error.message, path="--ending", value=error.value, allowed=error.allowed) from None
    return ending


def engine_options_with(*, engine: str, trials: int) -> Callable[[Function], Function]:
    """Return what adds the options that say how a scenario is run, as a `Play`; those that do nothing are refused.

    Parameters
    ----------
    engine, trials
        What holds if nothing is said.
    """

    def added(function: Function) -> Function:
        @functools.wraps(function)
        def checked(*args: Any, **options: Any) -> Any:
            play = Play(**{name: options.pop(name) for name in Play.__dataclass_fields__})
            idle = given("trials", "seed") if play.engine == "exact" else []
            if idle:
                raise click.UsageError(f"--engine exact rolls no dice: it takes no {' and no '.join(idle)}")
            return function(*args, play=play, **options)

        options = [
            click.option(
                "--engine",
                type=click.Choice(["auto", "exact", "counts", "monte-carlo"]),
                default=engine,
                show_default=True,
                help="auto is exact until there are too many states, then counts.",
            ),
            click.option(
                "--trials",
                type=click.IntRange(8, 10**12),
                default=trials,
                show_default=True,
                help="Trials if sampled.",
            ),
            click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed if sampled."),
            click.option(
                "--precision",
                type=click.FloatRange(0, 1, min_open=True, max_open=True),
                help="monte-carlo: stop at this standard error (0.001 is a tenth of a percent).",
            ),
        ]
        made: Any = checked
        for option in reversed(options):
            made = option(made)
        return made

    return added


engine_options = engine_options_with(engine="auto", trials=1_000_000)
"""The options that say how a scenario is run, with their usual values."""


def answer_options(csv: str) -> Callable[[Function], Function]:
    """Return what adds the options of the answer: which ending, and how it is written."""

    def added(function: Function) -> Function:
        options = (
            click.option("--ending", metavar="NAME", help=ENDING_HELP),
            click.option("--csv", "csv_file", type=click.Path(path_type=Path), help=csv),
            click.option("--force", is_flag=True, help="Replace the CSV file if it exists."),
            json_option,
        )
        made: Any = function
        for option in reversed(options):
            made = option(made)
        return made

    return added


@contextlib.contextmanager
def progress_bar(text: str, *, quiet: bool = False) -> Iterator[Progress]:
    """Show a progress bar on a terminal; nothing where the output is not read by a person."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda _share: None
        return
    # The first part of a run may take seconds: what turns says that it has begun.
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    with Progress(
        *columns, TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn(), console=console, transient=True
    ) as bar:
        task = bar.add_task(text, total=1.0)
        yield lambda share: bar.update(task, completed=share)


@contextlib.contextmanager
def executor(workers: int) -> Iterator[Executor | None]:
    """Yield processes to play blocks in, or None for one worker: then this process plays them itself."""
    if workers == 1:
        yield None
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    # Ctrl-C reaches the whole group: the workers leave it to this process, which reports what was done so far.
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_interrupts_alone)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
