"""Differences of two rule sets as parts that can be switched one by one.

A row, a column, a weapon or a table that only one of them has is one such part, not one for each of its cells; so are
the range bands of a weapon, which have to follow one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from mangonel.errors import DataError
from mangonel.rules.cells import UNKNOWN
from mangonel.rules.change import Addition, place_of
from mangonel.rules.difference import ABSENT, Difference, differences
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET, Table


def switches(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """Return the differences of two rule sets, as parts that `switched` can put from one into the other.

    Beside the kinds ``cell`` and ``option`` of `differences` there are ``row``, ``column``, ``weapon`` and ``table``.
    ``where`` is then the place as in a change of an overlay (``ranges-base.sling``, ``battering.*.15``, ``missile-
    foot.sling.row_offset``) or the table's id, and ``left`` or ``right`` is ``(absent)`` where only the other rule set
    has it.
    """
    parts: dict[tuple[str, str], Difference] = {}
    for difference in differences(left, right):
        part = _part(difference, left, right)
        parts.setdefault((part.kind, part.where), part)
    return tuple(parts.values())


def switched(rules: RuleSet, part: Difference, like: RuleSet) -> RuleSet:
    """Return a rule set that is in one part like another one; rows and columns that it lacks are taken away.

    The part is one of the `switches` between the two, or between rule sets that have these parts as they have them; or
    several of them as one. It is a DataError if the tables do not hold together then.
    """
    if part.kind == "changes":
        return _with_all(rules, part.parts, like)
    if part.kind == "option":
        return _with_option(rules, part.where, like)
    name, first, last = place_of(part.where)
    if part.kind == "table":
        tables = {key: table for key, table in rules.tables.items() if key != name}
        return replace(rules, tables=tables | ({name: like.tables[name]} if name in like.tables else {}))
    places = [(first, last)]
    if part.kind != "cell":
        label = {"row": part.where.removeprefix(f"{name}."), "column": last, "weapon": first}[part.kind]
        if label not in _labels(like.tables[name], part.kind):
            return _without(rules, name, part.kind, label)
        if label not in _labels(rules.tables[name], part.kind):
            return rules.replaced(additions=[_addition(part.kind, label, rules.tables[name], like.tables[name])])
        places = [(label, column) for column in rules.tables[name].columns]
    return _with_cells(rules, name, places, like)


def _with_all(rules: RuleSet, parts: Sequence[Difference], like: RuleSet) -> RuleSet:
    """Return a rule set with several parts at once: cells of a table hold together when all of them are there."""
    cells: dict[str, list[tuple[str, str]]] = {}
    for part in parts:
        if part.kind == "cell":
            name, row, column = place_of(part.where)
            cells.setdefault(name, []).append((row, column))
        else:
            rules = switched(rules, part, like)
    for name, places in cells.items():
        rules = _with_cells(rules, name, places, like)
    return rules


def _part(one: Difference, left: RuleSet, right: RuleSet) -> Difference:
    if one.kind == "option":
        return one
    name, first, last = place_of(one.where)
    ours, theirs = left.tables.get(name), right.tables.get(name)
    if ABSENT not in (one.left, one.right):
        bands = ours is not None and ours.form.kind.follows
        return _whole_row(one, left, right) if bands else one
    if ours is None or theirs is None:
        titles = [ABSENT if table is None else table.title for table in (ours, theirs)]
        return structs.replace(one, kind="table", where=name, left=titles[0], right=titles[1])
    if last == ROW_OFFSET:
        return structs.replace(one, kind="weapon")
    if first not in ours.rows or first not in theirs.rows:
        return _whole_row(one, left, right)
    columns = (
        [table.entries[f"{row}.{last}"] for row in table.rows if last in table.columns] for table in (ours, theirs)
    )
    texts = [" ".join(column) or ABSENT for column in columns]
    return structs.replace(one, kind="column", where=f"{name}.*.{last}", left=texts[0], right=texts[1])


def _whole_row(one: Difference, left: RuleSet, right: RuleSet) -> Difference:
    name, row, _ = place_of(one.where)
    tables = (left.tables[name], right.tables[name])
    ours, theirs = (" ".join(table.cells[table.row_index(row)]) if row in table.rows else ABSENT for table in tables)
    return structs.replace(one, kind="row", where=f"{name}.{row}", left=ours, right=theirs)


def _with_cells(rules: RuleSet, name: str, places: list[tuple[str, str]], like: RuleSet) -> RuleSet:
    table, other = rules.tables[name], like.tables[name]
    for row, column in places:
        value = _cell(other, row, column)
        table = _with_lost(table, f"{row}.{column}", other) if value == UNKNOWN else table.replaced(row, column, value)
    table.check()
    return replace(rules, tables={**rules.tables, name: table})


def _with_lost(table: Table, place: str, like: Table) -> Table:
    """Return a table with a cell that the source has lost, with its readings: no overlay could ask for it."""
    reasons = {place: like.unknown[place]} if place in like.unknown else {}
    readings = tuple(
        structs.replace(mine, cells=mine.cells | {place: theirs.cells[place]} if place in theirs.cells else mine.cells)
        for mine, theirs in zip(table.cells_if, like.cells_if, strict=True)
    )
    lost = table.with_cells({place: UNKNOWN})
    return replace(lost, cells_if=readings, unknown={**lost.unknown, **reasons})


def _with_option(rules: RuleSet, name: str, like: RuleSet) -> RuleSet:
    if name in rules.options and name in like.options:
        return rules.replaced(options={name: like.values[name]})
    options = {key: option for key, option in rules.options.items() if key != name}
    values = {key: value for key, value in rules.values.items() if key != name}
    if name in like.options:
        options[name], values[name] = like.options[name], like.values[name]
    return replace(rules, options=options, values=values)


def _addition(kind: str, label: str, table: Table, like: Table) -> Addition:
    """Return the addition that gives a table a row, column or weapon of another table of its id."""
    if kind == "weapon":
        return Addition(table.id, kind, label, (str(like.row_offset[label]),))
    along, across = (like.rows, table.columns) if kind == "row" else (like.columns, table.rows)
    cells = tuple(_cell(like, label, other) if kind == "row" else _cell(like, other, label) for other in across)
    before = along[: along.index(label)]
    after = next((other for other in reversed(before) if other in _labels(table, kind)), "")
    return Addition(table.id, kind, label, cells, after)


def _without(rules: RuleSet, name: str, kind: str, label: str) -> RuleSet:
    table = rules.tables[name]
    if kind == "weapon":
        new = replace(table, row_offset={weapon: rows for weapon, rows in table.row_offset.items() if weapon != label})
    else:
        rows = tuple(row for row in table.rows if kind != "row" or row != label)
        columns = tuple(column for column in table.columns if kind != "column" or column != label)
        cells = tuple(tuple(_cell(table, row, column) for column in columns) for row in rows)
        new = replace(table, rows=rows, columns=columns, cells=cells)
    new.check()
    gone = Addition(name, kind, label, ())
    kept = tuple(change for change in rules.changes if change.kind == "option" or not gone.covers(change.where))
    return replace(rules, tables={**rules.tables, name: new}, changes=kept)


def _labels(table: Table, kind: str) -> tuple[str, ...]:
    return {"row": table.rows, "column": table.columns, "weapon": tuple(table.row_offset)}[kind]


def _cell(table: Table, row: str, column: str) -> str:
    """Return a cell as written, even one that the source has lost."""
    cell = table.written(row, column)
    if cell is None:
        raise DataError(f"table {table.id} has no such cell on the other side", value=f"{row}.{column}")
    return cell
