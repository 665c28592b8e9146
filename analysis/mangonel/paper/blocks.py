"""Blocks of pages, sheets and reports alike, before they are laid out; and how dark their cells are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from mangonel.rules.words import Locale, speaking, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = ("", "out", "wounded", "back", "nothing", "attacker")
"""Kinds of results: a kind decides about hatch and colour, which never stand alone."""

CONTINUES = "\N{HORIZONTAL ELLIPSIS}\N{NO-BREAK SPACE}"
"""Beginning of the label of a row that is another case of the row above."""

NARROW_WIDTH = 4.0
"""Width of a picture in inches where there is little room, on a phone."""

PICTURE_WIDTH = 7.0
"""Width of every picture in inches: that of the text on A4 with 15 mm margins, a little less than on Letter."""


class Cell(Struct, frozen=True):
    """One cell of a grid."""

    mark: str = ""
    """Result letters, ``F`` or ``F+``; may be empty."""
    value: str = ""
    """The number or word."""
    chance: Fraction | None = None
    """The exact chance, for the shade and for the file of numbers; None if the cell holds none."""
    kind: str = ""
    """One of `KINDS`."""
    other: str | None = None
    """The value under the second rule set, None if it is the same or there is no second one."""
    other_chance: Fraction | None = None
    """The chance under the second rule set."""
    harm: float = 1.0
    """How bad it is, 0 to 1, where the shade says that; 1 where it says the chance alone."""

    @property
    def tone(self) -> float:
        """How dark the cell is printed, 0 to 1."""
        return self.harm * self.shade

    @property
    def changed(self) -> bool:
        """Whether the two rule sets differ here."""
        return self.other is not None

    @property
    def shade(self) -> float:
        """The larger of its chances, 0 to 1."""
        return max(float(self.chance or 0), float(self.other_chance or 0))


class Column(Struct, frozen=True):
    """A column of a grid; neighbours with the same group stand under one heading."""

    label: str
    group: str = ""


class Row(Struct, frozen=True):
    """A row of a grid; neighbours with the same group are named once.

    A note says of all its cells at once how two rule sets differ in them, and is printed in their place.
    """

    label: str
    cells: tuple[Cell, ...]
    group: str = ""
    note: str = ""


class Grid(Struct, frozen=True):
    """Rows and columns of cells."""

    caption: str
    """Title of the grid."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    """`columns`, `rows`: shape: each row has one cell for each column."""
    corner: tuple[str, str] = ("", "")
    """Headings of the labels: of the group, and of the row."""
    keys: int = 0
    """So many columns at the left say which row it is; where a wide grid is cut, every part has them."""
    fold: bool = False
    """Whether its rows, if they are short, stand in several parts beside each other, to be looked up like words."""
    how: str = ""
    """How to use it, where the sheet does not say so of all its grids."""
    framed: bool = True
    """Whether cells that differ are framed, among others that do not."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple(cell for row in self.rows for cell in row.cells)

    @property
    def turned(self) -> Grid:
        """The grid with its columns as rows; the labels of its rows stand above them, a group of all columns before."""
        over = [" \N{MIDDLE DOT} ".join(part for part in (row.group, self.corner[1]) if part) for row in self.rows]
        groups = {column.group for column in self.columns}
        group = "" if len(groups) > 1 else groups.pop()
        return Grid(
            self.caption,
            tuple(Column(row.label, group) for row, group in zip(self.rows, over, strict=True)),
            tuple(
                Row(column.label, tuple(row.cells[place] for row in self.rows), "" if group else column.group)
                for place, column in enumerate(self.columns)
            ),
            ("", group),
            how=self.how,
        )

    @property
    def changes(self) -> int:
        """In how many cells two rule sets differ; a row with a note counts once."""
        changed = ((sum(cell.changed for cell in row.cells), row.note) for row in self.rows)
        return sum(min(1, count) if note else count for count, note in changed)

    @property
    def possible(self) -> Grid:
        """The grid without columns of results that never come."""
        kept = [
            place
            for place in range(len(self.columns))
            if place < self.keys or any(row.cells[place].shade or row.cells[place].chance is None for row in self.rows)
        ]
        return self.with_columns(kept)

    def with_columns(self, places: Sequence[int]) -> Grid:
        """Return the grid with the columns at these places only."""
        rows = tuple(replace(row, cells=tuple(row.cells[place] for place in places)) for row in self.rows)
        return replace(self, columns=tuple(self.columns[place] for place in places), rows=rows)


class Lines(Struct, frozen=True):
    """A heading and lines below it."""

    heading: str
    """May be empty."""
    entries: tuple[tuple[str, str], ...]
    """Pairs of a term, such as a result letter, and its text; a text without a term is a plain line."""


class Paragraph(Struct, frozen=True):
    """Running text."""

    kind: ClassVar = "paragraph"
    text: str
    """The text."""
    weight: Literal["title", "lead", "plain", "note"] = "plain"
    """``title`` for the subject, ``lead`` for the finding, ``note`` for small print."""


class Bullets(Struct, frozen=True):
    """A list of short statements."""

    kind: ClassVar = "bullets"
    items: tuple[str, ...]


class Table(Struct, frozen=True):
    """A table of formatted text."""

    kind: ClassVar = "table"
    caption: str
    """Title; may be empty."""
    header: tuple[str, ...]
    """Column heads; all of them may be empty."""
    rows: tuple[tuple[str, ...], ...]
    """Cells, as many in each row as there are heads."""
    text: Collection[int] = (0,)
    """Columns of words, set to the left and broken between words; the others are numbers, set to the right."""
    folded: bool = False
    """Whether it is a detail: folded up on a screen, at the end on paper."""
    turns: bool = False
    """Whether the rows are turns, of which a chart shows one on demand."""

    @property
    def numeric(self) -> bool:
        """Whether all columns but the first are numbers."""
        return set(self.text) <= {0}


class Picture(Struct, frozen=True):
    """A chart that is drawn anew for each page."""

    kind: ClassVar = "picture"
    name: str
    """Id within the report."""
    alt: str
    """Description of the chart, for readers that do not see it."""
    height: float
    """Height in inches; the width is that of the text."""
    narrow: float | None
    """Height in inches at about half the width, as a phone has it; None if it cannot be read there."""
    drawing: Callable[..., Axes]
    """Draws it on the Axes ``ax``, in the language that is spoken."""
    language: Locale = field(default_factory=words)
    """The language of the report."""

    def draw(self, *, ax: Axes | None = None) -> Axes:
        """Draw it in its language, by default on a new figure."""
        with speaking(self.language):
            return self.drawing(ax=ax)

    @classmethod
    def of(cls, name: str, alt: str, draw: Callable[..., Axes], height: Callable[[float], float]) -> Self:
        """Return a picture of which `height` tells the height at a width, both in inches."""
        return cls(name, alt, height(PICTURE_WIDTH), height(NARROW_WIDTH), draw)


class Replay(Struct, frozen=True):
    """A game, frame by frame."""

    kind: ClassVar = "replay"
    name: str
    alt: str
    """`name`, `alt`: as for a picture."""
    drawing: Callable[..., str]
    """Draws it as SVG, moving and so wide (``width``), or for paper (``still``)."""
    language: Locale = field(default_factory=words)
    """The language of the report."""

    def draw(self, **how: Any) -> str:
        """Return it as SVG in its language; keywords are those of `drawing`."""
        with speaking(self.language):
            return self.drawing(**how)


class Verbatim(Struct, frozen=True):
    """Text with its lines and blanks kept."""

    kind: ClassVar = "verbatim"
    text: str
    """The text."""


WORDS: Final = range(100)
"""`Table.text` of a table without numbers."""

Block: TypeAlias = Grid | Lines | Paragraph | Bullets | Table | Picture | Replay | Verbatim
"""A part of a page that stays together."""

Blocks: TypeAlias = tuple[Block, ...]


class Section(Struct, frozen=True):
    """A heading and its blocks."""

    anchor: str
    heading: str
    blocks: tuple[Block, ...]


class Sheet(Struct, frozen=True):
    """A sheet, in the words of one language.

    Parameters
    ----------
    main, side, last
        Blocks in the order of reading; those at the side may stand beside or below the main ones, before the last.
    """

    id: str
    """Name of the sheet, for example ``melee-foot``."""
    title: str
    subtitle: str
    """`title`, `subtitle`: its subject; the unit of its numbers, and the rules."""
    how: tuple[str, ...]
    """How to read it, with a worked example."""
    main: tuple[Block, ...]
    side: tuple[Block, ...]
    foot: tuple[str, ...]
    """Foot of every page: rules in force, sources, changes."""
    stamp: str
    """The last line of every page: rule sets with digests, version, date."""
    page: str
    """How pages are numbered, with places for ``page`` and ``pages``."""
    continued: str
    """Title of the pages after the first."""
    last: tuple[Block, ...] = ()
    names: tuple[str, ...] = ()
    """Names of rule sets in its words, which no line end parts."""
    tab: tuple[int, int] = (0, 0)
    """Which side of a set it is, and of how many; both 0 if of none."""

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks."""
        return (*self.main, *self.side, *self.last)


INKS: Final = ("grey", "colour")

_GREY: Final = "#A8A8A8"
_COLOURS: Final = {
    "out": "#D55E00",
    "wounded": "#E69F00",
    "back": "#F0E442",
    "nothing": "#B8B8B8",
    "attacker": "#56B4E9",
}
_STRONGEST: Final = 0.8
_FAINTEST: Final = 0.2
"""The least shade, so that it stands off from the bands that lead the eye along rows."""


def fill_colour(shade: float, kind: str, ink: str) -> str:
    """Return the background of a cell: white at 0, never so dark that black type is hard to read on it.

    Parameters
    ----------
    shade
        0 to 1.
    kind
        One of `mangonel.paper.blocks.KINDS`; it decides about the hue in colour.
    ink
        ``grey`` or ``colour``.
    """
    full = _COLOURS.get(kind, _GREY) if ink == "colour" else _GREY
    strength = (_FAINTEST + (1 - _FAINTEST) * shade if shade else 0.0) * (_STRONGEST if ink == "colour" else 1.0)
    channels = (int(full[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 + strength * (channel - 255)):02X}" for channel in channels)
