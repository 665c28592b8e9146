"""The rules of ¡Al filo de la Espada! as its oracles read them: from the data files, by a reader of their own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "data"
FOLDER = DATA / "rules" / "filo"
UNKNOWN = "?"

Place = tuple[str, str, str]
# A changed cell: table, row, column, value.
Cell = tuple[str, str, str, str]
# Cells that an option fills: its id, the value that does, the cells.
Filling = tuple[str, str, dict[Place, str]]


class LostCellError(Exception):
    """A cell that the source has lost and no reading fills."""


@dataclass(frozen=True)
class Rules:
    """Cells by table, row and column as printed, what readings put in their place, and what is chosen and changed."""

    rows: Mapping[str, tuple[str, ...]]
    columns: Mapping[str, tuple[str, ...]]
    printed: Mapping[Place, str]
    fillings: tuple[Filling, ...]
    options: Mapping[str, str]
    changes: Mapping[Place, str]

    def option(self, name: str) -> str:
        return self.options[name]

    def cell(self, table: str, row: str, column: str = "value") -> str:
        place = (table, row, column)
        value = self.printed[place]
        for option, chosen, cells in self.fillings:
            if self.options[option] == chosen:
                value = cells.get(place, value)
        value = self.changes.get(place, value)
        if value == UNKNOWN:
            raise LostCellError(*place)
        return value

    def number(self, table: str, row: str, column: str = "value") -> int:
        return int(self.cell(table, row, column))

    def band(self, table: str, total: int, column: str) -> str:
        """The cell of the row in whose band a total lies; below and above all bands it is that of the next one."""
        ends = {row: row.partition("..") for row in self.rows[table]}
        bands = [(int(low), int(high or low), row) for row, (low, _, high) in ends.items()]
        total = max(min(low for low, _, _ in bands), min(max(high for _, high, _ in bands), total))
        (row,) = [row for low, high, row in bands if low <= total <= high]
        return self.cell(table, row, column)

    def changed(self, options: Mapping[str, str] | None = None, cells: Iterable[Cell] = ()) -> Rules:
        """These rules with other values of some options, and other cells."""
        unknown = [name for name in options or {} if name not in self.options]
        changes = {(table, row, column): value for table, row, column, value in cells}
        unknown += [place for place in changes if place not in self.printed]
        if unknown:
            raise KeyError(*unknown)
        chosen, cells_now = {**self.options, **(options or {})}, {**self.changes, **changes}
        return Rules(self.rows, self.columns, self.printed, self.fillings, chosen, cells_now)


@cache
def read_rules(name: str = "filo-read") -> Rules:
    """Read a shipped rule set."""
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    if "base" in content:
        return read_rules(content["base"]).changed(content.get("options", {}))
    rows, columns, printed, fillings = {}, {}, {}, []
    for file in sorted((FOLDER / "tables").glob("*.toml")):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        rows[file.stem], columns[file.stem] = tuple(table["cells"]), tuple(table["columns"])
        printed |= _cells_of(file.stem, table)
        for block in table.get("cells_if", []):
            cells = {(file.stem, *place.rsplit(".", 1)): value for place, value in block["cells"].items()}
            fillings.append((block["option"], block["value"], cells))
    options = {option["id"]: option["default"] for option in content["option"]}
    return Rules(rows, columns, printed, tuple(fillings), options, {})


@cache
def read_roster(name: str = "banners") -> Mapping[str, Any]:
    content = tomllib.loads((DATA / "rosters" / "filo" / f"{name}.toml").read_text(encoding="utf-8"))
    return {kind["id"]: kind for kind in content["kind"]}


def _cells_of(name: str, table: Mapping[str, Any]) -> dict[Place, str]:
    return {
        (name, row, column): value
        for row, text in table["cells"].items()
        for column, value in zip(table["columns"], text.split(), strict=True)
    }
