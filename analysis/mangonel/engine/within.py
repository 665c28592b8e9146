"""One sequence played inside another: an assault on one day of a siege, say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import Dice, Inset, Told
from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.slips import checked_mask, checked_place
from mangonel.engine.state import Column, Mask, State
from mangonel.errors import SequenceError

__all__ = ["SomeRows", "Within"]


class Within:
    """A sequence whose turns are all played inside one turn of another, in the rows that have begun it.

    The outer sequence takes over `columns`, `tallies` and `phases`. A phase of its own calls `begin`, the phases of the
    inner sequence follow, and a later phase reads the ending and the columns and calls `leave`, so that rows which went
    different ways through it can meet again.

    Parameters
    ----------
    name
        What its columns, counters and phases are prefixed with.
    inner
        The sequence. Its endings, columns and counters are used, its measures and series are not.
    """

    def __init__(self, name: str, inner: PlaySequence) -> None:
        if inner.turns is None:
            raise SequenceError(f"{name}: a sequence inside another must have a turn limit")
        self.name = name
        self.inner = inner
        self._columns = {column.name: f"{name}_{column.name}" for column in inner.layout.columns}
        self._tallies = {tally: f"{name}_{tally}" for tally in inner.tallies}
        self._going = f"{name}_going"

    @property
    def columns(self) -> list[Column]:
        """The columns to be declared: those of the inner sequence, and whether it is being played."""
        own = [
            Column(self._columns[column.name], column.maximum, 0, column.size) for column in self.inner.layout.columns
        ]
        return [Column(self._going, 1), *own]

    @property
    def tallies(self) -> tuple[str, ...]:
        """The counters to be declared."""
        return tuple(self._tallies.values())

    @property
    def phases(self) -> list[Phase]:
        """All its turns, phase after phase."""
        return [
            Phase(f"{self.name}, {self.inner.unit} {turn}: {phase.name}", self._played(phase, turn), self.going)
            for turn in range(1, self.inner.limit + 1)
            for phase in self.inner.phases
        ]

    def going(self, s: State) -> Mask:
        """Return the rows in which it has begun and not ended. Shape (rows,)."""
        going: Mask = (getattr(s, self._going) == 1) & (self.ending(s) == 0)
        return going

    def begun(self, s: State) -> Mask:
        """Return the rows in which it has begun and was not left. Shape (rows,)."""
        begun: Mask = getattr(s, self._going) == 1
        return begun

    def ending(self, s: State) -> NDArray[Any]:
        """Return the code of its ending, 0 as long as there is none. Shape (rows,)."""
        return self.column(s, "ending")

    def column(self, s: State, name: str) -> NDArray[Any]:
        """Return a column of the inner sequence. Shape (rows,) or (entries, rows).

        Raises
        ------
        SequenceError
            If the inner sequence has no such column.
        """
        if name not in self._columns:
            raise SequenceError(f"{self.inner.name} has no column {name!r}")
        column: NDArray[Any] = getattr(s, self._columns[name])
        return column

    def begin(self, s: State, where: Mask, starts: Mapping[str, NDArray[Any] | int] | None = None) -> None:
        """Begin it in the rows of `where`.

        Parameters
        ----------
        s
            The outer state.
        where
            Shape (rows,).
        starts
            Values of its columns that are not those it starts with by itself: one for all rows, or shape (rows,) or
            (entries, rows).
        """
        other = starts or {}
        unknown = set(other) - set(self._columns)
        if unknown:
            raise SequenceError(f"{self.inner.name} has no column {min(unknown)!r}")
        for column in self.inner.layout.columns:
            values = np.array(column.starts()) if column.size is not None else np.array(column.starts()[0])
            start = other.get(column.name, values[..., None])
            view = self.column(s, column.name)
            view[...] = np.where(where, start, view)
        going = getattr(s, self._going)
        going |= where

    def leave(self, s: State, where: Mask) -> None:
        """Forget it in the rows of `where`: all its columns are 0 again."""
        for name in (*self._columns.values(), self._going):
            view = getattr(s, name)
            view *= ~where

    def _played(self, phase: Phase, turn: int) -> Callable[[State, Dice], None]:
        layout = self.inner.layout

        def act(s: State, dice: Dice) -> None:
            rows = np.flatnonzero(self.going(s))
            if not len(rows):
                return
            matrix = layout.rows(len(rows))
            for name, column in self._columns.items():
                matrix[layout.places[name]] = getattr(s, column)[..., rows]
            counters = layout.counters(len(rows))
            phase.act(State(layout, matrix, counters, turn), SomeRows(dice, rows, s.size))
            for name, column in self._columns.items():
                getattr(s, column)[..., rows] = matrix[layout.places[name]]
            for line, tally in enumerate(self._tallies.values()):
                getattr(s, tally)[rows] += counters[line]

        return act


class SomeRows:
    """Dice for a few of the rows of another state.

    Parameters
    ----------
    dice
        The dice of the other state.
    rows
        Which rows. Shape (few,).
    size
        How many rows the other state has.
    """

    def __init__(self, dice: Dice, rows: NDArray[np.int64], size: int) -> None:
        self.rows: int | None = len(rows)
        self._dice = dice
        self._rows = rows
        self._size = size

    def _wide(self, values: NDArray[Any]) -> NDArray[Any]:
        wide: NDArray[Any] = np.zeros(self._size, dtype=values.dtype)
        wide[self._rows] = values
        return wide

    def roll(self, roll: Roll, where: Mask, situation: NDArray[Any] | int = 0, *, who: str = "") -> NDArray[Any]:
        """Roll for the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        checked_mask("roll", roll.name, where, self.rows)
        situation = checked_place("roll", roll.name, "situation", situation, where, len(roll.codes))
        wide = situation if isinstance(situation, int) else self._wide(situation)
        return self._dice.roll(roll, self._wide(where), wide, who=who)[self._rows]

    def play(self, chapter: Inset, where: Mask, start: NDArray[Any] | int = 0) -> NDArray[Any]:
        """Play a whole chapter in the rows in `where`."""
        checked_mask("chapter", chapter.name, where, self.rows)
        start = checked_place("chapter", chapter.name, "start", start, where, chapter.starts)
        wide = start if isinstance(start, int) else self._wide(start)
        return self._dice.play(chapter, self._wide(where), wide)[:, self._rows]

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Tell the reader of a trace what happens in the rows of `where`."""
        self._dice.note(text, self._later(where), *(self._later(value) for value in values))

    def _later(self, told: Told) -> Callable[[], NDArray[Any]]:
        return lambda: self._wide(told() if callable(told) else told)
