"""One trial of a sortie against engines, played man by man, one roll after the other. Plain and slow on purpose."""

from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.fight_panic import SidePanic, panic_of_side
from oracle.fighting import FIT, FIT_RIDER, WOUNDED, WOUNDED_RIDER, Fighter, Group, fight_in_contact, in_order, muster
from oracle.men import Given, Roll, burnt_after, count, movement, recover, riding
from oracle.outcome import Game, Outcome, counts
from oracle.sortie_archers import shoot

Setup = dict[str, Any]
TORCH_ORDER = (WOUNDED, WOUNDED_RIDER, FIT, FIT_RIDER)
FIGHTER_ORDER = (WOUNDED, FIT)


@dataclass
class Sortie(Game):
    distance: int = 0
    going_home: bool = False
    has_been_out: bool = False
    engines: list[int | None] = field(default_factory=list)  # None: whole; 0 and more: burns; `burnt`: is lost
    party: list[Fighter] = field(default_factory=list)  # all of the sortie, also who dropped out
    dropped: list[Fighter] = field(default_factory=list)
    besiegers: list[Fighter] = field(default_factory=list)
    torches: list[Fighter] = field(default_factory=list)
    fire_fighters: list[Fighter] = field(default_factory=list)
    panics: dict[str, SidePanic] = field(default_factory=dict)  # by the side of the men

    def set_up(self) -> None:
        group = self.setup["sortie"]
        self.party = muster(group["kind"], "defenders", group["men"], group["mounted"])
        self.besiegers = muster(self.setup["besiegers"]["kind"], "besiegers", self.setup["besiegers"]["men"])
        self.engines = [None] * self.setup["engines"]
        self.distance = self.gate
        kinds = self.setup["sortie"]["kind"], self.setup["besiegers"]["kind"]
        self.panics = {
            "defenders": panic_of_side(self.setup, self.rules, "sortie", kinds[0], self.with_the_party),
            "besiegers": panic_of_side(self.setup, self.rules, "besiegers", kinds[1], self.living_besiegers),
        }

    @property
    def burnt(self) -> int:
        return burnt_after(self.rules)

    @property
    def gate(self) -> int:
        return len(self.setup["approach"])

    def died(self, man: Fighter) -> None:
        self.panics[man.side].test(self)

    # Who is where.

    def with_the_party(self) -> list[Fighter]:
        """The living men of the party who have not dropped out, in whatever mood."""
        return [man for man in self.party if man.living and man not in self.dropped]

    def left_of_the_party(self) -> list[Fighter]:
        """Those of them who have not routed."""
        return [man for man in self.with_the_party() if man.present]

    def walking(self) -> list[Fighter]:
        """Those of them who do what the party does."""
        return [man for man in self.left_of_the_party() if not man.panicked]

    @property
    def out(self) -> bool:
        return self.distance < self.gate and bool(self.left_of_the_party())

    def living_besiegers(self) -> list[Fighter]:
        return [man for man in self.besiegers if man.living]

    def party_in_contact(self) -> list[Fighter]:
        if self.distance > 0:
            return []
        return [man for man in self.left_of_the_party() if man.in_contact]

    def besiegers_in_contact(self) -> list[Fighter]:
        return [man for man in self.besiegers if man.in_contact]

    def whole(self) -> int:
        return sum(engine is None for engine in self.engines)

    def burning(self) -> list[int]:
        return [place for place, age in enumerate(self.engines) if age is not None and age < self.burnt]

    def group(self, side: str) -> Group:
        def goes_back(man: Fighter) -> None:
            man.back = True

        ours = side == "defenders"
        men = self.party if ours else self.besiegers
        contact = self.party_in_contact if ours else self.besiegers_in_contact
        busy = self.torches if ours else self.fire_fighters
        room = self.setup["sortie" if ours else "besiegers"]["room"]
        terrain = self.setup["approach"][-1] if ours else self.setup["besiegers"]["terrain"]
        return Group(
            name=side,
            men=lambda: [man for man in contact() if man not in busy],
            terrain=terrain,
            policies=self.setup["policies"]["sortie" if ours else "besiegers"],
            room=lambda: room is None or sum(man.back for man in men) < room,
            goes_back=goes_back,
        )

    # The defenders' player turn.

    def defenders_turn(self) -> None:
        if self.turn < self.setup["sortie"]["turn"]:
            return
        self.torches = self.men_for_the_fire()
        self.panics["defenders"].begin_movement()
        self.move()
        self.panics["defenders"].end_movement()
        if self.distance == 0 and not self.going_home:
            self.light_engines()
            fight_in_contact(self, self.group("defenders"), self.open_group("besiegers"))
        self.torches = []
        recover(self.party)

    def open_group(self, side: str) -> Group:
        """A side that is attacked: men who are busy can be attacked like others."""
        group = self.group(side)
        group.men = self.party_in_contact if side == "defenders" else self.besiegers_in_contact
        return group

    def men_for_the_fire(self) -> list[Fighter]:
        if self.distance > 0 or self.going_home:
            return []
        policies = self.setup["policies"]["sortie"]
        if policies["task"] == "fight" and any(man.at_hand for man in self.besiegers):
            return []
        return in_order(self.party_in_contact(), TORCH_ORDER)[: policies["torches"] * self.whole()]

    def move(self) -> None:
        if self.going_home:
            self.move_home()
        elif self.distance > 0:
            self.move_out()
        elif self.left_of_the_party():
            for man in self.party:
                man.back = False
            if self.setup["policies"]["sortie"]["follow"]:
                self.go_after(self.besiegers)

    def go_after(self, men: list[Fighter]) -> None:
        for man in men:
            man.back, man.overtaken = False, man.panicked

    def points(self) -> int:
        return min((self.allowance(man) for man in self.walking()), default=0)

    def allowance(self, man: Fighter) -> int:
        return (riding if man.rides else movement)(man.kind, man.state, self.rules)

    def cost(self, way: list[str], place: int) -> int | None:
        if all(man.rides for man in self.walking()):
            return tables.riding_cost(self.rules, way[place])
        return tables.enter_cost(self.rules, way, place)

    def moved(self, way: list[str], first: int, *home: int) -> int:
        """How many hexes of a way, from one of them on, the party moves; home is the point of the gate at its end."""
        costs = [*(self.cost(way, place) for place in range(first, len(way))), *home]
        rides = any(man.rides for man in self.walking())
        hexes = [*way[first:], *("gate" for _ in home)]
        return tables.hexes_moved(hexes, costs, self.points(), rides=rides) if self.walking() else 0

    def move_out(self) -> None:
        self.distance -= self.moved(self.setup["approach"], self.gate - self.distance)
        self.has_been_out |= self.out

    def move_home(self) -> None:
        for man in self.walking():
            if man.state == "stunned":
                self.left_behind(man)
        for man in self.walking():
            man.back = False
        self.distance += self.moved(self.setup["approach"][::-1], self.distance + 1, 1)

    def left_behind(self, man: Fighter) -> None:
        """He counts as dead, but nobody has killed him before the eyes of the others."""
        self.tally("left_behind")
        man.kill()

    def light_engines(self) -> None:
        for _ in self.torches:
            if not self.whole():
                return
            if self.rules.option("first-fire-column") == "also-hand-ignition":
                value = self.die("fire by hand")
                if not tables.catches(self.rules, "spread", value):
                    self.note("does not catch")
                    continue
                self.note("catches")
            self.tally("fires")
            self.engines[self.engines.index(None)] = 0

    # The besiegers' player turn.

    def besiegers_turn(self) -> None:
        shoot(self, bows_only=False)
        self.fire_fighters = self.men_against_the_fire()
        self.besiegers_move()
        shoot(self, bows_only=True)
        for _ in self.fire_fighters:
            if self.burning():
                self.try_to_put_out()
        fight_in_contact(self, self.group("besiegers"), self.open_group("defenders"))
        self.fire_fighters = []
        recover(self.besiegers)

    def men_against_the_fire(self) -> list[Fighter]:
        policies = self.setup["policies"]["besiegers"]
        if (
            policies["fire_policy"] == "fight"
            and self.distance == 0
            and any(man.at_hand for man in self.with_the_party())
        ):
            return []
        able = in_order(self.besiegers_in_contact(), FIGHTER_ORDER)
        return able[: policies["fire_fighters"] * len(self.burning())]

    def besiegers_move(self) -> None:
        self.panics["besiegers"].begin_movement()
        for man in self.besiegers:
            man.back = False
        relief = self.setup["relief"]
        if relief["men"] and self.turn == relief["turn"]:
            self.besiegers += muster(self.setup["besiegers"]["kind"], "besiegers", relief["men"])
        if self.setup["policies"]["besiegers"]["follow"] and self.distance == 0:
            self.go_after(self.party)
        self.panics["besiegers"].end_movement()

    def try_to_put_out(self) -> None:
        place = max(self.burning(), key=lambda place: (self.engines[place], -place))
        value = self.die(f"put out engine {place}")
        self.tally("tries")
        if tables.put_out(self.rules, value, arrows_only=False):
            self.note("out")
            self.tally("put_out")
            self.engines[place] = None
        else:
            self.note("burns on")

    # The end of the game turn.

    def end_of_turn(self) -> None:
        self.engines = [age if age is None or age == self.burnt else age + 1 for age in self.engines]
        limit = self.setup["break_off"]
        losses = count([man for man in self.party if not man.routed], "dead", "wounded")
        if self.out and (
            (limit["turn"] is not None and self.turn >= limit["turn"])
            or (limit["losses"] is not None and losses >= limit["losses"])
            or (limit["all_burn"] and not self.whole())
        ):
            self.going_home = True

    def ending(self) -> str | None:
        if all(age == self.burnt for age in self.engines):
            return "engines_destroyed"
        if self.burning():
            return None
        if not any(man.present for man in self.party):
            return "sortie_lost"
        if self.has_been_out and not self.out:
            return "sortie_back"
        return None

    def outcome(self, ending: str) -> Outcome:
        number = counts(self.besiegers, self.party) | {"defenders_stunned": count(self.walking(), "stunned")}
        number["attackers_fit"] += self.setup["relief"]["men"] * (self.turn < self.setup["relief"]["turn"])
        number["defenders_fit"] += count(self.dropped, "stunned")
        return self.came(
            ending,
            **number,
            defenders_horses=sum(man.horse_killed for man in self.party),
            engines_lost=sum(age == self.burnt for age in self.engines),
            measures=self.panics["besiegers"].measures("attackers", self.besiegers)
            | self.panics["defenders"].measures("defenders", self.party),
        )


def play_sortie(setup: Setup, given: Given, roll: Roll) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10."""
    return Sortie.begun(setup, given, roll).play()
