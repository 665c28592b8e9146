"""Chances of one try, with what to roll for it, and of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from mangonel.press.blocks import Cell, Column
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Chance, face_ranges
from mangonel.sheets.wanted import Asked
from mangonel.tables.situation import Situation

__all__ = ["Try", "Way", "faces_of", "tries_cells", "tries_columns"]

_OR: Final = " / "
_NO_ROLL: Final = "\N{EN DASH}"

Way: TypeAlias = tuple[tuple[int, ...], ...]
"""The faces that are needed of each of several dice, thrown one after the other."""


@dataclass(frozen=True, slots=True)
class Try:
    """One try."""

    chance: Fraction
    """How likely it succeeds."""
    ways: tuple[Way, ...] = ()
    """What to roll for it; empty if nothing is rolled, or more than single dice."""

    def rolled(self, asked: Asked) -> Answer:
        """Return what a cell says is to be rolled: the chance with the faces of one die, or of several in words."""
        if not self.ways or (self.chance and not all(map(all, self.ways))):
            return _NO_ROLL
        if len(self.ways) == 1 and len(self.ways[0]) == 1:
            return Chance("", self.chance, self.ways[0][0])
        return _OR.join(asked.text("frame.then").join(map(face_ranges, way)) for way in self.ways)


def faces_of(roll: Situation, *letters: str) -> tuple[int, ...]:
    """Return the faces of a single die that bring one of some results; none of several dice."""
    return tuple(face for face in roll.faces if isinstance(face, int) and roll.outcome(face) in letters)


def tries_columns(asked: Asked, tries: Sequence[int], head: str, die: str) -> tuple[Column, ...]:
    """Return the columns of `tries_cells`: what to roll if the view tells faces, then each number of tries.

    Parameters
    ----------
    asked
        What was asked for.
    tries
        Numbers of tries.
    head
        What a try is called, in the plural.
    die
        What is thrown for one.
    """
    columns = tuple(Column(asked.locale.number(count), asked.counted(head)) for count in tries)
    return (Column(die), *columns) if asked.view == "faces" else columns


def tries_cells(
    asked: Asked, ask: Callable[[RuleSet], Try | None], tries: Sequence[int], mark: str, kind: str = "out"
) -> tuple[Cell, ...]:
    """Return the chance that at least one of so many tries succeeds, for each number of tries.

    Parameters
    ----------
    asked
        What was asked for; where its view tells faces, a cell that says what to roll stands before the chances.
    ask
        One try under a rule set, None where it allows none.
    tries
        Numbers of tries.
    mark
        The results that are successes, as printed.
    kind
        One of `mangonel.press.blocks.KINDS`.
    """
    chances = asked.answers(ask)
    faces = asked.view == "faces"

    def answers(count: int) -> list[Answer]:
        return [
            None if chance is None else Chance("" if faces else mark, 1 - (1 - chance.chance) ** count)
            for chance in chances
        ]

    rolled = asked.cell([None if chance is None else chance.rolled(asked) for chance in chances], kind)
    return (*([rolled] if faces else []), *(asked.cell(answers(count), kind) for count in tries))
