"""Rows of tables that count only together with another table: of an engine, a weapon, a terrain, a result."""

from __future__ import annotations

from collections.abc import Mapping

from mangonel.errors import DataError
from mangonel.rules.table import Table

__all__ = ["check_row", "check_tables"]

_ALIKE = 0.8


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
    readers = _readers(tables, name)
    if readers is not None and row not in readers[1]:
        raise DataError(f"nothing reads such a row of table {name}: {readers[0]}", value=row, allowed=readers[1])
    if not tables[name].form.like:
        return
    other, fault = tables[name].form.like
    known = tables[other].rows if other in tables else ()
    others = [label for label in tables[name].rows if label != row and row not in known]
    if not others:
        return
    import difflib

    if difflib.get_close_matches(row, others, n=1, cutoff=_ALIKE):
        raise DataError(fault, value=row, allowed=others)


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
    form = tables[name].form
    other = tables.get(form.rows_of or form.results_of or form.offsets_of)
    if other is None:
        return None
    if form.results_of:
        return f"it is no result of table {other.id}", other.result_codes
    if form.offsets_of:
        return f"such a {other.offsets} has no row offset in table {other.id}", tuple(other.row_offset)
    return f"it is no row of table {other.id}", tuple(dict.fromkeys((*other.rows, *form.besides)))
