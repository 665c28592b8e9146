"""One trial of a fire in a camp, hex by hex and man by man. Plain and slow on purpose."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.men import Given, burnt_after
from oracle.outcome import Game, Outcome

Setup = dict[str, Any]
STEPS = [(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)]


@dataclass(eq=False)
class Occupant:
    state: str  # "fit", "wounded", "lying", "dead"
    inside: bool = True

    def wound(self) -> None:
        self.state = "wounded" if self.state == "fit" else "dead"


@dataclass(eq=False)
class CampHex:
    name: str
    object: str
    kind: str
    place: tuple[int, int]
    occupants: list[Occupant]
    age: int | None = None  # of its fire; None if it does not burn
    arrows_only: bool = False
    by_oil: bool = False  # a barrel has lit it
    lost: bool = False
    neighbours: list["CampHex"] = field(default_factory=list)

    @property
    def burning(self) -> bool:
        return self.age is not None

    @property
    def unburnt(self) -> bool:
        return not self.burning and not self.lost

    def living_inside(self, *states: str) -> list[Occupant]:
        return [man for man in self.occupants if man.inside and man.state in states]


@dataclass
class Camp(Game):
    hexes: list[CampHex] = field(default_factory=list)

    def set_up(self) -> None:
        for thing in self.setup["objects"]:
            several = len(thing["hexes"]) > 1
            for number, (q, r) in enumerate(thing["hexes"], 1):
                name = f"{thing['name']} {number}" if several else thing["name"]
                men = [Occupant("fit") for _ in range(thing["men"])]
                lying = [Occupant("lying") for _ in range(thing["lying"])]
                self.hexes.append(CampHex(name, thing["name"], thing["kind"], (q, r), men + lying))
        by_place = {here.place: here for here in self.hexes}
        if len(by_place) < len(self.hexes):
            raise ValueError("two objects in one hex")
        for here in self.hexes:
            around = {(here.place[0] + q, here.place[1] + r) for q, r in STEPS}
            here.neighbours = [other for other in self.hexes if other.place in around]

    def men_stay(self) -> bool:
        may_stay = self.rules.option("burning-hex-occupants") == "wounded-then-dead"
        return may_stay and self.setup["policies"]["occupants"] == "stay"

    def catch(self, here: CampHex, *, arrows_only: bool, by_oil: bool = False) -> None:
        here.age, here.arrows_only, here.by_oil = 0, arrows_only, by_oil
        self.tallies[f"caught:{here.name}"] += 1
        for man in here.living_inside("lying"):
            if self.rules.option("stunned-in-fire") == "killed":
                man.state = "dead"
            else:
                value = self.die(f"stunned man in {here.name}")
                man.state = "fit" if tables.comes_round(self.rules, value) else "dead"
        if not self.men_stay():
            for man in here.living_inside("fit", "wounded"):
                man.inside = False

    def lay_fires(self) -> None:
        for fire in self.setup["fires"]:
            here = next(place for place in self.hexes if place.name == fire["hex"])
            if fire["turn"] != self.turn or not here.unburnt:
                continue
            certain = fire["tries"] == 0
            if certain or any(self.lights(fire["cause"], here) for _ in range(fire["tries"])):
                self.tallies["fires"] += 1
                self.catch(here, arrows_only=fire["cause"] == "arrow", by_oil=fire["cause"] == "oil")

    def lights(self, cause: str, here: CampHex) -> bool:
        """One arrow or barrel, one try by hand, one roll for spread from elsewhere."""
        if cause == "hand" and self.rules.option("first-fire-column") == "spread-only":
            return True
        if cause == "arrow":
            if self.rules.option("fire-arrow-to-hit") == "six-in-ten":
                value = self.die(f"fire arrow to hit {here.name}")
                if not tables.arrow_hits(self.rules, value):
                    return False
            column = tables.arrow_column(self.rules, here.kind)
        else:
            column = "oil_barrel" if cause == "oil" else "spread"
        return tables.catches(self.rules, column, self.die(f"{cause} at {here.name}"))

    def owners_turn(self) -> None:
        if self.men_stay():
            for here in self.hexes:
                for _ in here.living_inside("fit", "wounded"):
                    if here.burning:
                        self.try_to_put_out(here)
        fighters = self.setup["fighters"]
        if self.turn >= fighters["from"]:
            self.fight_fire(fighters["men"])
        if self.rules.option("fire-spread-timing") == "end-of-opponents-turn":
            self.spread()

    def fight_fire(self, men: int) -> None:
        policies = self.setup["policies"]
        burning = [here for here in self.hexes if here.burning]
        rank = {
            "oldest": lambda here: -here.age,
            "youngest": lambda here: here.age,
            "most-neighbours": lambda here: -sum(other.unburnt for other in here.neighbours),
        }[policies["aim"]]
        for here in sorted(burning, key=rank):  # a stable order: of equals the lowest number first
            for _ in range(policies["room"]):
                if men and here.burning:
                    men -= 1
                    self.try_to_put_out(here)

    def try_to_put_out(self, here: CampHex) -> None:
        self.tallies["tries"] += 1
        value = self.die(f"put out {here.name}")
        if tables.put_out(self.rules, value, arrows_only=here.arrows_only):
            self.tallies["put_out"] += 1
            here.age = None

    def spread(self) -> None:
        fires = [
            here
            for here in self.hexes
            if here.age is not None and not tables.not_yet_spreading(self.rules, by_oil=here.by_oil, age=here.age)
        ]
        for here in self.hexes:
            beside = [other for other in here.neighbours if other in fires]
            if here.unburnt and beside:
                if self.rules.option("spread-rolls") == "each-hex":
                    self.spread_roll(here, arrows_only=all(other.arrows_only for other in beside))
                else:
                    for other in beside:
                        if here.unburnt:
                            self.spread_roll(here, arrows_only=other.arrows_only)

    def spread_roll(self, here: CampHex, *, arrows_only: bool) -> None:
        if tables.catches(self.rules, "spread", self.die(f"spread to {here.name}")):
            self.tallies["spreads"] += 1
            self.catch(here, arrows_only=arrows_only and self.rules.option("da-and-spread-fire") == "arrows")

    def burn(self) -> None:
        for here in self.hexes:
            if here.age is None:
                continue
            here.age += 1
            for man in here.living_inside("fit", "wounded"):
                if here.age == 2:
                    man.wound()
                elif here.age == tables.DEADLY_AGE:
                    man.state = "dead"
        burnt = [here for here in self.hexes if here.age == burnt_after(self.rules)]
        objects = {here.object for here in burnt}
        for here in self.hexes:
            whole = self.rules.option("fire-destruction") == "machine" and here.object in objects
            if not here.lost and (here in burnt or whole):
                self.lose(here)

    def lose(self, here: CampHex) -> None:
        here.lost, here.age = True, None
        self.tallies[f"lost:{here.name}"] += 1
        for man in here.occupants:
            man.inside = False

    def player_turn(self, side: str) -> None:
        self.owners_turn() if side == self.setup["owner"] else self.lay_fires()

    def end_of_turn(self) -> None:
        if self.rules.option("fire-spread-timing") in tables.SPREAD_AT_THE_END:
            self.spread()
        self.burn()

    def ending(self) -> str | None:
        to_come = any(fire["turn"] > self.turn for fire in self.setup["fires"])
        if to_come or any(here.burning for here in self.hexes):
            return None
        if all(here.lost for here in self.hexes):
            return "all_lost"
        return "burnt_out" if any(here.lost for here in self.hexes) else "put_out"

    def outcome(self, ending: str) -> Outcome:
        men = [man for here in self.hexes for man in here.occupants]
        standing = {here.object for here in self.hexes if not here.lost}
        measures = {
            "objects_lost": len({here.object for here in self.hexes} - standing),
            "men_dead": sum(man.state == "dead" for man in men),
            "men_wounded": sum(man.state == "wounded" for man in men),
        }
        return self.came(ending, measures=measures)


def play_fire(setup: Setup, given: Given, roll: Callable[[], int]) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10.

    setup: {"turns", "owner", "first": "besiegers"|"defenders",
     "objects": [{"name", "kind", "hexes": [[q, r], ...], "men", "lying"}, ...],
     "fires": [{"hex", "cause": "arrow"|"oil"|"hand"|"spread", "turn", "tries"}, ...],
     "fighters": {"men", "from"},
     "policies": {"aim": "oldest"|"youngest"|"most-neighbours", "room", "occupants": "leave"|"stay"}}
    """
    return Camp.begun(setup, given, roll).play()
