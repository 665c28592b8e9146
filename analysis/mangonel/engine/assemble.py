"""From a ledger to a result with its provenance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mangonel._version import __version__
from mangonel.engine.ledger import Ledger
from mangonel.engine.process import Process
from mangonel.engine.result import Provenance, Result, Watched

__all__ = ["Progress", "assemble", "provenance"]


Progress = Callable[[float], None]
"""Called now and then with the share of the work that is done."""


def provenance(process: Process, engine: str) -> Provenance:
    """Return the provenance of a run, without what only a sampled run has."""
    identity = process.identity
    return Provenance(
        version=__version__,
        numpy=np.__version__,
        rules=identity.rules,
        digest=identity.digest,
        scenario=identity.scenario,
        scenario_digest=identity.scenario_digest,
        engine=engine,
    )


def assemble(process: Process, ledger: Ledger, source: Provenance) -> Result:
    """Return the result of a ledger whose weights sum to 1."""
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
        tally_means=ledger.sums,
        tally_errors=errors,
        provenance=replace(source, notes=notes) if notes else source,
        watched=tuple(
            Watched(series.name, shares, source.trials)
            for series, shares in zip(process.series, ledger.watched, strict=True)
        ),
        unit=process.unit,
        hexes=process.hexes,
        sides=process.sides,
        maxima=tuple(measure.maximum for measure in process.measures),
    )
