"""Options shared by several commands, and their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.completing import languages, rule_sets, scenarios
from mangonel.cli.telling import TYPED

if TYPE_CHECKING:
    from mangonel.rules.words import Locale

__all__ = [
    "UsualOption",
    "all_option",
    "beside_option",
    "given",
    "json_option",
    "lang_option",
    "open_option",
    "rules_option",
    "scenario_argument",
    "spoken",
    "usual_option",
]


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


def usual_option(flag: str, text: str, usual: str = "rules") -> Callable[[Any], Any]:
    """Return an option that takes a rule set, by default a usual one of the game."""
    return click.option(flag, cls=UsualOption, usual=usual, metavar="NAME|FILE", shell_complete=rule_sets, help=text)


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
