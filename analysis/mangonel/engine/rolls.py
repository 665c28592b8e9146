"""One kind of roll, ready for the engines: faces to outcomes in every situation it can be asked in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.slips import is_whole
from mangonel.errors import SequenceError, nearest
from mangonel.tables.dice import Die, Throw

__all__ = ["Roll"]

_MOST_SIDES = 256
_MOST_OUTCOMES = 128
"""Faces and codes are kept in a byte each."""


@dataclass(frozen=True, eq=False)
class Roll:
    """A die read on a table in one of several situations.

    Attributes
    ----------
    name
        What is rolled for, in the game's words.
    outcomes
        Names of the outcomes; a code is an index into it. Code 0 must be the outcome without effect, because it
        is also what rows get that do not roll.
    codes
        Outcome code by situation and throw, in the order of `Die.throws`. Shape (situations, sides), int8.
    explain
        Says in words how a die came to its result: called with the situation and what the die shows.
    thrown
        The dice; by default one die that counts from 1.
    """

    name: str
    outcomes: tuple[str, ...]
    codes: NDArray[np.int8]
    explain: Callable[[int, Any], str] = field(repr=False)
    thrown: Die | None = None

    def __post_init__(self) -> None:
        if not self.outcomes or len(self.outcomes) > _MOST_OUTCOMES:
            outcomes = len(self.outcomes)
            raise SequenceError(f"roll {self.name!r}: {outcomes} outcomes; it may have 1 to {_MOST_OUTCOMES}")
        twice = {outcome for outcome in self.outcomes if self.outcomes.count(outcome) > 1}
        if twice:
            raise SequenceError(f"roll {self.name!r}: two outcomes are called {min(twice)!r}")
        if self.codes.ndim != 2 or not self.codes.size or self.sides > _MOST_SIDES:
            sides = self.codes.shape[-1] if self.codes.ndim == 2 else 0
            raise SequenceError(f"roll {self.name!r}: a die has 1 to {_MOST_SIDES} sides, not {sides}")
        if len(self.die.throws) != self.sides:
            ways = len(self.die.throws)
            raise SequenceError(f"roll {self.name!r}: {self.die.name} falls in {ways} ways, not {self.sides}")
        if self.codes.min() < 0 or self.codes.max() >= len(self.outcomes):
            raise SequenceError(f"roll {self.name!r}: its codes are 0 to {len(self.outcomes) - 1}")

    @classmethod
    def of(
        cls,
        name: str,
        outcomes: Sequence[str],
        faces: Sequence[Sequence[str]],
        explain: Callable[[int, Any], str] | None = None,
        thrown: Die | None = None,
    ) -> Roll:
        """Build a roll from the names of its outcomes by situation and die.

        Parameters
        ----------
        name, outcomes
            As in the class; `outcomes` begins with the one without effect.
        faces
            For each situation the outcome of die 1, 2, ... by name; with `thrown`, of each of its throws.
        explain, thrown
            As in the class; by default the trace names the die and the outcome.

        Raises
        ------
        SequenceError
            If a face is no outcome, situations have different numbers of faces, or there are more than 256 faces
            or 128 outcomes.
        """
        if len({len(row) for row in faces}) > 1:
            lengths = ", ".join(str(len(row)) for row in faces)
            raise SequenceError(f"roll {name!r}: all situations must have as many faces: {lengths}")
        index = {outcome: code for code, outcome in enumerate(outcomes)}
        for outcome in (face for row in faces for face in row):
            if outcome not in index:
                near = nearest(str(outcome), [str(outcome_named) for outcome_named in outcomes])
                hint = "" if near is None else f"; did you mean {near!r}?"
                raise SequenceError(f"roll {name!r}: {outcome!r} is none of its outcomes{hint}")
        # Wider than what is kept, so that too many outcomes are counted and do not run over.
        wide = np.array([[index[outcome] for outcome in row] for row in faces], dtype=np.int64)
        codes = wide.astype(np.int8)

        def plain(situation: int, die: Throw) -> str:
            return f"{Die.told(die)} -> {faces[situation][roll.die.place(die)]}"

        roll = cls(name, tuple(outcomes), codes, plain if explain is None else explain, thrown)
        return roll

    @classmethod
    def at_least(cls, name: str, sides: int | Die, lowest: int) -> Roll:
        """Build a roll that succeeds (code 1) on `lowest` or more on a die with `sides` sides, or in all on some dice.

        Raises
        ------
        SequenceError
            If there are more than 256 sides.
        """
        if not (isinstance(sides, Die) or is_whole(sides)) or not is_whole(lowest):
            raise SequenceError(f"roll {name!r}: sides and lowest are whole numbers, not {sides!r} and {lowest!r}")
        die = sides if isinstance(sides, Die) else Die(sides)
        row = ["-" if die.total(throw) < lowest else name for throw in die.throws]
        return cls.of(name, ("-", name), [row], thrown=die)

    @classmethod
    def chance(cls, name: str, numerator: int | Sequence[int], denominator: int) -> Roll:
        """Build a roll that succeeds (code 1) in so many cases of so many.

        Parameters
        ----------
        name
            What is rolled for.
        numerator
            How many cases are successes; several numbers are as many situations, in order.
        denominator
            How many cases there are, at most 256: the sides of the die, of which the highest succeed.

        Raises
        ------
        SequenceError
            If a number is none, or a numerator is not one of 0 to `denominator`.
        """
        numerators = [numerator] if is_whole(numerator) or not isinstance(numerator, Sequence) else list(numerator)
        if not is_whole(denominator) or not all(map(is_whole, numerators)):
            raise SequenceError(f"roll {name!r}: a chance is whole numbers, not {numerator!r} in {denominator!r}")
        for cases in numerators:
            if not 0 <= cases <= denominator:
                raise SequenceError(f"roll {name!r}: {cases} in {denominator} is no chance")
        rows = [["-"] * (denominator - cases) + [name] * cases for cases in numerators]
        return cls.of(name, ("-", name), rows)

    @property
    def sides(self) -> int:
        """In how many ways, all as likely, the die can fall."""
        return int(self.codes.shape[1])

    @cached_property
    def die(self) -> Die:
        """The dice that are thrown."""
        return Die(self.sides) if self.thrown is None else self.thrown

    @cached_property
    def flat(self) -> NDArray[np.int8]:
        """The codes as one row: entry ``situation * sides + face``."""
        return np.ascontiguousarray(self.codes).reshape(-1)

    @cached_property
    def branches(self) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
        """Distinct outcomes of each situation and their probabilities, padded with probability 0.

        The last row is for who does not roll: outcome 0 for sure. Two arrays of shape (situations + 1, most branches).
        """
        counts = [np.unique(row, return_counts=True) for row in self.codes]
        width = max(len(codes) for codes, _ in counts)
        codes = np.zeros((len(counts) + 1, width), dtype=np.int8)
        chances = np.zeros((len(counts) + 1, width), dtype=np.float64)
        chances[-1, 0] = 1.0
        for situation, (faces, often) in enumerate(counts):
            codes[situation, : len(faces)] = faces
            chances[situation, : len(faces)] = often / self.sides
        return codes, chances

    def code(self, outcome: str) -> int:
        """Return the code of an outcome; -1, which no die gives, if this roll does not know it."""
        return self.outcomes.index(outcome) if outcome in self.outcomes else -1
