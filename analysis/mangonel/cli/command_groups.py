"""Groups of commands that name a wrong command as everything else that is wrong."""

from __future__ import annotations

import click

from mangonel.errors import DataError

__all__ = ["TYPED", "Group"]


TYPED = f"{__name__}.typed"
"""Key of the words on the command line, from the command on, in `click.Context.meta`."""


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
