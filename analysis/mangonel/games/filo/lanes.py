"""Two stacks that face each other: shots (6.B, chapter 9), and the activation of a stack (6.D, chapter 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial, wraps
from itertools import product
from typing import Any

from mangonel.engine.board import Counter, Spot
from mangonel.engine.notes import Note
from mangonel.engine.process import Act, Column, Dice, Options, Phase
from mangonel.engine.rolls import Roll, cached
from mangonel.errors import DataError, NoRollError
from mangonel.games.filo.combat import CHARGED, PASSES, PLAIN, VOIDED, Combat, Rolls, charge_points, combat_situation
from mangonel.games.filo.keys import ARTILLERY
from mangonel.games.filo.rolls import distances
from mangonel.games.filo.states import MAY_ADVANCE, MUST_ADVANCE, others_take, shooter_of
from mangonel.games.filo.turn import Place
from mangonel.games.filo.units import DEMORALISED, FRESH, GONE, ROUTED, TURN_AWAY, Stack, columns_of, decide
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.situation import possible

FARTHEST = 10
"""Empty hexes between two stacks; more of them count as so many."""
ARCHERS = "Ar"
STEPS = (("artillery", ARTILLERY, 0), ("artillery", ARTILLERY, 1), ("archers", ARCHERS, 1), ("archers", ARCHERS, 0))
"""The four steps of phase B: title, type of unit, side."""

Judge = Callable[[Any, Dice], None]
"""Looks at the endings: ``judge(s, dice)``."""


def distances_of(stack: Stack) -> list[int]:
    """Return at how many hexes a stack shoots."""
    return distances(stack.rules, shooter_of(stack.rules, stack.shooter(FRESH))) if stack.shoots else []


def reach_of(stack: Stack) -> int:
    """Return how many hexes a stack shoots at most."""
    return max(distances_of(stack), default=0)


def throw_shot(dice: Dice, roll: Roll, side: str, *, who: str = "") -> tuple[str, bool]:
    """Throw for a shot of a side and count it; return its result, and whether it tests leaders."""
    letter, tests = dice.roll(roll, who=who)
    dice.count(f"{side}_shots")
    if letter != NO_EFFECT:
        dice.count(f"{side}_hits")
    return letter, tests


def shoot_at(s: Any, dice: Dice, target: Stack, roll: Roll, *, who: str, side: str) -> int:
    """Shoot at a target, and carry the result out; return the hexes that it goes back."""
    letter, tests = throw_shot(dice, roll, side, who=who)
    target.disturb(s, dice)
    if tests:
        target.test_leader(s, dice)
    return target.suffer(s, dice, letter) if letter != NO_EFFECT else 0


def check_shots(rolls: Rolls, shooter: Stack, targets: Iterable[Stack], distances: Iterable[int]) -> None:
    """Look up all shots, so that a cell that the source has lost is an error before the game."""
    if any(rolls.rules.table(table).unknown for table in ("shots", "ground")):
        for hexes in distances:
            for target in targets:
                for ground in dict.fromkeys(((), target.keys.ground)):
                    rolls.shot((shooter.shooter(FRESH),), hexes, ground, target.led)


def check_combat(own: Stack, other: Stack, path: str) -> None:
    """Check that the ground of a defender, at its path in the scenario, allows a combat (DataError)."""
    fresh = Combat((own.unit(FRESH),), (other.unit(FRESH, (), other.keys.ground),))
    try:
        combat_situation(own.rules, fresh)
    except NoRollError as error:
        raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None
    if own.can_charge and own.policies.charge:
        # A lost cell of the ground is named before those of the results.
        possible(partial(combat_situation, own.rules, replace(fresh, charge=True)))


def column_of(side: int, gap: int, behind: int = 0) -> int:
    """Return the column of a stack in a picture: side 0 stands left of the empty hexes between the sides."""
    half = gap // 2
    return gap - half + behind if side else -1 - half - behind


def ground(row: int, gap: int) -> list[Spot]:
    """Return the empty hexes between the sides in a picture."""
    return [Spot(column, row, "open") for column in range(column_of(0, gap) + 1, column_of(1, gap))]


class LaneStack(Stack):
    """A stack in a lane."""

    lane: Lane

    def queue(self) -> list[Stack]:
        """Return the stacks on its side of the lane, itself first."""
        return [self]

    def free(self, s: Any) -> bool:
        """Return whether it is not in contact (engagement, one game turn, 1 and 5)."""
        return bool(self.lane.gap(s) > 0 or self.lane.other(self).state(s) == GONE)

    def fronted(self, s: Any) -> bool:
        enemy = self.lane.other(self)
        return bool(self.lane.gap(s) == 0 and enemy.state(s) < ROUTED) and enemy.faces(s)

    def has_fled(self, s: Any, dice: Dice, hexes: int) -> None:
        self.lane.widen(s, hexes)
        self.lane.judge(s, dice)


class Lane:
    """Two stacks that face each other, of side a and of side b.

    `gap` are the empty hexes between them at the start; `judge` looks at the endings after a change of a
    state; `name` tells its column from those of other lanes.
    """

    def __init__(self, rolls: Rolls, stacks: Sequence[Stack], gap: int, judge: Judge, name: str = "") -> None:
        self.rolls, self.rules, self.stacks, self.judge = rolls, rolls.rules, stacks, judge
        self._gap, self._start = f"gap{name}", gap
        self._reach = {stack: reach_of(stack) for stack in stacks}
        self.rest_shoots = self.rules.choice("rest-and-fire") == "yes"
        self._shooting_states = GONE if self.rules.choice("routed-acts") == "yes" else ROUTED
        for stack in stacks:
            if isinstance(stack, LaneStack):
                stack.lane = self

    @property
    def columns(self) -> list[Column]:
        return [Column(self._gap, FARTHEST, self._start), *columns_of(self.stacks)]

    def other(self, stack: Stack) -> Stack:
        return self.stacks[1 - self.stacks.index(stack)]

    def gap(self, s: Any) -> Any:
        return getattr(s, self._gap)

    def widen(self, s: Any, hexes: Any) -> None:
        setattr(s, self._gap, max(min(self.gap(s) + hexes, FARTHEST), 0))

    def spots(self, s: Any, row: int) -> list[Spot]:
        """Return the lane for a picture; a stack that has broken the other holds it."""
        gap, queues = int(self.gap(s)), [stack.queue() for stack in self.stacks if isinstance(stack, LaneStack)]
        spots = ground(row, gap) if all(queues) else []
        for side, queue in enumerate(queues):
            for behind, stack in enumerate(queue):
                holds = not behind and all(queues) and self.other(stack).broken(s) and not stack.broken(s)
                flag = (Counter(stack.side, "holds"),) if holds else ()
                spots.append(stack.spot(s, column_of(side, gap, behind), row, *flag))
        return spots

    def shoot(
        self, s: Any, dice: Dice, shooter: Stack, *, moved: bool = False, together: bool = True
    ) -> tuple[bool, bool]:
        """Let a stack shoot, `together` with its helpers; return whether it may, and whether it routs the other."""
        target = self.other(shooter)
        hexes = self.gap(s) + 1
        able = shooter.state(s) < self._shooting_states and target.state(s) != GONE and hexes <= self._reach[shooter]
        if not able or not shooter.faces(s):
            return False, False
        beside = shooter.helping.shooting_with(s, shooter) if together and shooter.helping else ()
        words = ("moved",) * moved
        units = tuple(stack.shooter(stack.state(s), words, stack.rides(s)) for stack in (shooter, *beside))
        roll = self.rolls.shot(units, hexes, target.ground(s), target.led)
        if roll is None:
            return False, False
        for other in beside:
            dice.note(f"{other.who} shoots with {shooter.who}")
        stood = target.state(s) < ROUTED
        self.widen(s, shoot_at(s, dice, target, roll, who=shooter.who, side=shooter.side))
        routed = stood and bool(target.state(s) >= ROUTED)
        self.judge(s, dice)
        return True, routed


def phase_b(lanes: Sequence[Lane]) -> list[Phase]:
    """Return the shots of artillery and archers in their four steps, lane after lane (engagement, one game turn, 2)."""
    return [
        Phase(f"phase B: {title} of {stack.who}", partial(shoot_in_phase_b, lane, stack))
        for title, kind, side in STEPS
        for lane in lanes
        if (stack := lane.stacks[side]).weapon == kind and stack.shoots
    ]


def shoot_in_phase_b(lane: Lane, stack: Stack, s: Any, dice: Dice) -> None:
    """Let a stack shoot that has not moved (engagement, one game turn, 2)."""
    if stack.out(s) or stack.away(s) or lane.gap(s) == 0 or (stack.rests(s) and not lane.rest_shoots):
        return
    if decide(dice, stack.side, "act", ("shoot", "hold"), stack=stack) == "shoot":
        lane.shoot(s, dice, stack)


FIGHT_POLICIES = ("act", "charge", "demoralised", "offensive_fire", "advance", "rest")
DUEL_POLICIES = (*FIGHT_POLICIES, "seat", "withdraw", "drop", "lead")
"""Decisions about a stack, as policies of a scenario answer them."""

NOTHING, STANDS, MOVED, FIGHTS, CLOSES, CHARGES = range(6)
"""Deeds of a stack in its activation: nothing, stand, move, fight where it is, move and fight, charge."""
ACTING = (Column("way", CHARGES), Column("shot", 1), Column("over", 1), Column("voided", 1))
"""Columns of an activation."""


def never_drops(acts: Iterable[Activation]) -> tuple[Note, ...]:
    """Return notes for sides that are to drop combats, and can do so in none of their activations."""
    able = {act.own.side for act in acts if act.may_drop}
    asked = dict.fromkeys(act.own.side for act in acts if act.own.policies.drop)
    return tuple(Note("never_drops", (("side", side),)) for side in asked if side not in able)


def _forget(s: Any, dice: Dice) -> None:
    """Forget the deeds of the activation (engagement, activation of a stack)."""
    if s.way > NOTHING:
        s.way = s.shot = s.over = s.voided = 0


class Activation:
    """The activation of a stack in a lane, alone or with its helpers in a line.

    `judge` looks at the endings after a combat, given the places of all stacks in it; by default the lane's.
    """

    def __init__(
        self, lane: Lane, stack: Stack, judge: Callable[[Iterable[int], Any, Dice], None] | None = None
    ) -> None:
        self.lane, self._judge = lane, judge
        self.own: Any = stack
        self.other: Any = lane.other(stack)
        mine, theirs = stack.helping, self.other.helping
        self.helpers: list[Any] = [other for other in mine.fronts if other is not stack] if mine else []
        self._foes: list[Any] = theirs.fronts if theirs else []
        self.rules = lane.rules
        self._fought = self.rules.choice("combat-after-rout") == "fought"
        self.may_drop = stack.drops and stack.attacks and (stack.shoots or self.other.shoots)
        """Whether shots can let it drop a combat."""
        self._steps = self._all_steps()

    def _all_steps(self) -> list[tuple[str, Act]]:
        """Return the steps after the movement, the same in all places of the order; the last step forgets."""
        own, other = self.own, self.other
        wanted: list[tuple[bool, str, Act]] = [
            (own.shoots, "shot", self.shoot),
            (own.attacks and other.shoots, f"defensive fire of {other.who}", self.defend),
            (own.attacks and own.shoots, f"offensive fire of {own.who}", self.shoot_before),
            (self.may_drop, "declaration", self.declare),
            (own.attacks and own.can_charge and other.can_charge, f"reaction charge of {other.who}", self.react),
            (own.attacks, "combat", self.fight),
        ]
        steps = [(name, act) for there, name, act in wanted if there]
        name, last = steps.pop() if steps else ("end", _forget)

        @wraps(last)
        def end(s: Any, dice: Dice) -> Act | None:
            after = last(s, dice)
            _forget(s, dice)  # nothing that follows asks for it
            if own.just_turned(s):
                own.put(s, "turned", 0)
            return after

        return [*steps, (name, end)]

    def phases(self, name: str, place: Place) -> list[Phase]:
        """Return its phases in a place of the order; `name` is that of the activation."""
        movement = Phase(f"{name}: movement", partial(self.move, place))
        return [movement, *(Phase(f"{name}: {step}", act) for step, act in self._steps)]

    def move(self, place: Place, s: Any, dice: Dice) -> None:
        """Withdraw, charge, close in or stand (engagement, activation of a stack, 1)."""
        own = self.own
        if not place.when(s) or own.state(s) >= ROUTED or own.out(s):
            return
        if self.other.state(s) == GONE or own.away(s) or (self._judge is not None and self.other.broken(s)):
            return
        if own.rests(s):
            if self.lane.rest_shoots and decide(dice, own.side, "act", ("shoot", "hold"), stack=own) == "shoot":
                s.way = STANDS
            return
        options = self.prepare(s, dice)
        choice = decide(dice, own.side, "act", options, stack=own) if options else ""
        if choice == "attack":
            self.close_in(s, dice)
        elif choice == "shoot":
            s.way = STANDS

    def prepare(self, s: Any, dice: Dice) -> tuple[str, ...]:
        """Mount, turn and withdraw; return the options left (engagement, activation of a stack, Before it)."""
        own, touches = self.own, self.lane.gap(s) == 0
        if own.remounts and not touches:
            self.change_seat(s, dice)
        if not own.faces(s):
            dice.note(f"{own.who} turns back")
            own.put(s, "turned", 2)
        attacks, leaves = own.attacks, touches and not own.just_turned(s) and own.can_go_back(s)
        if own.state(s) >= DEMORALISED:
            options = ("hold", *["withdraw"] * leaves, *["attack"] * attacks)
            choice = decide(dice, own.side, "demoralised", options, stack=own)
            if choice == "withdraw":
                self.withdraw(s, dice)
                return ()
            attacks = choice == "attack"
        elif leaves and own.withdraws and self.other.state(s) < ROUTED and self.withdraw(s, dice, "none"):
            return ()
        return (*["attack"] * attacks, *["shoot"] * (own.shoots and not touches), "hold")

    def change_seat(self, s: Any, dice: Dice) -> None:
        """Mount or dismount, if there is a marker for it and no enemy is adjacent (8.4)."""
        own, sits = self.own, self.own.rides(s)
        if own.get(s, "seat") == 0 and own.markers_left(s) < own.keys.units:
            return
        if decide(dice, own.side, "seat", ("same", "foot" if sits else "mounted")) != "same":
            dice.note(f"{own.who} {'dismounts' if sits else 'mounts'}")
            own.put(s, "seat", 1 - own.get(s, "seat"))

    def withdraw(self, s: Any, dice: Dice, *stay: str) -> bool:
        """Leave the front of an enemy: one hex back with the same facing, or round and away (8.2, 8.3)."""
        own, march = self.own, 0
        if own.marches:
            march = int(own.movement(s)) - TURN_AWAY * own.points("turn") - own.fronted(s) * own.points("leave_front")
        way = decide(dice, own.side, "withdraw", (*["turn"] * (march > 0), "step", *stay))
        if way == "none":
            return False
        dice.note(f"{own.who} withdraws")
        room = march if own.edge is None else int(own.get(s, "edge"))
        hexes = 1 if way == "step" else min(march, room)
        own.go_back(s, dice, hexes)
        self.lane.widen(s, hexes)
        if way == "turn":
            own.put(s, "turned", 1)
        elif own.shoots and decide(dice, own.side, "act", ("shoot", "hold"), stack=own) == "shoot":
            s.way = MOVED
        return True

    def close_in(self, s: Any, dice: Dice) -> None:
        """Fight, charge, close in or come nearer."""
        own, lane = self.own, self.lane
        steps = lane.gap(s)
        if steps == 0:
            s.way = FIGHTS
        elif self.charges(s, dice):
            s.way = CHARGES
            dice.note(f"{own.who} charges")
            own.count(dice, "charges")
        elif steps <= own.movement(s):
            s.way = CLOSES
            dice.note(f"{own.who} closes in")
        else:
            s.way, steps = MOVED, own.movement(s)
            dice.note(f"{own.who} goes forward, {{:hex}}", steps)
        if s.way != FIGHTS:
            own.go_forward(s, steps)
            lane.widen(s, -steps)
        if s.way != MOVED:
            self.other.disturb(s, dice)

    def charges(self, s: Any, dice: Dice) -> bool:
        """Return whether it charges: if it can from where it is, its player decides."""
        able = self.own.can_charge and self.own.rides(s) and not self.own.just_turned(s)
        able = able and self.lane.gap(s) <= charge_points(self.rules, self.own.movement(s))
        # Helpers charge with it in their first activation here only.
        helpers = (helper for helper in self.helpers if self.helps(s, helper))
        if not able or not all(each.can_charge and each.rides(s) and each.get(s, "flank") == 0 for each in helpers):
            return False
        # A stack that never charges may stand before ground with an effect on charges that is lost.
        options = Options((False, True), lambda charge: not charge or not self._charge_is_barred(self.other.ground(s)))
        return bool(decide(dice, self.own.side, "charge", options))

    @cached
    def _charge_is_barred(self, ground: tuple[str, ...]) -> bool:
        own = self.own.unit(FRESH, (), (), (), True)  # noqa: FBT003
        return self.lane.rolls.joint((own,), (self.other.defender(FRESH, (), ground),), CHARGED) is None

    def helps(self, s: Any, helper: Any) -> bool:
        return bool(helper.get(s, "helps") == self.own.place + 1)

    def from_behind(self, s: Any, dice: Dice, helper: Any) -> bool:
        """Return whether a helper attacks through a rear hex: it can from its second activation here."""
        there = helper.helping is not None and bool(helper.get(s, "flank") == 1)
        return there and decide(dice, helper.side, "exploit", ("join", "rear")) == "rear"

    def shoot(self, s: Any, dice: Dice) -> None:
        """Shoot, if it has not come into contact (engagement, activation of a stack, 2)."""
        if s.way in (STANDS, MOVED) and self.lane.gap(s) > 0:
            self.lane.shoot(s, dice, self.own, moved=s.way == MOVED or self.own.just_turned(s))

    def defend(self, s: Any, dice: Dice) -> None:
        """Let the stack that is attacked shoot (engagement, activation of a stack, 3, Defensive fire)."""
        if s.way >= FIGHTS and self.lane.gap(s) == 0:
            # A charge leaves helpers alone, and those at the rear of the attacker are not attacked.
            beside = s.way != CHARGES and bool(self._foes) and self.other.policies.exploit != "rear"
            _, routed = self.lane.shoot(s, dice, self.other, together=beside)
            if routed and self._lapses(s, self.own):
                s.over = 1

    def shoot_before(self, s: Any, dice: Dice) -> None:
        """Shoot before the combat, still in contact (engagement, activation of a stack, 3, Offensive fire)."""
        if not self._goes_on(s) or self.own.state(s) >= ROUTED:
            return
        if decide(dice, self.own.side, "offensive_fire", (False, True)):
            shoots, routed = self.lane.shoot(s, dice, self.own, moved=s.way > FIGHTS or self.own.just_turned(s))
            s.shot = int(shoots)
            if routed and self._lapses(s, self.other):
                s.over = 1

    def _lapses(self, s: Any, stack: Stack) -> bool:
        """Return whether the fire before a combat has ended it; a stack that has taken a place has declared none."""
        return not self._fought or bool(stack.state(s) < ROUTED)

    def _goes_on(self, s: Any) -> bool:
        """Return whether they are in contact still, and fire has not ended the combat."""
        there = s.way >= FIGHTS and self.lane.gap(s) == 0 and s.over == 0
        return bool(there and GONE not in (self.own.state(s), self.other.state(s)))

    def declare(self, s: Any, dice: Dice) -> None:
        """Drop the combat, now that the shots are made, or fight it (engagement, activation of a stack, 3)."""
        if self._goes_on(s) and decide(dice, self.own.side, "drop", (False, True), stack=self.own):
            dice.note(f"{self.own.who} drops the combat")
            s.over = 1

    def react(self, s: Any, dice: Dice) -> None:
        """Let the stack that is charged throw to void it (engagement, activation of a stack, 3, Reaction charge)."""
        if s.way != CHARGES or not self._goes_on(s):
            return
        roll = self.lane.rolls.reaction(self.other.unit(self.other.state(s), (), (), (), self.other.rides(s)))
        if roll is not None and dice.roll(roll, who=self.other.who) == PASSES:
            self.other.count(dice, "reactions")
            s.voided = 1

    def fight(self, s: Any, dice: Dice) -> Act | None:
        """Throw, with its helpers (engagement, activation of a stack, 3, Combat; line, activation of a side, 3)."""
        if not self._goes_on(s):
            return None
        return self._fight(s, dice, [helper for helper in self.helpers if self.helps(s, helper)])

    def _fight(self, s: Any, dice: Dice, helpers: list[Any]) -> Act | None:
        own, other = self.own, self.other
        way = PLAIN if s.way != CHARGES else CHARGED if s.voided == 0 else VOIDED
        allies = self.allies(s, dice) if way == PLAIN else []
        words, rides = self._words(int(s.shot), int(own.state(s)), other.faces(s)), way != PLAIN or None
        ours = [own.unit(own.state(s), own.bonuses(s), (), words, rides)]
        for stack in helpers:
            # Artillery has one front hex (3.2).
            rear = ("rear",) * (other.keys.kind.type == ARTILLERY or self.from_behind(s, dice, stack))
            ours.append(stack.unit(stack.state(s), stack.bonuses(s), (), rear, rides))
        theirs = [other.defender(other.state(s), other.bonuses(s), other.ground(s))]
        for ally in allies:
            ally.disturb(s, dice)
            # A helper from another lane has left its ground.
            ground = () if other.helping else ally.ground(s)
            theirs.append(ally.defender(ally.state(s), ally.bonuses(s), ground))
        roll = self.lane.rolls.combat(tuple(ours), tuple(theirs), way, any(stack.led for stack in (own, *helpers)))
        return None if roll is None else partial(self._throw, roll, helpers, allies)

    def _throw(self, roll: Roll, helpers: list[Any], allies: list[Any], s: Any, dice: Dice) -> None:
        """Throw, and test the attackers' leaders (engagement, activation of a stack, 3, Combat)."""
        theirs, ours, tests = dice.roll(roll, who=self.own.who)
        self.own.count(dice, "combats")
        if tests:
            for stack in (self.own, *helpers):
                stack.test_leader(s, dice)
        self._carry_out(s, dice, theirs, ours, helpers, allies)

    def _carry_out(self, s: Any, dice: Dice, theirs: str, ours: str, helpers: list[Any], allies: list[Any]) -> None:
        own, other, lane = self.own, self.other, self.lane
        back = other.suffer(s, dice, theirs, combat=True)
        for ally in allies:
            # A helper that goes back has to come again.
            if ally.suffer(s, dice, others_take(self.rules, theirs), combat=True) and other.helping:
                ally.forget_help(s)
        for stack in (other, *allies):
            stack.has_fought(s, dice, own, attacked=True)
        own_back = own.suffer(s, dice, ours, combat=True)
        for helper in helpers:
            helper.suffer(s, dice, others_take(self.rules, ours), combat=True)
        if back + own_back:
            lane.widen(s, back + own_back)
        own.has_fought(s, dice, other, attacked=False)
        for helper in helpers:
            helper.has_fought(s, dice, other, attacked=False)
        if ours == MUST_ADVANCE and back and self.follows_up(s, dice, helpers):
            self._advance(s, dice, own)
        may = theirs == MAY_ADVANCE and own_back and other.state(s) < DEMORALISED
        if may and decide(dice, other.side, "advance", (False, True)):
            self._advance(s, dice, other)
        if self._judge is None:
            lane.judge(s, dice)
        else:
            self._judge(sorted(front.place for front in (own, *helpers, *allies)), s, dice)

    def allies(self, s: Any, dice: Dice) -> list[Any]:
        """Return the helpers of the other front that stand in its front hexes since they acted last (10.2)."""
        there = [foe for foe in self._foes if self.helps(s, foe) and foe.get(s, "flank") == 1 and foe.state(s) < ROUTED]
        return [foe for foe in there if not self.from_behind(s, dice, foe)]

    def follows_up(self, s: Any, dice: Dice, helpers: list[Any]) -> bool:
        """Return whether an attacker enters the hex that is given up: the front, or one beside it (10.8)."""
        own = self.own
        options = ["front"] * bool(own.state(s) < DEMORALISED)
        beside = [other for other in helpers if other in own.reserves and other.state(s) < DEMORALISED]
        if beside and (own.commander or not own.led):
            if decide(dice, own.side, "advances", (*options, "helper")) == "helper":
                own.exchange(s, beside[0])
            return True
        return bool(options)

    def _advance(self, s: Any, dice: Dice, stack: Stack) -> None:
        dice.note(f"{stack.who} advances")
        stack.turn_freely(s)
        stack.go_forward(s, 1)
        self.lane.widen(s, -1)

    @staticmethod
    def _words(shot: int, state: int, faces: bool = True) -> tuple[str, ...]:  # noqa: FBT001, FBT002
        marks = {"shot": shot, "just_routed": state >= ROUTED, "rear": not faces}
        return tuple(word for word, holds in marks.items() if holds)

    def check(self) -> None:
        """Check that the ground of the defender allows a combat, and that no cell that may be needed is lost."""
        own, other, rolls = self.own, self.other, self.lane.rolls
        attacks = own.policies.act == "attack"
        if attacks:
            check_combat(own, other, f"{other.path}.ground")
            if any(self.rules.table(table).unknown for table in ("combat-results", "combat-types", "ground")):
                self._check_cells()
        if own.shoots and own.policies.act != "hold":
            check_shots(rolls, own, [other], range(2, FARTHEST + 2))
        if attacks and other.shoots:
            check_shots(rolls, other, [own], [1])
        if attacks and own.shoots and own.policies.offensive_fire:
            check_shots(rolls, own, [other], [1])

    def _check_cells(self) -> None:
        own, other = self.own, self.other
        ways = (PLAIN, CHARGED, VOIDED) if own.can_charge and own.policies.charge else (PLAIN,)
        shots = range(2) if own.shoots and own.policies.offensive_fire else range(1)
        leaders: list[list[tuple[int, ...]]] = [
            [(bonus,) for bonus in stack.chief.bonuses] if stack.led else [()] for stack in (own, other)
        ]
        grounds = dict.fromkeys(((), other.keys.ground))
        places: Any = product(ways, shots, range(GONE), range(GONE), *leaders, grounds)
        for way, shot, mine, theirs, bonuses, others, ground in places:
            rides, defender = way != PLAIN or None, other.defender(theirs, others, ground)
            first = own.unit(mine, bonuses, (), self._words(shot, mine), rides)
            self.lane.rolls.combat((first,), (defender,), way, own.led)
            for helper in self.helpers:
                led = helper.chief.bonuses[:1] if helper.led else ()
                pair = first, helper.unit(FRESH, led, (), (), rides)
                self.lane.rolls.combat(pair, (defender,), way, own.led or helper.led)
