"""Rule sets as the oracles read them: from the data files, by a reader of their own.

Nothing is taken from the program here, so that a cell or an option for which the program forgets to ask shows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "data" / "rules" / "cryhavoc"
EMPTY_IN_PRINT, DASH = ".", "-"
UNKNOWN = "?"

# A changed cell: table, row, column, value.
Cell = tuple[str, str, str, str]


@dataclass(frozen=True)
class Table:
    """A printed table: cells by row, in the order of the columns, and what its results mean in words."""

    columns: tuple[str, ...]
    cells: Mapping[str, tuple[str, ...]]
    results: Mapping[str, str] = field(default_factory=dict)
    row_offset: Mapping[str, int] = field(default_factory=dict)

    def cell(self, row: str, column: str) -> str:
        value = self.cells[row][self.columns.index(column)]
        if value == UNKNOWN:
            raise ValueError(f"{row} {column} is lost in the source")
        return value

    def face(self, die: int, column: str) -> str:
        """The result of a die, which is read as the first or last row beyond them."""
        result = self.cell(str(max(1, min(die, len(self.cells)))), column)
        return DASH if result == EMPTY_IN_PRINT else result

    def with_row(self, row: str, values: Iterable[str]) -> Table:
        values = tuple(values)
        assert len(values) == len(self.columns), (row, values)
        return replace(self, cells={**self.cells, row: values})

    def with_cell(self, row: str, column: str, value: str) -> Table:
        if column == "row_offset":
            return replace(self, row_offset={**self.row_offset, row: int(value)})
        place = self.columns.index(column)
        cells = self.cells[row]
        return self.with_row(row, [*cells[:place], value, *cells[place + 1 :]])


@dataclass(frozen=True)
class Rules:
    """Tables by id, and the chosen value of every option."""

    tables: Mapping[str, Table]
    options: Mapping[str, str]

    def option(self, name: str) -> str:
        return self.options[name]

    def cell(self, table: str, row: str, column: str = "value") -> str:
        return self.tables[table].cell(row, column)

    def number(self, table: str, row: str, column: str = "value") -> int:
        return int(self.cell(table, row, column))

    def rolled(self, table: str, die: int, column: str) -> str:
        """What a result of a die table means, in words."""
        printed = self.tables[table]
        return printed.results[printed.face(die, column)]

    def changed(self, options: Mapping[str, str] | None = None, cells: Iterable[Cell] = ()) -> Rules:
        """These rules with other values of some options, and other cells."""
        unknown = [name for name in options or {} if name not in self.options]
        if unknown:
            raise KeyError(*unknown)
        tables = dict(self.tables)
        for table, row, column, value in cells:
            assert column == "row_offset" or row in tables[table].cells, (table, row)
            tables[table] = tables[table].with_cell(row, column, value)
        return Rules(tables, {**self.options, **(options or {})})


def read_rules(
    name: str | Path = "siege", options: Mapping[str, str] | None = None, cells: Iterable[Cell] = ()
) -> Rules:
    """Read a shipped rule set, or an overlay by its path, and change options and cells of it."""
    path = Path(name) if str(name).endswith(".toml") else FOLDER / f"{name}.toml"
    return _read(path).changed(options, cells)


def rules_of(given: Rules | Mapping[str, str]) -> Rules:
    """The rules an oracle is handed; if it is handed options, they are set over the base."""
    return given if isinstance(given, Rules) else read_rules(options=given)


@cache
def _read(path: Path) -> Rules:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    if "base" not in content:
        folder = path.parent / "tables"
        tables = {file.stem: _read_table(file) for file in folder.glob("*.toml")}
        return Rules(tables, {option["id"]: option["default"] for option in content["option"]})
    beside = path.parent / content["base"]
    rules = _read(beside) if content["base"].endswith(".toml") else read_rules(content["base"])
    for block in content.get("add", []):
        rules = _with_addition(rules, block)
    cells = [cell for block in content.get("change", []) for cell in _cells_of(rules, block)]
    return rules.changed(content.get("options", {}), cells)


def _read_table(path: Path) -> Table:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    columns = tuple(content["columns"])
    table = Table(columns, {}, content.get("results", {}), content.get("row_offset", {}))
    for row, text in content["cells"].items():
        table = table.with_row(row, text.split())
    return table


def _with_addition(rules: Rules, block: Mapping[str, Any]) -> Rules:
    if "row" not in block:
        raise NotImplementedError("a new column")
    tables = dict(rules.tables)
    for name in block.get("tables", [block.get("table")]):
        if "column" in block:
            tables[name] = tables[name].with_cell(block["row"], block["column"], block["value"])
        else:
            tables[name] = tables[name].with_row(block["row"], block["values"].split())
    return Rules(tables, rules.options)


def _cells_of(rules: Rules, block: Mapping[str, Any]) -> list[Cell]:
    """One cell, a row or a column."""
    name = block["table"]
    if "value" in block:
        return [(name, block["row"], block["column"], block["value"])]
    rows = [block["row"]] if "row" in block else list(rules.tables[name].cells)
    columns = [block["column"]] if "column" in block else list(rules.tables[name].columns)
    places = [(row, column) for row in rows for column in columns]
    return [(name, *place, value) for place, value in zip(places, block["values"].split(), strict=True)]
