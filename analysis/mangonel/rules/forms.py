"""The forms of a system's tables: kinds of cells and of tables, and the rows and columns that the program reads.

A system says it in its file ``system.toml``; dice, matrices and single values are known without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, field, structs

from mangonel.errors import DataError
from mangonel.rules.cells import EMPTY, NO_EFFECT, NUMBER, is_number, one_of, read_band, read_whole
from mangonel.rules.reading import VERSION, Node, validate

_FARTHEST = 10_000
_ORDER = "must be the lowest and the highest number"
Limits = Annotated[
    tuple[Annotated[int, Meta(ge=-_FARTHEST, le=_FARTHEST)], ...],
    Meta(min_length=2, max_length=2, extra={"fault": _ORDER}),
]

ANY = "*"
"""Stands for rows of any other name."""


class _CellKeys(Struct, frozen=True, forbid_unknown_fields=True):
    words: tuple[str, ...] = ()
    """Words that it may say."""
    numbers: Limits | None = None
    """Lowest and highest whole number that it may say; None if it says words alone. A sign only where the lowest is
    below 0."""
    parts: Annotated[int, Meta(ge=1, le=9)] = 1
    """The most of these in one cell, with a stroke between them."""
    fault: str = ""
    limit: str = ""
    """The messages about a word, and about a number, that it may not have; by default a common one."""


class CellForm(_CellKeys, frozen=True, kw_only=True):
    """The texts that one kind of cell may have."""

    name: str
    """Its name, for example ``cover``."""

    def fault_of(self, cell: str) -> DataError | None:
        """Return the fault of a cell, or None if it is allowed."""
        if self == BAND:
            return None if cell == EMPTY else _refused(read_band, cell)
        if self == WHOLE:
            return _refused(read_whole, cell)
        parts = cell.split("/")
        if len(parts) > self.parts and self.parts > 1:
            return DataError(f"at most {self.parts} values, with a stroke between them", value=cell)
        faults = map(self._fault_of_part, parts if self.parts > 1 else [cell])
        return next((fault for fault in faults if fault is not None), None)

    def _fault_of_part(self, part: str) -> DataError | None:
        digits = part[1:] if self._signed and part[:1] in ("+", "-") else part
        if self.numbers is not None and digits.isdecimal():
            low, high = self.numbers
            fits = is_number(digits) and low <= int(part) <= high
            return None if fits else DataError(self.limit or f"must be {low} to {high}", value=part)
        usual = f"unknown {self.name}" if self.numbers is None else f"is no number for {self.name}"
        return None if part in self.words else DataError(self.fault or usual, value=part, allowed=self.words)

    @property
    def _signed(self) -> bool:
        return self.numbers is not None and self.numbers[0] < 0

    @property
    def pattern(self) -> str:
        """A regular expression for such cells that Python and JavaScript read alike; it sees no limits of numbers."""
        if self == BAND:
            return f"(?:{NUMBER}-{NUMBER}|{one_of((EMPTY,))})"
        if self == WHOLE:
            return f"[+-]?{NUMBER}"
        part = one_of(self.words) if self.words else ""
        if self.numbers is not None:
            number = f"[+-]?{NUMBER}" if self._signed else NUMBER
            part = f"(?:{number}|{part})" if part else number
        more = {1: "", 2: f"(?:/{part})?"}
        return part + more.get(self.parts, f"(?:/{part}){{0,{self.parts - 1}}}")


WHOLE = CellForm(name="number")
"""A whole number, with or without a sign."""
BAND = CellForm(name="band")
"""A range band such as ``26-50``, or nothing; those of a row follow one another."""


def _refused(read: Callable[[str], object], cell: str) -> DataError | None:
    try:
        read(cell)
    except DataError as error:
        return error
    return None


class TableKind(Struct, frozen=True):
    """A kind of tables."""

    name: str
    """Its name in the files of tables."""
    columns: Mapping[str, CellForm] = field(default_factory=dict)
    """Its columns with the form of their cells; none if a table has as many as it likes."""
    cells: CellForm | None = None
    """The form of all cells where the columns are free; None for results of a die."""

    def form(self, column: str) -> CellForm:
        """Return the form of the cells of a column; errors of unknown columns are for the table to find."""
        return self.columns.get(column, self.cells or WHOLE)

    @property
    def more_rows(self) -> bool:
        """Whether its tables can have more rows; those of a die table belong to the die."""
        return self != DIE

    @property
    def more_columns(self) -> bool:
        """Whether its tables can have more columns."""
        return not self.columns

    @property
    def follows(self) -> bool:
        """Whether the cells of a row have to follow one another."""
        return BAND in self.columns.values()


DIE = TableKind("die")
MATRIX = TableKind("matrix", cells=WHOLE)
VALUES = TableKind("values", {"value": WHOLE})


_TWO = "needs two texts: what is looked for, and what is said of it"
_Two = Annotated[tuple[str, ...], Meta(min_length=2, max_length=2, extra={"fault": _TWO})]
_THREE = "needs three texts: an option, its value, and the table of effects"
_Three = Annotated[tuple[str, ...], Meta(min_length=3, max_length=3, extra={"fault": _THREE})]


class _TableKeys(Struct, frozen=True, forbid_unknown_fields=True):
    numbers: dict[str, Limits] = {}
    """Lowest and highest number by row, ``*`` for rows of any other name; without that no other row is read."""
    rows: tuple[str, ...] = ()
    """Rows that are read of a table of words."""
    optional: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """`optional`, `unread`: rows that need not be there, and rows of the printed table that nothing asks for."""
    columns: tuple[str, ...] = ()
    """Columns that are read, all of which the table needs."""
    sizes: _Two = ()
    """The form of its columns that may be any number, as a pattern and in words."""
    said: tuple[str, ...] = ()
    levels: _Two = ()
    """`said`, `levels`: words that are understood; the same as a pattern and in words."""
    effects: str = ""
    effects_if: _Three = ()
    """The table with the effects of its results; an option, a value of it and the table that does under it."""
    befalls: tuple[str, ...] = ()
    """The targets of its results besides men on foot in melee: ``shot``, ``mounted``."""
    rows_of: str = ""
    results_of: str = ""
    offsets_of: str = ""
    """`rows_of`, `results_of`, `offsets_of`: the table whose rows, results or row offsets its rows have to be."""
    besides: tuple[str, ...] = ()
    """Further rows that it may have."""
    like: _Two = ()
    """A table, and the message about a row that is neither one of its rows nor unlike all others here."""


class TableForm(_TableKeys, frozen=True, kw_only=True):
    """The rows and columns of one table that the program reads, and the limits of its numbers."""

    kind: TableKind

    def fault(
        self, row: str, column: str, cell: str, *, results: tuple[str, ...] = (), words: tuple[str, ...] = ()
    ) -> DataError | None:
        """Return the fault of a cell as written, or None if it is one that the table may hold.

        The cell ``?`` is not handled here, since it needs a reason beside it. Result letters are those of a die table,
        words those that a ``values`` table holds instead of numbers, if it does.
        """
        if self.kind == DIE:
            known = _faces(results)
            return None if cell in known else DataError("unknown result", value=cell, allowed=known)
        if self.kind == VALUES and words:
            return None if cell in words else DataError("unknown word", value=cell, allowed=words)
        form = self.kind.form(column)
        fault = form.fault_of(cell)
        limits = self.numbers.get(row, self.numbers.get(ANY))
        if fault is not None or form != WHOLE or limits is None or limits[0] <= int(cell) <= limits[1]:
            return fault
        return DataError(f"must be {limits[0]} to {limits[1]}", value=cell)

    def pattern(self, column: str, *, results: tuple[str, ...] = (), words: tuple[str, ...] = ()) -> str:
        """Return a regular expression for the cells that `fault` lets pass, for editors; limits are not seen."""
        if self.kind == DIE:
            return one_of(_faces(results))
        return one_of(words) if self.kind == VALUES and words else self.kind.form(column).pattern

    def word_fault(self, table: str, word: str) -> DataError | None:
        """Return the fault of a word that a table may hold, or None if it is understood."""
        if self.said and word not in self.said:
            return DataError(f"nothing understands this word in table {table}", value=word, allowed=self.said)
        if self.levels and not re.fullmatch(self.levels[0], word):
            return DataError(self.levels[1], value=word)
        return None

    def check_labels(self, table: str, rows: Sequence[str], columns: Sequence[str], *, whole: bool = False) -> None:
        """Check that a table has no row or column that nothing reads; if `whole`, that all that is read is there, too.

        A DataError is raised for the first label that is not read, with the nearest of those that are, or the first
        that is missing.
        """
        known = {"row": self.rows or (() if ANY in self.numbers else tuple(self.numbers)), "column": self.columns}
        for kind, labels in (("row", rows), ("column", columns)):
            for label in labels:
                if known[kind] and label not in known[kind]:
                    raise DataError(f"nothing reads such a {kind} of table {table}", value=label, allowed=known[kind])
            for label in known[kind] if whole else ():
                if label not in labels and label not in self.optional:
                    raise DataError(f"table {table} needs the {kind} {label}")
        for label in columns if self.sizes else ():
            if not re.fullmatch(self.sizes[0], label):
                raise DataError(f"a column of table {table} must be {self.sizes[1]}", value=label)


def _faces(results: tuple[str, ...]) -> tuple[str, ...]:
    """Return the results that a cell of a die table may have; an empty one stands for no effect, if there is such."""
    return (*results, EMPTY) if NO_EFFECT in results else results


class Forms(Struct, frozen=True):
    """The description of a system's tables."""

    kinds: Mapping[str, TableKind] = field(default_factory=dict)
    """Kinds of tables of its own."""
    tables: Mapping[str, _TableKeys] = field(default_factory=dict)
    """The form of each table, by id. A table that is not named here is read whole, whatever its rows and columns
    are called."""
    printed: str = ""
    """The rule set whose options, with their values, the program understands."""
    options: Mapping[str, Limits] = field(default_factory=dict)
    """Options of which any number is understood, from the lowest to the highest."""
    offsets: str = "row"
    """The things with a row offset, for example ``weapon``."""

    @property
    def all_kinds(self) -> dict[str, TableKind]:
        """All kinds of tables by name."""
        return {"die": DIE, **self.kinds, "matrix": MATRIX, "values": VALUES}

    def of(self, table: str, kind: TableKind) -> TableForm:
        """Return the form of a table."""
        return TableForm(kind=kind, **structs.asdict(self.tables.get(table, _TableKeys())))


class _Kind(Struct, forbid_unknown_fields=True):
    cells: str | None = None
    columns: dict[str, str] = {}


class _File(Struct, forbid_unknown_fields=True):
    schema: VERSION
    printed: str = ""
    offsets: str = "row"
    cell: dict[str, _CellKeys] = {}
    kind: dict[str, _Kind] = {}
    table: dict[str, _TableKeys] = {}
    options: dict[str, Limits] = {}


def load_forms(file: str | Path) -> Forms:
    """Read the ``system.toml`` of a system; without one the tables are of the kinds that are known without.

    A DataError is raised for the first thing in the file that is not allowed.
    """
    if not Path(file).is_file():
        return Forms()
    node = Node.load(file)
    keys = validate(node, _File)
    limits = {f"options.{name}": pair for name, pair in keys.options.items()}
    limits |= {f"cell.{name}.numbers": cell.numbers for name, cell in keys.cell.items() if cell.numbers}
    for name, table in keys.table.items():
        limits |= {f"table.{name}.numbers.{row}": pair for row, pair in table.numbers.items()}
    for path, (low, high) in limits.items():
        if low > high:
            raise node.error(_ORDER, path, value=(low, high))
    cells = {"number": WHOLE, "band": BAND}
    _check_free(node, "cell", keys.cell, cells)
    _check_free(node, "kind", keys.kind, Forms().all_kinds)
    cells |= {name: CellForm(name=name, **structs.asdict(cell)) for name, cell in keys.cell.items()}
    for name, table in keys.table.items():
        for key in ("sizes", "levels"):
            _check_pattern(node, f"table.{name}.{key}.1", *getattr(table, key)[:1])
    kinds = {name: _kind(node, name, kind, cells) for name, kind in keys.kind.items()}
    return Forms(kinds, keys.table, keys.printed, keys.options, keys.offsets)


def _kind(node: Node, name: str, kind: _Kind, cells: Mapping[str, CellForm]) -> TableKind:
    named = {"cells": kind.cells} if kind.cells else {f"columns.{label}": cell for label, cell in kind.columns.items()}
    if not named:
        raise node.error("a kind needs columns, or cells for columns of any name", f"kind.{name}.columns")
    for key, cell in named.items():
        if cell not in cells:
            raise node.error("unknown value", f"kind.{name}.{key}", value=cell, allowed=cells)
    if kind.cells:
        return TableKind(name, cells=cells[kind.cells])
    return TableKind(name, {label: cells[cell] for label, cell in kind.columns.items()})


def _check_free(node: Node, key: str, names: Mapping[str, object], taken: Mapping[str, object]) -> None:
    for name in names:
        if name in taken:
            raise node.error("this name is the program's own", f"{key}.{name}", value=name)


def _check_pattern(node: Node, path: str, pattern: str = "") -> None:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise node.error(f"is no regular expression ({error})", path, value=pattern) from None
