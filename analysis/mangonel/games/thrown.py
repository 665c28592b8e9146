"""Dice that are thrown on the way to an answer: what each face brings, and how likely it is that they are thrown."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from mangonel.games.registry import system_of
from mangonel.rules.dice import Throw
from mangonel.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from mangonel.rules.situation import Situation

__all__ = ["Thrown", "shown_face", "thrown"]

_SHORT: Final = 3
"""Letters of a result for which there is room below each face."""


@dataclass(frozen=True)
class Thrown:
    """One throw of the dice."""

    table: str
    """The id of the table that is looked into."""
    faces: tuple[str, ...]
    """All that the dice can show, each as likely as the others."""
    results: tuple[str, ...]
    """What each of them brings."""
    order: tuple[str, ...]
    """The results that can come, from the worst for the target down."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """What each of them means, in words."""
    backfires: Collection[str] = frozenset()
    """Those of them that befall the attacker."""
    chance: Fraction = Fraction(1)
    """How likely it is that these dice are thrown."""
    when: str = ""
    """What they are thrown for, in words, where there are others; else empty."""

    @property
    def cells(self) -> tuple[tuple[str, int, str], ...]:
        """What a strip shows: the dice, how many faces they are, and the result. What is long stands once for a run."""
        if max(map(len, self.results)) <= _SHORT:
            return tuple((face, 1, result) for face, result in zip(self.faces, self.results, strict=True))
        cells, pairs = [], zip(self.faces, self.results, strict=True)
        for result, run in groupby(pairs, key=itemgetter(1)):
            faces = [face for face, _ in run]
            ends = faces[:1] if len(faces) == 1 else [faces[0], faces[-1]]
            cells.append(("\N{EN DASH}".join(ends), len(faces), result))
        return tuple(cells)


def shown_face(face: Throw) -> str:
    """Return what the dice show, as it is written: ``7``, or ``3+4`` of two dice."""
    return str(face) if isinstance(face, int) else "+".join(map(str, face))


def thrown(rules: RuleSet, roll: Situation, when: str = "", chance: Fraction = Fraction(1)) -> Thrown:
    """Return the dice of a roll on a table; arguments as the attributes of `Thrown`."""
    fates, table, results = system_of(rules).fates(), roll.table.id, roll.outcomes()
    letters = tuple(dict.fromkeys(results))
    return Thrown(
        table,
        tuple(map(shown_face, roll.faces)),
        results,
        fates.worst_first(rules, table, letters),
        {letter: roll.meaning(letter) for letter in letters},
        frozenset(letter for letter in letters if fates.backfires(rules, table, letter)),
        chance,
        when,
    )
