"""The Monte Carlo engine: one row a trial, in blocks that fit the cache."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mangonel.engine.begun import Begun
from mangonel.engine.dice import CHAPTER_STATES, Inset, Told
from mangonel.engine.faces import Faces, generator
from mangonel.engine.ledger import Ledger
from mangonel.engine.mistakes import concerned, played
from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.slips import checked_mask, checked_place
from mangonel.engine.state import Layout, State
from mangonel.engine.within import SomeRows
from mangonel.errors import StateLimitError

__all__ = ["BLOCK", "Played", "SampledDice", "SharedDice", "Span", "play_block"]

BLOCK = 1 << 16
"""Trials in a block. Part of the seed contract: block b of a run always holds the trials from b * BLOCK on."""

_SPARSE = 4
"""If fewer than one row in so many rolls, only those rows are handed dice."""

_SMALL = 1 << 15
"""Rolls with at most so many codes are looked up by short indices, which is faster."""

_ALIKE = 1 << 9
"""So many rows of a block begin a chapter alike if it is worth being counted. Part of the seed contract."""

_DROP = 3
"""Finished rows are dropped when they are more than one in so many."""


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


class Played(NamedTuple):
    """A block of trials that has been played.

    Attributes
    ----------
    ledger
        The outcomes, each trial with weight 1.
    cells
        The outcome cell of each trial, or of none. Shape (trials,).
    counters
        The counters of each trial, or of none. Shape (tallies, trials).
    """

    ledger: Ledger
    cells: NDArray[np.int64]
    counters: NDArray[np.int64]


def _noted(layout: Layout, counters: NDArray[Any]) -> NDArray[Any]:
    """Return the counters before a phase, so far as what is added to them is to be checked."""
    return counters[:0] if layout.compact else counters.copy()


def play_block(
    sequence: PlaySequence,
    seed: int,
    block: int,
    trials: int,
    *,
    shared: bool = False,
    chapters: bool = False,
    begun: Begun | None = None,
) -> Played:
    """Play one block of trials to the end.

    Parameters
    ----------
    sequence
        What is played.
    seed, block
        They decide the dice.
    trials
        Rows to play, at most `BLOCK`.
    shared
        Whether the dice are those that variants share (slower: rows keep their place).
    chapters
        Whether chapters are drawn where that is worth it; see `SampledDice`.
    begun
        Where the trials begin; by default at the start of the game.

    Returns
    -------
    Played
        Trial by trial only if `shared`.
    """
    layout = sequence.layout
    ledger = Ledger(sequence)
    numbers = layout.dtype
    bits = generator(seed, block)
    matrix = layout.rows(trials) if begun is None else begun.rows(bits, trials)
    through = 0 if begun is None else begun.through
    dice = SharedDice(seed, block, numbers) if shared else SampledDice(bits, numbers, chapters=chapters)
    counters = layout.counters(trials)
    state = State(layout, matrix, counters, through)
    done = np.zeros(trials, dtype=np.bool_)
    played_out = Played(
        ledger,
        np.zeros(trials if shared else 0, dtype=np.int64),
        np.zeros((len(layout.tallies), trials if shared else 0), dtype=np.int64),
    )

    def book(rows: NDArray[np.int64], turn: int) -> None:
        keys = ledger.book(State(layout, matrix.take(rows, axis=1), counters.take(rows, axis=1), turn), turn, None)
        if shared:
            played_out.cells[rows] = keys
            played_out.counters[:, rows] = counters.take(rows, axis=1)

    for turn in range(through + 1, sequence.limit + 1):
        if sequence.series:
            still = np.flatnonzero(~done)
            ledger.watch(
                State(layout, matrix.take(still, axis=1), counters.take(still, axis=1), turn - 1), turn - 1, None
            )
        state.begin_turn(turn)
        for phase in sequence.phases:
            if not concerned(phase, state):
                continue
            dice.begin(turn, phase.name)
            before = _noted(layout, counters)
            played(phase, state, dice)
            layout.check(matrix, phase.name, done)
            layout.check_added(counters[: len(before)] - before, phase.name)
            # A row is booked once, at the end of the phase that ended it; what happens to it afterwards is void.
            fresh = (state.ending != 0) & ~done
            if fresh.any():
                book(np.flatnonzero(fresh), turn)
                done |= fresh
        finished = int(np.count_nonzero(done))
        if finished == len(done):
            return played_out
        if not shared and finished * _DROP > len(done):
            keep = np.flatnonzero(~done)
            # Not by an index: that would leave the rows of the matrix scattered.
            matrix, counters = matrix.take(keep, axis=1), counters.take(keep, axis=1)
            state = State(layout, matrix, counters, turn)
            done = np.zeros(len(keep), dtype=np.bool_)
    # Nothing may be read from what the open rows say of an ending: they have none.
    book(np.flatnonzero(~done), sequence.limit)
    return played_out
