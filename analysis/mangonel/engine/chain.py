"""A turn as a chain of sparse matrices, phase after phase, that grows with the states it meets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from mangonel.engine.packing import Growing, Packing, Register, Words
from mangonel.engine.phase_table import PhaseTable
from mangonel.engine.transfers import Mass, Moves, joined
from mangonel.errors import StateLimitError

__all__ = ["Chain", "Flow", "Level"]

Ends: TypeAlias = Callable[[Words, int], NDArray[np.int64]]
"""Gives numbers to ways to end: of states that have ended, in a turn. Shape (rows,)."""

_AT_ONCE = 1 << 14

_BY_PHASES = 30
"""So many turns phase by phase cost about what it costs to put their phases together."""


class Flow:
    """Where rows go: a sparse matrix with a column for each row, which grows at its end.

    Parameters
    ----------
    tallies
        How many counters there are.
    """

    def __init__(self, tallies: int) -> None:
        self._ends = Growing(np.int32)
        self._ends.append(np.zeros(1, dtype=np.int32))
        self.to = Growing(np.int32)
        self.chance = Growing(np.float64)
        self.tallies = tallies
        self.adds = Growing(np.int64, 4)
        """What is added to counters: the counter, the branch, the row that it comes from, and how much."""
        self._matrix: csc_array | None = None
        self._shape = (0, 0)
        self._added_at = Growing(np.int64)
        self._added = Growing(np.float64)
        self._by_line: tuple[NDArray[np.int64], csr_array] | None = None

    @property
    def ends(self) -> NDArray[np.int32]:
        """Where the branches of each row begin and end. Shape (rows + 1,)."""
        return self._ends.array

    @property
    def rows(self) -> int:
        """How many rows it knows."""
        return len(self._ends) - 1

    def append(
        self,
        rows: int,
        parent: NDArray[np.int64],
        to: NDArray[np.int64],
        chance: NDArray[np.float64],
        added: NDArray[Any],
    ) -> None:
        """Add rows, and the branches by which they go. Shapes (branches,), `added` (tallies, branches)."""
        before, first = self.rows, len(self.to)
        if not len(parent):
            self._ends.append(np.full(rows, first))
            return
        line, branch = np.nonzero(added)
        amount = added[line, branch]
        self.adds.append(np.array([line, branch + first, parent[branch] + before, amount]))
        self._added_at.append(to[branch] * self.tallies + line)
        self._added.append(chance[branch] * amount)
        self.to.append(to)
        self.chance.append(chance)
        self._ends.append(first + np.cumsum(np.bincount(parent, minlength=rows)))

    def matrix(self, size: int) -> csc_array:
        """Return the chances. Shape (size, rows)."""
        shape = (size, self.rows)
        if self._matrix is None or self._shape != shape:
            parts = (self.chance.array, self.to.array, self._ends.array)
            self._matrix, self._shape = csc_array(parts, shape=shape, copy=False), shape
        return self._matrix

    def moves(self, size: int) -> Moves:
        """Return how it moves weights and counters to so many places."""
        if self._by_line is None or self._by_line[1].shape[1] != self.rows:
            lines, where = np.unique(self._added_at.array, return_inverse=True)
            parts = (self._added.array, (where, self.adds.array[2]))
            self._by_line = lines, csr_array(parts, shape=(len(lines), self.rows))
        return Moves(self.matrix(size), self.tallies, *self._by_line)


class Level:
    """The states before one phase, and where they go by it: on, or to the end of the game.

    Parameters
    ----------
    table
        The phase.
    packing
        How states are packed.
    tallies
        How many counters there are.
    """

    def __init__(self, table: PhaseTable, packing: Packing, tallies: int) -> None:
        self.table = table
        self.states = Register(packing.words)
        self.begun = Growing(np.int64)
        """The number of the state that each row of the flows is."""
        self.on = Flow(tallies)
        self.out = Flow(tallies)
        self._in_order = True
        self.row = Growing(np.int64)
        """The row of each state, -1 as long as it is not known where it goes."""
        self._packing = packing

    @property
    def complete(self) -> bool:
        """Whether it is known of all states where they go."""
        return len(self.begun) == len(self.states)

    def of_rows(self, mass: Mass) -> Mass:
        """Return what states weigh by the rows of the flows."""
        return mass.of(slice(len(self.begun)) if self._in_order else self.begun.array)

    def fresh(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those states of which it is not known yet where they go."""
        self.row.append(np.full(len(self.states) - len(self.row), -1))
        return numbers[self.row.array[numbers] < 0]

    def grow(self, numbers: NDArray[np.int64], after: Register, ends: Ends, turn: int, limit: int) -> None:
        """Find out where states go.

        Parameters
        ----------
        numbers
            Their numbers. Shape (rows,).
        after
            Where the states after the phase are numbered.
        ends
            Numbers those that have ended.
        turn
            The turn it is.
        limit
            The most states that it may lead to.

        Raises
        ------
        StateLimitError
            If it leads to more.
        """
        fresh = self.fresh(numbers)
        most = len(after) + limit
        for first in range(0, len(fresh), _AT_ONCE):
            states = fresh[first : first + _AT_ONCE]
            branches = self.table.expand(self.states.words[:, states], turn, 8 * limit)
            over = self._packing.ending(branches.words) != 0
            ended, still = np.flatnonzero(over), np.flatnonzero(~over)
            to = after.add(branches.words[:, still])
            for flow, chosen, where in ((self.out, ended, ends(branches.words[:, ended], turn)), (self.on, still, to)):
                flow.append(
                    len(states), branches.parent[chosen], where, branches.chance[chosen], branches.added[:, chosen]
                )
            self.row.array[states] = np.arange(len(states)) + len(self.begun)
            self._in_order &= np.array_equal(states, np.arange(len(states)) + len(self.begun))
            self.begun.append(states)
            if len(after) > most:
                raise StateLimitError(f"more than {limit} states in phase {self.table.phase.name!r} of turn {turn}")


class Chain:
    """A turn, phase by phase, for the states that have begun it.

    Parameters
    ----------
    tables
        The phases; there must be one.
    packing
        How states are packed.
    tallies
        How many counters there are.
    ends
        Gives numbers to ways to end.

    Attributes
    ----------
    levels
        The phases.
    watched
        Which values the series have in states at the start of the turn, so far as that was asked. Shape (values,
        states).
    peaks
        The most states after a phase, by which states there were at the start of the turn.
    """

    def __init__(self, tables: Sequence[PhaseTable], packing: Packing, tallies: int, ends: Ends) -> None:
        self.levels = [Level(table, packing, tallies) for table in tables]
        self.watched = csr_array((0, 0))
        self.peaks: dict[bytes, int] = {}
        self._ends = ends
        self._whole: tuple[tuple[int, int], list[Moves]] | None = None
        self._turns = 0

    @property
    def states(self) -> Register:
        """States at the start and at the end of the turn."""
        return self.levels[0].states

    @property
    def size(self) -> int:
        """How many states it holds, those between phases counted too."""
        return sum(len(level.states) for level in self.levels)

    def steps(self) -> Iterator[tuple[Level, Register]]:
        """Yield each phase, and where the states after it are numbered."""
        for place, level in enumerate(self.levels):
            yield level, self.levels[(place + 1) % len(self.levels)].states

    def each(self, ways: int) -> list[Moves]:
        """Return how each phase moves the states before it; ways to end are places after the states.

        The first has the rows of its flows. There are none if it is not known how all go on that come of those.
        """
        first, *others = self.levels
        if not all(level.complete for level in others):
            return []
        rows = [np.arange(len(first.begun))]
        rows += [np.append(level.row.array, np.arange(ways) + len(level.begun)) for level in others]
        steps = zip(self.steps(), rows, strict=True)
        return [
            level.on.moves(len(after)).or_over(level.out.moves(ways)).of_rows(chosen)
            for (level, after), chosen in steps
        ]

    def comes_again(self) -> bool:
        """Count a turn of which all is known, and return whether there have been enough to put its phases together."""
        self._turns += 1
        return self._turns > _BY_PHASES

    def whole(self, ways: int) -> list[Moves]:
        """Return the same with as many phases put together as pays."""
        key = len(self.levels[0].begun), ways
        if self._whole is None or self._whole[0] != key:
            self._whole = key, joined(self.each(ways))
        return self._whole[1]
