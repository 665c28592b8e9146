"""Lanes beside each other, in each a stack against a stack, turn by turn and throw by throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.engagement import FARTHEST, Engagement, OverError
from oracle.filo.initiative import activations
from oracle.filo.rules import Rules
from oracle.filo.stack import ELIMINATED, Stack, group_of
from oracle.filo.story import Story


def play(scenario: Mapping[str, Any], rules: Rules, dice: Iterator[int]) -> Story:
    """Play a scenario as its file says it, with dice from an iterator."""
    line = Line(scenario, rules.changed(scenario.get("assumptions", {})), Dice(dice))
    for turn in range(1, scenario["turns"] + 1):
        line.turn(turn)
        if line.ending:
            break
    return line.story()


def beside(lanes: Any, policies: Mapping[str, Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lanes, each followed by one for every stack that stands beside its front instead of behind it."""
    found = []
    for lane in lanes:
        here, more = dict(lane), []
        for side, rival in ("ab", "ba"):
            front = lane[side]
            if policies[side].get("together", False):
                here[side] = {**front, "support": 0}
                keys = {
                    key: value for key, value in front.items() if key not in ("leader", "ground", "state", "support")
                }
                nobody = {key: value for key, value in lane[rival].items() if key not in ("leader", "support")}
                extra = {**lane, side: keys, rival: {**nobody, "state": ELIMINATED}}
                more += [extra] * front.get("support", 0)
        found += [here, *more]
    return found


class Line:
    """A line in progress."""

    def __init__(self, scenario: Mapping[str, Any], rules: Rules, dice: Dice) -> None:
        said = scenario.get("policies", {})
        self.policies = {side: {"act": "attack", **said.get(side, {})} for side in "ab"}
        for policies in self.policies.values():
            if policies.get("together", False):
                policies.setdefault("exploit", "join")
        self.scenario = {**scenario, "policies": self.policies, "lanes": beside(scenario["lanes"], self.policies)}
        self.rules, self.dice = rules, dice
        self.tallies: Counter[str] = Counter()
        self.lanes = [Lane(self, place) for place in range(len(self.scenario["lanes"]))]
        self.ending, self.number = "", 0

    def story(self) -> Story:
        measures = {}
        for side, rival in ("ab", "ba"):
            stacks = [stack for lane in self.lanes if not lane.empty[side] for stack in lane.all_of(side)]
            self.tallies[f"{side}_routs"] = sum(stack.routs for stack in stacks)
            for order in ("eliminated", "routed", "demoralised"):
                measures[f"{side}_{order}"] = sum(stack.units for stack in stacks if stack.order == order)
            fronts = [lane.front(side) for lane in self.lanes]
            measures[f"{side}_fatigued"] = sum(stack.units for stack in fronts if stack.fatigued)
            measures[f"{side}_lanes"] = self.broken(rival) - self.empty(rival)
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)

    def broken(self, side: str) -> int:
        return sum(lane.front(side).broken for lane in self.lanes)

    def empty(self, side: str) -> int:
        return sum(lane.empty[side] for lane in self.lanes)

    def look(self) -> None:
        """Bring up those behind who has routed, and look whether the game is over."""
        for lane in self.lanes:
            for side in "ab":
                lane.bring_up(side)
        broken = {side: self.broken(side) for side in "ab"}
        for side in "ab":
            if broken[side] == len(self.lanes):
                self.over(f"{side}_broken")
        for side in "ab":
            if broken[side] - self.empty(side) >= self.policies[side].get("give_up", len(self.lanes)):
                self.over(f"{side}_gives_up")

    def over(self, ending: str) -> None:
        self.ending = ending
        raise OverError

    def turn(self, number: int) -> None:
        self.number = number
        try:
            for lane in self.lanes:
                lane.marks()
            for side, type_ in (("a", "At"), ("b", "At"), ("b", "Ar"), ("a", "Ar")):
                for lane in self.lanes:
                    lane.step_of_phase_b(lane.front(side), type_)
            for side in activations(self.rules, self.dice, {side: self.scenario.get(side, {}) for side in "ab"}):
                self.help(side)
                for lane in self.lanes:
                    lane.activate(lane.front(side))
            for step in ("rest", "rally", "flight"):
                for side in "ab":
                    for lane in self.lanes:
                        getattr(lane, step)(lane.front(side))
        except OverError:
            return

    def help(self, side: str) -> None:
        """Send those whose enemy is broken to lanes whose enemy stands."""
        if self.policies[side].get("exploit", "none") == "none":
            return
        for lane in self.lanes:
            helped = lane.helped[side]
            if helped is not None and not self.can_help(lane, helped, side):
                lane.helped[side] = None
        for lane in self.lanes:
            if lane.helped[side] is None:
                lane.times[side] = 0
                near = sorted(self.lanes, key=lambda other, lane=lane: abs(other.place - lane.place))
                most = 2 if self.policies[side].get("together", False) else 1
                for number in range(most):
                    free = [other for other in near if len(other.helpers(side)) == number]
                    wanted = next((other for other in free if self.can_help(lane, other, side)), None)
                    lane.helped[side] = lane.helped[side] or wanted
            if lane.helped[side] is not None:
                lane.times[side] += 1

    def can_help(self, lane: Lane, other: Lane, side: str) -> bool:
        """Whether the front of a lane is free to help in another one, and there is somebody to help."""
        helper, friend, rival = lane.front(side), other.front(side), "b" if side == "a" else "a"
        free = helper.order == "organised" and not helper.rests and lane.front(rival).broken
        needed = not other.front(rival).broken and not friend.broken and friend.order != "routed"
        return other is not lane and free and needed


class Lane(Engagement):
    """A lane in progress, with what stands behind its fronts."""

    def __init__(self, line: Line, place: int) -> None:
        said = line.scenario["lanes"][place]
        self.line, self.place, self.said = line, place, said
        self.rules, self.dice, self.tallies = line.rules, line.dice, line.tallies
        self.a, self.b = (group_of(f"{side}{place + 1}", said[side], line.scenario) for side in "ab")
        self.gap = min(FARTHEST, said["gap"])
        self.empty = {side: said[side].get("state") == ELIMINATED for side in "ab"}
        self.waiting = {side: said[side].get("support", 0) for side in "ab"}
        self.gone: dict[str, list[Stack]] = {"a": [], "b": []}
        self.helped: dict[str, Lane | None] = {"a": None, "b": None}
        self.times = {"a": 0, "b": 0}

    def front(self, side: str) -> Stack:
        return self.a if side == "a" else self.b

    def all_of(self, side: str) -> list[Stack]:
        """The front, who was the front before, and who is behind it."""
        return [self.front(side), *self.gone[side], *(self.behind(side) for _ in range(self.waiting[side]))]

    def behind(self, side: str) -> Stack:
        front = self.front(side)
        said = {**front.said, "state": "organised_fresh", "ground": ()}
        return group_of(front.name, said, self.line.scenario)

    def bring_up(self, side: str) -> None:
        """Test those behind a front that has routed; the first that stands, or is behind one that is gone, is the new front."""
        front = self.front(side)
        routed = front.order == "routed"
        if not routed and front.state != ELIMINATED:
            return
        while self.waiting[side]:
            stack = self.behind(side)
            self.waiting[side] -= 1
            if routed and rolls.routs_when_passed(self.passed(side), stack.value("quality")):
                stack.becomes("routed_fresh")
                self.tallies[f"{side}_passed"] += 1
                self.gone[side].append(stack)
                continue
            stack.leader = front.leader
            self.gone[side].append(front)
            self.helped[side] = None
            self.gap = max(0, self.gap - 1)
            self.a, self.b = (stack, self.b) if side == "a" else (self.a, stack)
            return

    def passed(self, side: str) -> int:
        return self.dice.d10(f"the stack behind {self.front(side).name}: passed by a rout")

    def helpers(self, side: str) -> list[Lane]:
        """The lanes whose fronts help in this one."""
        return [lane for lane in self.line.lanes if lane.helped[side] is self]

    def who(self, stack: Stack) -> str:
        return f"stack {stack.name}"

    def look(self) -> None:
        self.line.look()

    def attackers(self, stack: Stack) -> list[Stack]:
        side = stack.name[0]
        return [stack, *(helper.front(side) for helper in self.helpers(side))]

    def total(self, attackers: list[Stack], target: Stack, **said: Any) -> int:
        front, side = attackers[0], attackers[0].name[0]
        late = any(helper.times[side] > 1 for helper in self.helpers(side))
        return super().total(attackers, target, rear=late and front.policy("exploit") == "rear", **said)

    def charges(self, stack: Stack) -> bool:
        side = stack.name[0]
        for helper in self.helpers(side):
            together = stack.policy("charge") and rolls.may_charge(self.rules, helper.front(side).fighter())
            if not together or helper.times[side] > 1:
                return False
        return super().charges(stack)

    def shot(self, stack: Stack, *, moved: bool = False) -> None:
        if ELIMINATED not in (stack.state, self.other(stack).state):
            super().shot(stack, moved=moved)

    def activate(self, stack: Stack) -> None:
        if stack.state != ELIMINATED and self.helped[stack.name[0]] is None and not self.other(stack).broken:
            super().activate(stack)

    def in_contact(self, stack: Stack, target: Stack) -> bool:
        """Whether both are still there, and beside each other."""
        return {id(self.a), id(self.b)} == {id(stack), id(target)} and super().in_contact(stack, target)

    def widen(self, stack: Stack, hexes: int) -> None:
        """Who has come from another lane does not move the gap."""
        if stack is self.a or stack is self.b:
            super().widen(stack, hexes)
