"""A line of groups: who is behind it, whom it shoots at, how it goes forward."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.fire_fight.setup import LineKeys, LinePolicies
from mangonel.systems.filo.keys.stacks import standing
from mangonel.systems.filo.rolls.shots import LETTERS
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, Fates
from mangonel.systems.filo.stacks.stack import Stack

__all__ = ["FARTHEST", "Group", "Line"]

FARTHEST = 10
"""Hexes between two lines, and behind them; more of them count as so many."""


class Group:
    """A stack in a line."""

    def __init__(self, rules: RuleSet, stack: Stack) -> None:
        self.stack = stack
        self.shot_at = Fates(rules, LETTERS, stack.keys.room)

    @property
    def columns(self) -> list[Column]:
        """Its state, hexes behind the line, and what it has done in an activation or a step."""
        name = self.stack.name
        marks = [Column(f"{name}_{mark}", 1) for mark in ("hit", "done", "moved")]
        return [*self.stack.columns, Column(f"{name}_behind", FARTHEST), *marks]

    def behind(self, s: State) -> NDArray[Any]:
        """Return how many hexes it is behind its line. Shape (rows,)."""
        return getattr(s, f"{self.stack.name}_behind")

    def has(self, s: State, what: str) -> Mask:
        """Return where it has been ``hit``, has shot (``done``) or has ``moved``."""
        return getattr(s, f"{self.stack.name}_{what}") > 0

    def mark(self, s: State, what: str, where: Mask) -> None:
        """Note that more."""
        setattr(s, f"{self.stack.name}_{what}", (self.has(s, what) | where).astype(np.int8))

    def forget(self, s: State, *what: str) -> None:
        """Forget it."""
        for mark in what:
            setattr(s, f"{self.stack.name}_{mark}", 0)

    def fall_behind(self, s: State, hexes: NDArray[Any]) -> None:
        """Let it be further behind its line."""
        setattr(s, f"{self.stack.name}_behind", np.minimum(self.behind(s) + hexes, FARTHEST))

    def be_shot_at(self, s: State, dice: Dice, where: Mask, letter: NDArray[Any]) -> None:
        """Carry the result of a shot out."""
        self.stack.disturb(s, dice, where)
        self.mark(s, "hit", where)
        self.fall_behind(s, self.stack.suffer(s, dice, where & (letter > 0), self.shot_at, letter))

    def able(self, s: State) -> Mask:
        """Return where it can go forward."""
        return (self.stack.state(s) < DEMORALISED) & ~self.stack.rests(s)


class Line:
    """The groups of a side, ``a`` or ``b``."""

    def __init__(self, rules: RuleSet, side: str, keys: LineKeys, policies: LinePolicies) -> None:
        self.side, self.keys, self.policies = side, keys, policies
        habits = standing(rest=policies.rest, until=policies.until)
        self.groups = [
            Group(
                rules,
                Stack(
                    rules,
                    f"{side}{number}",
                    group,
                    habits,
                    who="group",
                    side=side,
                    path=f"{side}.groups.{number}",
                ),
            )
            for number, group in enumerate(keys.groups, start=1)
        ]

    def broken(self, s: State) -> Mask:
        """Return where all groups are broken."""
        return np.logical_and.reduce([group.stack.broken(s) for group in self.groups])

    def go_forward(self, s: State, dice: Dice, where: Mask) -> Mask:
        """Let the line go forward, and who is behind it catch up; return where it has come into contact."""
        able = [where & group.able(s) for group in self.groups]
        inline = [can & (group.behind(s) == 0) for can, group in zip(able, self.groups, strict=True)]
        paces = [
            np.where(here, group.stack.movement[group.stack.state(s)], GONE * FARTHEST)
            for here, group in zip(inline, self.groups, strict=True)
        ]
        led = np.logical_or.reduce(inline)
        way = np.maximum(s.gap - self.policies.stop, 0)
        steps = np.where(led, np.minimum(np.minimum.reduce(paces), way), 0)
        dice.note(f"side {self.side} goes forward, {{:hex}}", steps > 0, steps)
        for group, can, here in zip(self.groups, able, inline, strict=True):
            back = can & ~here
            caught = np.where(back, np.minimum(group.stack.movement[group.stack.state(s)], group.behind(s) + steps), 0)
            moved = np.where(here, steps, caught)
            setattr(s, f"{group.stack.name}_behind", np.minimum(group.behind(s) + steps - moved, FARTHEST))
            group.stack.go_forward(s, moved)
            group.mark(s, "moved", moved > 0)
        s.gap = s.gap - steps
        return (steps > 0) & (s.gap == 0)
