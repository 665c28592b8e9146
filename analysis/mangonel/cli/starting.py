"""Positions from the command line: ``turn=9, NAME=4, NAME=0..1``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.engine.position import Position
    from mangonel.engine.process import Process

__all__ = ["LIST", "from_option", "placed"]


LIST = "list"

from_option = click.option(
    "--from",
    "start",
    metavar="POSITION",
    help='Play on from there: "turn=9, NAME=4, NAME=0..1". Anything not given is averaged over games that get there. '
    "'--from list' names what can be said.",
)


@contextmanager
def _blaming() -> Iterator[None]:
    """Make errors of a position name the option."""
    try:
        yield
    except DataError as error:
        raise error.at(": ".join(part for part in ("--from", error.path) if part)) from None


def placed(sequence: Process, text: str, **how: Any) -> Position:
    """Return the position that a text speaks of; `how` as for `mangonel.engine.position.position`.

    Raises
    ------
    DataError
        If it is not written as a position, or no game ever stands so.
    """
    from mangonel.engine.position import position, position_read

    with _blaming():
        return position(sequence, *position_read(text, sequence.unit), **how)
