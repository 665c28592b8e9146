"""Help that says what the games bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from inspect import cleandoc
from typing import Any

import click

__all__ = ["Telling"]


class Telling(click.Command):
    """A command with places to fill in in its help: ``{sheets}``.

    Parameters
    ----------
    *names, **attributes
        As `click.Command` takes them.
    places
        Returns what goes where, when help is asked for.
    """

    def __init__(self, *names: Any, places: Callable[[], Mapping[str, str]], **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self._places = places

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        shown = copy(self)
        shown.help = cleandoc(self.help or "")
        for place, text in self._places().items():
            shown.help = shown.help.replace(f"{{{place}}}", text)
        super(Telling, shown).format_help_text(ctx, formatter)
