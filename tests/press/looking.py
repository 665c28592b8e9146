"""Printed pages as they are read back: where each line of type stands, how large it is, and what is wrong with it."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from xml.etree import ElementTree as ET

import numpy as np
from PIL import Image
from pypdf import PdfReader

from charts.measured import outside, overlaps, text_boxes
from mangonel.charts.style import new_axes, root_figure
from mangonel.press.blocks import PICTURE_WIDTH, Picture
from mangonel.press.paper import MM
from mangonel.press.reports import Report, plain_report
from mangonel.press.sheets import MARGIN, PrintedSheets
from mangonel.press.typesetting import typeset

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


def runs(svg: bytes) -> list[Run]:
    """Return the lines of type of a page; headings that run upwards are left out."""
    found: list[Run] = []
    _walk(ET.fromstring(svg), np.eye(3), found)
    return found


def _walk(element: ET.Element, to_page: np.ndarray, found: list[Run]) -> None:
    to_page = to_page @ _moved(element.get("transform", ""))
    glyphs = [child for child in element if child.tag.endswith("}use")]
    if glyphs:
        ends = [to_page @ (float(glyph.get("x")), 0.0, 1.0) for glyph in (glyphs[0], glyphs[-1])]
        if abs(to_page[1, 0]) < 1e-6:
            found.append(Run(ends[0][0], ends[1][0], ends[0][1]))
    for child in element:
        _walk(child, to_page, found)


def _moved(transform: str) -> np.ndarray:
    found = np.eye(3)
    if matrix := _MATRIX.fullmatch(transform):
        found[:2] = np.array([float(number) for number in matrix.groups()]).reshape(3, 2).T
    elif moved := _TRANSLATED.fullmatch(transform):
        found[:2, 2] = float(moved[1]), float(moved[2] or 0)
    else:
        assert not transform, transform
    return found


def clashes(svg: bytes) -> list[tuple[Run, Run]]:
    """Return the pairs of lines of type that run into each other."""
    lines = sorted(runs(svg), key=lambda run: run.base)
    found = []
    for one, other in combinations(lines, 2):
        down = other.base - one.base
        if down < 0.5:
            first, second = sorted((one, other), key=lambda run: run.left)
            if first.last + _GLYPH > second.left:
                found.append((one, other))
        elif down < _LINE and one.left <= other.last and other.left <= one.last:
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


def report_faults(report: Report, paper: str = "a4") -> list[object]:
    """Return everything that is wrong with a report on paper, charts included."""
    found: list[object] = []
    for block in (block for section in report.sections for block in section.blocks if isinstance(block, Picture)):
        figure = root_figure(block.draw(new_axes(PICTURE_WIDTH, block.height)))
        boxes = text_boxes(figure)
        found += [*overlaps(boxes), *outside(figure, boxes)]
    # As `report_pages`, but its charts are drawn for both kinds at once.
    plain = plain_report(report, paper)
    found += [pair for svg in typeset("report", plain, "svg") for pair in clashes(svg)]
    pages = typeset("report", plain, "png", dpi=72)
    return found + ["margin" for png in pages if beyond_margins(png, 72, 15 * MM)]


def page_texts(pdf: bytes) -> list[str]:
    """Return the text of each page, with plain spaces."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return [re.sub(r"\s+", " ", page.extract_text().replace("\u200b", "")) for page in pages]


def squeezed(text: str) -> str:
    """Return a text without blanks and hyphens, as words may be parted."""
    return re.sub("[\\s\u00ad\u200b\u2010-]+", "", text)


def type_sizes(pdf: bytes) -> set[float]:
    """Return the sizes of all type in points."""
    found = set()

    def seen(text, to_page, to_text, _font, size):
        if text.strip():
            found.add(round(size * hypot(*to_text[2:4]) * hypot(*to_page[2:4]), 2))

    for page in PdfReader(io.BytesIO(pdf)).pages:
        page.extract_text(visitor_text=seen)
    return found


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
