"""Options of commands: declared once, in annotations; completed in a shell; the commands that take them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import click

from mangonel.errors import DataError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


Completion = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def _completing(names: Callable[[], Iterable[str]], *, files: bool = True) -> Completion:
    """Return a completer of names, and of paths where a file may be named instead."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

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

    return dict.fromkeys(name for system in systems() for name in sorted(system.sheets().known))


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
_TYPED_LINES = "{examples}", "  mangonel "
"""How a paragraph of examples begins in a docstring."""


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
        """Return name, command and the words after it. It is a DataError if there is no such command."""
        ctx.meta[TYPED] = args
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise DataError("no such command", value=args[0], allowed=self.list_commands(ctx))
        return super().resolve_command(ctx, args)


class Telling(click.Command):
    """A command with places to fill in in its help: ``{examples}``, which are those of the games, and ``{sheets}``.

    A paragraph with indented lines is shown unchanged; one of typed lines is headed as examples.

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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of a command; a rule set that is an argument may be named by ``--rules``, as elsewhere.

        It is a DataError if an option that takes one value is named twice.
        """
        if any(isinstance(each, click.Argument) and each.name == "rules" for each in self.params):
            args = [part for word in args for part in word.split("=", word.startswith("--rules="))]
            while "--rules" in args[:-1]:
                at = args.index("--rules")
                args = [*args[:at], *args[at + 2 :], args[at + 1]]
        named = self.make_parser(ctx).parse_args(list(args))[2]
        single = [each for each in named if isinstance(each, click.Option) and not (each.multiple or each.is_flag)]
        twice = [each.opts[0] for each in single if single.count(each) > 1]
        if twice and not ctx.resilient_parsing:
            raise DataError("is named twice", path=twice[0])
        return super().parse_args(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description of the command."""
        from copy import copy
        from inspect import cleandoc

        places = {**self._places(), "examples": _examples(ctx.info_name or "")}
        paragraphs = []
        for part in cleandoc(self.help or "").split("\n\n"):
            text = f"Examples:\n{part}" if part.startswith(_TYPED_LINES) else part
            for place, more in places.items():
                text = text.replace(f"{{{place}}}", more)
            paragraphs.append(f"\b\n{text}" if "\n  " in text else text)
        shown = copy(self)
        shown.help = "\n\n".join(paragraphs)
        super(Telling, shown).format_help_text(ctx, formatter)


class TellingGroup(Telling, Group):
    """A group of commands with the games' examples in its help."""


@dataclass(frozen=True, eq=False)
class Declared:
    """An option or an argument of a command: the default, or the annotation, of the parameter that takes it."""

    made: Callable[..., click.Parameter]
    flags: tuple[str, ...]
    attributes: Mapping[str, Any]

    def parameter(self, name: str, hint: Any, **other: Any) -> click.Parameter:
        """Return it as click knows it.

        Parameters
        ----------
        name, hint
            The name and the type of the parameter of the function.
        other
            Attributes in place of its own.
        """
        attributes = {**_attributes(hint, argument=self.made is click.Argument), **self.attributes, **other}
        if attributes.get("default") not in (None, "") and not attributes.get("is_flag"):
            attributes.setdefault("show_default", True)
        if self.made is click.Argument:
            return click.Argument([name], **attributes)
        return self.made([*(self.flags or (f"--{name.replace('_', '-')}",)), name], **attributes)


def option(text: str, *flags: str, **attributes: Any) -> Any:
    """Declare an option by its help, its flags if they are not its name, and more that `click.Option` takes.

    Use it as the default of a parameter, or in an annotation that several parameters share.
    """
    return Declared(attributes.pop("cls", click.Option), flags, {"help": text, **attributes})


def argument(**attributes: Any) -> Any:
    """Declare an argument; keywords are those of `click.Argument`."""
    return Declared(click.Argument, (), attributes)


def _attributes(hint: Any, *, argument: bool) -> dict[str, Any]:
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        several = {"nargs": -1, "required": False} if argument else {"multiple": True}
        return {**_attributes(parts[0], argument=argument), **several}
    plain = next((part for part in parts if part is not type(None)), hint)
    if plain is bool:
        return {"is_flag": True}
    kind = click.Path(path_type=Path) if plain is Path else plain
    return {"type": kind, **({"required": plain is hint} if argument else {})}


Changes = Mapping[str, Any]
"""By field of a record, attributes in place of those declared there, another declaration, or changes of a record."""


def _taken(of: Any, changes: Changes, params: list[click.Parameter]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Add the parameters that a function takes, or a record; return a function from their values to its arguments.

    A parameter whose type is a dataclass takes the options that the fields of it declare. Its method ``check``, if it
    has one, is called.
    """
    makers: dict[str, Callable[[dict[str, Any]], Any]] = {}
    record = is_dataclass(of)
    defaults: Changes = {field.name: field.default for field in fields(of)} if record else of.__kwdefaults__ or {}
    for name, hint in get_type_hints(of, include_extras=True).items():
        if name == "return":
            continue
        plain, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        other = changes.get(name, {})
        if is_dataclass(plain):
            makers[name] = _record(plain, {**(more[0] if more else {}), **other}, params)
        else:
            mine, other = (other, {}) if isinstance(other, Declared) else (more[0] if more else defaults[name], other)
            params.append(mine.parameter(name, plain, **other))
            makers[name] = lambda values, name=name: values[name]  # type: ignore[misc] # each its own name
    return lambda values: {name: make(values) for name, make in makers.items()}


def _record(kind: Any, changes: Changes, params: list[click.Parameter]) -> Callable[[dict[str, Any]], Any]:
    taken = _taken(kind, changes, params)

    def made(values: dict[str, Any]) -> Any:
        record = kind(**taken(values))
        if hasattr(record, "check"):
            record.check()
        return record

    return made


def declared(
    *, group: click.Group | None = None, name: str | None = None, places: Callable[[], Mapping[str, str]] = dict
) -> Callable[[Callable[..., Any]], Telling]:
    """Make a command of a function: its parameters, or their fields, declare the options, its docstring is the help.

    Parameters
    ----------
    group, name
        The group of which it is a command, and its name there if that of the function is another.
    places
        More text for its help.
    """

    def made(function: Callable[..., Any]) -> Telling:
        params: list[click.Parameter] = []
        arguments = _taken(function, {}, params)
        command = Telling(
            name or function.__name__,
            callback=lambda **values: function(**arguments(values)),
            params=params,
            help=function.__doc__,
            places=places,
        )
        if group is not None:
            group.add_command(command)
        return command

    return made


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


_RULES = {"metavar": "NAME|FILE", "shell_complete": rule_sets}


def usual_option(text: str, *flags: str, usual: str = "rules") -> Any:
    """Declare an option that takes a rule set, by default a usual one of the game."""
    return option(text, *flags, cls=UsualOption, usual=usual, **_RULES)


folder = click.Path(path_type=Path, file_okay=False)
new_file = click.Path(path_type=Path, dir_okay=False)

ScenarioName = Annotated[str, argument(shell_complete=scenarios)]
Rules = Annotated[str | None, usual_option("Rule set, or a file of your own.")]
Beside = Annotated[
    tuple[str, ...],
    option("Rule set, or a file of your own; repeat it to see others beside it.", "--rules", **_RULES),
]
Lang = Annotated[
    str,
    option("en, fr, es, de, it, or a file.", default="en", metavar="NAME|FILE", shell_complete=languages),
]
Json = Annotated[bool, option("Print one JSON document.", "--json")]
Everything = Annotated[bool, option("Show every number, not only those that matter.", "--all")]
Ending = Annotated[
    str | None, option("An ending, or a side for all it wins by; several: foothold+cleared.", metavar="NAME")
]
Paper = Annotated[str, option("Paper of the PDF.", type=click.Choice(["a4", "letter"]), default="a4")]
Show = Annotated[bool, option("Open it when it is written.", "--open")]


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


def either(names: Sequence[str]) -> str:
    """Return names as a sentence offers them: ``a, b or c``."""
    return " or ".join(", ".join(names).rsplit(", ", 1))


def speak(lang: str, *, as_json: bool = False) -> None:
    """Speak the language that is asked for until the command is done.

    Raises
    ------
    click.UsageError
        If JSON is asked for in it.
    DataError
        If there is no such language.
    """
    from mangonel.rules.words import speaking

    if as_json and given("lang"):
        raise click.UsageError("--lang and --json do not go together: what programs read is in English")
    click.get_current_context().with_resource(speaking(lang))
