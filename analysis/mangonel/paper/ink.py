"""How dark a cell is, in grey and in colour."""

from __future__ import annotations

from typing import Final

from mangonel.errors import DataError

__all__ = ["INKS", "check_ink", "fill_colour"]


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


def check_ink(ink: str) -> None:
    """Raise a DataError if there is no such ink."""
    if ink not in INKS:
        raise DataError("no such ink", value=ink, allowed=INKS)


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
