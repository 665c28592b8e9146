"""The Monte Carlo engine: one row a trial, in blocks that fit the cache."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.faces import Faces, generator
from mangonel.engine.ledger import Ledger
from mangonel.engine.state import State
from mangonel.engine.within import SomeRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.chapter import Chapter
    from mangonel.engine.rolls import Roll
    from mangonel.engine.sequence import PlaySequence, Told

__all__ = ["BLOCK", "SampledDice", "SharedDice", "play_block"]

BLOCK = 1 << 16
"""Trials in a block. Part of the seed contract: block b of a run always holds the trials from b * BLOCK on."""

_SPARSE = 4
"""If fewer than one row in so many rolls, only those rows are handed dice."""

_SMALL = 1 << 15
"""Rolls with at most so many codes are looked up by short indices, which is faster."""

_DROP = 3
"""Finished rows are dropped when they are more than one in so many."""


class SampledDice:
    """Dice for independent trials.

    Parameters
    ----------
    bits
        The bit generator of the block.
    """

    def __init__(self, bits: np.random.BitGenerator) -> None:
        self._faces = Faces(bits)

    def begin(self, turn: int, phase: str) -> None:
        """Note that a phase begins; independent dice do not care which."""

    def roll(
        self, roll: Roll, where: NDArray[np.bool_], situation: NDArray[Any] | int = 0, *, who: str = ""
    ) -> NDArray[np.int8]:
        """Roll for the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        del who
        count = int(np.count_nonzero(where))
        if count == 0:
            return np.zeros(len(where), dtype=np.int8)
        if count * _SPARSE < len(where):
            rows = np.flatnonzero(where)
            codes = np.zeros(len(where), dtype=np.int8)
            some = situation if isinstance(situation, int) else situation[rows]
            codes[rows] = _read(roll, self._faces.take(count, roll.sides), some)
            return codes
        codes = _read(roll, self._faces.take(len(where), roll.sides), situation)
        codes *= where
        return codes

    def play(self, chapter: Chapter, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[np.int16]:
        """Play a whole chapter in the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        rows, starts = _starting(where, start)
        ends = np.zeros((len(chapter.reads), len(where)), dtype=np.int16)
        if len(rows):
            ends[:, rows] = chapter.play_out(starts, self, lambda _phase: None, keep_rows=False)
        return ends

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Say nothing: nobody listens."""


class SharedDice:
    """Dice that two variants of a sequence share: the same for a given row, turn, phase and roll of the phase.

    Parameters
    ----------
    seed, block
        Seed of the run and number of the block.
    """

    def __init__(self, seed: int, block: int) -> None:
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
    ) -> NDArray[np.int8]:
        """Roll for the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        del who
        self._asked += 1
        if not where.any():
            return np.zeros(len(where), dtype=np.int8)
        counter = np.array([0, *self._place, self._asked], dtype=np.uint64)
        bits = np.random.Philox(key=self._key, counter=counter)
        # The variants may ask for different dice, so every die comes from the same share of a unit interval.
        share = np.random.Generator(bits).random(len(where), dtype=np.float32)
        faces = np.minimum(share * roll.sides, roll.sides - 1).astype(np.uint8)
        codes = _read(roll, faces, situation)
        codes *= where
        return codes

    def play(self, chapter: Chapter, where: NDArray[np.bool_], start: NDArray[Any] | int = 0) -> NDArray[np.int16]:
        """Play a whole chapter in the rows in `where`; see `mangonel.engine.sequence.Dice`."""
        rows, starts = _starting(where, start)
        ends = np.zeros((len(chapter.reads), len(where)), dtype=np.int16)
        if len(rows):
            turn, place, asked = *self._place, self._asked
            some = SomeRows(self, rows, len(where))
            ends[:, rows] = chapter.play_out(
                starts, some, lambda phase: self.begin(turn, f"{place}, {phase}"), keep_rows=True
            )
            self._place, self._asked = (turn, place), asked
        return ends

    def note(self, text: str, where: Told, *values: Told) -> None:
        """Say nothing: nobody listens."""


def _starting(where: NDArray[np.bool_], start: NDArray[Any] | int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows in which a chapter begins, and the numbers of their starts. Shape (rows in `where`,)."""
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


def play_block(
    sequence: PlaySequence, seed: int, block: int, trials: int, *, shared: bool = False
) -> tuple[Ledger, NDArray[np.int64]]:
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

    Returns
    -------
    Ledger
        The outcomes, each trial with weight 1.
    numpy.ndarray
        The outcome cell of each trial if `shared`, else empty.
    """
    layout = sequence.layout
    ledger = Ledger(sequence)
    dice = SharedDice(seed, block) if shared else SampledDice(generator(seed, block))
    matrix = layout.rows(trials)
    counters = np.zeros((len(layout.tallies), trials), dtype=np.int16)
    state = State(layout, matrix, counters, 0)
    done = np.zeros(trials, dtype=np.bool_)
    cells = np.zeros(trials if shared else 0, dtype=np.int64)

    def book(rows: NDArray[np.int64], turn: int) -> None:
        keys = ledger.book(State(layout, matrix[:, rows], counters[:, rows], turn), turn, None)
        if shared:
            cells[rows] = keys

    for turn in range(1, sequence.turns + 1):
        if sequence.series:
            still = np.flatnonzero(~done)
            ledger.watch(State(layout, matrix[:, still], counters[:, still], turn - 1), turn - 1, None)
        state.begin_turn(turn)
        for phase in sequence.phases:
            if phase.when is not None and not phase.when(state).any():
                continue
            dice.begin(turn, phase.name)
            phase.act(state, dice)
            # A row is booked once, at the end of the phase that ended it; what happens to it afterwards is void.
            fresh = (state.ending != 0) & ~done
            if fresh.any():
                book(np.flatnonzero(fresh), turn)
                done |= fresh
        finished = int(np.count_nonzero(done))
        if finished == len(done):
            return ledger, cells
        if not shared and finished * _DROP > len(done):
            keep = np.flatnonzero(~done)
            matrix, counters = matrix[:, keep], counters[:, keep]
            state = State(layout, matrix, counters, turn)
            done = np.zeros(len(keep), dtype=np.bool_)
    # Nothing may be read from what the open rows say of an ending: they have none.
    book(np.flatnonzero(~done), sequence.turns)
    return ledger, cells
