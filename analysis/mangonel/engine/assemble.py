"""From booked rows to a result with its provenance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from mangonel._version import __version__
from mangonel.engine.ledger import Ledger
from mangonel.odds.result import Provenance, Result

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence

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
    if len(ledgers) > 1:
        repeats = np.zeros((len(ledgers), len(keys)))
        for line, ledger in zip(repeats, ledgers, strict=True):
            mine, amount = ledger.cells()
            inside = amount > 0
            line[np.searchsorted(keys, mine[inside])] = amount[inside]
        by_repeat = np.array([ledger.sums.sum(axis=1) for ledger in ledgers])
        errors = by_repeat.std(axis=0, ddof=1) / np.sqrt(len(ledgers))
    elif source.trials is not None:
        spread = whole.squares - means.sum(axis=1) ** 2
        errors = np.sqrt(np.maximum(spread, 0.0) / source.trials)
    return Result(
        sequence=sequence.name,
        endings=sequence.endings,
        measures=tuple(measure.name for measure in sequence.measures),
        turns=sequence.turns,
        outcomes=whole.outcomes(keys),
        weights=weights,
        tallies=tuple(sequence.tallies),
        tally_means=means,
        tally_errors=errors,
        provenance=source,
        repeats=repeats,
    )
