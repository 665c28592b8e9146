"""Commands with the examples of the games in their help, and groups that name a wrong command."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import click

from mangonel.errors import DataError

__all__ = ["TYPED", "Group", "Telling", "TellingGroup"]


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
