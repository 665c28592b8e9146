"""Waves with leaders of their own against lines in depth, turn by turn and throw by throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.engagement import FARTHEST, Engagement, OverError
from oracle.filo.rules import Rules
from oracle.filo.stack import ELIMINATED, Stack, group_of, with_default
from oracle.filo.story import Story, player

AWAKE = ("organised", "demoralised")


class Waves:
    """A game in progress."""

    def __init__(self, scenario: Mapping[str, Any], rules: Rules, dice: Dice) -> None:
        said, roster = scenario.get("policies", {}), scenario.get("roster", "banners")
        self.policies = {
            "a": {"order": "forward", "reserve": 0, "lead": "lowest", "named": "front", "together": True}
            | said.get("a", {}),
            "b": with_default({"named": "front", "act": "attack"} | said.get("b", {}), scenario["lines"], roster),
        }
        self.policies["a"]["act"] = "attack"
        self.scenario = {**scenario, "policies": self.policies}
        self.rules, self.dice = rules, dice
        self.waves = [group_of(f"a{n}", one, self.scenario) for n, one in enumerate(scenario["waves"], 1)]
        self.lines = [group_of(f"b{n}", one, self.scenario) for n, one in enumerate(scenario["lines"], 1)]
        self.gaps = {wave.name: min(FARTHEST, wave.said["gap"]) for wave in self.waves}
        self.stung = False
        self.tallies: Counter[str] = Counter()
        self.ending, self.number = "", 0

    def story(self) -> Story:
        measures = {"lines_broken": sum(self.out(line) for line in self.lines)}
        for side, stacks in (("a", self.waves), ("b", self.lines)):
            self.tallies[f"{side}_routs"] = sum(stack.routs for stack in stacks)
            for order in ("eliminated", "routed", "demoralised"):
                measures[f"{side}_{order}"] = sum(stack.units for stack in stacks if stack.order == order)
            measures[f"{side}_fatigued"] = sum(stack.units for stack in stacks if stack.fatigued)
            if any(stack.leader for stack in stacks):
                for fate in ("wounded", "dead", "captured"):
                    measures[f"{side}_{fate}"] = sum(stack.leader == fate for stack in stacks)
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)

    @staticmethod
    def out(line: Stack) -> bool:
        return line.order in ("routed", ELIMINATED)

    def front(self) -> Stack:
        return next(line for line in self.lines if not self.out(line))

    def look(self) -> None:
        last = self.lines[-1]
        in_front = all(self.out(line) for line in self.lines[:-1])
        entered = [wave for wave in self.waves if wave.order in AWAKE and self.gaps[wave.name] <= last.behind - 1]
        if self.out(last) or (in_front and last.behind >= 1 and entered):
            self.ending = "last_line_reached"
        elif all(wave.broken for wave in self.waves):
            self.ending = "waves_broken"
        if self.ending:
            raise OverError

    def asleep(self, line: Stack) -> bool:
        return bool(line.said.get("al_nasir", False)) and self.rules.option("al-nasir") == "on" and not self.stung

    def sting(self, line: Stack) -> None:
        """A line has been attacked or shot at."""
        self.stung |= bool(line.said.get("al_nasir", False))

    def target(self) -> Stack | None:
        """Whom the line in front shoots at."""
        there = [wave for wave in self.waves if wave.order in AWAKE]
        return min(there, key=lambda wave: self.gaps[wave.name], default=None)

    def in_contact(self) -> list[Stack]:
        return [wave for wave in self.waves if self.gaps[wave.name] == 0 and wave.state != ELIMINATED]

    def free(self, stack: Stack) -> bool:
        """Whether no enemy is beside a stack."""
        if stack in self.waves:
            return self.gaps[stack.name] >= 1
        return stack is not self.front() or not self.in_contact()

    def kept_back(self, wave: Stack) -> bool:
        broken = sum(one.broken for one in self.waves)
        return wave is self.waves[-1] and broken < self.policies["a"]["reserve"]

    def able(self) -> list[Stack]:
        return [wave for wave in self.waves if wave.order in AWAKE and not wave.rests and not self.kept_back(wave)]

    def turn(self, number: int) -> None:
        self.number = number
        try:
            for stack in (*self.waves, *self.lines):
                tired = stack.fatigued and stack.order in AWAKE
                stack.rests = tired and bool(stack.policy("rest")) and self.free(stack)
            self.phase_b()
            for stack in self.order():
                self.activate(stack)
            self.phase_e()
        except OverError:
            return

    def phase_b(self) -> None:
        line, target = self.front(), self.target()
        if target is not None and not self.in_contact():
            Meeting(self, target, line).step_of_phase_b(line, line.type if line.type in ("At", "Ar") else "none")

    def phase_e(self) -> None:
        everybody = [*self.waves, *(line for line in self.lines if not self.out(line))]
        for stack in everybody:
            self.meeting(stack).rest(stack)
        for stack in everybody:
            self.meeting(stack).rally(stack)
        for wave in self.waves:
            self.meeting(wave).flight(wave)

    def meeting(self, stack: Stack) -> Meeting:
        return Meeting(self, stack if stack in self.waves else self.waves[0], self.front())

    # Who acts when.

    def order(self) -> Iterator[Stack]:
        """Throw for the initiative, and name the leaders in the order in which they act."""
        commands = {side: self.scenario.get(side, {}) for side in "ab"}
        bonus = {side: commands[side].get("army_bonus", 0) for side in "ab"}
        totals = {side: self.dice.two_d6(f"side {side}: initiative") + bonus[side] for side in "ab"}
        begins = "a" if bonus["a"] < bonus["b"] else "b"
        if bonus["a"] == bonus["b"]:
            begins = "b"
            if self.order_depends():
                begins = "a" if self.dice.d6("who acts first") <= 3 else "b"
        leads, named, silenced = None, None, None
        found = rolls.initiative_class(self.rules, totals["a"], totals["b"])
        if totals["a"] != totals["b"] and found != "C1":
            winner = "a" if totals["a"] > totals["b"] else "b"
            leads = self.leader(winner)
            if found in ("C3", "C4"):
                named = self.named(winner)
            if found == "C4":
                named, silenced = self.silenced(winner, named)
        first = [stack for stack in (leads, named) if stack is not None]
        yield from first
        gone = [stack.name for stack in [*first, silenced] if stack is not None]
        for stack in self.usual(begins):
            if stack.name not in gone:
                yield stack

    def of_army_leader(self, side: str) -> Stack:
        stacks = self.waves if side == "a" else self.lines
        return stacks[self.scenario.get(side, {}).get("army_leader", len(stacks)) - 1]

    def reached(self, side: str, chief: Stack, stack: Stack) -> bool:
        """7.2: within the radius of the army leader, or named as such."""
        if stack is chief:
            return True
        radius = self.scenario.get(side, {}).get("radius")
        if radius is None:
            return bool(stack.said.get("activations", 1) == 2)
        apart = abs(int(chief.name[1:]) - int(stack.name[1:]))
        if side == "b":
            return bool(apart * self.scenario["depth"] <= radius)
        ahead = abs(self.gaps[chief.name] - self.gaps[stack.name])
        return bool(apart + max(0, ahead - apart // 2) <= radius)

    def values(self, stacks: Sequence[Stack]) -> list[int]:
        return [stack.said["value"] for stack in stacks]

    def order_depends(self) -> bool:
        waves, lines = self.values(self.waves), self.values(self.lines)
        if self.rules.option("activation-order") == "by-side":
            return min(waves) == min(lines)
        return bool(set(waves) & set(lines))

    def rising(self) -> dict[str, list[Stack]]:
        """Each side in rising value, of equal ones as its policy says."""
        waves = self.waves[::-1] if self.policies["a"]["order"] == "backward" else self.waves
        return {
            side: sorted(stacks, key=lambda stack: int(stack.said["value"]))
            for side, stacks in (("a", waves), ("b", self.lines))
        }

    def usual(self, begins: str) -> list[Stack]:
        sides = self.rising()
        last = "b" if begins == "a" else "a"
        if self.rules.option("activation-order") == "by-side":
            lowest = {side: sides[side][0].said["value"] for side in "ab"}
            if lowest["a"] != lowest["b"]:
                begins, last = ("a", "b") if lowest["a"] < lowest["b"] else ("b", "a")
            return alternating(sides[begins], sides[last])
        found = []
        for value in sorted({*self.values(self.waves), *self.values(self.lines)}):
            equal = {side: [stack for stack in sides[side] if stack.said["value"] == value] for side in "ab"}
            found += alternating(equal[begins], equal[last])
        return found

    def leader(self, side: str) -> Stack | None:
        """Whom the side that has the initiative activates."""
        if side == "b":
            return self.front()
        able = [wave for wave in self.rising()["a"] if wave in self.able()]
        values = self.values(able)
        if not able:
            return None
        wanted = min(values) if self.policies["a"]["lead"] == "lowest" else max(values)
        return able[values.index(wanted)]

    def nearest(self, but: Stack | None = None) -> Stack | None:
        able = [wave for wave in self.able() if wave is not but]
        return min(able, key=lambda wave: self.gaps[wave.name], default=None)

    def army(self, side: str) -> Stack | None:
        """The army leader's stack, if it can still act."""
        stack = self.of_army_leader(side)
        return stack if stack.order in AWAKE else None

    def would_name(self, winner: str, policy: str) -> Stack | None:
        rival = "b" if winner == "a" else "a"
        front = self.front() if rival == "b" else self.nearest()
        return self.army(rival) or front if policy == "army" else front

    def named(self, winner: str) -> Stack | None:
        return self.would_name(winner, self.policies[winner]["named"])

    def silenced(self, winner: str, named: Stack | None) -> tuple[Stack | None, Stack | None]:
        """Who is named and who is silenced at class C4."""
        rivals = [stack for stack in (self.lines if winner == "a" else self.waves) if stack.order in AWAKE]
        if len(rivals) == 1:
            return (None, rivals[0]) if self.rules.option("veto-alone") == "veto" else (named, None)
        if self.policies[winner]["named"] == "front":
            other = self.army("b" if winner == "a" else "a")
        else:
            other = self.would_name(winner, "front")
        if other is not None and other is not named:
            return named, other
        if winner == "b":
            return named, self.nearest(but=named)
        behind = self.lines[self.lines.index(self.front()) + 1 :]
        return named, behind[0] if behind else None

    def activate(self, stack: Stack) -> None:
        """6.D: a leader activates his own stack, an army leader at once all whom he reaches (7.2)."""
        side, front = stack.name[0], self.front()
        stacks = self.waves if side == "a" else self.lines
        others = [one for one in stacks if one is not stack] if stack is self.of_army_leader(side) else []
        if side == "b":
            if front is stack or (front in others and self.reached("b", stack, front)):
                self.line_acts(front)
            return
        if not self.policies["a"]["together"]:
            others = []
        able = (one for one in [*others, stack] if one.order in AWAKE and not self.kept_back(one))
        moved = [(one, Meeting(self, one, front).moves(one)) for one in able if self.reached("a", stack, one)]
        shot = self.shot_on_the_way(front, moved)
        self.attack(front, [one for one in moved if one[1] in ("fights", "charges", "closes")], shot=shot)

    def line_acts(self, line: Stack) -> None:
        near = self.in_contact()
        wave = near[0] if near else self.target()
        if wave is not None:
            Meeting(self, wave, line).line_acts(touching=bool(near))

    def shot_on_the_way(self, line: Stack, moved: Sequence[tuple[Stack, str]]) -> bool:
        """D2: a unit is the target of one shot in an activation (9.1)."""
        before = self.tallies["a_shots"]
        for wave, what in moved:
            acts = what in ("stands", "moves", "steps back")
            if acts and self.gaps[wave.name] >= 1 and self.tallies["a_shots"] == before:
                Meeting(self, wave, line).shot(wave, moved=what != "stands")
        return self.tallies["a_shots"] > before

    def attack(self, line: Stack, declared: Sequence[tuple[Stack, str]], *, shot: bool) -> None:
        """D4: one combat of all who are there; a charge is one of those who all charge (10.4)."""
        combats, silent = self.tallies["a_combats"], []
        for first, what in declared:
            there = {wave.name: how for wave, how in declared if wave.order in AWAKE and self.gaps[wave.name] == 0}
            if first.name in there and self.tallies["a_combats"] == combats:
                others = [wave for wave, _ in declared if wave.name in there and wave is not first]
                meeting = Meeting(self, first, line, others, [*silent, *([first] if shot else [])])
                meeting.combat(first, charge=set(there.values()) == {"charges"}, moved=what != "fights")
                # If he is routed by the shot of the line, the others attack: it has shot.
                silent = [line]


def alternating(first: Sequence[Stack], last: Sequence[Stack]) -> list[Stack]:
    pairs = chain.from_iterable(zip_longest(first, last))
    return [stack for stack in pairs if stack is not None]


class Meeting(Engagement):
    """A wave and the line in front."""

    def __init__(
        self, game: Waves, wave: Stack, line: Stack, beside: Sequence[Stack] = (), silent: Sequence[Stack] = ()
    ) -> None:
        self.game, self.a, self.b, self.beside, self.silent = game, wave, line, beside, silent
        self.rules, self.dice, self.tallies = game.rules, game.dice, game.tallies

    @property
    def gap(self) -> int:  # type: ignore[override]
        return self.game.gaps[self.a.name]

    def who(self, stack: Stack) -> str:
        return f"{'wave' if stack in self.game.waves else 'line'} {stack.name}"

    def look(self) -> None:
        self.game.look()

    def apart(self, stack: Stack) -> bool:
        return self.game.free(stack)

    def beside_banner(self) -> Stack | None:
        last = self.game.lines[-1]
        return last if self.game.scenario.get("banner", False) and last.behind == 0 else None

    def widen(self, stack: Stack, hexes: int) -> None:
        """A wave moves its own gap, the line in front those of all waves; where it breaks the next one is so far away."""
        gaps = self.game.gaps
        if stack in self.game.waves:
            gaps[stack.name] = _kept(gaps[stack.name] + hexes)
            return
        if self.game.out(stack):
            hexes = self.game.scenario["depth"] if stack is not self.game.lines[-1] else hexes
        else:
            stack.behind = max(-FARTHEST, min(FARTHEST, stack.behind + hexes))
        for name, gap in gaps.items():
            gaps[name] = _kept(gap + hexes)

    def befalls(self, stack: Stack, result: str, *, combat: bool) -> int:
        stood = stack in self.game.lines and not self.game.out(stack)
        hexes = super().befalls(stack, result, combat=combat)
        if stood and stack.order == "routed":
            self.flees(stack, hexes)
        return hexes

    def flees(self, line: Stack, hexes: int) -> None:
        """The hexes of a rout reach the next line, or they do not; who is crossed tests, and may flee in its turn."""
        lines, depth = self.game.lines, self.game.scenario["depth"]
        if line is lines[-1] or hexes < depth:
            return
        crossed = lines[lines.index(line) + 1]
        die = self.dice.d10(f"line {crossed.name}: passed by a rout")
        if not rolls.routs_when_passed(die, crossed.value("quality")):
            return
        self.tallies["b_passed"] += 1
        crossed.rests = False
        gone = crossed.takes(self.rules, "Dr", combat=False)
        self.widen(crossed, gone)
        if crossed.order == "routed":
            self.flees(crossed, gone)

    def moves(self, stack: Stack) -> str:
        """D1: what a wave does; all else has to wait."""
        if stack.rests:
            return "stands" if self.rules.option("rest-and-fire") == "yes" else "rests"
        what = self.leaves(stack) or self.movement(stack)
        self.look()
        return what

    def attackers(self, stack: Stack) -> list[Stack]:
        return [stack, *(self.beside if stack is self.a else [])]

    def defenders(self, stack: Stack, target: Stack, *, charge: bool) -> list[Stack]:
        """10.2: a line that attacks does it against all in its front hexes."""
        return [target, *(wave for wave in self.game.in_contact() if stack is self.b and wave is not target)]

    def befalls_beside(self, stack: Stack, result: str) -> None:
        self.befalls(stack, result, combat=True)

    def total(self, attackers: list[Stack], defenders: list[Stack], **said: Any) -> int:
        theirs = [one.fighter() for one in defenders]
        return rolls.joint_total(self.rules, [one.fighter() for one in attackers], theirs, **said)

    def follows_up(self, attackers: list[Stack]) -> None:
        """10.8: one of those who have won enters the hex."""
        super().follows_up([one for one in attackers if one.order == "organised"] or attackers)

    def shot(self, stack: Stack, *, moved: bool = False) -> None:
        if stack in self.silent:
            return
        shots = self.tallies["a_shots"]
        super().shot(stack, moved=moved)
        if self.tallies["a_shots"] > shots:
            self.game.sting(self.b)

    def combat(self, stack: Stack, *, charge: bool, moved: bool) -> None:
        if stack is self.a:
            self.game.sting(self.b)
        super().combat(stack, charge=charge, moved=moved)

    def line_acts(self, *, touching: bool) -> None:
        line = self.b
        if touching:
            if (line.act == "attack" or line.order == "demoralised") and not self.game.asleep(line):
                self.activate(line)
        elif line.act != "hold":
            self.shot_if_awake(line)

    def withdraws(self, stack: Stack) -> bool:
        kept = stack.said.get("mujahids", False) and self.rules.option("mujahids") == "on"
        return not kept and super().withdraws(stack)


def _kept(gap: int) -> int:
    return max(0, min(FARTHEST, gap))


play = player(Waves)
