"""Dice of the Monte Carlo engine: one row a trial."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mangonel.engine.dice import CHAPTER_STATES, Inset, Told
from mangonel.engine.faces import Faces
from mangonel.engine.rolls import Roll
from mangonel.engine.slips import checked_mask, checked_place
from mangonel.engine.within import SomeRows
from mangonel.errors import StateLimitError

__all__ = ["BLOCK", "SampledDice", "SharedDice", "Span"]

BLOCK = 1 << 16
"""Trials in a block. Part of the seed contract: block b of a run always holds the trials from b * BLOCK on."""

_SPARSE = 4
"""If fewer than one row in so many rolls, only those rows are handed dice."""

_SMALL = 1 << 15
"""Rolls with at most so many codes are looked up by short indices, which is faster."""

_ALIKE = 1 << 9
"""So many rows of a block begin a chapter alike if it is worth being counted. Part of the seed contract."""


class Span(NamedTuple):
    """Trials of a run from one on, which begins a block, and up to another, which is not among them."""

    start: int
    stop: int

    @property
    def whole(self) -> bool:
        """Whether they are whole blocks."""
        return self.stop % BLOCK == 0

    def blocks(self) -> list[tuple[int, int]]:
        """Return number and trials of each block."""
        first = range(self.start, self.stop, BLOCK)
        return [(trial // BLOCK, min(BLOCK, self.stop - trial)) for trial in first]


class SampledDice:
    """Dice for independent trials.

    Parameters
    ----------
    bits
        The bit generator of the block.
    numbers
        The type of number that phases are handed.
    chapters
        Whether chapters that many rows begin alike are drawn from all the ways in which they can end.
    """

    def __init__(self, bits: np.random.BitGenerator, numbers: DTypeLike = np.int64, *, chapters: bool = False) -> None:
        self.rows: int | None = None
        self._bits = bits
        self._chapters = chapters
        self._faces = Faces(bits)
        self._numbers = np.dtype(numbers)

    def begin(self, turn: int, phase: str) -> None:
        """Note that a phase begins; independent dice do not care which."""

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        """Roll for the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        del who
        situation = _checked(roll, where, situation, self.rows)
        count = int(np.count_nonzero(where))
        if count == 0:
            return np.zeros(len(where), dtype=self._numbers)
        if count * _SPARSE < len(where):
            rows = np.flatnonzero(where)
            codes = np.zeros(len(where), dtype=self._numbers)
            situations = situation if isinstance(situation, int) else situation[rows]
            codes[rows] = _read(roll, self._faces.take(count, roll.sides), situations)
            return codes
        dense = _read(roll, self._faces.take(len(where), roll.sides), situation)
        dense *= where
        return dense.astype(self._numbers, copy=False)

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        """Play a whole chapter in the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        rows, starts = _starting(chapter, where, start, self.rows)
        ends = np.zeros((len(chapter.reads), len(where)), dtype=np.result_type(np.int16, self._numbers))
        left = self._drawn(chapter, rows, starts, ends) if self._chapters else slice(None)
        rows, starts = rows[left], starts[left]
        if len(rows):
            ends[:, rows] = chapter.play_out(starts, self, lambda _phase: None, keep_rows=False)
        return ends

    def _drawn(
        self, chapter: Inset, rows: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[Any]
    ) -> NDArray[np.bool_]:
        """Fill in what is drawn; return which of the rows that begin a chapter are left to be played. Shape (rows,)."""
        left = np.ones(len(rows), dtype=np.bool_)
        for start in np.flatnonzero(np.bincount(starts, minlength=chapter.starts) >= _ALIKE).tolist():
            try:
                known = chapter.ends(start, CHAPTER_STATES)
            except StateLimitError:
                continue
            mine = np.flatnonzero(starts == start)
            ends[:, rows[mine]] = known.drawn(self._bits.random_raw(len(mine)))
            left[mine] = False
        return left

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Say nothing: nobody listens."""


class SharedDice:
    """Dice that two variants of a sequence share: the same for a given row, turn, phase and roll of the phase.

    Parameters
    ----------
    seed, block
        Seed of the run and number of the block.
    numbers
        The type of number that phases are handed.
    """

    def __init__(self, seed: int, block: int, numbers: DTypeLike = np.int64) -> None:
        self.rows: int | None = None
        self._numbers = np.dtype(numbers)
        words = np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(2, np.uint64)
        self._key = words
        self._place = (0, 0)
        self._asked = 0

    def begin(self, turn: int, phase: str) -> None:
        """Note which phase begins: its name and turn say which dice it gets."""
        self._place = (turn, zlib.crc32(phase.encode()))
        self._asked = 0

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[Any]:
        """Roll for the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        del who
        situation = _checked(roll, where, situation, self.rows)
        self._asked += 1
        if not where.any():
            return np.zeros(len(where), dtype=self._numbers)
        counter = np.array([0, *self._place, self._asked], dtype=np.uint64)
        bits = np.random.Philox(key=self._key, counter=counter)
        # The variants may ask for different dice, so every die comes from the same share of a unit interval.
        share = np.random.Generator(bits).random(len(where), dtype=np.float32)
        faces = np.minimum(share * roll.sides, roll.sides - 1).astype(np.uint8)
        codes = _read(roll, faces, situation)
        codes *= where
        return codes.astype(self._numbers, copy=False)

    def play(self, chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[Any]:
        """Play a whole chapter in the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        rows, starts = _starting(chapter, where, start, self.rows)
        ends = np.zeros((len(chapter.reads), len(where)), dtype=np.result_type(np.int16, self._numbers))
        if len(rows):
            turn, place, number = *self._place, self._asked
            part = SomeRows(self, rows, len(where))
            ends[:, rows] = chapter.play_out(
                starts, part, lambda phase: self.begin(turn, f"{place}, {phase}"), keep_rows=True
            )
            self._place, self._asked = (turn, place), number
        return ends

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Say nothing: nobody listens."""


def _checked(
    roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int, rows: int | None
) -> NDArray[Any] | int:
    """Return the situation of a roll in its plain form, if all that is asked for can be answered."""
    checked_mask("roll", roll.name, where, rows)
    return checked_place("roll", roll.name, "situation", situation, where, len(roll.codes))


def _starting(
    chapter: Inset, where: NDArray[np.bool_], start: NDArray[Any] | int, size: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows in which a chapter begins, and the numbers of their starts. Shape (rows in `where`,)."""
    checked_mask("chapter", chapter.name, where, size)
    start = checked_place("chapter", chapter.name, "start", start, where, chapter.starts)
    rows = np.flatnonzero(where)
    if isinstance(start, int):
        return rows, np.full(len(rows), start, dtype=np.int64)
    return rows, start[rows].astype(np.int64)


def _read(roll: Roll, faces: NDArray[np.uint8], situation: NDArray[Any] | int) -> NDArray[np.int8]:
    """Read faces on the table of the roll. Shape (rows,)."""
    codes: NDArray[np.int8]
    if isinstance(situation, int):
        codes = roll.codes[situation].take(faces, mode="clip")
        return codes
    index: NDArray[Any] = situation.astype(np.int16 if len(roll.flat) <= _SMALL else np.int64)
    index *= roll.sides
    index += faces
    codes = roll.flat.take(index, mode="clip")
    return codes
