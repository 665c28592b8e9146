"""The report as one HTML file that asks for nothing else: pictures inside, no request, complete without its script."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from mangonel.locales import Locale
from mangonel.press.blocks import NARROW_WIDTH, PICTURE_WIDTH, Picture, Verbatim
from mangonel.press.chart_svg import inline_svg
from mangonel.press.excerpt import excerpt
from mangonel.press.web_fonts import font_faces

if TYPE_CHECKING:
    from mangonel.press.reports import Report

__all__ = ["html_bytes"]

_TEMPLATES = Path(__file__).with_name("templates")
_FACES: Final = "/* faces */"  # stands in the template where they go when all letters are known
_JOINED: Final = re.compile(r"(?<=[^\W\d])/(?=[^\W\d])")
_TOLD: Final = 48  # lines of a text that are shown without being asked for, and printed


def html_bytes(data: Report) -> bytes:
    """Return the report as HTML in UTF-8; every text in it is escaped."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["breakable"] = _breakable
    environment.filters["spoken"] = _spoken
    script = (_TEMPLATES / "report.js").read_text(encoding="utf-8")
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    page = environment.get_template("report.html").render(
        data=data, wide=_wide, narrow=_narrow, folded=_folded, script=script, allowed=allowed
    )
    return page.replace(_FACES, font_faces(page), 1).encode()


def _wide(picture: Picture, words: Locale) -> str:
    """Return a picture for screens and paper."""
    return inline_svg(picture, picture.name, PICTURE_WIDTH, picture.height, words)


def _narrow(picture: Picture, words: Locale) -> str:
    """Return a picture for a phone; nothing if it cannot be read there."""
    if picture.narrow is None:
        return ""
    return inline_svg(picture, f"{picture.name}-narrow", NARROW_WIDTH, picture.narrow, words)


def _breakable(text: str) -> Markup:
    """Return a text that may go to the next line after a slash between words: without hyphens they are very long."""
    return Markup("/<wbr>").join(escape(part) for part in _JOINED.split(text))


def _spoken(text: str, in_english: frozenset[str]) -> Markup:
    """Return a text with its lines in English marked as such, for who has the page read out."""
    parts = []
    for foreign, lines in groupby(text.split("\n"), in_english.__contains__):
        spoken = escape("\n".join(lines))
        parts.append(Markup('<span lang="en">{}</span>').format(spoken) if foreign else spoken)
    return Markup("\n").join(parts)


def _folded(block: Verbatim, words: Locale) -> tuple[str, str] | None:
    """Return what is said on a text that is too long to be seen unasked, and the part that is printed; else None."""
    lines = block.text.splitlines()
    if len(lines) <= _TOLD:
        return None
    return words.plural("report_trace.whole", len(lines)), "\n".join(excerpt(lines, _TOLD, words))
