"""What is told is made of: sentences and tables, before anybody decides how they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Rows", "Said", "Told"]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, or a few.

    Attributes
    ----------
    text
        The text.
    weight
        ``title`` for what it is about, ``lead`` for what was found, ``note`` for small print.
    """

    text: str
    weight: Literal["title", "lead", "plain", "note"] = "plain"


@dataclass(frozen=True, slots=True)
class Rows:
    """A table of texts.

    Attributes
    ----------
    head
        Heads of the columns; all of them may be empty.
    rows
        Cells, as many in each row as there are heads.
    caption
        What it shows; may be empty.
    text
        Columns of words, which stand left and may be broken between words; the others are numbers and stand right.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    text: tuple[int, ...] = (0,)


Told: TypeAlias = tuple[Said | Rows, ...]
