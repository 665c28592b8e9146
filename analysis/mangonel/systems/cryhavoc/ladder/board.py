"""Codes of the ladder assault's columns, and what happens to one man."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mangonel.engine.sequence import Dice
    from mangonel.engine.state import State

    Mask = NDArray[np.bool_]

__all__ = [
    "BESIEGER_FIT",
    "BESIEGER_STUNNED",
    "BESIEGER_WOUNDED",
    "DEFENDER_FIT",
    "DEFENDER_STUNNED",
    "DEFENDER_WOUNDED",
    "EMPTY",
    "FIT",
    "NOBODY",
    "STUNNED",
    "WOUNDED",
    "able_besieger",
    "able_defender",
    "besieger",
    "defender",
    "hurt",
    "neighbours",
    "retreat_climber",
    "retreat_defender",
    "tell_death",
    "tell_wound",
]

# A hex of the wall.
EMPTY, DEFENDER_FIT, DEFENDER_WOUNDED, DEFENDER_STUNNED = 0, 1, 2, 3
BESIEGER_FIT, BESIEGER_WOUNDED, BESIEGER_STUNNED = 4, 5, 6
# The man on a ladder; fit and wounded are numbered as in `mangonel.systems.cryhavoc.parts.rolls.FightRoll`.
NOBODY, FIT, WOUNDED, STUNNED = 0, 1, 2, 3


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


def neighbours(hex_number: int, width: int) -> tuple[int, ...]:
    """Return the neighbouring hexes of the sector, the lower first."""
    return tuple(other for other in (hex_number - 1, hex_number + 1) if 0 <= other < width)


def hurt(
    place: NDArray[Any],
    fit_code: int,
    *,
    wounded: Mask | bool = False,
    stunned: Mask | bool = False,
    killed: Mask | bool = False,
) -> Mask:
    """Wound, stun or kill the man in a place; a man who is not fit survives none of it.

    Parameters
    ----------
    place
        Codes of a hex or a ladder. Shape (rows,); changed.
    fit_code
        Code of a fit man there; a wounded one has the next code, a stunned one the code after that.
    wounded, stunned, killed
        Rows in which a man stands there and this happens to him.

    Returns
    -------
    numpy.ndarray
        Where he dies. Shape (rows,).
    """
    fit = place == fit_code
    dead: Mask = killed | ((wounded | stunned) & ~fit)
    place += (wounded & fit).view("i1")
    place += 2 * (stunned & fit).view("i1")
    place *= ~dead
    return dead


def tell_death(dice: Dice, place: NDArray[Any], fit_code: int, where: Mask) -> None:
    """Tell that the man in a place dies of what would wound or stun a fit man, before `hurt` does so to him."""
    dice.note("he was hurt already and dies", lambda: where & (place != fit_code))


def tell_wound(dice: Dice, who: str, place: NDArray[Any], fit_code: int, where: Mask) -> None:
    """Tell what a wound does to the man in a place, before `hurt` gives it to him."""
    dice.note(f"{who} is wounded", lambda: where & (place == fit_code))
    dice.note(f"{who} is hurt again and dies", lambda: where & (place != fit_code))


def retreat_defender(s: State, dice: Dice, number: int, where: Mask, *, into_reserve: bool) -> None:
    """Make the defender of a hex retreat: into the reserve, or, without a legal hex, wounded; stunned men die."""
    place, who = s.hex[number], f"the man on wall hex {number + 1}"
    if into_reserve:
        dice.note(f"{who} leaves the wall", lambda: where & (place != DEFENDER_STUNNED))
        dice.note(f"{who} is stunned and dies", lambda: where & (place == DEFENDER_STUNNED))
        s.reserve_fit += where & (place == DEFENDER_FIT)
        s.reserve_wounded += where & (place == DEFENDER_WOUNDED)
        place *= ~where
    else:
        dice.note(f"{who} finds no way back", where)
        tell_wound(dice, who, place, DEFENDER_FIT, where)
        hurt(place, DEFENDER_FIT, wounded=where)


def retreat_climber(s: State, dice: Dice, ladder: int, where: Mask, *, to_foot: bool) -> Mask:
    """Make the man on a ladder retreat: to its foot, or wounded where he stands; a stunned man dies.

    Returns
    -------
    numpy.ndarray
        Where he dies. Shape (rows,).
    """
    climber, who = s.climber[ladder], f"the man on ladder {ladder + 1}"
    if not to_foot:
        dice.note(f"{who} finds no way back", where)
        tell_wound(dice, who, climber, FIT, where)
        return hurt(climber, FIT, wounded=where)
    dice.note(f"{who} goes down to its foot", lambda: where & (climber != STUNNED))
    dice.note(f"{who} is stunned and dies", lambda: where & (climber == STUNNED))
    dead: Mask = where & (climber == STUNNED)
    s.fit[ladder] += where & (climber == FIT)
    s.wounded[ladder] += where & (climber == WOUNDED)
    climber *= ~where
    return dead
