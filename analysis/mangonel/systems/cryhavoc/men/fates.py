"""What a result does to one man of a pool (play sheet, notes on results)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.pools import (
    FIT,
    HURT_RIDER,
    RIDER,
    STUNNED,
    WORDS,
    WORSE,
    WOUNDED,
    Men,
    Pool,
    aimed_at,
)
from mangonel.systems.cryhavoc.men.retreats import WayBack, cornered
from mangonel.systems.cryhavoc.rolls.blows import Blow

__all__ = ["Fate", "strike", "strike_one"]


@dataclass(frozen=True, slots=True)
class Fate:
    """What has become of the men who were struck. Shape (rows,) each."""

    died: Mask
    gave_ground: Mask
    """Who was driven back and found room."""
    unhorsed: Mask


def strike(s: State, dice: Dice, pool: Pool, targets: Mapping[int, Mask], blow: Blow, back: WayBack) -> Fate:
    """Let one man of a pool suffer the result of a shot or an attack.

    He is hurt first and driven back then, if a result does both. A stunned man who is driven back dies; another who
    finds no room is wounded where he is. `targets` are for each state the rows in which he is in it, no row twice.
    """
    stays = cornered(s, targets, blow.driven, back)
    dice.note("he finds no room behind him and is wounded", stays)
    fate = _befall(s, pool, targets, blow, back, stays)
    for kind, on in targets.items():
        text = "stunned as he is, he dies" if kind == STUNNED else "he was hurt already and dies"
        dice.note(text, partial(_succumbs, on, fate, blow))
    return fate


def strike_one(
    s: State, dice: Dice, pool: Pool, group: Men, blow: Blow, order: Iterable[int], who: str
) -> tuple[Men, Mask]:
    """Let one of several able men who attack be hurt, if the result hurts the attacker.

    `group` are they by state, `order` is that in which men of a state are hurt, and `who` what they are in traces.
    Returns how many of each state they are now, and where one has lost the saddle and lives.
    """
    if not blow.hits.any():
        return group, blow.hits
    on = aimed_at(group, order, blow.hits)
    men = pool.of(s)
    before = {kind: men[kind].copy() for kind in group}
    fate = _befall(s, pool, on, blow, WayBack(), blow.hits & False)
    for kind, his in on.items():
        _tell(dice, f"a {WORDS[kind]} {who}", kind, his, fate, blow)
    return {kind: number + (men[kind] - before[kind]) for kind, number in group.items()}, fate.unhorsed


def _tell(dice: Dice, who: str, kind: int, his: Mask, fate: Fate, blow: Blow) -> None:
    """Tell what has become of a man of this state."""
    dice.note(f"{who} is wounded", lambda: his & blow.wounded & ~fate.died)
    dice.note(f"{who} is stunned", lambda: his & blow.stunned & ~fate.died)
    dice.note(f"{who} is killed", lambda: his & blow.killed)
    if kind not in WORSE:
        dice.note(f"{who} is hurt again and dies", partial(_succumbs, his, fate, blow))


def _succumbs(on: Mask, fate: Fate, blow: Blow) -> Mask:
    """Return where a man dies of what would not kill a fit one."""
    return on & fate.died & ~blow.killed


def _befall(s: State, pool: Pool, targets: Mapping[int, Mask], blow: Blow, back: WayBack, stays: Mask) -> Fate:
    """Change the pool by what befalls one man of it; he has no room to go back to where he `stays`."""
    men, there = pool.of(s), back.places(s)
    goes = blow.driven & ~stays
    died, gave_ground, unhorsed, rode = (np.zeros(s.size, dtype=np.bool_) for _ in range(4))
    for kind, on in targets.items():
        if not on.any():
            continue
        dies, after = _after(kind, on, blow, stays)
        men[kind] -= dies
        died |= dies
        for state, his in after:
            if state != kind:
                men[kind] -= his
                men[state] += his
            gone = his & goes
            if not gone.any():
                continue
            gave_ground |= gone
            if state in there:
                men[state] -= gone
                there[state] += gone
        if kind in (RIDER, HURT_RIDER):
            rode |= on
            unhorsed |= on & blow.unhorsed & ~dies
    pool.bury(s, died)
    if pool.counts_horses:
        horses = getattr(s, pool.prefix + "horses")
        horses += blow.horse_killed & rode
    return Fate(died, gave_ground, unhorsed)


def _after(kind: int, on: Mask, blow: Blow, stays: Mask) -> tuple[Mask, list[tuple[int, Mask]]]:
    """Return where a man of this state dies, and for each state the rows in which he is in it if he does not."""
    if kind == STUNNED:
        dies = on & (blow.wounded | blow.stunned | blow.killed | blow.driven)
        return dies, [(kind, on & ~dies)]
    if kind not in WORSE:
        dies = on & (blow.wounded | blow.stunned | blow.killed | stays)
        lives = on & ~dies
        off = lives & blow.unhorsed if kind == HURT_RIDER else lives & False
        return dies, [(WOUNDED, off), (kind, lives & ~off)] if off.any() else [(kind, lives)]
    dies = on & (blow.killed | (blow.wounded & stays) | (blow.stunned & blow.driven))
    lives = on & ~dies
    stunned, wounded = lives & blow.stunned, lives & (blow.wounded | stays)
    whole = lives & ~(stunned | wounded)
    after = [(STUNNED, stunned)] if stunned.any() else []
    if kind == RIDER:
        on_foot = blow.unhorsed
        after += [(WOUNDED, wounded & on_foot), (FIT, whole & on_foot)]
        wounded, whole = wounded & ~on_foot, whole & ~on_foot
    return dies, [*after, (WORSE[kind], wounded), (kind, whole)]
