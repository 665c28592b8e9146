"""What is told is made of: sentences and tables, before anybody decides how they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Rows", "Said", "Told"]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, or a few."""

    text: str
    """The text."""
    weight: Literal["title", "lead", "plain", "note"] = "plain"
    """``title`` for what it is about, ``lead`` for what was found, ``note`` for small print."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table of texts."""

    head: tuple[str, ...]
    """Heads of the columns; all of them may be empty."""
    rows: tuple[tuple[str, ...], ...]
    """Cells, as many in each row as there are heads."""
    caption: str = ""
    """What it shows; may be empty."""
    text: tuple[int, ...] = (0,)
    """Columns of words, which stand left and may be broken between words; the others are numbers and stand right."""


Told: TypeAlias = tuple[Said | Rows, ...]
