"""Mistakes in a sequence, found where they are made: masks, places and values that are none."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from mangonel.errors import SequenceError

__all__ = ["SlipError", "checked_mask", "checked_place", "fitting", "is_whole", "unsigned"]

_UNSIGNED: dict[int, np.dtype[Any]] = {
    1: np.dtype(np.uint8),
    2: np.dtype(np.uint16),
    4: np.dtype(np.uint32),
    8: np.dtype(np.uint64),
}


class SlipError(SequenceError):
    """A mistake of a phase that does not say yet which phase it was."""


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a plain whole number, which True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def checked_mask(what: str, name: str, where: object, rows: int | None) -> None:
    """Check the mask that a phase asks with.

    Parameters
    ----------
    what, name
        What is asked for: ``roll`` or ``chapter``, and which.
    where
        The mask as it was given.
    rows
        How many rows there are; None if nobody knows.

    Raises
    ------
    SlipError
        If it is not an array of True and False with one entry a row.
    """
    if (
        isinstance(where, np.ndarray)
        and where.dtype.kind == "b"
        and where.ndim == 1
        and (rows is None or where.shape[0] == rows)
    ):
        return
    if not isinstance(where, np.ndarray):
        given = repr(where) if isinstance(where, (bool, int, float)) else f"a {type(where).__name__}"
    else:
        given = f"{where.dtype.name} of shape {where.shape}"
    raise SlipError(f"{what} {name!r}: where it happens must be an array of True and False, one a row, not {given}")


def checked_place(
    what: str, name: str, kind: str, place: object, where: NDArray[np.bool_], count: int
) -> NDArray[Any] | int:
    """Return the situation or start that a phase asks with, in its plain form.

    Parameters
    ----------
    what, name
        As for `checked_mask`.
    kind
        ``situation`` or ``start``.
    place
        As it was given: one whole number, or one a row.
    where
        The rows that count. Shape (rows,).
    count
        How many there are, 0 to ``count - 1``.

    Raises
    ------
    SlipError
        If it is something else, or not one of them in a row that counts.
    """
    if isinstance(place, np.ndarray) and place.shape == where.shape and place.dtype.kind in "iu":
        # One look at all rows, and another only if one of them is off.
        if unsigned(place).max(initial=0) >= count:
            asked = place[where]
            wrong = asked[(asked < 0) | (asked >= count)]
            if len(wrong):
                raise SlipError(f"{what} {name!r}: there is no {kind} {wrong[0]}, only {_range(count)}")
        places: NDArray[Any] = place
        return places
    if isinstance(place, np.ndarray) and place.ndim == 0:
        place = place.tolist()
    if is_whole(place):
        number = int(place)
        if not 0 <= number < count and where.any():
            raise SlipError(f"{what} {name!r}: there is no {kind} {number}, only {_range(count)}")
        return number
    if not isinstance(place, np.ndarray):
        given = repr(place) if isinstance(place, (bool, float, np.generic)) else f"a {type(place).__name__}"
    else:
        given = f"{place.dtype.name} of shape {place.shape}"
    raise SlipError(f"{what} {name!r}: a {kind} is a whole number, or an array of them, one a row, not {given}")


def unsigned(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers as if they had no sign: what is below 0 is then larger than anything that is meant."""
    return numbers if numbers.dtype.kind == "u" else numbers.view(_UNSIGNED[numbers.dtype.itemsize])


def _range(count: int) -> str:
    return "0" if count == 1 else f"0 to {count - 1}"


def fitting(value: object, held: np.dtype[Any], name: str) -> NDArray[Any]:
    """Return a value that is put into a column or a counter, as an array.

    Parameters
    ----------
    value
        What is put there.
    held
        The type of number that is kept.
    name
        Where it is put.

    Raises
    ------
    SlipError
        If it is no whole number, or larger than can be kept.
    """
    try:
        array = np.asarray(value)
    except ValueError:
        raise SlipError(f"{name} is given lists of different lengths") from None
    kind = array.dtype.kind
    if kind == "f":
        with np.errstate(invalid="ignore"):
            broken = array[array != np.floor(array)]
        if broken.size:
            raise SlipError(f"{name} holds whole numbers, not {broken.flat[0]:g}")
    elif kind not in "biu":
        given = repr(value) if array.ndim == 0 else f"an array of {array.dtype.name}"
        raise SlipError(f"{name} holds whole numbers, not {given}")
    if array.size and kind != "b" and not np.can_cast(array.dtype, held):
        # Of a float the ends are compared as floats: infinity is beyond all.
        low, high = array.min(), array.max()
        limits = np.iinfo(held)
        if low < limits.min or high > limits.max:
            raise SlipError(f"{name} cannot hold {low if low < limits.min else high:g}")
    return array
