"""Chances of one try, with what to roll for it, and of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from mangonel.paper.blocks import Cell, Column, Grid, Row
from mangonel.paper.wanted import Answer, Asked, Chance, face_ranges
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation

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


Ask: TypeAlias = Callable[[RuleSet], Try | None]
"""One try under a rule set, None where it allows none."""


def faces_of(roll: Situation, *letters: str) -> tuple[int, ...]:
    """Return the faces of a single die that bring one of some results; none of several dice."""
    return tuple(face for face in roll.faces if isinstance(face, int) and roll.outcome(face) in letters)


def tries_grid(
    asked: Asked,
    tries: Sequence[int],
    cases: Iterable[tuple[str, str, Ask, str, str]],
    head: str,
    die: str,
    corner: tuple[str, str] = ("", ""),
) -> Grid:
    """Return the chances that at least one of some tries succeeds; where the view tells faces, with what to roll.

    Parameters
    ----------
    tries
        Numbers of tries.
    cases
        The rows: group, label, one try under a rule set (None where it allows none), the results that are successes, as
        printed, and of what kind they are (`mangonel.paper.blocks.KINDS`).
    head
        What a try is called, in the plural.
    """
    faces = asked.view == "faces"

    def cell(ask: Ask, mark: str, kind: str, count: int) -> Cell:
        """Return one chance, or what to roll for a `count` of 0."""
        answers: list[Answer] = [
            None
            if attempt is None
            else Chance("" if faces else mark, 1 - (1 - attempt.chance) ** count)
            if count
            else attempt.rolled(asked)
            for attempt in asked.answers(ask)
        ]
        return asked.cell(answers, kind)

    counts = (0, *tries) if faces else tries
    rows = (
        Row(label, tuple(cell(ask, mark, kind, count) for count in counts), group)
        for group, label, ask, mark, kind in cases
    )
    columns = asked.numbered(tries, asked.counted(head))
    return Grid("", (Column(die), *columns) if faces else columns, tuple(rows), corner)
