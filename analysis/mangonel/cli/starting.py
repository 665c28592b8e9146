"""Positions from the command line: ``turn=9, NAME=4, NAME=0..1``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.engine.position import Position
    from mangonel.engine.process import Process

LIST = "list"
_PART = re.compile(r"([^=<>]+?)\s*(<=|>=|=)\s*(\d+)(?:\s*\.\.\s*(\d+))?")

from_option = click.option(
    "--from",
    "start",
    metavar="POSITION",
    help='Play on from there: "turn=9, NAME=4, NAME=0..1". Anything not given is averaged over games that get there. '
    "'--from list' names what can be said.",
)


def _read(text: str, unit: str) -> tuple[int, dict[str, tuple[int, int]]]:
    """Read a turn, and the least and the largest value of each number.

    Raises
    ------
    DataError
        If it is not written so, names something twice, or does not say the turn.
    """
    from mangonel.engine.position import NO_LIMIT

    numbers: dict[str, tuple[int, int]] = {}
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None or (match[4] is not None and match[2] != "="):
            raise DataError(
                f"write it as {unit}=9, or with a number more as NAME=0..1 or NAME<=1", path="--from", value=part
            )
        name, sign, low, high = match.groups()
        if name in numbers:
            raise DataError("is named twice", path="--from", value=name)
        first, last = int(low), int(high or low)
        numbers[name] = (0 if sign == "<=" else first, NO_LIMIT if sign == ">=" else last)
    first, last = numbers.pop(unit, (0, 0))
    if not first or first != last:
        raise DataError(f"has to say which {unit} comes next: {unit}=9", path="--from", value=text)
    return first, numbers


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
    from mangonel.engine.position import position

    turn, wanted = _read(text, sequence.unit)
    with _blaming():
        return position(sequence, turn, wanted, **how)
