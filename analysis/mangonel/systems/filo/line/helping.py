"""Stacks whose enemy is broken, and who attack with their neighbours (10.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.line.front import Front
from mangonel.systems.filo.phases.attack import Activation
from mangonel.systems.filo.phases.lane import Lane
from mangonel.systems.filo.phases.leaders import Leaders
from mangonel.systems.filo.rolls.fights import CHARGE, PLAIN, VOIDED, Results
from mangonel.systems.filo.situations.combat import Combat, combat_situation
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, ROUTED
from mangonel.systems.filo.stacks.stack import DEAD, Stack
from mangonel.systems.possible import possible
from mangonel.tables.joint import Joint

__all__ = ["Helping", "LaneActivation"]


class Helping:
    """Who helps where, of the fronts of a side, from the left, against those whom they face."""

    def __init__(self, fronts: Sequence[Front], enemies: Sequence[Front]) -> None:
        self.fronts, self._enemies = fronts, enemies
        self.on = fronts[0].exploit != "none"

    @property
    def columns(self) -> list[Column]:
        """The lane that each helps, and whether it has been active there."""
        if not self.on:
            return []
        columns = [Column(f"{front.name}_helps", len(self.fronts)) for front in self.fronts]
        return [*columns, *(Column(f"{front.name}_flank", 1) for front in self.fronts)]

    def helps(self, s: State, place: int) -> NDArray[Any]:
        """Return the number of the lane that a front helps, from 1; 0 if none. Shape (rows,)."""
        return getattr(s, f"{self.fronts[place].name}_helps") if self.on else np.zeros(s.size, dtype=np.int8)

    def broken(self, s: State, place: int) -> Mask:
        """Return where the enemy in a lane is broken."""
        return self._enemies[place].broken(s)

    def phase(self, name: str, when: Callable[[State], Mask]) -> list[Phase]:
        """Return who goes where (activation of a side, 1)."""
        return [Phase(f"{name}: help", partial(self._assign, when), when)] if self.on else []

    def _assign(self, when: Callable[[State], Mask], s: State, dice: Dice) -> None:
        """Let each front that is free take a lane, the nearest in need (activation of a side, 1)."""
        here = when(s)
        places = range(len(self.fronts))
        befores = [self.helps(s, place).copy() for place in places]
        able = [here & self._able(s, place) for place in places]
        for place, front in enumerate(self.fronts):
            # Whoever stays keeps his place before others look for one.
            stays = np.any([(befores[place] == lane + 1) & self._needs(s, lane) for lane in places], axis=0)
            setattr(s, f"{front.name}_helps", np.where(here & ~(able[place] & stays), 0, befores[place]))
        for place, front in enumerate(self.fronts):
            others = [lane for lane in places if lane != place]
            before, after = befores[place], self.helps(s, place)
            for lane in sorted(others, key=partial(_distance, place)):
                taken = np.any([self.helps(s, other) == lane + 1 for other in others], axis=0)
                after = np.where(able[place] & (after == 0) & self._needs(s, lane) & ~taken, lane + 1, after)
            for lane, other in enumerate(self.fronts, start=1):
                dice.note(f"{front.who} helps {other.who}", (after == lane) & (before != lane))
            flank = getattr(s, f"{front.name}_flank")
            setattr(s, f"{front.name}_flank", flank * (after == before))
            setattr(s, f"{front.name}_helps", after)

    def _able(self, s: State, place: int) -> Mask:
        """Return where a front is free to help."""
        front = self.fronts[place]
        return (front.state(s) < DEMORALISED) & ~front.rests(s) & self.broken(s, place)

    def _needs(self, s: State, lane: int) -> Mask:
        return ~self.broken(s, lane) & ~self.fronts[lane].broken(s) & (self.fronts[lane].state(s) < ROUTED)

    def forget(self, s: State, place: int, where: Mask) -> None:
        """Forget whom a front has helped whose place another one has taken."""
        if self.on:
            for column in (f"{self.fronts[place].name}_helps", f"{self.fronts[place].name}_flank"):
                setattr(s, column, getattr(s, column) * ~where)

    def settle(self, s: State, when: Mask) -> None:
        """Note that whoever helps has been active where it is."""
        for place, front in enumerate(self.fronts):
            flank = getattr(s, f"{front.name}_flank")
            setattr(s, f"{front.name}_flank", np.where(when, (self.helps(s, place) > 0).astype(np.int8), flank))


def _distance(place: int, lane: int) -> int:
    return abs(lane - place)


class LaneActivation(Activation):
    """What a front does in its lane, alone or with somebody who helps.

    Parameters
    ----------
    place
        Of the lane, from 0.
    helping
        Who helps where.
    """

    def __init__(self, lane: Lane, front: Front, place: int, helping: Helping) -> None:
        super().__init__(lane, front)
        self._exploit = front.exploit
        self._place, self._helping = place, helping
        self._front = front
        self._helpers = (
            [other for other in helping.fronts if other is not front] if helping.on and self._fights is not None else []
        )
        self._leaders = Leaders(lane.rules, [front, *self._helpers])

    @cached_property
    def _joints(self) -> dict[Front, _JointRoll]:
        """Combats with each who may help; made once all fronts are known to be able to attack."""
        return {other: _JointRoll(self._lane.rules, self._front, other, self._other) for other in self._helpers}

    def phases(self, name: str, when: Callable[[State], Mask]) -> list[Phase]:
        """Return its phases; combats with help come beside that without (activation of a side, 3)."""
        phases = super().phases(name, when)
        helped = [
            Phase(f"{name}: combat with {helper.who}", self._together(helper, joint))
            for helper, joint in self._joints.items()
        ]
        return [*phases[:-1], *helped, phases[-1]]

    def _takes_part(self, s: State) -> Mask:
        return ~self._helping.broken(s, self._place) & (self._helping.helps(s, self._place) == 0)

    def _helper(self, s: State, one: Stack) -> Mask:
        return self._helping.helps(s, self._helping.fronts.index(one)) == self._place + 1

    def _alone(self, s: State) -> Mask:
        alone = np.ones(s.size, dtype=np.bool_)
        for joint in self._joints:
            alone &= ~self._helper(s, joint)
        return alone

    def _may_charge(self, s: State) -> Mask:
        charge = super()._may_charge(s)
        for joint in self._joints:
            free = joint.can_charge & joint.policies.charge & (getattr(s, f"{joint.name}_flank") == 0)
            charge &= ~self._helper(s, joint) | free
        return charge

    def _together(self, one: Stack, joint: _JointRoll) -> Callable[[State, Dice], None]:
        """Return the combat of a front together with who helps it (activation of a side, 3)."""
        own, other = self._own, self._other

        def fight(s: State, dice: Dice) -> None:
            rear = getattr(s, f"{one.name}_flank") * (self._exploit == "rear")
            place = joint.number(self._how(s), s.shot, (own, one, other), s, rear)
            meets = self._goes_on(s) & self._helper(s, one) & (place >= 0)
            code = dice.roll(joint.roll, meets, np.maximum(place, 0), who=own.who)
            own.count(s, "combats", meets)
            for stack in (own, one):
                self._leaders.test(s, dice, meets & joint.tests[code], stack)
            self._carry_out(s, dice, meets, code, joint, one)

        return fight


class _JointRoll(Results):
    """The roll of two stacks that attack a third together."""

    def __init__(self, rules: RuleSet, front: Front, helper: Stack, defender: Stack) -> None:
        self._number = np.full(
            (3, 2, ROUTED, DEMORALISED, GONE, 2, DEAD + 1, DEAD + 1, DEAD + 1, 2), -1, dtype=np.int16
        )
        ways = (PLAIN, CHARGE, VOIDED) if front.can_charge and front.policies.charge else (PLAIN,)
        shots = range(2) if front.shoots and front.policies.offensive_fire else range(1)
        flanks = range(2) if front.exploit == "rear" else range(1)
        leaders = front.leaders, helper.leaders, defender.leaders
        numbers: dict[tuple[Combat, bool], int] = {}
        situations: list[Joint] = []
        for place in product(
            ways, shots, range(ROUTED), range(DEMORALISED), range(GONE), flanks, *leaders, defender.stances
        ):
            way, shot, mine, his, theirs, rear, leads, helps, resists, stands = place
            across = defender.across if stands else ()
            first = front.attacking(mine, leads, words=("shot",) if shot else (), across=across)
            second = helper.attacking(his, helps, words=("rear",) if rear else (), across=across)
            combat = Combat(
                (first, second), (defender.unit(theirs, resists, stands=bool(stands)),), charge=way != PLAIN
            )
            asked = combat, way == VOIDED
            if asked not in numbers:
                situation = possible(partial(combat_situation, rules, asked[0], reacted=asked[1]))
                numbers[asked] = -1 if situation is None else len(situations)
                situations += [] if situation is None else [situation]
            self._number[place] = numbers[asked]
        super().__init__(rules, situations, front, defender, helper)

    def number(
        self, way: NDArray[Any], shot: NDArray[Any], stacks: tuple[Stack, Stack, Stack], s: State, rear: NDArray[Any]
    ) -> NDArray[np.int16]:
        """Return the number of each row's situation; -1 where there is none. Shape (rows,)."""
        front, helper, defender = stacks
        mine, his, theirs = front.state(s), helper.state(s), defender.state(s)
        known = (mine < ROUTED) & (his < DEMORALISED) & (theirs < GONE)
        states = (np.where(known, stack, 0) for stack in (mine, his, theirs))
        leaders = (np.minimum(stack.leader(s), DEAD) for stack in stacks)
        number = self._number[way, shot, *states, rear, *leaders, defender.stands(s)]
        return np.where(known, number, -1)
