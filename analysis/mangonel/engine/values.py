"""What every state of a compiled sequence is worth: the chance of each ending from it, and the turns to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Chain
from mangonel.engine.compiled import compiled_of
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.worth import backward
from mangonel.errors import SequenceError, StateLimitError, nearest

__all__ = ["MOST_STATES", "Values", "values"]

MOST_STATES = 50_000
"""States after a phase up to which states are valued, unless told otherwise."""


@dataclass(frozen=True)
class Values:
    """The chance of each ending from every state that can be reached, turn by turn."""

    sequence: PlaySequence
    """What is played."""
    chances: tuple[NDArray[np.float64], ...]
    """At the end of each turn, 0 being the start: the chance of each ending, undecided first, from each state of the
    chain of the turn that follows. Shape (states, 1 + endings) each."""
    _chains: tuple[Chain, ...] = field(repr=False)

    @property
    def turns(self) -> int:
        """The turns after which something may still be decided."""
        return len(self.chances) - 1

    def at(self, position: Mapping[str, int | tuple[int, ...]] | None = None, *, after: int = 0) -> dict[str, float]:
        """Return the chance of each ending from a position.

        Parameters
        ----------
        position
            Values of columns at the end of a turn; those that are not named are as at the start.
        after
            The turn, 0 being the start.

        Raises
        ------
        SequenceError
            If there is no such column or turn, or the position cannot be reached by then.
        """
        if not 0 <= after <= self.turns:
            raise SequenceError(f"{self.sequence.name}: a turn is one of 0 to {self.turns}, not {after}")
        columns = [column.name for column in self.sequence.columns]
        for name in position or {}:
            if name not in columns:
                near = nearest(name, columns)
                hint = "" if near is None else f"; did you mean {near!r}?"
                raise SequenceError(f"the sequence declares no column {name!r}{hint}")
        start = self.sequence.starting(**(position or {})).layout.rows(1)
        chain = self._chains[after]
        number = int(chain.states.find(compiled_of(self.sequence).packing.pack(start))[0])
        row = None if not 0 <= number < len(self.chances[after]) else self.chances[after][number]
        if row is None or np.isnan(row[0]):
            raise SequenceError(f"{self.sequence.name}: no such position comes at the end of turn {after}")
        names = ("undecided", *self.sequence.endings)
        return dict(zip(names, row.tolist(), strict=True))


def values(sequence: PlaySequence, *, limit: int = MOST_STATES) -> Values:
    """Value every state that can be reached, backward from the turn limit.

    Parameters
    ----------
    sequence
        What is played; it has a turn limit.
    limit
        The most states there may be after a phase.

    Raises
    ------
    SequenceError
        If it has no turn limit, or nothing happens.
    StateLimitError
        If there are more states, or more than can be kept.
    """
    if not sequence.phases or sequence.turns == 0:
        raise SequenceError(f"{sequence.name}: nothing happens in it, so its states have no values")
    if sequence.turns is None:
        raise SequenceError(f"{sequence.name} has no turn limit: its states have no values turn by turn")
    compiled = compiled_of(sequence)
    reached = compiled.reached(sequence.limit, limit)
    if reached is None:
        raise StateLimitError(f"{sequence.name}: there are too many states to value each of them")
    chains = reached.chains
    worths = list(backward(compiled, chains))
    return Values(sequence, tuple(reversed(worths)), (*chains, chains[-1]))
