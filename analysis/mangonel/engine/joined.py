"""A turn whose states are all known, as few sparse matrices as pay: exact runs carry probabilities through them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from mangonel.engine.chain import Chain, Step
from mangonel.engine.ledger import Ledger
from mangonel.engine.process import Process
from mangonel.engine.state import Floats, Ints
from mangonel.errors import StateLimitError

_PRODUCT = 20_000
"""What one more product costs, in numbers that are multiplied."""
_OFTEN = 8
"""Turns phase by phase that cost about as much as to join the phases."""
_AT_ONCE = 4
"""Columns that are multiplied in the time of one number."""

_Moves: TypeAlias = "tuple[Any, dict[int, Any]]"
"""Sparse matrices, places by states: where weights go, and what is added to each counter on the way."""


def facts_of(chain: Chain, process: Process, places: Iterable[tuple[int, int]]) -> Ints:
    """Return ending, measures as one number, and each series of states. Shape (2 + series, places).

    `places` are number of the level (that after the last phase counts on) and state.
    """
    number, state = np.array(list(places), dtype=np.int64).reshape(-1, 2).T
    ledger, facts = Ledger(process), np.zeros((2 + len(process.series), len(number)), dtype=np.int64)
    for level in np.unique(number).tolist():
        those = np.flatnonzero(number == level)
        here, states = chain.levels[level % len(chain.levels)], state[those]
        values, series = (
            [chain.measure(here, measure, states) for measure in several]
            for several in (process.measures, process.series)
        )
        ending = here.states.words[0, states] & chain.layout.mask[0]
        facts[:, those] = np.stack([ending, ledger.measured(values, len(states)), *series])
    return facts


class JoinedTurn:
    """All phases of a turn.

    Parameters
    ----------
    chain
        Its tables.
    steps
        How the states before each phase go on.
    """

    def __init__(self, chain: Chain, steps: Sequence[Step]) -> None:
        from scipy.sparse import csr_array

        self.rows = sum(len(step.states) for step in steps)
        self._chain, self._tallies = chain, len(chain.process.tallies)
        self._facts: dict[tuple[object, ...], Ints] = {}
        self._peaks: dict[bytes, int] = {}
        afters = [chain.levels[(number + 1) % len(chain.levels)] for number in range(len(steps))]
        self._sizes = [len(level.states) for level in chain.levels]
        ended = [np.unique(step.target[after.ended[step.target]]) for step, after in zip(steps, afters, strict=True)]
        self._places = [(number, state) for number, states in enumerate(ended, 1) for state in states.tolist()]
        over = np.arange(len(self._places))
        begun = np.cumsum([0, *map(len, ended)])
        moves: list[_Moves] = []
        for number, (step, after) in enumerate(zip(steps, afters, strict=True)):
            size, before = self._sizes[(number + 1) % len(steps)], self._sizes[number]
            source = np.repeat(step.states, np.diff(np.append(step.first, len(step.edge))))
            weight, target = chain.weights(number)[step.edge], step.target.copy()
            out = np.flatnonzero(after.ended[target])
            target[out] = size + begun[number] + np.searchsorted(ended[number], target[out])
            where = np.append(target, size + over), np.append(source, before + over)
            shape = size + len(over), before + len(over)
            matrix = csr_array((np.append(weight, np.ones(len(over))), where), shape=shape)
            assert step.layers is not None
            layer = step.layers[0]
            added = {
                counter: csr_array(
                    (
                        (weight[layer.counting] * layer.amount)[those],
                        (target[layer.counting[those]], source[layer.counting[those]]),
                    ),
                    shape=shape,
                )
                for counter in np.unique(layer.counter).tolist()
                for those in [np.flatnonzero(layer.counter == counter)]
            }
            moves.append((matrix, added))
        self._plain = [matrix for matrix, _ in moves]
        self._joined = self._join(moves)

    def _join(self, moves: list[_Moves]) -> list[tuple[Any, Ints, Any]]:
        """Return as many phases as pay together: places, lines of counters, and what they add to those."""
        from scipy.sparse import csr_array

        def cost(matrix: Any, adds: Any) -> int:
            return int(matrix.nnz * (1 + self._tallies // _AT_ONCE) + adds.nnz) + _PRODUCT

        def beside(added: dict[int, Any], size: int) -> Any:
            """Return what is added to all counters in one matrix, those of a counter beside those of the last."""
            total: Any = csr_array((size, 0))
            for counter, adds in added.items():
                shape, columns = (size, self._tallies * adds.shape[1]), adds.indices + counter * adds.shape[1]
                adds = csr_array((adds.data, columns, adds.indptr), shape=shape)
                total = total + adds if total.shape[1] else adds
            return total

        parts: list[tuple[Any, Any]] = []
        for matrix, added in moves:
            # Weights of their own are there to be changed again.
            if parts and self._chain.factors is None:
                known, known_adds = parts[-1]
                both = matrix @ known
                adds = beside({counter: more @ known for counter, more in added.items()}, matrix.shape[0])
                if known_adds.shape[1]:
                    adds = matrix @ known_adds + adds if adds.shape[1] else matrix @ known_adds
                if cost(both, adds) <= cost(known, known_adds) + cost(matrix, adds):
                    parts[-1] = both, adds
                    continue
            parts.append((matrix, beside(added, matrix.shape[0])))
        joined = []
        for matrix, adds in parts:
            adds = adds.tocoo()
            counter, source = adds.col // matrix.shape[1], adds.col % matrix.shape[1]
            lines, place = np.unique(adds.row.astype(np.int64) * self._tallies + counter, return_inverse=True)
            joined.append((matrix, lines, csr_array((adds.data, (place, source)), shape=(len(lines), matrix.shape[1]))))
        return joined

    def carry(self, lines: Floats, limit: int) -> tuple[Floats, Floats, int]:
        """Return the weights of states after the turn, those of states that have ended, and the most states at once.

        Parameters
        ----------
        lines
            Weights of the states, and their expected counters times the weight. Shape (states, 1 + tallies).
        limit
            The most states at once.

        Raises
        ------
        StateLimitError
            If there are more.
        """
        size, over = self._sizes[0], len(self._places)
        mass, amounts = (
            np.concatenate([part, np.zeros((over, part.shape[1]))]) for part in np.split(lines[:size], [1], 1)
        )
        peak = self._peak(mass[:, 0])
        if peak > limit:
            raise StateLimitError(f"more than {limit:,} states")
        for matrix, line, adds in self._joined:
            amounts = matrix @ amounts
            amounts.reshape(-1)[line] += adds @ mass[:, 0]
            mass = matrix @ mass
        after = np.concatenate([mass, amounts], axis=1)
        return after[:size], after[size:], peak

    def _peak(self, mass: Floats) -> int:
        """Return the most states before a phase, if those at the start of the turn have some weights."""
        key = np.packbits(mass > 0).tobytes()
        if key not in self._peaks:
            peak = 0
            for states, matrix in zip(self._sizes, self._plain, strict=True):
                peak = max(peak, int(np.count_nonzero(mass[:states])))
                mass = matrix @ mass
            self._peaks[key] = peak
        return self._peaks[key]

    def book(self, ledger: Ledger, lines: Floats, turn: int) -> None:
        """Book what has ended; see `carry`."""
        process = ledger.process
        key = process.measures, process.series
        if key not in self._facts:
            self._facts[key] = facts_of(self._chain, process, self._places)
        met = np.flatnonzero(lines[:, 0])
        ending, measured, *series = self._facts[key][:, met]
        ledger.book(ending, turn, measured, lines[met, 0])
        for tally in range(self._tallies):
            ledger.sums[tally] += np.bincount(ending, lines[met, 1 + tally], ledger.shape[0])
        for values, watched in zip(series, ledger.watched, strict=True):
            watched[turn:] += np.bincount(values, lines[met, 0], watched.shape[1])


def joined_turn(chain: Chain, turn: int, states: Ints) -> JoinedTurn | None:
    """Return a turn as matrices, kept with the chain; None if it is not known how all states go on, or options matter.

    `states` are those of its start.
    """
    steps = []
    for level in chain.levels:
        step = level.known(turn)
        if step is None or level.table.asked:
            return None
        steps.append(step)
    if not steps or (steps[0].row[states] < 0).any():
        return None
    key = tuple(level.table.key(turn) for level in chain.levels)
    rows = sum(len(step.states) for step in steps)
    kept: JoinedTurn | int = chain.joined.get(key, 0)
    if isinstance(kept, JoinedTurn) and kept.rows == rows:
        return kept
    often = 1 if isinstance(kept, JoinedTurn) else kept + 1
    chain.joined[key] = often if often < _OFTEN else JoinedTurn(chain, steps)
    return None if often < _OFTEN else chain.joined[key]
