"""The activation of a stack: movement, a shot, and the combat with the fire before it (6.D, chapter 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.filo.phases.lane import FARTHEST, Lane, Shooting
from mangonel.systems.filo.rolls.fights import CHARGE, PLAIN, VOIDED, FightRoll, Results
from mangonel.systems.filo.rolls.tests import ReactionRoll
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, ROUTED
from mangonel.systems.filo.stacks.stack import Stack

__all__ = ["ACTING", "Activation"]

NOTHING, STANDS, MOVED, FIGHTS, CLOSES, CHARGES = range(6)
"""What a stack does in its activation: nothing, stand, move, fight where it is, move and fight, charge."""
ACTING = [Column("way", CHARGES), Column("shot", 1), Column("over", 1), Column("voided", 1)]
"""What is remembered within an activation."""


class Activation:
    """What a stack does when it is activated.

    Parameters
    ----------
    lane
        The stack and the one that it faces.
    stack
        Which of them.
    """

    def __init__(self, lane: Lane, stack: Stack) -> None:
        self._lane, self._own, self._other = lane, stack, lane.other(stack)
        own, other, rules = self._own, self._other, lane.rules
        self._movement = own.movement
        self._fights = FightRoll(rules, own, other, FARTHEST) if own.policies.act == "attack" else None
        self._reacts = ReactionRoll(rules, [other])
        self._fought = rules.choice("combat-after-rout") == "fought"
        self._rest_shoots = own.policies.rest and rules.choice("rest-and-fire") == "yes"
        self._shot = Shooting(lane, own, 2, FARTHEST + 1) if own.shoots and own.policies.act != "hold" else None
        self._defence = Shooting(lane, other, 1, 1) if other.shoots and self._fights is not None else None
        self._offence = self._shot_before(lane)

    def _shot_before(self, lane: Lane) -> Shooting | None:
        own = self._own
        if self._fights is None or not (own.shoots and own.policies.offensive_fire):
            return None
        return Shooting(lane, own, 1, 1)

    def phases(self, name: str, when: Callable[[State], Mask]) -> list[Phase]:
        """Return its phases.

        Parameters
        ----------
        name
            What the activation is called.
        when
            The rows in which it is activated.
        """
        own, other = self._own, self._other
        phases = [Phase(f"{name}: movement", self._moving(when), when)]
        if self._shot is not None:
            phases.append(Phase(f"{name}: shot", self._shooting, when))
        if self._defence is not None:
            phases.append(Phase(f"{name}: defensive fire of {other.who}", self._defending, when))
        if self._offence is not None:
            phases.append(Phase(f"{name}: offensive fire of {own.who}", self._attacking_fire, when))
        if self._fights is not None:
            if self._reacts.roll is not None and own.can_charge and own.policies.charge:
                phases.append(Phase(f"{name}: reaction charge of {other.who}", self._reacting, when))
            phases.append(Phase(f"{name}: combat", self._fighting, when))
        return [*phases, Phase(f"{name}: end", _forget)]

    def _moving(self, when: Callable[[State], Mask]) -> Callable[[State, Dice], None]:
        """Return the movement: who withdraws, charges, closes in or stands (engagement, activation of a stack, 1)."""
        own, other = self._own, self._other

        def move(s: State, dice: Dice) -> None:
            acts = when(s) & (own.state(s) < ROUTED) & (other.state(s) < GONE) & self._takes_part(s)
            rests = acts & own.rests(s)
            acts &= ~rests
            way = np.where(rests & self._rest_shoots, STANDS, NOTHING).astype(np.int8)
            if own.policies.act == "shoot":
                way = np.where(acts, STANDS, way)
            elif own.policies.act == "attack":
                way = self._closes_in(s, dice, acts, way)
            s.way = way

        return move

    def _closes_in(self, s: State, dice: Dice, acts: Mask, way: NDArray[np.int8]) -> NDArray[np.int8]:
        """Let it withdraw, charge, close in or come nearer; return what it does. Shape (rows,)."""
        own, fights, gap = self._own, self._fights, self._lane.gap(s)
        assert fights is not None
        eager = acts & (own.state(s) < DEMORALISED) if own.policies.demoralised != "attack" else acts
        shaken = acts & ~eager
        back = shaken & (gap == 0) & own.can_go_back(s) & (own.policies.demoralised == "withdraw")
        dice.note(f"{own.who} withdraws", back)
        ahead = self._movement[own.state(s)]
        charges = eager & (gap > 0) & (gap <= np.minimum(ahead, fights.reach)) & self._may_charge(s)
        contact = eager & (gap == 0)
        closes = eager & ~contact & ~charges & (gap <= ahead)
        nears = eager & ~contact & ~charges & ~closes
        dice.note(f"{own.who} charges", charges)
        dice.note(f"{own.who} closes in", closes)
        dice.note(f"{own.who} goes forward, {{:hex}}", nears, ahead)
        own.count(s, "charges", charges)
        steps = np.where(charges | closes, gap, np.where(nears, ahead, 0))
        self._lane.widen(s, -steps)
        own.go_forward(s, steps)
        own.go_back(s, dice, back.astype(np.int8))
        self._lane.widen(s, back)
        self._other.disturb(s, dice, contact | charges | closes)
        done = [charges, closes, contact, nears, shaken & ~back]
        return np.select(done, [CHARGES, CLOSES, FIGHTS, MOVED, STANDS], way).astype(np.int8)

    def _may_charge(self, s: State) -> Mask:
        """Return where it can charge and would, and the ground of the other stack allows it."""
        own, other, fights = self._own, self._other, self._fights
        assert fights is not None
        if not (own.can_charge and own.policies.charge):
            return np.zeros(s.size, dtype=np.bool_)
        none = np.zeros_like(own.state(s))
        leaders = own.leader(s), other.leader(s)
        return fights.number(none + CHARGE, none, (own.state(s), other.state(s)), leaders, other.stands(s)) >= 0

    def _shooting(self, s: State, dice: Dice) -> None:
        """Shoot, if it has not come into contact (engagement, activation of a stack, 2)."""
        assert self._shot is not None
        acts = ((s.way == STANDS) | (s.way == MOVED)) & (self._lane.gap(s) > 0)
        self._shot.shoot(s, dice, acts, s.way == MOVED)

    def _defending(self, s: State, dice: Dice) -> None:
        """Let the stack that is attacked shoot (engagement, activation of a stack, 3, Defensive fire)."""
        assert self._defence is not None
        acts = (s.way >= FIGHTS) & (self._lane.gap(s) == 0)
        _, routed = self._defence.shoot(s, dice, acts, np.zeros(s.size, dtype=np.bool_))
        s.over = self._lapses(s, routed, self._own).astype(np.int8)

    def _attacking_fire(self, s: State, dice: Dice) -> None:
        """Shoot before the combat, still in contact (engagement, activation of a stack, 3, Offensive fire)."""
        assert self._offence is not None
        own = self._own
        acts = (s.way >= FIGHTS) & (self._lane.gap(s) == 0) & (own.state(s) < ROUTED) & (s.over == 0)
        shoots, routed = self._offence.shoot(s, dice, acts, s.way > FIGHTS)
        s.shot = shoots.astype(np.int8)
        s.over = ((s.over > 0) | self._lapses(s, routed, self._other)).astype(np.int8)

    def _lapses(self, s: State, routed: Mask, stack: Stack) -> Mask:
        """Return where the fire before a combat has ended it; who takes the place of a stack has declared none."""
        return routed & ((not self._fought) | (stack.state(s) < ROUTED))

    def _takes_part(self, s: State) -> Mask:
        """Return where it has something to do in its own lane."""
        return np.ones(s.size, dtype=np.bool_)

    def _alone(self, s: State) -> Mask:
        """Return where nobody attacks with it."""
        return np.ones(s.size, dtype=np.bool_)

    def _goes_on(self, s: State) -> Mask:
        """Return where they are in contact still, and fire has not ended the combat."""
        return (s.way >= FIGHTS) & (self._lane.gap(s) == 0) & (s.over == 0)

    def _reacting(self, s: State, dice: Dice) -> None:
        """Let the stack that is charged throw to void it (engagement, activation of a stack, 3, Reaction charge)."""
        other, roll = self._other, self._reacts.roll
        assert roll is not None
        place = self._reacts.number(other.state(s))
        tries = self._goes_on(s) & (s.way == CHARGES) & (place >= 0)
        passed = dice.roll(roll, tries, np.maximum(place, 0), who=other.who) > 0
        other.count(s, "reactions", passed)
        s.voided = passed.astype(np.int8)

    def _fighting(self, s: State, dice: Dice) -> None:
        """Throw, test the attacker's leader, carry out the result (engagement, activation of a stack, 3, Combat)."""
        own, other, fights = self._own, self._other, self._fights
        assert fights is not None
        states, leaders = (own.state(s), other.state(s)), (own.leader(s), other.leader(s))
        place = fights.number(self._how(s), s.shot, states, leaders, other.stands(s))
        meets = self._goes_on(s) & self._alone(s) & (place >= 0)
        code = dice.roll(fights.roll, meets, np.maximum(place, 0), who=own.who)
        own.count(s, "combats", meets)
        self._lane.leaders.test(s, dice, meets & fights.tests[code], own)
        self._carry_out(s, dice, meets, code, fights)

    def _how(self, s: State) -> NDArray[Any]:
        """Return how a combat is fought: without a charge, with one, with one that is void. Shape (rows,)."""
        return np.where(s.way == CHARGES, np.where(s.voided > 0, VOIDED, CHARGE), PLAIN)

    def _carry_out(
        self, s: State, dice: Dice, meets: Mask, code: NDArray[Any], fights: Results, helper: Stack | None = None
    ) -> None:
        """Carry the result of a combat out: on the defender, then on all who attack."""
        own, other = self._own, self._other
        theirs = other.suffer(s, dice, meets, fights.defenders_go, fights.defender_result[code], combat=True)
        ours = own.suffer(s, dice, meets, fights.attackers_go, fights.attacker_result[code], combat=True)
        if helper is not None:
            helper.suffer(s, dice, meets, fights.helpers_go, fights.helper_result[code], combat=True)
        self._lane.widen(s, theirs + ours)
        follows = meets & fights.must[code] & (theirs > 0) & (own.state(s) < DEMORALISED)
        takes = meets & fights.may[code] & (ours > 0) & (other.state(s) < DEMORALISED) & other.policies.advance
        for stack, goes in ((own, follows), (other, takes)):
            dice.note(f"{stack.who} advances", goes)
            stack.go_forward(s, goes.astype(np.int8))
        self._lane.widen(s, -(follows | takes).astype(np.int8))
        self._lane.judge(s, dice)


def _forget(s: State, dice: Dice) -> None:
    """Forget what was done in an activation (engagement, activation of a stack)."""
    del dice
    s.way = s.shot = s.over = s.voided = 0
