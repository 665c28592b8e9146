"""Rows of tables that count only together with another table: of an engine, a weapon, a terrain, a result."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from mangonel.errors import DataError
from mangonel.tables.effects import EFFECTS, table_of_results
from mangonel.tables.table import Table

__all__ = ["PRINTED_ONLY", "check_row", "check_tables", "is_read"]

PRINTED_ONLY = (("ladder", "turn_cost_each"), ("panicked", "radius"), ("panicked", "retreat"), ("panicked", "calm"))
"""Rows that stand on the sheets, and that no game asks for."""

_NOT_READ = (("battering-modifiers", "walls_beside_drawbridge"), ("ladder", "carriers"), ("ladder", "turn_characters"))
"""Rows of the printed tables that no game, odds or sheet asks for."""

_HEIGHTS, _ENGINES = "elevation-", "machine-points"
_OTHERS = {
    "fire-targets-": "fire-targets",
    "weapon-kinds": "missile-foot",
    "attacked-from-outside": "terrain",
    _HEIGHTS: "terrain",
}
"""Where the rows of a table stand as well, by how its id begins."""
_TARGETS = "fire-targets"
_ALIKE = 0.8
_PLACES = ("ladder", "siege_tower_top")
"""Names of places besides the rows of the terrain table."""
_LEVELS = ("second_slope", "keep_stair_second_hex", "tower", "keep", "siege_tower_bottom", "siege_tower_middle")
"""Names of places in the tables of heights that are no terrain."""


def is_read(name: str, row: str) -> bool:
    """Tell whether anything asks for a row that the printed table has."""
    return (name, row) not in _NOT_READ


def check_row(tables: Mapping[str, Table], name: str, row: str) -> None:
    """Check that something reads a row of a table.

    Parameters
    ----------
    tables
        All tables of a rule set, by id.
    name, row
        The table and the label of its row.

    Raises
    ------
    DataError
        If nothing does, with the nearest label that would be read.
    """
    found = _readers(tables, name)
    if found is not None and row not in found[1]:
        raise DataError(f"nothing reads such a row of table {name}: {found[0]}", value=row, allowed=found[1])
    burning = tables[_TARGETS].rows if _TARGETS in tables else ()
    free = name == _ENGINES and row not in burning
    others = [other for other in tables[name].rows if other != row] if free else []
    if difflib.get_close_matches(row, others, n=1, cutoff=_ALIKE):
        # Engines are free; one that is called nearly as another and does not burn is a slip of the pen.
        raise DataError("no game knows this engine, and its name is nearly that of another", value=row, allowed=others)


def check_tables(tables: Mapping[str, Table]) -> None:
    """Check all rows of all tables as `check_row` does.

    Raises
    ------
    DataError
        For the first row that nothing reads, with the file of its table.
    """
    for name, table in tables.items():
        for row in table.rows:
            try:
                check_row(tables, name, row)
            except DataError as error:
                path = f"cells.{row}"
                raise DataError(
                    error.message, file=table.file, path=path, value=error.value, allowed=error.allowed
                ) from None


def _readers(tables: Mapping[str, Table], name: str) -> tuple[str, tuple[str, ...]] | None:
    """Return what the rows of a table have to be, in words and by label; None if they are free."""
    other = next((other for start, other in _OTHERS.items() if name.startswith(start) and name != other), "")
    if name.startswith(EFFECTS):
        other = table_of_results(name)
    if other not in tables:
        return None
    rows, words = tables[other].rows, f"it is no row of table {other}"
    if name.startswith(EFFECTS):
        rows, words = tables[other].result_codes, f"it is no result of table {other}"
    elif name == "weapon-kinds":
        rows, words = tuple(tables[other].row_offset), f"such a weapon has no row offset in table {other}"
    elif other == "terrain":
        rows = tuple(dict.fromkeys((*rows, *_PLACES, *(_LEVELS if name.startswith(_HEIGHTS) else ()))))
    return words, rows
