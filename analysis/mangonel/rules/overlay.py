"""Overlays: rule sets that name their base, change options and cells of it by id, and add rows and columns.

The order in the file makes no difference: first come the additions, as written, then the changes, none of which may
touch a cell twice or one that the same file adds. The changes of several overlays count base first, the last word last.
Some rows count only together with another table: those of an engine, a weapon, a terrain, a result.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any

from msgspec import Struct, defstruct, structs

from mangonel.errors import DataError
from mangonel.rules.cells import UNKNOWN
from mangonel.rules.change import Addition, CellChange, Change
from mangonel.rules.files import quoted
from mangonel.rules.reading import FILLED, IDENTIFIER, VERSION, WORD, Node, validate
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET, Table


def _check_row(tables: Mapping[str, Table], name: str, row: str) -> None:
    """Check that something reads a row of a table, given all tables of a rule set.

    It is a DataError if nothing does, with the nearest label that would be read.
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

    if difflib.get_close_matches(row, others, n=1, cutoff=0.8):
        raise DataError(fault, value=row, allowed=others)


def check_tables(tables: Mapping[str, Table]) -> None:
    """Check all rows of all tables as `_check_row` does.

    A DataError is raised for the first row that nothing reads, with the file of its table.
    """
    for name, table in tables.items():
        for row in table.rows:
            try:
                _check_row(tables, name, row)
            except DataError as error:
                raise error.at(f"cells.{row}", table.file) from None


def _readers(tables: Mapping[str, Table], name: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the rows that a table may have, in words and by label; None if they are free."""
    form = tables[name].form
    other = tables.get(form.rows_of or form.results_of or form.offsets_of)
    if other is None:
        return None
    if form.results_of:
        return f"it is no result of table {other.id}", other.result_codes
    if form.offsets_of:
        return f"such a {other.offsets} has no row offset in table {other.id}", tuple(other.row_offset)
    return f"it is no row of table {other.id}", tuple(dict.fromkeys((*other.rows, *form.besides)))


_WHY = ("name", "source", "reason")
_TEXTS = [(key, str, "") for key in (*_WHY, "table", "row", "column", "value", "values")]
_Change: Any = defstruct("_Change", _TEXTS, forbid_unknown_fields=True)
_MORE = [("tables", tuple[str, ...], ()), ("after", str, "")]
_Addition: Any = defstruct("_Addition", _MORE, bases=(_Change,))


class _File(Struct, forbid_unknown_fields=True):
    schema: VERSION
    id: IDENTIFIER
    title: FILLED
    base: FILLED
    base_digest: str = ""
    options: dict[str, WORD] = {}
    change: tuple[_Change, ...] = ()
    add: tuple[_Addition, ...] = ()


def check_overlay(node: Node) -> None:
    """Check the keys of an overlay file; its base says whether their values are allowed."""
    validate(node, _File)


Lacking = Callable[[RuleSet, str], tuple[str, tuple[str, ...]]]


def apply_overlay(node: Node, base: RuleSet, no_option: Lacking) -> RuleSet:
    """Return the rule set that an overlay file makes of its base, after `check_overlay`.

    `no_option` returns the message about an option that a rule set lacks, and those allowed instead. A DataError is
    raised for the first thing in the file that its base does not know or allow, with path and nearest match.
    """
    name, digest = node.text("id"), node.text("base_digest", default="")
    if name in base.chain:
        raise node.error("this id belongs to a rule set it is based on", "id", value=name)
    if digest and digest != base.digest:
        raise node.error(
            f"was made for another state of {base.id!r}", "base_digest", value=digest, allowed=[base.digest]
        )
    values, changes = _read_options(node.node("options", required=False), base, name, no_option)
    # Those that it does not change are read when they are asked for.
    tables = ChainMap[str, Table]({}, base.tables)  # type: ignore[arg-type]
    changes += _read_tables(node, tables, name)
    return base.with_made(values, tables, changes, name=name, title=node.text("title"))


def _read_options(block: Node, base: RuleSet, by: str, no_option: Lacking) -> tuple[dict[str, str], list[Change]]:
    values = dict(base.values)
    changes = []
    for key in block:
        option = base.options.get(key)
        if option is None:
            message, allowed = no_option(base, key)
            raise block.error(message, key, value=key, allowed=allowed)
        value = str(block.content[key])
        if value not in option.values:
            raise block.error("unknown value", key, value=value, allowed=option.values)
        changes.append(Change("option", key, values[key], value, by=by, source=option.choice(value).source))
        values[key] = value
    return values, changes


def _read_tables(node: Node, tables: MutableMapping[str, Table], by: str) -> list[Change]:
    changes: list[Change] = []
    last: dict[str, Node] = {}
    seen: dict[str, Node] = {}
    rows: list[tuple[Node, Addition]] = []
    for block in node.nodes("add"):
        for addition in _additions(block, tables):
            old = tables[addition.table]
            try:
                new = addition.made_to(old)
            except DataError as error:
                line = "column" if addition.axis == "column" else "row"
                raise block.blamed(error, line if error.value == addition.label else _value_key(block)) from None
            tables[addition.table] = new
            seen.update({f"{new.id}.{place}": block for place in new.entries.keys() - old.entries.keys()})
            line = " ".join(addition.values)
            changes.append(_told(block, Change(addition.axis, addition.where, "", line, by=by, addition=addition)))
            last[addition.table] = block
            if addition.axis == "row":
                rows.append((block, addition))
    for block in node.nodes("change"):
        for cell in cell_changes(block, tables):
            table = tables[cell.table]
            if cell.row in table.form.unread:
                raise block.error(
                    "nothing reads this row, so that its change would move no number", "row", value=cell.row
                )
            place = f"{cell.table}.{cell.row}.{cell.column}"
            if place in seen:
                raise block.error(f"changes the same cell as {seen[place].path}", value=cell.where)
            seen[place] = block
            try:
                tables[table.id] = table.replaced(cell.row, cell.column, cell.value)
            except DataError as error:
                raise block.blamed(error, _value_key(block), value=cell.value) from None
            changes.append(_told(block, Change.of_cell(table, cell, by)))
            last[table.id] = block
    _check_whole(tables, rows, last)
    return changes


def _check_whole(tables: Mapping[str, Table], rows: list[tuple[Node, Addition]], last: dict[str, Node]) -> None:
    """Check all blocks together, and blame the one that is to blame, or the last one of the table."""
    for block, added in rows:
        try:
            _check_row(tables, added.table, added.label)
        except DataError as error:
            raise block.blamed(error, "row") from None
    for name, block in last.items():
        try:
            tables[name].check()
        except DataError as error:
            raise block.error(
                f"table {name} no longer holds together, {error.path}: {error.message}", value=error.value
            ) from None


def _told(block: Node, change: Change) -> Change:
    source, reason = block.text("source", default=""), block.text("reason", default="")
    return structs.replace(change, source=source, reason=reason, block=block.text("name", default="") or block.path)


def _additions(block: Node, tables: Mapping[str, Table]) -> Iterator[Addition]:
    """Yield the additions of one ``[[add]]`` block: the same row, column or weapon for each of its tables."""
    names = _table_names(block, tables)
    if "row" in block and "column" in block:
        block.check_known(("tables", "table", "row", "column", "value", *_WHY))
        block.choice("column", (ROW_OFFSET,))
        axis, label, after = "weapon", block.text("row"), ""
        values: tuple[str, ...] = (block.text("value"),)
    else:
        axis = "column" if "column" in block else "row"
        block.check_known(("tables", "table", axis, "values", "after", *_WHY))
        label, values = block.text(axis), tuple(block.text("values").split())
        known = [place for name in names for place in getattr(tables[name], f"{axis}s")]
        after = block.choice("after", dict.fromkeys(known), default="")
    for name in names:
        yield Addition(name, axis, label, values, after)


def _table_names(block: Node, tables: Mapping[str, Table]) -> tuple[str, ...]:
    if "tables" not in block:
        return (block.choice("table", tables),)
    if "table" in block:
        raise block.error("give either table or tables", "tables")
    names = block.texts("tables")
    for number, name in enumerate(names, start=1):
        if name not in tables:
            raise block.error("unknown value", f"tables.{number}", value=name, allowed=tables)
    if not names:
        raise block.error("needs at least one table", "tables")
    return names


def cell_changes(block: Node, tables: Mapping[str, Table]) -> Iterator[CellChange]:
    """Yield the cells that one ``[[change]]`` block changes: one, or a whole row or column."""
    table = tables[block.choice("table", tables)]
    if "values" not in block:
        block.check_known(("table", "row", "column", "value", *_WHY))
        offsets = (ROW_OFFSET,) if table.row_offset else ()
        column = block.choice("column", (*table.columns, *offsets))
        row = block.choice("row", table.row_offset if column == ROW_OFFSET else table.rows)
        value = block.text("value")
        _refuse_unknown(block, "value", value)
        yield CellChange(table.id, row, column, value)
        return
    block.check_known(("table", "row", "column", "values", *_WHY))
    if "row" in block and "column" in block:
        raise block.error("values are for a whole row or column; a single cell has a value", "values")
    values = block.text("values").split()
    whole_row = "column" not in block
    across = table.columns if whole_row else table.rows
    label = block.choice("row", table.rows) if whole_row else block.choice("column", table.columns)
    if len(values) != len(across):
        raise block.error(f"{len(values)} values for {len(across)} cells", "values", value=" ".join(values))
    for other, value in zip(across, values, strict=True):
        _refuse_unknown(block, "values", value)
        yield CellChange(table.id, label, other, value) if whole_row else CellChange(table.id, other, label, value)


def _refuse_unknown(block: Node, key: str, value: str) -> None:
    if value == UNKNOWN:
        raise block.error("a change cannot make a cell unknown", key, value=value)


def _value_key(block: Node) -> str:
    return "values" if "values" in block else "value"


def overlay_text(base: str, changes: Sequence[Change], name: str, title: str) -> str:
    """Return a rule file that makes changes to a rule set.

    Parameters
    ----------
    base
        The id of the rule set, or the path of its file from this one.
    changes
        Changes of options and cells, and additions.
    name, title
        Of the new rule set.
    """
    lines = ["schema = 1", *_lines({"id": name, "title": title, "base": base})]
    options = [f"{quoted(change.where)} = {quoted(change.after)}" for change in changes if change.kind == "option"]
    lines += ["", "[options]", *options] if options else []
    for change in changes:
        notes = {"source": change.source, "reason": change.reason}
        if (cell := change.cell) is not None:
            keys = {"table": cell.table, "row": cell.row, "column": cell.column, "value": cell.value}
        elif (new := change.addition) is None:
            continue
        elif new.axis == "weapon":
            keys = {"table": new.table, "row": new.label, "column": ROW_OFFSET, "value": new.values[0]}
        else:
            keys = {"table": new.table, new.axis: new.label, "values": " ".join(new.values), "after": new.after}
        lines += ["", "[[change]]" if change.cell is not None else "[[add]]", *_lines(keys | notes)]
    return "\n".join(lines) + "\n"


def _lines(keys: Mapping[str, str]) -> list[str]:
    return [f"{key} = {quoted(text)}" for key, text in keys.items() if text or key == "value"]
