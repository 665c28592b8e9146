"""A phase as a table: run once on each distinct value of what it looks at, and looked up from then on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.checking import is_due
from mangonel.engine.footprints import Looks, NotingState, TurnAsked
from mangonel.engine.mistakes import where_concerned
from mangonel.engine.packing import AlikeError, Growing, Packing, Register, Words, mixed
from mangonel.engine.propagation import branched
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.splitting import ChanceSplit

__all__ = ["Branches", "PhaseTable"]

_LEARNT = 2_000
_WORTH = 2
"""A phase stays as it is once more than so many footprints are known, and more than one in so many rows was new."""


@dataclass(frozen=True, slots=True)
class Branches:
    """The ways in which rows go on."""

    parent: NDArray[np.int64]
    """The row that each comes from, ascending. Shape (branches,)."""
    words: Words
    """The state it comes to. Shape (words, branches)."""
    chance: NDArray[np.float64]
    """Its probability; those of a row sum to 1. Shape (branches,)."""
    added: NDArray[np.int64]
    """What is added to the counters. Shape (tallies, branches)."""


class _Learnt:
    """What a phase does to the footprints it has met, in turns that are the same to it."""

    def __init__(self, words: int, tallies: int) -> None:
        self.prints = Register(words)
        self.kept = Growing(np.uint64, words)
        self.first = Growing(np.int64)
        self.count = Growing(np.int64)
        self.words = Growing(np.uint64, words)
        self.chance = Growing(np.float64)
        self.added = Growing(np.int64, tallies)

    def learn(self, prints: Words, kept: Words, branches: Branches) -> None:
        """Note how distinct footprints go on, and which bits stay as they are. Shapes (words, prints), (words, 1)."""
        self.kept.append(np.broadcast_to(kept, prints.shape))
        count = np.bincount(branches.parent, minlength=prints.shape[1])
        self.first.append(len(self.chance) + np.cumsum(count) - count)
        self.count.append(count)
        self.words.append(branches.words & ~kept)
        self.chance.append(branches.chance)
        self.added.append(branches.added)
        self.prints.add(prints)


class PhaseTable:
    """What a phase does, by what it looks at.

    Nothing else can decide what it does to a row: a phase keeps nothing outside the columns, and does to a row what it
    would do to it alone.

    Parameters
    ----------
    sequence
        The sequence.
    phase
        One of its phases.
    packing
        How its states are packed.

    Attributes
    ----------
    turn
        What it asks about the turn.
    """

    def __init__(self, sequence: PlaySequence, phase: Phase, packing: Packing) -> None:
        self.phase = phase
        self.turn = TurnAsked()
        self._sequence = sequence
        self._packing = packing
        self._read: set[str] = set()
        self._learnt: dict[tuple[Any, ...], _Learnt] = {}
        self._met = 0
        self._as_it_is = False

    @property
    def read(self) -> frozenset[str]:
        """The columns that it has been seen to look at."""
        return frozenset(self._read)

    @property
    def size(self) -> int:
        """How many footprints are known; 0 if the phase stays as it is."""
        return sum(len(learnt.prints) for learnt in self._learnt.values())

    def expand(self, words: Words, turn: int, limit: int) -> Branches:
        """Return how rows go on.

        Parameters
        ----------
        words
            The rows, distinct. Shape (words, rows).
        turn
            The turn it is.
        limit
            The most branches that one run of the phase may have.

        Raises
        ------
        StateLimitError
            If it has more.
        AlikeError
            If two footprints have one key.
        """
        self._met += words.shape[1]
        while not self._as_it_is:
            known = self._learnt.get(self.turn.key(turn))
            mask = self._packing.mask(self._read)
            prints = words & mask
            numbers = np.full(words.shape[1], -1, dtype=np.int64) if known is None else known.prints.find(prints)
            missing = np.flatnonzero(numbers < 0)
            if known is not None and not len(missing):
                return self._looked_up(known, numbers, words)
            # A row for each footprint: what is not looked at is as it is in that row.
            fresh = missing[np.sort(np.unique(mixed(prints[:, missing]), return_index=True)[1])]
            outcome = self._run(words[:, fresh], turn, limit)
            if outcome is None:
                self._learnt = {}
                continue
            branches, overwritten = outcome
            # By now a first run has said what is looked at.
            known = self._learnt.setdefault(
                self.turn.key(turn), _Learnt(self._packing.words, len(self._sequence.tallies))
            )
            known.learn(words[:, fresh] & mask, ~mask & ~overwritten, branches)
            if self.size > max(_LEARNT, self._met // _WORTH):
                self._as_it_is = True
                self._learnt = {}
        while True:
            outcome = self._run(words, turn, limit)
            if outcome is not None:
                return outcome[0]

    def _looked_up(self, known: _Learnt, numbers: NDArray[np.int64], words: Words) -> Branches:
        count = known.count.array[numbers]
        parent = np.repeat(np.arange(len(numbers)), count)
        start = np.cumsum(count) - count
        branch = np.arange(len(parent)) + np.repeat(known.first.array[numbers] - start, count)
        after = (words & known.kept.array[:, numbers])[:, parent] | known.words.array[:, branch]
        return Branches(parent, after, known.chance.array[branch], known.added.array[:, branch])

    def _run(self, words: Words, turn: int, limit: int) -> tuple[Branches, Words] | None:
        """Run the phase; return how rows go on, or None if it looks at more than was known.

        With it come the bits that it overwrites. Shape (words, 1).
        """
        sequence = self._sequence
        looks = Looks()

        layout, rows = sequence.layout, words.shape[1]
        matrix = self._packing.unpack(words)
        where = where_concerned(self.phase, NotingState(layout, matrix, layout.counters(rows), turn, looks))
        if where is None or where.any():
            check = is_due(sequence, self.phase)
            ways = branched(
                sequence, self.phase, matrix, where, np.ones(rows), ChanceSplit(), turn, limit, looks=looks, check=check
            )
        else:
            # It is left out, and nobody knows what it would do.
            looks.overwritten.clear()
            ways = np.arange(rows), matrix, np.ones(rows), layout.counters(rows)
        more = not looks.read <= self._read
        self._read |= looks.read
        if self.turn.add(looks.turn) or more:
            return None
        ancestor, after, chance, added = ways
        branches = _merged(rows, ancestor, self._packing.pack(after), chance, added)
        return branches, self._packing.mask(looks.overwritten)


def _merged(
    rows: int, parent: NDArray[np.int64], words: Words, chance: NDArray[np.float64], added: NDArray[Any]
) -> Branches:
    """Return the branches by parent, those that come to the same as one."""
    # As it is where nothing was rolled.
    if len(parent) == rows and np.array_equal(parent, np.arange(rows)):
        return Branches(parent, words, chance, added.astype(np.int64))
    adding = added[(added != 0).any(axis=1)]
    keys = mixed([*words, *adding])
    order = np.lexsort((keys, parent))
    parent, keys, chance = parent[order], keys[order], chance[order]
    new = np.concatenate([[True], (parent[1:] != parent[:-1]) | (keys[1:] != keys[:-1])])
    first = np.flatnonzero(new)
    words, added = words[:, order], added[:, order]
    if len(words) + len(adding) > 1:
        of = first[np.cumsum(new) - 1]
        if not (np.array_equal(words[:, of], words) and np.array_equal(added[:, of], added)):
            raise AlikeError
    return Branches(parent[first], words[:, first], np.add.reduceat(chance, first), added[:, first].astype(np.int64))
