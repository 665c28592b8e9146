"""One named change that an overlay or a study makes to a rule set; a table with one row, column or offset more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Self

from msgspec import Struct, structs

from mangonel.errors import DataError
from mangonel.rules.cells import UNKNOWN, read_offset
from mangonel.rules.table import ROW_OFFSET, Table

LABEL = r"[A-Za-z0-9][A-Za-z0-9_+-]*"
"""The form of the label of a new row or column: no dots, which separate the parts of a place."""


def with_line(table: Table, axis: str, label: str, entries: Sequence[str], after: str = "") -> Table:
    """Return the table with one row or column more, as `axis` says, of cells in the order of the other axis.

    It stands below or right of the line `after`. If that is empty: in its place by size among columns that are points
    or ratios, else last. It is a DataError if the table cannot have it: wrong kind, label in use, wrong number of
    cells, a cell that it cannot hold, or columns that would not grow from left to right.
    """
    is_row = axis == "row"
    if not (table.form.kind.more_rows if is_row else table.form.kind.more_columns):
        raise DataError(f"table {table.id} of kind {table.kind} cannot have more {axis}s", value=label)
    lines, across = (table.rows, table.columns) if is_row else (table.columns, table.rows)
    _check_label(table, label, lines, axis)
    if len(entries) != len(across):
        message = f"{len(entries)} cells for {len(across)} places of table {table.id}"
        raise DataError(message, value=" ".join(entries), allowed=across)
    table.form.check_labels(table.id, [label] if is_row else (), () if is_row else [label])
    for other, entry in zip(across, entries, strict=True):
        _check_cell(table, *((label, other) if is_row else (other, label)), entry)
    if is_row:
        place = table.row_index(after) + 1 if after else len(lines)
        cells = (*table.cells[:place], tuple(entries), *table.cells[place:])
        return replace(table, rows=(*lines[:place], label, *lines[place:]), cells=cells)
    place = table.column_index(after) + 1 if after else _place_by_size(table, label)
    columns = (*lines[:place], label, *lines[place:])
    sizes = [_size(column) for column in columns]
    known = [size for size in sizes if size is not None]
    if _is_sized(table) and (len(known) < len(sizes) or sorted(set(known)) != known):
        raise DataError(f"the columns of table {table.id} grow from left to right", value=" ".join(columns))
    cells = tuple((*line[:place], entry, *line[place:]) for line, entry in zip(table.cells, entries, strict=True))
    return replace(table, columns=columns, cells=cells)


def _check_label(table: Table, label: str, there: Sequence[str], what: str) -> None:
    if label in there:
        raise DataError(f"table {table.id} has this {what} already", value=label)
    if label == ROW_OFFSET or not re.fullmatch(LABEL, label):
        raise DataError(f"cannot be the label of a {what}: letters, digits, _, + and - only", value=label)


def _check_cell(table: Table, row: str, column: str, entry: str) -> None:
    if entry == UNKNOWN:
        raise DataError("a new cell cannot be unknown", value=entry)
    fault = table.form.fault(row, column, entry, results=tuple(table.results), words=table.words)
    if fault is not None:
        raise fault


def _place_by_size(table: Table, label: str) -> int:
    size = _size(label)
    if size is None or not _is_sized(table):
        return len(table.columns)
    return sum(1 for column in table.columns if (_size(column) or 0) < size)


def _is_sized(table: Table) -> bool:
    return all(_size(column) is not None for column in table.columns)


def _size(label: str) -> Fraction | None:
    """Return the size of a column label such as ``6``, ``12+`` or ``3-1``, None if it is a word."""
    strong, dash, weak = label.removesuffix("+").partition("-")
    parts = (strong, weak) if dash else (strong, "1")
    if not all(part.isascii() and part.isdecimal() and len(part) <= 9 for part in parts) or not int(parts[1]):
        return None
    return Fraction(int(parts[0]), int(parts[1]))


def place_of(where: str) -> tuple[str, str, str]:
    """Return table, row and column of a cell, written ``table.row.column``; the row may be a band such as ``-3..0``."""
    table, _, place = where.partition(".")
    band = re.fullmatch(r"(-?[0-9]+\.\.-?[0-9]+)\.(.*)", place, re.DOTALL)
    row, _, column = (band[1], ".", band[2]) if band else place.partition(".")
    return table, row, column


class CellChange(Struct, frozen=True):
    """A new value for one cell of one table.

    The column ``row_offset`` of a missile table means the rows by which the weapon named as row is shifted.
    """

    table: str
    row: str
    column: str
    value: str

    @property
    def where(self) -> str:
        """The cell in one word, for example ``melee-foot.3.4-1``."""
        return f"{self.table}.{self.row}.{self.column}"


class Addition(Struct, frozen=True):
    """One row, one column or one weapon more for one table."""

    table: str
    """Id of the table."""
    axis: str
    """``row``, ``column``, or ``weapon`` (a row offset)."""
    label: str
    """Label of the new row or column, or id of the weapon."""
    values: tuple[str, ...]
    """The new cells, in the order of the table's columns or rows; of a weapon its row offset alone."""
    after: str = ""
    """The row or column it follows; empty for the usual place."""

    @property
    def where(self) -> str:
        """The place in one word: ``ranges-base.sling``, ``battering.*.15`` or ``missile-foot.sling.row_offset``."""
        if self.axis == "weapon":
            return f"{self.table}.{self.label}.{ROW_OFFSET}"
        return f"{self.table}.{self.label}" if self.axis == "row" else f"{self.table}.*.{self.label}"

    def covers(self, where: str) -> bool:
        """Tell whether a cell, as ``table.row.column``, came in by this addition."""
        if self.axis == "column":
            return where.startswith(f"{self.table}.") and where.endswith(f".{self.label}")
        return where == self.where or where.startswith(f"{self.where}.")

    def made_to(self, table: Table) -> Table:
        """Return the table with the addition.

        It is a DataError if the table cannot have it.
        """
        if self.axis == "weapon":
            # It says how many rows the weapon is further down than the common scale.
            if not table.row_offset:
                raise DataError(f"table {table.id} has no row offsets", value=self.label)
            _check_label(table, self.label, tuple(table.row_offset), table.offsets)
            return replace(table, row_offset={**table.row_offset, self.label: read_offset(self.values[0])})
        return with_line(table, self.axis, self.label, self.values, self.after)


class Change(Struct, frozen=True):
    """A change: its place, the old and the new value, and its maker."""

    kind: str
    """``option``, ``cell``, ``row``, ``column`` or ``weapon``; the last three are additions."""
    where: str
    """Id of the option, the cell as ``table.row.column``, or the place of the addition."""
    before: str
    after: str
    """`before`, `after`: values as written in the files; nothing stood before an addition."""
    by: str = ""
    """Id of the rule set that makes the change."""
    source: str = ""
    reason: str = ""
    """`source`, `reason`: the authority and the reason, as far as the overlay tells."""
    block: str = ""
    """Its group: the name that the overlay gives to several blocks, or the path of its block, ``change.2``."""
    cell: CellChange | None = None
    """The cell change that leads to `after`, None for an option and an addition."""
    addition: Addition | None = None
    """The addition, None for an option and a cell."""
    undoes: bool = False
    """Whether options read the cell otherwise before, so that its printed value is a change, too."""

    @classmethod
    def of_cell(cls, table: Table, cell: CellChange, by: str) -> Self:
        """Return the change of a cell of a table that does not have it yet."""
        place = f"{cell.row}.{cell.column}"
        undoes = any(place in reading.cells for reading in table.cells_if)
        return cls("cell", cell.where, table.entries.get(place, ""), cell.value, by=by, cell=cell, undoes=undoes)

    def __str__(self) -> str:
        return f"{self.where}: {self.before or '(absent)'} -> {self.after}"

    def covers(self, where: str) -> bool:
        """Tell whether a cell, as ``table.row.column``, has its value from this change."""
        if self.addition is not None:
            return self.addition.covers(where)
        return self.kind == "cell" and self.where == where


def merged(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the net changes: of the same place only the last, and none that leads back to what was read there."""
    net: dict[tuple[str, str], Change] = {}
    for change in changes:
        place = (change.kind, change.where)
        earlier = net.get(place, change)
        net[place] = structs.replace(change, before=earlier.before, undoes=change.undoes or earlier.undoes)
    return tuple(change for change in net.values() if change.undoes or change.before != change.after)
