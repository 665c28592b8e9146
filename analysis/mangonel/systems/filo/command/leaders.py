"""The leaders of a side in many games at once: how they are, who leads the army, who is silenced."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.filo.command.setup import ArmyKeys, ArmyPolicies
from mangonel.systems.filo.stacks.stack import CAPTURED, DEAD, FIT, WOUNDED

__all__ = ["Army"]


class Army:
    """The leaders of a side; the first of them leads the army at the start.

    Parameters
    ----------
    side
        ``a`` or ``b``.
    keys, policies
        What the scenario says.
    """

    def __init__(self, side: str, keys: ArmyKeys, policies: ArmyPolicies) -> None:
        self.side, self.keys, self.policies = side, keys.leaders, policies
        self.names = [f"leader {side}{number}" for number in range(1, len(keys.leaders) + 1)]
        self._bonuses = np.array([leader.bonuses for leader in keys.leaders])
        self._values = np.array([leader.values for leader in keys.leaders])
        self._attacks = np.array([leader.attacks for leader in keys.leaders])

    @property
    def columns(self) -> list[Column]:
        """How each leader is, and who leads the army."""
        count = len(self.keys)
        return [Column(f"{self.side}_leaders", CAPTURED, FIT, size=count), Column(f"{self.side}_army", count)]

    def state(self, s: State) -> NDArray[Any]:
        """Return how each leader is. Shape (leaders, rows)."""
        state: NDArray[Any] = getattr(s, f"{self.side}_leaders")
        return state

    def number(self, s: State, state: int) -> NDArray[Any]:
        """Return how many leaders are so. Shape (rows,)."""
        return (self.state(s) == state).sum(axis=0)

    def bonus(self, s: State) -> NDArray[Any]:
        """Return the bonus of the army leader. Shape (rows,)."""
        who = getattr(s, f"{self.side}_army")
        return self._bonuses[who, np.take_along_axis(self.state(s), who[None].astype(np.int64), axis=0)[0]]

    def lowest(self, s: State) -> NDArray[Any]:
        """Return the lowest value of all leaders. Shape (rows,)."""
        return self._as_they_are(self._values, s).min(axis=0)

    def silenced(self, s: State, policy: str) -> NDArray[Any]:
        """Return the number of the leader whom the other side silences by a policy. Shape (rows,)."""
        if policy == "army":
            return getattr(s, f"{self.side}_army") + 1
        if policy == "busiest":
            return np.full(s.size, int(self._attacks.argmax()) + 1)
        return self._as_they_are(self._bonuses, s).argmax(axis=0) + 1

    def lost(self, s: State) -> Mask:
        """Return where the first army leader is dead or captured."""
        return self.state(s)[0] >= DEAD

    def points(self, s: State, dead: int, captured: int) -> NDArray[Any]:
        """Return points for the dead and captured but the first. Shape (rows,)."""
        rest = self.state(s)[1:].astype(np.int64)
        return dead * (rest == DEAD).sum(axis=0) + captured * (rest == CAPTURED).sum(axis=0)

    def hurt(self, s: State, dice: Dice, place: int, here: Mask, after: NDArray[Any]) -> None:
        """Let something befall a leader."""
        state = self.state(s)
        for number, phrase in ((WOUNDED, "is wounded"), (DEAD, "is dead"), (CAPTURED, "is captured")):
            dice.note(f"{self.names[place]} {phrase}", here & (after == number) & (state[place] != number))
        state[place] = np.where(here, after, state[place])

    def succeed(self, s: State, dice: Dice) -> None:
        """Let the leader of the highest value follow an army leader who is lost."""
        leads, state = getattr(s, f"{self.side}_army"), self.state(s)
        lost = np.take_along_axis(state, leads[None].astype(np.int64), axis=0)[0] >= DEAD
        next_one = self._as_they_are(self._values, s).argmax(axis=0)
        follows = lost & (next_one != leads)
        for place, name in enumerate(self.names):
            dice.note(f"{name} leads the army", follows & (next_one == place))
        setattr(s, f"{self.side}_army", np.where(lost, next_one, leads))

    def _as_they_are(self, numbers: NDArray[Any], s: State) -> NDArray[Any]:
        """Return a number of each leader in his state. Shape (leaders, rows)."""
        return np.take_along_axis(numbers, self.state(s).astype(np.int64), axis=1)
