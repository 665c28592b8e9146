"""Men of one kind in one place, counted by state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.state import Column, Mask, State
from mangonel.odds.counted import counted

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
    "WORSE",
    "WOUNDED",
    "WOUNDS_FIRST",
    "Men",
    "Pool",
    "aimed_at",
    "first_of",
    "men_words",
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
WORSE = {FIT: WOUNDED, RIDER: HURT_RIDER, PANICKED: HURT_PANICKED}
"""What a wound makes of a man who does not die of it, by state."""
_HURT = (WOUNDED, HURT_RIDER, HURT_PANICKED)

Men = dict[int, "NDArray[Any]"]
"""How many men of a pool are in each state it knows. Shape (rows,) each."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Men of one kind in one place: a column for each state they can be in."""

    prefix: str
    """What the names of its columns begin with: ``attackers_fit``, ``attackers_stunned`` and so on."""
    most: int = 0
    """The most men there can be in it; 0 if it is not asked for its columns."""
    kinds: tuple[int, ...] = ON_FOOT
    """The states that it counts."""
    counts_horses: bool = False
    """Whether a column counts the horses killed under its riders."""
    counts_deaths: bool = False
    """Whether a column counts deaths that ask for a panic test."""
    at: int | None = None
    """Which of several such places it is, where each column has an entry for each of them; None if there is but one."""

    def columns(self, start: Mapping[int, int] | None = None) -> list[Column]:
        """Return the columns to be declared, with the men there are at the start by state."""
        there = start or {}
        columns = [Column(self.prefix + _COLUMNS[kind], self.most, there.get(kind, 0)) for kind in self.kinds]
        if self.counts_horses:
            columns.append(Column(self.prefix + "horses", self.most))
        return [*columns, Column(self.prefix + "deaths", self.most)] if self.counts_deaths else columns

    def of(self, s: State) -> Men:
        """Return the columns of a state, by state of the men; changing them changes the state."""
        men = {kind: getattr(s, self.prefix + _COLUMNS[kind]) for kind in self.kinds}
        return men if self.at is None else {kind: places[self.at] for kind, places in men.items()}

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
        return Pool(self.prefix, self.most, tuple(kind for kind in self.kinds if kind in ABLE), at=self.at)

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
        ours = self.of(s)
        for kind, men in other.of(s).items():
            coming = men.copy() if where is None else men * where
            ours[kind] += coming
            men -= coming


def men_words(men: Mapping[int, int]) -> str:
    """Return some men as words, by state: "2 fit men and a wounded man"."""
    parts = [
        f"a {WORDS[state]}" if number == 1 else counted(number, WORDS[state]) for state, number in men.items() if number
    ]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + f" and {parts[-1]}"


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


def wound(s: State, pool: Pool, kind: int, number: NDArray[Any]) -> None:
    """Wound so many men of one state: fit men are wounded, wounded men die, riders keep their seat."""
    men = pool.of(s)
    men[kind] -= number
    if kind in WORSE:
        men[WORSE[kind]] += number
    else:
        pool.bury(s, number)
