"""A line: lanes beside each other, in each a stack against a stack, with help from beside and stacks behind.

Steps in brackets are those of `docs/sequences/line.md`; all else is as in an engagement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from mangonel.engine.process import Dice, Measure, Phase, Process
from mangonel.games.fields import DEFINES, POLICY, Fault, Keys, Of, Told, Usual, block, blocks, flag, one_of, whole
from mangonel.games.filo import keys, states, units
from mangonel.games.filo.combat import Rolls
from mangonel.games.filo.lanes import ACTING, DUEL_POLICIES, FARTHEST, Activation, Lane, LaneStack, never_drops, phase_b
from mangonel.games.filo.turn import Place, TwoSides, turn_of
from mangonel.games.system import Axis, Facts, Playable, end
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ENDINGS = {
    "b_broken": "side b is broken",
    "a_broken": "side a is broken",
    "b_gives_up": "side b breaks off",
    "a_gives_up": "side a breaks off",
}
_START, _FARTHEST = 20, 40
"""Where a front stands at the start, and the farthest forward that is told apart."""
LANES = (1, 4)
OF_LANES = Of(("lanes",), most=LANES[1])
_TOGETHER = 2
"""Stacks that join one attack with `together`: a unit has three front hexes."""


class FrontKeys(keys.MixedKeys):
    """A stack in a lane, and the stacks behind it."""

    state: str = one_of(states.STATES, "its state at the start; `eliminated`: nobody stands there")
    support: int = whole(0, 2, "stacks of the same kind behind it, or beside it (policy `together`)", 0)

    def faults(self) -> Iterator[Fault]:
        yield from super().faults()
        alone = self.support and self.state.startswith((states.ROUTED, states.ELIMINATED))
        yield alone, "nobody stands behind a routed front", "support", self.support


class BannerLeaderKeys(keys.LeaderKeys):
    """The leader of all stacks of a side, with one of them."""

    lane: int = whole(1, OF_LANES, "the lane in which he is at the start", 1)
    radius: int | None = whole(1, 30, "hexes within which a stack is in command, else all are", None)
    movement: int = whole(*keys.MOVEMENTS, "his movement points", 6)


class LineArmyKeys(keys.ArmyKeys):
    """The command of a side, and the leader of its stacks."""

    leader: BannerLeaderKeys | None = block(
        BannerLeaderKeys, "the leader of its stacks, who is with one of them", empty=None
    )


class LinePolicies(keys.StackPolicies):
    """Decisions of the player of a side for all of its stacks."""

    act: str = keys.acts()
    until: str = one_of(("rout", "eliminated"), "when a stack is broken", told=DEFINES)
    together: bool = flag(
        "the stacks behind a front stand beside it, and attack with it", told=Told("attacks_together")
    )
    advances: str = one_of(
        ("front", "helper"), "which of several attackers advances: the front; who stands beside it", told=POLICY
    )
    exploit: str = one_of(
        ("none", "join", "rear"),
        "what a stack does whose enemy is broken",
        Usual(lambda policies: "join" if policies["together"] else "none", "`join` with `together`, else `none`"),
        told=POLICY,
    )
    give_up: int | None = whole(
        1,
        LANES[1],
        "lanes broken at which it breaks off, else all",
        None,
        lambda setup: range(1, len(setup.lanes)),
        told=POLICY,
    )
    leader_lane: int | None = whole(
        1,
        OF_LANES,
        "lane that the leader of the side goes to, else he stays",
        None,
        lambda setup: range(1, len(setup.lanes) + 1),
        told=POLICY,
    )
    regroup: bool = flag("who is out of command goes towards the leader", usual=True, told=POLICY)


class LaneKeys(Keys):
    """A stack against a stack."""

    gap: int = whole(0, 10, "empty hexes between the two")
    a: FrontKeys = block(FrontKeys, at="a")
    b: FrontKeys = block(FrontKeys, at="b")


class LineSetup(Keys):
    """Two lines of stacks."""

    turns: int = whole(1, 60, "the most turns that are played")
    a: LineArmyKeys = block(LineArmyKeys, at="a")
    b: LineArmyKeys = block(LineArmyKeys, at="b")
    lanes: tuple[LaneKeys, ...] = blocks(LaneKeys, "lanes, from the left", least=LANES[0], most=LANES[1])
    policies_a: LinePolicies = keys.policies_of(LinePolicies, "a", "lanes.a")
    policies_b: LinePolicies = keys.policies_of(LinePolicies, "b", "lanes.b")

    def faults(self) -> Iterator[Fault]:
        for side, army, policies in (("a", self.a, self.policies_a), ("b", self.b, self.policies_b)):
            fronts, leader = [getattr(lane, side) for lane in self.lanes], army.leader
            gone = [front.state == states.ELIMINATED for front in fronts]
            yield all(gone), "nobody stands in any lane", f"lanes.1.{side}.state", states.ELIMINATED
            yield keys.seat_fault(side, army, policies)
            if leader is None:
                path, lane = f"policies.{side}.leader_lane", policies.leader_lane
                yield lane is not None, "no leader of the side to go there", path, lane
            else:
                yield gone[leader.lane - 1], "nobody stands in this lane", f"{side}.leader.lane", leader.lane
            for number, front in enumerate(fronts, start=1):
                two, path = leader is not None and front.leader is not None, f"lanes.{number}.{side}"
                yield two, "leaders of lanes and one of the side do not go together", f"{path}.leader", None
                attacks = front.kind.type == keys.ARTILLERY and policies.act == "attack"
                yield attacks, "artillery does not attack", f"{path}.kind", keys.ARTILLERY


class Front(LaneStack):
    """The stack in front of a lane, and those that come after it; the leader of the side may be with it."""

    leaders: Sequence[BannerLeader]
    """Those of both sides."""

    def __init__(
        self,
        rolls: Rolls,
        side: str,
        number: int,
        keys: FrontKeys,
        policies: LinePolicies,
        army: LineArmyKeys,
        commander: BannerLeader | None,
    ) -> None:
        name, path, markers = f"{side}{number}", f"lanes.{number}.{side}", army.markers
        super().__init__(rolls, name, keys, policies, who="stack", side=side, path=path, markers=markers)
        self.place, self.commander = number - 1, commander
        self.absent = self.start == units.GONE
        self.begins_broken = self.absent or (self.start >= units.ROUTED and policies.until == "rout")
        if commander is not None:
            self.chief = commander
            commander.fronts.append(self)
            self.forgotten.append("out")
        self.reserves: list[units.Stack] = [Reserve(self, at, policies) for at in range(keys.support)]
        """Those that come after it: stacks behind it, or fronts of lanes without an enemy beside it."""

    @property
    def behind(self) -> list[units.Stack]:
        return [other for other in self.reserves if isinstance(other, Reserve)]

    def queue(self) -> list[units.Stack]:
        return [] if self.absent else [self, *self.behind]

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Its own; with a leader its place and whether it is out of command; the lane that it helps."""
        led = [] if self.commander is None else [("at", _FARTHEST, _START), ("out", 1, 0)]
        helps = [] if self.helping is None else [("helps", len(self.helping.fronts), 0), ("flank", 1, 0)]
        return [*super().parts, *led, *helps]

    def out(self, s: Any) -> bool:
        return self.commander is not None and bool(self.get(s, "out") == 1)

    def shift(self, s: Any, hexes: Any) -> None:
        if self.commander is not None and self.state(s) < units.GONE:
            self.put(s, "at", max(0, min(_FARTHEST, self.get(s, "at") + hexes)))

    def regroup(self, place: Place, s: Any, dice: Dice) -> None:
        """Go towards its leader, out of command, when all lanes have acted (the leader of a side, Command)."""
        if not place.when(s) or not self.out(s) or self.state(s) >= units.ROUTED or self.rests(s):
            return
        hexes = self._way_to_leader(s)
        if not hexes or not units.decide(dice, self.side, "regroup", (True, False), stack=self):
            return
        if hexes > 0:
            dice.note(f"{self.who} goes forward, {{:hex}}", hexes)
            self.turn_freely(s)
            self.go_forward(s, hexes)
        else:
            self.go_back(s, dice, -hexes)
        self.lane.widen(s, -hexes)

    def _way_to_leader(self, s: Any) -> int:
        """Return how many hexes, forward or back, it may go towards its leader out of command (7.4; 8.3)."""
        commander: Any = self.commander
        before, ahead = commander.distance(s, self), (int(self.movement(s)) + 1) // 2
        if not self.faces(s):
            ahead -= units.TURN_AWAY * self.points("turn")
        if self.lane.other(self).state(s) < units.GONE:
            ahead = min(ahead, int(self.lane.gap(s)))
        ways = [*range(1, ahead + 1), *([-1] if self.can_go_back(s) else [])]
        nearer = [way for way in ways if commander.distance(s, self, way) < before]
        # As near as it can, with as few hexes as that takes.
        return min(nearer, key=lambda way: (commander.distance(s, self, way), abs(way)), default=0)

    def has_fought(self, s: Any, dice: Dice, enemy: Any, *, attacked: bool) -> None:
        """See whether its leader is a prisoner now, and free its prisoner if an attack has eliminated it."""
        if self.state(s) < units.GONE:
            return
        chief = self.commander
        if chief and chief.here(s, self) and chief.leader(s) == units.CAPTURED and chief.get(s, "captor") == 0:
            chief.put(s, "captor", enemy.place + 1)
        if attacked and enemy.commander is not None:
            enemy.commander.freed(s, dice, self, enemy)

    def relieve(self, s: Any, dice: Dice, lane: Lane) -> units.Stack | None:
        """Let another stack take the place of a routed or eliminated front; return the one that has (support)."""
        for other in self.reserves:
            if self.state(s) < units.ROUTED:
                return None
            if other.state(s) >= units.ROUTED:
                continue
            gone, hexes = self.state(s) == units.GONE, 1
            if isinstance(other, Front):
                hexes = 0 if gone else self.rules.table("hexes").number("rout")
                self.exchange(s, other)
                other.forget_help(s)
            else:
                if not gone and other.is_passed(s, dice):
                    self.count(dice, "passed")
                    self.count(dice, "routs")
                    other.put(s, "state", units.ROUTED)
                    continue
                other.put(s, "state", units.GONE if gone else units.ROUTED)
                self.put(s, "state", units.FRESH)
                for part, *_ in self.parts:
                    # It sits as on its counter, with its front towards the enemy.
                    if part in ("seat", "turned"):
                        self.put(s, part, 0)
                for leader in self.leaders:
                    leader.released(s, self)
            self.forget_help(s)
            dice.note(f"{self.who} has a new front")
            self.shift(s, hexes)
            if self.out(s):
                self.put(s, "out", 0)
            self.disturb(s, dice)
            self.leave(s)
            lane.widen(s, -hexes)
            return other
        return None

    def forget_help(self, s: Any) -> None:
        if self.helping is not None:
            self.put(s, "helps", 0)
            self.put(s, "flank", 0)

    def exchange(self, s: Any, other: Front) -> None:
        """Change places with a stack beside it: a leader stays with his stack, a prisoner with his captor."""
        for part, *_ in self.parts:
            if part in ("state", "rests", "seat", "turned", "out"):
                mine, his = self.get(s, part), other.get(s, part)
                self.put(s, part, his)
                other.put(s, part, mine)
        for leader in self.leaders:
            leader.follow(s, self, other)


class Reserve(units.Stack):
    """A stack that stands behind a front, of which nothing matters but whether it still does."""

    def __init__(self, front: Front, at: int, policies: LinePolicies) -> None:
        keys = replace(front.keys, leader=None)
        super().__init__(front.rolls, f"{front.name}_{at}", keys, policies, who="stack", side=front.side)
        self.who, self.label = f"the stack behind {front.name}", ""

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        return [("state", units.GONE, units.FRESH)]


class BannerLeader(units.Leader):
    """The leader of a side: his state, the lane in which he is, and his captor.

    Columns: ``leader``: his state; ``leader_lane``: his lane, from 0; ``captor``: the lane, from 1, of the enemy who
    holds him, 0 if none does, one more than there are if he has left the field; ``hurt``: the prisoner is wounded.
    """

    returns = True

    def __init__(self, rolls: Rolls, side: str, keys: BannerLeaderKeys) -> None:
        super().__init__(rolls, f"leader of side {side}", keys.bonuses, side)
        self.side, self.keys, self.fronts = side, keys, list[Front]()

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        most = len(self.fronts)
        return [*super().parts, ("leader_lane", most - 1, self.keys.lane - 1), ("captor", most + 1, 0)]

    def here(self, s: Any, stack: Any) -> bool:
        return bool(self.lane(s) == stack.place)

    def near(self, s: Any, stack: Any) -> bool:
        return self.distance(s, stack) <= 1

    def lane(self, s: Any) -> Any:
        return self.get(s, "leader_lane")

    def follow(self, s: Any, one: Front, other: Front) -> None:
        """Stay with a stack that changes places, if he is with it, or if it holds him."""
        column, first = ("leader_lane", 0) if one.side == self.side else ("captor", 1)
        lane = self.get(s, column)
        for now, after in ((one, other), (other, one)):
            if lane == now.place + first:
                self.put(s, column, after.place + first)
                return

    def distance(self, s: Any, front: Front, further: int = 0) -> int:
        """Return the hexes from him to a front, or to where it would be so many hexes further forward."""
        with_him = self.fronts[int(self.lane(s))]
        if with_him is front:
            return 0
        ahead = int(with_him.get(s, "at") - front.get(s, "at")) - further
        return units.hexes_between(with_him.place - front.place, ahead)

    def check(self, s: Any, dice: Dice) -> None:
        """See which stacks are out of command (the leader of a side, Command)."""
        for front in self.fronts:
            if front.state(s) < units.ROUTED and self.distance(s, front) > (self.keys.radius or 0):
                dice.note(f"{front.who} is out of command")
                front.put(s, "out", 1)

    def forget(self, s: Any) -> None:
        for front in self.fronts:
            if front.out(s):
                front.put(s, "out", 0)

    def go(self, place: Place, s: Any, dice: Dice) -> None:
        """Go to another front, or stay (the leader of a side, Leader)."""
        if not place.when(s):
            return
        now, points = int(self.lane(s)), self.keys.movement - int(self.leader(s) == units.WOUNDED)
        others = [
            front.place + 1
            for front in self.fronts
            if front.place != now and front.state(s) < units.GONE and self.distance(s, front) <= points
        ]
        if others:
            self._join(s, dice, int(units.decide(dice, self.side, "leader_lane", (now + 1, *others))) - 1)

    def settle(self, s: Any, dice: Dice) -> None:
        """Let him, or his replacement, be with the nearest front if his own is gone (leaders)."""
        now = self.fronts[int(self.lane(s))]
        if now.state(s) < units.GONE:
            return
        left = [front for front in self.fronts if front.state(s) < units.GONE]
        if left:
            nearest = min(left, key=lambda front: (abs(front.place - now.place), front.place))
            self._join(s, dice, nearest.place)

    def released(self, s: Any, enemy: Front) -> None:
        """Let him leave the field with the stack that holds him."""
        if enemy.side != self.side and self.get(s, "captor") == enemy.place + 1:
            self.put(s, "captor", len(self.fronts) + 1)
            self.put(s, "hurt", 0)

    def freed(self, s: Any, dice: Dice, enemy: Front, by: Front) -> None:
        """Free him if the stack that an attack has eliminated held him (7.5.1)."""
        if self.get(s, "captor") != enemy.place + 1:
            return
        self.be_freed(s, dice, f"the {self.who}")
        self.put(s, "captor", 0)
        self._join(s, dice, by.place)

    def _join(self, s: Any, dice: Dice, place: int) -> None:
        if self.lane(s) != place:
            dice.note(f"the leader of side {self.side} goes to {self.fronts[place].who}")
            self.put(s, "leader_lane", place)


class Helping:
    """Fronts of a side that attack with their neighbours, as their own enemies are broken (10.3).

    Parts of each front: ``helps``: the lane that it helps, from 1; ``flank``: whether it has been active there.
    """

    def __init__(self, fronts: Sequence[Front], enemies: Sequence[Front], policies: LinePolicies) -> None:
        self.fronts, self.enemies, self.policies, self.on = fronts, enemies, policies, policies.exploit != "none"
        for front in fronts:
            front.helping = self if self.on else None
        self._most = _TOGETHER if policies.together else 1

    def assign(self, place: Place, s: Any, dice: Dice) -> None:
        """Let each front that is free take the nearest lane in need (activation of a side, 1)."""
        if not place.when(s):
            return
        befores = [front.get(s, "helps") for front in self.fronts]
        able = [self._able(s, front) for front in self.fronts]
        for front, before, can in zip(self.fronts, befores, able, strict=True):
            # A helper that stays keeps its place before others look for one.
            if before != 0 and not (can and self._needs(s, int(before) - 1)):
                front.forget_help(s)
        for front, before, can in zip(self.fronts, befores, able, strict=True):
            lane = self._lane(s, front) if can and front.get(s, "helps") == 0 else None
            if lane is not None and units.decide(dice, front.side, "exploit", ("join", "none")) == "join":
                front.put(s, "helps", lane + 1)
                if before != lane + 1:
                    dice.note(f"{front.who} helps {self.fronts[lane].who}")

    def _able(self, s: Any, front: Front) -> bool:
        free = front.state(s) < units.DEMORALISED and not front.rests(s) and not front.out(s)
        return free and self.enemies[front.place].broken(s)

    def _needs(self, s: Any, lane: int) -> bool:
        friend = self.fronts[lane]
        return not self.enemies[lane].broken(s) and not friend.broken(s) and bool(friend.state(s) < units.ROUTED)

    def _lane(self, s: Any, front: Front) -> int | None:
        """Return the nearest lane in need with the fewest helpers, of two as near the left one."""
        others = sorted(
            (other.place for other in self.fronts if other is not front), key=lambda other: abs(other - front.place)
        )
        for helped in range(self._most):
            for lane in others:
                if self._needs(s, lane) and sum(other.get(s, "helps") == lane + 1 for other in self.fronts) == helped:
                    return lane
        return None

    def shooting_with(self, s: Any, front: Front) -> list[Front]:
        """Return the helpers of a front that shoot as it does, and have not just come (activation of a side, 6)."""
        return [
            other
            for other in self.fronts
            if other.get(s, "helps") == front.place + 1
            and (other in front.reserves or other.get(s, "flank") == 1)
            and (other.shoots and other.weapon == front.weapon and other.faces(s))
            and not (other.state(s) >= units.DEMORALISED or other.rests(s) or other.out(s))
        ]

    def settle(self, place: Place, s: Any, dice: Dice) -> None:
        """Note that the first activation of a front that helps is over (activation of a side, 3)."""
        if place.when(s):
            for front in self.fronts:
                if front.get(s, "helps") != 0:
                    front.put(s, "flank", 1)


def _beside(setup: LineSetup) -> tuple[list[LaneKeys], list[int], dict[tuple[int, int], list[int]]]:
    """Return the lanes, with one that nobody faces for each stack that stands beside a front and not behind it.

    With them come the numbers among these of the lanes of the file, and by side and place of a front the places of
    those beside it.
    """
    lanes: list[LaneKeys] = []
    numbers, mates = [], {}
    for lane in setup.lanes:
        numbers.append(len(lanes) + 1)
        extra = list[LaneKeys]()
        for side, policies in enumerate((setup.policies_a, setup.policies_b)):
            own, other = "ab"[side], "ba"[side]
            front: FrontKeys = getattr(lane, own)
            if policies.together and front.support:
                alone = replace(front, support=0, leader=None, ground=(), state=states.STATES[units.FRESH])
                nobody = replace(getattr(lane, other), support=0, leader=None, artillery=None, state=states.ELIMINATED)
                next_to: dict[str, Any] = {own: alone, other: nobody}
                after = len(lanes) + 1 + len(extra)
                mates[side, len(lanes)] = list(range(after, after + front.support))
                extra += [replace(lane, **next_to)] * front.support
                first: dict[str, Any] = {own: replace(front, support=0)}
                lane = replace(lane, **first)
        lanes += [lane, *extra]
    return lanes, numbers, mates


def _placed(army: LineArmyKeys, policies: LinePolicies, numbers: Sequence[int]) -> tuple[LineArmyKeys, LinePolicies]:
    """Return the keys of a side with the numbers of all lanes in place of those of the file."""
    if army.leader is not None:
        army = replace(army, leader=replace(army.leader, lane=numbers[army.leader.lane - 1]))
    if policies.leader_lane is not None:
        policies = replace(policies, leader_lane=numbers[policies.leader_lane - 1])
    return army, policies


class Game:
    """The lanes of a line, with the fronts, helpers and leaders of both sides."""

    def __init__(self, setup: LineSetup, rules: RuleSet) -> None:
        rolls = Rolls(rules)
        self.keys, numbers, mates = _beside(setup)
        armies = [_placed(setup.a, setup.policies_a, numbers), _placed(setup.b, setup.policies_b, numbers)]
        self.policies = [policies for _, policies in armies]
        self.sides, self.leaders = list[list[Front]](), list[BannerLeader]()
        for name, (army, policies) in zip("ab", armies, strict=True):
            leader = None if army.leader is None else BannerLeader(rolls, name, army.leader)
            self.leaders += [] if leader is None else [leader]
            stacks = [getattr(lane, name) for lane in self.keys]
            fronts = [Front(rolls, name, at, keys, policies, army, leader) for at, keys in enumerate(stacks, start=1)]
            for front in fronts:
                front.sharing, front.leaders = fronts, self.leaders
            for front in fronts:
                front.reserves += [fronts[mate] for mate in mates.get(("ab".index(name), front.place), ())]
                # Where a front stood matters to the stack that takes its place.
                front.forgotten += [] if leader is None or front.reserves else ["at"]
            units.check_charge_asked(rules, policies, fronts, name)
            self.sides.append(fronts)
        self.helping = [Helping(self.sides[at], self.sides[1 - at], self.policies[at]) for at in (0, 1)]
        self.lanes = [
            Lane(rolls, (mine, theirs), lane.gap, partial(self.judge, [at]), str(at + 1))
            for at, (mine, theirs, lane) in enumerate(zip(*self.sides, self.keys, strict=True))
        ]
        self.acts = [
            [Activation(self.lanes[front.place], front, self.judge) for front in fronts] for fronts in self.sides
        ]
        for act in (*self.acts[0], *self.acts[1]):
            act.check()
        self.order = TwoSides(rules, (setup.a, setup.b), apart=bool(self.leaders))

    def judge(self, places: Iterable[int], s: Any, dice: Dice) -> None:
        """Look at some lanes: stacks behind their fronts come forward, and the game may end (support; endings)."""
        looked_at = list(places)
        for at in places:
            for fronts in self.sides:
                other = fronts[at].relieve(s, dice, self.lanes[at])
                looked_at += [other.place] if isinstance(other, Front) else []
        for leader in self.leaders:
            leader.settle(s, dice)
        all_broken, give_up = [], []
        for side, fronts, policies in zip("ab", self.sides, self.policies, strict=True):
            limit = sum(front.absent for front in fronts) + (policies.give_up or len(fronts))
            # They are counted where one of them may just have broken, or enough of them were broken from the start.
            begun = sum(front.begins_broken for front in fronts) >= limit
            broken = units.broken_in(fronts, s) if begun or any(fronts[at].broken(s) for at in looked_at) else 0
            all_broken += [f"{side}_broken"] if broken == len(fronts) else []
            give_up += [f"{side}_gives_up"] if broken >= limit else []
        for ending in (*all_broken, *give_up)[:1]:
            end(s, dice, ENDINGS, ending)

    def forget(self, s: Any, dice: Dice) -> None:
        """Forget the order of the turn and the stacks out of command (engagement, one game turn, 4)."""
        self.order.forget(s, dice)
        for leader in self.leaders:
            leader.forget(s)

    @property
    def phases(self) -> list[Phase]:
        activations = [phase for place in self.order.places() for phase in self._activation(place)]
        return [
            *(Phase(f"command of side {leader.side}", leader.check) for leader in self.leaders if leader.keys.radius),
            *turn_of([*self.sides[0], *self.sides[1]], phase_b(self.lanes), self.order.throw, activations, self.forget),
        ]

    def _activation(self, place: Place) -> list[Phase]:
        """Return an activation: the leader goes, some help, then lane after lane (activation of a side, 1 and 2)."""
        side, helping = "ab"[place.leader], self.helping[place.leader]
        name = f"side {side} {place.words}"
        own = replace(place, when=place.own)
        phases = [Phase(f"{name}: leader", partial(leader.go, own)) for leader in self.leaders if leader.side == side]
        phases += [Phase(f"{name}: help", partial(helping.assign, place))] if helping.on else []
        for number, act in enumerate(self.acts[place.leader], start=1):
            phases += act.phases(f"{name}, lane {number}", place)
        for front in self.sides[place.leader]:
            if front.commander is not None and front.commander.keys.radius:
                phases.append(Phase(f"{name}: {front.who} is out of command", partial(front.regroup, place)))
        return [*phases, *([Phase(f"{name}: end", partial(helping.settle, place))] if helping.on else [])]


def line(setup: LineSetup, rules: RuleSet) -> Process:
    """Return the line of a scenario; one that the rule set or its lost cells do not allow is a DataError."""
    game = Game(setup, rules)
    sides, decisions = game.sides, (*DUEL_POLICIES, "exploit", "advances", "leader_lane", "regroup")
    return Process(
        name="line",
        columns=[
            *(column for lane in game.lanes for column in lane.columns),
            *units.columns_of(reserve for fronts in game.sides for front in fronts for reserve in front.behind),
            *units.columns_of(game.leaders),
            *game.order.columns,
            *ACTING,
        ],
        phases=game.phases,
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *(measure for pair in (sides, sides[::-1]) for measure in _measures(*pair)),
            *(measure for leader in game.leaders for measure in units.leaders_in(f"{leader.side}_leader", [leader])),
        ),
        tallies=(
            *(f"{side}_{counted}" for side in "ab" for counted in (*units.TALLIES, "passed")),
            *(f"{leader.side}_freed" for leader in game.leaders),
        ),
        series=(
            *(units.left_in(f"{name}_standing", fronts) for name, fronts in zip("ab", sides, strict=True)),
            *(_any_won(f"{name}_won", enemies) for name, enemies in zip("ab", sides[::-1], strict=True)),
        ),
        looks=tuple(Measure(f"gap{at}", FARTHEST, lane.gap) for at, lane in enumerate(game.lanes, start=1)),
        board=lambda s: tuple(spot for row, lane in enumerate(game.lanes) for spot in lane.spots(s, row)),
        plan=units.plan_of("a", game.policies[0], *decisions) | units.plan_of("b", game.policies[1], *decisions),
        sides=units.owners(
            {"a": ["b_broken", "b_gives_up"], "b": ["a_broken", "a_gives_up"]},
            stacks=[*sides[0], *sides[1]],
            yielded={"a": "b_gives_up", "b": "a_gives_up"},
        ),
        notes=never_drops([act for acts in game.acts for act in acts]),
        notes_at_zero=units.never_charges(a=setup.policies_a, b=setup.policies_b),
    )


def _any_won(name: str, enemies: Sequence[Front]) -> Measure:
    """Return whether the enemy is broken in at least one lane; its mean is the chance of that at the end of a turn."""
    there = [enemy for enemy in enemies if not enemy.absent]
    return Measure(name, 1, lambda s: int(any(enemy.broken(s) for enemy in there)))


def _measures(fronts: Sequence[Front], enemies: Sequence[Front]) -> list[Measure]:
    name = fronts[0].side
    stacks = [stack for front in fronts if not front.absent for stack in (front, *front.behind)]
    there = [enemy for enemy in enemies if not enemy.absent]
    lanes = Measure(f"{name}_lanes", len(fronts), partial(units.broken_in, there))
    return [*units.units_in(name, stacks, *units.FATES), lanes]


def _facts(setup: LineSetup) -> Facts:
    return (
        (say("facts.side_a"), _side([lane.a for lane in setup.lanes], setup.a, setup.policies_a)),
        (say("facts.side_b"), _side([lane.b for lane in setup.lanes], setup.b, setup.policies_b)),
        (say("facts.between"), words().with_commas(str(lane.gap) for lane in setup.lanes)),
    )


def _side(fronts: list[FrontKeys], army: LineArmyKeys, policies: LinePolicies) -> str:
    parts, leader = list[str](), army.leader
    where = "facts.stacks_beside" if policies.together else "facts.stacks_behind"
    for front in fronts:
        more = [words().plural(where, front.support)] if front.support else []
        parts.append(words().with_commas((*keys.unit_words(front), *more)))
    if leader is not None:
        parts.append(say("facts.led_in_lane", bonus=leader.bonus, lane=leader.lane))
        parts += [] if leader.radius is None else [words().plural("facts.radius", leader.radius)]
    return words().with_semicolons((*parts, *keys.command_words(army)))


def _sweep(setup: LineSetup) -> tuple[Axis, Axis]:
    return ("lanes.1.gap", (0, 1, 2, 3)), ("lanes.1.b.quality", keys.around(setup.lanes[0].b.both("quality")[0], 3))


PLAYABLE = Playable(name="line", keys=LineSetup, make=line, facts=_facts, sweep=_sweep)
