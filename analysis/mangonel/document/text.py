"""Text renderer: blocks as lines of a terminal, broken only between words, because words are copied."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from itertools import zip_longest

from mangonel.paper.blocks import Block, Blocks, Bullets, Paragraph, Picture, Replay, Table, Verbatim
from mangonel.rules.words.locale import MINUS

_GAP = "  "
_TALL = 2
"""Lines of a name at the left of a row, before it is given more room."""
_BOLD, _NORMAL = "\N{ESCAPE}[1m", "\N{ESCAPE}[0m"


def plain(blocks: Blocks, *, width: int = 80, bold: bool = False) -> str:
    """Return blocks as lines of text.

    Parameters
    ----------
    blocks
        Paragraphs, tables, lists; pictures by their alternative texts.
    width
        Characters of a line; a single word that is longer stays whole.
    bold
        Whether titles and findings are bold, by the codes of a terminal.
    """
    return "\n\n".join("\n".join(_block(block, width, bold=bold)) for block in blocks)


def _block(block: Block, width: int, *, bold: bool) -> list[str]:
    strong = f"{_BOLD}{{}}{_NORMAL}".format
    if isinstance(block, Paragraph):
        lines = _wrapped(block.text, width)
        return [*map(strong, lines)] if bold and block.weight in {"title", "lead"} else lines
    if isinstance(block, Table):
        caption = _wrapped(block.caption, width) if block.caption else []
        return [*(map(strong, caption) if bold else caption), *_table(block, width)]
    if isinstance(block, Bullets):
        items = (enumerate(_wrapped(item, width - 2)) for item in block.items)
        return [("  " if at else "- ") + line for lines in items for at, line in lines]
    if isinstance(block, Verbatim):
        return block.text.split("\n")
    assert isinstance(block, Picture | Replay), "a terminal shows no sheets"
    return _wrapped(block.alt, width)


def _typed(text: str) -> str:
    return text.replace(MINUS, "-").replace("\N{NO-BREAK SPACE}", " ")


def _wrapped(text: str, width: int) -> list[str]:
    lines = textwrap.wrap(text, max(width, 1), break_long_words=False, break_on_hyphens=False) or [""]
    return [_typed(line) for line in lines]


def _table(table: Table, width: int) -> list[str]:
    head, rows = table.header, table.rows
    room = width - len(_GAP)
    widths = _widths(head, rows, table.text, room)
    copied = set(table.text) == {0, len(head) - 1} and not any(" " in row[-1] for row in rows)
    if copied and (widths is None or any(len(_wrapped(row[0], widths[0])) > _TALL for row in rows)):
        return _keys_beneath(head, rows, room) or _row_by_row(head, rows, width)
    if widths is not None:
        return _lines(head, rows, widths, table.text)
    first = next((column for column in range(len(head)) if column not in table.text), len(head))
    if first == len(head) or not {*range(first, len(head))}.isdisjoint(table.text):
        return _row_by_row(head, rows, width)
    return _in_parts(head, rows, first, room)


def _keys_beneath(head: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> list[str]:
    """Return a table with its last column, which is copied and leaves no room for the first, below that."""
    body = [row[:-1] for row in rows]
    widths = _widths(head[:-1], body, (0,), room)
    if widths is None:
        return []
    lines = _lines(head[:-1], [], widths, (0,))
    for row, shown in zip(rows, body, strict=True):
        lines += _lines(("",) * len(shown), [shown], widths, (0,))
        lines += [f"{_GAP * 3}{head[-1]} {row[-1]}"] if row[-1] else []
    return lines


def _longest_word(text: str) -> int:
    return max(map(len, text.split(" ")), default=0)


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]], text: Collection[int], room: int) -> list[int] | None:
    """Return how wide each column is; None if no word is to be broken and they have no room."""
    columns = list(zip(head, *rows, strict=True))
    least, widths = [], []
    for number, (name, *cells) in enumerate(columns):
        whole = max(map(len, cells), default=0)
        words = max(map(_longest_word, cells), default=0) if number in text else whole
        least.append(max(words, _longest_word(name)))
        widths.append(max(whole, len(name)))
    room -= len(_GAP) * (len(columns) - 1)
    if sum(widths) > room // 2:
        # Heads of numbers go over two lines before the numbers stand far apart.
        for number, (name, *cells) in enumerate(columns):
            if number not in text:
                tried = range(_longest_word(name), len(name) + 1)
                two_lines = next(width for width in tried if len(_wrapped(name, width)) <= 2)
                widths[number] = max(two_lines, *map(len, cells), 0)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        wide = (number for number in range(len(widths)) if widths[number] > least[number])
        widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def _lines(
    head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int], text: Collection[int]
) -> list[str]:
    lines = []
    for row in [head, *rows] if any(head) else rows:
        cells = [
            _wrapped(cell, widths[number]) if number in text or row is head else [_typed(cell)]
            for number, cell in enumerate(row)
        ]
        tall = max(map(len, cells))
        if row is head:
            # Heads stand on their columns.
            cells = [[""] * (tall - len(cell)) + cell for cell in cells]
        for parts in zip_longest(*cells, fillvalue=""):
            shown = (
                part.ljust(widths[number]) if number in text else part.rjust(widths[number])
                for number, part in enumerate(parts)
            )
            lines.append((_GAP + _GAP.join(shown)).rstrip())
        if row is head:
            lines.append(_GAP + "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
    return lines


def _in_parts(head: Sequence[str], rows: Sequence[Sequence[str]], first: int, room: int) -> list[str]:
    """Return a table with as many numbers, from the `first` on, beside the names as find room, the others below."""
    lines: list[str] = []
    left, text = list(range(first, len(head))), range(first)
    while left:
        for count in range(len(left), 0, -1):
            part = [[row[number] for number in (*text, *left[:count])] for row in [head, *rows]]
            widths = _widths(part[0], part[1:], text, room)
            if widths is not None or count == 1:
                break
        widths = widths or [max(map(len, cells)) for cells in zip(*part, strict=True)]
        lines += [*([""] if lines else []), *_lines(part[0], part[1:], widths, text)]
        left = left[count:]
    return lines


def _row_by_row(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    lines = []
    for row in rows:
        shown = [(name, cell) for name, cell in zip(head, row, strict=True) if cell]
        for number, (name, cell) in enumerate(shown):
            indent, text = _GAP * (2 if number else 1), f"{name}: {cell}" if name and number else cell
            first, *others = _wrapped(text, width - len(_GAP) * 2)
            lines += [indent + first, *(indent + _GAP + line for line in others)]
    return lines
