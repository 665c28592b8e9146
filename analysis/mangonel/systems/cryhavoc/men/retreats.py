"""Men driven back: where they go, whether they find room there, and what happens if not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.pools import HURT_PANICKED, PANICKED, STUNNED, Men, Pool, first_of, total, wound

__all__ = ["WayBack", "cornered", "give_ground"]


@dataclass(frozen=True, slots=True)
class WayBack:
    """Where men go who are driven back."""

    to: Pool | None = None
    """The pool they are in then; None if they stay in contact."""
    room: Callable[[State], NDArray[Any]] | None = None
    """How many find room there, shape (rows,); None if all do."""
    panicked: Pool | None = None
    """Where panicked men run to, for whom there is always a way; needed if the pool has any."""

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

    def followed(self) -> WayBack:
        """Return the way of a man whom the enemy follows: he needs room, but stays in contact."""
        return replace(self, to=None)


def cornered(s: State, targets: Mapping[int, Mask], driven: Mask, back: WayBack) -> Mask:
    """Return where somebody is driven back who finds no room: not the stunned, who die, nor men in panic."""
    if back.room is None or not driven.any():
        return driven & False
    stuck: Mask = driven & (back.room(s) < 1)
    for kind, on in targets.items():
        if kind in (STUNNED, PANICKED, HURT_PANICKED):
            stuck &= ~on
    return stuck


def give_ground(s: State, dice: Dice, pool: Pool, group: Men, where: Mask, back: WayBack, wounds: Iterable[int]) -> Men:
    """Drive a whole group of able men back, and return how many of each state found room.

    If not all do, men are wounded in the order of states `wounds`.
    """
    men = pool.of(s)
    number = total(group.values()) * where
    stay = np.zeros_like(number)
    if back.room is not None:
        stay = np.maximum(number - back.room(s), 0).astype(np.int16)
    there = back.places(s)
    gone: Men = {}
    for kind, stays in first_of(group, wounds, stay).items():
        gone[kind] = (group[kind] * where - stays).astype(np.int8)
        if back.to is not None:
            men[kind] -= gone[kind]
            there[kind] += gone[kind]
        wound(s, pool, kind, stays)
    dice.note("driven back: {}", where & (number > stay), number - stay)
    dice.note("wounded because there is no room behind: {}", stay > 0, stay)
    return gone
