"""An oracle's game in the middle, and the same part of it played by the package from there with the same dice.

A case worked by hand often begins with men where no dice have brought them. What stands in the oracle's game is put
into the columns of the package, which plays the phases of the step that the case asks for; what stands there
afterwards, and what was counted, must be the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mangonel.engine.learning import play_phase
from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.engine.trace import Trace, play_trace

ROOM = 20
"""How many more men than the scenario has may stand somewhere: a case puts them where it likes."""


@dataclass(frozen=True)
class Board:
    """Where everybody stands, by column; marks are left alone when two boards are compared. A step is one of `turn`."""

    places: Mapping[str, Any]
    marks: Mapping[str, Any] = field(default_factory=dict)
    turn: int = 1


Step = Callable[..., tuple[str, ...] | None]
"""The beginnings of the names of the phases that a method of the oracle stands for, from its arguments; None for all turns."""


class Kept:
    """Dice of an oracle that remember what they showed."""

    def __init__(self, roll: Callable[..., int]) -> None:
        self.roll, self.taken = roll, []

    def __call__(self, *sides: int) -> int:
        self.taken.append(self.roll(*sides))
        return self.taken[-1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.roll, name)


def beside(
    game: Any,
    sequence: Callable[[], Process],
    board_of: Callable[[Any], Board],
    steps: Mapping[str, Step],
    names: Mapping[str, str],
) -> Any:
    """Return an oracle's game beside which the package plays every step that is asked for from outside.

    Parameters
    ----------
    game
        The oracle's game; it rolls by its ``roll`` and counts in its ``tallies``.
    sequence
        Returns what the package plays of the same scenario under the same rules; asked when the first step is.
    board_of
        Returns where everybody stands in the oracle's game.
    steps
        Methods of the oracle's game.
    names
        The oracle's name of a counter, where it is another.
    """
    game.roll = Kept(game.roll)
    inside: list[Any] = []

    def with_package(method: Callable[..., Any], step: Step) -> Callable[..., Any]:
        def stepped(*values: Any, **said: Any) -> Any:
            if inside:
                return method(*values, **said)
            start, before, phases = board_of(game), dict(game.tallies), step(*values, **said)
            game.roll.taken.clear()
            inside.append(method)
            try:
                found = method(*values, **said)
            finally:
                inside.clear()
            counted = {name: number - before.get(name, 0) for name, number in game.tallies.items()}
            trace, places = played_on(sequence(), start, phases, game.roll.taken)
            now = board_of(game).places
            # What the package has no column for is nobody.
            assert {name: value for name, value in now.items() if name in places or np.any(value)} == places, list(
                trace.lines()
            )
            assert {name: number for name, number in trace.tallies.items() if number} == {
                ours: number for ours in trace.tallies if (number := counted.get(names.get(ours, ours), 0))
            }, list(trace.lines())
            if phases is None:
                assert (trace.ending, trace.turn) == (found.ending, found.turn)
            return found

        return stepped

    for name, step in steps.items():
        setattr(game, name, with_package(getattr(game, name), step))
    return game


def played_on(
    sequence: Process, start: Board, names: tuple[str, ...] | None, dice: list[int]
) -> tuple[Trace, dict[str, Any]]:
    """Return the trace of the phases of these names from a board, and what stands there afterwards."""
    said = {**start.places, **start.marks}
    columns = [
        replace(column, start=_start(said.get(column.name, column.start)), maximum=column.maximum + ROOM)
        for column in sequence.columns
    ]
    phases, turns = sequence.phases, sequence.turns
    if names is not None:
        turns = max(1, start.turn)
        phases = [_in_turn(turns, phase) for phase in phases if phase.name.startswith(names)]
    watched = [column for column in columns if column.name in start.places]
    known = {column.name for column in watched}
    assert not any(np.any(value) for name, value in start.places.items() if name not in known), start
    measures = tuple(measure for column in watched for measure in _each(column))
    left = iter(dice)
    cut = replace(sequence, columns=columns, phases=phases, measures=measures, turns=turns, sides=(), recipe=None)
    trace = play_trace(cut, dice=lambda _sides: abs(next(left)))
    assert next(left, None) is None, ["the oracle rolls more dice", *trace.lines()]
    ended = iter(trace.measures.values())
    return trace, {
        column.name: [next(ended) for _ in range(column.size)] if column.size else next(ended) for column in watched
    }


def _in_turn(turn: int, phase: Phase) -> Phase:
    """Return a phase that is played in one turn only."""

    def act(s: Any, dice: Any) -> None:
        if s.turn == turn:
            play_phase(phase, s, dice)

    return type(phase)(phase.name, act)


def _each(column: Column) -> list[Measure]:
    """Return what reads a column at the end, one for each of its entries."""

    def reads(place: int | None) -> Callable[[Any], Any]:
        return lambda s: getattr(s, column.name) if place is None else getattr(s, column.name)[place]

    places = range(column.size) if column.size else [None]
    return [Measure(f"{column.name} {place}", column.maximum, reads(place)) for place in places]


def _start(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
