"""Reading table files into `Table` objects."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mangonel.errors import DataError
from mangonel.rules.cells import EMPTY, MAX_OFFSET, UNKNOWN
from mangonel.rules.forms import Forms, TableKind
from mangonel.rules.reading import Node, read_source
from mangonel.rules.table import CellsIf, ResultsIf, Table

__all__ = ["SCHEMA", "load_table"]


SCHEMA = 1
_MOST_MODIFIED = 99
_MOST_THROWS = 256


def load_table(path: str | Path, forms: Forms | None = None, *, validate: bool = True) -> Table:
    """Read one table file; its name without the suffix has to be the table's id.

    Without forms of a system a table is a die, a matrix or single values, and read whole. Each cell is checked if it is
    to `validate`. A DataError is raised for the first thing in the file that is not allowed, with file, path and
    nearest match.
    """
    node = Node.load(path)
    table = _table(node, Forms() if forms is None else forms)
    if validate:
        _validate(node, table)
    return table


def _validate(node: Node, table: Table) -> None:
    node.finish()
    if table.kind == "die":
        _check_die(node, table)
    _check_words(node, table)
    _check_read(node, table)
    _check_cells(node, table)
    _check_cells_if(node, table)
    table.check()


def _table(node: Node, forms: Forms) -> Table:
    schema = node.integer("schema")
    if schema != SCHEMA:
        raise node.error("unknown schema version", "schema", value=schema, allowed=[SCHEMA])
    name = node.identifier("id")
    if node.file is not None and name != node.file.stem:
        raise node.error("the id has to be the name of the file", "id", value=name, allowed=[node.file.stem])
    kinds = forms.all_kinds
    kind = node.choice("kind", kinds)
    die = node.integer("die", low=2, high=100) if kind == "die" else 0
    columns = _read_columns(node, kinds[kind])
    rows, cells = _read_cells(node, columns)
    column_text = node.text("column_text", default="column {}")
    if column_text.count("{}") != 1 or any(brace in column_text.replace("{}", "") for brace in "{}"):
        message = "needs {} once, where the column's label goes, and no other brace"
        raise node.error(message, "column_text", value=column_text)
    offsets = node.node("row_offset", required=False)
    limits = node.node("column_results", required=False)
    form = forms.of(name, kinds[kind])
    if node.flag("unread", default=False):
        form = replace(form, unread=rows)
    return Table(
        id=name,
        kind=kind,
        title=node.text("title"),
        columns=columns,
        rows=rows,
        cells=cells,
        source=read_source(node.node("source")),
        die=die,
        dice=node.integer("dice", low=1, high=8, default=1) if kind == "die" else 1,
        zero=node.flag("zero", default=False) if kind == "die" else False,
        limit=_read_limit(node) if kind == "die" else None,
        results=_read_results(node, kind),
        results_if=tuple(ResultsIf(*_reading(block, "texts")) for block in node.nodes("results_if")),
        unknown=_read_unknown(node, columns, rows, cells),
        cells_if=tuple(CellsIf(*_reading(block, "cells")) for block in node.nodes("cells_if")),
        row_offset={weapon: offsets.integer(weapon, low=0, high=MAX_OFFSET) for weapon in offsets},
        words=node.texts("words", default=()),
        open_ended=node.flag("open_ended", default=False),
        shiftable=node.flag("shiftable", default=False),
        column_text=column_text,
        column_results={column: limits.texts(column) for column in limits},
        column_words=node.node("column_words", required=False).all_texts(),
        form=form,
        offsets=forms.offsets,
        file=node.file,
    )


def _read_columns(node: Node, kind: TableKind) -> tuple[str, ...]:
    columns = node.texts("columns")
    if not columns:
        raise node.error("a table needs columns", "columns")
    for number, label in enumerate(columns, start=1):
        if label in columns[: number - 1]:
            raise node.error("this column is there twice", f"columns.{number}", value=label)
    fixed = tuple(kind.columns) or columns
    if columns != fixed:
        wrong = next((label for label in columns if label not in fixed), " ".join(columns))
        raise node.error(f"a {kind.name} table has other columns", "columns", value=wrong, allowed=fixed)
    return columns


def _read_cells(node: Node, columns: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    grid = node.node("cells")
    rows = grid.keys()
    if not rows:
        raise node.error("a table needs rows", "cells")
    cells = tuple(tuple(grid.text(row).split()) for row in rows)
    for row, entries in zip(rows, cells, strict=True):
        if len(entries) != len(columns):
            raise grid.error(f"has {len(entries)} cells for {len(columns)} columns", row, value=" ".join(entries))
    return rows, cells


def _read_results(node: Node, kind: str) -> dict[str, str]:
    block = node.node("results", required=kind == "die")
    if kind != "die" and block.keys():
        raise node.error(f"a {kind} table has no results", "results")
    return block.all_texts()


def _reading(block: Node, key: str) -> tuple[str, str, dict[str, str]]:
    return block.text("option"), block.text("value"), block.node(key).all_texts()


def _read_unknown(
    node: Node, columns: tuple[str, ...], rows: tuple[str, ...], cells: tuple[tuple[str, ...], ...]
) -> dict[str, str]:
    block = node.node("unknown", required=False)
    places = [
        f"{row}.{column}"
        for row, entries in zip(rows, cells, strict=True)
        for column, entry in zip(columns, entries, strict=True)
        if entry == UNKNOWN
    ]
    for place in places:
        if place not in block:
            raise node.error("an unknown cell needs its reason under [unknown]", f"cells.{place}", value=UNKNOWN)
    reasons = {place: block.text(place) for place in places}
    for place in block:
        if place not in reasons:
            raise block.error("there is no unknown cell here", place, value=place, allowed=places)
    return reasons


def _check_words(node: Node, table: Table) -> None:
    if table.words and table.kind != "values":
        raise node.error("only a values table holds words", "words")
    for number, word in enumerate(table.words, start=1):
        if fault := table.form.word_fault(table.id, word):
            raise node.blamed(fault, f"words.{number}", value=word)
    _check_known(node, "column", "column_words", {label: label for label in table.column_words}, table.columns)
    for number, block in enumerate(table.results_if, start=1):
        letters = {letter: letter for letter in block.texts}
        _check_known(node, "result", f"results_if.{number}.texts", letters, table.results)
    _check_known(node, "column", "column_results", {label: label for label in table.column_results}, table.columns)
    for label, column in table.column_results.items():
        _check_known(node, "result", f"column_results.{label}", dict(enumerate(column, start=1)), table.results)


def _check_known(node: Node, kind: str, path: str, places: Mapping[Any, str], known: Collection[str]) -> None:
    for place, label in places.items():
        if label not in known:
            raise node.error(f"unknown {kind}", f"{path}.{place}", value=label, allowed=known)


def _check_read(node: Node, table: Table) -> None:
    try:
        table.form.check_labels(table.id, table.rows, table.columns, whole=True)
    except DataError as error:
        place = f"cells.{error.value}" if error.value in table.rows else "columns"
        raise node.blamed(error, place) from None


def _check_cells(node: Node, table: Table) -> None:
    for row, entries in zip(table.rows, table.cells, strict=True):
        for column, entry in zip(table.columns, entries, strict=True):
            if entry != UNKNOWN and (fault := table.fault(row, column, entry)):
                raise node.blamed(fault, f"cells.{row}.{column}")


def _check_cells_if(node: Node, table: Table) -> None:
    places = {f"{row}.{column}": (row, column) for row in table.rows for column in table.columns}
    for number, block in enumerate(table.cells_if, start=1):
        for place, cell in block.cells.items():
            path = f"cells_if.{number}.cells.{place}"
            if place not in places:
                raise node.error("there is no such cell", path, value=place, allowed=places)
            if fault := table.fault(*places[place], cell):
                raise node.blamed(fault, path)


def _read_limit(node: Node) -> tuple[int, int] | None:
    if "limit" not in node:
        return None
    limit = node.integers("limit", low=-_MOST_MODIFIED, high=_MOST_MODIFIED)
    if len(limit) != 2 or limit[0] > limit[1]:
        raise node.error("must be the lowest and the highest sum of modifiers", "limit", value=limit)
    return limit[0], limit[1]


def _check_die(node: Node, table: Table) -> None:
    if table.die**table.dice > _MOST_THROWS:
        raise node.error(f"dice may fall in {_MOST_THROWS} ways at most", "dice", value=table.dice)
    plain = table.dice == 1 and not table.zero and table.limit is None and not any(".." in row for row in table.rows)
    if plain:
        _check_plain_die(node, table)
    else:
        _check_bands(node, table)
    for letter in table.results:
        if letter in (EMPTY, UNKNOWN) or len(letter.split()) != 1:
            raise node.error("cannot be a result letter", f"results.{letter}", value=letter)


def _check_plain_die(node: Node, table: Table) -> None:
    """Check the rows of a table of which each is a face of one die, but for those that only modifiers lead to."""
    for number, row in enumerate(table.rows, start=1):
        if row != str(number):
            raise node.error("the rows of a die table are 1, 2, 3 ...", f"cells.{row}", value=row, allowed=[number])
    if len(table.rows) > table.die and not table.row_offset:
        raise node.error("has more rows than the die has faces", "cells", value=len(table.rows))
    if len(table.rows) < table.die and not table.open_ended:
        raise node.error(
            "has fewer rows than the die has faces, so its last row must be open_ended", "cells", value=len(table.rows)
        )


def _check_bands(node: Node, table: Table) -> None:
    """Check that the rows follow one another and hold all that dice and modifiers, as far as they count, come to."""
    try:
        bands = table.bands
    except DataError as error:
        raise node.error(error.message, f"cells.{error.value}", value=error.value) from None
    low, high = table.limit or (0, 0)
    lowest, highest = table.thrown.totals[0] + low, table.thrown.totals[-1] + high
    if bands[0][0] > lowest:
        raise node.error(f"the rows have to begin at {lowest}", f"cells.{table.rows[0]}", value=table.rows[0])
    if bands[-1][1] < highest and not table.open_ended:
        message = f"the rows have to go on to {highest}, or the last one must be open_ended"
        raise node.error(message, f"cells.{table.rows[-1]}", value=table.rows[-1])
