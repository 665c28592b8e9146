"""The margin of sheets, and the marks on a page before they are drawn. All lengths are points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from mangonel.charts.paper import MM

__all__ = ["MARGIN", "SMALLEST", "Align", "Box", "Label", "Page", "Piece"]

MARGIN: Final = 12 * MM
"""Free on every side; printers want 10 mm at most."""

SMALLEST: Final = 8.0
"""No type is smaller."""

Align = Literal["left", "center", "right"]


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text.

    Parameters
    ----------
    text, size, bold
        What it says, in which type.
    x, y
        Its anchor: `align` tells which point of the line stands at `x`; `y` is the base line, from the top of the
        page down. A turned line runs upwards: `x` is its middle and `y` its lower end.
    room
        The place it must not leave: left, top, right, bottom.
    dim
        Whether it may stand back, as a chance of 0 does.
    """

    text: str
    x: float
    y: float
    size: float
    room: tuple[float, float, float, float]
    bold: bool = False
    align: Align = "left"
    turned: bool = False
    dim: bool = False

    def __post_init__(self) -> None:
        assert self.size >= SMALLEST, f"type of {self.size} points: {self.text}"

    def moved(self, x: float, y: float) -> Label:
        """Return the label so much further right and down."""
        left, top, right, bottom = self.room
        room = (left + x, top + y, right + x, bottom + y)
        return Label(self.text, self.x + x, self.y + y, self.size, room, self.bold, self.align, self.turned, self.dim)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: background or frame.

    Parameters
    ----------
    x, y, width, height
        Upper left corner, from the top of the page down, and size.
    shade
        How dark it is filled, 0 to 1.
    kind
        One of `mangonel.sheets.blocks.KINDS`: hatch and colour.
    line
        Width of its frame, 0 for none.
    """

    x: float
    y: float
    width: float
    height: float
    shade: float = 0.0
    kind: str = ""
    line: float = 0.0

    def moved(self, x: float, y: float) -> Box:
        """Return the box so much further right and down."""
        return Box(self.x + x, self.y + y, self.width, self.height, self.shade, self.kind, self.line)


@dataclass(frozen=True, slots=True)
class Piece:
    """Marks that stay together, measured from their upper left corner."""

    height: float
    labels: tuple[Label, ...] = ()
    boxes: tuple[Box, ...] = ()


class Page:
    """A page in the making."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.first = False
        """Whether a sheet begins here."""
        self.labels: list[Label] = []
        self.boxes: list[Box] = []

    def put(self, piece: Piece, x: float, y: float) -> None:
        """Put a piece with its upper left corner at a place."""
        self.labels += [label.moved(x, y) for label in piece.labels]
        self.boxes += [box.moved(x, y) for box in piece.boxes]
