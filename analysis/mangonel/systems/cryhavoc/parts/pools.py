"""Men of one kind in one place, counted by state, and what results do to one of them (play sheet, notes on results)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.state import Column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.engine.sequence import Dice
    from mangonel.engine.state import State
    from mangonel.systems.cryhavoc.parts.effects import EffectCodes

    Mask = NDArray[np.bool_]

__all__ = [
    "ABLE",
    "AIMED",
    "FIT",
    "HURT_PANICKED",
    "HURT_RIDER",
    "MOUNTED",
    "ON_FOOT",
    "PANICKED",
    "RIDER",
    "RUNNING",
    "STUNNED",
    "WORDS",
    "WOUNDED",
    "WOUNDS_FIRST",
    "Fate",
    "Men",
    "Pool",
    "WayBack",
    "aimed_at",
    "first_of",
    "give_ground",
    "strike",
    "total",
    "wound",
]

FIT, STUNNED, WOUNDED, RIDER, HURT_RIDER, PANICKED, HURT_PANICKED = range(7)
ON_FOOT = (FIT, STUNNED, WOUNDED)
MOUNTED = (FIT, STUNNED, WOUNDED, RIDER, HURT_RIDER)
RUNNING = (PANICKED, HURT_PANICKED)
ABLE = (RIDER, FIT, HURT_RIDER, WOUNDED)
"""Who can act, in the order in which men are chosen to fight."""
AIMED = {
    "fit": (FIT, RIDER, STUNNED, WOUNDED, HURT_RIDER),
    "wounded": (WOUNDED, HURT_RIDER, STUNNED, FIT, RIDER),
    "stunned": (STUNNED, WOUNDED, HURT_RIDER, FIT, RIDER),
}
"""Who is shot at first, by the policy ``aim``."""
WOUNDS_FIRST = {
    "fit-first": (FIT, RIDER, WOUNDED, HURT_RIDER),
    "wounded-first": (WOUNDED, HURT_RIDER, FIT, RIDER),
}
"""Who of several able men takes a wound, by the policy ``wound``."""
WORDS = ("fit man", "stunned man", "wounded man", "rider", "wounded rider", "panicked man", "wounded panicked man")
"""What a man is called in traces, by state."""
_COLUMNS = ("fit", "stunned", "wounded", "riders", "hurt_riders", "panicked", "hurt_panicked")
_WORSE = {FIT: WOUNDED, RIDER: HURT_RIDER, PANICKED: HURT_PANICKED}
_HURT = (WOUNDED, HURT_RIDER, HURT_PANICKED)

Men = dict[int, "NDArray[Any]"]
"""How many men of a pool are in each state it knows. Shape (rows,) each."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Men of one kind in one place: a column for each state they can be in.

    Attributes
    ----------
    prefix
        What the names of its columns begin with: ``attackers_fit``, ``attackers_stunned`` and so on.
    most
        The most men there can be in it.
    kinds
        The states that it counts.
    counts_horses
        Whether a column counts the horses killed under its riders.
    counts_deaths
        Whether a column counts deaths that ask for a panic test.
    """

    prefix: str
    most: int
    kinds: tuple[int, ...] = ON_FOOT
    counts_horses: bool = False
    counts_deaths: bool = False

    def columns(self, start: Mapping[int, int] | None = None) -> list[Column]:
        """Return the columns to be declared, with the men there are at the start by state."""
        there = start or {}
        columns = [Column(self.prefix + _COLUMNS[kind], self.most, there.get(kind, 0)) for kind in self.kinds]
        if self.counts_horses:
            columns.append(Column(self.prefix + "horses", self.most))
        return [*columns, Column(self.prefix + "deaths", self.most)] if self.counts_deaths else columns

    def of(self, s: State) -> Men:
        """Return the columns of a state, by state of the men; changing them changes the state."""
        return {kind: getattr(s, self.prefix + _COLUMNS[kind]) for kind in self.kinds}

    def living(self, s: State) -> NDArray[np.int16]:
        """Return how many men there are. Shape (rows,)."""
        return total(self.of(s).values())

    def hurt(self, s: State) -> NDArray[np.int16]:
        """Return how many of them are wounded. Shape (rows,)."""
        return total(men for kind, men in self.of(s).items() if kind in _HURT)

    def stunned(self, s: State) -> NDArray[Any]:
        """Return how many of them are stunned. Shape (rows,)."""
        return self.of(s)[STUNNED]

    def able(self) -> Pool:
        """Return a pool for a choice of its able men under the same prefix."""
        return Pool(self.prefix, self.most, tuple(kind for kind in self.kinds if kind in ABLE))

    def bury(self, s: State, number: NDArray[Any]) -> None:
        """Note deaths of its men that ask for a panic test."""
        if self.counts_deaths:
            deaths = getattr(s, self.prefix + "deaths")
            deaths += number

    def recover(self, s: State) -> None:
        """Make its stunned men fit again."""
        men = self.of(s)
        men[FIT] += men[STUNNED]
        men[STUNNED][...] = 0

    def join(self, s: State, other: Pool, where: Mask | None = None) -> None:
        """Bring all men of another pool into this one, in the rows of `where`."""
        here = self.of(s)
        for kind, men in other.of(s).items():
            coming = men.copy() if where is None else men * where
            here[kind] += coming
            men -= coming


def total(men: Iterable[NDArray[Any]]) -> NDArray[np.int16]:
    """Return how many men there are in all. Shape (rows,)."""
    every = iter(men)
    summed = next(every).astype(np.int16)
    for count in every:
        summed += count
    return summed


def first_of(men: Mapping[int, NDArray[Any]], order: Iterable[int], number: NDArray[Any] | int) -> Men:
    """Return the first `number` of some men in an order of states; states left out of the order are not taken."""
    left = number
    taken: Men = {}
    for kind in order:
        if kind in men:
            taken[kind] = np.minimum(men[kind], left)
            left = left - taken[kind]
    return taken


def aimed_at(men: Mapping[int, NDArray[Any]], order: Iterable[int], where: Mask) -> dict[int, Mask]:
    """Return which man is the first there is in an order of states, as rows by state; no row twice."""
    left = where
    on: dict[int, Mask] = {}
    for kind in order:
        if kind in men:
            on[kind] = left & (men[kind] > 0)
            left = left & ~on[kind]
    return on


@dataclass(frozen=True, slots=True)
class WayBack:
    """Where men go who are driven back.

    Attributes
    ----------
    to
        The pool they are in then; None if they stay in contact.
    room
        How many find room there, shape (rows,); None if all do.
    panicked
        Where panicked men run to, for whom there is always a way; needed if the pool has any.
    """

    to: Pool | None = None
    room: Callable[[State], NDArray[Any]] | None = None
    panicked: Pool | None = None

    @classmethod
    def limited(cls, to: Pool, room: int | None, panicked: Pool | None = None) -> WayBack:
        """Return a way back to a pool that holds no more than `room` men at once; None: any number."""
        if room is None:
            return cls(to, panicked=panicked)
        return cls(to, lambda s: np.maximum(room - to.living(s), 0), panicked)

    def places(self, s: State) -> Men:
        """Return where men of each state are counted who have gone back; a state left out stays where it is."""
        places = {} if self.to is None else self.to.of(s)
        return places if self.panicked is None else places | self.panicked.of(s)


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


def wound(s: State, pool: Pool, kind: int, number: NDArray[Any]) -> None:
    """Wound so many men of one state: fit men are wounded, wounded men die, riders keep their seat."""
    men = pool.of(s)
    men[kind] -= number
    if kind in _WORSE:
        men[_WORSE[kind]] += number
    else:
        pool.bury(s, number)


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
    cornered = _cornered(s, targets, driven, back)
    dice.note("he finds no room behind him and is wounded", cornered)
    wounded = wounded | cornered
    goes, there = driven & ~cornered, back.places(s)
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
            if kind in _WORSE:
                dies = on & killed
                falls = on & hurt
                men[kind] -= falls
                off = none
                if kind == RIDER:
                    off = falls & effects.unhorsed.take(codes)
                    unhorsed = off
                men[_WORSE[kind]] += falls & wounded & ~off
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


def _cornered(s: State, targets: Mapping[int, Mask], driven: Mask, back: WayBack) -> Mask:
    """Return where somebody is driven back who finds no room: not the stunned, who die, nor men in panic."""
    if back.room is None or not driven.any():
        return driven & False
    cornered: Mask = driven & (back.room(s) < 1)
    for kind, on in targets.items():
        if kind in (STUNNED, PANICKED, HURT_PANICKED):
            cornered &= ~on
    return cornered


def give_ground(
    s: State, dice: Dice, pool: Pool, group: Men, where: Mask, back: WayBack, wounds: Iterable[int]
) -> NDArray[np.int16]:
    """Drive a whole group of able men back.

    Parameters
    ----------
    s, dice
        The rows, and who hears what happens.
    pool
        The pool they are in.
    group
        How many men of each state they are.
    where
        The rows in which they are driven back.
    back
        Where they go.
    wounds
        The order of states in which men are wounded if not all find room.

    Returns
    -------
    numpy.ndarray
        How many found room. Shape (rows,).
    """
    men = pool.of(s)
    number = total(group.values()) * where
    stay = np.zeros_like(number)
    if back.room is not None:
        stay = np.maximum(number - back.room(s), 0).astype(np.int16)
    there = back.places(s)
    cornered = first_of(group, wounds, stay)
    for kind in wounds:
        if kind not in group:
            continue
        if back.to is not None:
            goes = group[kind] * where - cornered[kind]
            men[kind] -= goes.astype(np.int8)
            there[kind] += goes.astype(np.int8)
        wound(s, pool, kind, cornered[kind])
    dice.note("driven back: {}", where & (number > stay), number - stay)
    dice.note("wounded because there is no room behind: {}", stay > 0, stay)
    gone: NDArray[np.int16] = number - stay
    return gone
