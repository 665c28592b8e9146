"""Waves and lines in many games at once, and the hexes between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.phases.lane import FARTHEST
from mangonel.systems.filo.rolls.shots import LETTERS
from mangonel.systems.filo.rolls.tests import RallyRoll, RoutRoll
from mangonel.systems.filo.situations.scales import ON
from mangonel.systems.filo.stacks.fates import GONE, ROUTED, Fates
from mangonel.systems.filo.stacks.stack import Stack
from mangonel.systems.filo.waves.setup import LineKeys, WavesSetup

__all__ = ["BattleLine", "BesideBanner", "Wave"]

_RETREAT = "retreat"


class Wave(Stack):
    """A wave; what it goes changes its own gap.

    Parameters
    ----------
    rules
        The rule set.
    place
        Among the waves, from 0.
    setup
        What the scenario says.
    """

    def __init__(self, rules: RuleSet, place: int, setup: WavesSetup) -> None:
        keys = setup.waves[place]
        name, path = f"a{place + 1}", f"waves.{place + 1}"
        super().__init__(rules, name, keys, setup.policies_a, ruy_diaz=keys.ruy_diaz, who="wave", side="a", path=path)
        self._start, self._gap = keys.gap, f"gap{place + 1}"

    @property
    def columns(self) -> list[Column]:
        """Its own, and the empty hexes before it."""
        return [*super().columns, Column(self._gap, FARTHEST, self._start)]

    def gap(self, s: State) -> NDArray[Any]:
        """Return the empty hexes between it and the line in front. Shape (rows,)."""
        gap: NDArray[Any] = getattr(s, self._gap)
        return gap

    def widen(self, s: State, hexes: NDArray[Any]) -> None:
        """Let its gap grow, or get smaller."""
        setattr(s, self._gap, np.clip(self.gap(s) + hexes, 0, FARTHEST))

    def touches(self, s: State) -> Mask:
        """Return where it is in contact."""
        return (self.gap(s) == 0) & (self.state(s) < GONE)

    def go_back(self, s: State, dice: Dice, hexes: NDArray[Any]) -> None:
        """Let it go back so many hexes."""
        super().go_back(s, dice, hexes)
        self.widen(s, hexes)

    def go_forward(self, s: State, hexes: NDArray[Any]) -> None:
        """Let it go forward so many hexes."""
        super().go_forward(s, hexes)
        self.widen(s, -hexes)


class BattleLine(Stack):
    """A line; what it goes changes the gaps of all waves.

    Parameters
    ----------
    rules
        The rule set.
    place
        Among the lines, from 0.
    setup
        What the scenario says.
    waves
        All who attack.
    behind
        The next line, which a rout of this one may cross; None behind the last.
    """

    def __init__(
        self, rules: RuleSet, place: int, setup: WavesSetup, waves: Sequence[Wave], behind: BattleLine | None
    ) -> None:
        keys: LineKeys = setup.lines[place]
        name, path = f"b{place + 1}", f"lines.{place + 1}"
        super().__init__(rules, name, keys, setup.policies_b, who="line", side="b", path=path)
        self._waves = waves
        self.is_last = behind is None
        self._depth = 0 if self.is_last else setup.depth
        # The furthest that it routs, with a retreat besides where the rules add it.
        farthest = Fates(rules, ("Dr+R",), keys.room).hexes.max()
        self._behind = behind if farthest >= setup.depth else None
        if self._behind is not None:
            self._crossing = RoutRoll(rules, self._behind).roll
            self._crossed = Fates(rules, LETTERS, self._behind.keys.room)
        self._stays = keys.mujahids and rules.choice("mujahids") == ON
        self.waits = keys.al_nasir and rules.choice("al-nasir") == ON

    @property
    def columns(self) -> list[Column]:
        """Its own; of the last line, how far it is behind its hex of the start, counted from 0 hexes in front of it."""
        more = [Column(_RETREAT, 2 * FARTHEST, FARTHEST)] if self.is_last else []
        return [*super().columns, *more]

    @property
    def crosses(self) -> bool:
        """Whether a rout of it may cross the next line."""
        return self._behind is not None

    def behind(self, s: State) -> NDArray[Any]:
        """Return how many hexes the last line is behind its hex of the start. Shape (rows,)."""
        behind: NDArray[Any] = s.retreat - FARTHEST
        return behind

    def free(self, s: State) -> Mask:
        """Return where no wave is in contact, if it is in front."""
        return ~np.logical_or.reduce([wave.touches(s) for wave in self._waves])

    def asleep(self, s: State) -> Mask:
        """Return where it waits to be attacked or shot at."""
        return s.awake == 0 if self.waits else np.zeros(s.size, dtype=np.bool_)

    def disturb(self, s: State, dice: Dice, where: Mask) -> None:
        """Take the mark of its rest away, and wake the banner."""
        super().disturb(s, dice, where)
        if self.waits:
            dice.note("the banner of Al-Nasir may fight now", where & (s.awake == 0))
            s.awake = np.maximum(s.awake, where)

    def can_go_back(self, s: State) -> Mask:
        """Return where it can and may go back of its own will."""
        return super().can_go_back(s) & (not self._stays)

    def go_back(self, s: State, dice: Dice, hexes: NDArray[Any]) -> None:
        """Let it go back so many hexes; where it is broken, the next line counts."""
        super().go_back(s, dice, hexes)
        self._shift(s, np.where(self.state(s) < ROUTED, hexes, 0))

    def go_forward(self, s: State, hexes: NDArray[Any]) -> None:
        """Let it go forward so many hexes."""
        super().go_forward(s, hexes)
        self._shift(s, -hexes)

    def suffer(
        self, s: State, dice: Dice, where: Mask, fates: Fates, result: NDArray[Any], *, combat: bool = False
    ) -> NDArray[Any]:
        """Carry a result out; where it breaks, the next line is further away (moves and distances)."""
        stood = self.state(s) < ROUTED
        hexes = super().suffer(s, dice, where, fates, result, combat=combat)
        breaks = where & stood & (self.state(s) >= ROUTED)
        for wave in self._waves:
            wave.widen(s, self._depth * breaks)
        self._cross(s, dice, breaks & (hexes >= self._depth))
        return hexes

    def _cross(self, s: State, dice: Dice, runs: Mask) -> None:
        """Let the next line test where a rout that is over has crossed it (moves and distances)."""
        line = self._behind
        if line is None:
            return
        crossed = runs & (self.state(s) < GONE)
        falls = dice.roll(self._crossing, crossed, np.where(crossed, line.state(s), 0), who=line.who) > 0
        line.count(s, "passed", falls)
        # It is nobody who has been attacked: only the mark of its rest goes.
        Stack.disturb(line, s, dice, falls)
        line.suffer(s, dice, falls, self._crossed, np.full(s.size, LETTERS.index("Dr")))

    def _shift(self, s: State, hexes: NDArray[Any]) -> None:
        for wave in self._waves:
            wave.widen(s, hexes)
        if self.is_last:
            s.retreat = np.clip(s.retreat + hexes, 0, 2 * FARTHEST)


class BesideBanner:
    """The Almohad banner, which helps the last line to rally as long as it stands beside it.

    Parameters
    ----------
    line
        The last line.
    here
        Whether the banner is there.
    """

    def __init__(self, line: BattleLine, *, here: bool) -> None:
        self._line = line
        self._here = here and line.rules.choice("almohad-banner") == ON

    def roll(self, rules: RuleSet, stack: Stack) -> RallyRoll:
        """Return the rally of a stack."""
        return RallyRoll(rules, stack, banner=self._here and stack is self._line)

    def number(self, s: State, stack: Stack, rolls: RallyRoll) -> NDArray[np.int16]:
        """Return the situation of its rally in each row. Shape (rows,)."""
        beside = (self._line.behind(s) == 0).astype(np.int8) if self._here and stack is self._line else 0
        return rolls.number(stack.state(s), stack.leader(s), 0, beside)
