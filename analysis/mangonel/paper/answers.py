"""What a rule set can say on one cell, and how letters and footnotes are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from mangonel.rules.cells import NO_EFFECT

__all__ = [
    "ARROW",
    "MISSING",
    "NEVER",
    "Answer",
    "Chance",
    "Footnotes",
    "Unknown",
    "differ",
    "face_ranges",
    "printed",
    "unsigned",
]

ARROW: Final = "\N{RIGHTWARDS ARROW}"
MISSING: Final = "\N{MULTIPLICATION SIGN}"
"""What stands where a rule set has no such row or column."""

NEVER: Final = "\N{MIDDLE DOT}"
"""What stands where no face of the die brings a result."""

_RAISED: Final = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance with the result letters that it is the chance of."""

    mark: str
    chance: Fraction
    """`mark`, `chance`: the letters; the chance."""
    faces: tuple[int, ...] | None = None
    """The faces of a single die on which it comes; None if it is no matter of one die, or nobody asks for them."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A cell that the sources have lost, with the sign of its footnote."""

    note: str


Answer: TypeAlias = Chance | Unknown | str | None
"""A chance, a word, that the cell is lost, or nothing because the rule set has no such cell."""


def differ(one: Answer, other: Answer) -> bool:
    """Return whether two rule sets say different things on a cell: another chance, or the same by other results.

    What comes under neither is the same, whatever results it would be, and whether there is a roll for it or none.
    """
    if _never(one) and _never(other):
        return False
    if isinstance(one, Unknown) and isinstance(other, Unknown):
        return False
    return one != other


def _never(answer: Answer) -> bool:
    return answer is None or (isinstance(answer, Chance) and not answer.chance)


def face_ranges(faces: Sequence[int]) -> str:
    """Return faces of a die as they are read off it, ``1-3, 8`` with dashes; a dot for none."""
    if not faces:
        return NEVER
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs)


def printed(letter: str) -> str:
    """Return a result as it stands on the sheet: a dash so long that no number after it seems to be below 0."""
    return "\N{EM DASH}" if letter == NO_EFFECT else letter


def unsigned(text: str) -> str:
    """Return a text without the signs of footnotes."""
    return text.translate(dict.fromkeys(map(ord, _RAISED)))


@dataclass
class Footnotes:
    """Remarks on single cells, numbered in the order in which they come."""

    texts: list[str] = field(default_factory=list)
    options: set[str] = field(default_factory=set)
    """Ids of the options that remarks tell."""

    def sign(self, text: str) -> str:
        """Return the sign of a footnote, the same for the same text."""
        if text not in self.texts:
            self.texts.append(text)
        return "".join(_RAISED[int(digit)] for digit in str(self.texts.index(text) + 1))

    def entries(self) -> tuple[tuple[str, str], ...]:
        """Return sign and text of each."""
        return tuple((self.sign(text), text) for text in self.texts)
