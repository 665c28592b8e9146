"""One roll on a die table: the column with its shifts, the die with its modifiers, and the exact odds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mangonel.errors import DataError, NoRollError
from mangonel.rules.cells import EMPTY, NO_EFFECT
from mangonel.rules.dice import Die, Throw
from mangonel.rules.table import Table


class Shift(Struct, frozen=True):
    """Columns to the right (negative: to the left), and why."""

    reason: str
    columns: int


class Modifier(Struct, frozen=True):
    """A number added to the die, and why."""

    reason: str
    value: int


class Situation(Struct, frozen=True, dict=True):
    """A die table asked in one situation.

    Shifts are added up first and then clamped once to the first and last column. Modifiers are added up, within the
    limit of the table if it has one, and then to the die; the first row stands for all below it; a row offset follows,
    and the last row stands for all beyond. It is a DataError if the table is no die table, has no such column, or its
    columns cannot be shifted.
    """

    table: Table
    """A table of kind ``die``."""
    column: str
    """Label of the column before shifts."""
    shifts: tuple[Shift, ...] = ()
    """Column shifts in the order in which they are to be explained."""
    modifiers: tuple[Modifier, ...] = ()
    """Die modifiers in the order in which they are to be explained."""
    row_offset: int = 0
    """Rows further down than the common scale, at least 0."""
    row_reason: str = ""
    """The thing with the row offset, for example ``longbow``."""
    natural: tuple[Throw, ...] = ()
    """Throws that count as they fall, without modifiers."""
    letters: tuple[str, ...] = ()
    """The results that can be carried out; those of the table if it is empty."""

    def __post_init__(self) -> None:
        table = self.table
        if table.kind != "die":
            raise DataError(f"table {table.id} is not rolled on", value=table.kind, allowed=["die"])
        table.column_index(self.column)
        if self.shifts and not table.shiftable:
            raise DataError(f"the columns of table {table.id} cannot be shifted", value=self.shifts[0].reason)
        if self.row_offset < 0:
            raise DataError("a row offset cannot be negative", value=self.row_offset)

    @property
    def faces(self) -> tuple[Throw, ...]:
        """All that the dice can show, each as likely as the others. Shape (N,)."""
        return self.table.thrown.throws

    @cached_property
    def final_column(self) -> str:
        """Label of the column after all shifts."""
        if not self.shifts:
            return self.column
        columns = self.table.columns
        wanted = self.table.column_index(self.column) + sum(shift.columns for shift in self.shifts)
        return columns[min(max(wanted, 0), len(columns) - 1)]

    def row(self, die: Throw) -> int:
        """Return the row, counted from 1, of a throw of the die; it is a DataError if there is no such face."""
        if die not in self.faces:
            raise DataError(f"{self.table.thrown.name} has no such face", value=die)
        return self.table.places.get(self._reached(die), len(self.table.bands) - 1) + 1

    @cached_property
    def modifier(self) -> int:
        """The sum of all modifiers, within the limit of the table."""
        total = sum(modifier.value for modifier in self.modifiers)
        if self.table.limit is None:
            return total
        low, high = self.table.limit
        return min(max(total, low), high)

    def _reached(self, die: Throw) -> int:
        """Return the number that is looked for in the rows, all modifiers included."""
        added = Die.total(die) + (0 if die in self.natural else self.modifier)
        return max(added, self.table.bands[0][0]) + self.row_offset

    def outcome(self, die: Throw) -> str:
        """Return the result letter of a face; a printed empty cell reads as ``-``.

        It is a DataError if the die has no such face, an UnknownCellError if the source has lost the cell.
        """
        cell = self.table.cell(self.table.rows[self.row(die) - 1], self.final_column)
        return NO_EFFECT if cell == EMPTY else cell

    def outcomes(self) -> tuple[str, ...]:
        """Return the result letters of all throws in the order of `faces`, shape (N,)."""
        return self._outcomes

    @cached_property
    def _outcomes(self) -> tuple[str, ...]:
        if self.table.told is not None:
            return tuple(map(self.outcome, self.faces))
        key, known = (self.final_column, self.modifier, self.row_offset, self.natural), self.table.rolled
        if key not in known:
            known[key] = tuple(map(self.outcome, self.faces))
        return known[key]

    def moved(self, kind: str, by: int) -> Situation:
        """Return the situation with a number more added to the ``die``, or to the ``column``."""
        if kind == "die":
            return replace(self, modifiers=(*self.modifiers, Modifier("moved", by)))
        return replace(self, shifts=(*self.shifts, Shift("moved", by)))

    def giving(self, letters: Iterable[str]) -> Situation:
        """Return the situation with the results that can be carried out, if it gives no others.

        It is a DataError if one of its faces leads to another result, which could not be carried out.
        """
        allowed = tuple(letters)
        for die, letter in zip(self.faces, self.outcomes(), strict=True):
            if letter not in allowed:
                row = self.table.rows[self.row(die) - 1]
                raise DataError(
                    f"table {self.table.id}, row {row}, column {self.final_column}: no such result can be carried out",
                    value=letter,
                    allowed=allowed,
                )
        return replace(self, letters=allowed)

    def odds(self) -> dict[str, Fraction]:
        """Return the exact odds of each result that can come, in the table's order of results."""
        counts = {letter: self._outcomes.count(letter) for letter in self.table.result_codes}
        return {letter: Fraction(count, len(self._outcomes)) for letter, count in counts.items() if count}

    def meaning(self, letter: str) -> str:
        """Return the meaning of a result letter, in words."""
        return self.table.results.get(letter, "no effect")

    def steps(self, die: Throw) -> str:
        """Return in words which row a throw leads to: the dice, modifiers, row offset, row."""
        parts = [Die.told(die)]
        modifiers = () if die in self.natural else self.modifiers
        parts += [f"{modifier.value:+d} {modifier.reason}" for modifier in modifiers if modifier.value]
        total = sum(modifier.value for modifier in modifiers)
        if modifiers and total != self.modifier:
            parts.append(f"{total:+d} in all counts as {self.modifier:+d}")
        if self.row_offset:
            rows = "row" if self.row_offset == 1 else "rows"
            parts.append(f"{self.row_offset:+d} {rows} {self.row_reason}".rstrip())
        return ", ".join(parts) + self._row_words(die, told=len(parts) > 1)

    def explain(self, die: Throw, names: Mapping[str, str] | None = None) -> str:
        """Return one roll in words: die, modifiers, row, column (if there are several), shifts, result and meaning.

        The meaning has some names instead of words of the table, for example for its ``defender``.
        """
        steps = self.steps(die)
        if len(self.table.columns) > 1:
            steps += f", {self.table.column_name(self.final_column)}"
        if self.shifts:
            moves = ", ".join(f"{shift.columns:+d} {shift.reason}" for shift in self.shifts)
            steps += f" ({self.column}, {moves})"
        letter = self.outcome(die)
        meaning = self.meaning(letter)
        if names:
            # At once: sides that attack in turn are each other's defenders.
            meaning = re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], meaning)
        return f"{steps} -> {letter} ({meaning})"

    def _row_words(self, die: Throw, *, told: bool) -> str:
        """Return which row a throw leads to, in words; nothing where it is the number that the die shows."""
        number, label = self._reached(die), self.table.rows[self.row(die) - 1]
        # A number below the first row counts as that row before rows are counted down from it; people add up the
        # dice show.
        added = Die.total(die) + (0 if die in self.natural else self.modifier)
        below = added < self.table.bands[0][0] and not self.row_offset
        number, beyond = (added, " and less") if below else (number, "")
        if any(first != last for first, last in self.table.bands):
            total = f" = {number}" if told or isinstance(die, tuple) else ""
            more = " and more" if self.table.open_ended and label == self.table.rows[-1] else beyond
            return f"{total}, row {label}{more}"
        if not told and not isinstance(die, tuple):
            return ""
        return f" = row {number}" if str(number) == label else f" = row {number}, read as {label}"


class Joint(Struct, frozen=True, dict=True):
    """A situation with its row read in several columns, for example of the attackers and of the defenders.

    It is a DataError if the table has no such column.
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

    def moved(self, kind: str, by: int) -> Joint:
        """Return the situation with a number more added to the ``die``, or to the ``column``."""
        return replace(self, situation=self.situation.moved(kind, by))

    def explain(self, die: Throw) -> str:
        """Return one roll in words: die, modifiers, row, then each column with its result and its meaning."""
        name = self.situation.table.column_name
        meaning = self.situation.meaning
        results = zip(self.columns, self.outcome(die), strict=True)
        sentence = ", ".join(f"{name(column)}: {letter} ({meaning(letter)})" for column, letter in results)
        return f"{self.situation.steps(die)} -> {sentence}"


Made = TypeVar("Made")


def possible(make: Callable[[], Made]) -> Made | None:
    """Return a situation, or None if the rules allow no roll in it; any other error is raised."""
    try:
        return make()
    except NoRollError:
        return None
