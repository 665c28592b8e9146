"""What a page is made of; HTML and PDF render the same blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "NARROW_WIDTH",
    "PICTURE_WIDTH",
    "Block",
    "Bullets",
    "Paragraph",
    "Picture",
    "Section",
    "Table",
    "Verbatim",
]

NARROW_WIDTH = 4.0
"""Width of a picture in inches where there is little room, on a phone."""

PICTURE_WIDTH = 7.0
"""Width of every picture in inches: that of the text on A4 with 15 mm margins, a little less than on Letter."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text.

    Attributes
    ----------
    text
        The text.
    weight
        ``lead`` for what is to be read first, ``note`` for small print.
    """

    kind: ClassVar = "paragraph"
    text: str
    weight: Literal["lead", "plain", "note"] = "plain"


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short statements."""

    kind: ClassVar = "bullets"
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text as it is to be shown; the first column names the row.

    Attributes
    ----------
    caption
        What it shows.
    header
        Column heads.
    rows
        Cells, as many in each row as there are heads.
    numeric
        Whether the columns after the first hold numbers and are set to the right.
    """

    kind: ClassVar = "table"
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart that is drawn anew for each page.

    Attributes
    ----------
    name
        Id within the report.
    alt
        What the chart shows, for readers who do not see it.
    height
        Height in inches; the width is that of the text.
    narrow
        Height in inches at about half the width, as a phone has it; None if it cannot be read there.
    draw
        Draws it on the given Axes.
    least
        Height in inches to which it may shrink on a page that has no more room; None if it may not.
    """

    kind: ClassVar = "picture"
    name: str
    alt: str
    height: float
    narrow: float | None
    draw: Callable[[Axes], Axes]
    least: float | None = None


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text whose lines and blanks are kept.

    Attributes
    ----------
    text
        The text.
    in_english
        The lines of it that are in English in a report in another language.
    """

    kind: ClassVar = "verbatim"
    text: str
    in_english: frozenset[str] = frozenset()


Block = Paragraph | Bullets | Table | Picture | Verbatim


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it."""

    anchor: str
    heading: str
    blocks: tuple[Block, ...]
