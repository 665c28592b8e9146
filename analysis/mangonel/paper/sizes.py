"""Sizes of paper for all that is printed. Lengths are points."""

from __future__ import annotations

from typing import Final

from mangonel.errors import DataError

__all__ = ["MM", "ORIENTATIONS", "PAPERS", "page_size"]

MM: Final = 72 / 25.4
"""A millimetre in points."""

PAPERS: Final = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * 72, 11 * 72)}
"""Width and height of each paper, upright."""

ORIENTATIONS: Final = ("portrait", "landscape")


def page_size(paper: str, orientation: str = "portrait") -> tuple[float, float]:
    """Return width and height of a page.

    Raises
    ------
    DataError
        If there is no such paper or orientation.
    """
    if paper not in PAPERS:
        raise DataError("no such paper", value=paper, allowed=PAPERS)
    if orientation not in ORIENTATIONS:
        raise DataError("no such orientation", value=orientation, allowed=ORIENTATIONS)
    width, height = PAPERS[paper]
    return (width, height) if orientation == "portrait" else (height, width)
