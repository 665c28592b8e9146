"""Printed pages as they are read back: where each line of type stands, how large it is, and what is wrong with it."""

import io
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from math import hypot
from xml.etree import ElementTree as ET

import numpy as np
from PIL import Image
from pypdf import PdfReader

from mangonel.document.typst import ReportData, plain_report
from mangonel.paper.blocks import PICTURE_WIDTH, Picture
from mangonel.paper.charts.style import new_axes, root_figure
from mangonel.paper.printed_sheets import MARGIN, PrintedSheets
from mangonel.paper.typesetting import typeset
from paper.charts.measured import outside, overlaps, text_boxes

_NUMBER = r"(-?[\d.]+(?:e-?\d+)?)"
_TRANSLATED = re.compile(rf"translate\({_NUMBER}(?:[ ,]{_NUMBER})?\)")
_MATRIX = re.compile(rf"matrix\({' '.join([_NUMBER] * 6)}\)")
_GLYPH = 1.5  # points at least from the beginning of a letter to that of what stands beside it
_LINE = 6.5  # points at least from a base line to that of a line of the smallest type below it


@dataclass(frozen=True)
class Run:
    """Letters in a line: where the first and the last of them begin, in points from the upper left corner."""

    left: float
    last: float
    base: float


Matrix = tuple[float, float, float, float, float, float]
"""How places in an element become places on the page, as SVG writes it."""


def runs(svg: bytes) -> list[Run]:
    """Return the lines of type of a page; headings that run upwards are left out."""
    found: list[Run] = []
    _walk(ET.fromstring(svg), (1, 0, 0, 1, 0, 0), found)
    return found


def _walk(element: ET.Element, to_page: Matrix, found: list[Run]) -> None:
    if transform := element.get("transform"):
        to_page = _joined(to_page, _moved(transform))
    across, up, _, _, left, base = to_page
    glyphs = [child for child in element if child.tag.endswith("}use")]
    if glyphs and abs(up) < 1e-6:
        first, last = (left + across * float(glyph.attrib["x"]) for glyph in (glyphs[0], glyphs[-1]))
        found.append(Run(first, last, base))
    for child in element:
        _walk(child, to_page, found)


def _joined(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _moved(transform: str) -> Matrix:
    if matrix := _MATRIX.fullmatch(transform):
        a, b, c, d, e, f = map(float, matrix.groups())
        return (a, b, c, d, e, f)
    moved = _TRANSLATED.fullmatch(transform)
    assert moved, transform
    return (1, 0, 0, 1, float(moved[1]), float(moved[2] or 0))


def clashes(svg: bytes) -> list[tuple[Run, Run]]:
    """Return the pairs of lines of type that run into each other."""
    lines = sorted(runs(svg), key=lambda run: run.base)
    found = []
    for place, one in enumerate(lines):
        for other in takewhile(lambda run, one=one: run.base - one.base < _LINE, islice(lines, place + 1, None)):
            if other.base - one.base < 0.5:
                first, second = sorted((one, other), key=lambda run: run.left)
                if first.last + _GLYPH > second.left:
                    found.append((one, other))
            elif one.left <= other.last and other.left <= one.last:
                found.append((one, other))
    return found


def beyond_margins(png: bytes, dpi: int, margin: float = MARGIN) -> bool:
    """Return whether anything stands in the margins, but for the last line of the page in the lower one."""
    page = np.asarray(Image.open(io.BytesIO(png)).convert("L"))
    free = int(margin * dpi / 72) - 1
    below = int(free / 2)
    return bool(
        min(page[:, :free].min(), page[:, -free:].min(), page[: free // 2].min(), page[-below // 2 :].min()) < 250
    )


def faults(printed: PrintedSheets) -> list[object]:
    """Return everything that is wrong with printed sheets."""
    dpi = 72
    found: list[object] = [pair for svg in printed.pictures("svg") for pair in clashes(svg)]
    return found + ["margin" for png in printed.pictures("png", dpi) if beyond_margins(png, dpi)]


def report_faults(report: ReportData, paper: str = "a4") -> list[object]:
    """Return everything that is wrong with a report on paper, charts included."""
    return [*chart_faults(report), *page_faults(report, paper)]


def chart_faults(report: ReportData) -> list[object]:
    """Return what overlaps in the charts of a report, or is cut, whatever paper they stand on."""
    found: list[object] = []
    for block in (block for section in report.sections for block in section.blocks if isinstance(block, Picture)):
        figure = root_figure(block.draw(ax=new_axes(PICTURE_WIDTH, block.height)))
        boxes = text_boxes(figure)
        found += [*overlaps(boxes), *outside(figure, boxes)]
    return found


def page_faults(report: ReportData, paper: str) -> list[object]:
    """Return what is wrong with the pages of a report."""
    # Its charts are drawn for both kinds at once.
    plain = plain_report(report, paper)
    found: list[object] = [pair for svg in typeset("report", plain, "svg") for pair in clashes(svg)]
    pages = typeset("report", plain, "png", dpi=72)
    return found + ["margin" for png in pages if beyond_margins(png, 72, plain["margin"])]


@lru_cache(maxsize=4)
def _pages(pdf: bytes) -> tuple[tuple[str, frozenset[float]], ...]:
    """Return the text of each page as it is found, and the sizes of its type in points: reading takes its time."""
    found = []
    for page in PdfReader(io.BytesIO(pdf)).pages:
        sizes = set()

        def seen(text, to_page, to_text, _font, size, sizes=sizes):
            if text.strip():
                sizes.add(round(size * hypot(*to_text[2:4]) * hypot(*to_page[2:4]), 2))

        text = page.extract_text(visitor_text=seen)
        found.append((text, frozenset(sizes)))
    return tuple(found)


def page_texts(pdf: bytes) -> list[str]:
    """Return the text of each page, with plain spaces."""
    return [re.sub(r"\s+", " ", text.replace("\u200b", "")) for text, _ in _pages(pdf)]


def squeezed(text: str) -> str:
    """Return a text without blanks and hyphens, as words may be parted."""
    return re.sub("[\\s\u00ad\u200b\u2010-]+", "", text)


def type_sizes(pdf: bytes) -> set[float]:
    """Return the sizes of all type in points."""
    return set().union(*(sizes for _, sizes in _pages(pdf)))


def tags(pdf: bytes, key: str = "/S") -> list[object]:
    """Return the kinds of the elements of the structure of a document, or something else that they say."""
    found: list[object] = []

    def walk(node):
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            for one in node:
                walk(one)
        elif isinstance(node, dict):
            found.append(node.get(key))
            walk(node.get("/K", []))

    walk(PdfReader(io.BytesIO(pdf)).root_object["/StructTreeRoot"])
    return found
