"""Play a process without a turn limit to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mangonel.engine.notes import Note
from mangonel.engine.process import LONGEST, Process
from mangonel.engine.result import Result

__all__ = ["HORIZONS", "OPEN", "open_share", "to_the_end"]


OPEN = 1e-12
"""What may be open at the end: no more than sums of floats are off by."""

HORIZONS = (100, 1_000, LONGEST)
"""Turn limits that are tried one after the other."""


def open_share(result: Result) -> float:
    """Return what was still open at the turn limit of a result."""
    return float(result.weights[result.outcomes[:, 0] == 0].sum())


def to_the_end(process: Process, play: Callable[[Process], Result]) -> Result:
    """Play a process until less than `OPEN` is open, or for the longest horizon, and say so.

    Parameters
    ----------
    process
        What is played; it has no turn limit.
    play
        Plays it with one.
    """
    for turns in HORIZONS:
        result = play(process.lasting(turns))
        if result.provenance.interrupted:
            return result
        if open_share(result) < OPEN:
            return _cut(result)
    return _noted(result, Note("still_open", unit=process.unit, number=LONGEST))


def _cut(result: Result) -> Result:
    """Return a result up to the turn after which less than `OPEN` happens."""
    by_turn = np.bincount(result.outcomes[:, 1], result.weights, minlength=result.turns + 1)
    later = np.append(np.cumsum(by_turn[::-1])[::-1][1:], 0.0)
    last = int(np.argmax(later < OPEN))
    outcomes = result.outcomes.copy()
    outcomes[:, 1] = np.minimum(outcomes[:, 1], last)
    watched = tuple(replace(series, shares=series.shares[: last + 1]) for series in result.watched)
    note = Note("played_out", (("share", f"{OPEN:g}"),), result.unit, last)
    return _noted(replace(result, turns=last, outcomes=outcomes, watched=watched), note)


def _noted(result: Result, note: Note) -> Result:
    source = result.provenance
    return replace(result, provenance=replace(source, notes=(*source.notes, note)))
