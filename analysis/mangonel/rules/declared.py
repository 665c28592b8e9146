"""Reading what a system says of its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mangonel.rules.forms import BAND, WHOLE, CellForm, Forms, TableKind
from mangonel.rules.reading import Node

__all__ = ["load_forms", "read_forms"]


_FARTHEST = 10_000
_PATTERNS = ("sizes", "levels")
_TEXTS = ("effects", "rows_of", "results_of", "offsets_of")
_LISTS = (
    "rows",
    "optional",
    "unread",
    "columns",
    "sizes",
    "said",
    "levels",
    "besides",
    "like",
    "effects_if",
    "befalls",
)


def load_forms(file: str | Path) -> Forms:
    """Read the file of a system.

    Parameters
    ----------
    file
        Its ``system.toml``; without one the tables are of the kinds that are known without.

    Raises
    ------
    DataError
        For the first thing in the file that is not allowed.
    """
    return read_forms(Node.load(file)) if Path(file).is_file() else Forms()


def read_forms(node: Node) -> Forms:
    """Return what a system says of its tables, as `load_forms` does, given what stands in its file."""
    node.integer("schema", 1, 1)
    cells = {"number": WHOLE, "band": BAND}
    block = node.node("cell", required=False)
    _check_free(block, cells)
    cells |= {name: _cell(name, block.node(name)) for name in block}
    kinds, tables, options = (node.node(key, required=False) for key in ("kind", "table", "options"))
    _check_free(kinds, Forms().all_kinds)
    forms = Forms(
        kinds={name: _kind(name, kinds.node(name), cells) for name in kinds},
        tables={name: _table(tables.node(name)) for name in tables},
        printed=node.text("printed", default=""),
        options={name: _limits(options, name) for name in options},
        offsets=node.text("offsets", default="row"),
    )
    node.finish()
    return forms


def _cell(name: str, node: Node) -> CellForm:
    return CellForm(
        name,
        words=node.texts("words", default=()),
        numbers=_limits(node, "numbers") if "numbers" in node else None,
        parts=node.integer("parts", 1, 9, default=1),
        fault=node.text("fault", default=""),
        limit=node.text("limit", default=""),
    )


def _kind(name: str, node: Node, cells: dict[str, CellForm]) -> TableKind:
    if "cells" in node:
        return TableKind(name, cells=cells[node.choice("cells", cells)])
    columns = node.node("columns")
    if not columns.keys():
        raise node.error("a kind needs columns, or cells for columns of any name", "columns")
    return TableKind(name, {label: cells[columns.choice(label, cells)] for label in columns})


def _table(node: Node) -> dict[str, Any]:
    keys: dict[str, Any] = {key: node.text(key) for key in _TEXTS if key in node}
    keys |= {key: node.texts(key) for key in _LISTS if key in node}
    for key in (*_PATTERNS, "like"):
        if key in keys and len(keys[key]) != 2:
            raise node.error("needs two texts: what is looked for, and what is said of it", key)
    if "effects_if" in keys and len(keys["effects_if"]) != 3:
        raise node.error("needs three texts: an option, its value, and the table of effects", "effects_if")
    for key in _PATTERNS:
        _check_pattern(node, key, keys.get(key, ("",))[0])
    if "numbers" in node:
        rows = node.node("numbers")
        keys["numbers"] = {row: _limits(rows, row) for row in rows}
    return keys


def _limits(node: Node, key: str) -> tuple[int, int]:
    limits = node.integers(key, -_FARTHEST, _FARTHEST)
    if len(limits) != 2 or limits[0] > limits[1]:
        raise node.error("must be the lowest and the highest number", key, value=limits)
    return limits[0], limits[1]


def _check_free(node: Node, taken: Mapping[str, object]) -> None:
    for name in node:
        if name in taken:
            raise node.error("this name is the program's own", name, value=name)


def _check_pattern(node: Node, key: str, pattern: str) -> None:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise node.error(f"is no regular expression ({error})", f"{key}.1", value=pattern) from None
