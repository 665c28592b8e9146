"""One throw of the dice that is read in several columns at once: a result for each side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from mangonel.rules.dice import Throw
from mangonel.rules.situation import Situation

__all__ = ["Joint"]


@dataclass(frozen=True)
class Joint:
    """A situation whose row is read in several columns, for example of the attackers and of the defenders.

    Raises
    ------
    DataError
        If the table has no such column.
    """

    situation: Situation
    """The roll, with its modifiers; which column it names makes no difference."""
    columns: tuple[str, ...]
    """Labels of the columns, in the order in which their results are told."""

    def __post_init__(self) -> None:
        for column in self.columns:
            self.situation.table.column_index(column)

    @property
    def faces(self) -> tuple[Throw, ...]:
        """All that the dice can show, each as likely as the others. Shape (N,)."""
        return self.situation.faces

    @cached_property
    def readings(self) -> tuple[Situation, ...]:
        """The situation of each column."""
        plain = replace(self.situation, shifts=()) if self.situation.shifts else self.situation
        return tuple(plain if plain.column == each else replace(plain, column=each) for each in self.columns)

    def outcome(self, die: Throw) -> tuple[str, ...]:
        """Return the results of a throw, one a column; errors as for `Situation.outcome`."""
        return tuple(reading.outcome(die) for reading in self.readings)

    def outcomes(self) -> tuple[tuple[str, ...], ...]:
        """Return the results of all throws in the order of `faces`. Shape (N, columns)."""
        return tuple(zip(*(reading.outcomes() for reading in self.readings), strict=True))

    def odds(self) -> dict[tuple[str, ...], Fraction]:
        """Return the exact odds of each set of results that can come, in the order in which throws first give them."""
        outcomes = self.outcomes()
        return {outcome: Fraction(outcomes.count(outcome), len(outcomes)) for outcome in dict.fromkeys(outcomes)}

    def explain(self, die: Throw) -> str:
        """Return one roll in words: die, modifiers, row, then each column with its result and what it means."""
        name = self.situation.table.column_name
        meaning = self.situation.meaning
        results = zip(self.columns, self.outcome(die), strict=True)
        sentence = ", ".join(f"{name(column)}: {letter} ({meaning(letter)})" for column, letter in results)
        return f"{self.situation.steps(die)} -> {sentence}"
