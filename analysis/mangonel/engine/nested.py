"""A process played inside a turn of another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.exact import STATE_LIMIT, chain_of, exactly, starting
from mangonel.engine.learning import Learnt, PhaseTable, Rolls, located
from mangonel.engine.process import Chapter, Process
from mangonel.engine.sampling import Dice, GameDice, play_block
from mangonel.engine.state import Floats, Ints, SlipError, Words
from mangonel.errors import SequenceError, StateLimitError

__all__ = ["ChapterTable", "changes", "ends_of"]


_ALIKE, _STATES_EACH, _DRAWN_STATES = 64, 32, 60_000
"""Games of a block that begin a chapter alike, from which on they are drawn from the ways in which it can end; and so
many states at once are counted to know these: for each of the games, and at most. With fewer games or more states it is
played game by game. Part of the seed contract."""


def changes(process: Process, outcomes: Ints) -> Ints:
    """Return what is read at the end of a chapter: endings, and growth of the measures. Shape (games, reads).

    `outcomes` have ending, turn and measures. Shape (games, 2 + measures).
    """
    s = process.layout.state()
    s.load(list(process.layout.start), 0)
    before = np.array([0, *(int(measure.of(s)) for measure in process.measures)], dtype=np.int64)
    return np.delete(outcomes, 1, axis=1) - before


def ends_of(process: Process, limit: int) -> tuple[Ints, Floats]:
    """Return every way in which a chapter can end, and their probabilities. Shapes (ways, reads), (ways,).

    Raises
    ------
    StateLimitError
        If there are more than `limit` states at once.
    """
    known = process.__dict__.get("_ends")
    if known is None:
        if process.__dict__.get("_too_many", 0) >= limit:
            raise StateLimitError(f"{process.name}: more than {limit:,} states")
        ledger, people, stopped = exactly(process, starting(process), limit)
        if isinstance(stopped, StateLimitError):
            process.__dict__["_too_many"] = limit
            chain_of(process).forget()
            raise StateLimitError(f"{process.name}: {stopped}")
        if stopped is not None:
            raise stopped
        keys, weights = ledger.cells()
        reads, which = np.unique(changes(process, ledger.outcomes(keys)), axis=0, return_inverse=True)
        known = reads, np.bincount(which.reshape(-1), weights, len(reads)).astype(np.float64), people.peak
        process.__dict__["_ends"] = known
    reads, chances, peak = known
    if peak > limit:  # what is drawn must not depend on what was counted before
        raise StateLimitError(f"{process.name}: more than {limit:,} states")
    return reads, chances


class ChapterTable(PhaseTable):
    """What a chapter does, by the start that states come to: an edge for each way in which it ends.

    Parameters
    ----------
    process, chapter, rolls
        As for `PhaseTable`.
    """

    def __init__(self, process: Process, chapter: Chapter, rolls: Rolls) -> None:
        super().__init__(process, chapter, rolls)
        self.chapter = chapter
        self.starts: list[Process | None] = []
        self._numbers: dict[Process | None, int] = {}
        self._cells = [self.layout.first[name][0] for name in chapter.reads]
        self._chances: list[float] = []

    def start_of(self, words: Words, turn: int) -> Ints:
        """Return the number in `starts` of the process that each state begins. Shape (states,)."""
        return super().find(words, turn)

    def find(self, words: Words, turn: int) -> Ints:
        """Return the number of the process that each state begins; all of them are counted exactly. Shape (states,)."""
        numbers = self.start_of(words, turn)
        for number in np.unique(numbers).tolist():
            if self.first_edge[number] < 0:
                self._add(number)
        return numbers

    def _learn(self, values: list[int], turn: int) -> Learnt | None:
        """Ask for the process that a state begins."""
        s = self.s
        s.load(values, turn)
        try:
            process = self.chapter.start(s)
        except (SlipError, AttributeError) as slip:
            raise located(self.chapter.name, slip, str(slip)) from None
        if process is not None and process.turns is None:
            raise SequenceError(f"chapter {self.chapter.name!r}: a process inside another must have a turn limit")
        if process not in self._numbers:
            self._numbers[process] = len(self.starts)
            self.starts.append(process)
            for part in (self.positions, self.choices, self.edges, self.first_edge, self.first_choice, self.root):
                part.append(0)
            self.positions[-1], self.first_edge[-1] = 1, -1
        return None if self.asks_anew() else (self._numbers[process], s.reads)

    def acts(self) -> NDArray[np.bool_]:
        """Return of each start whether a process is played. Shape (starts,)."""
        return np.array([process is not None for process in self.starts], dtype=np.bool_)

    def _add(self, number: int) -> None:
        process = self.starts[number]
        reads = np.zeros((1, 0), dtype=np.int64)
        chances = np.ones(1)
        if process is not None:
            reads, chances = ends_of(process, STATE_LIMIT)
        off = (reads < 0) | (reads > self.layout.maxima_array[self._cells][: reads.shape[1]])
        for row, place in np.argwhere(off).tolist():
            cell, value = self._cells[place], reads[row, place]
            reason = f"{self.layout.label(cell)} = {value}, not in 0..{self.layout.maxima[cell]}"
            raise SequenceError(f"chapter {self.chapter.name!r}: {reason}")
        self.first_edge[number], self.edges[number] = len(self.position), len(chances)
        self._depths = [0]
        self._chances.extend(chances.tolist())
        for values in reads.tolist():
            edge = self._edge(0, -1)
            for cell, value in zip(self._cells, values, strict=False):
                word, shift, mask = self.layout.places[cell]
                self.clear[word][edge] |= mask << shift
                self.set[word][edge] |= value << shift

    def weights(self, factors: Floats | None = None) -> Floats:
        """Return the weight of each edge. Shape (edges,)."""
        del factors
        return np.array(self._chances)

    def drawn(self, words: Words, at: Ints, place: Ints, turn: int, dice: GameDice) -> Words:
        """Play the chapter in games; return the state of each after it. Shape (words, games).

        `words` are distinct states, `at` says which of them each game is in, and `place` where it is in its block.
        """
        of_game = self.start_of(words, turn)[at]
        reads = np.zeros((len(at), len(self._cells)), dtype=np.int64)
        playing = np.zeros(len(at), dtype=np.bool_)
        left: dict[int, list[Ints]] = {}
        for number in np.unique(of_game).tolist():
            process = self.starts[number]
            if process is None:
                continue
            games = np.flatnonzero(of_game == number)
            playing[games] = True
            if len(games) >= _ALIKE and isinstance(dice, Dice):
                try:
                    values, chances = ends_of(process, min(_STATES_EACH * len(games), _DRAWN_STATES))
                except StateLimitError:
                    pass
                else:
                    reads[games] = values[dice.rng.choice(len(chances), len(games), p=chances / chances.sum())]
                    continue
            left.setdefault(id(process.learnt), []).append(games)
        for several in left.values():
            games = np.concatenate(several)
            reads[games] = self._play(of_game[games], place[games], turn, dice)
        maxima = self.layout.maxima_array[self._cells]
        if (reads < 0).any() or (reads > maxima).any():
            raise SequenceError(f"chapter {self.chapter.name!r}: what is read at its end does not fit its columns")
        after = words[:, at]
        for column, cell in enumerate(self._cells):
            word, shift, mask = self.layout.places[cell]
            after[word, playing] = (after[word, playing] & ~(mask << shift)) | (reads[playing, column] << shift)
        return after

    def _play(self, numbers: Ints, place: Ints, turn: int, dice: GameDice) -> Ints:
        """Play games of one process from their starts; return what is read at their ends. Shape (games, reads)."""
        several = np.unique(numbers)
        starts = {number: self.starts[number] for number in several.tolist()}
        process = next(iter(starts.values()))
        assert process is not None
        packed = {
            number: start.layout.pack(start.layout.start) for number, start in starts.items() if start is not None
        }
        words = np.concatenate([packed[number] for number in several.tolist()], axis=1)
        words = words[:, np.searchsorted(several, numbers)]
        inner = _Inside(dice, self.chapter.name, turn, place)
        played = play_block(process, chain_of(process), inner, words)
        outcomes = played.ledger.outcomes(played.cells)
        reads = np.empty((len(numbers), len(self._cells)), dtype=np.int64)
        for number, start in starts.items():
            assert start is not None
            mine = np.flatnonzero(numbers == number)
            reads[mine] = changes(start, outcomes[mine])
        return reads


class _Inside:
    """Dice of games that play a chapter."""

    def __init__(self, dice: GameDice, name: str, turn: int, place: Ints) -> None:
        self._dice, self._name, self._turn, self._place = dice, name, turn, place

    def begin(self, turn: int, phase: str) -> None:
        """Begin a phase of the chapter."""
        self._dice.begin(self._turn, f"{self._name}, {turn}: {phase}")

    def shares(self, games: Ints, numbers: Ints) -> NDArray[np.float32]:
        """Return a number from 0 to 1 for the next roll of each game; see `GameDice.shares`."""
        return self._dice.shares(self._place[games], numbers)
