"""The command ``mangonel``; its commands are only imported when they are called."""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from itertools import pairwise

import click

from mangonel._version import __version__
from mangonel.cli.options import Group
from mangonel.errors import MangonelError

BAD_INPUT, INTERRUPTED = 2, 130

_MEMORY = "there is too little memory for this: allow fewer states (simulate --max-states), or sample it (--engine)"
_NO_ROOM = "failed to map segment", "can't start new thread"
"""The message when there is no memory for a library that is imported late, or for the stack of a thread."""

_LANG = "--lang"


_COMMANDS = {
    "odds": "Exact odds of one roll on one table.",
    "simulate": "Play a scenario and give the odds of its endings.",
    "trace": "Play one game of a scenario and tell every roll.",
    "compare": "Compare two rule sets on a scenario.",
    "tactics": "The effect of other decisions on a scenario, ranked.",
    "best": "The best decisions by state, their gain, and a rule in words.",
    "sensitivity": "The cells of the printed tables that carry a result.",
    "worth": "The effect of one more of each thing: a man, a ladder, one on a roll.",
    "reach": "The smallest change of one number by which a chance is reached.",
    "rank": "Rank rule sets by how far they miss goals.",
    "solve": "Find the smallest changes of cells that meet goals.",
    "merge": "Merge the kept blocks of several runs.",
    "survey": "The effect of rule sets on all scenarios, the biggest change first.",
    "sweep": "One probability over one number of a scenario or its rules, or two.",
    "export": "Write a page that works offline: odds and best decisions in every position.",
    "explore": "Change values on a page of this machine and see the odds move.",
    "report": "Write reports: a comparison, a scenario, two rule sets, a sweep.",
    "charts": "Write odds sheets for the table: PDF, SVG, PNG, CSV.",
    "tables": "List the tables, or print some as on the page.",
    "rules": "List, show, compare and check rule sets.",
    "scenarios": "List the scenarios, or print one as a start for your own.",
    "rosters": "The values on the counters: those shipped, and yours.",
    "names": "List the names that options take: scenarios, options, sheets, ...",
    "words": "List the languages, and the texts that one of them lacks.",
}


_BESIDE = dict.fromkeys(("sensitivity", "worth", "reach", "rank", "solve", "survey", "sweep"), "designing")
_BESIDE |= {"merge": "simulate", "tables": "rules"}
"""Commands that share a module with others; each of the rest has its own."""


class _LazyGroup(Group):
    """A group that knows its commands by name and help, and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"mangonel.cli.{_BESIDE.get(cmd_name, cmd_name)}")
        return getattr(module, cmd_name if cmd_name in _BESIDE else "command")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write first commands of the usual game, and how names are completed."""
        from mangonel.games.system import usual_system

        usual = usual_system()
        with formatter.section("Start with"):
            formatter.write_text(f"mangonel {usual.typed['odds'][0]}")
            formatter.write_text(f"mangonel {usual.typed['simulate'][0]}")
            formatter.write_text("mangonel report --open")
        with formatter.section("Let your shell complete names (bash; zsh_source and fish_source for others)"):
            formatter.write_text('eval "$(_MANGONEL_COMPLETE=bash_source mangonel)"')

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(
    cls=_LazyGroup,
    name="mangonel",
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(__version__, "-V", "--version", prog_name="mangonel")
@click.pass_context
def command(context: click.Context) -> None:
    """Odds of medieval wargames: single rolls, and whole ladder assaults, rams, sieges and battles."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments
        Words after ``mangonel``; by default those of this process.

    Returns
    -------
    int
        0 if all is well, 2 after bad input, 130 if interrupted, or the command's own code.
    """
    # UTF-8 into files and pipes on every system (Windows); a terminal shows as much as it can.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8")
    # Threads of the linear algebra gain nothing here, and wait for each other as hard as they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        words = None if arguments is None else list(arguments)
        answer = _run(words)
    except MangonelError as error:
        _complain(f"mangonel: {_in_language(error, words)}".replace("(state_limit=)", "(simulate --max-states)"))
        return BAD_INPUT
    except click.ClickException as error:
        _complain(f"mangonel: {_said(error, words)}")
        return BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        _complain("mangonel: interrupted")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader has gone (click and rich leave like this then); Python would complain once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        _complain(f"mangonel: {error.filename or 'input or output'}: {error.strerror or error}")
        return BAD_INPUT
    return answer if isinstance(answer, int) else 0


def _run(words: list[str] | None) -> object:
    first = (*(sys.argv[1:] if words is None else words), "")[0]
    # Its answer comes at once and leaves no file, and so does help: they need nothing to be ended well.
    with nullcontext() if first == "odds" or first not in _COMMANDS else _working():
        try:
            return command.main(args=words, prog_name="mangonel", standalone_mode=False)
        except click.UsageError as error:
            # A group without one of its commands: newer versions of click raise its help as an error.
            if not error.format_message().startswith("Usage:"):
                raise
            click.echo(error.format_message())
            return 0
        except (MemoryError, ImportError, RuntimeError) as error:
            if not isinstance(error, MemoryError) and not any(words in str(error) for words in _NO_ROOM):
                raise
            raise MangonelError(_MEMORY) from None


@contextmanager
def _working() -> Iterator[None]:
    """Prepare for commands that take time and leave files."""
    from mangonel.engine.keeping import ends_as_interrupted

    with warnings.catch_warnings(), ends_as_interrupted():
        # The font of the charts draws missing letters as boxes; no option can change that.
        warnings.filterwarnings("ignore", r"Glyph \d+ .*missing from", UserWarning)
        yield


def _complain(message: str) -> None:
    """Go on where standard error takes nothing: the exit code says the same."""
    try:
        click.echo(message, err=True)
        if sys.stderr is not None:
            sys.stderr.flush()
    except (OSError, ValueError):
        # Python would try once more at the end, and answer with a code of its own.
        sys.stderr = None


def _in_language(error: MangonelError | str, typed: Sequence[str] | None) -> str:
    """Return an error in the language that the command line asks for, if there is one."""
    words = list(sys.argv[1:] if typed is None else typed)
    named = [after for word, after in pairwise(words) if word == _LANG]
    named += [word.removeprefix(f"{_LANG}=") for word in words if word.startswith(f"{_LANG}=")]
    if not named:
        return str(error)
    from mangonel.rules.words import refusal, speaking

    try:
        with speaking(named[-1]):
            return refusal(error)
    except MangonelError:
        return str(error)


def _said(error: click.ClickException, typed: Sequence[str] | None) -> str:
    """Return click's error in the form of all other errors, and where help is."""
    text = error.format_message().rstrip(".").replace("a valid integer range", "a whole number")
    extra = re.search(r"\((\S+)\)$", text)
    text = _in_language(text.replace("a valid float range", "a number"), typed)
    text = text[:1].lower() + text[1:]
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None and extra:
        from mangonel.rules.loading import rule_set_names

        named = extra[1] in rule_set_names() or extra[1].endswith(".toml")
        flag = "--set" if "=" in extra[1] else "--rules" if named else ""
        if any(flag in option.opts for option in context.command.params):
            text += _in_language(f"; did you mean {flag} {extra[1]}?", typed)
    see = _in_language(f"(see {context.command_path} --help)", typed) if context else ""
    return f"{text} {see}".rstrip()
