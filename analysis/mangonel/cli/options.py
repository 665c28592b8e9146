"""Options that several commands share, and what becomes of them."""

from __future__ import annotations

import contextlib
import functools
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from mangonel.errors import DataError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mangonel.engine.assemble import Progress
    from mangonel.engine.sequence import PlaySequence

__all__ = [
    "ENDING_HELP",
    "UsualOption",
    "asked_ending",
    "engine_options",
    "executor",
    "given",
    "json_option",
    "progress_bar",
    "rules_option",
    "workers_option",
]

Function = TypeVar("Function", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
ENDING_HELP = "An ending, or a side for all it wins by; several: foothold+cleared."


class UsualOption(click.Option):
    """An option without which the game that is played has its say; help names what each game says.

    Parameters
    ----------
    *names, **attributes
        As `click.Option` takes them.
    usual
        The field of the games' records.
    """

    def __init__(self, *names: Any, usual: str, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self._usual = usual

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and what is said about it."""
        from mangonel.systems.registry import systems

        record = super().get_help_record(ctx)
        values = dict.fromkeys(getattr(system, self._usual) for system in systems())
        return None if record is None else (record[0], f"{record[1]}  [default: {', '.join(values)}]")


rules_option = click.option(
    "--rules", cls=UsualOption, usual="rules", metavar="NAME|FILE", help="Rule set, or a file of your own."
)


def given(*names: str) -> list[str]:
    """Return the options among `names`, as flags, that stand on the command line and are no defaults."""
    context = click.get_current_context()
    asked = {name for name in names if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
    return [option.opts[-1] for option in context.command.params if option.name in asked]


workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to play in."
)


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


def engine_options(function: Function) -> Function:
    """Add the options that say how a scenario is run; those that would do nothing are refused."""

    @functools.wraps(function)
    def checked(*args: Any, **options: Any) -> Any:
        idle = given("trials", "seed") if options["engine"] == "exact" else []
        if idle:
            raise click.UsageError(f"--engine exact rolls no dice: it takes no {' and no '.join(idle)}")
        return function(*args, **options)

    options = [
        click.option(
            "--engine",
            type=click.Choice(["auto", "exact", "counts", "monte-carlo"]),
            default="auto",
            show_default=True,
            help="auto is exact until there are too many states, then counts.",
        ),
        click.option(
            "--trials", type=click.IntRange(8, 10**12), default=1_000_000, show_default=True, help="Trials if sampled."
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


@contextlib.contextmanager
def progress_bar(text: str, *, quiet: bool = False) -> Iterator[Progress]:
    """Show a progress bar on a terminal; nothing where the output is not read by a person."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda _share: None
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
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
