"""Sheets as files: PDF, SVG, PNG, and every word and number as CSV."""

from __future__ import annotations

import io
from collections.abc import Sequence
from operator import attrgetter
from typing import Final
from xml.sax.saxutils import escape

from mangonel.errors import DataError
from mangonel.paper.blocks import Grid, Lines, Sheet
from mangonel.paper.printed_sheets import PrintedSheets
from mangonel.paper.typesetting import MAKER
from mangonel.rules.files import csv_text
from mangonel.rules.words.locale import MINUS

FORMATS: Final = ("pdf", "svg", "png", "csv")
DPI: Final = 200
"""Dots an inch of PNG."""

_HEAD: Final = (
    "block",
    "group",
    "row",
    "column group",
    "column",
    "mark",
    "value",
    "chance",
    "second value",
    "second chance",
)
_NUMBERS: Final = attrgetter("mark", "value", "chance", "other", "other_chance")


def sheet_files(
    sheets: Sequence[Sheet], name: str, formats: Sequence[str], *, dpi: int = DPI, **printed: str
) -> dict[str, bytes]:
    """Return the files of some sheets that belong together, by name.

    Parameters
    ----------
    formats
        Some of `FORMATS`. PDF and CSV are one file; SVG and PNG are one for each page, numbered if there are several.
    printed
        As of `mangonel.paper.printed_sheets.PrintedSheets`.

    Raises
    ------
    DataError
        If there is no such format, paper, orientation or ink.
    """
    for kind in formats:
        if kind not in FORMATS:
            raise DataError("no such format", value=kind, allowed=FORMATS)
    files: dict[str, bytes] = {}
    if "csv" in formats:
        files[f"{name}.csv"] = "".join(sheet_csv(sheet) for sheet in sheets).encode()
    if not set(formats) - {"csv"}:
        return files
    pages = PrintedSheets(sheets, **printed)
    if "pdf" in formats:
        files[f"{name}.pdf"] = pages.pdf
    words, drawn = _sheet_words(sheets), {}
    if "svg" in formats:
        drawn["svg"] = [_described(page, words) for page in pages.pictures("svg")]
    if "png" in formats:
        grey = printed.get("ink", "grey") == "grey"
        drawn["png"] = [page_png(page, words, dpi, grey=grey) for page in pages.pictures("png", dpi)]
    for kind, pictures in drawn.items():
        for number, page in enumerate(pictures, start=1):
            files[f"{name}-{number}.{kind}" if len(pictures) > 1 else f"{name}.{kind}"] = page
    return files


def _sheet_words(sheets: Sequence[Sheet]) -> str:
    """Return every word of some sheets, a line for each text, in the order of reading."""
    lines: list[str] = []
    for sheet in sheets:
        lines += [sheet.title, sheet.subtitle, *sheet.how]
        for block in sheet.blocks:
            if isinstance(block, Grid):
                lines += [block.caption, block.how, *block.corner]
                lines += [f"{column.group} {column.label}".strip() for column in block.columns]
                for row in block.rows:
                    cells = (" ".join(filter(None, (cell.mark, cell.value, cell.other))) for cell in row.cells)
                    lines.append(" | ".join((f"{row.group} {row.label}".strip(), *([row.note] if row.note else cells))))
            elif isinstance(block, Lines):
                lines += [block.heading, *(" ".join(entry).strip() for entry in block.entries)]
        lines += [*sheet.foot, sheet.stamp]
    return "\n".join(line for line in lines if line)


def _described(svg: bytes, words: str) -> bytes:
    head, _, rest = svg.partition(b">")
    title, _, text = words.partition("\n")
    heading = f"<title>{escape(title)}</title><desc>{escape(text)}</desc><metadata>{MAKER}</metadata>"
    return head + b' role="img">' + heading.encode() + rest


def page_png(drawn: bytes, words: str, dpi: int, *, grey: bool) -> bytes:
    """Return a page, drawn as PNG, as a picture with its words as its description; in `grey` without colours."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    target = io.BytesIO()
    # For readers that cannot see it, and to compare versions.
    text = PngInfo()
    text.add_text("Software", MAKER)
    text.add_itxt("Description", words, zip=True)
    # A third of the size: no colours that are not there, and in grey none that a printer would mix greys from.
    image = Image.open(io.BytesIO(drawn)).convert("L" if grey else "RGB")
    if not grey:
        image = image.quantize(256, dither=Image.Dither.NONE)
    image.save(target, format="PNG", dpi=(dpi, dpi), optimize=True, pnginfo=text)
    return target.getvalue()


def sheet_csv(sheet: Sheet) -> str:
    """Return every word and number of a sheet as lines of CSV: the lines of a block, then one for each of its cells."""
    rows: list[tuple[object, ...]] = [("sheet", sheet.id, sheet.title), ("subtitle", sheet.subtitle)]
    rows += [("how", text) for text in sheet.how]
    for block in sheet.blocks:
        if isinstance(block, Grid):
            rows += [("how", block.how)] if block.how else []
            rows += [(block.caption, f"{row.group} {row.label}".strip(), row.note) for row in block.rows if row.note]
            rows.append(_HEAD)
            rows += [
                (block.caption, row.group, row.label, column.group, column.label, *_NUMBERS(cell))
                for row in block.rows
                for column, cell in zip(block.columns, row.cells, strict=True)
            ]
        elif isinstance(block, Lines):
            rows += [(block.heading, *entry) for entry in block.entries]
    rows += [*(("foot", text) for text in sheet.foot), ("stamp", sheet.stamp)]
    # Programs know a hyphen for minus.
    return csv_text(rows).replace(MINUS, "-")
