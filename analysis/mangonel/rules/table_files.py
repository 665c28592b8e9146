"""Reading table files into `Table` objects."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from mangonel.errors import DataError
from mangonel.rules.cells import EMPTY, MAX_OFFSET, UNKNOWN
from mangonel.rules.forms import Forms, TableKind
from mangonel.rules.reading import FILLED, IDENTIFIER, VERSION, Node, Source
from mangonel.rules.reading import validate as validate_file
from mangonel.rules.table import CellsIf, ResultsIf, Table

SCHEMA = 1
_MOST_MODIFIED = 99
_MOST_THROWS = 256
_Modified = Annotated[int, Meta(ge=-_MOST_MODIFIED, le=_MOST_MODIFIED)]
_LIMIT = "must be the lowest and the highest sum of modifiers"


class _File(Struct, forbid_unknown_fields=True, kw_only=True):
    """The keys of a table file: those of a `Table`, a line of cells for each row, and whether nothing reads it."""

    schema: VERSION
    id: IDENTIFIER
    kind: FILLED
    title: FILLED
    columns: Annotated[tuple[str, ...], Meta(min_length=1, extra={"fault": "a table needs columns"})]
    cells: dict[str, FILLED]
    source: Source
    die: Annotated[int, Meta(ge=2, le=100)] = 0
    dice: Annotated[int, Meta(ge=1, le=8)] = 1
    zero: bool = False
    limit: Annotated[tuple[_Modified, ...], Meta(min_length=2, max_length=2, extra={"fault": _LIMIT})] | None = None
    results: dict[str, FILLED] = {}
    results_if: tuple[ResultsIf, ...] = ()
    unknown: dict[str, FILLED] = {}
    cells_if: tuple[CellsIf, ...] = ()
    row_offset: dict[str, Annotated[int, Meta(ge=0, le=MAX_OFFSET)]] = {}
    words: tuple[str, ...] = ()
    open_ended: bool = False
    shiftable: bool = False
    column_text: FILLED = "column {}"
    column_results: dict[str, tuple[str, ...]] = {}
    column_words: dict[str, FILLED] = {}
    unread: bool = False


_AS_SAID = tuple(key for key in _File.__struct_fields__ if key not in ("schema", "cells", "unread"))


def load_table(path: str | Path, forms: Forms | None = None, *, validate: bool = True) -> Table:
    """Read one table file; its name without the suffix has to be the table's id.

    Without forms of a system a table is a die, a matrix or single values, and read whole. Each cell is checked if it is
    to `validate`. A DataError is raised for the first thing in the file that is not allowed, with file, path and
    nearest match.
    """
    node = Node.load(path)
    table = _table(node, Forms() if forms is None else forms)
    if validate:
        if table.kind == "die":
            _check_die(node, table)
        _check_words(node, table)
        _check_cells(node, table)
        _check_cells_if(node, table)
        table.check()
    return table


def _table(node: Node, forms: Forms) -> Table:
    keys = validate_file(node, _File)
    if node.file is not None and keys.id != node.file.stem:
        raise node.error("the id has to be the name of the file", "id", value=keys.id, allowed=[node.file.stem])
    kind = forms.all_kinds[node.choice("kind", forms.all_kinds)]
    for key in ("die", "dice", "zero", "limit", "results"):
        if kind.name != "die" and key in node:
            raise node.error(f"a {kind.name} table has no {key}", key)
        if kind.name == "die" and key in ("die", "results") and key not in node:
            raise node.missing(key, _AS_SAID)
    _check_columns(node, keys.columns, kind)
    if not keys.cells:
        raise node.error("a table needs rows", "cells")
    rows, cells = tuple(keys.cells), tuple(tuple(line.split()) for line in keys.cells.values())
    for row, entries in zip(rows, cells, strict=True):
        if len(entries) != len(keys.columns):
            message = f"has {len(entries)} cells for {len(keys.columns)} columns"
            raise node.error(message, f"cells.{row}", value=" ".join(entries))
    if keys.column_text.count("{}") != 1 or any(brace in keys.column_text.replace("{}", "") for brace in "{}"):
        message = "needs {} once, where the column's label goes, and no other brace"
        raise node.error(message, "column_text", value=keys.column_text)
    if keys.limit is not None and keys.limit[0] > keys.limit[1]:
        raise node.error(_LIMIT, "limit", value=keys.limit)
    _check_unknown(node, keys, cells)
    form = forms.of(keys.id, kind)
    return Table(
        rows=rows,
        cells=cells,
        form=structs.replace(form, unread=rows) if keys.unread else form,
        offsets=forms.offsets,
        file=node.file,
        **{key: getattr(keys, key) for key in _AS_SAID},
    )


def _check_columns(node: Node, columns: tuple[str, ...], kind: TableKind) -> None:
    for number, label in enumerate(columns, start=1):
        if label in columns[: number - 1]:
            raise node.error("this column is there twice", f"columns.{number}", value=label)
    fixed = tuple(kind.columns) or columns
    if columns != fixed:
        wrong = next((label for label in columns if label not in fixed), " ".join(columns))
        raise node.error(f"a {kind.name} table has other columns", "columns", value=wrong, allowed=fixed)


def _check_unknown(node: Node, keys: _File, cells: tuple[tuple[str, ...], ...]) -> None:
    lines = zip(keys.cells, cells, strict=True)
    both = ((row, *cell) for row, line in lines for cell in zip(keys.columns, line, strict=True))
    places = [f"{row}.{column}" for row, column, entry in both if entry == UNKNOWN]
    for place in places:
        if place not in keys.unknown:
            raise node.error("an unknown cell needs its reason under [unknown]", f"cells.{place}", value=UNKNOWN)
    for place in keys.unknown:
        if place not in places:
            raise node.error("there is no unknown cell here", f"unknown.{place}", value=place, allowed=places)


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


def _check_cells(node: Node, table: Table) -> None:
    try:
        table.form.check_labels(table.id, table.rows, table.columns, whole=True)
    except DataError as error:
        raise node.blamed(error, f"cells.{error.value}" if error.value in table.rows else "columns") from None
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
    """Check the rows of a table with a row for each face of one die; more may follow that only modifiers reach."""
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
