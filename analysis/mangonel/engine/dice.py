"""What a phase may ask of the engine that runs it: rolls, and chapters that are played whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.alias import AliasTable, alias_table
from mangonel.engine.rolls import Roll

__all__ = ["CHAPTER_STATES", "Dice", "Ends", "EngineDice", "Inset", "Told"]

Told: TypeAlias = "NDArray[Any] | Callable[[], NDArray[Any]]"
"""What a note needs of each row, or a function that works it out. Shape (rows,)."""


CHAPTER_STATES = 30_000
"""States that a sampled run keeps to count a chapter exactly; one that has more is played trial by trial."""


@dataclass(frozen=True)
class Ends:
    """How a chapter ends from one of its starts."""

    values: NDArray[np.int16]
    """What is read at its end, as in `Inset.reads`. Shape (reads, ends)."""
    chances: NDArray[np.float64]
    """Their probabilities. Shape (ends,)."""

    @cached_property
    def _table(self) -> AliasTable:
        return alias_table(np.array([0, len(self.chances)]), self.chances)

    def drawn(self, words: NDArray[np.uint64]) -> NDArray[np.int16]:
        """Return what is read at the end, for a 64-bit word each. Shape (reads, words)."""
        return self.values.take(self._table.draw(np.zeros(len(words), dtype=np.int64), words), axis=1)


class Inset(Protocol):
    """A chapter, as dice play it: see `mangonel.engine.chapter.Chapter`.

    Attributes
    ----------
    name
        What is played.
    reads
        What is read at its end.
    starts
        How many starts there are.
    """

    name: str
    reads: Sequence[str]
    starts: int

    def ends(self, start: int, limit: int) -> Ends:
        """Return every way in which it can end from a start, counted exactly; StateLimitError past the limit."""
        ...

    def play_out(
        self, start: NDArray[np.integer], dice: EngineDice, begin: Callable[[str], None], *, keep_rows: bool
    ) -> NDArray[np.int16]:
        """Play it with dice, from the start of each row; return what is read at its end. Shape (reads, rows)."""
        ...


class Dice(Protocol):
    """What a phase may ask of the engine that runs it."""

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        """Roll one die for each row in `where`.

        Parameters
        ----------
        roll
            What is rolled for.
        where
            Which rows roll. Shape (rows,).
        situation
            The situation of each row, or one for all.
        who
            Who rolls, for the trace.

        Returns
        -------
        numpy.ndarray
            Outcome codes; 0 outside `where`. Shape (rows,), whole numbers of the type that the columns have.

        Raises
        ------
        SequenceError
            If `where` is no mask with an entry a row, or `situation` none that the roll has in a row of `where`.
        """
        ...

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        """Play a whole chapter in each row in `where`.

        Parameters
        ----------
        chapter
            What is played.
        where
            In which rows. Shape (rows,).
        start
            Number of the start of each row, or one for all.

        Returns
        -------
        numpy.ndarray
            What is read at its end, see `Inset.reads`; 0 outside `where`. Shape (reads, rows), whole numbers.

        Raises
        ------
        SequenceError
            As for `roll`.
        """
        ...

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Tell the reader of a trace what happens in the rows of `where`.

        Each ``{}`` in `text` is filled with the row's entry of the next of `values`; with a word, as in
        ``{:hex}``, it is "1 hex", "2 hexes" and so on. What is needed for the note only is given as a function: it is
        called at once if somebody listens, and not at all in a run of many games.
        """
        ...


class EngineDice(Dice, Protocol):
    """Dice, as engines hold them.

    Attributes
    ----------
    rows
        How many rows the phase that is played has; None outside a phase.
    """

    rows: int | None
