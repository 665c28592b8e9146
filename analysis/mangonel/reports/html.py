"""The report as one HTML file that asks for nothing else: pictures inside, no script, no request."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mangonel.charts.style import image, new_axes
from mangonel.reports.evidence import NARROW_WIDTH, PICTURE_WIDTH

if TYPE_CHECKING:
    from mangonel.reports.blocks import Picture
    from mangonel.reports.report_model import ReportData

__all__ = ["html_bytes"]

_TEMPLATES = Path(__file__).with_name("templates")


def html_bytes(data: ReportData) -> bytes:
    """Return the report as HTML in UTF-8; every text in it is escaped."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    page = environment.get_template("report.html").render(
        data=data, source=_source, wide=PICTURE_WIDTH, narrow=NARROW_WIDTH
    )
    return page.encode()


def _source(picture: Picture, width: float) -> str:
    """Return a picture, so many inches wide, as the address of an ``img`` that holds it."""
    ax = new_axes(width, picture.height)
    picture.draw(ax)
    return "data:image/svg+xml;base64," + base64.b64encode(image(ax, "svg")).decode()
