"""Where finished games are booked: outcomes and counters, these of blocks of trials, and the result made of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel._version import __version__
from mangonel.engine.process import Process
from mangonel.engine.result import Provenance, Result, Watched
from mangonel.engine.state import Floats, Ints
from mangonel.errors import SequenceError

_LARGEST = float(2**62)
_MOST = 1 << 18
"""So many weights are kept before they are added up by outcome cell."""


class Ledger:
    """Weights by outcome, and weighted sums of the counters by ending.

    Attributes
    ----------
    sums
        Sum over games of weight times counter. Shape (tallies,).
    squares
        Sum over games of weight times the counter squared; 0 where nobody needs it. Shape (tallies,).
    watched
        Weight of each value of each series at the start and at the end of each turn. Shape (1 + turns, 1 + maximum).
    """

    def __init__(self, process: Process) -> None:
        self.process = process
        maxima = [measure.maximum + 1 for measure in process.measures]
        self.shape = (len(process.endings) + 1, process.limit + 1, *maxima)
        if math.prod(self.shape) > 2**62:
            widest = sorted(process.measures, key=lambda measure: -measure.maximum)[:3]
            named = ", ".join(f"{measure.name} 0..{measure.maximum}" for measure in widest)
            reason = f"too many combinations of measures to be counted, above all of {named}"
            raise SequenceError(f"{process.name}: {reason}; play with fewer men or units")
        self._measured = math.prod(maxima)
        self._parts: list[tuple[Ints, Floats]] = []
        self._added = 0
        self.sums = np.zeros(len(process.tallies))
        self.squares = np.zeros(len(process.tallies))
        self.watched = [np.zeros((process.limit + 1, series.maximum + 1)) for series in process.series]

    def ends(self, endings: Ints, values: list[Ints]) -> Ints:
        """Return the ending of each game with its measures as one number. Shape (games,)."""
        number = endings
        for measure, value in zip(self.process.measures, values, strict=True):
            number = number * (measure.maximum + 1) + value
        return number

    def book(self, ends: Ints, turn: int, weights: NDArray[np.float64] | None) -> Ints:
        """Book games that are over in a turn, by their `ends`; return their outcome cells. Shape (games,).

        `weights` are 1 each if None.
        """
        ending, measured = np.divmod(ends, self._measured)
        keys: Ints = (ending * self.shape[1] + turn) * self._measured + measured
        self.add(keys, weights)
        return keys

    def add(self, keys: Ints, weights: NDArray[np.float64] | None) -> None:
        """Add weights (1 each if None) to outcome cells."""
        self._parts.append((keys, np.ones(len(keys)) if weights is None else weights))
        self._added += len(keys)
        if self._added > _MOST:
            self.cells()

    def cells(self) -> tuple[Ints, Floats]:
        """Return the outcome cells met, in order, and their weights."""
        if not self._parts:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        keys, inverse = np.unique(np.concatenate([keys for keys, _ in self._parts]), return_inverse=True)
        weights = np.bincount(inverse, np.concatenate([part for _, part in self._parts])).astype(np.float64)
        self._parts, self._added = [(keys, weights)], 0
        return keys, weights

    def scale(self, factor: float) -> None:
        """Multiply all weights by `factor`."""
        keys, weights = self.cells()
        self._parts = [(keys, weights * factor)]
        self.sums *= factor
        self.squares *= factor
        for watched in self.watched:
            watched *= factor

    def outcomes(self, keys: Ints) -> Ints:
        """Return ending, turn and measures of outcome cells. Shape (len(keys), 2 + measures)."""
        return np.stack([column.astype(np.int64) for column in np.unravel_index(keys, self.shape)], axis=1)


Cells = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The outcome cells met, in order, and how many trials came to each. Shapes (cells,)."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The outcomes of some trials."""

    trials: int
    """How many there are."""
    cells: tuple[Cells, ...]
    """Their outcome cells; of two variants that are played side by side, on each side."""
    sums: tuple[NDArray[np.int64], ...]
    """All other sums, in an order that is the same for all parts of a run."""

    def plus(self, other: Part | None) -> Part:
        """Return it with the outcomes of other trials, if there are any."""
        if other is None:
            return self
        cells = []
        for mine, theirs in zip(self.cells, other.cells, strict=True):
            keys, inverse = np.unique(np.append(mine[0], theirs[0]), return_inverse=True)
            counts = np.zeros(len(keys), dtype=np.int64)
            np.add.at(counts, inverse, np.append(mine[1], theirs[1]))
            cells.append((keys, counts))
        sums = tuple(_added(*lines) for lines in zip(self.sums, other.sums, strict=True))
        return Part(self.trials + other.trials, tuple(cells), sums)

    def equals(self, other: Part) -> bool:
        """Return whether another part has the same numbers."""
        mine, theirs = ([*chain(*part.cells), *part.sums] for part in (self, other))
        same = len(mine) == len(theirs) and self.trials == other.trials
        return same and all(np.array_equal(line, other_line) for line, other_line in zip(mine, theirs, strict=True))


def _added(mine: NDArray[np.int64], theirs: NDArray[np.int64]) -> NDArray[np.int64]:
    _check_amounts(mine.astype(np.float64) + theirs)
    return mine + theirs


def _check_amounts(amounts: NDArray[np.float64]) -> None:
    """Check that amounts can be added up in whole numbers. It is a SequenceError if they are too large for that."""
    if np.abs(amounts).max(initial=0.0) > _LARGEST:
        raise SequenceError("the counters are too large to be added up over so many trials")


def booked(ledger: Ledger, trials: int) -> Part:
    """Return the books of trials that count once each."""
    keys, weights = ledger.cells()
    for line in (ledger.sums, ledger.squares):
        _check_amounts(line)
    lines = (line.astype(np.int64) for line in (ledger.sums, ledger.squares, *ledger.watched))
    return Part(trials, ((keys, weights.astype(np.int64)),), tuple(lines))


def ledger_of(process: Process, part: Part, side: int = 0) -> Ledger:
    """Return a part as a ledger of shares of its trials; of two variants, that of one side."""
    ledger = Ledger(process)
    ledger.add(part.cells[side][0], part.cells[side][1].astype(np.float64))
    lines = 2 + len(process.series)
    ledger.sums, ledger.squares, *ledger.watched = (
        line.astype(np.float64) for line in part.sums[side * lines : (side + 1) * lines]
    )
    ledger.scale(1.0 / part.trials)
    return ledger


Progress = Callable[[float], None]
"""Called now and then with the share of the work that is done."""


def provenance(process: Process, engine: str, **how: Any) -> Provenance:
    """Return the provenance of a run; `how` are its fields that not every run has."""
    return Provenance(version=__version__, numpy=np.__version__, engine=engine, **asdict(process.identity), **how)


def assemble(process: Process, ledger: Ledger, source: Provenance) -> Result:
    """Return the result of a ledger with weights that sum to 1."""
    keys, weights = ledger.cells()
    kept = weights > 0
    keys, weights = keys[kept], weights[kept]
    errors = np.zeros(len(process.tallies))
    if source.trials is not None:
        errors = np.sqrt(np.maximum(ledger.squares - ledger.sums**2, 0.0) / source.trials)
    zero = [name for name, mean in zip(process.tallies, ledger.sums, strict=True) if not mean]
    idle = [note for name, note in process.notes_at_zero.items() if name in zero and not source.interrupted]
    notes = (*process.notes, *idle, *source.notes)
    return Result(
        sequence=process.name,
        endings=process.endings,
        measures=tuple(measure.name for measure in process.measures),
        turns=process.limit,
        outcomes=ledger.outcomes(keys),
        weights=weights,
        tallies=tuple(process.tallies),
        tally_means=ledger.sums.copy(),
        tally_errors=errors,
        provenance=replace(source, notes=notes) if notes else source,
        watched=tuple(
            Watched(series.name, shares.copy(), source.trials)
            for series, shares in zip(process.series, ledger.watched, strict=True)
        ),
        unit=process.unit,
        hexes=process.hexes,
        sides=process.sides,
        maxima=tuple(measure.maximum for measure in process.measures),
    )
