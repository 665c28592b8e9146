"""A line: lanes beside each other, in each a stack against a stack, with help from beside and stacks behind.

Steps in brackets are those of `docs/sequences/line.md`; what is not told there is as in an engagement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mangonel.engine.process import Column, Decision, Dice, Measure, Phase, Process
from mangonel.games.fields import DEFINES, POLICY, Told, Usual, block, blocks, flag, one_of, whole
from mangonel.games.filo.banner_leader import BannerLeader, BannerLeaderKeys, Commanded
from mangonel.games.filo.dice import ROUTS, Rolls
from mangonel.games.filo.initiative import Place, TwoSides
from mangonel.games.filo.keys.stacks import ACTS, ARTILLERY, ArmyKeys, StackPolicies, UnitKeys, check_seat
from mangonel.games.filo.keys.words import command_words, unit_words
from mangonel.games.filo.lanes import ACTING, DUEL_POLICIES, FARTHEST, Activation, Lane, phase_b
from mangonel.games.filo.states import ELIMINATED, STATES
from mangonel.games.filo.states import ROUTED as ROUTED_NAME
from mangonel.games.filo.units import (
    DEMORALISED,
    FRESH,
    GONE,
    ORDER_MEASURES,
    ROUTED,
    TALLIES,
    Stack,
    broken_in,
    check_charge_asked,
    end,
    left_in,
    owners,
    plan_of,
    turn_of,
)
from mangonel.games.playable import Axis, Facts, Playable
from mangonel.games.reading import Reading
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from mangonel.rules.words import Locale

__all__ = ["ENDINGS", "PLAYABLE", "FrontKeys", "LaneKeys", "LinePolicies", "LineSetup", "line"]


ENDINGS = {
    "b_broken": "side b is broken",
    "a_broken": "side a is broken",
    "b_gives_up": "side b breaks off",
    "a_gives_up": "side a breaks off",
}
EXPLOIT = {side: Decision(f"{side}.exploit", side) for side in ("a", "b")}


# Keys of its scenarios.

_LANES = (1, 4)
_TOGETHER = 2
"""Stacks that join one attack with `together`: a unit has three front hexes."""


@dataclass(frozen=True)
class FrontKeys(UnitKeys):
    """A stack in a lane, and what stands behind it."""

    state: str = one_of(STATES, "its state at the start; `eliminated`: nobody stands there")
    support: int = whole(0, 2, "stacks of the same kind behind it, or beside it (policy `together`)", 0)


@dataclass(frozen=True, slots=True)
class LaneKeys:
    """A stack against a stack."""

    gap: int = whole(0, 10, "empty hexes between the two")
    a: FrontKeys = block(FrontKeys, at="a")
    b: FrontKeys = block(FrontKeys, at="b")


def _exploit(policies: Reading) -> str:
    return "join" if policies["together"] else "none"


@dataclass(frozen=True)
class LineArmyKeys(ArmyKeys):
    """Who commands a side, and the leader of its stacks."""

    leader: BannerLeaderKeys | None = block(
        BannerLeaderKeys, "the leader of its stacks, who is with one of them", empty=None
    )


@dataclass(frozen=True)
class LinePolicies(StackPolicies):
    """What the player of a side decides for all of its stacks."""

    together: bool = flag(
        "the stacks behind a front stand beside it, and attack with it", told=Told("attacks_together")
    )
    exploit: str = one_of(
        ("none", "join", "rear"),
        "what a stack does whose enemy is broken",
        Usual(_exploit, "`join` with `together`, else `none`"),
        told=POLICY,
    )
    give_up: int | None = whole(
        1,
        _LANES[1],
        "lanes broken at which it breaks off, else all",
        None,
        lambda setup: range(1, len(setup.lanes)),
        told=POLICY,
    )
    leader_lane: int | None = whole(
        1,
        _LANES[1],
        "lane that the leader of the side goes to, else he stays",
        None,
        lambda setup: range(1, len(setup.lanes) + 1),
        told=POLICY,
    )
    regroup: bool = flag("who is out of command goes towards the leader", usual=True, told=POLICY)


def _policies(side: str) -> Any:
    changed = {
        "act": one_of(ACTS, "close and fight; stand and shoot; stand, and shoot in defence only", told=POLICY),
        "until": one_of(("rout", "eliminated"), "when a stack is broken", told=DEFINES),
    }
    return block(LinePolicies, at=f"policies.{side}", changed=changed, told=Told(side=side))


@dataclass(frozen=True, slots=True)
class LineSetup:
    """Two lines of stacks."""

    turns: int = whole(1, 60, "the most turns that are played")
    a: LineArmyKeys = block(LineArmyKeys, at="a")
    b: LineArmyKeys = block(LineArmyKeys, at="b")
    lanes: tuple[LaneKeys, ...] = blocks(LaneKeys, "lanes, from the left", least=_LANES[0], most=_LANES[1])
    policies_a: LinePolicies = _policies("a")
    policies_b: LinePolicies = _policies("b")

    def check(self, node: Node) -> None:
        """Check that artillery does not attack, and who can be supported."""
        for side in "ab":
            if all(getattr(lane, side).state == ELIMINATED for lane in self.lanes):
                raise node.error("nobody stands in any lane", f"lanes.1.{side}.state", value=ELIMINATED)
        for side, policies in (("a", self.policies_a), ("b", self.policies_b)):
            army: LineArmyKeys = getattr(self, side)
            check_seat(node, side, army, policies)
            self._check_leader(node, side, army.leader, policies)
            for number, lane in enumerate(self.lanes, start=1):
                front: FrontKeys = getattr(lane, side)
                if front.support and front.state.startswith((ROUTED_NAME, ELIMINATED)):
                    path = f"lanes.{number}.{side}.support"
                    raise node.error("nobody stands behind a routed front", path, value=front.support)
                if front.kind.type == ARTILLERY and policies.act == "attack":
                    raise node.error("artillery does not attack", f"lanes.{number}.{side}.kind", value=ARTILLERY)

    def _check_leader(self, node: Node, side: str, leader: BannerLeaderKeys | None, policies: LinePolicies) -> None:
        """Check that the leader of a side has a lane, and is the only one whom it names."""
        lanes = len(self.lanes)
        if leader is None:
            if policies.leader_lane is not None:
                raise node.error(
                    "no leader of the side to go there", f"policies.{side}.leader_lane", value=policies.leader_lane
                )
            return
        if policies.together:
            message = "a leader of the side and stacks beside their front do not go together"
            raise node.error(message, f"policies.{side}.together", value=True)
        for path, lane in (
            (f"{side}.leader.lane", leader.lane),
            (f"policies.{side}.leader_lane", policies.leader_lane),
        ):
            if lane is not None and lane > lanes:
                raise node.error("there is no such lane", path, value=lane, allowed=range(1, lanes + 1))
        if getattr(self.lanes[leader.lane - 1], side).state == ELIMINATED:
            raise node.error("nobody stands in this lane", f"{side}.leader.lane", value=leader.lane)
        for number, keys in enumerate(self.lanes, start=1):
            if getattr(keys, side).leader is not None:
                raise node.error(
                    "leaders of lanes and one of the side do not go together", f"lanes.{number}.{side}.leader"
                )


def _beside(setup: LineSetup) -> tuple[LaneKeys, ...]:
    """Return the lanes, with one that nobody faces for each stack that stands beside a front and not behind it."""
    lanes: list[LaneKeys] = []
    for lane in setup.lanes:
        extra = []
        for side, policies in (("a", setup.policies_a), ("b", setup.policies_b)):
            front: FrontKeys = getattr(lane, side)
            if policies.together and front.support:
                other = "b" if side == "a" else "a"
                alone = replace(front, support=0, leader=None, ground=(), state=STATES[FRESH])
                nobody = replace(getattr(lane, other), support=0, leader=None, state=ELIMINATED)
                next_to: dict[str, Any] = {side: alone, other: nobody}
                extra += [replace(lane, **next_to)] * front.support
                first: dict[str, Any] = {side: replace(front, support=0)}
                lane = replace(lane, **first)
        lanes += [lane, *extra]
    return tuple(lanes)


# Fronts and the stacks behind them.


class Front(Commanded):
    """The stack in front of a lane, and those behind it."""

    def __init__(
        self, rolls: Rolls, side: str, number: int, keys: FrontKeys, policies: LinePolicies, army: LineArmyKeys
    ) -> None:
        path = f"lanes.{number}.{side}"
        name, markers = f"{side}{number}", army.markers
        if army.leader is not None:
            keys = replace(keys, leader=army.leader)
        super().__init__(rolls, name, keys, policies, who="stack", side=side, path=path, markers=markers)
        self.support, self.place = keys.support, number - 1
        self.absent = self.start == GONE
        self.begins_broken = self.absent or (self.start >= ROUTED and policies.until == "rout")

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Its own; the stacks behind it; those out of the game, routed and eliminated."""
        if not self.support:
            return super().parts
        out = [("out_routed", self.support + 1, 0), ("out_gone", self.support + 1, 0)]
        return [*super().parts, ("support", self.support, self.support), *out]

    def relieve(self, s: Any, dice: Dice, lane: Lane) -> bool:
        """Let a stack behind take the place of a routed or eliminated front; return whether one has (support)."""
        for _ in range(self.support):
            if self.state(s) < ROUTED or self.get(s, "support") == 0:
                return False
            self.put(s, "support", self.get(s, "support") - 1)
            gone = self.state(s) == GONE
            if not gone:
                roll = self.rolls.passed(self.unit(FRESH).quality)
                if dice.roll(roll, who=f"the stack behind {self.name}") == ROUTS:
                    self.count(dice, "passed")
                    self.count(dice, "routs")
                    self.put(s, "out_routed", self.get(s, "out_routed") + 1)
                    continue
            out = "out_gone" if gone else "out_routed"
            self.put(s, out, self.get(s, out) + 1)
            dice.note(f"{self.who} has a new front")
            self.put(s, "state", FRESH)
            self.sit_and_face(s)
            self.shift(s, 1)
            if self.out(s):
                self.put(s, "out", 0)
            self.disturb(s, dice)
            self.leave(s)
            lane.widen(s, -1)
            return True
        return False

    def units_out(self, s: Any, order: str) -> Any:
        """Return its units in an order at the end, with those that were the front before."""
        if self.absent:
            return 0
        stacks = int(bool(ORDER_MEASURES[order](self.state(s))))
        out = {"eliminated": "out_gone", "routed": "out_routed"}.get(order)
        return self.keys.units * (stacks + self.get(s, out) if self.support and out else stacks)


# Help.


class Helping:
    """Fronts of a side whose enemies are broken, and who attack with their neighbours (10.3).

    Columns of each front: ``helps``: the lane that it helps, from 1; ``flank``: whether it has been active there.
    """

    def __init__(self, fronts: Sequence[Front], enemies: Sequence[Front], policies: LinePolicies) -> None:
        self.fronts, self.enemies, self.on = fronts, enemies, policies.exploit != "none"
        self._most = _TOGETHER if policies.together else 1
        self._decision = EXPLOIT[fronts[0].side]

    @property
    def columns(self) -> list[Column]:
        """What is remembered of each front."""
        parts = (("helps", len(self.fronts)), ("flank", 1)) if self.on else ()
        return [Column(f"{front.name}_{part}", most) for part, most in parts for front in self.fronts]

    def helps(self, s: Any, front: Front) -> Any:
        """Return the number of the lane that a front helps; 0 if none."""
        return front.get(s, "helps") if self.on else 0

    def assign(self, place: Place, s: Any, dice: Dice) -> None:
        """Let each front that is free take the nearest lane in need (activation of a side, 1)."""
        if not place.when(s):
            return
        befores = [self.helps(s, front) for front in self.fronts]
        able = [self._able(s, front) for front in self.fronts]
        for front, before, can in zip(self.fronts, befores, able, strict=True):
            # Whoever stays keeps his place before others look for one.
            if before != 0 and not (can and self._needs(s, int(before) - 1)):
                self.forget(s, front)
        for front, before, can in zip(self.fronts, befores, able, strict=True):
            lane = self._lane(s, front) if can and self.helps(s, front) == 0 else None
            if lane is not None and dice.choose(self._decision, ("join", "none")) == "join":
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
        """Return the nearest lane in need with the fewest who help, of two as near the left one."""
        others = sorted(
            (other.place for other in self.fronts if other is not front), key=lambda other: abs(other - front.place)
        )
        for helped in range(self._most):
            for lane in others:
                if self._needs(s, lane) and sum(self.helps(s, other) == lane + 1 for other in self.fronts) == helped:
                    return lane
        return None

    def forget(self, s: Any, front: Front) -> None:
        """Forget whom a front has helped."""
        if self.on:
            front.put(s, "helps", 0)
            front.put(s, "flank", 0)

    def settle(self, place: Place, s: Any, dice: Dice) -> None:
        """Note that the first activation of a front that helps is over (activation of a side, 3)."""
        del dice
        if place.when(s):
            for front in self.fronts:
                if self.helps(s, front) != 0:
                    front.put(s, "flank", 1)


class LaneActivation(Activation):
    """What a front does in its lane, alone or with a front that helps."""

    def __init__(
        self, lane: Lane, front: Front, helping: Helping, judge: Callable[[Iterable[int], Any, Dice], None]
    ) -> None:
        helpers = [other for other in helping.fronts if other is not front] if helping.on else []
        super().__init__(lane, front, helpers)
        self._front, self._helping, self._judge = front, helping, judge

    def takes_part(self, s: Any) -> bool:
        """Return whether its enemy is not broken, and it helps nowhere."""
        enemy = self._helping.enemies[self._front.place]
        return not enemy.broken(s) and bool(self._helping.helps(s, self._front) == 0)

    def helps(self, s: Any, helper: Stack) -> bool:
        """Return whether a front helps in this lane."""
        return bool(helper.get(s, "helps") == self._front.place + 1)

    def helpers_charge(self, s: Any, dice: Dice) -> bool:
        """Return whether a front that helps can charge with it: in its first activation here."""
        del dice
        return all(
            helper.can_charge and helper.rides(s) and helper.get(s, "flank") == 0
            for helper in self.helpers
            if self.helps(s, helper)
        )

    def from_behind(self, s: Any, dice: Dice, helper: Stack) -> bool:
        """Return whether a front that helps attacks through a rear hex: it can from its second activation here."""
        return bool(helper.get(s, "flank") == 1) and dice.choose(EXPLOIT[helper.side], ("join", "rear")) == "rear"

    def look(self, s: Any, dice: Dice, helpers: list[Stack]) -> None:
        """Look at its lane, and at those of helpers: they may be routed there."""
        fronts = [self._front, *(helper for helper in helpers if isinstance(helper, Front))]
        self._judge(sorted(front.place for front in fronts), s, dice)


# The game.


def line(setup: LineSetup, rules: RuleSet) -> Process:
    """Return the line of a scenario under a rule set.

    Raises
    ------
    DataError
        If the rules do not allow what the scenario needs, or the source has lost it.
    """
    rolls, commands, policies = Rolls(rules), (setup.a, setup.b), (setup.policies_a, setup.policies_b)
    setup = replace(setup, lanes=_beside(setup))
    places = range(len(setup.lanes))
    sides = [
        [
            Front(rolls, name, number, getattr(lane, name), mine, army)
            for number, lane in enumerate(setup.lanes, start=1)
        ]
        for name, mine, army in zip("ab", policies, commands, strict=True)
    ]
    leaders = []
    for fronts, army in zip(sides, commands, strict=True):
        commander = None if army.leader is None else BannerLeader(fronts[0].side, army.leader, fronts)
        leaders += [] if commander is None else [commander]
        for front in fronts:
            front.sharing, front.commander = fronts, commander
    for fronts, mine, name in zip(sides, policies, "ab", strict=True):
        check_charge_asked(rules, mine, fronts, name)
    helping = [
        Helping(fronts, enemies, mine) for fronts, enemies, mine in zip(sides, sides[::-1], policies, strict=True)
    ]
    lanes: list[Lane] = []
    judge = partial(_judge, setup, sides, helping, lanes, leaders)
    lanes += [
        Lane(rolls, (sides[0][at], sides[1][at]), setup.lanes[at].gap, partial(judge, [at]), str(at + 1))
        for at in places
    ]
    acts = [
        [LaneActivation(lanes[at], fronts[at], help_of, judge) for at in places]
        for fronts, help_of in zip(sides, helping, strict=True)
    ]
    for act in (act for side in acts for act in side):
        act.check()
    everybody = [stack for side in sides for stack in side]

    order = TwoSides(rules, commands)
    return Process(
        name="line",
        columns=[
            *(column for lane in lanes for column in lane.columns),
            *(column for side in helping for column in side.columns),
            *(column for leader in leaders for column in leader.columns),
            *order.columns,
            *ACTING,
        ],
        phases=[
            *(Phase(f"command of side {leader.side}", leader.check) for leader in leaders if leader.keys.radius),
            *turn_of(
                everybody,
                phase_b(lanes),
                order.throw,
                [
                    phase
                    for place in order.places()
                    for phase in [
                        *(
                            _leader_goes(leader, place)
                            for leader in leaders
                            if leader.side == "ab"[place.leader] and not place.again
                        ),
                        *_activation(acts[place.leader], helping[place.leader], place),
                    ]
                ],
                partial(_forget, order, leaders),
            ),
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *(measure for pair in (sides, sides[::-1]) for measure in _measures(*pair)),
            *(measure for leader in leaders for measure in leader.measures),
        ),
        tallies=(
            *(f"{side}_{counted}" for side in "ab" for counted in (*TALLIES, "passed")),
            *(f"{leader.side}_freed" for leader in leaders),
        ),
        series=(
            *(left_in(f"{name}_standing", fronts) for name, fronts in zip("ab", sides, strict=True)),
            *(_any_won(f"{name}_won", enemies) for name, enemies in zip("ab", sides[::-1], strict=True)),
        ),
        looks=tuple(Measure(f"gap{at}", FARTHEST, lane.gap) for at, lane in enumerate(lanes, start=1)),
        plan={
            **plan_of("a", setup.policies_a, *DUEL_POLICIES, "exploit", "leader_lane", "regroup"),
            **plan_of("b", setup.policies_b, *DUEL_POLICIES, "exploit", "leader_lane", "regroup"),
        },
        sides=owners({"a": ["b_broken", "b_gives_up"], "b": ["a_broken", "a_gives_up"]}),
    )


def _leader_goes(leader: BannerLeader, place: Place) -> Phase:
    return Phase(f"side {leader.side} {place.words}: leader", partial(leader.go, place))


def _forget(order: TwoSides, leaders: Sequence[BannerLeader], s: Any, dice: Dice) -> None:
    """Forget the order of the turn and who was out of command (engagement, one game turn, 4)."""
    order.forget(s, dice)
    for leader in leaders:
        leader.forget(s)


def _judge(
    setup: LineSetup,
    sides: Sequence[Sequence[Front]],
    helping: Sequence[Helping],
    lanes: Sequence[Lane],
    leaders: Sequence[BannerLeader],
    places: Iterable[int],
    s: Any,
    dice: Dice,
) -> None:
    """Look at some lanes: stacks behind their fronts come forward, and the game may end (support; endings)."""
    for at in places:
        for fronts, help_of in zip(sides, helping, strict=True):
            if fronts[at].relieve(s, dice, lanes[at]):
                help_of.forget(s, fronts[at])
                for leader in leaders:
                    if leader.side != fronts[at].side:
                        leader.released(s, fronts[at])
    for leader in leaders:
        leader.settle(s, dice)
    most = len(setup.lanes)
    absent = [sum(front.absent for front in fronts) for fronts in sides]
    limits = [
        missing + (policies.give_up or most)
        for missing, policies in zip(absent, (setup.policies_a, setup.policies_b), strict=True)
    ]
    # Fronts are counted where one of them may just have broken, or enough of them were broken from the start.
    broken = [
        broken_in(fronts, s)
        if any(fronts[at].broken(s) for at in places) or sum(front.begins_broken for front in fronts) >= limit
        else 0
        for fronts, limit in zip(sides, limits, strict=True)
    ]
    for ending, comes in (
        ("a_broken", broken[0] == most),
        ("b_broken", broken[1] == most),
        ("a_gives_up", broken[0] >= limits[0]),
        ("b_gives_up", broken[1] >= limits[1]),
    ):
        if comes:
            end(s, dice, ENDINGS, ending)
            return


def _activation(acts: Sequence[LaneActivation], helping: Helping, place: Place) -> list[Phase]:
    """Return an activation: who helps, then lane after lane (activation of a side, 1 and 2)."""
    name = f"side {'ab'[place.leader]} {place.words}"
    lanes = [phase for number, act in enumerate(acts, start=1) for phase in act.phases(f"{name}, lane {number}", place)]
    if not helping.on:
        return lanes
    first, last = partial(helping.assign, place), partial(helping.settle, place)
    return [Phase(f"{name}: help", first), *lanes, Phase(f"{name}: end", last)]


def _any_won(name: str, enemies: Sequence[Front]) -> Measure:
    """Return whether the enemy is broken in at least one lane; its mean is the chance of that at the end of a turn."""
    there = [enemy for enemy in enemies if not enemy.absent]
    return Measure(name, 1, lambda s: int(any(enemy.broken(s) for enemy in there)))


def _measures(fronts: Sequence[Front], enemies: Sequence[Front]) -> list[Measure]:
    name, most = fronts[0].side, sum(front.keys.units * (1 + front.support) for front in fronts)

    def units(order: str) -> Callable[[Any], Any]:
        return lambda s: sum(front.units_out(s, order) for front in fronts)

    orders = ("eliminated", "routed", "demoralised", "fatigued")
    there = [enemy for enemy in enemies if not enemy.absent]
    lanes = Measure(f"{name}_lanes", len(fronts), partial(broken_in, there))
    return [*(Measure(f"{name}_{order}", most, units(order)) for order in orders), lanes]


# What it says of itself.


def _facts(setup: LineSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), _side([lane.a for lane in setup.lanes], _command(setup.a, words), words)),
        (words.text("facts.side_b"), _side([lane.b for lane in setup.lanes], _command(setup.b, words), words)),
        (words.text("facts.between"), words.text("frame.comma").join(str(lane.gap) for lane in setup.lanes)),
    )


def _command(army: LineArmyKeys, words: Locale) -> list[str]:
    leader = army.leader
    led = [] if leader is None else [words.text("facts.led_in_lane", bonus=leader.bonus, lane=leader.lane)]
    if leader is not None and leader.radius is not None:
        led.append(words.plural("facts.radius", leader.radius))
    return [*led, *command_words(army, words)]


def _side(fronts: list[FrontKeys], command: list[str], words: Locale) -> str:
    return words.text("frame.semicolon").join((*(_front(front, words) for front in fronts), *command))


def _front(front: FrontKeys, words: Locale) -> str:
    behind = [words.plural("facts.stacks_behind", front.support)] if front.support else []
    return words.text("frame.comma").join((*unit_words(front, words), *behind))


def _sweep(setup: LineSetup) -> tuple[Axis, Axis]:
    quality = setup.lanes[0].b.both("quality", 0)[0]
    low = min(max(0, quality - 1), 9)
    return ("lanes.1.gap", (0, 1, 2, 3)), ("lanes.1.b.quality", tuple(range(low, low + 3)))


PLAYABLE = Playable(name="line", keys=LineSetup, make=line, facts=_facts, sweep=_sweep)
