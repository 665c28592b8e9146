"""Changes of a rule file that change nothing."""

from __future__ import annotations

from pathlib import Path

from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_base, load_rules
from mangonel.rules.overlay import cell_changes
from mangonel.rules.reading import Node
from mangonel.rules.table import ROW_OFFSET, Table

__all__ = ["idle_blocks"]


def idle_blocks(file: str | Path) -> tuple[str, ...]:
    """Return the ``[[change]]`` blocks of a rule file that leave every cell as it stands in the base.

    Parameters
    ----------
    file
        A rule file that can be read; of a base rule set there are none.

    Returns
    -------
    tuple of str
        Their paths, for example ``change.3``.
    """
    base = load_base(file)
    if base is None:
        return ()
    rules = load_rules(file)
    blocks = []
    for block in Node.load(file).nodes("change"):
        cells = cell_changes(block, dict(rules.tables))
        if all(_stands(base.tables[cell.table], cell) for cell in cells):
            blocks.append(block.path)
    return tuple(blocks)


def _stands(table: Table, cell: CellChange) -> bool:
    """Tell whether a table has a cell as a change would make it."""
    if cell.column == ROW_OFFSET and cell.row in table.row_offset:
        return str(table.row_offset[cell.row]) == cell.value
    there = cell.row in table.rows and cell.column in table.columns
    return there and table.cells[table.row_index(cell.row)][table.column_index(cell.column)] == cell.value
