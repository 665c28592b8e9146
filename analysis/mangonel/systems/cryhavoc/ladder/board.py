"""Codes of the ladder assault's columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

__all__ = [
    "BESIEGER_FIT",
    "BESIEGER_STUNNED",
    "BESIEGER_WOUNDED",
    "CLIMBER_FIT",
    "CLIMBER_STUNNED",
    "CLIMBER_WOUNDED",
    "DEFENDER_FIT",
    "DEFENDER_STUNNED",
    "DEFENDER_WOUNDED",
    "EMPTY",
    "NOBODY",
    "able_besieger",
    "able_climber",
    "able_defender",
    "besieger",
    "defender",
    "neighbours",
]

# A hex of the wall.
EMPTY, DEFENDER_FIT, DEFENDER_WOUNDED, DEFENDER_STUNNED = 0, 1, 2, 3
BESIEGER_FIT, BESIEGER_WOUNDED, BESIEGER_STUNNED = 4, 5, 6
# The man on a ladder.
NOBODY, CLIMBER_FIT, CLIMBER_WOUNDED, CLIMBER_STUNNED = 0, 1, 2, 3


def defender(place: NDArray[Any]) -> Mask:
    """Return where a living defender stands."""
    here: Mask = (place >= DEFENDER_FIT) & (place <= DEFENDER_STUNNED)
    return here


def able_defender(place: NDArray[Any]) -> Mask:
    """Return where a defender stands who is not stunned."""
    here: Mask = (place == DEFENDER_FIT) | (place == DEFENDER_WOUNDED)
    return here


def besieger(place: NDArray[Any]) -> Mask:
    """Return where a living besieger stands."""
    here: Mask = place >= BESIEGER_FIT
    return here


def able_besieger(place: NDArray[Any]) -> Mask:
    """Return where a besieger stands who is not stunned."""
    here: Mask = (place == BESIEGER_FIT) | (place == BESIEGER_WOUNDED)
    return here


def able_climber(climber: NDArray[Any]) -> Mask:
    """Return where a man on a ladder is not stunned."""
    here: Mask = (climber == CLIMBER_FIT) | (climber == CLIMBER_WOUNDED)
    return here


def neighbours(hex_number: int, width: int) -> tuple[int, ...]:
    """Return the neighbouring hexes of the sector, the lower first."""
    return tuple(other for other in (hex_number - 1, hex_number + 1) if 0 <= other < width)
