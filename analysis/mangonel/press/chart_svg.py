"""Charts for paper and inside an HTML page: SVG whose words can be selected and searched, under ids of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from mangonel.charts.layout import text_width
from mangonel.charts.marks import AREA, LEGEND, marked
from mangonel.charts.style import image, new_axes
from mangonel.fonts import FALLBACK, SANS
from mangonel.locales import Locale

if TYPE_CHECKING:
    from mangonel.press.blocks import Picture

__all__ = ["inline_svg", "paper_svg"]

_FONTS = f"font-family: '{SANS}', '{FALLBACK}', sans-serif"
_FAMILY = re.compile(r"font-family: [^;]+")
_SIZE = re.compile(r"font-size: ([\d.]+)px")
_MARK = re.compile(r' id="mark-[0-9a-f]+"')
_REFERENCE = re.compile(r"url\(#([^)]+)\)")


def paper_svg(picture: Picture, width: float, height: float) -> str:
    """Return a picture of a size in inches for a page; its words are text."""
    ax = new_axes(width, height)
    picture.draw(ax)
    return _MARK.sub("", image(ax, "svg", outlines=False).decode())


def inline_svg(picture: Picture, prefix: str, width: float, height: float, words: Locale) -> str:
    """Return a picture as an ``svg`` element for a page that holds others.

    Parameters
    ----------
    picture
        What is drawn.
    prefix
        Put before every id, so that no two pictures share one.
    width, height
        Size in inches.
    words
        The language of the page.
    """
    ax = new_axes(width, height)
    picture.draw(ax)
    root = ET.fromstring(image(ax, "svg", outlines=False))  # noqa: S314 - drawn a line ago
    for element in root.iter():
        element.tag = _local(element.tag)
        _answer(element)
        for name in list(element.attrib):
            element.set(_local(name), _prefixed(_local(name), element.attrib.pop(name), prefix))
        if element.tag == "text":
            _hold_width(element)
    for parent in root.iter():
        for style in parent.findall("style"):
            # It speaks of every element of the page; the page says the same of pictures only.
            parent.remove(style)
    root.attrib.pop("version", None)
    _name(root, prefix, picture.alt, words.text("report_page.data"))
    return ET.tostring(root, encoding="unicode")


def _answer(element: ET.Element) -> None:
    """Let a marked element say what it is to the script of the page."""
    answer = marked(element.get("id", ""))
    if answer is None:
        return
    del element.attrib["id"]
    series, text = answer
    if series == AREA:
        element.set("data-turns", text)
    elif series.startswith(LEGEND):
        element.set("data-legend", series.removeprefix(LEGEND))
    else:
        element.set("data-series", series)
        if text:
            element.set("data-say", text)


def _name(root: ET.Element, prefix: str, finding: str, data: str) -> None:
    """Say to who does not see the picture what it shows and where its numbers are."""
    root.set("role", "img")
    for place, (tag, text) in enumerate((("title", finding), ("desc", data))):
        element = ET.Element(tag, {"id": f"{prefix}-{tag}"})
        element.text = text
        root.insert(place, element)
    root.set("aria-labelledby", f"{prefix}-title")
    root.set("aria-describedby", f"{prefix}-desc")


def _local(name: str) -> str:
    """Return a name without its namespace, which HTML knows by itself."""
    return name.rpartition("}")[2]


def _prefixed(name: str, value: str, prefix: str) -> str:
    if name == "id":
        return f"{prefix}-{value}"
    if name == "href":
        return f"#{prefix}-{value.removeprefix('#')}"
    return _REFERENCE.sub(rf"url(#{prefix}-\1)", value)


def _hold_width(text: ET.Element) -> None:
    """Keep a text as wide as it was measured, whatever font the reader has."""
    style = text.get("style", "")
    size = _SIZE.search(style)
    words = text.text or ""
    if size is not None and words.strip():
        width = text_width(words, float(size[1]), bold="font-weight" in style)
        text.set("textLength", f"{width:.2f}")
        text.set("lengthAdjust", "spacingAndGlyphs")
    text.set("style", _FAMILY.sub(_FONTS, style))
