"""A sequence compiled: its phases as tables, its turns as chains of matrices, its endings as classes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from mangonel.engine.chain import Chain, Level
from mangonel.engine.dealing import Orders, orders
from mangonel.engine.drawing import Drawing, drawing
from mangonel.engine.footprints import Looks, NotingState, TurnAsked
from mangonel.engine.ledger import counted_by, outcome_numbers
from mangonel.engine.packing import AlikeError, Packing, Register, Words
from mangonel.engine.phase_table import PhaseTable
from mangonel.engine.sequence import PlaySequence
from mangonel.engine.standing import Reached, reach
from mangonel.engine.state import State
from mangonel.errors import StateLimitError

__all__ = ["COUNTED", "KEPT", "Compiled", "compiled_of"]

KEPT = 1_000_000
"""States, those between phases counted too, that are kept from turn to turn; beyond it every turn is found anew."""

COUNTED = 50_000
"""States after a phase up to which all that can be reached are found."""


_KEY = "compiled"
"""Under which sequences keep it."""


class Compiled:
    """What was found out about a sequence by playing it.

    It grows with what is asked of it, and gives the same results but for rounding whatever was asked before. Sampled
    runs hang on the order in which states are met as well, so each turn limit has one of its own (`apart`).

    Parameters
    ----------
    sequence
        The sequence. Its turn limit does not matter.

    Attributes
    ----------
    packing
        How its states are packed.
    classes
        The ways to end that differ in the ending, a measure or a series: ending, number of the outcome without its
        turn, and values of the series. Shape of its words (2 + series, classes).
    runs
        Whole exact runs phase by phase; infinite once tables have paid, less than 0 once they have not.
    """

    def __init__(self, sequence: PlaySequence) -> None:
        self.sequence = sequence
        self.packing = Packing(sequence.layout)
        self.classes = Register(2 + len(sequence.series))
        self.runs = 0.0
        self._turn = TurnAsked()
        self._apart: dict[int, Compiled] = {}
        self._reached: dict[int, Reached] = {}
        self._drawings: dict[int, Drawing] = {}
        self._orders: dict[int, Orders] = {}
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Forget what is half done: it is not to be gone on from."""
        self._tables = [PhaseTable(self.sequence, phase, self.packing) for phase in self.sequence.phases]
        self._chains: list[tuple[Chain, int]] = []
        self._grown = True

    def apart(self, turns: int) -> Compiled:
        """Return one for trials that are played so many turns, in which nothing else is met."""
        known = self._apart.get(turns)
        if known is None or not known.size:
            known = self._apart[turns] = Compiled(self.sequence)
        return known

    @property
    def tables(self) -> Sequence[PhaseTable]:
        """The phases as tables."""
        return self._tables

    @property
    def size(self) -> int:
        """How many states are kept, those between phases counted too."""
        return sum(chain.size for chain, _ in self._chains)

    @property
    def looks_at_turn(self) -> bool:
        """Whether a phase, a measure or a series has been seen to ask which turn it is."""
        return self._turn.whole or bool(self._turn.compared)

    @property
    def uses_turn(self) -> bool:
        """Whether the number of the turn itself was used, so that no two turns are the same."""
        return self._turn.whole

    def chain(self, turn: int) -> Chain:
        """Return the chain of a turn: turns that are the same to all phases share one."""
        key = self._turn.key(turn)
        for place, (chain, last) in enumerate(self._chains):
            if self._turn.key(last) == key:
                # What is asked in this turn for the first time, nothing that is there already has looked at.
                self._chains[place] = (chain, turn)
                return chain
        chain = Chain(self._tables, self.packing, len(self.sequence.tallies), self._ends)
        self._chains.append((chain, turn))
        return chain

    def grow(self, level: Level, after: Register, numbers: NDArray[np.int64], turn: int, limit: int) -> None:
        """Find out where states go by a phase of a turn; arguments and errors as for `Level.grow`."""
        if not len(level.fresh(numbers)):
            return
        self._grown = True
        try:
            level.grow(numbers, after, self._ends, turn, limit)
        except KeyboardInterrupt:
            self._begin_anew()
            raise
        finally:
            self._turn.add(level.table.turn)

    def watched(self, chain: Chain, turn: int) -> csr_array:
        """Return which values the series have in states at the start of a turn, one series after another.

        Shape (values, states).
        """
        known = chain.watched.shape[1]
        if known < len(chain.states):
            # They are those of the end of the turn before.
            state = self.state(chain.states.words[:, known:], turn, -1)
            sizes = np.array([series.maximum + 1 for series in self.sequence.series], dtype=np.int64)
            values = self._series(state) + (np.cumsum(sizes) - sizes)[:, None]
            where = values.ravel(), np.tile(np.arange(state.size), len(sizes))
            more = csr_array((np.ones(values.size), where), shape=(sizes.sum(), state.size))
            chain.watched = hstack([chain.watched, more], format="csr") if known else more
        return chain.watched

    def reached(self, turns: int, limit: int, most: int = KEPT) -> Reached | None:
        """Return all states that can be reached in so many turns; None if there are none, or too many for tables.

        Parameters
        ----------
        turns
            How long it is played.
        limit
            The most states there may be after a phase.
        most
            The most states there may be, those between phases counted too.
        """
        if not self._tables:
            return None
        if turns not in self._reached:
            try:
                levels = reach(self, turns, min(limit, COUNTED), min(most, KEPT))
            except (StateLimitError, AlikeError):
                levels = None
            if levels is None:
                self._begin_anew()
                return None
            self._reached[turns] = levels
        known = self._reached[turns]
        return known if known.peak <= limit and known.size <= most else None

    def drawing(self, reached: Reached) -> Drawing:
        """Return what trials are drawn from that are played as long as that."""
        turns = len(reached.chains)
        if turns not in self._drawings:
            self._drawings[turns] = drawing(self, reached.chains)
        return self._drawings[turns]

    def orders(self, reached: Reached) -> Orders:
        """Return the order in which trials are dealt that are played as long as that."""
        turns = len(reached.chains)
        if turns not in self._orders:
            for turn, chain in enumerate(reached.chains, start=1):
                # Series that look at the turn say so before trials are dealt.
                self._series(self.state(chain.states.words[:, :1], turn, -1))
            self._orders[turns] = orders(self, reached.chains)
        return self._orders[turns]

    def forget(self) -> bool:
        """Give up all states if there are more than can be kept; return whether it was so."""
        if not self._grown:
            return False
        self._grown = False
        if self.size <= KEPT:
            return False
        self._chains = []
        return True

    def state(self, words: Words, turn: int, ahead: int = 0) -> State:
        """Return states for measures to look at; what they ask about the turn is noted."""
        layout = self.sequence.layout
        matrix = self.packing.unpack(words)
        looks = Looks(turn=self._turn)
        return NotingState(layout, matrix, layout.counters(matrix.shape[1]), turn + ahead, looks, ahead=ahead)

    def _series(self, state: State) -> NDArray[np.int64]:
        """Return the series of some states. Shape (series, rows)."""
        series = [counted_by("series", series_row, state) for series_row in self.sequence.series]
        return np.array(series, dtype=np.int64).reshape(len(series), state.size)

    def _ends(self, words: Words, turn: int) -> NDArray[np.int64]:
        """Return the classes of states that have ended. Shape (rows,)."""
        if not words.shape[1]:
            return np.zeros(0, dtype=np.int64)
        distinct = Register(len(words))
        numbers = distinct.add(words)
        state = self.state(distinct.words, turn)
        outcome = outcome_numbers(self.sequence, state)
        lines = [self.packing.ending(distinct.words), outcome, *self._series(state)]
        classes = self.classes.add(np.array([line.astype(np.uint64) for line in lines]))
        return classes[numbers]


def compiled_of(sequence: PlaySequence) -> Compiled:
    """Return what was found out about a sequence by playing it, which is kept as long as the sequence is."""
    known: Compiled | None = sequence.found.get(_KEY)
    if known is None:
        known = sequence.found[_KEY] = Compiled(sequence)
    return known
