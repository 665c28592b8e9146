"""The front of a lane, and those behind it who take its place (12.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.line.setup import FrontKeys, LinePolicies
from mangonel.systems.filo.phases.lane import Lane
from mangonel.systems.filo.rolls.tests import RoutRoll
from mangonel.systems.filo.stacks.fates import FRESH, GONE, ROUTED, is_routed
from mangonel.systems.filo.stacks.stack import Stack

__all__ = ["Front"]


class Front(Stack):
    """A stack in a lane, of which `number` is that, on side ``a`` or ``b``."""

    def __init__(self, rules: RuleSet, side: str, number: int, keys: FrontKeys, policies: LinePolicies) -> None:
        path = f"lanes.{number}.{side}"
        super().__init__(rules, f"{side}{number}", keys, policies, who="stack", side=side, path=path)
        self.behind = self._support = keys.support
        self.exploit = policies.exploit
        self._test = RoutRoll(rules, self)

    @property
    def columns(self) -> list[Column]:
        """Its own; the stacks behind it; those who are out, routed and eliminated."""
        if not self._support:
            return super().columns
        more = (Column(f"{self.name}_support", self._support, self._support), *self._out)
        return [*super().columns, *more]

    @property
    def _out(self) -> tuple[Column, Column]:
        return Column(f"{self.name}_out_routed", self._support + 1), Column(f"{self.name}_out_gone", self._support + 1)

    def stacks(self, s: State, has: Any, *, out: str = "") -> NDArray[Any]:
        """Return how many stacks are in a state, those behind the front counted as fresh. Shape (rows,)."""
        number = has(self.state(s)).astype(np.int64)
        if self._support:
            number = number + has(np.full(s.size, FRESH)) * getattr(s, f"{self.name}_support")
            if out:
                number = number + getattr(s, f"{self.name}_out_{out}")
        return number

    def _put_out(self, s: State, how: str, where: Mask) -> None:
        name = f"{self.name}_out_{how}"
        setattr(s, name, getattr(s, name) + where)

    def relieve(self, s: State, dice: Dice, lane: Lane) -> Mask:
        """Let the stack behind take the place of a front that is routed or eliminated; return where it has."""
        relieved = np.zeros(s.size, dtype=np.bool_)
        for _ in range(self._support):
            behind = getattr(s, f"{self.name}_support")
            needed = (self.state(s) >= ROUTED) & (behind > 0)
            passed = needed & is_routed(self.state(s))
            runs = dice.roll(self._test.roll, passed, who=f"the stack behind {self.name}") > 0
            stands = needed & ~runs
            gone = self.state(s) == GONE
            setattr(s, f"{self.name}_support", behind - needed)
            self._put_out(s, "routed", runs | (stands & ~gone))
            self._put_out(s, "gone", stands & gone)
            self.count(s, "passed", runs)
            self.count(s, "routs", runs)
            dice.note(f"{self.who} has a new front", stands)
            setattr(s, f"{self.name}_state", np.where(stands, FRESH, self.state(s)))
            self.disturb(s, dice, stands)
            self._leave(s, stands)
            lane.widen(s, -stands.astype(np.int8))
            relieved |= stands
        return relieved
