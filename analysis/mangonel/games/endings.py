"""The endings of a process, declared once with what a trace tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mangonel.engine.process import Dice


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

    def end(self, s: Any, dice: Dice, name: str) -> None:
        """End one game, and tell it."""
        s.ending = self._codes[name]
        if self._notes[name]:
            dice.note(self._notes[name])

    def reached(self, s: Any, name: str) -> bool:
        """Return whether a game has come to an ending."""
        return bool(s.ending == self._codes[name])
