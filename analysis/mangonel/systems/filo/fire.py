"""Two stacks that face each other, the hexes between them, and shots of the one at the other (6.B, chapter 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.dice import Rolls
from mangonel.systems.filo.keys.stacks import ARTILLERY
from mangonel.systems.filo.situations.fire import reach
from mangonel.systems.filo.situations.units import shooter_of
from mangonel.systems.filo.units import ACT, FRESH, GONE, ROUTED, Stack, columns_of
from mangonel.tables.cells import NO_EFFECT, UNKNOWN
from mangonel.walks.process import Column, Dice, Phase
from mangonel.walks.rolls import Roll, cached

__all__ = ["ARCHERS", "FARTHEST", "STEPS", "Lane", "check_shots", "phase_b", "reach_of", "shoot_at", "shoot_in_phase_b"]

FARTHEST = 10
"""Empty hexes between two stacks; more of them count as so many."""
ARCHERS = "Ar"
STEPS = (("artillery", ARTILLERY, 0), ("artillery", ARTILLERY, 1), ("archers", ARCHERS, 1), ("archers", ARCHERS, 0))
"""The four steps of phase B: title, type of unit, side."""

Judge = Callable[[Any, Dice], None]
"""Looks at the endings: ``judge(s, dice)``."""


def reach_of(stack: Stack) -> int:
    """Return how many hexes a stack shoots."""
    return reach(stack.rules, shooter_of(stack.rules, stack.unit(FRESH))) if stack.shoots else 0


def shoot_at(s: Any, dice: Dice, target: Stack, roll: Roll, *, who: str, side: str) -> int:
    """Shoot at a target, and carry the result out; return the hexes that it goes back."""
    letter, tests = dice.roll(roll, who=who)
    dice.count(f"{side}_shots")
    if letter != NO_EFFECT:
        dice.count(f"{side}_hits")
    target.disturb(s, dice)
    if tests:
        target.test_leader(s, dice)
    return target.suffer(s, dice, letter) if letter != NO_EFFECT else 0


def check_shots(rolls: Rolls, shooter: Stack, targets: Iterable[Stack], distances: Iterable[int]) -> None:
    """Look up all shots, so that a cell that the source has lost is an error before the game."""
    if has_lost_cells(rolls.rules, "shots", "ground"):
        for hexes in distances:
            for target in targets:
                for ground in dict.fromkeys(((), target.keys.ground)):
                    rolls.shot(shooter.unit(FRESH), hexes, ground, target.led)


def has_lost_cells(rules: RuleSet, *tables: str) -> bool:
    """Return whether the source has lost a cell of some tables that nothing fills."""
    return any(UNKNOWN in letters for table in tables for letters in rules.table(table).letters.values())


class Lane:
    """Two stacks that face each other.

    Parameters
    ----------
    rolls
        The rolls of the game.
    stacks
        Side a, and side b.
    gap
        Empty hexes between them at the start.
    judge
        Looks at the endings after whatever has changed a state.
    name
        Tells it from other lanes.
    """

    def __init__(self, rolls: Rolls, stacks: tuple[Stack, Stack], gap: int, judge: Judge, name: str = "") -> None:
        self.rolls, self.rules, self.stacks, self.judge = rolls, rolls.rules, stacks, judge
        self._gap, self._start = f"gap{name}", gap
        self._reach = {stack: reach_of(stack) for stack in stacks}
        self.rest_shoots = self.rules.choice("rest-and-fire") == "yes"
        self._shooting_states = GONE if self.rules.choice("routed-acts") == "yes" else ROUTED

    @property
    def columns(self) -> list[Column]:
        """The empty hexes, and what is remembered of both stacks."""
        return [Column(self._gap, FARTHEST, self._start), *columns_of(self.stacks)]

    def other(self, stack: Stack) -> Stack:
        """Return the stack that a stack faces."""
        return self.stacks[1 - self.stacks.index(stack)]

    def gap(self, s: Any) -> Any:
        """Return the empty hexes between them."""
        return getattr(s, self._gap)

    def widen(self, s: Any, hexes: Any) -> None:
        """Let the gap grow, or get smaller."""
        setattr(s, self._gap, max(min(self.gap(s) + hexes, FARTHEST), 0))

    def shoot(self, s: Any, dice: Dice, shooter: Stack, *, moved: bool = False) -> tuple[bool, bool]:
        """Let a stack shoot at the other; return whether the rules allow it, and whether that has routed the target."""
        target = self.other(shooter)
        hexes = self.gap(s) + 1
        if shooter.state(s) >= self._shooting_states or target.state(s) == GONE or hexes > self._reach[shooter]:
            return False, False
        roll = self._shot(shooter, shooter.state(s), hexes, moved, target.on_its_ground(s))
        if roll is None:
            return False, False
        stood = target.state(s) < ROUTED
        self.widen(s, shoot_at(s, dice, target, roll, who=shooter.who, side=shooter.side))
        routed = stood and bool(target.state(s) >= ROUTED)
        self.judge(s, dice)
        return True, routed

    @cached
    def _shot(self, shooter: Stack, state: int, hexes: int, moved: bool, covered: bool) -> Roll | None:  # noqa: FBT001
        target = self.other(shooter)
        unit = shooter.unit(state, 0, (), ("moved",) if moved else ())
        return self.rolls.shot(unit, hexes, target.keys.ground if covered else (), target.led)


def phase_b(lanes: Sequence[Lane]) -> list[Phase]:
    """Return the shots of artillery and archers in their four steps, lane after lane (engagement, one game turn, 2)."""
    phases = []
    for title, kind, side in STEPS:
        for lane in lanes:
            stack = lane.stacks[side]
            if stack.keys.kind.type == kind and stack.shoots:
                phases.append(Phase(f"phase B: {title} of {stack.who}", partial(shoot_in_phase_b, lane, stack)))
    return phases


def shoot_in_phase_b(lane: Lane, stack: Stack, s: Any, dice: Dice) -> None:
    """Let a stack shoot that has not moved (engagement, one game turn, 2)."""
    if lane.gap(s) == 0 or (stack.rests(s) and not lane.rest_shoots):
        return
    if dice.choose(ACT[stack.side], ("shoot", "hold"), stack=stack) == "shoot":
        lane.shoot(s, dice, stack)
