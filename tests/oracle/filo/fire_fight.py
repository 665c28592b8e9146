"""Groups that shoot at groups, turn by turn and throw by throw."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.initiative import activations
from oracle.filo.rules import Rules
from oracle.filo.stack import ELIMINATED, Stack, group_of
from oracle.filo.story import Story, player

FARTHEST = 10


class _OverError(Exception):
    """The fight has come to an ending."""


class FireFight:
    """A fire-fight in progress."""

    def __init__(self, scenario: Mapping[str, Any], rules: Rules, dice: Dice) -> None:
        self.rules, self.dice, self.scenario = rules, dice, scenario
        self.groups = {
            side: [group_of(f"{side}{n}", said, scenario) for n, said in enumerate(scenario[side]["groups"], 1)]
            for side in "ab"
        }
        self.gap = int(scenario["gap"])
        self.tallies: Counter[str] = Counter()
        self.ending, self.number = "", 0

    def policy(self, side: str, name: str) -> Any:
        usual = {"act": "shoot", "stop": 1, "target": "nearest", "join": True, "rest": False, "lead": "lowest"}
        return self.scenario.get("policies", {}).get(side, {}).get(name, usual[name])

    def story(self) -> Story:
        measures = {}
        for side, groups in self.groups.items():
            self.tallies[f"{side}_routs"] = sum(group.routs for group in groups)
            for order in ("eliminated", "routed", "demoralised"):
                measures[f"{side}_{order}"] = sum(group.units for group in groups if group.order == order)
            measures[f"{side}_fatigued"] = sum(group.units for group in groups if group.fatigued)
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)

    def everybody(self) -> list[Stack]:
        return [*self.groups["a"], *self.groups["b"]]

    def over(self, ending: str) -> None:
        self.ending = ending
        raise _OverError

    def look(self) -> None:
        for side in "ab":
            if all(group.broken for group in self.groups[side]):
                self.over(f"{side}_broken")

    def turn(self, number: int) -> None:
        self.number = number
        try:
            for group in self.everybody():
                tired = group.fatigued and group.order in ("organised", "demoralised")
                group.rests = tired and bool(self.policy(group.name[0], "rest"))
            self.phase_b()
            leads = {side: self.policy(side, "lead") for side in "ab"}
            for side, _ in activations(self.rules, self.dice, self.scenario, leads):
                self.shots(side, self.groups[side], self.movement(side), set())
            self.phase_e()
        except _OverError:
            return

    def phase_b(self) -> None:
        shot_at: set[str] = set()
        for side, type_ in (("a", "At"), ("b", "At"), ("b", "Ar"), ("a", "Ar")):
            if self.rules.option("phase-b-shots") == "per-step":
                shot_at = set()
            self.shots(side, [group for group in self.groups[side] if group.type == type_], set(), shot_at)

    def movement(self, side: str) -> set[str]:
        """Go forward, if that is what the side does, and return who has moved."""
        if self.policy(side, "act") != "attack":
            return set()
        able = [group for group in self.groups[side] if group.order == "organised" and not group.rests]
        line = [group.value("movement") for group in able if group.behind == 0]
        hexes = max(0, min(min(line, default=0), self.gap - self.policy(side, "stop")))
        moved = set()
        for group in self.groups[side]:
            if group in able:
                way = hexes if group.behind == 0 else min(group.value("movement"), group.behind + hexes)
                group.goes_forward(way)
                moved |= {group.name} if way else set()
                group.behind += hexes - way
            elif group.state != ELIMINATED:
                group.behind = min(FARTHEST, group.behind + hexes)
        self.gap -= hexes
        if hexes and self.gap == 0:
            self.over("reached")
        return moved

    def shots(self, side: str, groups: Sequence[Stack], moved: set[str], shot_at: set[str]) -> None:
        """All shots of a side in an activation or a step; who has been shot at is added to `shot_at`."""
        if self.policy(side, "join"):
            types = dict.fromkeys(group.type for group in groups)
            parties = [[group for group in groups if group.type == type_] for type_ in types]
        else:
            parties = [[group] for group in groups]
        for party in parties:
            waiting = [group for group in party if self.shoots(group)]
            while waiting:
                target = self.target(waiting[0], shot_at)
                if target is None:
                    waiting.pop(0)
                    continue
                together = [group for group in waiting if self.reaches(group, target)]
                waiting = [group for group in waiting if group not in together]
                shot_at.add(target.name)
                self.shot(together, target, moved)

    def shoots(self, group: Stack) -> bool:
        awake = not group.rests or self.rules.option("rest-and-fire") == "yes"
        able = group.order != "routed" or self.rules.option("routed-acts") == "yes"
        return awake and able and group.state != ELIMINATED and group.shooter(self.rules)

    def distance(self, shooter: Stack, target: Stack) -> int:
        return self.gap + 1 + shooter.behind + target.behind

    def reaches(self, shooter: Stack, target: Stack) -> bool:
        return bool(rolls.figures(self.rules, shooter.type, self.distance(shooter, target), target.grounds))

    def target(self, shooter: Stack, shot_at: set[str]) -> Stack | None:
        others = self.groups["b" if shooter.name[0] == "a" else "a"]
        there = [one for one in others if one.state != ELIMINATED and one.name not in shot_at]
        policy = self.policy(shooter.name[0], "target")

        def rank(one: Stack) -> tuple[Any, ...]:
            if policy == "nearest":
                return (one.broken, self.distance(shooter, one), one.name)
            if policy == "weakest":
                return (one.broken, one.value("quality"), one.order != "demoralised", one.name)
            return (one.broken, one.name)

        return min((one for one in there if self.reaches(shooter, one)), key=rank, default=None)

    def shot(self, shooters: Sequence[Stack], target: Stack, moved: set[str]) -> None:
        side = shooters[0].name[0]
        farthest = max(self.distance(shooter, target) for shooter in shooters)
        each = [shooter.fighter(shooting=True) for shooter in shooters]
        demoralised = any(one.order == "demoralised" for one in each)
        said = {"order": "demoralised" if demoralised else "organised", "mounted": any(one.mounted for one in each)}
        all_of_them = replace(each[0], strength=sum(one.strength for one in each), **said)
        has_moved = any(shooter.name in moved for shooter in shooters)
        total = rolls.shot_total(self.rules, all_of_them, target.grounds, moved=has_moved)
        die = self.dice.d10(f"group {shooters[0].name}: shot")
        self.tallies[f"{side}_shots"] += 1
        target.rests = False
        target.leader_at_risk(self.rules, self.dice, die, f"group {target.name}")
        letter = rolls.shot_letter(rolls.figures(self.rules, shooters[0].type, farthest), die + total)
        if letter:
            self.tallies[f"{side}_hits"] += 1
            target.behind = min(FARTHEST, target.behind + target.takes(self.rules, letter, combat=False))
        self.look()

    def phase_e(self) -> None:
        for group in self.everybody():
            if group.rests:
                group.becomes(self.rules.cell("states", "rest", group.state))
            group.rests = False
        for group in self.everybody():
            if group.order in ("demoralised", "routed"):
                self.rally(group)
        for group in self.everybody():
            if group.order == "routed":
                self.flight(group)

    def rally(self, group: Stack) -> None:
        if group.rallies(self.rules, self.dice.d10(f"group {group.name}: rally")):
            self.tallies[f"{group.name[0]}_rallies"] += 1

    def flight(self, group: Stack) -> None:
        if group.blocked:
            group.state = ELIMINATED
        else:
            hexes = group.goes_back(group.flees(self.rules, group.value("movement")))
            group.behind = min(FARTHEST, group.behind + hexes)
        self.look()


play = player(FireFight)
