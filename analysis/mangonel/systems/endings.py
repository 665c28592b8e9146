"""The endings of a sequence, declared once with what is told of them, and decided by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mangonel.engine.sequence import Dice
    from mangonel.engine.state import Mask, State

__all__ = ["Endings"]


class Endings:
    """The endings of a sequence, by name, with what is told when a game comes to each; nothing if that is empty."""

    def __init__(self, notes: Mapping[str, str]) -> None:
        self._notes = dict(notes)
        self._codes = {name: code for code, name in enumerate(notes, start=1)}

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, as a sequence declares them."""
        return tuple(self._notes)

    def without(self, *names: str) -> Endings:
        """Return the endings of a game that cannot come to some of them."""
        return Endings({name: note for name, note in self._notes.items() if name not in names})

    def end(self, s: Any, dice: Any, name: str) -> None:
        """End one game, and tell it."""
        s.ending = self._codes[name]
        if self._notes[name]:
            dice.note(self._notes[name])

    def decide(self, s: State, dice: Dice, **comes: Mask) -> None:
        """End what is still open, each game by the first of these endings that has come, in the order given.

        By name where an ending has come. Shape (rows,) each.
        """
        left = s.ending == 0
        for name, rows in comes.items():
            ends = left & rows
            left &= ~ends
            s.ending += self._codes[name] * ends.astype(s.ending.dtype)
            if self._notes[name]:
                dice.note(self._notes[name], ends)

    def reached(self, s: State, name: str) -> Mask:
        """Return which games have come to an ending. Shape (rows,)."""
        return s.ending == self._codes[name]
