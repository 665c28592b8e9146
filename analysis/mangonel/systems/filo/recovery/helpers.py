"""Who is near a unit that tries to rally: De Rada, the Almohad banner, an enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.recovery.setup import RecoverySetup, StrayKeys
from mangonel.systems.filo.rolls.tests import RallyRoll
from mangonel.systems.filo.situations.scales import ON
from mangonel.systems.filo.stacks.fates import FRESH, GONE, Fates
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.tables.cells import NO_EFFECT

__all__ = ["Helpers"]


class Helpers:
    """Whoever is near, by unit."""

    def __init__(self, setup: RecoverySetup, rules: RuleSet, stacks: Sequence[Stack]) -> None:
        self._setup, self._stacks = setup, stacks
        self._keys: dict[Stack, StrayKeys] = dict(zip(stacks, setup.units, strict=True))
        self._here = setup.de_rada != "none" and rules.choice("de-rada") == ON
        banner = rules.choice("almohad-banner") == ON
        self._banner = {stack: banner and keys.beside_banner for stack, keys in self._keys.items()}
        self._rallied = {stack: Fates(rules, (NO_EFFECT, "rally"), stack.keys.room) for stack in stacks}

    @property
    def columns(self) -> list[Column]:
        """With whom De Rada is: nobody, or the number of a unit."""
        return [Column("de_rada", len(self._stacks))] if self._here else []

    @property
    def phases(self) -> list[Phase]:
        """De Rada comes to a unit (one game turn, 3)."""
        return [Phase("De Rada", self._come)] if self._here else []

    def free(self, s: State, stack: Stack) -> Mask:
        """Return where no enemy is adjacent."""
        if not self._keys[stack].beside_enemy:
            return np.ones(s.size, dtype=np.bool_)
        return stack.stands(s) == 0

    def is_tested(self, s: State, stack: Stack) -> Mask:
        """Return where De Rada is not with it: then it needs a die."""
        return ~self._with(s, stack)

    def roll(self, rules: RuleSet, stack: Stack) -> RallyRoll:
        """Return the rally of a unit."""
        beside = self._here and self._setup.together
        return RallyRoll(rules, stack, de_rada=beside, banner=self._banner[stack])

    def number(self, s: State, stack: Stack, rolls: RallyRoll) -> NDArray[np.int16]:
        """Return the situation of its rally in each row. Shape (rows,)."""
        none = np.zeros(s.size, dtype=np.int8)
        beside = (s.de_rada > 0).astype(np.int8) if self._here and self._setup.together else none
        near = (stack.stands(s) > 0).astype(np.int8) if self._banner[stack] else none
        return rolls.number(stack.state(s), stack.leader(s), beside, near)

    def _with(self, s: State, stack: Stack) -> Mask:
        if not self._here:
            return np.zeros(s.size, dtype=np.bool_)
        return s.de_rada == self._stacks.index(stack) + 1

    def _come(self, s: State, dice: Dice) -> None:
        """Let De Rada join a unit, which is fresh and rallies without a die (one game turn, 3)."""
        best, chosen = np.zeros(s.size, dtype=np.int64), np.zeros(s.size, dtype=np.int64)
        for number, stack in enumerate(self._stacks, start=1):
            rank = self._rank(stack, stack.state(s))
            chosen = np.where(rank > best, number, chosen)
            best = np.maximum(rank, best)
        s.de_rada = chosen
        for number, stack in enumerate(self._stacks, start=1):
            here = chosen == number
            dice.note(f"De Rada is with {stack.who}", here)
            # He makes the routed fresh as well, whatever rest does.
            state = stack.state(s)
            fresh = np.where(state < GONE, state - state % 2, state)
            stack.change(s, dice, here, self._rallied[stack].states[1, fresh])

    def _rank(self, stack: Stack, state: NDArray[Any]) -> NDArray[Any]:
        """Return how much a unit is to be helped: 0 not at all, else the highest first."""
        needs = (state > FRESH) & (state < GONE)
        if self._setup.de_rada == "worst":
            return np.where(needs, state, 0)
        fresh, tired = stack.keys.both("quality", 0)
        return np.where(needs, 1 + np.where(state % 2 == 1, tired, fresh), 0)
