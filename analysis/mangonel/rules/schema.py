"""A JSON schema of overlays, so that an editor completes and checks them while they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mangonel.rules.ruleset import DIGEST_LENGTH, RuleSet
from mangonel.tables.growing import LABEL
from mangonel.tables.loading import SCHEMA
from mangonel.tables.table import ROW_OFFSET, Table

__all__ = ["overlay_schema"]

Schema = dict[str, Any]

_FILLED: Schema = {"type": "string", "pattern": "\\S"}
_NEVER: Schema = {"not": {}}


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
            "change": {"type": "array", "items": _change(base)},
            "add": {"type": "array", "items": _add(base)},
        },
    }


def _option(base: RuleSet, name: str) -> Schema:
    option = base.options[name]
    choices = "; ".join(f"{choice.value}: {choice.text} ({choice.source})" for choice in option.choices)
    return {
        # A number need not stand in quotes.
        "enum": [*option.values, *(int(value) for value in option.values if re.fullmatch("0|-?[1-9][0-9]*", value))],
        "default": base.values[name],
        "description": f"{option.title}. {option.affects}. {choices}",
    }


def _block(base: RuleSet, keys: Sequence[str]) -> Schema:
    properties: Schema = {"table": {"enum": list(base.tables)}} | dict.fromkeys(keys, _FILLED)
    texts: Schema = {key: {"type": "string"} for key in ("name", "source", "reason")}
    return {"type": "object", "additionalProperties": False, "properties": properties | texts}


def _per_table(base: RuleSet, rule: dict[str, Schema]) -> list[Schema]:
    return [
        {"if": {"properties": {"table": {"const": name}}, "required": ["table"]}, "then": rule[name]}
        for name in base.tables
    ]


# ------------------------------------------------------------------------ changes


def _change(base: RuleSet) -> Schema:
    whole = {"not": {"required": ["value"]}, "oneOf": [{"required": ["row"]}, {"required": ["column"]}]}
    return _block(base, ("row", "column", "value", "values")) | {
        "description": "A new value for a cell; or for a whole row or column, cells split by blanks.",
        "required": ["table"],
        "if": {"required": ["values"]},
        "then": whole,
        "else": {"required": ["row", "column", "value"]},
        "allOf": _per_table(base, {name: _change_of(table) for name, table in base.tables.items()}),
    }


def _change_of(table: Table) -> Schema:
    offsets = [ROW_OFFSET] if table.row_offset else []
    patterns = [_cell(table, column) for column in table.columns]
    cases: list[Schema] = [
        _case({"column": {"const": ROW_OFFSET}}, _offset() | _known("row", table.row_offset), ["column"]),
        _case({"column": {"enum": list(table.columns)}}, _known("row", table.rows), ["column"]),
    ]
    cases += [
        _case(
            {"column": {"const": column}},
            {"value": _whole([cell]), "values": _whole([cell] * len(table.rows))},
            ["column"],
        )
        for column, cell in zip(table.columns, patterns, strict=True)
    ]
    cases.append({"if": {"not": {"required": ["column"]}}, "then": {"properties": {"values": _whole(patterns)}}})
    return {
        "properties": _known("column", (*table.columns, *offsets)) | _known("row", _all_rows(table)),
        "allOf": cases,
    }


# ------------------------------------------------------------------------ additions


def _add(base: RuleSet) -> Schema:
    block = _block(base, ("row", "column", "value", "values", "after"))
    block["properties"]["tables"] = {"type": "array", "minItems": 1, "items": {"enum": list(base.tables)}}
    return block | {
        "description": "A row, a column, or (row, and column row_offset) a weapon more, for one table or several.",
        "oneOf": [{"required": ["table"]}, {"required": ["tables"]}],
        "if": {"required": ["row", "column"]},
        "then": {
            "required": ["value"],
            "properties": {**_known("column", [ROW_OFFSET]), **_offset(), "values": _NEVER, "after": _NEVER},
        },
        "else": {
            "required": ["values"],
            "properties": {"value": _NEVER},
            "oneOf": [{"required": ["row"]}, {"required": ["column"]}],
        },
        "allOf": _per_table(base, {name: _add_to(table) for name, table in base.tables.items()}),
    }


def _add_to(table: Table) -> Schema:
    # A file may add rows and columns to one matrix: then its lines grow, and nothing is said about their length.
    rows, columns = table.form.kind.more_rows, table.form.kind.more_columns
    fixed = not (rows and columns)
    row, column = _never_unless(rows), _never_unless(columns)
    if fixed and rows:
        row = {"values": _whole([_cell(table, label) for label in table.columns])}
    if fixed and columns:
        column = {"values": _whole([_cell(table, "")] * len(table.rows))}
    weapon = {"row": _new(table.row_offset)} if table.row_offset else {"row": _NEVER}
    return {
        "if": {"required": ["row", "column"]},
        "then": {"properties": weapon},
        "else": {
            "properties": {"row": _new(table.rows), "column": _new(table.columns)},
            "if": {"required": ["row"]},
            "then": {"properties": row},
            "else": {"properties": column},
        },
    }


def _never_unless(allowed: bool) -> Schema:  # noqa: FBT001 - it is the value itself
    return {} if allowed else {"values": _NEVER}


def _new(there: Sequence[str] | dict[str, int] | Any) -> Schema:
    return {"pattern": f"^{LABEL}$", "not": {"enum": list(there)}}


# ------------------------------------------------------------------------ parts


def _case(when: Schema, then: Schema, required: list[str]) -> Schema:
    return {"if": {"properties": when, "required": required}, "then": {"properties": then}}


def _known(key: str, labels: Any) -> Schema:
    return {key: {"enum": list(labels)}}


def _all_rows(table: Table) -> list[str]:
    return list(dict.fromkeys((*table.rows, *table.row_offset)))


def _offset() -> Schema:
    return {"value": {"type": "string", "pattern": "^\\+?[0-9]{1,9}$"}}


def _cell(table: Table, column: str) -> str:
    return table.form.pattern(column, results=table.results_of(column), words=table.words)


def _whole(cells: Sequence[str]) -> Schema:
    # The same cell again and again is counted, which keeps the schema short.
    alike = len(cells) > 1 and len(set(cells)) == 1
    line = f"{cells[0]}(?:\\s+{cells[0]}){{{len(cells) - 1}}}" if alike else "\\s+".join(cells)
    return {"pattern": f"^\\s*{line}\\s*$"}
