"""Dice that answer a phase from a record of what it has asked for, and stop it at the first new question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import Inset, Told
from mangonel.engine.rolls import Roll
from mangonel.engine.slips import SlipError, checked_mask, checked_place

__all__ = ["BESIDE", "DIFFERENTLY", "OUTSIDE", "AskError", "Asked", "ReplayDice"]

DIFFERENTLY = "played again, it asks differently"
BESIDE = (
    "the result of a row depends on other rows or on the row's place "
    "(a loop over rows; a sum, a maximum or any() of all rows)"
)
OUTSIDE = "it draws random numbers of its own, keeps something outside its columns, or looks at a counter"


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A roll or a chapter that a phase has asked for."""

    of: Roll | Inset
    """Which."""
    where: NDArray[np.bool_]
    """The rows that roll or play. Shape (rows,)."""
    place: NDArray[Any] | int
    """The situation or start of each row, or one for all."""
    answer: NDArray[Any] | None = None
    """The answer, None as long as there is none. Shape (rows,), of a chapter (reads, rows)."""

    def __str__(self) -> str:
        """Return kind and name."""
        return f"{'roll' if isinstance(self.of, Roll) else 'chapter'} {self.of.name!r}"

    def taken(self, rows: NDArray[np.int64], answer: NDArray[Any] | None = None) -> Asked:
        """Return the same for some of the rows, with their part of the answer or with a new one."""
        place = self.place if isinstance(self.place, int) else self.place[rows]
        known = self.answer[..., rows] if answer is None and self.answer is not None else answer
        return Asked(self.of, self.where[rows], place, known)


class AskError(Exception):
    """A phase asked for something that has no answer yet."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(str(asked))
        self.asked = asked


class ReplayDice:
    """Dice that answer from a record, and raise `AskError` at the first question that is not in it.

    A question in which no row rolls or plays is not recorded: whether a phase asks it is up to the phase.

    Parameters
    ----------
    numbers
        The type of number that phases are handed.
    asked
        The questions so far with their answers, in order.
    why
        The reason that an error gives if the phase asks differently.
    """

    def __init__(self, numbers: np.dtype[Any], asked: Sequence[Asked], why: str) -> None:
        self.rows: int | None = None
        self._numbers = numbers
        self._left = list(reversed(asked))
        self._why = why

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        """Roll for the rows in `where`; see `mangonel.engine.dice.Dice`."""
        del who
        checked_mask("roll", roll.name, where, self.rows)
        situation = checked_place("roll", roll.name, "situation", situation, where, len(roll.codes))
        if not where.any():
            return np.zeros(len(where), dtype=self._numbers)
        return self._answer(Asked(roll, where, situation)).astype(self._numbers)

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        """Play a whole chapter in the rows in `where`; see `mangonel.engine.dice.Dice`."""
        numbers = np.result_type(np.int16, self._numbers)
        checked_mask("chapter", chapter.name, where, self.rows)
        start = checked_place("chapter", chapter.name, "start", start, where, chapter.starts)
        if not where.any():
            return np.zeros((len(chapter.reads), len(where)), dtype=numbers)
        return self._answer(Asked(chapter, where, start)).astype(numbers)

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Say nothing: nobody listens."""

    def unread(self) -> Asked | None:
        """Return the next question of the record, None if all have been asked."""
        return self._left[-1] if self._left else None

    def _answer(self, asked: Asked) -> NDArray[Any]:
        if not self._left:
            raise AskError(asked)
        known = self._left.pop()
        same = str(known) == str(asked) and np.array_equal(known.where, asked.where)
        if not same or ((known.place != asked.place) & asked.where).any():
            raise SlipError(f"{asked}: {DIFFERENTLY}: {self._why}")
        if known.answer is None:
            raise AskError(asked)
        return known.answer
