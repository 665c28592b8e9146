"""Reports as files: PDF by Typst, on A4 or Letter, with HTML and CSV beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from msgspec.structs import replace

from mangonel.document.html import html_bytes, paper_svg
from mangonel.document.model import ReportData, csv_bytes
from mangonel.errors import DataError
from mangonel.paper.blocks import PICTURE_WIDTH, Block, Bullets, Paragraph, Picture, Replay, Section, Table
from mangonel.paper.typesetting import MAKER, MM, asked, page_size, paper_language, soft, typeset
from mangonel.paper.writing import write_all

_FEW_LINES: Final = 0.4
"""A last page that is filled to a smaller share is saved by less space between blocks, where that is enough."""


def report_pdf(report: ReportData, *, paper: str = "a4") -> bytes:
    """Return a report as PDF, the same bytes each time. It is a DataError if there is no such paper."""
    plain = plain_report(report, paper)
    (page, down), *_ = asked("report", plain, "<end>")
    if page > 1 and down < _FEW_LINES * plain["height"]:
        close = plain | {"close": True}
        plain = close if asked("report", close, "<end>")[0][0] < page else plain
    return typeset("report", plain)[0]


def card_pages(report: ReportData, kind: Literal["pdf", "svg", "png"]) -> list[bytes]:
    """Return a report as a card of A5: one PDF, or a picture of each page."""
    small = {"width": 148 * MM, "height": 210 * MM, "margin": 9 * MM, "card": True}
    return typeset("report", plain_report(report, "a4") | small, kind)


def plain_report(report: ReportData, paper: str) -> dict[str, Any]:
    """Return a report as plain data for the template; parameters as in `report_pdf`."""
    width, height = page_size(paper)
    words, title, foot = report.words, soft(report.title), soft(report.footer)
    return {
        "title": title.strip() or MAKER,
        "heading": title,
        "maker": MAKER,
        "keywords": [foot],
        "lang": paper_language(words.language),
        "width": width,
        "height": height,
        "margin": 13 * MM,
        "footer": foot,
        "page": words.phrases["frame.page"],
        "contents": words.text("report_page.contents"),
        "sections": [
            {"heading": soft(section.heading), "blocks": [_plain_block(block) for block in section.blocks]}
            for section in _printed(report)
        ],
    }


def _printed(report: ReportData) -> list[Section]:
    """Return the sections without the tables that a page folds up, which are named at the end."""
    sections = []
    folded: list[str] = []
    for section in report.sections:
        here = [block for block in section.blocks if isinstance(block, Table) and block.folded]
        folded += [table.caption for table in here]
        rest = tuple(block for block in section.blocks if block not in here)
        sections += [replace(section, blocks=rest)] if rest else []
    if folded and sections:
        named = report.words.with_semicolons(folded)
        note = Paragraph(report.words.text("report_page.left_out", tables=named), "note")
        sections[-1] = replace(sections[-1], blocks=(*sections[-1].blocks, note))
    return sections


def _plain_block(block: Block) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        return {"is": "paragraph", "text": soft(block.text), "weight": block.weight}
    if isinstance(block, Bullets):
        return {"is": "bullets", "items": [soft(item) for item in block.items]}
    if isinstance(block, Picture):
        svg, alt = paper_svg(block, PICTURE_WIDTH, block.height), soft(block.alt).strip() or MAKER
        return {"is": "picture", "alt": alt, "svg": svg, "width": 72 * PICTURE_WIDTH, "height": 72 * block.height}
    if isinstance(block, Replay):
        svg = block.draw(still=True)
        return {"is": "picture", "alt": soft(block.alt), "svg": svg, "width": 72 * PICTURE_WIDTH, "height": None}
    assert isinstance(block, Table), "reports have no blocks of sheets"
    return {
        "is": "table",
        "caption": soft(block.caption),
        "header": [soft(name) for name in block.header],
        "rows": [[soft(cell) for cell in row] for row in block.rows],
        "numeric": block.numeric,
    }


def write_report(data: ReportData, folder: Path, name: str = "comparison", *, paper: str = "a4") -> tuple[Path, ...]:
    """Write ``name.html``, ``name.pdf`` and ``name.csv`` into a folder: all three, or none.

    Parameters
    ----------
    folder
        Made if it is not there yet.

    Returns
    -------
    tuple of Path
        The files written.

    Raises
    ------
    DataError
        If there is no such paper, or a file cannot be written.
    """
    contents = {"html": html_bytes(data), "pdf": report_pdf(data, paper=paper), "csv": csv_bytes(data.numbers)}
    files = {folder / f"{name}.{suffix}": content for suffix, content in contents.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"cannot be made: {error.strerror or error}", file=folder) from error
    write_all(files)
    return tuple(files)
