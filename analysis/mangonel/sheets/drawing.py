"""Pages drawn as figures: the only place of the sheets that knows how they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from mangonel.charts.style import styled
from mangonel.errors import DataError

if TYPE_CHECKING:
    from mangonel.sheets.paper import Box, Label, Page

__all__ = ["INKS", "draw_pages", "fill_colour"]

INKS: Final = ("grey", "colour")

_INK: Final = "#000000"
_DIM: Final = "#6A6A6A"
_RULE: Final = "#8C8C8C"
_HATCHED: Final = "attacker"
_HATCH: Final = "#C9C9C9"
_GREY: Final = "#A8A8A8"
_COLOURS: Final = {
    "out": "#D55E00",
    "wounded": "#E69F00",
    "back": "#F0E442",
    "nothing": "#B8B8B8",
    "attacker": "#56B4E9",
}
_STRONGEST: Final = 0.8


def fill_colour(shade: float, kind: str, ink: str) -> str:
    """Return the background of a cell: white at 0, never so dark that black type is hard to read on it.

    Parameters
    ----------
    shade
        0 to 1.
    kind
        One of `mangonel.sheets.blocks.KINDS`; it decides about the hue in colour.
    ink
        ``grey`` or ``colour``.
    """
    full = _COLOURS.get(kind, _GREY) if ink == "colour" else _GREY
    strength = shade * (_STRONGEST if ink == "colour" else 1.0)
    channels = (int(full[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 + strength * (channel - 255)):02X}" for channel in channels)


def draw_pages(pages: Sequence[Page], *, ink: str = "grey") -> list[Figure]:
    """Return each page as a figure of its size.

    Parameters
    ----------
    pages
        The pages.
    ink
        ``grey`` or ``colour``.

    Raises
    ------
    DataError
        If there is no such ink.
    """
    if ink not in INKS:
        raise DataError("no such ink", value=ink, allowed=INKS)
    with styled():
        return [_draw(page, ink) for page in pages]


def _draw(page: Page, ink: str) -> Figure:
    figure = Figure(figsize=(page.width / 72, page.height / 72))
    for box in page.boxes:
        _draw_box(figure, page, box, ink)
    for label in page.labels:
        _draw_label(figure, page, label)
    return figure


def _draw_box(figure: Figure, page: Page, box: Box, ink: str) -> None:
    place = (box.x / page.width, 1 - (box.y + box.height) / page.height)
    size = (box.width / page.width, box.height / page.height)
    if box.shade:
        figure.add_artist(
            Rectangle(
                place,
                *size,
                facecolor=fill_colour(box.shade, box.kind, ink),
                edgecolor=_HATCH,
                hatch="////" if box.kind == _HATCHED else None,
                linewidth=0,
                transform=figure.transFigure,
                zorder=0,
            )
        )
    if box.line:
        figure.add_artist(
            Rectangle(
                place,
                *size,
                facecolor="none",
                edgecolor=_INK if box.line > 0.5 else _RULE,
                linewidth=box.line,
                transform=figure.transFigure,
                zorder=1,
            )
        )


def _draw_label(figure: Figure, page: Page, label: Label) -> None:
    figure.text(
        label.x / page.width,
        1 - label.y / page.height,
        label.text,
        fontsize=label.size,
        fontweight="bold" if label.bold else "normal",
        color=_DIM if label.dim else _INK,
        ha=label.align,
        va="bottom" if label.turned else "baseline",
        rotation=90 if label.turned else 0,
        parse_math=False,
        zorder=2,
    )
