"""Overlays: rule sets that name their base and change options and cells of it by id."""

from __future__ import annotations

from mangonel.errors import DataError
from mangonel.rules.change import CellChange, Change
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.cells import UNKNOWN
from mangonel.tables.reading import Node
from mangonel.tables.table import ROW_OFFSET, Table

__all__ = ["apply_overlay"]


def apply_overlay(node: Node, base: RuleSet) -> RuleSet:
    """Return the rule set that an overlay file makes of its base.

    Parameters
    ----------
    node
        The overlay file; its keys ``schema`` and ``base`` have been read by the caller.
    base
        The rule set that it names as its base.

    Raises
    ------
    DataError
        For the first thing in the file that its base does not know or allow, with path and nearest match.
    """
    name = node.text("id")
    if name in base.chain:
        raise node.error("this id belongs to a rule set it is based on", "id", value=name)
    title = node.text("title")
    digest = node.text("base_digest", default="")
    if digest and digest != base.digest:
        raise node.error(
            f"was made for another state of {base.id!r}", "base_digest", value=digest, allowed=[base.digest]
        )
    values, made = _read_options(node.node("options", required=False), base, name)
    tables = dict(base.tables)
    made += _read_changes(node, tables, name)
    node.finish()
    return base.with_made(values, tables, made, name=name, title=title)


def _read_options(block: Node, base: RuleSet, by: str) -> tuple[dict[str, str], list[Change]]:
    values = dict(base.values)
    made = []
    for key in block:
        option = base.options.get(key)
        if option is None:
            raise block.error("unknown option", key, value=key, allowed=base.options)
        value = block.choice(key, option.values)
        made.append(Change("option", key, values[key], value, by=by, source=option.choice(value).source))
        values[key] = value
    return values, made


def _read_changes(node: Node, tables: dict[str, Table], by: str) -> list[Change]:
    made: list[Change] = []
    last: dict[str, Node] = {}
    seen: dict[CellChange, Node] = {}
    for block in node.nodes("change"):
        table = tables[block.choice("table", tables)]
        cell, before = _read_cell(block, table)
        place = CellChange(cell.table, cell.row, cell.column, "")
        if place in seen:
            raise block.error(f"changes the same cell as {seen[place].path}", value=cell.where)
        seen[place] = block
        try:
            tables[table.id] = table.replaced(cell.row, cell.column, cell.value)
        except DataError as error:
            raise block.error(error.message, "value", value=cell.value, allowed=error.allowed) from None
        made.append(
            Change(
                "cell",
                cell.where,
                before,
                cell.value,
                by=by,
                source=block.text("source", default=""),
                reason=block.text("reason", default=""),
                cell=cell,
            )
        )
        last[table.id] = block
    for name, block in last.items():
        try:
            tables[name].check()
        except DataError as error:
            raise block.error(
                f"table {name} no longer holds together, {error.path}: {error.message}", value=error.value
            ) from None
    return made


def _read_cell(block: Node, table: Table) -> tuple[CellChange, str]:
    offsets = (ROW_OFFSET,) if table.row_offset else ()
    column = block.choice("column", (*table.columns, *offsets))
    if column == ROW_OFFSET:
        row = block.choice("row", table.row_offset)
        before = str(table.row_offset[row])
    else:
        row = block.choice("row", table.rows)
        before = table.cells[table.row_index(row)][table.column_index(column)]
    value = block.text("value")
    if value == UNKNOWN:
        raise block.error("a change cannot make a cell unknown", "value", value=value)
    return CellChange(table.id, row, column, value), before
