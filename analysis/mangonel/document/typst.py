"""Reports as files: PDF by Typst, on A4 or Letter, with HTML and CSV beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Literal, TypeGuard

from mangonel.document.html import paper_svg
from mangonel.document.model import ReportData, csv_bytes
from mangonel.document.wording import excerpt
from mangonel.errors import DataError
from mangonel.paper.blocks import PICTURE_WIDTH, Block, Bullets, Paragraph, Picture, Section, Table, Verbatim
from mangonel.paper.typesetting import MAKER, MM, page_count, page_size, paper_language, soft, typeset
from mangonel.paper.writing import write_all
from mangonel.rules.words import Locale

__all__ = ["plain_report", "render_report", "report_pages", "report_pdf", "report_words", "write_report"]


_MARGIN: Final = 15 * MM
_NARROW: Final = 13 * MM
_TOLD: Final = 8  # lines of a game
_READ: Final = 6  # pages
_SHARES: Final = (1.0, 0.8, 0.7, 0.6)  # of the height of charts
_LOWEST: Final = 2.0  # inches, under which no chart is made lower
_LOWEST_PAIR: Final = 2.6  # inches: charts beside each other have long titles and legends for their width
_APPENDIX: Final = "appendix"
_HALF: Final = 0.49  # of the width of the text


def report_pdf(report: ReportData, *, paper: str = "a4") -> bytes:
    """Return a report as PDF, the same bytes each time.

    Raises
    ------
    DataError
        If there is no such paper.
    """
    return _fitted(report, paper)[1]


def report_pages(
    report: ReportData, *, paper: str = "a4", kind: Literal["svg", "png"] = "png", dpi: int = 100
) -> list[bytes]:
    """Return the pages of a report as pictures.

    Parameters
    ----------
    report, paper
        As in `report_pdf`.
    kind
        ``svg`` or ``png``.
    """
    return typeset("report", _fitted(report, paper)[0], kind, dpi=dpi)


def _fitted(report: ReportData, paper: str) -> tuple[dict[str, Any], bytes]:
    """Return what the template is told, and the PDF: closer where that brings it down to the pages one reads.

    Where it does not, the longest tables that a page folds up are left out, as few as it takes, and named.
    """
    fewest: tuple[dict[str, Any], bytes] | None = None
    for share in _SHARES:
        plain = plain_report(report, paper, share=share)
        (pdf,) = typeset("report", plain)
        if fewest is None or page_count(pdf) < page_count(fewest[1]):
            fewest = plain, pdf
        if page_count(fewest[1]) <= _READ:
            return fewest
    assert fewest is not None
    return _shortened(report, paper) or fewest


def _shortened(report: ReportData, paper: str) -> tuple[dict[str, Any], bytes] | None:
    """Return it without the longest tables that a page folds up, as few as it takes; None if all are not enough."""

    def tried(without: int) -> tuple[dict[str, Any], bytes] | None:
        plain = plain_report(report, paper, share=_SHARES[-1], without=without)
        (pdf,) = typeset("report", plain)
        return (plain, pdf) if page_count(pdf) <= _READ else None

    low, high = 1, sum(_is_folded(block) for section in report.sections for block in section.blocks)
    fitting = tried(high) if high else None
    while fitting is not None and low < high:
        middle = (low + high) // 2
        trial = tried(middle)
        if trial is None:
            low = middle + 1
        else:
            fitting, high = trial, middle
    return fitting


def report_words(report: ReportData) -> str:
    """Return every word of a report but those of its charts, a line for each text, in the order of reading."""
    lines = [report.title]
    for section in report.sections:
        lines.append(section.heading)
        for block in section.blocks:
            if isinstance(block, Paragraph | Verbatim):
                lines.append(block.text)
            elif isinstance(block, Bullets):
                lines += block.items
            elif isinstance(block, Picture):
                lines.append(block.alt)
            elif isinstance(block, Table):
                lines += [block.caption, *(" | ".join(row) for row in (block.header, *block.rows))]
    return "\n".join((*lines, report.footer))


def plain_report(report: ReportData, paper: str, *, share: float = 1.0, without: int = 0) -> dict[str, Any]:
    """Return a report as plain data for the template.

    Parameters
    ----------
    report, paper
        As in `report_pdf`.
    share
        The share of their height that charts have; where they have less than all of it, all is closer together.
    without
        How many of the longest tables that a page folds up are left out and named.
    """
    dense = share < 1
    width, height = page_size(paper)
    words = report.words
    title = soft(report.title)
    return {
        "title": title.strip() or MAKER,
        "heading": title,
        "maker": MAKER,
        "keywords": [soft(report.footer)],
        "lang": paper_language(words.language),
        "width": width,
        "height": height,
        "margin": _NARROW if dense else _MARGIN,
        "dense": dense,
        "footer": soft(report.footer),
        "page": words.phrases["report_page.page"],
        "contents": words.text("report_page.contents"),
        "sections": [
            {
                "heading": soft(section.heading),
                "blocks": _plain_blocks(section.blocks, words, share),
                "appendix": section.anchor == _APPENDIX,
            }
            for section in _with_appendix(report, without)
        ],
    }


def _is_folded(block: Block) -> TypeGuard[Table]:
    return isinstance(block, Table) and block.folded


def _with_appendix(report: ReportData, without: int) -> list[Section]:
    """Return the sections that have something unfolded, and one at the end with what a page folds up."""
    shown = []
    folded: list[Table] = []
    for section in report.sections:
        here = [block for block in section.blocks if _is_folded(block)]
        rest = tuple(block for block in section.blocks if block not in here)
        folded += here
        if rest:
            shown.append(replace(section, blocks=rest))
    if folded:
        longest = sorted(folded, key=lambda table: len(table.rows), reverse=True)[:without]
        printed: list[Block] = [table for table in folded if table not in longest]
        if longest:
            named = report.words.text("frame.semicolon").join(table.caption for table in folded if table in longest)
            printed.insert(0, Paragraph(report.words.text("report_page.left_out", tables=named)))
        shown.append(Section(_APPENDIX, report.words.text("report_page.appendix"), tuple(printed)))
    return shown


def _plain_blocks(blocks: Sequence[Block], words: Locale, share: float) -> list[dict[str, Any]]:
    """Return blocks as plain data; where all is closer, two charts that need no more height if narrow are a pair.

    What is noted of the first of them stands below both.
    """
    plain: list[dict[str, Any]] = []
    waiting = list(blocks)
    while waiting:
        block, notes = waiting.pop(0), _notes(waiting)
        after = waiting[len(notes)] if len(notes) < len(waiting) else None
        if share < 1 and _slim(block) and _slim(after):
            del waiting[: len(notes) + 1]
            pair = [
                _plain_picture(chart, _lower(chart.height, share, _LOWEST_PAIR), _HALF * PICTURE_WIDTH)
                for chart in (block, after)
            ]
            plain.append({"is": "pair", "pictures": pair})
            plain += [_plain_block(note, words, share) for note in notes]
        else:
            plain.append(_plain_block(block, words, share))
    return plain


def _notes(blocks: Sequence[Block]) -> list[Block]:
    """Return the notes with which some blocks begin."""
    return list(takewhile(lambda block: isinstance(block, Paragraph) and block.weight == "note", blocks))


def _lower(height: float, share: float, least: float = _LOWEST) -> float:
    return max(share * height, min(height, least))


def _slim(block: Block | None) -> TypeGuard[Picture]:
    return isinstance(block, Picture) and block.narrow == block.height


def _plain_picture(picture: Picture, height: float, width: float = PICTURE_WIDTH) -> dict[str, Any]:
    return {
        "is": "picture",
        "alt": soft(picture.alt).strip() or MAKER,
        "svg": paper_svg(picture, width, height),
        "width": 72 * width,
        "height": 72 * height,
    }


def _plain_block(block: Block, words: Locale, share: float) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        return {"is": "paragraph", "text": soft(block.text), "weight": block.weight}
    if isinstance(block, Bullets):
        return {"is": "bullets", "items": [soft(item) for item in block.items]}
    if isinstance(block, Picture):
        return _plain_picture(block, _lower(block.height, share))
    if isinstance(block, Table):
        return {
            "is": "table",
            "caption": soft(block.caption),
            "header": [soft(name) for name in block.header],
            "rows": [[soft(cell) for cell in row] for row in block.rows],
            "numeric": block.numeric,
        }
    assert isinstance(block, Verbatim), "reports have no blocks of sheets"
    lines = excerpt(block.text.splitlines(), _TOLD, words)
    return {"is": "verbatim", "lines": [[soft(line), line in block.in_english] for line in lines]}


def render_report(data: ReportData, *, paper: str = "a4") -> dict[str, bytes]:
    """Return the report as the content of three files, by suffix: ``html``, ``pdf`` and ``csv``.

    Raises
    ------
    DataError
        If there is no such paper.
    """
    # The two renderers bring in jinja2 and the typesetter, which nobody needs who only builds a report.
    from mangonel.document.html import html_bytes

    return {"html": html_bytes(data), "pdf": report_pdf(data, paper=paper), "csv": csv_bytes(data.numbers)}


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
    files = {folder / f"{name}.{suffix}": content for suffix, content in render_report(data, paper=paper).items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"cannot be made: {error.strerror or error}", file=folder) from error
    write_all(files)
    return tuple(files)
