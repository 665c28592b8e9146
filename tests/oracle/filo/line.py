"""Lanes beside each other, in each a stack against a stack, turn by turn and throw by throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.engagement import FARTHEST, Engagement, OverError
from oracle.filo.initiative import activations
from oracle.filo.rules import Rules
from oracle.filo.stack import ELIMINATED, Stack, group_of, with_default
from oracle.filo.story import Story, player


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
                nobody = {
                    key: value for key, value in lane[rival].items() if key not in ("leader", "support", "artillery")
                }
                extra = {**lane, side: keys, rival: {**nobody, "state": ELIMINATED}, "mate": (side, len(found))}
                more += [extra] * front.get("support", 0)
        found += [here, *more]
    return found


class Line:
    """A line in progress."""

    def __init__(self, scenario: Mapping[str, Any], rules: Rules, dice: Dice) -> None:
        said = scenario.get("policies", {})
        self.policies = {side: {"act": "attack", **said.get(side, {})} for side in "ab"}
        for side, policies in self.policies.items():
            stacks = [lane[side] for lane in scenario["lanes"]]
            policies |= with_default(policies, stacks, scenario.get("roster", "banners"))
            if policies.get("together", False):
                policies.setdefault("exploit", "join")
        self.file = scenario["lanes"]
        self.scenario = {**scenario, "policies": self.policies, "lanes": beside(scenario["lanes"], self.policies)}
        self.rules, self.dice = rules, dice
        self.tallies: Counter[str] = Counter()
        self.lanes = [Lane(self, place) for place in range(len(self.scenario["lanes"]))]
        self.leaders = {
            side: Chief(side, scenario[side]["leader"]) for side in "ab" if scenario.get(side, {}).get("leader")
        }
        for side, chief in self.leaders.items():
            for lane in self.lanes:
                lane.front(side).said = {**lane.front(side).said, "leader": chief.said}
        self.ending, self.number = "", 0
        for chief in self.leaders.values():
            chief.lane = self.place(chief.lane + 1)

    def place(self, number: int) -> int:
        """The place of a lane of the file among all, with those of stacks that stand beside a front."""
        before = self.file[: number - 1]
        extra = [
            lane[side].get("support", 0)
            for lane in before
            for side in "ab"
            if self.policies[side].get("together", False)
        ]
        return number - 1 + sum(extra)

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
            if side in self.leaders:
                for fate in ("wounded", "dead", "captured"):
                    measures[f"{side}_leader_{fate}"] = int(self.leaders[side].fate == fate)
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)

    def broken(self, side: str) -> int:
        return sum(lane.front(side).broken for lane in self.lanes)

    def empty(self, side: str) -> int:
        return sum(lane.empty[side] for lane in self.lanes)

    def look(self, lanes: list[Lane]) -> None:
        """Bring up those who come after a front that has routed, and look whether the game is over."""
        for lane in lanes:
            for side in "ab":
                lane.bring_up(side)
        for side in self.leaders:
            self.not_without_a_unit(side)
        for side in "ab":
            if self.broken(side) == len(self.lanes):
                self.over(f"{side}_broken")
        for side in "ab":
            if self.broken(side) - self.empty(side) >= self.policies[side].get("give_up", len(self.lanes)):
                self.over(f"{side}_gives_up")

    def activations(self) -> None:
        """6.D, side after side; its leader moves in the activation that is his own, not in that of the army leader."""
        commands = {side: self.scenario.get(side, {}) for side in "ab"}
        leads = {side: self.policies[side].get("lead", "lowest") for side in "ab"}
        for side, army in activations(self.rules, self.dice, commands, leads):
            if side in self.leaders and not army:
                self.leader_moves(side)
            self.help(side)
            for lane in self.lanes:
                lane.activate(lane.front(side))
            for lane in self.lanes:
                if lane.out[side] and lane.front(side).order in ("organised", "demoralised"):
                    lane.towards_leader(lane.front(side))

    def verify_command(self) -> None:
        """6.A: who is farther from his leader than the radius is out of command for the turn."""
        for side, chief in self.leaders.items():
            for lane in self.lanes:
                front = lane.front(side)
                far = "radius" in chief.said and self.distance(side, lane) > chief.said["radius"]
                lane.out[side] = far and front.order in ("organised", "demoralised")

    def distance(self, side: str, lane: Lane, further: int = 0) -> int:
        """Hexes from the leader of a side to a front, were it so many hexes further forward."""
        his = self.lanes[self.leaders[side].lane]
        if his is lane:
            return 0
        aside, depth = abs(his.place - lane.place), abs(his.stood[side] - lane.stood[side] - further)
        return aside + max(0, depth - aside // 2)

    def leader_moves(self, side: str) -> None:
        """7.1: he ends his move with a unit of his banner."""
        chief, wanted = self.leaders[side], self.policies[side].get("leader_lane")
        if wanted is None:
            return
        lane, points = self.lanes[self.place(wanted)], chief.said.get("movement", 6) - (chief.fate == "wounded")
        if lane.front(side).state != ELIMINATED and self.distance(side, lane) <= points:
            chief.lane = lane.place

    def not_without_a_unit(self, side: str) -> None:
        """7.5 and 7.6: he, or who replaces him, is with the nearest unit of the banner."""
        chief = self.leaders[side]
        if self.lanes[chief.lane].front(side).state == ELIMINATED:
            left = [lane for lane in self.lanes if lane.front(side).state != ELIMINATED]
            if left:
                chief.lane = min(left, key=lambda lane: abs(lane.place - chief.lane)).place

    def over(self, ending: str) -> None:
        self.ending = ending
        raise OverError

    def turn(self, number: int) -> None:
        self.number = number
        try:
            self.verify_command()
            for lane in self.lanes:
                lane.marks()
            for side, type_ in (("a", "At"), ("b", "At"), ("b", "Ar"), ("a", "Ar")):
                for lane in self.lanes:
                    lane.step_of_phase_b(lane.front(side), type_)
            self.activations()
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
        if lane.out[side]:
            return False
        helper, friend, rival = lane.front(side), other.front(side), "b" if side == "a" else "a"
        free = helper.order == "organised" and not helper.rests and lane.front(rival).broken
        needed = not other.front(rival).broken and not friend.broken and friend.order != "routed"
        return other is not lane and free and needed


class Chief:
    """The leader of a side, or who has replaced him."""

    def __init__(self, side: str, said: Mapping[str, Any]) -> None:
        self.side, self.said = side, said
        self.lane = said.get("lane", 1) - 1
        self.fate = "fit"
        # Who holds the prisoner, and how he was when taken.
        self.captor: Stack | None = None
        self.was = "fit"


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
        self.out = {"a": False, "b": False}
        self.stood = {"a": 0, "b": 0}
        # Whether another stack has come to the lane in the activation in play: no combat with it was declared.
        self.new_front = False
        # Whether it is activated, by a charge, and whether its defender shoots alone.
        self.acts, self.charged, self.alone = False, False, False
        # The other lanes whose fronts have taken part in the combat in play.
        self.fought: list[Lane] = []

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
        for mate in self.mates(side):
            if mate.front(side).order in ("organised", "demoralised"):
                hexes = self.rules.number("hexes", "rout") if routed else 0
                self.exchange(side, mate)
                front.grounds, front.rests, self.new_front = (), False, True
                self.helped[side] = mate.helped[side] = None
                self.out[side] = False
                self.stands(side, hexes)
                self.gap = max(0, self.gap - hexes)
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
            self.out[side] = False
            self.stands(side, 1)
            self.gap = max(0, self.gap - 1)
            self.a, self.b = (stack, self.b) if side == "a" else (self.a, stack)
            return

    def mates(self, side: str) -> list[Lane]:
        """The lanes of those who stand beside its front."""
        return [lane for lane in self.line.lanes if lane.said.get("mate") == (side, self.place)]

    def exchange(self, side: str, mate: Lane) -> None:
        """Let the fronts of two lanes change places; a leader stays with his stack, a prisoner with his captor."""
        one, other = self.front(side), mate.front(side)
        for what in ("state", "rests", "changed_seat", "facing"):
            mine, his = getattr(one, what), getattr(other, what)
            setattr(one, what, his)
            setattr(other, what, mine)
        self.out[side], mate.out[side] = mate.out[side], self.out[side]
        chief, rival = (self.line.leaders.get(name) for name in (side, "b" if side == "a" else "a"))
        if chief is not None and chief.lane in (self.place, mate.place):
            chief.lane = mate.place if chief.lane == self.place else self.place
        if rival is not None and (rival.captor is one or rival.captor is other):
            rival.captor = other if rival.captor is one else one

    def passed(self, side: str) -> int:
        return self.dice.d10(f"the stack behind {self.front(side).name}: passed by a rout")

    def stands(self, side: str, hexes: int) -> None:
        """Tell how far a front has gone forward since the start, 20 hexes either way."""
        self.stood[side] = max(-20, min(20, self.stood[side] + hexes))

    def chief(self, stack: Stack) -> Chief | None:
        """The leader of its side, if he is with a stack that stands here."""
        chief = self.line.leaders.get(stack.name[0])
        with_it = chief is not None and self.line.lanes[chief.lane].front(stack.name[0]) is stack
        return chief if with_it else None

    def led(self, stack: Stack, *, near: bool = False) -> None:
        """Give a stack its leader, if he is with it, or beside it."""
        side = stack.name[0]
        chief = self.line.leaders.get(side)
        if chief is not None:
            lane = next(lane for lane in self.line.lanes if lane.front(side) is stack)
            here = self.line.distance(side, lane) <= (1 if near else 0)
            stack.leader = chief.fate if here else ""

    def rally(self, stack: Stack) -> None:
        self.led(stack, near=True)
        super().rally(stack)

    def leader_test(self, stack: Stack, die: int) -> None:
        self.led(stack)
        super().leader_test(stack, die)
        chief = self.chief(stack)
        if chief is not None:
            chief.fate = stack.leader

    def struck(self, stack: Stack, target: Stack, *, charge: bool, offensive: bool) -> None:
        taking_part = (*self.attackers(stack), *self.defenders(stack, target, charge=charge))
        for one in taking_part:
            self.led(one)
        self.fought = [lane for lane in self.line.lanes if any(one in (lane.a, lane.b) for one in taking_part)]
        super().struck(stack, target, charge=charge, offensive=offensive)

    def captures(self, attackers: list[Stack], defenders: list[Stack]) -> None:
        """7.5 and 7.5.1: who eliminates a stack takes its leader; an attack frees the one whom it held."""
        stack, target = attackers[0], defenders[0]
        for loser, winner in (*((one, stack) for one in defenders), *((one, target) for one in attackers)):
            if loser.state != ELIMINATED:
                continue
            chief = self.chief(loser)
            if chief is not None and chief.fate in ("fit", "wounded"):
                chief.was, chief.fate, chief.captor = chief.fate, "captured", winner
            rival = self.line.leaders.get("b" if loser.name[0] == "a" else "a")
            if loser in defenders and rival is not None and rival.captor is loser:
                rival.fate, rival.captor, rival.lane = rival.was, None, self.place
                self.tallies[f"{rival.side}_freed"] += 1

    def defenders(self, stack: Stack, target: Stack, *, charge: bool) -> list[Stack]:
        """10.2: whoever stands in the front hexes of the attacker; a charge may leave them alone (10.4)."""
        side = target.name[0]
        if charge or target.policy("exploit") == "rear":
            return [target]
        beside = [lane.front(side) for lane in self.helpers(side) if lane.times[side] >= 1]
        return [target, *(one for one in beside if one.order in ("organised", "demoralised"))]

    def befalls_beside(self, stack: Stack, result: str) -> None:
        if self.befalls(stack, result, combat=True):
            home = next(lane for lane in self.line.lanes if stack is lane.front(stack.name[0]))
            home.helped[stack.name[0]] = None

    def follows_up(self, attackers: list[Stack]) -> None:
        """10.8: one of those who have attacked, as their player says; by exchange, if it is not the front."""
        side = attackers[0].name[0]
        mates = [mate for mate in self.mates(side) if mate.front(side) in attackers[1:]]
        able = [mate for mate in mates if mate.front(side).order == "organised"]
        wanted = attackers[0].policy("advances") == "helper" or attackers[0].order != "organised"
        if able and wanted and "leader" not in self.said[side]:
            self.exchange(side, able[0])
            self.front(side).grounds = ()
        super().follows_up(attackers)

    def step_of_phase_b(self, stack: Stack, type_: str) -> None:
        if not self.out[stack.name[0]] and self.helped[stack.name[0]] is None:
            super().step_of_phase_b(stack, type_)

    def towards_leader(self, stack: Stack) -> None:
        """7.4 and D5: nearer to the leader, once all others have moved and fought, or nothing."""
        side = stack.name[0]
        before, ahead = self.line.distance(side, self), -(-self.points(stack) // 2)
        if stack.facing == "away":
            ahead -= 2 * self.rules.number("movement", "turn")
        if self.other(stack).state != ELIMINATED:
            ahead = min(ahead, self.gap)
        ways = [*range(1, ahead + 1), *([-1] if self.withdraws(stack) else [])]
        nearer = sorted((self.line.distance(side, self, way), abs(way), way) for way in ways)
        may = stack.policies.get("regroup", True) and not stack.rests
        if may and nearer and nearer[0][0] < before:
            way = nearer[0][2]
            if way > 0:
                stack.facing = "enemy"
                stack.goes_forward(way)
                self.widen(stack, -way)
            else:
                self.widen(stack, stack.goes_back(1))

    def helpers(self, side: str) -> list[Lane]:
        """The lanes whose fronts help in this one."""
        return [lane for lane in self.line.lanes if lane.helped[side] is self]

    def who(self, stack: Stack) -> str:
        return f"stack {stack.name}"

    def look(self) -> None:
        fronts = [lane for lane in self.line.lanes if lane is self or lane in self.fought]
        self.line.look(fronts)

    def attackers(self, stack: Stack) -> list[Stack]:
        side = stack.name[0]
        return [stack, *(helper.front(side) for helper in self.helpers(side))]

    def total(self, attackers: list[Stack], defenders: list[Stack], **said: Any) -> int:
        front, side = attackers[0], attackers[0].name[0]
        late = any(helper.times[side] > 1 for helper in self.helpers(side))
        said["rear"] = (late and front.policy("exploit") == "rear") or said.get("rear", False)
        return super().total(attackers, defenders, **said)

    def markers(self, stack: Stack) -> int:
        side = stack.name[0]
        others = [lane.front(side) for lane in self.line.lanes if lane is not self]
        used = sum(other.units for other in others if other.changed_seat and other.state != ELIMINATED)
        return int(self.line.scenario.get(side, {}).get("markers", 0)) - used

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

    def volley(self, stack: Stack) -> rolls.Fighter:
        """9.3: whoever stands beside it with the same weapon shoots with it, but not who has just come or is in disorder."""
        one, side = super().volley(stack), stack.name[0]
        if self.alone:
            return one
        for lane in self.helpers(side):
            other = lane.front(side)
            in_place = lane in self.mates(side) or lane.times[side] > (1 if self.acts else 0)
            same = other.shooter(self.rules) and other.weapon_type == stack.weapon_type
            ready = other.order == "organised" and other.facing != "away" and not other.rests and not lane.out[side]
            if in_place and same and ready:
                beside = other.fighter(shooting=True)
                one = replace(one, strength=one.strength + beside.strength, mounted=one.mounted or beside.mounted)
        return one

    def combat(self, stack: Stack, *, charge: bool, moved: bool) -> None:
        self.charged = charge
        super().combat(stack, charge=charge, moved=moved)

    def defends(self, stack: Stack) -> None:
        """6.D4: all shoot who are attacked; a charge may leave alone who helps, and who is behind its enemy is not."""
        self.acts, self.alone = False, self.charged or stack.policy("exploit") == "rear"
        super().defends(stack)
        self.acts, self.alone = True, False

    def activate(self, stack: Stack) -> None:
        self.acts, self.new_front, self.fought = True, False, []
        busy = self.helped[stack.name[0]] is not None or self.out[stack.name[0]]
        if stack.state != ELIMINATED and not busy and not self.other(stack).broken:
            super().activate(stack)
        self.acts = False

    def in_contact(self, stack: Stack, target: Stack) -> bool:
        """Whether both are still there, and beside each other."""
        same = {id(self.a), id(self.b)} == {id(stack), id(target)} and not self.new_front
        return same and super().in_contact(stack, target)

    def widen(self, stack: Stack, hexes: int) -> None:
        """Who has come from another lane does not move the gap."""
        home = next(lane for lane in self.line.lanes if stack in (lane.a, lane.b))
        if stack.state != ELIMINATED:
            home.stands(stack.name[0], -hexes)
        if stack is self.a or stack is self.b:
            super().widen(stack, hexes)


play = player(Line)
