"""HTML renderer: standalone pages, and fragments for notebooks."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Blocks, Picture, Replay, Table
from mangonel.paper.charts.layout import text_width
from mangonel.paper.charts.style import AREA, LEGEND, image, marked, new_axes
from mangonel.paper.typesetting import FALLBACK, SANS, font_file
from mangonel.rules.words import say, speaking, words

if TYPE_CHECKING:
    from mangonel.document.model import ReportData

_TEMPLATES = Path(__file__).with_name("templates")
_FACES: Final = "/* faces */"  # stands in the template where they go when all letters are known
_NOTEBOOK_STYLE: Final = (
    ".mangonel .title, .mangonel .lead { font-weight: bold } .mangonel .note { font-size: smaller } "
    ".mangonel caption { text-align: left; font-weight: bold } .mangonel :is(th, td) { text-align: left } "
    ".mangonel tbody th { font-weight: normal } "
    ".mangonel .n { text-align: right; white-space: pre } .mangonel .bar { text-align: left; white-space: pre }"
)
_BAR_SIGNS: Final = {chr(code) for code in range(0x2588, 0x2590)}  # a full block, and its eighths from the left
_JOINT: Final = re.compile(r"(?<=[^\W\d_])([/_])(?=[^\W\d_])")


def html_bytes(data: ReportData) -> bytes:
    """Return a document as a standalone page in UTF-8, all text escaped."""
    with speaking(data.words):
        return page_bytes("report.html", template_text("report.js"), data=data)


def page_bytes(template: str, script: str, *, letters: str = "", **values: object) -> bytes:
    """Return a page of a template as UTF-8, with the faces for its letters and leave to run one script only.

    Parameters
    ----------
    template, script
        Name of the template, and the script.
    letters
        Letters that the page shows and does not hold as text.
    values
        The values of the template.
    """
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    page = _environment().get_template(template).render(script=Markup(script), allowed=allowed, **values)  # noqa: S704
    return page.replace(_FACES, _font_faces(page + letters), 1).encode()


def template_text(*names: str) -> str:
    """Return the joined text of some files of a page."""
    return "".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in names)


def fragment(blocks: Blocks) -> str:
    """Return blocks as an HTML fragment for a page with a style of its own, all text escaped."""
    return _environment().get_template("blocks.html").render(blocks=blocks)


def notebook(blocks: Blocks) -> str:
    """Return blocks as HTML for a notebook."""
    return f'<div class="mangonel">\n<style>{_NOTEBOOK_STYLE}</style>\n{fragment(blocks)}</div>'


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["breakable"] = breakable
    environment.globals |= {"drawn": drawn, "replayed": replayed, "kinds": _kinds, "words": words}
    return environment


def _kinds(table: Table) -> list[Markup]:
    """Return the class attribute of each column: none for words, ``n`` for numbers, ``bar`` for bars of blocks."""
    kinds = []
    for column in range(len(table.header)):
        bars = {sign for row in table.rows for sign in row[column].strip()}
        kind = "bar" if bars and bars <= _BAR_SIGNS else "n"
        kinds.append(Markup("") if column in table.text else Markup(f' class="{kind}"'))  # noqa: S704 - a constant
    return kinds


def replayed(game: Replay, *, still: bool = False) -> str:
    """Return a game as an ``svg`` element: moving, or `still` for paper and for readers with reduced motion."""
    # Letters are 11 high in this width: a phone has room for it.
    root = ET.fromstring(game.draw(still=True) if still else game.draw(width=400))  # noqa: S314 - drawn here
    for element in root.iter():
        element.tag = _local(element.tag)
    root.remove(root[0])
    _label(root, f"{game.name}-{'still' if still else 'moving'}", game.alt, say("report_page.data"))
    return ET.tostring(root, encoding="unicode")


def breakable(text: str) -> Markup:
    """Return a text with possible line breaks after a slash or underline between words: ``D+R/no_advance``."""
    return Markup(_JOINT.sub(r"\1<wbr>", str(escape(text))))  # noqa: S704 - escaped


_FONTS = f"font-family: '{SANS}', '{FALLBACK}', sans-serif"
_FAMILY = re.compile(r"font-family: [^;]+")
_SIZE = re.compile(r"font-size: ([\d.]+)px")
_MARK = re.compile(r' id="mark-[0-9a-f]+"')
_REFERENCE = re.compile(r"url\(#([^)]+)\)")


def paper_svg(picture: Picture, width: float, height: float) -> str:
    """Return a picture, with a size in inches, as SVG with its words as text."""
    ax = new_axes(width, height)
    picture.draw(ax=ax)
    return _MARK.sub("", image(ax, "svg", outlines=False).decode())


def drawn(picture: Picture, *, narrow: bool = False) -> str:
    """Return a picture as an ``svg`` element; a `narrow` one as high as phones need it, if it may be.

    Several fit on one page: no two have an id in common.
    """
    prefix, width, height = picture.name, PICTURE_WIDTH, picture.height
    if narrow and picture.narrow is not None:
        prefix, width, height = f"{prefix}-narrow", NARROW_WIDTH, picture.narrow
    ax = new_axes(width, height)
    picture.draw(ax=ax)
    root = ET.fromstring(image(ax, "svg", outlines=False))  # noqa: S314 - drawn a line ago
    for element in root.iter():
        element.tag = _local(element.tag)
        _answer(element)
        for name in list(element.attrib):
            element.set(_local(name), _prefixed(_local(name), element.attrib.pop(name), prefix))
        if element.tag == "text":
            # The measured width, whatever the font.
            look, text = element.get("style", ""), element.text or ""
            size = _SIZE.search(look)
            if size is not None and text.strip():
                element.set("textLength", f"{text_width(text, float(size[1]), bold='font-weight' in look):.2f}")
                element.set("lengthAdjust", "spacingAndGlyphs")
            element.set("style", _FAMILY.sub(_FONTS, look))
    for parent in root.iter():
        for style in parent.findall("style"):
            # It speaks of every element of the page; the page says the same of pictures only.
            parent.remove(style)
    root.attrib.pop("version", None)
    _label(root, prefix, picture.alt, say("report_page.data"))
    return ET.tostring(root, encoding="unicode")


def _answer(element: ET.Element) -> None:
    """Mark an element for the script of the page."""
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


def _label(root: ET.Element, prefix: str, finding: str, data: str) -> None:
    """Add the finding of the picture and the place of its numbers for screen readers."""
    root.set("role", "img")
    for place, (tag, text) in enumerate((("title", finding), ("desc", data))):
        element = ET.Element(tag, {"id": f"{prefix}-{tag}"})
        element.text = text
        root.insert(place, element)
    root.set("aria-labelledby", f"{prefix}-title")
    root.set("aria-describedby", f"{prefix}-desc")


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _prefixed(name: str, value: str, prefix: str) -> str:
    if name == "id":
        return f"{prefix}-{value}"
    if name == "href":
        return f"#{prefix}-{value.removeprefix('#')}"
    return _REFERENCE.sub(rf"url(#{prefix}-\1)", value)


def _font_faces(text: str) -> str:
    """Return the rules of a style sheet that bring the faces for all letters of a text, the same each time."""
    # Reports of one run mostly share their faces by these.
    letters = "".join(
        sorted({*map(chr, range(32, 127)), *"\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2212\u2264\u2265", *text})
    )
    return "\n".join(
        f'@font-face {{ font-family: "{SANS}"; font-weight: {weight}; font-display: swap; '
        f"src: url(data:font/woff;base64,{_encoded(letters, bold=bold)}); }}"
        for bold, weight in ((False, 400), (True, 700))
    )


@lru_cache(maxsize=8)
def _encoded(letters: str, *, bold: bool) -> str:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    target = io.BytesIO()
    with TTFont(font_file(SANS, bold=bold), recalcTimestamp=False) as font:
        # Figures of equal width for tables; other features of the face are left out.
        options = Options(hinting=False, layout_features=["kern", "lnum", "tnum", "mark", "ccmp"], notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        font.flavor = "woff"
        font.save(target, reorderTables=False)
    return b64encode(target.getvalue()).decode()
