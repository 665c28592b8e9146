"""From booked rows to a result with its provenance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mangonel._version import __version__
from mangonel.engine.ledger import Ledger
from mangonel.engine.sequence import PlaySequence
from mangonel.odds.result import Provenance, Result
from mangonel.odds.watched import Watched

__all__ = ["Progress", "assemble", "provenance"]

Progress = Callable[[float], None]
"""Called now and then with the share of the work that is done."""


def provenance(sequence: PlaySequence, engine: str) -> Provenance:
    """Return the provenance of a run of `sequence`, without what only a sampled run has."""
    identity = sequence.identity
    return Provenance(
        version=__version__,
        numpy=np.__version__,
        rules=identity.rules,
        digest=identity.digest,
        scenario=identity.scenario,
        scenario_digest=identity.scenario_digest,
        engine=engine,
    )


def assemble(sequence: PlaySequence, ledgers: list[Ledger], source: Provenance) -> Result:
    """Put ledgers whose weights sum to 1 together: one, or one for each repeat."""
    whole = Ledger(sequence)
    for ledger in ledgers:
        whole.merge(ledger)
    keys, weights = whole.cells()
    weights = weights / len(ledgers)
    kept = weights > 0
    keys, weights = keys[kept], weights[kept]
    repeats = None
    means = whole.sums / len(ledgers)
    errors = np.zeros(len(sequence.tallies))
    zero = {name for name, mean in zip(sequence.tallies, means, strict=True) if not mean.any()}
    idle = [note for name, note in sequence.notes_at_zero.items() if name in zero and not source.interrupted]
    if len(ledgers) > 1:
        repeats = np.zeros((len(ledgers), len(keys)))
        for line, ledger in zip(repeats, ledgers, strict=True):
            mine, amount = ledger.cells()
            inside = amount > 0
            line[np.searchsorted(keys, mine[inside])] = amount[inside]
        errors = _repeated_error([ledger.sums.sum(axis=1) for ledger in ledgers])
    elif source.trials is not None:
        errors = _sampled_error(whole.squares, means.sum(axis=1), source.trials)
    return Result(
        sequence=sequence.name,
        endings=sequence.endings,
        measures=tuple(measure.name for measure in sequence.measures),
        turns=sequence.limit,
        outcomes=whole.outcomes(keys),
        weights=weights,
        tallies=tuple(sequence.tallies),
        tally_means=means,
        tally_errors=errors,
        provenance=replace(source, notes=(*sequence.notes, *idle, *source.notes)),
        repeats=repeats,
        watched=tuple(_watched(name.name, line, ledgers, source.trials) for line, name in enumerate(sequence.series)),
        unit=sequence.unit,
        hexes=sequence.hexes,
        sides=sequence.sides,
        maxima=tuple(measure.maximum for measure in sequence.measures),
    )


def _repeated_error(means: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the standard error of a mean, from the means of independent repeats."""
    error: NDArray[np.float64] = np.array(means).std(axis=0, ddof=1) / np.sqrt(len(means))
    return error


def _sampled_error(squares: NDArray[np.float64], means: NDArray[np.float64], trials: int) -> NDArray[np.float64]:
    """Return the standard error of a mean, from the mean of the squares of independent trials."""
    error: NDArray[np.float64] = np.sqrt(np.maximum(squares - means**2, 0.0) / trials)
    return error


def _watched(name: str, line: int, ledgers: list[Ledger], trials: int | None) -> Watched:
    """Return one series, with its repeats if there are several ledgers."""
    repeats = np.array([ledger.watched[line] for ledger in ledgers])
    return Watched(name, repeats.mean(axis=0), trials, repeats if len(ledgers) > 1 else None)
