"""The leaders of a side in many games at once: how they are, and who leads the army (7.5, 7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.filo.situations.leaders import DIES, NOTHING
from mangonel.systems.filo.stacks.stack import CAPTURED, DEAD, FIT, WOUNDED

__all__ = ["Army", "Leader"]


class Leader(Protocol):
    """What is known of a leader: his bonus and his value when he is fit, wounded, dead, captured."""

    @property
    def bonuses(self) -> tuple[int, ...]:
        """His bonus; when he is lost that of who replaces him."""
        ...

    @property
    def values(self) -> tuple[int, ...]:
        """His value; when he is lost that of who replaces him."""
        ...


class Army:
    """The leaders of a side.

    Parameters
    ----------
    side
        ``a`` or ``b``.
    leaders
        They.
    leads
        Which of them leads the army at the start, from 0.

    Attributes
    ----------
    names
        What a trace calls each of them.
    """

    def __init__(self, side: str, leaders: Sequence[Leader], leads: int = 0) -> None:
        self.side, self.leads = side, leads
        self.names = [f"leader {side}{number}" for number in range(1, len(leaders) + 1)]
        self._bonuses = np.array([leader.bonuses for leader in leaders])
        self._values = np.array([leader.values for leader in leaders])

    @property
    def columns(self) -> list[Column]:
        """How each leader is, and who leads the army."""
        count = len(self.names)
        return [
            Column(f"{self.side}_leaders", CAPTURED, FIT, size=count),
            Column(f"{self.side}_army", count, self.leads),
        ]

    def state(self, s: State) -> NDArray[Any]:
        """Return how each leader is. Shape (leaders, rows)."""
        state: NDArray[Any] = getattr(s, f"{self.side}_leaders")
        return state

    def army(self, s: State) -> NDArray[Any]:
        """Return who leads the army. Shape (rows,)."""
        army: NDArray[Any] = getattr(s, f"{self.side}_army")
        return army

    def number(self, s: State, state: int) -> NDArray[Any]:
        """Return how many leaders are so. Shape (rows,)."""
        return (self.state(s) == state).sum(axis=0)

    def bonus(self, s: State) -> NDArray[Any]:
        """Return the bonus of the army leader. Shape (rows,)."""
        who = self.army(s)
        return self._bonuses[who, np.take_along_axis(self.state(s), who[None].astype(np.int64), axis=0)[0]]

    def bonuses(self, s: State) -> NDArray[Any]:
        """Return the bonus of each leader as he is. Shape (leaders, rows)."""
        return self._as_they_are(self._bonuses, s)

    def lowest(self, s: State) -> NDArray[Any]:
        """Return the lowest value of all leaders. Shape (rows,)."""
        return self._as_they_are(self._values, s).min(axis=0)

    def lost(self, s: State) -> Mask:
        """Return where the army leader of the start is dead or captured."""
        return self.state(s)[self.leads] >= DEAD

    def points(self, s: State, dead: int, captured: int) -> NDArray[Any]:
        """Return points for the dead and captured but the army leader of the start. Shape (rows,)."""
        rest = np.delete(self.state(s), self.leads, axis=0).astype(np.int64)
        return dead * (rest == DEAD).sum(axis=0) + captured * (rest == CAPTURED).sum(axis=0)

    def test(self, s: State, dice: Dice, place: int, tested: Mask, roll: Roll) -> None:
        """Test a leader: a second wound is death."""
        state = self.state(s)[place]
        code = dice.roll(roll, tested, who=self.names[place])
        hurt = code > roll.code(NOTHING)
        dies = (code == roll.code(DIES)) | (hurt & (state == WOUNDED))
        self.hurt(s, dice, place, tested & hurt, np.where(dies, np.int8(DEAD), np.int8(WOUNDED)))

    def hurt(self, s: State, dice: Dice, place: int, here: Mask, after: NDArray[Any]) -> None:
        """Let something befall a leader."""
        state = self.state(s)
        for number, phrase in ((WOUNDED, "is wounded"), (DEAD, "is dead"), (CAPTURED, "is captured")):
            dice.note(f"{self.names[place]} {phrase}", here & (after == number) & (state[place] != number))
        state[place] = np.where(here, after, state[place])

    def led(self, s: State) -> Mask:
        """Return where an army leader leads who can be lost: nobody who has replaced another."""
        return np.take_along_axis(self.state(s), self.army(s)[None].astype(np.int64), axis=0)[0] < DEAD

    def succeed(self, s: State, dice: Dice, led: Mask) -> None:
        """Let the leader of the highest value follow an army leader who has been lost since it was led by one."""
        leads, lost = self.army(s), led & ~self.led(s)
        if not lost.any():
            return
        next_one = self._as_they_are(self._values, s).argmax(axis=0)
        follows = lost & (next_one != leads)
        for place, name in enumerate(self.names):
            dice.note(f"{name} leads the army", follows & (next_one == place))
        setattr(s, f"{self.side}_army", np.where(lost, next_one, leads))

    def _as_they_are(self, numbers: NDArray[Any], s: State) -> NDArray[Any]:
        """Return a number of each leader in his state. Shape (leaders, rows)."""
        return np.take_along_axis(numbers, self.state(s).astype(np.int64), axis=1)
