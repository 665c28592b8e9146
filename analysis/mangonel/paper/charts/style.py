"""The one place where matplotlib is set up: style, figures without pyplot, images with steady bytes, and marks."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeVar

from matplotlib import font_manager, rc_context
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mangonel.errors import DataError
from mangonel.paper.fonts import SANS, font_file

__all__ = ["AREA", "LEGEND", "STYLE", "first_of", "image", "mark", "marked", "new_axes", "root_figure", "styled"]


AREA: Final = "area"
"""Series of the place in which curves over turns are drawn; it says the last turn."""

LEGEND: Final = "legend:"
"""Before the series that an entry of a legend names."""

_PREFIX: Final = "mark-"


def mark(artist: Artist, series: str, text: str = "") -> None:
    """Mark something drawn; a picture for paper looks the same.

    Parameters
    ----------
    series
        The name of its rule set, as in the legend.
    text
        Its text under the pointer.
    """
    # As an id, which an SVG keeps; in letters that an id may have.
    artist.set_gid(_PREFIX + json.dumps([series, text]).encode().hex())


def marked(name: str) -> tuple[str, str] | None:
    """Return series and text of the mark that an id is; None if it is none."""
    if not name.startswith(_PREFIX):
        return None
    series, text = json.loads(bytes.fromhex(name.removeprefix(_PREFIX)))
    return series, text


STYLE = Path(__file__).with_name("mangonel.mplstyle")


@contextmanager
def styled() -> Iterator[None]:
    """Apply the style inside a ``with`` block and leave the user's settings as they were."""
    _make_known()
    with rc_context(fname=STYLE):
        yield


@lru_cache(maxsize=1)
def _make_known() -> None:
    """Let matplotlib find the face by its name, also when a figure is saved later; it finds all others as before."""
    for bold in (False, True):
        font_manager.fontManager.addfont(font_file(SANS, bold=bold))


_T = TypeVar("_T")


def first_of(drawn: Mapping[str, _T]) -> _T:
    """Return the first of the things that a chart shows.

    Raises
    ------
    DataError
        If there is none.
    """
    if not drawn:
        raise DataError("nothing to draw: no result")
    return next(iter(drawn.values()))


def new_axes(width: float, height: float) -> Axes:
    """Return Axes that fill a new figure; a chart makes its own margins inside them.

    Parameters
    ----------
    width, height
        Size in inches.
    """
    with styled():
        figure = Figure(figsize=(width, height))
        return figure.add_axes((0.01, 0.01, 0.98, 0.98))


def root_figure(ax: Axes) -> Figure:
    """Return the figure of the Axes, also if they stand in a part of it."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def image(ax: Axes, kind: Literal["svg", "png", "pdf"] = "svg", *, outlines: bool = True) -> bytes:
    """Return the figure of `ax` as an image; the same chart gives the same bytes.

    Parameters
    ----------
    ax
        Axes on the figure.
    kind
        ``svg``, ``png`` (150 dots an inch) or ``pdf`` (fonts embedded).
    outlines
        Whether the letters of an ``svg`` are outlines, which look the same everywhere, or text, which can be selected.
    """
    dates: dict[str, dict[str, str | None]] = {
        "svg": dict.fromkeys(("Creator", "Date", "Format", "Type")),
        "png": {},
        "pdf": {"CreationDate": None},
    }
    target = io.BytesIO()
    with styled(), rc_context({"svg.fonttype": "path" if outlines else "none"}):
        root_figure(ax).savefig(target, format=kind, metadata=dates[kind])
    return target.getvalue()
