"""Playing one phase, whatever the engine: mistakes in it are told with its name."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.dice import EngineDice
from mangonel.engine.sequence import Phase
from mangonel.engine.slips import SlipError
from mangonel.engine.state import State
from mangonel.errors import SequenceError

__all__ = ["check_left_alone", "concerned", "played", "where_concerned"]


def where_concerned(phase: Phase, state: State) -> NDArray[np.bool_] | None:
    """Return the rows in which a phase does anything; None if that may be all of them. Shape (rows,).

    Raises
    ------
    SequenceError
        If its ``when`` does not give True or False for each row.
    """
    if phase.when is None:
        return None
    where: object = phase.when(state)
    if not (isinstance(where, np.ndarray) and where.dtype.kind == "b" and where.shape == (state.size,)):
        raise SequenceError(f"phase {phase.name!r}: when it happens must be an array of True and False, one a row")
    return where


def concerned(phase: Phase, state: State) -> bool:
    """Return whether a phase does anything in any row; errors as for `where_concerned`."""
    where = where_concerned(phase, state)
    return where is None or bool(where.any())


def check_left_alone(
    phase: Phase, where: NDArray[np.bool_] | None, before: NDArray[Any], after: NDArray[Any], added: NDArray[Any]
) -> None:
    """Check that a phase has done nothing where it said so: what comes of a row must not hang on others.

    Parameters
    ----------
    phase
        The phase.
    where
        The rows in which it does anything; None if that may be all of them. Shape (rows,).
    before, after
        The rows. Shape (lines, rows).
    added
        What it has added to the counters. Shape (tallies, rows).

    Raises
    ------
    SequenceError
        If it has done something in another row.
    """
    if where is None or where.all():
        return
    if (((before != after).any(axis=0) | (added != 0).any(axis=0)) & ~where).any():
        raise SequenceError(f"phase {phase.name!r} does something in rows in which its `when` says that it does not")


def played(phase: Phase, state: State, dice: EngineDice) -> None:
    """Play a phase on the rows of a state.

    Raises
    ------
    SequenceError
        If the phase asks or sets something that it cannot; the message names the phase.
    """
    outside, dice.rows = dice.rows, state.size
    try:
        phase.act(state, dice)
    except SlipError as slip:
        raise SequenceError(f"phase {phase.name!r}: {slip}") from None
    except TypeError as error:
        # What numpy says of a column that is multiplied by a fraction in place.
        if not str(error).startswith("Cannot cast ufunc"):
            raise
        raise SequenceError(f"phase {phase.name!r}: a column or counter holds whole numbers: {error}") from error
    finally:
        dice.rows = outside
