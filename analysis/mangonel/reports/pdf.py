"""The report on paper: A4 or Letter, fonts embedded, the same bytes on every run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mangonel.charts.documents import pdf_document
from mangonel.charts.layout import LINE, text_width, wrapped
from mangonel.charts.style import styled
from mangonel.press.blocks import PICTURE_WIDTH, Block, Bullets, Paragraph, Picture, Table, Verbatim
from mangonel.press.excerpt import excerpt
from mangonel.press.paper import page_size
from mangonel.reports.paper import PAD, Pages, listing_rows, row_height

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from mangonel.locales import Locale
    from mangonel.reports.report_model import ReportData

__all__ = ["pdf_bytes", "pdf_pages"]

_TITLE, _HEADING, _LEAD, _BODY, _TABLE, _NOTE, _MONO = 17.0, 12.5, 10.5, 9.5, 8.5, 8.5, 8.0
_HEAD_FILL, _BAND_FILL = "#D9D9D9", "#F3F3F3"
_TOGETHER: Final = 3  # rows at the beginning and at the end of a table that are not parted
_LOW: Final = 30.0  # points, a row of two lines; of higher ones fewer stay together
_SHORT: Final = 110.0  # points; a table of few rows that is no higher is not torn
_WORTH_BEGINNING: Final = 0.2  # of a page, for the beginning of a table that comes before its chart
_LONGEST_CELL: Final = 30  # lines of a cell before its row is split
_TOLD: Final = (60, 48, 36, 24)  # lines of a game, the more the better
_WORTH_A_LIST: Final = 4  # sections
_APART: Final = (1, 2, 3)  # last sections that may begin a page
_FULL_ENOUGH: Final = 0.3  # of the last page


def pdf_bytes(data: ReportData, *, paper: str = "a4") -> bytes:
    """Return the report as PDF.

    Parameters
    ----------
    data
        The report.
    paper
        ``a4`` or ``letter``.

    Raises
    ------
    DataError
        If there is no such paper.
    """
    pages = _finished(data, paper)
    return pdf_document(pages.figures, data.title, data.words.language, outline=pages.marks, links=pages.links)


def pdf_pages(data: ReportData, *, paper: str = "a4") -> list[Figure]:
    """Return the pages of the report as figures of the size of the paper.

    Parameters
    ----------
    data, paper
        As in `pdf_bytes`.
    """
    return _finished(data, paper).figures


def _finished(data: ReportData, paper: str) -> Pages:
    with styled():
        pages = _best(data, paper)
        pages.finish(data.footer, data.words)
    return pages


def _best(data: ReportData, paper: str) -> Pages:
    """Return the pages laid out so that the last one is not nearly empty, if there is a way."""
    first = None
    games = any(isinstance(block, Verbatim) for section in data.sections for block in section.blocks)
    told = _TOLD if games else _TOLD[:1]
    # As much of a game as has room; at last the last sections by themselves.
    for lines, apart in (
        *((lines, 0) for lines in told),
        *((told[0], count) for count in _APART[: len(data.sections) - 1]),
    ):
        pages = _laid_out(data, paper, lines, apart=apart)
        if pages.filled >= _FULL_ENOUGH or len(pages.figures) == 1:
            return pages
        first = first or pages
    assert first is not None
    return first


def _laid_out(data: ReportData, paper: str, told: int, *, apart: int) -> Pages:
    pages = Pages(page_size(paper))
    pages.text(data.title, _TITLE, bold=True)
    contents = _contents(pages, data)
    for section in data.sections:
        pages.skip(14)
        pages.need(LINE * _HEADING + _opening(section.blocks, pages))
        if apart and section is data.sections[-apart]:
            pages.need(pages.height)
        pages.mark(section.heading)
        pages.text(section.heading, _HEADING, bold=True)
        for place, block in enumerate(section.blocks):
            pages.skip(6)
            _write(pages, block, section.blocks[place + 1 :], told, data.words)
        pages.settle()
    if contents is not None:
        pages.listing(contents, _BODY, data.words)
    return pages


def _contents(pages: Pages, data: ReportData) -> tuple[Figure, float] | None:
    """Begin the list of sections and keep room for it; None if there are too few to be looked for."""
    if len(data.sections) < _WORTH_A_LIST:
        return None
    pages.skip(8)
    pages.text(data.words.text("report_page.contents"), _BODY, bold=True)
    return pages.reserve(listing_rows(len(data.sections)) * LINE * _BODY)


def _opening(blocks: Sequence[Block], pages: Pages) -> float:
    """Return the room in points that the first of some blocks needs at least below their heading."""
    block = blocks[0]
    if isinstance(block, Picture):
        table = _table_first(block, blocks[1:], pages, LINE * _HEADING + 12)
        return 12 + (_least(block) if table is None else table)
    if isinstance(block, Paragraph):
        return len(wrapped(block.text, pages.width, _LEAD)) * LINE * _LEAD + 12
    if isinstance(block, Table):
        return _TableLayout(block, pages.width).opening + 12
    return 6 * LINE * _BODY


def _write(pages: Pages, block: Block, after: Sequence[Block], told: int, words: Locale) -> None:
    if isinstance(block, Paragraph):
        size = {"lead": _LEAD, "plain": _BODY, "note": _NOTE}[block.weight]
        pages.text(block.text, size, bold=block.weight == "lead")
    elif isinstance(block, Bullets):
        for item in block.items:
            lines = wrapped(item, pages.width - 12, _BODY)
            pages.need(LINE * _BODY * min(2, len(lines)))
            pages.lines([f"\N{BULLET}  {lines[0]}"], _BODY)
            pages.lines(lines[1:], _BODY, indent=11)
    elif isinstance(block, Picture):
        _draw_picture(pages, block, after)
    elif isinstance(block, Table):
        _draw_table(pages, block, words)
    else:
        _draw_verbatim(pages, block, told, words)


def _least(picture: Picture) -> float:
    return 72 * (picture.height if picture.least is None else picture.least)


def _table_first(picture: Picture, after: Sequence[Block], pages: Pages, above: float = 0.0) -> float | None:
    """Return the room in points that the table after a picture takes on this page, if that has no room for the picture.

    None if it has, or if no table follows that is worth beginning: all of a short one, or enough of a long one.
    """
    room = pages.left - above
    if _least(picture) <= room or not after or not isinstance(after[0], Table):
        return None
    layout = _TableLayout(after[0], pages.width)
    table = min(layout.height, max(layout.opening, _WORTH_BEGINNING * pages.height))
    return table if table <= room else None


def _draw_picture(pages: Pages, picture: Picture, after: Sequence[Block]) -> None:
    """Draw a picture here, lower if need be; or at the top of the next page, and its table first."""
    width, height = 72 * PICTURE_WIDTH, min(72 * picture.height, pages.height)
    if pages.waits or _table_first(picture, after, pages) is not None:
        pages.chart_later(picture.draw, width, height)
        return
    pages.need(min(height, _least(picture)))
    pages.chart(picture.draw, width, min(height, pages.left))


def _draw_verbatim(pages: Pages, block: Verbatim, told: int, words: Locale) -> None:
    for line in excerpt(block.text.splitlines(), told, words):
        indent = len(line) - len(line.lstrip(" "))
        for number, part in enumerate(wrapped(line.strip(), pages.width - 5 * (indent + 2), _MONO, mono=True)):
            pages.lines([part], _MONO, mono=True, indent=5.0 * (indent + (2 if number else 0)))


class _TableLayout:
    """A table wrapped for a page so wide: caption, head and rows."""

    def __init__(self, table: Table, width: float) -> None:
        self.columns = _columns(table, width)
        self.caption = wrapped(table.caption, width, _BODY, bold=True)
        self.head = [
            wrapped(name, room - 2 * PAD, _TABLE, bold=True)
            for name, (_, room) in zip(table.header, self.columns, strict=True)
        ]
        self.rows = [part for row in table.rows for part in _row_parts(row, self.columns)]

    @property
    def opening(self) -> float:
        """Room in points for caption, head and the first rows, which stay together."""
        return self._begin + sum(row_height(row, _TABLE) for row in self.rows[: self._together])

    @property
    def height(self) -> float:
        """Room in points for all of it."""
        return self._begin + sum(row_height(row, _TABLE) for row in self.rows)

    def rest(self, number: int) -> float:
        """Return the room in points for a row, with those after it that are not parted from it."""
        last = len(self.rows) - self._together
        rows = self.rows[number:] if number == last else self.rows[number : number + 1]
        return sum(row_height(row, _TABLE) for row in rows)

    @property
    def _begin(self) -> float:
        return len(self.caption) * LINE * _BODY + row_height(self.head, _TABLE)

    @property
    def _together(self) -> int:
        """Rows at either end that stay together: all of a short table, else some, but of high rows fewer."""
        if len(self.rows) < 2 * _TOGETHER and self.height < _SHORT:
            return len(self.rows)
        high = max(row_height(row, _TABLE) for row in (*self.rows[:_TOGETHER], *self.rows[-_TOGETHER:]))
        return max(1, min(_TOGETHER, int(_TOGETHER * _LOW // high))) if self.rows else 0


def _draw_table(pages: Pages, table: Table, words: Locale) -> None:
    layout = _TableLayout(table, pages.width)

    def begin(caption: list[str]) -> None:
        pages.lines(caption, _BODY, bold=True)
        pages.row(layout.head, layout.columns, _TABLE, numeric=table.numeric, bold=True, fill=_HEAD_FILL)

    pages.need(layout.opening)
    begin(layout.caption)
    for number, row in enumerate(layout.rows):
        # The last rows go to another page together, or not at all.
        if pages.need(layout.rest(number)):
            again = wrapped(words.text("report_page.continued", title=table.caption), pages.width, _BODY, bold=True)
            # Charts may stand at the top of the page.
            pages.need(len(again) * LINE * _BODY + row_height(layout.head, _TABLE) + layout.rest(number))
            begin(again)
        fill = _BAND_FILL if number % 2 else None
        pages.row(row, layout.columns, _TABLE, numeric=table.numeric, fill=fill)


def _row_parts(row: Sequence[str], columns: Sequence[tuple[float, float]]) -> list[list[list[str]]]:
    """Return the wrapped cells of a row; a very long row comes in parts, so that each fits on a page."""
    cells = [wrapped(text, width - 2 * PAD, _TABLE) for text, (_, width) in zip(row, columns, strict=True)]
    longest = max(len(lines) for lines in cells)
    return [[lines[at : at + _LONGEST_CELL] for lines in cells] for at in range(0, longest, _LONGEST_CELL)]


def _columns(table: Table, room: float) -> list[tuple[float, float]]:
    """Return left end and width of each column: as wide as the text if there is room, else shared out fairly."""
    texts = [[name, *(row[place] for row in table.rows)] for place, name in enumerate(table.header)]
    # Heads are bold; measuring every cell as bold leaves a little air.
    natural = [max(text_width(text, _TABLE, bold=True) for text in column) + 2 * PAD for column in texts]
    least = [
        min(
            0.4 * room,
            max(text_width(word, _TABLE, bold=True) for text in column for word in text.split(" ")) + 2 * PAD,
        )
        for column in texts
    ]
    if sum(natural) <= room:
        widths = natural
    elif sum(least) >= room:
        widths = [width * room / sum(least) for width in least]
    else:
        part = (room - sum(least)) / (sum(natural) - sum(least))
        widths = [low + part * (high - low) for low, high in zip(least, natural, strict=True)]
    return [(sum(widths[:place]), width) for place, width in enumerate(widths)]
