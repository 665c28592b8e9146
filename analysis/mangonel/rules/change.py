"""One named change that an overlay or a study makes to a rule set."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from mangonel.rules.growing import with_column, with_offset, with_row
from mangonel.rules.table import ROW_OFFSET, Table

__all__ = ["Addition", "CellChange", "Change", "merged", "place_of"]

_BAND = r"(-?[0-9]+\.\.-?[0-9]+)\.(.*)"


def place_of(where: str) -> tuple[str, str, str]:
    """Return table, row and column of a cell, written ``table.row.column``; the row may be a band such as ``-3..0``."""
    table, _, place = where.partition(".")
    band = re.fullmatch(_BAND, place, re.DOTALL)
    row, _, column = (band[1], ".", band[2]) if band else place.partition(".")
    return table, row, column


@dataclass(frozen=True)
class CellChange:
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


@dataclass(frozen=True)
class Addition:
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

        Raises
        ------
        DataError
            If the table cannot have it.
        """
        if self.axis == "weapon":
            return with_offset(table, self.label, self.values[0])
        grow = with_row if self.axis == "row" else with_column
        return grow(table, self.label, self.values, self.after)


@dataclass(frozen=True)
class Change:
    """What was changed, from what to what, and by whom."""

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
    """`source`, `reason`: who says so and why, as far as the overlay tells."""
    block: str = ""
    """What it belongs to: the name that the overlay gives to several blocks, or the path of its block, ``change.2``."""
    cell: CellChange | None = None
    """The cell change that leads to `after`, None for an option and an addition."""
    addition: Addition | None = None
    """The addition, None for an option and a cell."""

    def __str__(self) -> str:
        return f"{self.where}: {self.before or '(absent)'} -> {self.after}"

    def covers(self, where: str) -> bool:
        """Tell whether a cell, as ``table.row.column``, has its value from this change."""
        if self.addition is not None:
            return self.addition.covers(where)
        return self.kind == "cell" and self.where == where


def merged(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the net changes: of the same place only the last, and none that leads back to where it began."""
    net: dict[tuple[str, str], Change] = {}
    for change in changes:
        place = (change.kind, change.where)
        earlier = net.get(place)
        net[place] = change if earlier is None else replace(change, before=earlier.before)
    return tuple(change for change in net.values() if change.before != change.after)
