"""What is told, sentences and tables, as parts of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable

from htmltools import Tag, TagList, tags

from mangonel.telling.blocks import Rows, Said, Told

__all__ = ["breakable", "told_html"]

_WEIGHTS = {"title": "h2", "lead": "p", "plain": "p", "note": "p"}


_JOINTS = "/_"
_PARTS = re.compile(f"([{_JOINTS}])")


def told_html(told: Told) -> TagList:
    """Return sentences and tables for the page; every text in them stays text."""
    return TagList(*(_said(block) if isinstance(block, Said) else _table(block) for block in told))


def breakable(text: str) -> TagList:
    """Return a text that may be broken after the signs between its parts, as in ``D+R/no_advance``."""
    return TagList(*(TagList(part, tags.wbr() if part in _JOINTS else None) for part in _PARTS.split(text) if part))


def _said(block: Said) -> Tag:
    return Tag(_WEIGHTS[block.weight], block.text, class_=block.weight)


def _is_bars(cells: Iterable[str]) -> bool:
    """Tell whether cells hold bars made of blocks."""
    shown = [cell.strip() for cell in cells]
    return any(shown) and all(
        "\N{LOWER ONE EIGHTH BLOCK}" <= sign <= "\N{LEFT ONE EIGHTH BLOCK}" for sign in "".join(shown)
    )


def _table(table: Rows) -> Tag:
    kinds = [
        "" if number in table.text else "bar" if _is_bars(row[number] for row in table.rows) else "n"
        for number in range(len(table.head))
    ]
    head = tags.thead(
        tags.tr(*(tags.th(cell, scope="col", class_=kind) for cell, kind in zip(table.head, kinds, strict=True)))
    )
    rows = [
        tags.tr(
            *(
                (tags.th(breakable(cell), scope="row") if number == 0 and not kind else tags.td(cell, class_=kind))
                for number, (cell, kind) in enumerate(zip(row, kinds, strict=True))
            )
        )
        for row in table.rows
    ]
    return tags.div(
        tags.table(
            tags.caption(table.caption) if table.caption else None, head if any(table.head) else None, tags.tbody(*rows)
        ),
        class_="scroll",
    )
