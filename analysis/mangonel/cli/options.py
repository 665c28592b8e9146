"""Options shared by several commands, their values, their completion in a shell, and telling how they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from mangonel.errors import DataError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from mangonel.rules.words import Locale

__all__ = [
    "TYPED",
    "Completion",
    "Group",
    "Telling",
    "TellingGroup",
    "UsualOption",
    "all_option",
    "beside_option",
    "given",
    "json_option",
    "lang_option",
    "languages",
    "of_game",
    "open_option",
    "rules_option",
    "scenario_argument",
    "spoken",
    "usual_option",
]


Completion = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def _completing(names: Callable[[], Iterable[str]], *, files: bool = True) -> Completion:
    """Return a completer of names, and of paths where a file may be named instead."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        del ctx, param
        items = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        # The shell knows the files.
        return [*items, CompletionItem(incomplete, type="file")] if files else items

    return complete


def _later(module: str, name: str, *values: str) -> Callable[[], Iterable[str]]:
    """Return names from a module that is only imported when something is completed."""

    def names() -> Iterable[str]:
        function: Callable[..., Iterable[str]] = getattr(import_module(f"mangonel.{module}"), name)
        return function(*values)

    return names


def _sheets() -> Iterable[str]:
    from mangonel.games.system import systems

    return dict.fromkeys(name for system in systems() for name in system.sheets().entries)


def _tables() -> Iterable[str]:
    from mangonel.games.system import systems
    from mangonel.rules.loading import load_rules

    return dict.fromkeys(name for system in systems() for name in load_rules(system.rules).tables)


def of_game(game: str, kind: str) -> Completion:
    """Return a completer of the names of a kind in a game, under its usual rule set."""

    def names() -> Iterable[str]:
        from mangonel.games.system import systems
        from mangonel.rules.loading import load_rules

        system = next(known for known in systems() if known.id == game)
        return system.names()[kind].listed(load_rules(system.rules))

    return _completing(names, files=False)


scenarios = _completing(_later("games.scenario", "scenario_names"))
rule_sets = _completing(_later("rules.loading", "rule_set_names"))
rosters = _completing(_later("rules.files", "shipped", "rosters"))
languages = _completing(_later("rules.words", "locale_names"))
sheets, tables = (_completing(names, files=False) for names in (_sheets, _tables))


TYPED = f"{__name__}.typed"
"""Key of the words on the command line, from the command on, in `click.Context.meta`."""

_WIDTH = 74
"""Characters of an example, with room for the margin and a stroke at the end of its line."""
_WHOLE = r"--\S+ (?=[^-])|\"[^\"]*\""
"""A piece that stays in one line: an option with its value."""
_NO_BREAK = "\N{NO-BREAK SPACE}"


def _examples(command: str) -> str:
    """Return the games' examples of a command, a line each; a long one goes on below itself."""
    from textwrap import wrap

    from mangonel.games.system import systems

    typed = [f"mangonel {line}" for system in systems() for line in system.typed.get(command, ())]
    whole = (re.sub(_WHOLE, lambda part: part[0].replace(" ", _NO_BREAK), line) for line in typed)
    broken = (wrap(line, _WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in whole)
    return "\n".join("  " + " \\\n  ".join(lines) for lines in broken).replace(_NO_BREAK, " ")


class Group(click.Group):
    """A group of commands; one that it does not have is an error with the nearest name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return name, command and the words after it.

        Raises
        ------
        DataError
            If there is no such command.
        """
        ctx.meta[TYPED] = args
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise DataError("no such command", value=args[0], allowed=self.list_commands(ctx))
        return super().resolve_command(ctx, args)


class _Filled(click.Command):
    """A command with places to fill in in its help: ``{examples}``, which are those of the games, and ``{sheets}``.

    Parameters
    ----------
    *names, **attributes
        As `click.Command` takes them.
    places
        Returns more text beside the examples, when help is asked for.
    """

    def __init__(self, *names: Any, places: Callable[[], Mapping[str, str]] = dict, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self._places = places

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description of the command."""
        from copy import copy
        from inspect import cleandoc

        shown = copy(self)
        shown.help = cleandoc(self.help or "")
        for place, text in {**self._places(), "examples": _examples(ctx.info_name or "")}.items():
            shown.help = shown.help.replace(f"{{{place}}}", text)
        super(_Filled, shown).format_help_text(ctx, formatter)


class Telling(_Filled):
    """A command with the games' examples in its help."""


class TellingGroup(_Filled, Group):
    """A group of commands with the games' examples in its help."""


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
all_option = click.option("--all", "everything", is_flag=True, help="Show every number, not only those that matter.")
lang_option = click.option(
    "--lang",
    default="en",
    show_default=True,
    metavar="NAME|FILE",
    shell_complete=languages,
    help="en, fr, es, de, it, or a file.",
)
open_option = click.option("--open", "show", is_flag=True, help="Open it when it is written.")
scenario_argument = click.argument("scenario", shell_complete=scenarios)


class UsualOption(click.Option):
    """An option that has a default in each game; help names them.

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
        """Return the option and its help."""
        from mangonel.games.system import systems

        record = super().get_help_record(ctx)
        # The default of a game without sequences would be no answer to most of the commands.
        values = dict.fromkeys(getattr(system, self._usual) for system in systems() if system.playables())
        return None if record is None else (record[0], f"{record[1]}  [default: {', '.join(values)}]")


def usual_option(flag: str, text: str, usual: str = "rules", *, multiple: bool = False) -> Callable[[Any], Any]:
    """Return an option that takes a rule set, by default a usual one of the game."""
    record: dict[str, Any] = {"cls": UsualOption, "usual": usual, "multiple": multiple, "help": text}
    return click.option(flag, metavar="NAME|FILE", shell_complete=rule_sets, **record)


rules_option = usual_option("--rules", "Rule set, or a file of your own.")
beside_option = click.option(
    "--rules",
    "names",
    multiple=True,
    metavar="NAME|FILE",
    shell_complete=rule_sets,
    help="Rule set, or a file of your own; repeat it to see others beside it.",
)


def given(*names: str) -> list[str]:
    """Return the options among `names`, as flags, that stand on the command line."""
    context = click.get_current_context()
    # Asked of the words themselves: which values click takes for defaults differs from version to version.
    typed = {word.partition("=")[0] for word in context.meta.get(TYPED, ())}
    return [
        option.opts[-1]
        for option in context.command.params
        if option.name in names and not typed.isdisjoint(option.opts)
    ]


def spoken(lang: str, *, as_json: bool) -> Locale:
    """Return the language that is asked for.

    Raises
    ------
    click.UsageError
        If JSON is asked for in it.
    DataError
        If there is no such language.
    """
    from mangonel.rules.words import load_locale

    if as_json and given("lang"):
        raise click.UsageError("--lang and --json do not go together: what programs read is in English")
    return load_locale(lang)
