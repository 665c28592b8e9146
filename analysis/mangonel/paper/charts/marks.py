"""Marks on a chart for a page that answers to a pointer: which series something drawn is of, and what it says."""

from __future__ import annotations

import json
from typing import Final

from matplotlib.artist import Artist

__all__ = ["AREA", "LEGEND", "mark", "marked"]

AREA: Final = "area"
"""Series of the place in which curves over turns are drawn; it says the last turn."""

LEGEND: Final = "legend:"
"""Before the series that an entry of a legend names."""

_PREFIX: Final = "mark-"


def mark(artist: Artist, series: str, text: str = "") -> None:
    """Mark something drawn; a picture for paper looks the same.

    Parameters
    ----------
    artist
        What is drawn.
    series
        What it belongs to: the name of a rule set, as in the legend.
    text
        What it says to who points at it.
    """
    # As an id, which an SVG keeps; in letters that an id may have.
    artist.set_gid(_PREFIX + json.dumps([series, text]).encode().hex())


def marked(name: str) -> tuple[str, str] | None:
    """Return series and text of the mark that an id is; None if it is none."""
    if not name.startswith(_PREFIX):
        return None
    series, text = json.loads(bytes.fromhex(name.removeprefix(_PREFIX)))
    return series, text
