"""Changes and additions for somebody who starts a rule file of his own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mangonel.rules.ruleset import RuleSet
from mangonel.rules.template import Example, Value, free_label
from mangonel.tables.table import ROW_OFFSET, Table

__all__ = ["examples"]

_WEAPON, _ENGINE, _TERRAIN = "sling", "bombard", "ditch"
_COLUMNS = ("15", "18", "21", "24")


def examples(base: RuleSet) -> Iterator[Example]:
    """Yield what can be shown on the tables that a rule set has; all of it is accepted as it stands."""
    if table := base.tables.get("melee-foot"):
        cell = {"row": table.rows[2], "column": table.columns[0], "value": table.cells[2][0]}
        keys = {"source": "Our club, 4 May", "reason": "less bloody"}
        yield _change("One cell, with who says so and why", table, **cell, **keys)
        yield _change(
            "A whole column", table, column=table.columns[-1], values=" ".join(row[-1] for row in table.cells)
        )
    if table := base.tables.get("missile-foot"):
        yield _change("A whole row", table, row=table.rows[0], values=" ".join(table.cells[0]))
    if table := base.tables.get("terrain-shift"):
        yield _first_cell("A column shift: rows are the attacker's ground, columns the defender's", table)
    if table := base.tables.get("missile-modifiers"):
        yield _first_cell("A modifier of the die", table)
    if table := base.tables.get("breach"):
        yield _first_cell("A threshold", table)
    yield from _additions(base)


def _additions(base: RuleSet) -> Iterator[Example]:
    shots = [table.id for table in base.tables.values() if table.row_offset]
    ranges = [table.id for table in base.tables.values() if table.kind == "ranges"]
    if shots and ranges:
        weapon = free_label(base, _WEAPON)
        blocks = [
            _add(tables=shots, row=weapon, column=ROW_OFFSET, value="5"),
            _add(tables=ranges, row=weapon, values="1-15 16-30 31-45"),
        ]
        if "weapon-kinds" in base.tables:
            blocks.append(_add(table="weapon-kinds", row=weapon, values="bow"))
        about = "A new weapon: how many rows down it reads the missile tables, its ranges, and what it is"
        yield Example(about, tuple(blocks))
    points, burning = base.tables.get("machine-points"), base.tables.get("fire-targets")
    if points and burning:
        engine = free_label(base, _ENGINE)
        strength = _add(table=points.id, row=engine, values="6")
        fire = _add(table=burning.id, row=engine, values=burning.cells[0][0])
        yield Example("A new engine: its battering points, and how it catches fire", (strength, fire))
    if table := base.tables.get("terrain"):
        ground = _add(table=table.id, row=free_label(base, _TERRAIN), values="2 impassable light -")
        yield Example("A new terrain: cost on foot and mounted, cover, sign", (ground,))
    table = base.tables.get("battering")
    column = next((size for size in _COLUMNS if table is not None and size not in table.columns), None)
    if table is not None and column is not None:
        points_column = _add(table=table.id, column=column, values=" ".join(row[-1] for row in table.cells))
        yield Example("A new column, from the first row to the last", (points_column,))


def _change(about: str, table: Table, **keys: str) -> Example:
    return Example(about, (("change", {"table": table.id, **keys}),))


def _first_cell(about: str, table: Table) -> Example:
    return _change(about, table, row=table.rows[0], column=table.columns[0], value=table.cells[0][0])


def _add(**keys: Value) -> tuple[str, Mapping[str, Value]]:
    return "add", keys
