"""One trial of a ram against a wall, played man by man, one roll after the other. Plain and slow on purpose."""

from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.breaking_off import limit_of, reached
from oracle.effects import leaves_burning, melee_effect
from oracle.fighting import WOUND_ORDER
from oracle.men import Given, Man, Roll, burnt_after, count, first_of, recover
from oracle.outcome import Game, Outcome, counts
from oracle.ram_archers import archers_shoot
from oracle.ram_sortie import fight_sortie, sortie_attacks

Setup = dict[str, Any]
# What is played if the setup does not say.
DEFAULT_POLICIES: dict[str, Any] = {
    "arrows": "fire",
    "arrow_aim": "front",
    "attack": "joint",
    "defence_attack": "joint",
    "wound": "fit-first",
    "defence_wound": "fit-first",
}
AT_THE_FRONT = {"fit-first": ("fit", "stunned", "wounded"), "wounded-first": ("wounded", "stunned", "fit")}


@dataclass
class Fire:
    cause: str  # "arrows" or "oil"
    age: int = 0


@dataclass
class RamAttack(Game):
    distance: int = 0
    rams_left: int = 0
    marks: int = 0
    barrels: int = 0
    engaged: bool = False
    attacked_in: int | None = None  # the last turn in which the crew was attacked
    crew_fought: bool = False
    sortie_is_out: bool = False
    last_battering: int | None = None
    came_up: int | None = None  # the turn in which the ram has come to the wall
    fires: dict[int, Fire] = field(default_factory=dict)
    crew: list[Man] = field(default_factory=list)
    sortie: list[Man] = field(default_factory=list)

    def set_up(self) -> None:
        self.marks = self.setup["marks"]
        if self.marks >= self.marks_needed():
            raise ValueError("the wall is breached before the first blow")
        self.barrels = self.setup["oil"]["barrels"] if self.setup["oil"]["men"] else 0
        group = self.setup["sortie"]
        self.sortie = [Man(group["kind"], "defender") for _ in range(group["men"])]
        self.rams_left = self.setup["besiegers"]["rams"]
        self.next_ram()

    def next_ram(self) -> None:
        """Bring up a ram that has not been used, with its own men."""
        group = self.setup["besiegers"]
        self.rams_left -= 1
        # The rate is that of each ram: a new one has not rolled yet.
        self.last_battering = None
        self.distance = len(self.setup["approach"])
        self.came_up = self.turn + 1 if self.distance == 0 else None
        self.fires = {}
        self.crew += [Man(group["kind"], "besieger") for _ in range(group["men"])]
        self.crew_fought = False
        self.engaged = False

    def marks_needed(self) -> int:
        return tables.marks_to_breach(self.rules, self.setup["wall"])

    def able(self) -> list[Man]:
        """The able men, fit men first: the first three are inside, the others behind."""
        fit = [man for man in self.crew if man.state == "fit"]
        return fit + [man for man in self.crew if man.state == "wounded"]

    def inside(self) -> list[Man]:
        return self.able()[: tables.RAM_CREW]

    def behind(self) -> list[Man]:
        return self.able()[tables.RAM_CREW :]

    def rams_on_in_fire(self) -> bool:
        """The crew stays in the burning ram and goes on battering."""
        return (
            self.policy("fire_policy") == "ram-on" and self.rules.option("burning-hex-occupants") == "wounded-then-dead"
        )

    def policy(self, name: str) -> Any:
        return (DEFAULT_POLICIES | self.setup["policies"])[name]

    def fight(self, what: str, column: int) -> str:
        result = tables.combat_result(self.rules, column, self.die(f"{what} on {column}-1"))
        self.note(result)
        return result

    def besiegers_turn(self) -> None:
        self.move()
        self.besiegers_melee()
        if not self.breached():  # which ends the game at once
            recover(self.crew)

    def move(self) -> None:
        barred, self.crew_fought = self.crew_fought, False  # who fought does not move in the next turn
        if barred or len(self.able()) < tables.RAM_CREW or self.fires or self.engaged:
            return
        if self.distance > 0:
            way = self.setup["approach"][len(self.setup["approach"]) - self.distance :]
            costs = [tables.engine_cost(self.rules, terrain) for terrain in way]
            self.distance -= tables.hexes_moved(way, costs, tables.RAM_POINTS)
            self.came_up = self.turn if self.distance == 0 else None

    def besiegers_melee(self) -> None:
        burning = bool(self.fires)
        if burning:
            self.fight_fire()
        elif self.sortie_is_out and any(man.living for man in self.sortie):
            self.crew_fought = fight_sortie(self)
        if self.may_batter(burning=burning) and not self.crew_fought:
            self.batter()
        if self.marks >= self.marks_needed():
            return
        self.engaged = False
        if self.rules.option("fire-spread-timing") == "end-of-opponents-turn":
            self.spread()

    def fight_fire(self) -> None:
        fighters = self.behind() if self.rams_on_in_fire() else self.able()
        for _ in range(min(len(fighters), self.policy("fire_fighters"))):
            if self.fires:
                self.try_to_put_out()

    def try_to_put_out(self) -> None:
        place = min(self.fires, key=lambda place: (-self.fires[place].age, place))
        value = self.die(f"put out hex {place}")
        self.tally("tries")
        arrows_only = self.fires[place].cause == "arrows"
        if tables.put_out(self.rules, value, arrows_only=arrows_only):
            self.note("out")
            self.tally("put_out")
            del self.fires[place]
        else:
            self.note("burns on")

    def may_batter(self, *, burning: bool) -> bool:
        barred = {"this-turn": self.attacked_in == self.turn, "next-turn": self.engaged, "none": False}
        manned = len(self.able()) >= tables.RAM_CREW and not count(self.crew, "stunned")
        if self.distance > 0 or not manned or barred[self.rules.option("attacked-crew")]:
            return False
        if burning and not self.rams_on_in_fire():
            return False
        spared = self.setup["wall"] == "keep" and self.rules.option("ram-against-keep") == "forbidden"
        if spared or tables.battering_column(self.rules, self.rules.number("machine-points", "ram")) is None:
            return False
        if self.rules.option("ram-rate") == "every-turn":
            return True
        if self.rules.option("ram-every-second-turn-start") == "second-turn" and self.came_up == self.turn:
            return False
        return self.last_battering != self.turn - 1

    def batter(self) -> None:
        self.last_battering = self.turn
        value = self.die("battering")
        self.tally("battering")
        if self.setup["bombarded"] and self.rules.option("ram-bombarded-wall-minus-one") != "0":
            value += self.rules.number("battering-modifiers", "ram_on_wall_already_bombarded")
        if self.setup["wall"] in ("tower", "keep") and self.rules.option("ram-tower-minus-one") != "0":
            value += self.rules.number("battering-modifiers", "tower_or_keep_hex")
        column = tables.battering_column(self.rules, self.rules.number("machine-points", "ram"))
        assert column is not None
        self.note(self.rules.tables["battering"].face(value, column))
        self.marks += tables.battering_result(self.rules, column, value)[0]

    def defenders_turn(self) -> None:
        archers_shoot(self, bows_only=False)
        archers_shoot(self, bows_only=True)
        self.pour_oil()
        if self.turn >= self.setup["sortie"].get("turn", 1):
            self.sortie_is_out = True
            sortie_attacks(self)
        recover(self.sortie)

    def lay_fire(self, place: int, cause: str) -> None:
        self.tally("fires")
        self.fires[place] = Fire(cause)

    def pour_oil(self) -> None:
        for number in range(self.setup["oil"]["men"]):
            if self.barrels == 0 or self.distance > 0 or 0 in self.fires:
                return
            self.barrels -= 1
            self.tally("oil")
            value = self.die(f"oil {number} on hex 0")
            if not tables.catches(self.rules, "oil_barrel", value):
                self.note("does not catch")
                continue
            self.note("catches")
            self.lay_fire(0, "oil")
            if self.rules.option("oil-occupants-of-burning-machine") == "attacked":
                self.oil_burns_front_man()

    def oil_burns_front_man(self) -> None:
        man = first_of(self.crew, *AT_THE_FRONT[self.policy("wound")])
        if man is None:
            return
        result = self.fight("oil on the front man", tables.oil_column(self.rules))
        leaves_burning(melee_effect(self.rules, result), man, self.leaves_stunned)

    def leaves_stunned(self, man: Man) -> None:
        """A stunned man who has to leave the burning engine is dead, or by the other reading may come round."""
        if self.rules.option("oil-retreat") == "comes-round" and tables.comes_round(
            self.rules, self.die("stunned in the fire")
        ):
            man.state = "fit"
        else:
            man.kill()

    def end_of_turn(self) -> None:
        if self.rules.option("fire-spread-timing") in tables.SPREAD_AT_THE_END:
            self.spread()
        self.burn()

    def spread(self) -> None:
        for place, beside in tables.ways_of_spread(self.rules, self.fires):
            self.spread_roll(place, beside)

    def spread_roll(self, place: int, beside: int) -> None:
        value = self.die(f"spread {place} to {beside}")
        if tables.catches(self.rules, "spread", value):
            self.note("catches")
            self.tally("spreads")
            cause = self.fires[place].cause
            if self.rules.option("da-and-spread-fire") == "other":
                cause = "spread"  # a fire that spread is not caused by arrows any more
            self.fires[beside] = Fire(cause)
        else:
            self.note("does not catch")

    def burn(self) -> None:
        for place in sorted(self.fires):
            fire = self.fires[place]
            fire.age += 1
            if self.rams_on_in_fire():
                self.burn_man(fire.age)

    def burn_man(self, age: int) -> None:
        if age == 2 and (man := first_of(self.crew, *WOUND_ORDER[self.policy("wound")])):
            man.wound()
        if age == tables.DEADLY_AGE and (man := first_of(self.crew, "wounded", "fit")):
            man.kill()

    def breached(self) -> bool:
        return self.marks >= self.marks_needed()

    def over_at_once(self) -> str | None:
        return "breach" if self.breached() else None

    def ending(self) -> str | None:
        """What the end of the game turn brings; a burnt ram is followed by the next."""
        if any(fire.age >= burnt_after(self.rules) for fire in self.fires.values()):
            if self.rams_left == 0:
                return "destroyed"
            self.next_ram()
        if not self.enough_men_live() and self.rams_left > 0:
            self.next_ram()
        if not self.enough_men_live():
            return "crew_lost"
        if reached(limit_of(self.setup), count(self.crew, "dead", "wounded"), self.turn):
            return "repulsed"
        return None

    def enough_men_live(self) -> bool:
        return sum(man.living for man in self.crew) >= tables.RAM_CREW

    def outcome(self, ending: str) -> Outcome:
        man_on_wall = int(ending == "breach" and self.setup["man_on_wall"])
        number = counts(self.crew, self.sortie)
        number["attackers_fit"] += self.rams_left * self.setup["besiegers"]["men"]
        number["defenders_wounded"] += man_on_wall
        number["defenders_fit"] += self.setup["man_on_wall"] - man_on_wall
        return self.came(ending, **number, marks=self.marks)


def play_ram(setup: Setup, given: Given, roll: Roll) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10."""
    return RamAttack.begun(setup, given, roll).play()
