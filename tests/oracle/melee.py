"""One trial of a melee, played man by man, one roll after the other. Plain and slow on purpose."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from oracle.fight_panic import SidePanic, panic_of_side
from oracle.fighting import Fighter, Group, fight_in_contact, muster
from oracle.men import Given, Roll, count, recover
from oracle.outcome import Game, Outcome, counts

Setup = dict[str, Any]
SIDES = ("attackers", "defenders")


@dataclass
class Melee(Game):
    men: dict[str, list[Fighter]] = field(default_factory=dict)
    panics: dict[str, SidePanic] = field(default_factory=dict)
    sides = SIDES

    def set_up(self) -> None:
        for side in SIDES:
            group = self.setup[side]
            self.men[side] = muster(group["kind"], side, group["men"], group["mounted"])
            self.panics[side] = panic_of_side(self.setup, self.rules, side, group["kind"], partial(self.living, side))

    def living(self, side: str) -> list[Fighter]:
        return [man for man in self.men[side] if man.living]

    def died(self, man: Fighter) -> None:
        self.panics[man.side].test(self)

    def in_contact(self, side: str) -> list[Fighter]:
        return [man for man in self.men[side] if man.in_contact]

    def has_room(self, side: str) -> bool:
        room = self.setup[side]["room"]
        return room is None or sum(man.back for man in self.men[side]) < room

    def group(self, side: str) -> Group:
        def goes_back(man: Fighter) -> None:
            man.back = True

        return Group(
            name=side,
            men=lambda: self.in_contact(side),
            terrain=self.setup[side]["terrain"],
            policies=self.setup["policies"][side],
            room=lambda: self.has_room(side),
            goes_back=goes_back,
            front=self.setup[side]["front"],
        )

    def player_turn(self, side: str) -> None:
        other = SIDES[side == "attackers"]
        self.movement(side, other)
        fight_in_contact(self, self.group(side), self.group(other))
        recover(self.men[side])

    def movement(self, side: str, other: str) -> None:
        self.panics[side].begin_movement()
        self.return_men(side)
        if self.setup["policies"][side]["follow"]:
            self.return_men(other)
            for man in self.panics[other].panicked():
                man.overtaken = True
        self.panics[side].end_movement()

    def return_men(self, side: str) -> None:
        for man in self.men[side]:
            man.back = False

    def ending(self) -> str | None:
        for side, other in (("defenders", "attackers"), ("attackers", "defenders")):
            if not any(man.present for man in self.men[side]):
                return f"{other}_win"
        for side in SIDES:
            limit = self.setup["break_off"][side]
            losses = count([man for man in self.men[side] if not man.routed], "dead", "wounded")
            if limit["losses"] is not None and losses >= limit["losses"]:
                return f"{side}_break_off"
            if limit["turn"] is not None and self.turn >= limit["turn"]:
                return f"{side}_break_off"
        return None

    def outcome(self, ending: str) -> Outcome:
        attackers, defenders = self.men["attackers"], self.men["defenders"]
        return self.came(
            ending,
            **counts(attackers, defenders),
            attackers_horses=sum(man.horse_killed for man in attackers),
            defenders_horses=sum(man.horse_killed for man in defenders),
            measures=self.panics["attackers"].measures("attackers", attackers)
            | self.panics["defenders"].measures("defenders", defenders),
        )


def play_melee(setup: Setup, given: Given, roll: Roll) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10."""
    return Melee.begun(setup, given, roll).play()
