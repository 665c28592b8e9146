"""The one place where matplotlib is set up: style, figures without pyplot, images with steady bytes, marks, colours."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from matplotlib import font_manager, rc_context
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from mangonel.engine.owners import UNDECIDED, Side, winners
from mangonel.errors import DataError
from mangonel.paper.typesetting import MAKER, SANS, font_file

LineStyle: TypeAlias = Literal["-"] | tuple[float, tuple[float, ...]]
"""A line style of matplotlib: solid, or dashes in units of the line's width."""

# The Okabe-Ito colours, told apart by colour-blind readers, in an order in which neighbours differ in grey as well.
_ENDINGS = ("#0072B2", "#E69F00", "#D55E00", "#56B4E9", "#009E73", "#F0E442", "#CC79A7")
# The first shade of a side is its colour; the others tell its endings apart, in grey as well.
_SIDES = (
    ("#0072B2", "#003A5C", "#8FCBEF", "#001826"),
    ("#E69F00", "#D96A00", "#FCDFA6"),
    ("#009E73", "#00523B", "#6FCFB2"),
    ("#CC79A7", "#7D3A5F", "#E8BBD3"),
)
_NOBODYS_LOSSES = ("#8C8C8C", "#4D4D4D", "#C4C4C4")
_NOBODYS_ENDINGS = ("#505050", "#8C8C8C", "#2B2B2B")
# Not grey: in the charts of series that is the mean of the other rule set.
_NOBODYS_SERIES = ("#009E73", "#CC79A7", "#D55E00")
_UNDECIDED = "#D5D5D5"
NEUTRAL = ("#D9D9D9", "#FFFFFF", "#A6A6A6", "#F2F2F2")
# White over blue to nearly black: falls steadily in grey.
_SHADES = ((0.0, "#FFFFFF"), (0.5, "#5AA7D6"), (0.75, "#0A649C"), (1.0, "#06263D"))
# Not the blue and the orange of the sides: more is no victory of one of them.
_MORE, _LESS = "#7FBF7B", "#AF8DC3"

INK = "#1A1A1A"
WIDTH, LABEL = 7.0, 8.5
"""Inches that a chart with a figure of its own is wide, and points of its labels and legend."""
HATCHES = ("", "///", "...", "xxx")
LINES: tuple[LineStyle, ...] = ("-", (0, (4, 1.6)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)))
MARKERS = ("o", "s", "^", "D")


def ending_colour(ending: str, endings: Sequence[str], sides: Sequence[Side] = ()) -> str:
    """Return the colour of an ending, the same in every chart of a sequence.

    Parameters
    ----------
    ending
        The ending, or a side for all that it wins by; of several joined by ``+`` it is the colour of the first.
    endings
        All endings of the sequence. Those in which one side wins have shades of its colour, those of nobody are grey.
    sides
        The sides of the game; without any, colours go by the place of the ending.
    """
    ending = ending.partition("+")[0]
    if ending == UNDECIDED:
        return _UNDECIDED
    if ending in winners(endings, sides):
        return nth(_SIDES, [side.name for side in sides].index(ending))[0]
    if not sides:
        return nth(_ENDINGS, endings.index(ending))
    for place, side in enumerate(sides):
        if ending in side.wins:
            return _shade_of(ending, side.wins, nth(_SIDES, place))
    won = {ending_won for side in sides for ending_won in side.wins}
    return _shade_of(ending, (ending_won for ending_won in endings if ending_won not in won), _NOBODYS_ENDINGS)


def series_colour(series: str, names: Sequence[str], sides: Sequence[Side] = ()) -> str:
    """Return the colour of a series, the same in every chart of a sequence.

    Parameters
    ----------
    names
        All series of the sequence. Those of one side have its colour, for each is drawn in a panel of its own.
    sides
        The sides of the game; without any, colours go by the place of the series.
    """
    if not sides:
        return nth(_ENDINGS, names.index(series))
    nobodys = (name for name in names if not any(side.has(name) for side in sides))
    return side_colour(series, sides) or _shade_of(series, nobodys, _NOBODYS_SERIES)


def side_colour(of: str, sides: Sequence[Side]) -> str | None:
    """Return the colour of a side or of a measure of its own, or None if no side has it."""
    shades = _side_shades(of, sides)
    return shades[0] if shades else None


def _side_shades(of: str, sides: Sequence[Side]) -> tuple[str, ...]:
    return next((nth(_SIDES, at) for at, side in enumerate(sides) if side.has(of)), ())


def loss_shades(of: str, sides: Sequence[Side]) -> tuple[str, str, str, str]:
    """Return four shades from dark to pale for the losses of the side that has a measure.

    In grey no two of the first three shades of two sides are alike.
    """
    colour, dark, light = (_side_shades(of, sides) or _NOBODYS_LOSSES)[:3]
    return dark, colour, light, towards(colour, 0.1)


def _shade_of(name: str, names: Iterable[str], shades: tuple[str, ...]) -> str:
    return nth(shades, tuple(names).index(name))


_T = TypeVar("_T")


def nth(looks: Sequence[_T], place: int) -> _T:
    """Return the look at a place, of a rule set or a side; after the last they begin again."""
    return looks[place % len(looks)]


def line_look(place: int) -> dict[str, Any]:
    """Return line style and marker of the rule set at this place."""
    return {"linestyle": nth(LINES, place), "marker": nth(MARKERS, place)}


def shade(share: float) -> str:
    """Return the shade of a heat map's cell for a probability, white at 0 and nearly black at 1."""
    share = min(1.0, max(0.0, share))
    for (low, light), (high, dark) in pairwise(_SHADES):
        if share <= high:
            part = (share - low) / (high - low)
            mixed = (a + part * (b - a) for a, b in zip(to_rgb(light), to_rgb(dark), strict=True))
            return "#" + "".join(f"{round(255 * value):02X}" for value in mixed)
    return _SHADES[-1][1]


def change_shade(share: float) -> str:
    """Return the shade for a change: -1 the darkest purple, 0 white, 1 the darkest green."""
    return towards(_MORE if share > 0 else _LESS, min(1.0, abs(share)))


def towards(colour: str, part: float) -> str:
    """Return a colour between white, 0, and itself, 1."""
    mixed = (1 + part * (channel - 1) for channel in to_rgb(colour))
    return "#" + "".join(f"{round(255 * value):02X}" for value in mixed)


def text_on(background: str) -> str:
    """Return black or white ink, whichever stands out more from the background."""
    return max(("#000000", "#FFFFFF"), key=lambda ink: contrast(ink, background))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as the web accessibility guidelines define it, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    dark_end = 0.04045
    red, green, blue = (
        channel / 12.92 if channel <= dark_end else ((channel + 0.055) / 1.055) ** 2.4 for channel in to_rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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


def first_of(drawn: Mapping[str, _T]) -> _T:
    """Return the first of the things that a chart shows. It is a DataError if there is none."""
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
        return Figure(figsize=(width, height)).add_axes((0.01, 0.01, 0.98, 0.98))


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
        "png": {"Software": MAKER},
        "pdf": {"CreationDate": None},
    }
    target = io.BytesIO()
    with styled(), rc_context({"svg.fonttype": "path" if outlines else "none"}):
        root_figure(ax).savefig(target, format=kind, metadata=dates[kind])
    return target.getvalue()
