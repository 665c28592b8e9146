"""The owners of endings and numbers of a sequence: one colour in all charts, one name for all a side wins by."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.rules.words import speaking, words

UNDECIDED = "undecided"
"""Name of the games that are still open at the turn limit."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a game.

    Attributes
    ----------
    name
        Its name. Measures and series of this name, or of one that begins with it and ``_``, are its own.
    wins
        The endings in which it wins. Other endings are won by neither side.
    own
        Names of further measures and series of its own.
    losses
        Names of the measures that are lost to it, worst first; together they are its losses.
    losers
        The ones that are lost, if not the side itself: its friends, say. Its losses go by this name then.
    kinds
        Key of the words for losses of these kinds, for example ``dead_or_wounded``; without one they are losses.
    yielded
        The ending of its wins that takes the other side to break off; empty if there is none.
    units
        Id of the units that most of it are, or of its people, by which it is called; empty if it has no such name.
    """

    name: str
    wins: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    losers: str = ""
    kinds: str = ""
    yielded: str = ""
    units: str = ""

    @property
    def bleeding(self) -> str:
        """The owner of its losses."""
        return self.losers or self.name

    def has(self, number: str) -> bool:
        """Return whether a measure or a series of this name is its own."""
        return number in (self.name, self.bleeding, *self.own, *self.losses) or number.startswith(f"{self.name}_")


def naming(sides: Sequence[Side]) -> AbstractContextManager[None]:
    """Let the sides go by their units for a block, if they differ in them."""
    units = {side.name: side.units for side in sides if side.units}
    return speaking(words().naming(units) if len(set(units.values())) > 1 else words())


def called(name: str, sides: Sequence[Side]) -> str:
    """Return the name of the side that is printed as a word, ``Knights``; any other name as it is."""
    with naming(sides):
        return {words().word("sides", side.name).casefold(): side.name for side in sides}.get(name.casefold(), name)


def spelled(name: str, names: Sequence[str]) -> str:
    """Return the one of some names that is meant, with underscores or blanks; any other name as it is."""
    if name in names:
        return name
    if not isinstance(name, str):
        raise DataError("wants a name", value=name, allowed=names)
    return next((known for known in names if known.replace("_", " ") == name.replace("_", " ")), name)


def winners(endings: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """Return the names of the sides that can be asked for instead of their endings.

    A side that wins by nothing is none of them, nor is one that is called like an ending: that name is the ending.
    """
    return tuple(side.name for side in sides if side.wins and side.name not in endings)


def askable(endings: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """Return every name that may be asked for: the endings, then the sides."""
    return (*endings, *winners(endings, sides))


def normalised(asked: str, known: Sequence[str]) -> str:
    """Return ``crew lost + repulsed`` as ``crew_lost+repulsed``, by known names; errors as of `endings_meant`."""
    if not isinstance(asked, str):
        raise DataError("wants the name of an ending or a side", value=asked, allowed=known)
    names = [spelled(part.strip(), known) for part in asked.split("+")]
    for name in names:
        if name not in known:
            raise DataError("no such ending", value=name, allowed=known)
    return "+".join(names)


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
    wins = {side.name: side.wins for side in sides}
    names = normalised(asked, askable(endings, sides)).split("+")
    return tuple(dict.fromkeys(each for name in names for each in ((name,) if name in endings else wins[name])))


def usually_asked(endings: Sequence[str], sides: Sequence[Side]) -> str:
    """Return the usual question: the side with the first ending, all that it wins by together.

    The first ending itself where no side wins by anything.
    """
    first = next((side for ending in endings for side in sides if ending in side.wins), None)
    if first is None:
        return endings[0]
    return first.name if first.name in winners(endings, sides) else "+".join(first.wins)
