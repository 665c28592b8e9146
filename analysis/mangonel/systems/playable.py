"""What a sequence says of itself, so that scenario files, reports and the command line can use it by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.reading import Node

__all__ = ["Axis", "Facts", "Playable"]

Facts = tuple[tuple[str, str], ...]
"""Name and text of each fact, in the order in which they are to be read."""

Axis = tuple[str, tuple[int, ...]]
"""A value of the scenario by its dotted path, and the numbers it is to take."""


@dataclass(frozen=True)
class Playable:
    """A sequence by its name in scenario files.

    The setup is whatever `read` returns: a frozen dataclass whose ``repr`` tells all that can change a number, with an
    attribute ``turns``. The other functions are only ever given what `read` of the same sequence has returned.

    Attributes
    ----------
    name
        Value of the key ``sequence`` of a scenario file.
    read
        Reads and checks the setup, given the scenario and what the game's record has read of its roster; raises
        DataError for the first value that is not allowed. It must not import numpy.
    make
        Builds the sequence under a rule set; raises DataError if the rules do not allow what it needs. It imports what
        it needs when it is called.
    facts
        Who fights, where and with what, in the words of a language.
    policies
        What the players have decided, in the words of a language.
    sweep
        The two values that a heat map varies if nothing is asked for.
    """

    name: str
    read: Callable[[Node, Any], Any]
    make: Callable[[Any, RuleSet], PlaySequence]
    facts: Callable[[Any, Locale], Facts]
    policies: Callable[[Any, Locale], Facts]
    sweep: Callable[[Any], tuple[Axis, Axis]]
