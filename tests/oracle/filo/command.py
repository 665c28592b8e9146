"""The leaders of two armies over a battle, turn by turn and throw by throw."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.rules import Rules
from oracle.filo.story import Story, player

COUNTERS = {"C2": "one", "C3": "names", "C4": "silences"}


@dataclass
class Leader:
    """A leader, or who has replaced him once he is dead or captured."""

    name: str
    said: Mapping[str, Any]
    fate: str = "fit"
    taken: str = "fit"
    # Whether he, or who has replaced him, is wounded.
    hurt: bool = False

    @property
    def himself(self) -> bool:
        return self.fate in ("fit", "wounded")

    @property
    def bonus(self) -> int:
        if self.fate == "fit":
            return int(self.said["bonus"])
        if self.fate == "wounded":
            return int(self.said.get("wounded_bonus", max(0, self.said["bonus"] - 1)))
        return int(self.said.get("replacement_bonus", 0))

    @property
    def value(self) -> int:
        return int(self.said["value"] if self.himself else self.said.get("replacement_value", self.said["value"]))

    def dies(self, rules: Rules, die: int) -> bool:
        """Test him, or who has replaced him, by a die; tell whether that is death."""
        after = rolls.leader_after(rules, die, "wounded" if self.hurt else "fit")
        self.hurt = after == "wounded"
        self.fate = after if self.himself and self.hurt else self.fate
        return after == "dead"


class Command:
    """A battle in progress, of which only its leaders are seen."""

    def __init__(self, scenario: Mapping[str, Any], rules: Rules, dice: Dice) -> None:
        self.rules, self.dice, self.scenario = rules, dice, scenario
        self.leaders = {
            side: [Leader(f"{side}{n}", said) for n, said in enumerate(scenario[side]["leaders"], 1)] for side in "ab"
        }
        self.army = {side: self.leaders[side][0] for side in "ab"}
        self.tallies: Counter[str] = Counter()
        self.ending, self.number = "", 0

    def story(self) -> Story:
        measures = {}
        for side in "ab":
            for fate in ("wounded", "dead", "captured"):
                measures[f"{side}_{fate}"] = sum(leader.fate == fate for leader in self.leaders[side])
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)

    def turn(self, number: int) -> None:
        self.number = number
        silenced = self.initiative()
        for side in "ab":
            for leader in self.leaders[side]:
                self.freedom(side, leader)
                self.risks(side, leader, silenced=leader is silenced)
                if self.ending:
                    return

    def initiative(self) -> Leader | None:
        """Throw for the initiative, and return who does not act."""
        bonus = {side: self.army[side].bonus for side in "ab"}
        totals = {side: self.dice.two_d6(f"side {side}: initiative") + bonus[side] for side in "ab"}
        found = rolls.initiative_class(self.rules, totals["a"], totals["b"])
        nobody = found == "C1" or totals["a"] == totals["b"]
        if nobody:
            lowest = {side: min(leader.value for leader in self.leaders[side]) for side in "ab"}
            a, b = ((lowest[side], bonus[side]) for side in "ab")
            first = min("ab", key=lambda side: (lowest[side], bonus[side]))
            if a == b:
                first = "a" if self.dice.d6("who acts first") <= 3 else "b"
        else:
            first = "a" if totals["a"] > totals["b"] else "b"
        self.tallies[f"{first}_first"] += 1
        if nobody:
            self.tallies["nobody"] += 1
            return None
        self.tallies[f"{first}_{COUNTERS[found]}"] += 1
        return self.silenced(first) if found == "C4" else None

    def silenced(self, winner: str) -> Leader | None:
        """Whom the winner silences."""
        rival = "b" if winner == "a" else "a"
        leaders = self.leaders[rival]
        if len(leaders) == 1 and self.rules.option("veto-alone") != "veto":
            return None
        policy = self.scenario.get("policies", {}).get(winner, {}).get("silences", "army")
        if policy == "strongest":
            return max(leaders, key=lambda leader: leader.bonus)
        if policy == "busiest":
            return max(leaders, key=lambda leader: int(leader.said.get("attacks", 0)))
        return self.army[rival]

    def risks(self, side: str, leader: Leader, *, silenced: bool) -> None:
        """All that can befall a leader, or who replaces him at once, in a turn (7.6)."""
        attacks, shots = leader.said.get("attacks", 0), leader.said.get("shots", 0)
        for _ in range(shots + (0 if silenced else attacks)):
            if rolls.tests_leaders(self.rules, self.dice.d10(f"leader {leader.name}: risk")):
                self.tallies[f"{side}_tests"] += 1
                if leader.dies(self.rules, self.dice.d10(f"leader {leader.name}: leader")):
                    self.loses(side, leader, "dead")
            if self.ending:
                return
        destroyed = leader.said.get("destroyed", 0)
        if destroyed and self.dice.d10(f"leader {leader.name}: unit") < destroyed:
            self.loses(side, leader, "captured")

    def loses(self, side: str, leader: Leader, fate: str) -> None:
        """He is lost, or who has replaced him: that counts each time, but for the first army leader himself."""
        if leader is not self.leaders[side][0] or not leader.himself:
            row = {"dead": "leader_killed", "captured": "leader_captured"}[fate]
            self.tallies[f"{'b' if side == 'a' else 'a'}_points"] += self.rules.number("victory", row)
        if leader.himself:
            leader.taken, leader.fate = leader.fate, fate
        leader.hurt = False
        if leader is self.army[side]:
            self.succession(side)

    def freedom(self, side: str, leader: Leader) -> None:
        """7.5.1: a prisoner is freed if an attack eliminates the unit that holds him."""
        often = leader.said.get("freed", 0)
        if leader.fate == "captured" and often and self.dice.d10(f"leader {leader.name}: prison") < often:
            leader.fate, leader.hurt = leader.taken, leader.taken == "wounded"
            self.tallies[f"{side}_freed"] += 1

    def succession(self, side: str) -> None:
        if self.scenario.get("decisive", True) and self.army[side] is self.leaders[side][0]:
            self.ending = f"{side}_leader_lost"
        self.army[side] = max(self.leaders[side], key=lambda leader: leader.value)


play = player(Command)
