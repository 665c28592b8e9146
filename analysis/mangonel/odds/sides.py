"""Whose the endings and the numbers of a sequence are, so that a side has one colour in all charts."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Side"]


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
