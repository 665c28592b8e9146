"""Playing every phase more than once, to find what a phase keeps, draws or looks at that it must not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import Dice, Inset, Told
from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.slips import SlipError
from mangonel.engine.state import Layout, State

__all__ = ["checked_sequence"]

_OUTSIDE = "it draws random numbers of its own, keeps something outside its columns, or looks at a counter"
_BESIDE = "what it does to a row hangs on other rows"

_OTHERWISE = 1_000_003
"""Where counters stand when a phase is played again, so that one that looks at them does something else."""


def checked_sequence(sequence: PlaySequence) -> PlaySequence:
    """Return a sequence that gives the same results, or raises SequenceError where it would depend on the engine.

    Every phase is played again with the same answers: on all of the rows, on each half, and on a single row.
    What comes of a row must be the same each time. Numbers are wide and all checks are made, also of a sequence that is
    compact.
    """
    return replace(
        sequence,
        phases=[Phase(phase.name, _again(phase, sequence.layout), phase.when) for phase in sequence.phases],
        compact=False,
        recipe=None if sequence.recipe is None else (checked_sequence, (sequence,)),
    )


def _again(phase: Phase, layout: Layout) -> Callable[[State, Dice], None]:
    def act(s: State, dice: Dice) -> None:
        tape = _Tape(dice)
        every, middle = np.arange(s.size), s.size // 2
        # Exact rows are in order, so halves and single rows are as different from the whole as they can be.
        parts = (every[:middle], every[middle:], every[middle : middle + 1])
        plays = [(every, s.copied(every), _OUTSIDE), *((part, s.copied(part), _BESIDE) for part in parts)]
        before = {name: getattr(s, name).copy() for name in layout.tallies}
        phase.act(s, tape)
        for rows, other, why in plays:
            if not len(rows):
                continue
            for name in layout.tallies:
                getattr(other, name)[...] += _OTHERWISE
            phase.act(other, _Replayed(tape.asked, rows, why))
            for name in layout.places:
                if not np.array_equal(getattr(other, name), getattr(s, name)[..., rows]):
                    raise SlipError(f"played again it leaves {name!r} otherwise: {why}")
            for name in layout.tallies:
                added = getattr(s, name)[rows] - before[name][rows]
                if not np.array_equal(getattr(other, name) - before[name][rows] - _OTHERWISE, added):
                    raise SlipError(f"played again it adds otherwise to {name!r}: {why}")

    return act


_Asked = tuple["Roll | Inset", "NDArray[np.bool_]", "NDArray[Any] | int", "NDArray[Any]"]
"""What was asked for, where, in which situation or from which start, and the answer."""


class _Tape:
    """Dice that remember what was asked and answered."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.asked: list[_Asked] = []

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        answer = self._dice.roll(roll, where, situation, who=who)
        self.asked.append((roll, where.copy(), np.copy(situation), answer.copy()))
        return answer

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        answer = self._dice.play(chapter, where, start)
        self.asked.append((chapter, where.copy(), np.copy(start), answer.copy()))
        return answer

    def note(self, text: str, where: Told, *values: Told) -> None:
        self._dice.note(text, where, *values)


class _Replayed:
    """Hands the same answers out again, to some of the rows, if the same is asked."""

    def __init__(self, asked: Sequence[_Asked], rows: NDArray[np.int64], why: str) -> None:
        self._asked = iter(asked)
        self._rows = rows
        self._why = why

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        del who
        return self._answer("roll", roll, where, situation)

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        return self._answer("chapter", chapter, where, start, len(chapter.reads))

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Say nothing: it has been said."""

    def _answer(
        self, kind: str, asked: Roll | Inset, where: NDArray[np.bool_], place: NDArray[Any] | int, lines: int = 1
    ) -> NDArray[Any]:
        if not where.any():
            # Whether a phase asks at all where nobody rolls is its own affair.
            return np.zeros((lines, len(where)) if kind == "chapter" else len(where), dtype=np.int64)
        for kind_asked, there, before, answer in self._asked:
            mine = there[self._rows]
            if not mine.any():
                continue
            old = np.broadcast_to(before, there.shape)[self._rows]
            same = kind_asked.name == asked.name and np.array_equal(mine, where)
            if same and np.array_equal(np.broadcast_to(place, mine.shape)[mine], old[mine]):
                return answer[..., self._rows].copy()
            break
        raise SlipError(f"{kind} {asked.name!r}: played again it asks otherwise: {self._why}")
