"""What a result does to one man of a pool (play sheet, notes on results)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mangonel.systems.cryhavoc.parts.pools import RIDER, STUNNED, WORDS, WORSE, WOUNDED, Pool
from mangonel.systems.cryhavoc.parts.retreats import WayBack, cornered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.sequence import Dice
    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.parts.effects import EffectCodes

    Mask = NDArray[np.bool_]

__all__ = ["Fate", "note_wound", "strike"]


@dataclass(frozen=True, slots=True)
class Fate:
    """What has become of the men who were struck. Shape (rows,) each.

    Attributes
    ----------
    died
        Who is dead.
    gave_ground
        Who was driven back and found room.
    unhorsed
        Who lost the saddle and lives.
    """

    died: Mask
    gave_ground: Mask
    unhorsed: Mask


def note_wound(dice: Dice, kind: int, who: str, where: Mask) -> None:
    """Tell which of several men takes a wound: one in this state; `who` says of which men."""
    does = "is wounded" if kind in WORSE else "is hurt again and dies"
    dice.note(f"a {WORDS[kind]} {who} {does}", where)


def strike(
    s: State,
    dice: Dice,
    pool: Pool,
    targets: Mapping[int, Mask],
    codes: NDArray[np.int8],
    effects: EffectCodes,
    back: WayBack,
) -> Fate:
    """Let one man of a pool suffer the result of a shot or an attack.

    Parameters
    ----------
    s, dice
        The rows, and who hears what happens.
    pool
        The pool he is in.
    targets
        For each state the rows in which the man struck is in that state; no row twice.
    codes
        The results; those of other rows are 0. Shape (rows,).
    effects
        What the codes mean.
    back
        Where he goes if he is driven back.

    Notes
    -----
    A stunned man who is driven back dies; another who finds no room is wounded where he is.
    """
    men = pool.of(s)
    wounded, stunned, killed = (table.take(codes) for table in (effects.wounded, effects.stunned, effects.killed))
    driven = effects.back.take(codes) > 0
    none = np.zeros(s.size, dtype=np.bool_)
    stays = cornered(s, targets, driven, back)
    dice.note("he finds no room behind him and is wounded", stays)
    wounded = wounded | stays
    goes, there = driven & ~stays, back.places(s)
    hurt = wounded | stunned
    died, gave_ground, unhorsed = none.copy(), none.copy(), none
    for kind, on in targets.items():
        if kind == STUNNED:
            dies = on & (hurt | killed | driven)
            dice.note("stunned as he is, he dies", dies & ~killed)
        else:
            gone = on & goes
            if gone.any():
                gave_ground |= gone
                if kind in there:
                    men[kind] -= gone
                    there[kind] += gone
            if kind in WORSE:
                dies = on & killed
                falls = on & hurt
                men[kind] -= falls
                off = none
                if kind == RIDER:
                    off = falls & effects.unhorsed.take(codes)
                    unhorsed = off
                men[WORSE[kind]] += falls & wounded & ~off
                men[WOUNDED] += falls & wounded & off
                men[STUNNED] += falls & stunned & ~wounded
            else:
                dies = on & (hurt | killed)
                dice.note("he was hurt already and dies", dies & ~killed)
        men[kind] -= dies
        died |= dies
    pool.bury(s, died)
    if pool.counts_horses:
        horses = getattr(s, pool.prefix + "horses")
        horses += effects.horse_killed.take(codes)
    return Fate(died, gave_ground, unhorsed)
