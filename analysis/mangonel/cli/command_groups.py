"""Groups of commands that name a wrong command as everything else that is wrong."""

from __future__ import annotations

import click

from mangonel.errors import DataError

__all__ = ["Group"]


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
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise DataError("no such command", value=args[0], allowed=self.list_commands(ctx))
        return super().resolve_command(ctx, args)
