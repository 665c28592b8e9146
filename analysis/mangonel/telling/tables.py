"""Tables as on the page: what stands in them, what its letters mean, and who says so."""

from __future__ import annotations

from mangonel.locales import Locale
from mangonel.locales.sources import cited
from mangonel.rules.difference import Cited
from mangonel.tables.cells import EMPTY
from mangonel.tables.table import Table
from mangonel.telling.blocks import Rows, Said, Told

__all__ = ["table_told"]


def table_told(table: Table, words: Locale) -> Told:
    """Return a table with its results and its source.

    Rows, columns and cells stand by their ids, which rule files name: the page has a plus behind the last row of an
    open-ended table.
    """
    dice = f"{table.dice}d{table.die}" if table.die else ""
    body = (
        (row, *("" if cell == EMPTY else cell for cell in cells))
        for row, cells in zip(table.rows, table.cells, strict=True)
    )
    blocks: list[Rows | Said] = [
        Rows((dice, *table.columns), tuple(body), words.titled("tables", table.id, table.title)),
        *(Said(line) for line in _remarks(table, words)),
    ]
    if table.row_offset:
        offsets = tuple((of, str(rows)) for of, rows in table.row_offset.items())
        blocks.append(Rows(("", ""), offsets, words.text("explore_rules.row_offset")))
    if table.results:
        results = tuple((letter, words.translated(text)) for letter, text in table.results.items())
        blocks.append(Rows(("", ""), results, text=(0, 1)))
    source = words.text("frame.named", name=words.text("frame.sources"), text=cited(Cited(table=table.source), words))
    return (*blocks, Said(source, "note"))


def _remarks(table: Table, words: Locale) -> list[str]:
    remarks = []
    if table.zero:
        remarks.append(words.text("listed.zero", last=table.die - 1))
    if table.limit is not None:
        low, high = map(words.signed, table.limit)
        remarks.append(words.text("listed.limit", low=low, high=high))
    if table.open_ended:
        remarks.append(words.text("listed.open", row=table.rows[-1]))
    return remarks
