"""What is told as a piece of HTML, as a notebook shows it."""

from __future__ import annotations

from html import escape

from mangonel.telling.blocks import Rows, Said, Told

__all__ = ["page"]

_WEIGHTS = {"title": "b", "lead": "b", "plain": "span", "note": "small"}


def page(told: Told) -> str:
    """Return what is told as HTML that needs nothing around it; every text in it is escaped."""
    return "\n".join(_said(block) if isinstance(block, Said) else _table(block) for block in told)


def _said(block: Said) -> str:
    tag = _WEIGHTS[block.weight]
    return f"<p><{tag}>{escape(block.text)}</{tag}></p>"


def _table(table: Rows) -> str:
    sides = ["left" if number in table.text else "right" for number in range(len(table.head))]
    lines = ["<table>"]
    if table.caption:
        lines.append(f'<caption style="text-align: left"><b>{escape(table.caption)}</b></caption>')
    if any(table.head):
        lines.append(_row(table.head, sides, "th"))
    return "\n".join([*lines, *(_row(row, sides, "td") for row in table.rows), "</table>"])


def _row(cells: tuple[str, ...], sides: list[str], tag: str) -> str:
    # Blanks are kept: they hold a short bar away from the number beside it.
    shown = (
        f'<{tag} style="text-align: {side}; white-space: pre">{escape(cell)}</{tag}>'
        for side, cell in zip(sides, cells, strict=True)
    )
    return f"<tr>{''.join(shown)}</tr>"
