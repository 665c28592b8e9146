"""Units behind the lines that rest, rally and flee, turn by turn and throw by throw."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.rules import Rules
from oracle.filo.stack import ELIMINATED, Stack, group_of
from oracle.filo.story import Story

EDGE = 10
# From the worst on; who is organised and fresh needs nobody.
WORST = ("routed_fatigued", "routed_fresh", "demoralised_fatigued", "demoralised_fresh", "organised_fatigued")


def play(scenario: Mapping[str, Any], rules: Rules, dice: Iterator[int]) -> Story:
    """Play a scenario as its file says it, with dice from an iterator."""
    game = Recovery(scenario, rules.changed(scenario.get("assumptions", {})), Dice(dice))
    game.runs_through_friends()
    for turn in range(1, scenario["turns"] + 1):
        game.turn(turn)
        if game.look():
            break
    return game.story()


class Recovery:
    """A game in progress."""

    def __init__(self, scenario: Mapping[str, Any], rules: Rules, dice: Dice) -> None:
        self.rules, self.dice, self.scenario = rules, dice, scenario
        self.policies = {"rest": True, "de_rada": "worst", **scenario.get("policies", {})}
        self.units = []
        for number, said in enumerate(scenario["units"], 1):
            edge = said.get("edge", EDGE)
            self.units.append(group_of(f"{number}", said, {**scenario, "policies": {}}, edge, edge))
        self.tallies: Counter[str] = Counter()
        self.ending, self.number = "", 1

    def story(self) -> Story:
        measures = {
            f"units_{order}": sum(unit.units for unit in self.units if unit.order == order)
            for order in ("organised", "demoralised", "routed", "eliminated")
        }
        measures["units_fresh"] = sum(unit.units for unit in self.units if unit.state == "organised_fresh")
        self.tallies["units_routs"] = sum(unit.routs for unit in self.units)
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)

    def look(self) -> bool:
        """Look whether the game is over."""
        left = [unit for unit in self.units if unit.state != ELIMINATED]
        if not left:
            self.ending = "none_left"
        elif all(unit.order == "organised" for unit in left):
            self.ending = "all_organised"
        return bool(self.ending)

    def beside(self, unit: Stack, what: str) -> bool:
        """Whether a unit is still beside an enemy or the banner: it has gone back nowhere."""
        return bool(unit.said.get(what, False)) and unit.edge == unit.said.get("edge", EDGE)

    def runs_through_friends(self) -> None:
        for place, runner in enumerate(self.units):
            if runner.order != "routed":
                continue
            for unit in self.units[place + 1 :][: runner.said.get("passes", 0)]:
                if unit.order in ("organised", "demoralised"):
                    die = self.dice.d10(f"unit {unit.name}: passed by a rout")
                    if rolls.routs_when_passed(die, unit.value("quality")):
                        unit.takes(self.rules, "Dr", combat=False)

    def turn(self, number: int) -> None:
        self.number = number
        for unit in self.units:
            tired = unit.fatigued and unit.order in ("organised", "demoralised")
            unit.rests = tired and self.policies["rest"] and not self.beside(unit, "beside_enemy")
        if "shots" in self.scenario:
            self.shot(self.scenario["shots"])
        with_him = self.de_rada()
        for unit in self.units:
            if unit.rests:
                unit.becomes(self.rules.cell("states", "rest", unit.state))
        for unit in self.units:
            if unit is not with_him and unit.order in ("demoralised", "routed"):
                self.rally(unit, de_rada=with_him is not None and self.scenario.get("together", True))
        for unit in self.units:
            if unit.order == "routed":
                self.flight(unit)

    def shot(self, said: Mapping[str, Any]) -> None:
        shooter = group_of("enemies", {key: said[key] for key in ("kind", "units", "strength") if key in said}, {})
        distance = said["distance"]
        for target in self.units:
            figures = rolls.figures(self.rules, shooter.type, distance, target.grounds)
            if target.order in ("organised", "demoralised") and figures:
                break
        else:
            return
        if said.get("in_sight", 10) < 10 and self.dice.d10("enemy: sight") >= said["in_sight"]:
            return
        total = rolls.shot_total(self.rules, shooter.fighter(shooting=True), target.grounds)
        die = self.dice.d10("enemy: shot")
        self.tallies["units_shots"] += 1
        target.rests = False
        target.leader_at_risk(self.rules, self.dice, die, f"unit {target.name}")
        letter = rolls.shot_letter(figures, die + total)
        if letter:
            self.tallies["units_hits"] += 1
            target.takes(self.rules, letter, combat=False)

    def de_rada(self) -> Stack | None:
        """De Rada joins a unit, which is better and fresh by that; he does not help Muslims."""
        policy = self.policies["de_rada"]
        if any(unit.said.get("al_andalus", False) for unit in self.units):
            return None
        in_need = [unit for unit in self.units if unit.state in WORST]
        if self.rules.option("de-rada") == "off" or policy == "none" or not in_need:
            return None
        if policy == "worst":
            joined = min(in_need, key=lambda unit: WORST.index(unit.state))
        else:
            joined = max(in_need, key=lambda unit: unit.value("quality"))
        joined.state = f"{joined.order}_fresh"
        joined.becomes(self.rules.cell("states", "rally", joined.state))
        return joined

    def rally(self, unit: Stack, *, de_rada: bool) -> None:
        if self.beside(unit, "beside_enemy"):
            return
        die, banner = self.dice.d10(f"unit {unit.name}: rally"), self.beside(unit, "beside_banner")
        if unit.rallies(self.rules, die, de_rada=de_rada, banner=banner):
            self.tallies["units_rallies"] += 1

    def flight(self, unit: Stack) -> None:
        hexes = unit.flees(self.rules, unit.value("movement"))
        if self.beside(unit, "beside_enemy"):
            hexes = max(1, hexes - self.rules.number("movement", "leave_front"))
        if unit.blocked:
            unit.state = ELIMINATED
        else:
            unit.goes_back(hexes)
