"""A sequence's record, by which scenario files, reports and the command line use it by name; endings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mangonel.engine.process import Dice, Process
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.words import Locale

__all__ = ["Axis", "Endings", "Facts", "Playable", "playables_in"]


Facts = tuple[tuple[str, str], ...]
"""Name and text of each fact, in the order in which they are to be read."""

Axis = tuple[str, tuple[int, ...]]
"""A value of the scenario by its dotted path, and the numbers it is to take."""


@dataclass(frozen=True)
class Playable:
    """A sequence by its name in scenario files.

    Its functions are given the keys of a scenario of the same sequence, as read.
    """

    name: str
    """Value of the key ``sequence`` of a scenario file."""
    keys: type[Any]
    """The frozen dataclass whose fields declare the keys of its scenarios (`mangonel.games.fields`), one of them
    ``turns``; its ``repr`` tells all that can change a number. Its module must not import numpy."""
    make: Callable[[Any, RuleSet], Process]
    """Builds the process under a rule set; raises DataError if the rules do not allow it."""
    facts: Callable[[Any, Locale], Facts]
    """The fighters, their ground and their arms, in the words of a language."""
    sweep: Callable[[Any], tuple[Axis, Axis]]
    """The two values that a heat map varies if nothing is asked for."""
    assumed: tuple[str, ...] = ()
    """Its fixed assumptions, on which its numbers hang: ids of words of the kind
    ``assumed``, which results tell."""
    in_all: Callable[[Any], int] | None = None
    """How many men there are in all, where the file says how many are in each party."""


@cache
def playables_in(game: str) -> Mapping[str, Playable]:
    """Return the sequences of a game by name: ``PLAYABLE`` of each file that has one."""
    folder = Path(__file__).with_name(game)
    names = sorted(file.stem for file in folder.glob("*.py") if "\nPLAYABLE = " in file.read_text(encoding="utf-8"))
    sequences = (import_module(f"mangonel.games.{game}.{name}").PLAYABLE for name in names)
    return {playable.name: playable for playable in sequences}


class Endings:
    """The endings of a sequence, by name, with the note of a trace at each; none if that is empty."""

    def __init__(self, notes: Mapping[str, str]) -> None:
        self._notes = dict(notes)
        self._codes = {name: code for code, name in enumerate(notes, start=1)}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._notes)

    def without(self, *names: str) -> Endings:
        """Return the endings of a game that cannot come to some of them."""
        return Endings({name: note for name, note in self._notes.items() if name not in names})

    def end(self, s: Any, dice: Dice, name: str) -> None:
        s.ending = self._codes[name]
        if self._notes[name]:
            dice.note(self._notes[name])

    def reached(self, s: Any, name: str) -> bool:
        return bool(s.ending == self._codes[name])
