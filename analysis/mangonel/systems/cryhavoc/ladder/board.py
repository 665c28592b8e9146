"""Codes of the ladder assault's columns."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from mangonel.engine.state import Mask

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
    return (place >= DEFENDER_FIT) & (place <= DEFENDER_STUNNED)


def able_defender(place: NDArray[Any]) -> Mask:
    """Return where a defender stands who is not stunned."""
    return (place == DEFENDER_FIT) | (place == DEFENDER_WOUNDED)


def besieger(place: NDArray[Any]) -> Mask:
    """Return where a living besieger stands."""
    return place >= BESIEGER_FIT


def able_besieger(place: NDArray[Any]) -> Mask:
    """Return where a besieger stands who is not stunned."""
    return (place == BESIEGER_FIT) | (place == BESIEGER_WOUNDED)


def able_climber(climber: NDArray[Any]) -> Mask:
    """Return where a man on a ladder is not stunned."""
    return (climber == CLIMBER_FIT) | (climber == CLIMBER_WOUNDED)


def neighbours(hex_number: int, width: int) -> tuple[int, ...]:
    """Return the neighbouring hexes of the sector, the lower first."""
    return tuple(other for other in (hex_number - 1, hex_number + 1) if 0 <= other < width)
