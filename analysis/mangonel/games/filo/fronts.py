"""Stacks in a line: fronts, stacks behind them, help from beside, the leader of a side, and the keys of all these.

Steps in brackets are those of `docs/sequences/line.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mangonel.engine.process import Dice
from mangonel.games.fields import DEFINES, POLICY, Of, Told, Usual, block, flag, one_of, whole
from mangonel.games.filo.combat import Rolls
from mangonel.games.filo.keys import ACTS, MOVEMENTS, ArmyKeys, LeaderKeys, MixedKeys, StackPolicies, without_weapons
from mangonel.games.filo.lanes import Lane, LaneStack, hexes_between
from mangonel.games.filo.states import STATES
from mangonel.games.filo.turn import Place
from mangonel.games.filo.units import CAPTURED, DEMORALISED, FRESH, GONE, ROUTED, Leader, Stack, decide

_START, _FARTHEST = 20, 40
"""Where a front stands at the start, and the farthest forward that is told apart."""
LANES = (1, 4)
OF_LANES = Of(("lanes",), most=LANES[1])
_TOGETHER = 2
"""Stacks that join one attack with `together`: a unit has three front hexes."""


class FrontKeys(MixedKeys):
    """A stack in a lane, and the stacks behind it."""

    state: str = one_of(STATES, "its state at the start; `eliminated`: nobody stands there")
    support: int = whole(0, 2, "stacks of the same kind behind it, or beside it (policy `together`)", 0)


class BannerLeaderKeys(LeaderKeys):
    """The leader of all stacks of a side, with one of them."""

    lane: int = whole(1, OF_LANES, "the lane in which he is at the start", 1)
    radius: int | None = whole(1, 30, "hexes within which a stack is in command, else all are", None)
    movement: int = whole(*MOVEMENTS, "his movement points", 6)


class LineArmyKeys(ArmyKeys):
    """The command of a side, and the leader of its stacks."""

    leader: BannerLeaderKeys | None = block(
        BannerLeaderKeys, "the leader of its stacks, who is with one of them", empty=None
    )


class LinePolicies(StackPolicies):
    """Decisions of the player of a side for all of its stacks."""

    act: str = one_of(
        ACTS,
        "close and fight; stand and shoot; stand, and shoot in defence only",
        told=POLICY,
        idle=without_weapons,
    )
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


# Fronts and the stacks behind them.


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
        super().__init__(
            rolls, f"{side}{number}", keys, policies,
            who="stack", side=side, path=f"lanes.{number}.{side}", markers=army.markers,
        )  # fmt: skip
        self.place, self.commander = number - 1, commander
        self.absent = self.start == GONE
        self.begins_broken = self.absent or (self.start >= ROUTED and policies.until == "rout")
        if commander is not None:
            self.chief = commander
            commander.fronts.append(self)
            self.forgotten.append("out")
        self.reserves: list[Stack] = [Reserve(self, at, policies) for at in range(keys.support)]
        """Those that come after it: stacks behind it, or fronts of lanes without an enemy beside it."""

    @property
    def behind(self) -> list[Stack]:
        return [other for other in self.reserves if isinstance(other, Reserve)]

    def queue(self) -> list[Stack]:
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
        if self.commander is not None and self.state(s) < GONE:
            self.put(s, "at", max(0, min(_FARTHEST, self.get(s, "at") + hexes)))

    def way_to_leader(self, s: Any) -> int:
        """Return how many hexes, forward or back, it may go towards its leader out of command (7.4; 8.3)."""
        commander = self.commander
        assert commander is not None, "without a leader nobody is out of command"
        before = commander.distance(s, self)
        half = (int(self.movement(s)) + 1) // 2
        ahead = min(half, int(self.lane.gap(s)))
        ways = [*range(1, ahead + 1), *([-1] if self.can_go_back(s) else [])]
        nearer = [way for way in ways if commander.distance(s, self, way) < before]
        # As near as it can, with as few hexes as that takes.
        return min(nearer, key=lambda way: (commander.distance(s, self, way), abs(way)), default=0)

    def has_fought(self, s: Any, dice: Dice, enemy: Any, *, attacked: bool) -> None:
        """See whether its leader is a prisoner now, and free its prisoner if an attack has eliminated it."""
        if self.state(s) < GONE:
            return
        chief = self.commander
        if chief is not None and chief.here(s, self) and chief.leader(s) == CAPTURED and chief.get(s, "captor") == 0:
            chief.put(s, "captor", enemy.place + 1)
        if attacked and enemy.commander is not None:
            enemy.commander.freed(s, dice, self, enemy)

    def relieve(self, s: Any, dice: Dice, lane: Lane) -> Stack | None:
        """Let another stack take the place of a routed or eliminated front; return the one that has (support)."""
        for other in self.reserves:
            if self.state(s) < ROUTED:
                return None
            if other.state(s) >= ROUTED:
                continue
            gone, hexes = self.state(s) == GONE, 1
            if isinstance(other, Front):
                hexes = 0 if gone else self.rules.table("hexes").number("rout")
                self.exchange(s, other)
                other.forget_help(s)
            else:
                if not gone and other.is_passed(s, dice):
                    self.count(dice, "passed")
                    self.count(dice, "routs")
                    other.put(s, "state", ROUTED)
                    continue
                other.put(s, "state", GONE if gone else ROUTED)
                self.put(s, "state", FRESH)
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


class Reserve(Stack):
    """A stack that stands behind a front, of which nothing matters but whether it still does."""

    def __init__(self, front: Front, at: int, policies: LinePolicies) -> None:
        keys = replace(front.keys, leader=None)
        super().__init__(front.rolls, f"{front.name}_{at}", keys, policies, who="stack", side=front.side)
        self.who, self.label = f"the stack behind {front.name}", ""

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        return [("state", GONE, FRESH)]


class BannerLeader(Leader):
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
        return hexes_between(with_him.place - front.place, ahead)

    def check(self, s: Any, dice: Dice) -> None:
        """See which stacks are out of command (the leader of a side, Command)."""
        radius = self.keys.radius
        if radius is None:
            return
        for front in self.fronts:
            if front.state(s) < ROUTED and self.distance(s, front) > radius:
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
        now = int(self.lane(s))
        others = [
            front.place + 1
            for front in self.fronts
            if front.place != now and front.state(s) < GONE and self.distance(s, front) <= self.keys.movement
        ]
        if others:
            lane = int(decide(dice, self.side, "leader_lane", (now + 1, *others)))
            self._join(s, dice, lane - 1)

    def settle(self, s: Any, dice: Dice) -> None:
        """Let him, or his replacement, be with the nearest front if his own is gone (leaders)."""
        now = self.fronts[int(self.lane(s))]
        if now.state(s) < GONE:
            return
        left = [front for front in self.fronts if front.state(s) < GONE]
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

    def helps(self, s: Any, front: Front) -> Any:
        return front.get(s, "helps") if self.on else 0

    def assign(self, place: Place, s: Any, dice: Dice) -> None:
        """Let each front that is free take the nearest lane in need (activation of a side, 1)."""
        if not place.when(s):
            return
        befores = [self.helps(s, front) for front in self.fronts]
        able = [self._able(s, front) for front in self.fronts]
        for front, before, can in zip(self.fronts, befores, able, strict=True):
            # A helper that stays keeps its place before others look for one.
            if before != 0 and not (can and self._needs(s, int(before) - 1)):
                front.forget_help(s)
        for front, before, can in zip(self.fronts, befores, able, strict=True):
            lane = self._lane(s, front) if can and self.helps(s, front) == 0 else None
            if lane is not None and decide(dice, front.side, "exploit", ("join", "none")) == "join":
                front.put(s, "helps", lane + 1)
                if before != lane + 1:
                    dice.note(f"{front.who} helps {self.fronts[lane].who}")

    def _able(self, s: Any, front: Front) -> bool:
        free = front.state(s) < DEMORALISED and not front.rests(s) and not front.out(s)
        return free and self.enemies[front.place].broken(s)

    def _needs(self, s: Any, lane: int) -> bool:
        friend = self.fronts[lane]
        return not self.enemies[lane].broken(s) and not friend.broken(s) and bool(friend.state(s) < ROUTED)

    def _lane(self, s: Any, front: Front) -> int | None:
        """Return the nearest lane in need with the fewest helpers, of two as near the left one."""
        others = sorted(
            (other.place for other in self.fronts if other is not front), key=lambda other: abs(other - front.place)
        )
        for helped in range(self._most):
            for lane in others:
                if self._needs(s, lane) and sum(self.helps(s, other) == lane + 1 for other in self.fronts) == helped:
                    return lane
        return None

    def shooting_with(self, s: Any, front: Front) -> list[Front]:
        """Return the helpers of a front that shoot as it does, and have not just come (activation of a side, 6)."""
        return [
            other
            for other in self.fronts
            if self.helps(s, other) == front.place + 1
            and (other in front.reserves or other.get(s, "flank") == 1)
            and (other.shoots and other.weapon == front.weapon and other.faces(s))
            and not (other.state(s) >= DEMORALISED or other.rests(s) or other.out(s))
        ]

    def settle(self, place: Place, s: Any, dice: Dice) -> None:
        """Note that the first activation of a front that helps is over (activation of a side, 3)."""
        if place.when(s):
            for front in self.fronts:
                if self.helps(s, front) != 0:
                    front.put(s, "flank", 1)
