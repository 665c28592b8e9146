"""What a sheet says, before anybody decides where it stands on the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

__all__ = ["KINDS", "Block", "Cell", "Column", "Grid", "Lines", "Row", "Sheet"]

KINDS = ("", "out", "wounded", "back", "nothing", "attacker")
"""What a chance is the chance of: it decides about hatch and colour, which never stand alone."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a grid.

    Parameters
    ----------
    mark
        Result letters, ``F`` or ``F+``; may be empty.
    value
        The number or word.
    chance
        The exact chance, for the shade and for the file of numbers; None if the cell holds none.
    kind
        One of `KINDS`.
    other
        What stands there under the second rule set, None if it is the same or there is no second one.
    other_chance
        The chance under the second rule set.
    """

    mark: str = ""
    value: str = ""
    chance: Fraction | None = None
    kind: str = ""
    other: str | None = None
    other_chance: Fraction | None = None

    @property
    def changed(self) -> bool:
        """Whether the two rule sets differ here."""
        return self.other is not None

    @property
    def shade(self) -> float:
        """How dark the cell is, 0 to 1: the larger of its chances."""
        return max(float(self.chance or 0), float(self.other_chance or 0))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid; neighbours with the same group stand under one heading."""

    label: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a grid; neighbours with the same group are named once."""

    label: str
    cells: tuple[Cell, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns of cells.

    Parameters
    ----------
    caption
        What the grid shows.
    columns, rows
        Shape: each row has one cell for each column.
    corner
        What the row labels are: of the group, and of the row.
    keys
        So many columns at the left say which row it is; where a wide grid is cut, every part has them.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    corner: tuple[str, str] = ("", "")
    keys: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple(cell for row in self.rows for cell in row.cells)

    @property
    def possible(self) -> Grid:
        """The grid without columns of results that never come."""
        kept = [
            place
            for place in range(len(self.columns))
            if place < self.keys or any(row.cells[place].shade or row.cells[place].chance is None for row in self.rows)
        ]
        return self.with_columns(kept)

    def with_columns(self, places: Sequence[int]) -> Grid:
        """Return the grid with the columns at these places only."""
        rows = tuple(replace(row, cells=tuple(row.cells[place] for place in places)) for row in self.rows)
        return replace(self, columns=tuple(self.columns[place] for place in places), rows=rows)


@dataclass(frozen=True, slots=True)
class Lines:
    """A heading and lines below it.

    Parameters
    ----------
    heading
        May be empty.
    entries
        Pairs of a term, such as a result letter, and its text; a text without a term is a plain line.
    """

    heading: str
    entries: tuple[tuple[str, str], ...]


Block: TypeAlias = Grid | Lines
"""A part of a sheet that stands in one place."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet, in the words of one language.

    Parameters
    ----------
    id
        Name of the sheet, for example ``melee-foot``.
    title, subtitle
        What it is about; what its numbers are, and under which rules.
    how
        How to read it, with a worked example.
    main, side, last
        Blocks in the order of reading; those at the side may stand beside or below the main ones, before the last.
    foot
        What every page says at its foot: rules in force, sources, changes.
    stamp
        The last line of every page: rule sets with digests, version, date.
    page
        How pages are numbered, with places for ``page`` and ``pages``.
    continued
        Title of the pages after the first.
    """

    id: str
    title: str
    subtitle: str
    how: tuple[str, ...]
    main: tuple[Block, ...]
    side: tuple[Block, ...]
    foot: tuple[str, ...]
    stamp: str
    page: str
    continued: str
    last: tuple[Block, ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks."""
        return (*self.main, *self.side, *self.last)
