"""Rest marks and phase E: rest, rally and flight (6.E, 11.2, 12.3), and De Rada."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from mangonel.systems.filo.situations.quality import Rally, flight_points
from mangonel.systems.filo.situations.scales import ON, ORDERS, STATES
from mangonel.systems.filo.units import DEMORALISED, GONE, REST, ROUTED, Stack
from mangonel.tables.cells import NO_EFFECT
from mangonel.walks.process import Dice, Phase

__all__ = ["Evening", "flee", "help_by_rada", "rally", "rest", "rest_marks"]

Free = Callable[[Any, Stack], bool]
"""Whether no enemy is adjacent to a stack."""


def rest_marks(stacks: Sequence[Stack], free: Free) -> Phase:
    """Return the marks of stacks that rest (engagement, one game turn, 1)."""

    def mark(s: Any, dice: Dice) -> None:
        for stack in stacks:
            tired = stack.state(s) < ROUTED and stack.fatigued(s)
            if tired and free(s, stack) and dice.choose(REST[stack.side], (False, True)):
                stack.begin_rest(s, dice)

    return Phase("rest", mark)


def rest(s: Any, dice: Dice, stack: Stack) -> None:
    """Let a stack that has rested be fresh (row ``rest`` of the table of states)."""
    stack.change(s, dice, _after(stack, int(stack.state(s)), "rest"))


def rally(s: Any, dice: Dice, stack: Stack, *, leader: int, rada: bool = False, banner: bool = False) -> None:
    """Let a demoralised or routed stack try to rally, with a leader in his state, beside De Rada, beside the banner."""
    state = int(stack.state(s))
    if dice.roll(_rally_roll(stack, state, leader, rada, banner), who=stack.who) != NO_EFFECT:
        stack.count(dice, "rallies")
        stack.change(s, dice, _after(stack, state, "rally"))


def _rally_roll(stack: Stack, state: int, leader: int, rada: bool, banner: bool) -> Any:  # noqa: FBT001
    unit = stack.unit(state, leader)
    return stack.rolls.rally(
        Rally(
            unit.quality,
            routed=unit.order == ORDERS[-1],
            fatigued=state % 2 == 1,
            bonuses=unit.bonuses,
            de_rada="beside" if rada else "none",
            banner=banner,
            al_andalus=stack.keys.al_andalus and stack.rules.choice("al-andalus-rally") == ON,
        )
    )


def flee(s: Any, dice: Dice, stack: Stack) -> int:
    """Let a routed stack flee; return the hexes. Without room it is eliminated."""
    dice.note(f"{stack.who} flees")
    if stack.keys.room != "open":
        stack.change(s, dice, GONE)
        return 0
    hexes = flight_points(stack.rules, stack.movement(s), cavalry=stack.mounted)
    stack.go_back(s, dice, hexes)
    return hexes


def help_by_rada(s: Any, dice: Dice, stack: Stack) -> None:
    """Let a stack with De Rada rally by one step without a die, and be fresh, whatever rest does."""
    state = int(stack.state(s))
    stack.change(s, dice, _after(stack, state - state % 2, "rally"))


def _after(stack: Stack, state: int, row: str) -> int:
    return STATES.index(stack.after(state, row, stack.keys.room).state)


class Evening:
    """Phase E of some stacks, in the order in which they throw.

    Parameters
    ----------
    stacks
        All of them.
    free
        Whether no enemy is adjacent to a stack: else it neither rests nor rallies.
    judge
        Looks at the endings after a flight.
    back
        Called with the hexes that a stack has fled.
    beside
        Whether De Rada and the Almohad banner are beside a stack.
    tested
        Whether a stack tests, if no enemy is adjacent.
    runners
        Those that flee when routed; by default all.
    """

    def __init__(
        self,
        stacks: Sequence[Stack],
        free: Free,
        judge: Callable[[Any, Dice, Stack], None],
        back: Callable[[Any, Stack, int], None] = lambda _s, _stack, _hexes: None,
        *,
        beside: Callable[[Any, Stack], tuple[bool, bool]] = lambda _s, _stack: (False, False),
        tested: Callable[[Any, Stack], bool] = lambda _s, _stack: True,
        runners: Sequence[Stack] | None = None,
    ) -> None:
        self._stacks, self._free, self._judge, self._back = stacks, free, judge, back
        self._beside, self._tested, self._runners = beside, tested, stacks if runners is None else runners

    @property
    def phases(self) -> list[Phase]:
        """Rest, then rallies, then flights (engagement, one game turn, 5)."""
        return [
            Phase("phase E: rest", self._rest),
            *(Phase(f"phase E: rally of {stack.who}", partial(self._rally, stack)) for stack in self._stacks),
            *(Phase(f"phase E: flight of {stack.who}", partial(self._flee, stack)) for stack in self._runners),
        ]

    def _rest(self, s: Any, dice: Dice) -> None:
        """Let stacks that have kept their mark be fresh (engagement, one game turn, 5, rest)."""
        for stack in self._stacks:
            if stack.rests(s):
                if self._free(s, stack):
                    rest(s, dice, stack)
                stack.put(s, "rests", 0)

    def _rally(self, stack: Stack, s: Any, dice: Dice) -> None:
        """Let a demoralised or routed stack throw (engagement, one game turn, 5, rally)."""
        state = stack.state(s)
        if state < DEMORALISED or state == GONE or not self._free(s, stack) or not self._tested(s, stack):
            return
        rada, banner = self._beside(s, stack)
        rally(s, dice, stack, leader=stack.leading(s), rada=rada, banner=banner)

    def _flee(self, stack: Stack, s: Any, dice: Dice) -> None:
        """Let a routed stack that has not rallied flee (engagement, one game turn, 5, flight)."""
        if ROUTED <= stack.state(s) < GONE:
            self._back(s, stack, flee(s, dice, stack))
            self._judge(s, dice, stack)
