"""One roll on a die table: the column with its shifts, the die with its modifiers, and the exact odds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.tables.cells import EMPTY, NO_EFFECT
from mangonel.tables.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = int | NDArray[np.integer]

__all__ = ["Modifier", "Shift", "Situation", "look_up"]


@dataclass(frozen=True, slots=True)
class Shift:
    """Columns to the right (negative: to the left), and why."""

    reason: str
    columns: int


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number added to the die, and why."""

    reason: str
    value: int


@dataclass(frozen=True, slots=True)
class Situation:
    """A die table asked in one situation.

    Shifts are added up first and then clamped once to the first and last column. Modifiers are added to the die;
    the sum is never read below 1; the row offset of a weapon follows, and the last row stands for all beyond.

    Parameters
    ----------
    table
        A table of kind ``die``.
    column
        Label of the column before shifts.
    shifts
        Column shifts in the order in which they are to be explained.
    modifiers
        Die modifiers in the order in which they are to be explained.
    row_offset
        Rows further down than the common scale, at least 0.
    row_reason
        What the row offset belongs to, for example ``longbow``.

    Raises
    ------
    DataError
        If the table is no die table, has no such column, or its columns cannot be shifted.
    """

    table: Table
    column: str
    shifts: tuple[Shift, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    row_offset: int = 0
    row_reason: str = ""

    def __post_init__(self) -> None:
        if self.table.kind != "die":
            raise DataError(f"table {self.table.id} is not rolled on", value=self.table.kind, allowed=["die"])
        self.table.column_index(self.column)
        if self.shifts and not self.table.shiftable:
            raise DataError(f"the columns of table {self.table.id} cannot be shifted", value=self.shifts[0].reason)
        if self.row_offset < 0:
            raise DataError("a row offset cannot be negative", value=self.row_offset)

    @property
    def faces(self) -> range:
        """Faces of the die, 1 to N."""
        return range(1, self.table.die + 1)

    @property
    def final_column(self) -> str:
        """Label of the column after all shifts."""
        columns = self.table.columns
        wanted = self.table.column_index(self.column) + sum(shift.columns for shift in self.shifts)
        return columns[min(max(wanted, 0), len(columns) - 1)]

    def row(self, die: int) -> int:
        """Return the row, counted from 1, that a face of the die leads to.

        Raises
        ------
        DataError
            If the die has no such face.
        """
        if die not in self.faces:
            raise DataError(f"a d{self.table.die} has no such face", value=die)
        return min(self._modified(die) + self.row_offset, len(self.table.rows))

    def _modified(self, die: int) -> int:
        return max(die + sum(modifier.value for modifier in self.modifiers), 1)

    def outcome(self, die: int) -> str:
        """Return the result letter of a face; a printed empty cell reads as ``-``.

        Raises
        ------
        DataError
            If the die has no such face.
        UnknownCellError
            If the source has lost the cell.
        """
        cell = self.table.cell(self.table.rows[self.row(die) - 1], self.final_column)
        return NO_EFFECT if cell == EMPTY else cell

    def outcomes(self) -> tuple[str, ...]:
        """Return the result letters of the faces 1 to N, shape (N,)."""
        return tuple(self.outcome(die) for die in self.faces)

    def giving(self, letters: Iterable[str]) -> Situation:
        """Return the situation itself, if it gives no other results than these.

        Raises
        ------
        DataError
            If one of its faces leads to another result, which whoever rolls could not carry out.
        """
        allowed = tuple(letters)
        for die in self.faces:
            letter = self.outcome(die)
            if letter not in allowed:
                row = self.table.rows[self.row(die) - 1]
                raise DataError(
                    f"table {self.table.id}, row {row}, column {self.final_column}: no such result can be carried out",
                    value=letter,
                    allowed=allowed,
                )
        return self

    def codes(self) -> tuple[int, ...]:
        """Return the outcomes as codes into ``table.result_codes``, shape (N,)."""
        letters = self.table.result_codes
        return tuple(letters.index(letter) for letter in self.outcomes())

    def odds(self) -> dict[str, Fraction]:
        """Return the exact odds of each result that can come, in the table's order of results."""
        outcomes = self.outcomes()
        counts = {letter: outcomes.count(letter) for letter in self.table.result_codes}
        return {letter: Fraction(count, self.table.die) for letter, count in counts.items() if count}

    def meaning(self, letter: str) -> str:
        """Return what a result letter means, in words."""
        return self.table.results.get(letter, "no effect")

    def explain(self, die: int, names: Mapping[str, str] | None = None) -> str:
        """Return one roll in words: die, modifiers, row, column (if there are several), shifts, result and meaning.

        Parameters
        ----------
        die
            The face of the die.
        names
            What to say in the meaning for words of the table, for example who is its ``defender``.
        """
        parts = [f"die {die}"]
        parts += [f"{modifier.value:+d} {modifier.reason}" for modifier in self.modifiers if modifier.value]
        if self.row_offset:
            rows = "row" if self.row_offset == 1 else "rows"
            parts.append(f"{self.row_offset:+d} {rows} {self.row_reason}".rstrip())
        row = self.row(die)
        steps = ", ".join(parts)
        if len(parts) > 1:
            reached = self._modified(die) + self.row_offset
            steps += f" = row {reached}" if reached == row else f" = row {reached}, read as {row}"
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


def look_up(
    table: Table,
    faces: NDArray[np.integer],
    column_index: Integers,
    shifts: Integers = 0,
    modifiers: Integers = 0,
    row_offset: Integers = 0,
) -> NDArray[np.int8]:
    """Look up many rolls at once, by the same rules as `Situation`.

    Parameters
    ----------
    table
        A table of kind ``die`` without unknown cells.
    faces
        Faces of the die, any shape, 1 to N each.
    column_index
        Places of the columns before shifts, counted from 0.
    shifts, modifiers, row_offset
        Sums of column shifts, die modifiers and row offsets. All arguments broadcast against `faces`.

    Returns
    -------
    ndarray of int8
        Codes into ``table.result_codes``, in the broadcast shape.

    Raises
    ------
    UnknownCellError
        If the table has a cell that the source has lost.
    """
    import numpy as np

    if table.told is not None:
        # The grid may have been made before, for somebody else.
        for row, column in product(table.rows, table.columns):
            table.told(table.id, row, column)
    grid = _code_grid(table)
    height, width = grid.shape
    modified = np.maximum(np.asarray(faces, dtype=np.int16) + modifiers, 1)
    rows = np.minimum(modified + row_offset, height) - 1
    columns = np.clip(np.asarray(column_index, dtype=np.int16) + shifts, 0, width - 1)
    codes: NDArray[np.int8] = grid.ravel().take(rows * width + columns)
    return codes


@lru_cache(maxsize=256)
def _code_grid(table: Table) -> NDArray[np.int8]:
    import numpy as np

    letters = table.result_codes
    known = [[table.cell(row, column) for column in table.columns] for row in table.rows]
    codes = [[letters.index(NO_EFFECT if cell == EMPTY else cell) for cell in cells] for cells in known]
    return np.array(codes, dtype=np.int8)
