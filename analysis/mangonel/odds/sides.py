"""Whose the endings and the numbers of a sequence are: one colour in all charts, one name for all a side wins by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mangonel.errors import DataError

__all__ = ["Side", "askable", "endings_meant", "usually_asked", "winners"]


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a game.

    Attributes
    ----------
    name
        What it is called. Measures and series of this name, or whose names begin with it and ``_``, are its own.
    wins
        The endings in which it wins. What no side has among them belongs to nobody.
    own
        Names of further measures and series of its own.
    """

    name: str
    wins: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    def has(self, number: str) -> bool:
        """Return whether a measure or a series of this name is its own."""
        return number in (self.name, *self.own) or number.startswith(f"{self.name}_")


def winners(endings: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """Return the names of the sides that can be asked for instead of their endings.

    A side that wins by nothing is none of them, nor is one that is called like an ending: that name is the ending.
    """
    return tuple(side.name for side in sides if side.wins and side.name not in endings)


def askable(endings: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """Return every name that may be asked for: the endings, then the sides."""
    return (*endings, *winners(endings, sides))


def endings_meant(asked: str, endings: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """Return the endings that a name stands for.

    Parameters
    ----------
    asked
        An ending, or a side for all that it wins by, or several joined by ``+``: ``besiegers``, ``foothold+cleared``.
    endings
        All that can be asked for, ``undecided`` too.
    sides
        The sides of the game.

    Raises
    ------
    DataError
        If there is no such ending and no such side.
    """
    wins = {side.name: side.wins for side in sides if side.name in winners(endings, sides)}
    found: dict[str, None] = {}
    for one in asked.split("+"):
        if one not in endings and one not in wins:
            raise DataError("no such ending", value=one, allowed=askable(endings, sides))
        found |= dict.fromkeys((one,) if one in endings else wins[one])
    return tuple(found)


def usually_asked(endings: Sequence[str], sides: Sequence[Side]) -> str:
    """Return what is asked for if nobody says: the side whose ending stands first, all that it wins by together.

    The first ending itself where no side wins by anything.
    """
    first = next((side for ending in endings for side in sides if ending in side.wins), None)
    if first is None:
        return endings[0]
    return first.name if first.name in winners(endings, sides) else "+".join(first.wins)
