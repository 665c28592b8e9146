"""Hexes that burn: what is remembered of each, how it catches fire and burns down."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.cryhavoc.fire.game import FireGame
from mangonel.systems.cryhavoc.keys.words import in_note
from mangonel.systems.cryhavoc.situations.fire import KILLED, burning_turns

__all__ = [
    "ARROWS",
    "CAUGHT_ARROWS",
    "CAUGHT_OTHER",
    "FRESH_OIL",
    "LOST",
    "OTHER",
    "OUT",
    "anything_burns",
    "burn_phase",
    "burning",
    "by_arrows",
    "catch_fire",
    "fire_columns",
    "spreading",
]

# What is remembered of a hex: 0 is unburnt. ARROWS, OTHER: a fire by its cause, laid this turn; the numbers after each
# are the same fire a turn, two and three turns old. CAUGHT_...: fire has just spread to it and does not spread yet.
# OUT: put out while other fires are being fought. FRESH_OIL: lit by oil this turn, in which it does not spread (option
# fire-spread-timing); later OTHER.
ARROWS, OTHER, LOST, CAUGHT_ARROWS, CAUGHT_OTHER, OUT, FRESH_OIL = 1, 5, 9, 10, 11, 12, 13
_AGES = 4
_WOUNDS, _KILLS = 2, 3
"""Age of a fire that wounds, and that kills, who stays in it (German rules 3.54)."""
_AGE_REACHED = np.array([0, 1, 2, 3, 4, 1, 2, 3, 4, 0, 1, 1, 0, 1], dtype=np.int8)


def _older(turns: int) -> NDArray[np.int8]:
    """Return what follows on everything that is remembered of a hex, if a fire destroys after so many turns."""
    after = np.zeros(FRESH_OIL + 1, dtype=np.int8)
    for cause, caught in ((ARROWS, CAUGHT_ARROWS), (OTHER, CAUGHT_OTHER)):
        after[cause : cause + _AGES] = [cause + age if age < turns else LOST for age in range(1, _AGES + 1)]
        after[caught] = cause + 1
    after[FRESH_OIL] = OTHER + 1
    after[LOST] = LOST
    return after


def fire_columns(game: FireGame) -> list[Column]:
    """Return what is remembered: ``flame`` of each hex, who lies where, who stays where, and losses so far."""
    columns = [Column("flame", FRESH_OIL, 0, len(game.names))]
    if game.people:
        columns.append(Column("dead", game.people))
    if game.lying:
        columns.append(Column("lying", 1, 1, len(game.lying)))
    if game.staying:
        most = max(game.staying.values())
        columns.append(Column("fit", most, tuple(game.able.values()), len(game.staying)))
        columns.append(Column("wounded", most, 0, len(game.staying)))
        columns.append(Column("left_wounded", game.people))
    return columns


def burning(flame: NDArray[np.integer]) -> Mask:
    """Return where a hex burns and may be put out. Same shape."""
    return spreading(flame) | (flame == FRESH_OIL)


def spreading(flame: NDArray[np.integer]) -> Mask:
    """Return where a hex burns and may spread fire. Same shape."""
    return (flame > 0) & (flame < LOST)


def anything_burns(flame: NDArray[np.integer]) -> Mask:
    """Return where some hex burns. Shapes (hexes, rows) and (rows,)."""
    return np.logical_or.reduce(burning(flame), axis=0)


def by_arrows(flame: NDArray[np.integer]) -> Mask:
    """Return where a hex burns by arrows only. Same shape."""
    return (flame > 0) & (flame < OTHER)


def catch_fire(game: FireGame, s: State, dice: Dice, place: int, where: Mask, flame: NDArray[Any] | int) -> None:
    """Let an unburnt hex catch fire where it does, `flame` being remembered of it, with what befalls those in it."""
    if not where.any():
        return
    name = game.names[place]
    s.flame[place] += (where * flame).astype(s.flame.dtype)
    tally = getattr(s, f"caught:{name}")
    tally += where
    dice.note(f"{in_note(name)} is on fire", where)
    if place not in game.lying:
        return
    line = list(game.lying).index(place)
    lie_there = where & (s.lying[line] == 1)
    for man in range(game.lying[place]):
        killed = lie_there
        if game.comes_round is not None:
            who = f"stunned man {man + 1} in {name}"
            killed = lie_there & (dice.roll(game.comes_round, lie_there, who=who) == game.comes_round.code(KILLED))
        else:
            dice.note(f"a stunned man in {in_note(name)} is killed", killed)
        s.dead += killed
        if place in game.staying:
            s.fit[list(game.staying).index(place)] += lie_there & ~killed
    s.lying[line] *= ~lie_there


def burn_phase(game: FireGame) -> Phase:
    """Return the growing of all fires, what they do to those who stay, and what is lost (end of the game turn, 2)."""
    by_object = game.rules.choice("fire-destruction") == "machine"
    turns = burning_turns(game.rules)
    older = _older(turns)

    def burn(s: State, dice: Dice) -> None:
        age = _AGE_REACHED.take(s.flame)
        _hurt_who_stays(game, s, dice, age)
        lost = s.flame == LOST
        s.flame = older.take(s.flame)
        if by_object:
            for group in game.groups:
                hexes = slice(group[0], group[-1] + 1)
                gone = (age[hexes] == turns).any(axis=0)
                s.flame[hexes] += (LOST - s.flame[hexes]) * gone
        fresh = (s.flame == LOST) & ~lost
        if not fresh.any():
            return
        for name, gone in zip(game.names, fresh, strict=True):
            tally = getattr(s, f"lost:{name}")
            tally += gone
            dice.note(f"{in_note(name)} is lost", gone)
        for line, place in enumerate(game.lying):
            s.lying[line] *= ~fresh[place]
        for line, place in enumerate(game.staying):
            s.left_wounded += s.wounded[line] * fresh[place]
            s.fit[line] *= ~fresh[place]
            s.wounded[line] *= ~fresh[place]

    return Phase("fires burn on", burn, lambda s: _any_fire(s.flame))


def _any_fire(flame: NDArray[np.integer]) -> Mask:
    return ((flame != 0) & (flame != LOST)).any(axis=0)


def _hurt_who_stays(game: FireGame, s: State, dice: Dice, age: NDArray[np.integer]) -> None:
    for line, place in enumerate(game.staying):
        name = in_note(game.names[place])
        fit, wounded = s.fit[line], s.wounded[line]
        killing, wounding = age[place] == _KILLS, age[place] == _WOUNDS
        dice.note(f"{{}} of the men in {name} are killed", killing & (fit + wounded > 0), fit + wounded)
        dice.note(f"{{}} of the men in {name} are wounded", wounding & (fit > 0), fit)
        dice.note(f"{{}} of the wounded men in {name} are killed", wounding & (wounded > 0), wounded)
        s.dead += fit * killing + wounded * (killing | wounding)
        wounded[...] = np.where(wounding, fit, wounded * ~killing)
        fit *= ~(killing | wounding)
