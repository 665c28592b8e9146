"""Positions: the conditional distribution of games that match at the start of a turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from mangonel.engine.chain import Reader
from mangonel.engine.exact import STATE_LIMIT, exactly, starting
from mangonel.engine.ledger import Progress
from mangonel.engine.owners import spelled
from mangonel.engine.process import Measure, Process, check_process
from mangonel.engine.rolls import check_whole, is_whole
from mangonel.engine.run import NO_LIMIT, Position, values_text
from mangonel.engine.state import Ints
from mangonel.errors import DataError, StateLimitError

Wanted: TypeAlias = "int | tuple[int, int]"
"""A number, or the least and the largest that is meant."""
Place: TypeAlias = Position | str | Mapping[str, Any]
"""A position; or ``"turn=9, besiegers=4"``, or the same as a dictionary."""

_PART = re.compile(r"([^=<>]+?)\s*(<=|>=|=)\s*([0-9]+)(?:\s*\.\.\s*([0-9]+))?")
Look: TypeAlias = Callable[[Any], Any]


def looks_of(process: Process) -> dict[str, Measure]:
    """Return all that a position can be asked for, by name.

    These are the series of the process, its looks, its measures, its sides for how many of each live, and its columns,
    of which the entries are numbered from 1: ``fit.1``.
    """
    looks = {look.name: look for look in (*process.series, *process.looks, *process.measures)}
    sides = {side.name: looks[f"{side.name}_living"] for side in process.sides if f"{side.name}_living" in looks}
    return {**columns_of(process), **sides, **looks}


def columns_of(process: Process) -> dict[str, Measure]:
    """Return the columns of a process by name, each entry of those that have several by itself."""
    looks: dict[str, Measure] = {}
    for column in process.columns:
        if column.size is None:
            looks[column.name] = Measure(column.name, column.maximum, _column(column.name))
        for entry in range(column.size or 0):
            name = f"{column.name}.{entry + 1}"
            looks[name] = Measure(name, column.maximum, _column(column.name, entry))
    return looks


def _column(name: str, entry: int | None = None) -> Look:
    return lambda s: getattr(s, name) if entry is None else getattr(s, name)[entry]


def position_read(text: str, unit: str) -> tuple[int, dict[str, tuple[int, int]]]:
    """Read ``turn=9, NAME=4, NAME=0..1``: a turn, and the least and the largest value of each number.

    Raises
    ------
    DataError
        If it is not written so, names something twice, or does not say the turn.
    """
    numbers: dict[str, tuple[int, int]] = {}
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None or (match[4] is not None and match[2] != "="):
            raise DataError(f"write it as {unit}=9, or with a number more as NAME=0..1 or NAME<=1", value=part.strip())
        name, sign, low, high = match.groups()
        if name in numbers:
            raise DataError("is named twice", value=name)
        first, last = int(low), int(high or low)
        numbers[name] = (0 if sign == "<=" else first, NO_LIMIT if sign == ">=" else last)
    first, last = numbers.pop(unit, (0, 0))
    if not first or first != last:
        raise DataError(f"has to say which {unit} comes next: {unit}=9", value=text)
    return first, numbers


def position_of(process: Process, place: Place) -> Position:
    """Return a position of a process. It is a DataError if it is not written so, or no game comes there."""
    if isinstance(place, Mapping) and process.unit in place:
        numbers = {**place}
        place = position(process, numbers.pop(process.unit), numbers)
    if isinstance(place, str):
        place = position(process, *position_read(place, process.unit))
    if not isinstance(place, Position):
        raise DataError(f'write it as "{process.unit}=9, NAME=4"', path="position", value=place)
    return place.under(process)


def position(
    process: Process,
    turn: int,
    wanted: Mapping[str, Wanted] | None = None,
    *,
    state_limit: int = STATE_LIMIT,
    progress: Progress | None = None,
    **numbers: Wanted,
) -> Position:
    """Return the position of games that match at the start of a turn: ``position(game, 9, besiegers_living=4).run()``.

    Everything that is not given is distributed as in the games that reach it.

    Parameters
    ----------
    process
        The game.
    turn
        The turn that comes next, from 1.
    wanted, **numbers
        A number, or the least and the largest, of series, looks, measures and columns by their names; of a column with
        entries, ``fit.1`` and so on.
    state_limit
        The most states there may be on the way to it.
    progress
        Called with the share of the way that is done.

    Raises
    ------
    DataError
        If there is no such turn or name, or no game ever matches; the message says which values there are.
    StateLimitError
        If there are too many states to know it exactly.
    """
    check_process(process)
    check_whole("state_limit", state_limit)
    looks = looks_of(process)
    bounds = {spelled(name, [*looks]): value for name, value in {**(wanted or {}), **numbers}.items()}
    spans = {name: _span(name, value, looks) for name, value in bounds.items()}
    if not is_whole(turn) or not 1 <= turn <= process.limit:
        raise DataError(f"there is no such {process.unit}", value=turn, allowed=[f"1..{process.limit}"])
    people = starting(process)
    if turn > 1:
        try:
            _, people, interrupted = exactly(process.lasting(turn - 1), people, state_limit, progress)
        except StateLimitError:
            reason = f"more than {state_limit:,} states before {process.unit} {turn}: positions are looked for exactly"
            ways = "allow more states (state_limit=)"
            raise StateLimitError(f"{process.name}: {reason}; {ways}") from None
        if interrupted:
            raise KeyboardInterrupt
    if not len(people.weights):
        raise DataError(f"every game is over before {process.unit} {turn}", value=turn)
    for number, (name, (low, high)) in enumerate(spans.items()):
        values = Reader(process.layout, looks[name]).of(people.words)
        there = np.flatnonzero((values >= low) & (values <= high))
        if not len(there):
            others = f" together with {', '.join(list(spans)[:number])}" if number else ""
            reason = f"no game has this at the start of {process.unit} {turn}{others}"
            raise DataError(
                reason, path=name, value=low if low == high else values_text(low, high), allowed=_spans_of(values)
            )
        people = replace(people, words=people.words[:, there], weights=people.weights[there])
    share = float(people.weights.sum())
    begun = replace(people, weights=people.weights / share, peak=len(people.weights))
    return Position(process, turn, spans, share, begun)


def _spans_of(values: Ints) -> list[str]:
    """Return which values there are, those that follow each other as one: ``0``, ``2..5``."""
    there = np.unique(values)
    ends = ((part[0], part[-1]) for part in np.split(there, np.flatnonzero(np.diff(there) > 1) + 1))
    return [values_text(int(low), int(high)) for low, high in ends]


def _span(name: str, value: Wanted, looks: Mapping[str, Measure]) -> tuple[int, int]:
    if name not in looks:
        raise DataError("no such number of a position", value=name, allowed=list(looks))
    ends = value if isinstance(value, tuple) else (value, value)
    if [*map(is_whole, ends)] != [True, True] or ends[0] > ends[1]:
        raise DataError("must be a whole number, or the least and the largest", path=name, value=value)
    return int(ends[0]), int(ends[1])
