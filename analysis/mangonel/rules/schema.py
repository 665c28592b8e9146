"""A JSON schema of overlays, so that an editor completes and checks them while they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mangonel.rules.change import LABEL
from mangonel.rules.ruleset import DIGEST_LENGTH, RuleSet
from mangonel.rules.table import ROW_OFFSET, Table
from mangonel.rules.table_files import SCHEMA

Schema = dict[str, Any]

_FILLED: Schema = {"type": "string", "pattern": "\\S"}
_WHY: Schema = {key: {"type": "string"} for key in ("name", "source", "reason")}
_WEAPON: Schema = {"column": {"const": ROW_OFFSET}, "value": {"type": "string", "pattern": "^\\+?[0-9]{1,9}$"}}
"""The keys that give a weapon its column shift."""


def overlay_schema(base: RuleSet) -> Schema:
    """Return the JSON schema (draft 7) of the overlays of a rule set.

    Options with their values, tables with their rows, columns and possible cells are those of `base`. The schema lets
    every file pass that the reader lets pass. A few things only the reader sees: a cell that is changed twice, range
    bands that do not follow one another, a pinned digest of another base, the id of another shipped rule set.

    Parameters
    ----------
    base
        The rule set that the overlays name as their base.
    """
    change = {
        "description": "A new value for a cell; or for a whole row or column, cells split by blanks.",
        **_any_of({"table": {"enum": list(base.tables)}}, ("row", "column", "value", "values")),
        "required": ["table"],
        "allOf": _for_tables(base, _changes_of),
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"Overlay of {base.id}",
        "description": "A rule file of one's own: it names its base, changes options and cells by id, and adds.",
        "type": "object",
        "additionalProperties": False,
        "required": ["schema", "id", "title", "base"],
        "properties": {
            "schema": {"const": SCHEMA},
            "id": _FILLED | {"not": {"enum": list(base.chain)}},
            "title": _FILLED,
            "base": _FILLED | {"description": "A shipped rule set, or the path of another file."},
            "base_digest": {
                "type": "string",
                "pattern": f"^([0-9a-f]{{{DIGEST_LENGTH}}})?$",
                "description": "Any other state of the base is refused.",
            },
            "options": {
                "type": "object",
                "additionalProperties": False,
                "properties": {name: _option(base, name) for name in base.options},
            },
            "change": {"type": "array", "items": change},
            "add": {"type": "array", "items": _add(base)},
        },
    }


def _option(base: RuleSet, name: str) -> Schema:
    option = base.options[name]
    choices = "; ".join(f"{choice.value}: {base.filled(choice.text)} ({choice.source})" for choice in option.choices)
    return {
        # A number need not stand in quotes.
        "enum": [*option.values, *(int(value) for value in option.values if re.fullmatch("0|-?[1-9][0-9]*", value))],
        "default": base.values[name],
        "description": f"{option.title}. {option.affects}. {choices}",
    }


def _for_tables(base: RuleSet, variants: Callable[[Table], list[Schema]]) -> list[Schema]:
    return [
        {"if": {"properties": {"table": {"const": name}}, "required": ["table"]}, "then": {"anyOf": variants(table)}}
        for name, table in base.tables.items()
    ]


def _any_of(tables: Schema, keys: Sequence[str]) -> Schema:
    properties = tables | dict.fromkeys(keys, _FILLED) | _WHY
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _block(keys: dict[str, Schema], *, optional: Sequence[str] = (), of: str = "table") -> Schema:
    """Return the schema of a block that has these keys and no others but those that say why."""
    known: Schema = {of: {}, **keys, **{key: {} for key in (*_WHY, *optional)}}
    return {"required": [of, *keys], "properties": known, "additionalProperties": False}


def _changes_of(table: Table) -> list[Schema]:
    rows: Schema = {"enum": list(table.rows)}
    cells = {column: _cell(table, column) for column in table.columns}
    variants = [_block({"row": rows, "values": _line(list(cells.values()))})]
    for column, cell in cells.items():
        named: Schema = {"column": {"const": column}}
        variants.append(_block({"row": rows, **named, "value": _line([cell])}))
        variants.append(_block(named | {"values": _line([cell] * len(table.rows))}))
    if table.row_offset:
        variants.append(_block({"row": {"enum": list(table.row_offset)}, **_WEAPON}))
    return variants


def _add(base: RuleSet) -> Schema:
    names: Schema = {"enum": list(base.tables)}
    tables = {"type": "array", "minItems": 1, "items": names}
    several = [
        _block({"row": _FILLED, "values": _FILLED}, optional=["after"], of="tables"),
        _block({"column": _FILLED, "values": _FILLED}, optional=["after"], of="tables"),
        _block({"row": _FILLED, **_WEAPON}, of="tables"),
    ]
    return {
        "description": "A row, a column, or (row, and column row_offset) a weapon more, for one table or several.",
        **_any_of({"table": names, "tables": tables}, ("row", "column", "value", "values", "after")),
        "oneOf": [{"required": ["table"]}, {"required": ["tables"]}],
        "if": {"required": ["tables"]},
        "then": {"anyOf": several},
        "allOf": _for_tables(base, _additions_to),
    }


def _additions_to(table: Table) -> list[Schema]:
    # A file may add rows and columns to one matrix: then its lines grow, so their length is free.
    rows, columns = table.form.kind.more_rows, table.form.kind.more_columns
    row = column = _FILLED
    if rows and not columns:
        row = _line([_cell(table, label) for label in table.columns])
    if columns and not rows:
        column = _line([_cell(table, "")] * len(table.rows))
    variants = []
    if rows:
        variants.append(_block({"row": _new(table.rows), "values": row}, optional=["after"]))
    if columns:
        variants.append(_block({"column": _new(table.columns), "values": column}, optional=["after"]))
    if table.row_offset:
        variants.append(_block({"row": _new(table.row_offset), **_WEAPON}))
    return variants or [{"not": {}}]


def _new(there: Iterable[str]) -> Schema:
    return {"type": "string", "pattern": f"^{LABEL}$", "not": {"enum": list(there)}}


def _cell(table: Table, column: str) -> str:
    return table.form.pattern(column, results=table.results_of(column), words=table.words)


def _line(cells: Sequence[str]) -> Schema:
    # The same cell again and again is counted, which keeps the schema short.
    alike = len(cells) > 1 and len(set(cells)) == 1
    line = f"{cells[0]}(?:\\s+{cells[0]}){{{len(cells) - 1}}}" if alike else "\\s+".join(cells)
    return {"type": "string", "pattern": f"^\\s*{line}\\s*$"}
