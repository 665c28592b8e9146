"""What is told, sentences and tables, as parts of the page."""

from __future__ import annotations

from htmltools import Tag, TagList, tags

from mangonel.telling.blocks import Rows, Said, Told

__all__ = ["told_html", "wrong_html"]

_WEIGHTS = {"title": "h2", "lead": "p", "plain": "p", "note": "p"}


def told_html(told: Told) -> TagList:
    """Return sentences and tables for the page; every text in them stays text."""
    return TagList(*(_said(block) if isinstance(block, Said) else _table(block) for block in told))


def wrong_html(error: str) -> Tag:
    """Return what is wrong; whatever the language of the page is, errors are in English."""
    return tags.p(error, class_="wrong", role="alert", lang="en")


def _said(block: Said) -> Tag:
    return Tag(_WEIGHTS[block.weight], block.text, class_=block.weight)


def _table(table: Rows) -> Tag:
    kinds = ["" if number in table.text else "n" for number in range(len(table.head))]
    head = tags.thead(
        tags.tr(*(tags.th(cell, scope="col", class_=kind) for cell, kind in zip(table.head, kinds, strict=True)))
    )
    rows = [
        tags.tr(
            *(
                (tags.th(cell, scope="row") if number == 0 and not kind else tags.td(cell, class_=kind))
                for number, (cell, kind) in enumerate(zip(row, kinds, strict=True))
            )
        )
        for row in table.rows
    ]
    return tags.div(
        tags.table(
            tags.caption(table.caption) if table.caption else None,
            head if any(table.head) else None,
            tags.tbody(*rows),
        ),
        class_="scroll",
    )
