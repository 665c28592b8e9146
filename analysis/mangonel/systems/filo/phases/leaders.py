"""Wounds and deaths of leaders who are with stacks (7.5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.rolls.tests import leader_roll
from mangonel.systems.filo.situations.leaders import DIES, NOTHING
from mangonel.systems.filo.stacks.stack import DEAD, FIT, WOUNDED, Stack

__all__ = ["Leaders"]


class Leaders:
    """The tests of leaders.

    Parameters
    ----------
    rules
        The rule set.
    stacks
        All whose leaders can be tested; most have none.
    """

    def __init__(self, rules: RuleSet, stacks: Sequence[Stack]) -> None:
        self._roll = leader_roll(rules) if any(stack.keys.leader is not None for stack in stacks) else None

    def test(self, s: State, dice: Dice, where: Mask, stack: Stack) -> None:
        """Test the leader of a stack: a second wound is death, and who replaces the dead is tested no more."""
        if self._roll is None or stack.keys.leader is None:
            return
        before = stack.leader(s)
        tested = where & (before < DEAD)
        code = dice.roll(self._roll, tested, who=f"leader of {stack.who}")
        hurt = code > self._roll.code(NOTHING)
        dies = (code == self._roll.code(DIES)) | (hurt & (before == WOUNDED))
        dice.note(f"the leader of {stack.who} dies of his second wound", dies & (before == WOUNDED))
        after = np.where(dies, DEAD, np.where(hurt, WOUNDED, FIT))
        setattr(s, f"{stack.name}_leader", np.where(tested & hurt, after, before))
