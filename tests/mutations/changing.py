"""Other values for a cell or an option, each legal, those that differ most first."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from mangonel.errors import DataError
from mangonel.games.cryhavoc.ground import IMPASSABLE, SIGNS
from mangonel.games.cryhavoc.missiles import BANDS, COVERS
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN, read_band
from mangonel.rules.change import CellChange
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.table import ROW_OFFSET, Table

_STEPS = (1, -1, 3, -3)
_LETTERS = 3
"""Other results that are tried in a cell."""
_FAR = 40
"""Hexes by which a range band is prolonged."""


def cells_of(table: Table) -> list[Cell]:
    """Return all cells of a table, row offsets of weapons too."""
    cells = [(table.id, *place) for place in product(table.rows, table.columns)]
    return [*cells, *((table.id, weapon, ROW_OFFSET) for weapon in table.row_offset)]


def changed(rules: RuleSet, cell: Cell) -> Iterator[RuleSet]:
    """Yield rule sets in which one cell has another value."""
    table = rules.tables[cell[0]]
    for values in _other(table, *cell[1:]):
        changes = [CellChange(table.id, cell[1], column, value) for column, value in values.items()]
        with suppress(DataError):
            yield rules.replaced(cells=changes)


def _other(table: Table, row: str, column: str) -> Iterator[dict[str, str]]:
    """Yield what is to stand in the cell instead, and in others of its row that have to follow."""
    if column == ROW_OFFSET:
        yield from ({column: value} for value in _numbers(table.row_offset[row]))
        return
    cell = table.cells[table.row_index(row)][table.column_index(column)]
    if table.kind == "ranges":
        yield from _bands(table, row, column)
    elif table.kind == "die":
        yield from ({column: letter} for letter in _letters(table, cell))
    elif table.words:
        yield from ({column: word} for word in table.words if word != cell)
    elif table.kind == "terrain":
        yield from ({column: value} for value in _ground(column, cell))
    else:
        # What the sources have lost a rule file can supply.
        yield from ({column: value} for value in _numbers(_FAR if cell == UNKNOWN else int(cell)))


def _numbers(value: int) -> Iterator[str]:
    return (str(value + step) for step in _STEPS)


def _letters(table: Table, cell: str) -> list[str]:
    """Return the other results, those printed farthest away first."""
    letters = table.result_codes
    here = letters.index(NO_EFFECT if cell == EMPTY else cell)
    return sorted((one for one in letters if one != letters[here]), key=lambda one: -abs(letters.index(one) - here))[
        :_LETTERS
    ]


def _ground(column: str, cell: str) -> Iterator[str]:
    """Yield other costs, or other covers and signs in place of the first or the second value."""
    if column in ("foot", "mounted"):
        yield from (cost for cost in ("1", "2", "5", IMPASSABLE) if cost != cell)
        return
    parts = cell.split("/")
    for place, part in enumerate(parts):
        for value in COVERS if column == "cover" else SIGNS:
            if value != part:
                yield "/".join([*parts[:place], value, *parts[place + 1 :]])


def _bands(table: Table, row: str, column: str) -> Iterator[dict[str, str]]:
    """Yield a band that ends after one hex, or later, with the bands behind it moved along."""
    cells = dict(zip(BANDS, table.cells[table.row_index(row)], strict=True))
    if cells[column] == UNKNOWN:
        _, before = read_band(cells[BANDS[BANDS.index(column) - 1]])
        yield {column: f"{before + 1}-{before + _FAR}"}
        return
    first, last = read_band(cells[column])
    for end in (first, last + _FAR):
        moved, new = end - last, {column: f"{first}-{end}"}
        for later in BANDS[BANDS.index(column) + 1 :]:
            if cells[later] in (EMPTY, UNKNOWN):
                break
            begins, ends = read_band(cells[later])
            new[later] = f"{begins + moved}-{ends + moved}"
        yield new
