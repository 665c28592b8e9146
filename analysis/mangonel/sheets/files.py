"""Sheets as files: PDF, SVG, PNG, and every word and number as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from matplotlib import rc_context

from mangonel.charts.documents import MAKER, Mark, pdf_document
from mangonel.charts.style import styled
from mangonel.errors import DataError
from mangonel.locales.locale import MINUS
from mangonel.sheets.blocks import Cell, Grid, Sheet
from mangonel.sheets.drawing import draw_pages
from mangonel.sheets.setting import set_together

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mangonel.sheets.paper import Page

__all__ = ["DPI", "FORMATS", "page_png", "sheet_csv", "sheet_files"]

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


def sheet_files(
    sheets: Sequence[Sheet],
    name: str,
    formats: Sequence[str],
    *,
    paper: str = "a4",
    orientation: str = "portrait",
    ink: str = "grey",
    dpi: int = DPI,
    title: str = "",
    language: str = "en",
) -> dict[str, bytes]:
    """Return the files of some sheets that belong together, by name.

    Parameters
    ----------
    sheets
        One sheet, or several for one document.
    name
        Name of the files, without an ending.
    formats
        Some of `FORMATS`. PDF and CSV are one file; SVG and PNG are one for each page, numbered if there are several.
    paper, orientation, ink
        ``a4`` or ``letter``, ``portrait`` or ``landscape``, ``grey`` or ``colour``.
    dpi
        Dots an inch of PNG.
    title
        Title of the document, by default that of the first sheet.
    language
        Id of the language of the sheets, for programs that read a PDF aloud.

    Raises
    ------
    DataError
        If there is no such format, paper, orientation or ink.
    """
    for one in formats:
        if one not in FORMATS:
            raise DataError("no such format", value=one, allowed=FORMATS)
    found: dict[str, bytes] = {}
    if "csv" in formats:
        found[f"{name}.csv"] = "".join(sheet_csv(sheet) for sheet in sheets).encode()
    if not set(formats) - {"csv"}:
        return found
    pages = set_together(sheets, paper=paper, orientation=orientation)
    figures = draw_pages(pages, ink=ink)
    if "pdf" in formats:
        # Of a single sheet the title says it all.
        outline = _outline(sheets, pages) if len(sheets) > 1 else ()
        found[f"{name}.pdf"] = pdf_document(figures, title or sheets[0].title, language, outline=outline)
    for number, figure in enumerate(figures, start=1):
        page = f"-{number}" if len(figures) > 1 else ""
        if "svg" in formats:
            found[f"{name}{page}.svg"] = _svg(figure)
        if "png" in formats:
            found[f"{name}{page}.png"] = page_png(figure, dpi, grey=ink == "grey")
    return found


def _outline(sheets: Sequence[Sheet], pages: Sequence[Page]) -> list[Mark]:
    """Return where each sheet begins; of several views of a sheet each says what its numbers are."""
    starts = [number for number, page in enumerate(pages) if page.first]
    titles = [sheet.title for sheet in sheets]
    names = [sheet.title if titles.count(sheet.title) == 1 else f"{sheet.title} ({sheet.subtitle})" for sheet in sheets]
    return [Mark(name, number) for name, number in zip(names, starts, strict=True)]


def _svg(figure: Figure) -> bytes:
    target = io.BytesIO()
    with styled():
        figure.savefig(target, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return target.getvalue()


def page_png(figure: Figure, dpi: int, *, grey: bool) -> bytes:
    """Return a page as a picture that carries its words, charts apart, as its description.

    Parameters
    ----------
    figure
        The page.
    dpi
        Dots an inch.
    grey
        Whether it is stored without colours.
    """
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    drawn, target = io.BytesIO(), io.BytesIO()
    # Without hinting letters are as wide on the screen as on paper.
    with styled(), rc_context({"text.hinting": "none"}):
        figure.savefig(drawn, format="png", dpi=dpi)
    # For readers that cannot see it, and for whoever wants to know what changed.
    words = PngInfo()
    words.add_text("Software", MAKER)
    words.add_itxt("Description", "\n".join(text.get_text() for text in figure.texts), zip=True)
    # A third of the size: no colours that are not there, and in grey none that a printer would mix greys from.
    image = Image.open(drawn).convert("L" if grey else "RGB")
    if not grey:
        image = image.quantize(256, dither=Image.Dither.NONE)
    image.save(target, format="PNG", dpi=(dpi, dpi), optimize=True, pnginfo=words)
    return target.getvalue()


def sheet_csv(sheet: Sheet) -> str:
    """Return every word and number of a sheet as lines of CSV: lines of text first, then a line for each cell."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(("sheet", sheet.id, sheet.title))
    writer.writerow(("subtitle", sheet.subtitle))
    writer.writerows(("how", text) for text in sheet.how)
    for block in sheet.blocks:
        if isinstance(block, Grid):
            writer.writerow(_HEAD)
            writer.writerows(_grid_rows(block))
        else:
            writer.writerows((block.heading, term, text) for term, text in block.entries)
    writer.writerows(("foot", text) for text in sheet.foot)
    writer.writerow(("stamp", sheet.stamp))
    # Programs know a hyphen for minus.
    return target.getvalue().replace(MINUS, "-")


def _grid_rows(grid: Grid) -> list[tuple[str, ...]]:
    return [
        (grid.caption, row.group, row.label, column.group, column.label, *_cell_texts(cell))
        for row in grid.rows
        for column, cell in zip(grid.columns, row.cells, strict=True)
    ]


def _cell_texts(cell: Cell) -> tuple[str, ...]:
    chances = ("" if chance is None else str(chance) for chance in (cell.chance, cell.other_chance))
    first, second = chances
    return (cell.mark, cell.value, first, cell.other or "", second)
