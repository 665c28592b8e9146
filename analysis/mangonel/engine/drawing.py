"""Monte Carlo over a compiled sequence: one draw a turn and trial, or one for each of its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.alias import AliasTable, alias_table
from mangonel.engine.chain import Chain
from mangonel.engine.faces import generator
from mangonel.engine.ledger import Ledger
from mangonel.engine.parts import Part, booked, check_amounts
from mangonel.engine.sampling import Span
from mangonel.engine.segments import Amounts, Segment, segments
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.standing import book_ended
from mangonel.engine.state import State
from mangonel.engine.transfers import Mass

if TYPE_CHECKING:
    from mangonel.engine.compiled import Compiled

__all__ = ["Drawing", "Drawn", "Sampler", "drawing"]

_BITS = 64


@dataclass(frozen=True, slots=True)
class _Table:
    """A segment to draw from."""

    draws: AliasTable
    """Its alias table."""
    row: NDArray[np.int32]
    """The row of each state in it. Shape (states,)."""
    to: NDArray[np.int32]
    amounts: NDArray[np.int32]
    """`to`, `amounts`: where each branch comes to, as in `Segment`, and what it adds. Shape (branches,)."""
    after: int
    """How many states there are to come to; beyond them are classes."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn to draw."""

    tables: tuple[int, ...]
    """Its tables, by their numbers."""
    renumbered: NDArray[np.int32] | None
    """The state at its start that each state at the end of the turn before it is; None if they have the same
    numbers."""
    states: int
    """How many states it may end with."""


@dataclass
class Drawn:
    """What came of some trials."""

    open: list[NDArray[np.int64]]
    """Trials in each state at the end of each turn. Shape (states,) each."""
    ended: NDArray[np.int64]
    """Trials that ended in each class in each turn. Shape (turns, classes)."""
    sums: NDArray[np.int64]
    """Of each counter by ending, 0 undecided. Shape (tallies, 1 + endings)."""
    squares: NDArray[np.int64]
    """Sum of the squares of each counter. Shape (tallies,)."""
    trials: int = 0
    """How many there are."""


@dataclass(frozen=True, slots=True)
class Sampler:
    """All that is needed to draw trials, and nothing of the sequence."""

    tables: tuple[_Table, ...]
    turns: tuple[_Turn, ...]
    """`tables`, `turns`: what is drawn from, and when."""
    start: int
    """The state at the start."""
    codes: NDArray[np.int64]
    """The ending of each class. Shape (classes,)."""
    endings: int
    """How many endings there are, undecided counted too."""
    packed: NDArray[np.uint64]
    """What each number of amounts adds to the counters, packed into words. Shape (words, numbers)."""
    fields: tuple[tuple[int, int, int], ...]
    """The word, and the lowest bit in it, of each counter, and the bits that it has."""

    def nothing(self) -> Drawn:
        """Return what came of no trials."""
        return Drawn(
            [np.zeros(turn.states, dtype=np.int64) for turn in self.turns],
            np.zeros((len(self.turns), len(self.codes)), dtype=np.int64),
            np.zeros((len(self.fields), self.endings), dtype=np.int64),
            np.zeros(len(self.fields), dtype=np.int64),
        )

    def play(self, seed: int, span: Span) -> Drawn:
        """Draw some trials of the run that has this seed."""
        drawn = self.nothing()
        for block, size in span.blocks():
            self._block(generator(seed, block), size, drawn)
        return drawn

    def _block(self, bits: np.random.BitGenerator, trials: int, drawn: Drawn) -> None:
        state = np.full(trials, self.start, dtype=np.int32)
        counters = np.zeros((len(self.packed), trials), dtype=np.uint64)
        drawn.trials += trials
        for turn, plan in enumerate(self.turns):
            if plan.renumbered is not None:
                state = plan.renumbered.take(state)
            for number in plan.tables:
                table = self.tables[number]
                branch = table.draws.draw(table.row.take(state), bits.random_raw(len(state)))
                state = table.to.take(branch)
                added = table.amounts.take(branch)
                for line, packed in zip(counters, self.packed, strict=True):
                    line += packed.take(added)
                over = state >= table.after
                done = np.flatnonzero(over)
                if len(done):
                    classes = state[done] - table.after
                    drawn.ended[turn] += np.bincount(classes, minlength=len(self.codes))
                    self._count(counters.take(done, axis=1), self.codes.take(classes), drawn)
                    still = np.flatnonzero(~over)
                    state, counters = state.take(still), counters.take(still, axis=1)
            if not len(state):
                return
            drawn.open[turn] += np.bincount(state, minlength=plan.states)
        self._count(counters, np.zeros(len(state), dtype=np.int64), drawn)

    def _count(self, counters: NDArray[np.uint64], codes: NDArray[np.int64], drawn: Drawn) -> None:
        for line, (word, low, bits) in enumerate(self.fields):
            amount = ((counters[word] >> np.uint64(low)) & np.uint64((1 << bits) - 1)).astype(np.float64)
            # Whole numbers, also where floats over many blocks would not be.
            drawn.sums[line] += np.bincount(codes, amount, minlength=self.endings).astype(np.int64)
            squares = np.sum(amount * amount)
            check_amounts(squares + drawn.squares[line])
            drawn.squares[line] += int(squares)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A compiled sequence ready to be drawn."""

    sampler: Sampler
    """What is drawn from."""
    chains: Sequence[Chain]
    """The chain of each turn."""

    def booked(self, compiled: Compiled, drawn: Drawn, sequence: PlaySequence) -> Part:
        """Return what was drawn as a part of a run of the sequence, with its own turn limit."""
        layout, last = compiled.sequence.layout, sequence.limit
        ledger = Ledger(sequence)

        def state(chain: Chain, trials: NDArray[np.int64], turn: int) -> tuple[State, NDArray[np.float64]]:
            rows = np.flatnonzero(trials)
            matrix = compiled.packing.unpack(chain.states.words[:, rows])
            return State(layout, matrix, layout.counters(len(rows)), turn), trials[rows].astype(np.float64)

        start = np.zeros(len(self.chains[0].states), dtype=np.int64)
        start[self.sampler.start] = drawn.trials
        for turn, chain in enumerate((self.chains[0], *self.chains)):
            trials = start if turn == 0 else drawn.open[turn - 1]
            if turn == last:
                ledger.book(*_at(state(chain, trials, turn), turn))
            elif ledger.watched:
                ledger.watch(*_at(state(chain, trials, turn), turn))
        ended = [Mass.alone(weights[:, None]) for weights in drawn.ended.astype(np.float64)]
        book_ended(compiled, list(enumerate(ended, start=1)), [ledger])
        whole = booked(ledger, drawn.trials)
        return replace(whole, sums=(drawn.sums, drawn.squares, *whole.sums[2:]))


def _at(states: tuple[State, NDArray[np.float64]], turn: int) -> tuple[State, int, NDArray[np.float64]]:
    return states[0], turn, states[1]


def drawing(compiled: Compiled, chains: Sequence[Chain]) -> Drawing:
    """Return what trials are drawn from, by the chain of each turn, in which there is all that can be reached."""
    amounts = Amounts(len(compiled.sequence.tallies))
    places: dict[Chain, tuple[int, ...]] = {}
    tables: list[Segment] = []
    plans: list[_Turn] = []
    for place, chain in enumerate(chains):
        if chain not in places:
            more = segments(chain, amounts)
            places[chain] = tuple(range(len(tables), len(tables) + len(more)))
            tables += more
        before = chains[max(place - 1, 0)]
        renumbered = None if before is chain else chain.states.find(before.states.words).astype(np.int32)
        plans.append(_Turn(places[chain], renumbered, len(chain.states)))
    packed, fields = _packed(amounts.array[: len(compiled.sequence.tallies)], [len(plan.tables) for plan in plans])
    start = chains[0].states.find(compiled.packing.pack(compiled.sequence.layout.rows(1)))
    sampler = Sampler(
        tuple(map(_table, tables)),
        tuple(plans),
        int(start[0]),
        compiled.classes.words[0].astype(np.int64),
        len(compiled.sequence.endings) + 1,
        packed,
        fields,
    )
    return Drawing(sampler, chains)


def _table(segment: Segment) -> _Table:
    return _Table(
        alias_table(segment.ends, segment.chances),
        segment.row.astype(np.int32),
        segment.to.astype(np.int32),
        segment.amounts.astype(np.int32),
        segment.after,
    )


def _packed(
    amounts: NDArray[np.int64], draws: list[int]
) -> tuple[NDArray[np.uint64], tuple[tuple[int, int, int], ...]]:
    """Return amounts packed into words, wide enough for the sums of a game, and where each counter lies."""
    most = amounts.max(axis=1) * sum(draws)
    fields: list[tuple[int, int, int]] = []
    word = low = 0
    for largest in most.tolist():
        bits = largest.bit_length()
        if low + bits > _BITS:
            word, low = word + 1, 0
        fields.append((word, low, bits))
        low += bits
    packed = np.zeros((word + 1, amounts.shape[1]), dtype=np.uint64)
    for line, (word, low, _) in zip(amounts, fields, strict=True):
        packed[word] |= line.astype(np.uint64) << np.uint64(low)
    return packed, tuple(fields)
