"""A rule table as printed: rows, columns and short text cells, with its source."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from mangonel.errors import DataError, UnknownCellError
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN, is_number, read_band, read_offset, read_whole, row_bands
from mangonel.rules.dice import Die
from mangonel.rules.forms import MATRIX, TableForm
from mangonel.rules.reading import FILLED, Source

if TYPE_CHECKING:
    import pandas as pd

ROW_OFFSET = "row_offset"


class ResultsIf(Struct, frozen=True, forbid_unknown_fields=True):
    """Result texts that hold only if an option of the rule set has a certain value."""

    option: FILLED
    value: FILLED
    texts: dict[str, FILLED]


class CellsIf(Struct, frozen=True, forbid_unknown_fields=True):
    """Cells, by ``row.column``, that hold only if an option of the rule set has a certain value: a reading of them."""

    option: FILLED
    value: FILLED
    cells: dict[str, FILLED]


@dataclass(frozen=True)
class Table:
    """A table of the rules of any kind, as rows x columns of short text cells."""

    id: str
    """Name of the table, for example ``melee-foot``."""
    kind: str
    """``die`` (a face and a column give a result), ``matrix``, ``values``, or one of the system's own."""
    title: str
    """Heading for people."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    """`columns`, `rows`: labels, shapes (columns,) and (rows,). The rows of a die table are whole numbers, ``1``,
    ``2``, ..., or bands of them, ``-7..-4``, ``-3..0``, ..., that follow one another."""
    cells: tuple[tuple[str, ...], ...]
    """Cells as printed, shape (rows, columns): ``.`` is a printed empty cell, ``?`` one the sources have lost."""
    source: Source
    """Where the figures come from."""
    die: int = 0
    """Sides of the die of a ``die`` table, else 0."""
    dice: int = 1
    """How many such dice are thrown for one roll."""
    zero: bool = False
    """Whether the die counts from 0."""
    limit: tuple[int, int] | None = None
    """The lowest and the highest that all modifiers of a roll may sum up to; None if there is no cap."""
    results: Mapping[str, str] = field(default_factory=dict)
    """Result letters of a ``die`` table in printed order, each with its meaning."""
    results_if: tuple[ResultsIf, ...] = ()
    """Meanings that change with an option of the rule set."""
    cells_if: tuple[CellsIf, ...] = ()
    """Cells that change with an option of the rule set."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """Results that are read as another in one situation: against men in panic nothing befalls the attacker."""
    column_results: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The results of a column, where not all of the table can come in it; besides ``-``, which may come anywhere."""
    unknown: Mapping[str, str] = field(default_factory=dict)
    """Why a ``?`` is unknown, by ``row.column``."""
    row_offset: Mapping[str, int] = field(default_factory=dict)
    """Rows that something, a weapon as a rule, is further down than the common scale."""
    words: tuple[str, ...] = ()
    """The words that the cells of a ``values`` table may have."""
    open_ended: bool = False
    """Whether the last row stands for all higher rolls too."""
    shiftable: bool = False
    """Whether columns stand in an order that column shifts move along."""
    column_text: str = "column {}"
    """How a column is named in a sentence, with ``{}`` for its label."""
    column_words: Mapping[str, str] = field(default_factory=dict)
    """Words that stand in a sentence for some column labels."""
    form: TableForm = field(default=TableForm(kind=MATRIX), compare=False, repr=False)
    """The form of its cells, and the rows and columns that are read."""
    offsets: str = field(default="row", compare=False)
    """The things with a row offset, for example ``weapon``."""
    file: Path | None = None
    """The file the table was read from."""
    told: Callable[[str, str, str], None] | None = field(default=None, compare=False, repr=False)
    """Called with table, row and column of every cell that is read, if it is not None. It makes no
    difference between tables."""

    def __hash__(self) -> int:
        return hash((self.id, self.cells))

    def __repr__(self) -> str:
        """Return a line that says which it is."""
        return f"<Table {self.id}: {self.title}, {len(self.rows)} rows, {len(self.columns)} columns>"

    def __getitem__(self, place: tuple[str, str]) -> str:
        """Return ``table[row, column]``, the same as `cell`."""
        return self.cell(*place)

    def to_frame(self) -> pd.DataFrame:
        """Return the cells as printed: a row for each row, a column for each column of the page."""
        import pandas as pd

        columns = pd.Index(self.columns, name="column")
        return pd.DataFrame(list(self.cells), index=pd.Index(self.rows, name="row"), columns=columns)

    @cached_property
    def thrown(self) -> Die:
        """The dice that are thrown for a roll on a ``die`` table."""
        return Die(self.die, self.dice, self.zero)

    @cached_property
    def bands(self) -> tuple[tuple[int, int], ...]:
        """First and last number of each row of a ``die`` table."""
        return row_bands(self.rows)

    @cached_property
    def places(self) -> dict[int, int]:
        """Row, counted from 0, of each number of a ``die`` table; its final one stands for all beyond, too."""
        return {number: row for row, (first, last) in enumerate(self.bands) for number in range(first, last + 1)}

    @cached_property
    def rolled(self) -> dict[Hashable, tuple[str, ...]]:
        """Results of all throws by the column and the sum of modifiers, as far as they were asked for."""
        return {}

    @cached_property
    def _row_places(self) -> dict[str, int]:
        return {row: place for place, row in enumerate(self.rows)}

    @cached_property
    def _column_places(self) -> dict[str, int]:
        return {column: place for place, column in enumerate(self.columns)}

    @cached_property
    def result_codes(self) -> tuple[str, ...]:
        """Results in printed order; the code of a result is its place here."""
        letters = tuple(self.results)
        return letters if NO_EFFECT in letters else (*letters, NO_EFFECT)

    def results_of(self, column: str) -> tuple[str, ...]:
        """Return the results that a column may hold, in printed order."""
        wanted = self.column_results.get(column)
        return tuple(letter for letter in self.results if wanted is None or letter in (*wanted, NO_EFFECT))

    def column_name(self, column: str) -> str:
        """Return how a column is named in a sentence, for example ``light cover``."""
        return self.column_text.format(self.column_words.get(column, column))

    def cell(self, row: str, column: str) -> str:
        """Return a cell as printed; a DataError if there is none, an UnknownCellError if the sources have lost it."""
        cell = self.printed(row, column)
        if cell == UNKNOWN:
            place = f"{row}.{column}"
            reason = self.unknown.get(place, "the source does not give it")
            readings = [f"{reading.option} = {reading.value}" for reading in self.cells_if if place in reading.cells]
            filled = f"the option {' or '.join(readings)} fills it, and " if readings else ""
            raise UnknownCellError(
                f"table {self.id}, {row}, {column}: unknown ({reason}); {filled}an overlay can supply it with a"
                f" [[change]] of this cell"
            )
        return cell

    def printed(self, row: str, column: str) -> str:
        """Return a cell as printed, ``?`` if the sources have lost it; it is a DataError if there is none."""
        cell = self.cells[self.row_index(row)][self.column_index(column)]
        if self.told is not None:
            self.told(self.id, row, column)
        return cell

    @cached_property
    def entries(self) -> dict[str, str]:
        """Cells and row offsets as its file has them, by ``row.column``; reading them is not noted."""
        lines = zip(self.rows, self.cells, strict=True)
        cells = ((row, *cell) for row, line in lines for cell in zip(self.columns, line, strict=True))
        offsets = {f"{of}.{ROW_OFFSET}": str(rows) for of, rows in self.row_offset.items()}
        return {f"{row}.{column}": cell for row, column, cell in cells} | offsets

    def written(self, row: str, column: str) -> str | None:
        """Return one of the `entries`; None if there is none."""
        return self.entries.get(f"{row}.{column}")

    def offset(self, of: str) -> int:
        """Return the rows that something is further down than the common scale; a DataError if it has no offset."""
        if of not in self.row_offset:
            raise DataError(f"unknown {self.offsets}", value=of, allowed=self.row_offset)
        if self.told is not None:
            self.told(self.id, of, ROW_OFFSET)
        return self.row_offset[of]

    def fault(self, row: str, column: str, cell: str) -> DataError | None:
        """Return the fault of a cell, or None if it may stand there."""
        return self.form.fault(row, column, cell, results=self.results_of(column), words=self.words)

    def number(self, row: str, column: str = "value") -> int:
        """Return a cell as a whole number; it is a DataError if there is no such cell, or it holds no number."""
        cell = self.cell(row, column)
        try:
            return read_whole(cell)
        except DataError as error:
            raise error.at(f"cells.{row}.{column}", self.file) from None

    def figures(self, row: str, column: str) -> tuple[int, ...]:
        """Return the whole numbers of a cell with strokes between them, such as ``5/7``; of a word none."""
        parts = self.cell(row, column).split("/")
        return tuple(int(part) for part in parts) if all(map(is_number, parts)) else ()

    def row_index(self, row: str) -> int:
        """Return the place of a row, counted from 0."""
        return self._place(row, self._row_places, "row")

    def column_index(self, column: str) -> int:
        """Return the place of a column, counted from 0."""
        return self._place(column, self._column_places, "column")

    def _place(self, label: str, places: Mapping[str, int], what: str) -> int:
        try:
            return places[label]
        except (KeyError, TypeError):
            raise DataError(f"table {self.id} has no such {what}", value=label, allowed=places) from None

    def replaced(self, row: str, column: str, value: str) -> Table:
        """Return the table with one cell changed, as its file would say it; ``row_offset`` is a column, too.

        It is a DataError if there is no such cell, or this kind of table cannot hold the value.
        """
        if column == ROW_OFFSET and self.row_offset:
            self._place(row, self.row_offset, f"{self.offsets} with a row offset")
            return replace(self, row_offset={**self.row_offset, row: read_offset(value)})
        fault = self.fault(row, column, value)
        self.row_index(row), self.column_index(column)
        if fault is not None:
            raise fault
        # A change of a cell counts more than a reading by an option.
        here = f"{row}.{column}"
        readings = tuple(
            structs.replace(reading, cells={place: cell for place, cell in reading.cells.items() if place != here})
            for reading in self.cells_if
        )
        return replace(self.with_cells({here: value}), cells_if=readings)

    def with_cells(self, cells: Mapping[str, str]) -> Table:
        """Return the table with other cells, by ``row.column``."""
        lines = tuple(
            tuple(cells.get(f"{row}.{column}", cell) for column, cell in zip(self.columns, line, strict=True))
            for row, line in zip(self.rows, self.cells, strict=True)
        )
        return replace(
            self, cells=lines, unknown={place: why for place, why in self.unknown.items() if place not in cells}
        )

    def with_texts(self, texts: Mapping[str, str]) -> Table:
        """Return the table with other meanings for some of its results."""
        return replace(self, results={letter: texts.get(letter, text) for letter, text in self.results.items()})

    def check(self) -> None:
        """Check all cells together: bands which have to follow one another must do so (else a DataError)."""
        if not self.form.kind.follows:
            return
        for row, entries in zip(self.rows, self.cells, strict=True):
            expected = 1
            for column, entry in zip(self.columns, entries, strict=True):
                if entry in (EMPTY, UNKNOWN):
                    break
                first, last = read_band(entry)
                if first != expected:
                    message, path = f"this band has to begin at {expected}", f"cells.{row}.{column}"
                    raise DataError(message, file=self.file, path=path, value=entry)
                expected = last + 1
