"""Playing a phase again on some of its rows, to find whatever else it depends on that it must not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.mistakes import played
from mangonel.engine.replay import BESIDE, DIFFERENTLY, OUTSIDE, Asked, AskError, ReplayDice
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.state import State
from mangonel.errors import SequenceError

__all__ = ["check_rows", "checked_sequence", "is_due"]

_FIRST = 8
"""So many plays of a phase are checked, and from then on each that doubles their number."""
_FEW = 8
"""Rows that are played alone."""

_OTHERWISE = 1_000_003
"""Counters begin here when a phase is played again, so that one that looks at them does something else."""

_KEY = "checks"
"""Under which sequences keep which plays are checked."""


class _Checks:
    def __init__(self, *, every: bool = False) -> None:
        self._every = every
        self._plays: Counter[str] = Counter()

    def due(self, phase: str) -> bool:
        self._plays[phase] += 1
        plays = self._plays[phase]
        return self._every or plays <= _FIRST or plays & (plays - 1) == 0


def checked_sequence(sequence: PlaySequence) -> PlaySequence:
    """Return a sequence with the same results of which every play is checked, with wide numbers."""
    recipe = None if sequence.recipe is None else (checked_sequence, (sequence,))
    checked = replace(sequence, compact=False, recipe=recipe)
    checked.found[_KEY] = _Checks(every=True)
    return checked


def is_due(sequence: PlaySequence, phase: Phase) -> bool:
    """Count a play of a phase, and return whether it is to be checked: of a compact sequence none is."""
    if sequence.compact:
        return False
    checks: _Checks = sequence.found.setdefault(_KEY, _Checks())
    return checks.due(phase.name)


def check_rows(
    sequence: PlaySequence,
    phase: Phase,
    start: NDArray[Any],
    asked: Sequence[Asked],
    turn: int,
    result: tuple[NDArray[Any], NDArray[Any]] | None = None,
) -> None:
    """Play a phase again with the same answers: on single rows, and on a few of them turned round and doubled.

    A complete play is repeated on all rows, too.

    Parameters
    ----------
    sequence, phase
        What is played.
    start
        The rows at its start, all different. Shape (lines, rows).
    asked
        All that it has asked for. The last has no answer yet if the play is not complete.
    turn
        The turn it is.
    result
        How the rows are left, and what was added to the counters; None if the play is not complete. Shapes (lines,
        rows), (tallies, rows).

    Raises
    ------
    SequenceError
        If a row is treated differently.
    """
    layout = sequence.layout
    few = np.unique(np.linspace(0, start.shape[1] - 1, _FEW).astype(np.int64))
    plays = [(row, BESIDE) for row in np.split(few, len(few))] + [(np.concatenate([few[::-1], few]), BESIDE)]
    if result is not None:
        plays.insert(0, (np.arange(start.shape[1]), OUTSIDE))
    for rows, why in plays:
        matrix, counters = start[:, rows], layout.counters(len(rows)) + (0 if result is None else _OTHERWISE)
        dice = ReplayDice(layout.dtype, [question.taken(rows) for question in asked if question.where[rows].any()], why)
        try:
            played(phase, State(layout, matrix, counters, turn), dice)
        except AskError as ask:
            # As long as the play is not complete, rows of which nothing is known yet may ask for anything.
            if result is None:
                continue
            other: Asked | None = ask.asked
        else:
            other = dice.unread()
        if other is not None:
            raise SequenceError(f"phase {phase.name!r}: {other}: {DIFFERENTLY}: {why}")
        if result is not None:
            _compare(sequence, phase, (matrix, counters - _OTHERWISE), [lines[:, rows] for lines in result], why)


def _compare(
    sequence: PlaySequence, phase: Phase, again: Sequence[NDArray[Any]], before: Sequence[NDArray[Any]], why: str
) -> None:
    """Check that rows, and what was added to their counters, are what they were before."""
    for name, place in sequence.layout.places.items():
        if not np.array_equal(again[0][place], before[0][place]):
            raise SequenceError(f"phase {phase.name!r}: played again, it leaves {name!r} different: {why}")
    for name, mine, theirs in zip(sequence.tallies, again[1], before[1], strict=True):
        if not np.array_equal(mine, theirs):
            raise SequenceError(f"phase {phase.name!r}: played again, it adds differently to {name!r}: {why}")
