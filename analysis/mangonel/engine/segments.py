"""Phases in a row as one table: single games are drawn through them at once, where all states are known.

Followed phase by phase instead (`mangonel.engine.sampling`), a million games take 5 to 10 times as long: 2.6 s instead
of 0.3 for `ladder-one`, 6.8 instead of 0.5 for `ram-gate`.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from mangonel.engine.chain import IDLE, UNKNOWN, Step, distinct
from mangonel.engine.exact import STATE_LIMIT, Chain, book
from mangonel.engine.learning import column, spread
from mangonel.engine.ledger import Ledger
from mangonel.engine.process import Chapter, Column, Process
from mangonel.engine.state import Floats, Ints, Layout, Words
from mangonel.errors import StateLimitError

_MOST = 1 << 19
"""Branches of a segment at most; where there would be more, the next phase begins another one."""
_GROWN = 1.5
"""So many times more branches than after the last time are merged again."""
_AT_ONCE = 1 << 16
"""Games that are drawn at once: their numbers stay in the cache of the processor."""


@dataclass(frozen=True)
class _Branches:
    """Ways through the phases joined so far, in order of their rows."""

    rows: Ints
    """The state of each row."""
    row: Ints
    target: Ints
    """The state that each leads to, plus `_OVER` if it has ended."""
    chance: Floats
    counts: Words
    """The amounts that each adds to the counters, packed. Shape (words, branches)."""
    distinct: int = 0
    """How many there were when they were merged the last time."""

    def merged(self) -> _Branches:
        """Return it with ways of a row that come to the same as one, where the first of them is."""
        _, first, place = distinct(np.stack([self.target, self.row, *self.counts]))
        first[place[::-1]] = np.arange(len(place))[::-1]
        order = np.argsort(first)
        first, chance = first[order], np.bincount(place, self.chance).astype(np.float64)[order]
        row, target, counts = self.row[first], self.target[first], self.counts[:, first]
        return _Branches(self.rows, row, target, chance, counts, len(first))


_OVER = 1 << 40
"""Added to states that have ended."""
_FINE = 4
"""Entries of the guide for each branch."""


@dataclass(frozen=True)
class Segment:
    """The states before a phase, and their outcomes by the end of it or of a later one."""

    first: Ints
    """First entry of the guide for each state. Shape (states,)."""
    width: Floats
    """Entries of the guide for each state. Shape (states,)."""
    guide: Ints
    """The branch where each of so many equal shares of a state begins. Shape (entries,)."""
    passed: Floats
    """Probability of a branch and those of its state before it. Shape (branches,)."""
    target: Ints
    """The state that each branch leads to, plus `_OVER` if it has ended. Shape (branches,)."""
    counts: Words
    """The amounts that each branch adds to the counters, packed. Shape (words, branches)."""

    @classmethod
    def of(cls, branches: _Branches, states: int) -> Segment:
        """Return branches ready to be drawn; there are so many states."""
        branches = branches.merged()
        width = np.bincount(branches.row, minlength=len(branches.rows))
        rows, width = branches.rows[width > 0], width[width > 0]
        end = np.cumsum(width)
        of = np.repeat(np.arange(len(rows)), width)
        passed = np.cumsum(branches.chance)
        passed -= np.append(0.0, passed[end[:-1] - 1])[of] if len(of) else 0.0
        # A sum above 1 by its rounding would lie among the shares of the next state.
        np.minimum(passed, 1.0, out=passed)
        passed[end - 1] = 1.0
        entries = _FINE * width
        first = np.cumsum(entries) - entries
        entry_of = np.repeat(np.arange(len(rows)), entries)
        shares = (np.arange(len(entry_of)) - first[entry_of]) / entries[entry_of]
        guide = np.searchsorted(passed + of, shares + entry_of, "right")
        firsts, widths = np.zeros(states, dtype=np.int64), np.ones(states)
        firsts[rows], widths[rows] = first, entries
        counts = branches.counts[: int(branches.counts.any()) * len(branches.counts)]
        return cls(firsts, widths, guide, passed, branches.target, counts)

    def drawn(self, at: Ints, rng: np.random.Generator) -> Ints:
        """Return the branch that each game takes. Shape (games,)."""
        share = rng.random(len(at))
        entry = (share * self.width.take(at)).astype(np.int64)
        entry += self.first.take(at)
        branch = self.guide.take(entry)
        late = np.flatnonzero(self.passed.take(branch) <= share)
        while len(late):
            branch[late] += 1
            late = late.compress(self.passed.take(branch.take(late)) <= share.take(late))
        return branch


class Turns:
    """All turns of a process as segments.

    Raises
    ------
    StateLimitError
        If there are too many states.
    """

    def __init__(self, chain: Chain, process: Process, words: Words, through: int) -> None:
        self._chain, self._process, self._through, self._start = copy.copy(chain), process, through, words
        chain = self._chain
        # Numbers of states depend on nothing that was played before.
        chain.forget()
        chain.reach(process, process.limit, STATE_LIMIT, words, through)
        most = np.zeros(len(process.tallies), dtype=np.int64)
        for level in chain.levels:
            table, here = level.table, np.zeros(len(process.tallies), dtype=np.int64)
            np.maximum.at(here, column(table.counter), column(table.amount))
            most += here
        # Where each counter lies in words, with room for all that it can come to in a game.
        maxima = (most * (process.limit - through)).tolist()
        self._counters = Layout([Column("", maximum) for maximum in maxima] or [Column("", 0)])
        self._words = self._counters.words if any(maxima) else 0
        self._turns: list[list[Segment]] = []
        known: dict[object, list[Segment]] = {}
        for turn in range(through + 1, process.limit + 1):
            # From a phase on that no game comes to in such turns, others may be known of other turns.
            steps = list(takewhile(lambda step: step is not None, (level.known(turn) for level in chain.levels)))
            if not steps:
                break
            key = tuple(level.table.key(turn) for level in chain.levels)
            if key not in known:
                known[key] = self._joined([step for step in steps if step is not None])
            self._turns.append(known[key])

    def _joined(self, steps: list[Step]) -> list[Segment]:
        segments: list[Segment] = []
        branches: _Branches | None = None
        states = len(self._chain.states)
        for number, step in enumerate(steps):
            longer = None if branches is None else self._longer(branches, number, step)
            if branches is not None and (longer is None or len(longer.row) > _MOST):
                segments.append(Segment.of(branches, states))
                longer = None
            if longer is None:
                rows = np.flatnonzero(step.row[:states] != UNKNOWN)
                none = np.zeros((self._words, len(rows)), dtype=np.int64)
                begun = _Branches(rows, np.arange(len(rows)), rows, np.ones(len(rows)), none, len(rows))
                longer = self._longer(begun, number, step)
            branches = longer
        return segments if branches is None else [*segments, Segment.of(branches, states)]

    def _longer(self, branches: _Branches, number: int, step: Step) -> _Branches:
        chain, table = self._chain, self._chain.tables[number]
        going = np.flatnonzero(branches.target < _OVER)
        row = step.row[branches.target[going]]
        acting = np.flatnonzero(row >= 0)
        first = step.first
        width, place = np.ones(len(branches.target), dtype=np.int64), np.full(len(branches.target), -1)
        # A state that games come to in other turns only may be unknown; then it has no branches here.
        width[going] = row == IDLE
        place[going[acting]] = first[row[acting]]
        width[going[acting]] = first[row[acting] + 1] - first[row[acting]]
        of = np.repeat(np.arange(len(width)), width)
        edge = spread(place, width)
        plays = place[of] >= 0
        edge = edge[plays]
        target, chance, counts = branches.target[of], branches.chance[of], branches.counts[:, of]
        reached = step.target[edge]
        target[plays] = reached + _OVER * chain.states.ended(reached)
        kind = step.edge[edge]
        chance[plays] *= chain.weights(number)[kind]
        if len(counts):
            added = np.zeros((len(counts), len(table.position)), dtype=np.int64)
            counter, amount = column(table.counter), column(table.amount)
            cell = self._counters.word[counter], column(table.counting)
            np.add.at(added, cell, amount << self._counters.shift[counter])
            counts[:, plays] += added[:, kind]
        possible = np.flatnonzero(chance > 0)
        longer = replace(
            branches,
            row=branches.row[of][possible],
            target=target[possible],
            chance=chance[possible],
            counts=counts[:, possible],
        )
        return longer.merged() if len(possible) > _GROWN * branches.distinct else longer

    def play(self, words: Words, rng: np.random.Generator) -> Ledger:
        """Play a block of games to the end; `words` is where they begin. Shape (words, games)."""
        ledger, at = Ledger(self._process), self._chain.states.add(words)
        for begun in range(0, len(at), _AT_ONCE):
            self._play(ledger, at[begun : begun + _AT_ONCE], rng)
        return ledger

    def _play(self, ledger: Ledger, at: Ints, rng: np.random.Generator) -> None:
        packed = np.zeros((self._words, len(at)), dtype=np.int64)
        over: list[tuple[Ints, Words]] = []
        for turn, segments in enumerate(self._turns, start=self._through + 1):
            self._book(ledger, at, turn - 1, over=False)
            for segment in segments:
                branch = segment.drawn(at, rng)
                at = segment.target.take(branch)
                for line, counts in zip(packed, segment.counts, strict=False):
                    line += counts.take(branch)
                out = at >= _OVER
                ended = np.flatnonzero(out)
                if len(ended):
                    over.append((at[ended] - _OVER, packed[:, ended]))
                    self._book(ledger, over[-1][0], turn, over=True)
                    left = np.flatnonzero(~out)
                    at, packed = at[left], packed[:, left]
            if not len(at):
                break
        if len(at):
            over.append((at, packed))
            self._book(ledger, at, self._process.limit, over=True)
        packed = np.concatenate([counts for _, counts in over], axis=1)
        for tally in range(len(ledger.sums) if len(packed) else 0):
            amounts = self._counters.cell_values(packed, tally)
            ledger.sums[tally] += amounts.sum()
            ledger.squares[tally] += amounts @ amounts

    def _book(self, ledger: Ledger, at: Ints, turn: int, *, over: bool) -> None:
        often = np.bincount(at)
        met = np.flatnonzero(often)
        book(self._chain, ledger, met, often[met].astype(np.float64), turn, over=over)


def turns_of(chain: Chain, process: Process, words: Words, through: int) -> Turns | None:
    """Return the turns of a process as segments, kept with the chain; None if they cannot be made."""
    if (
        process.sampled
        or chain.picks is not None
        or not process.phases
        or any(isinstance(phase, Chapter) for phase in process.phases)
    ):
        return None
    key = words.tobytes(), through, process.limit
    if key not in chain.turns:
        try:
            chain.turns = {key: Turns(chain, process, words, through)}
        except StateLimitError:
            chain.turns = {key: None}
    turns: Turns | None = chain.turns[key]
    return turns
