"""The dice of a roll: their number, the first face of each, how they are shown and read."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from msgspec import Struct

from mangonel.errors import DataError

Throw: TypeAlias = int | tuple[int, ...]
"""The face of one die, or of each of several that are thrown together."""


class Die(Struct, frozen=True):
    """A fair die, or several alike that are thrown together and added up.

    Parameters
    ----------
    sides
        Sides of each.
    number
        How many are thrown.
    zero
        Whether each counts from 0, as a ten-sided die on which zero is zero, and not from 1.
    """

    sides: int
    number: int = 1
    zero: bool = False

    def __post_init__(self) -> None:
        if not all(hasattr(each, "__index__") and each >= 0 for each in (self.sides, self.number)):
            raise DataError("dice and their sides are whole numbers", value=f"{self.number}d{self.sides}")

    @property
    def faces(self) -> range:
        """The faces of each die."""
        return range(self.sides) if self.zero else range(1, self.sides + 1)

    @property
    def throws(self) -> tuple[Throw, ...]:
        """All throws, every one as likely as the others; of several dice the last one changes fastest."""
        return _throws(self)

    @property
    def totals(self) -> range:
        """The possible sums of a throw."""
        return range(self.number * self.faces[0], self.number * self.faces[-1] + 1)

    def place(self, throw: Throw) -> int:
        """Return the place of a throw in `throws`, counted from 0; it is a DataError if the dice cannot fall so."""
        shown = throw if isinstance(throw, tuple) else (throw,)
        if len(shown) != self.number or any(face not in self.faces for face in shown):
            raise DataError(f"{self.name} cannot show this", value=self.shown(throw))
        place = 0
        for face in shown:
            place = place * self.sides + face - self.faces[0]
        return place

    @property
    def name(self) -> str:
        """How the dice are written, for example ``d10`` or ``2d6``."""
        return f"{self.number if self.number > 1 else 'a '}d{self.sides}"

    @staticmethod
    def total(throw: Throw) -> int:
        """Return the sum of a throw."""
        return sum(throw) if isinstance(throw, tuple) else throw

    @staticmethod
    def shown(throw: Throw) -> str:
        """Return a throw as text, for example ``7`` or ``5+6``."""
        return "+".join(map(str, throw)) if isinstance(throw, tuple) else str(throw)

    @staticmethod
    def told(throw: Throw) -> str:
        """Return how a trace begins to tell a throw, for example ``die 7`` or ``dice 5+6``."""
        return f"{'dice' if isinstance(throw, tuple) else 'die'} {Die.shown(throw)}"

    @staticmethod
    def is_throw(word: str) -> bool:
        """Tell whether a word could be a throw of some dice."""
        return re.fullmatch(r"[0-9]{1,3}(?:\+[0-9]{1,3})*", word) is not None

    def read(self, word: str) -> Throw:
        """Read a throw from text: ``7``, ``5+6``; 0 on a ten-sided die that counts from 1 is its 10.

        Raises
        ------
        DataError
            If the dice cannot fall so.
        """
        shown = [int(part) for part in word.split("+")] if self.is_throw(word) else []
        tens = self.sides == 10 and not self.zero
        throw = tuple(self.sides if tens and face == 0 else face for face in shown)
        if len(throw) != self.number or any(face not in self.faces for face in throw):
            low, high = self.faces[0], self.faces[-1]
            ten = " (or 0 for 10)" if tens else ""
            if self.number == 1:
                raise DataError(f"a die is a whole number from {low} to {high}{ten}", value=word)
            example = "+".join([str(high)] * self.number)
            raise DataError(
                f"{self.number} dice are whole numbers from {low} to {high}{ten} joined by +, such as {example}",
                value=word,
            )
        return throw if self.number > 1 else throw[0]


@lru_cache(maxsize=64)
def _throws(die: Die) -> tuple[Throw, ...]:
    if die.sides**die.number > 1_000_000:
        raise DataError("dice fall in a million ways at most", value=die.name)
    return tuple(die.faces) if die.number == 1 else tuple(product(die.faces, repeat=die.number))
