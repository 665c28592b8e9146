"""A document: sections of blocks in one language, built once from a result for all renderers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from typing import Self

from mangonel.engine.intervals import Estimate
from mangonel.paper.blocks import Paragraph, Section
from mangonel.rules.files import csv_text
from mangonel.rules.words import Locale, in_words
from mangonel.rules.words.locale import MINUS

__all__ = ["NumberRow", "ReportData", "ReportText", "csv_bytes"]


@dataclass(frozen=True, slots=True)
class ReportText:
    """The texts of a report besides the numbers."""

    title: str
    question: str
    """`title`, `question`: heading, and the question in words."""
    scenario: tuple[tuple[str, str], ...] = ()
    policies: tuple[tuple[str, str], ...] = ()
    assumptions: tuple[tuple[str, str], ...] = ()
    """`scenario`, `policies`, `assumptions`: facts in the order in which they are to stand: name and text."""
    command: str = ""
    """The command that makes the report again."""
    date: str = ""
    """The day it was made, as it is to be printed."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of tables and options by id, and the meaning of a value by ``option.value``."""
    rules: tuple[str, ...] = ()
    """Names of the rule sets, the left one first; empty to call them by their ids."""


@dataclass(frozen=True, slots=True)
class NumberRow:
    """One number of the report, as a row of its CSV file."""

    section: str
    """Kind of number: ``ending``, ``side``, ``curve``, ``series``, ``loss-exactly``, ``loss-at-least``,
    ``loss-pair``, ``loss-ratio``, ``mean``, ``mean-given``, ``counter``, ``difference-ending``, ``effect-alone``,
    ``effect-left-out``, ``turn-quantile``, ``heat-map``, ``provenance`` and others."""
    rules: str
    """The rule set it holds for; ``right minus left`` with both names for a difference."""
    name: str
    """The ending, side, measure or counter."""
    turn: int | None = None
    """It holds by the end of this turn."""
    value: float | None = None
    """The number of losses, or another whole number or share that it belongs to."""
    x: int | None = None
    y: int | None = None
    """`x`, `y`: place in a heat map, or the losses of the two sides of a pair."""
    estimate: float | None = None
    lo: float | None = None
    hi: float | None = None
    se: float | None = None
    """The number, its 95 % interval and its standard error; equal ends and no error for an exact one."""
    text: str = ""
    """Text instead of a number, for example a digest."""

    @classmethod
    def of(cls, section: str, rules: str, name: str, estimate: Estimate, **place: int | None) -> Self:
        """Return the row of an estimate; `place` are `turn`, `value`, `x` and `y`."""
        values = {"estimate": estimate.value, "lo": estimate.low, "hi": estimate.high, "se": estimate.se}
        return cls(section, rules, name, text="" if estimate.exact else "sampled", **place, **values)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class ReportData:
    """A report ready to be rendered: everything in it is text, a drawing or a row of numbers."""

    title: str
    """Heading of the report."""
    sections: tuple[Section, ...]
    """In the order of reading."""
    footer: str
    """The line at the foot of every printed page: version, rule sets with digests."""
    numbers: tuple[NumberRow, ...]
    """Every number, for the CSV file."""
    words: Locale = field(default_factory=lambda: in_words(None))
    """The language of all texts; those of the page itself (the heading of the contents, page numbers) are taken from
    it."""

    @property
    def finding(self) -> str:
        """The finding, in one sentence: the first one under the title."""
        return next(block.text for section in self.sections for block in section.blocks if isinstance(block, Paragraph))


def csv_bytes(rows: Sequence[NumberRow]) -> bytes:
    """Return the rows as CSV in UTF-8, numbers with all their digits."""
    heads = [field.name for field in fields(NumberRow)]
    # Programs know a hyphen for minus.
    return csv_text([heads, *map(astuple, rows)]).replace(MINUS, "-").encode()
