"""One trial of a whole siege, day by day; the parts of an assault are played by the oracles of their own sequences."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.bombardment import Bombardment, WallHex
from oracle.healing import days_of, turns_of
from oracle.ladder import Assault
from oracle.melee import play_melee
from oracle.men import Given
from oracle.outcome import Game, Outcome
from oracle.ram import play_ram
from oracle.siege_tower import play_siege_tower

Setup = dict[str, Any]
Roll = Callable[..., int]
PARTS = ("ram", "breach", "tower", "assault")
POSTS = ("breach", "tower", "assault", "ram")
LEAST = {"ram": 3, "breach": 1, "tower": 3, "assault": 2}
WON = {
    "ram": (),
    "breach": ("attackers_win", "defenders_break_off"),
    "tower": ("foothold", "abandoned"),
    "assault": ("foothold", "cleared", "abandoned"),
}
NEVER = 0


@dataclass(eq=False)
class Soldier:
    state: str = "fit"  # "fit", "wounded", "dead"
    back_on: int | None = None  # the day on which a wounded man is back, NEVER, or None if not known yet


@dataclass
class Campaign(Game):
    day: int = 0
    last_assault: int | None = None
    men: dict[str, list[Soldier]] = field(default_factory=dict)
    stock: dict[str, int] = field(default_factory=dict)
    bombardment: Bombardment | None = None
    ram_hex: WallHex | None = None
    own_ram_hex: bool = False
    taken: bool = False

    def set_up(self) -> None:
        for side in ("besiegers", "defenders"):
            self.men[side] = [Soldier() for _ in range(self.setup[side]["men"])]
        self.stock = {part: self.setup[part]["stock"] for part in ("ram", "tower") if self.setup[part]}
        if self.setup["bombardment"]:
            self.bombardment = Bombardment.begun(self.setup["bombardment"], self.rules, self.roll)
        ram = self.setup["ram"]
        if ram and ram["hex"] is not None:
            assert self.bombardment is not None
            self.ram_hex = next(place for place in self.bombardment.hexes if place.name == ram["hex"])
        elif ram:
            wall, marks = ram["setup"]["wall"], ram["setup"]["marks"]
            needed = tables.marks_to_breach(self.rules, wall)
            self.ram_hex = WallHex("before the ram", wall, marks, None, needed)
            self.own_ram_hex = True

    def policy(self, name: str) -> Any:
        return self.setup["policies"][name]

    def down(self) -> int:
        down = self.bombardment.down() if self.bombardment else 0
        return down + (self.own_ram_hex and self.ram_hex is not None and self.ram_hex.down)

    def fit(self, side: str) -> list[Soldier]:
        return [man for man in self.men[side] if man.state == "fit"]

    # The morning.

    def men_come_back(self) -> None:
        for side, men in self.men.items():
            for man in men:
                if man.state == "wounded" and man.back_on == self.day:
                    man.state, man.back_on = "fit", None
                    self.tallies[f"{side}_back"] += 1

    def assault_is_due(self) -> bool:
        if self.last_assault is not None and self.day <= self.last_assault + self.policy("rest"):
            return False
        breaches, from_day = self.policy("breaches"), self.policy("from_day")
        return (breaches > 0 and self.down() >= breaches) or (from_day is not None and self.day >= from_day)

    def tell_off_besiegers(self) -> dict[str, list[Soldier]]:
        told: dict[str, list[Soldier]] = {}
        free = self.fit("besiegers")
        for part in self.policy("order"):
            if self.setup[part] and self.is_open(part, told):
                number = min(self.besiegers_wanted(part), len(free))
                if number >= LEAST[part]:
                    told[part], free = free[:number], free[number:]
        return told

    def is_open(self, part: str, told: dict[str, list[Soldier]]) -> bool:
        if part == "ram":
            return self.stock["ram"] > 0 and self.ram_hex is not None and not self.ram_hex.down
        if part == "breach":
            return self.down() > 0 or "ram" in told
        return part == "assault" or self.stock["tower"] > 0

    def besiegers_wanted(self, part: str) -> int:
        setup = self.setup[part]["setup"]
        if part == "breach":
            return int(setup["attackers"]["men"])
        ladders = setup["besiegers"]["ladders"] if part == "assault" else 1
        return int(ladders * setup["besiegers"]["men"])

    def defenders_wanted(self, part: str) -> int:
        setup = self.setup[part]["setup"]
        if part == "ram":
            return int(setup["sortie"]["men"])
        if part == "breach":
            return int(setup["defenders"]["men"])
        return int(setup["defenders"]["on_wall"] + setup["defenders"]["reserve"])

    def tell_off_defenders(self, played: list[str]) -> dict[str, list[Soldier]]:
        posts = [post for post in POSTS if post in played]
        told: dict[str, list[Soldier]] = {post: [] for post in posts}
        free = self.fit("defenders")
        if self.policy("garrison") == "in-order":
            for post in posts:
                number = self.defenders_wanted(post)
                told[post], free = free[:number], free[number:]
            return told
        while free and any(len(told[post]) < self.defenders_wanted(post) for post in posts):
            for post in posts:
                if free and len(told[post]) < self.defenders_wanted(post):
                    told[post].append(free.pop(0))
        return told

    # An assault day.

    def assault(self, besiegers: dict[str, list[Soldier]]) -> None:
        self.tallies["assaults"] += 1
        self.last_assault = self.day
        defenders = self.tell_off_defenders(list(besiegers))
        for part in PARTS:
            if part in besiegers and not self.taken and (part != "breach" or self.down()):
                self.play_part(part, besiegers[part], defenders[part])
        if self.bombardment:
            self.bombardment.evening()

    def play_part(self, part: str, ours: list[Soldier], theirs: list[Soldier]) -> None:
        if not theirs and part != "ram":
            self.win(part)
            return
        play = {"ram": self.play_ram, "breach": self.play_breach, "tower": self.play_tower}.get(part, self.play_ladders)
        outcome = play(self.setup[part]["setup"], len(ours), len(theirs))
        self.events += [f"D{self.day} {part}: {event}" for event in outcome.events]
        self.tallies["panic_tests"] += outcome.tallies.get("panic_tests", 0)
        bear(ours, outcome.attackers_dead, outcome.attackers_wounded)
        bear(theirs, outcome.defenders_dead, outcome.defenders_wounded)
        if outcome.ending == "destroyed":
            self.stock[part] -= 1
            self.tallies[f"{part}s_lost"] += 1
        if outcome.ending in WON[part]:
            self.win(part)

    def win(self, part: str) -> None:
        self.taken = True
        self.tallies[f"by_{part}"] += 1

    def play_ram(self, base: Setup, ours: int, theirs: int) -> Outcome:
        place = self.ram_hex
        assert place is not None
        setup = base | {
            "wall": place.wall,
            "marks": place.marks,
            "bombarded": place.shot_at or base["bombarded"],
            "man_on_wall": False,
            "besiegers": {"kind": self.kind("besiegers"), "men": ours, "rams": 1},
            "sortie": base["sortie"] | {"kind": self.kind("defenders"), "men": theirs},
        }
        outcome = play_ram(setup, self.rules, self.roll)
        place.marks = outcome.marks
        self.tallies["ram_breaches"] += outcome.ending == "breach"
        return outcome

    def play_breach(self, base: Setup, ours: int, theirs: int) -> Outcome:
        groups = {
            "attackers": {"kind": self.kind("besiegers"), "men": ours, "mounted": 0},
            "defenders": {"kind": self.kind("defenders"), "men": theirs, "mounted": 0},
            "panic_of": {"defenders": {"class": "knight"}},  # men of a castle do not panic inside it
        }
        setup = base | {key: base.get(key, {}) | group for key, group in groups.items()}
        return play_melee(setup, self.rules, self.roll)

    def play_tower(self, base: Setup, ours: int, theirs: int) -> Outcome:
        top = min(base["besiegers"]["top"], ours - LEAST["tower"])
        setup = base | {
            "besiegers": base["besiegers"] | {"kind": self.kind("besiegers"), "men": ours, "top": top},
            "defenders": self.on_the_wall(base, theirs),
        }
        return play_siege_tower(setup, self.rules, self.roll)

    def play_ladders(self, base: Setup, ours: int, theirs: int) -> Outcome:
        setup = base | {
            "besiegers": base["besiegers"] | {"kind": self.kind("besiegers")},
            "defenders": self.on_the_wall(base, theirs),
        }
        game = Assault.begun(setup, self.rules, self.roll)
        for ladder in game.ladders:
            party = min(len(ladder.party), ours)
            party = 0 if party == 1 and len(ladder.party) > 1 else party
            ladder.party = ladder.party[:party]
            ours -= party
        game.besiegers = [man for ladder in game.ladders for man in ladder.party]
        return game.play()

    def on_the_wall(self, base: Setup, men: int) -> Setup:
        on_wall = min(men, base["defenders"]["on_wall"])
        return base["defenders"] | {"kind": self.kind("defenders"), "on_wall": on_wall, "reserve": men - on_wall}

    def kind(self, side: str) -> Setup:
        kind: Setup = self.setup[side]["kind"]
        return kind

    # The evening.

    def ending(self) -> str | None:
        limit = self.setup["break_off"]
        besiegers = self.men["besiegers"]
        losses = sum(man.state != "fit" for man in besiegers)
        out = [man for man in besiegers if man.back_on == NEVER or not self.policy("healing")]
        if (
            (limit["losses"] is not None and losses >= limit["losses"])
            or (limit["assaults"] is not None and self.tallies["assaults"] >= limit["assaults"])
            or (limit["turn"] is not None and self.day >= limit["turn"])
            or not any(man.state == "fit" or (man.state == "wounded" and man not in out) for man in besiegers)
        ):
            return "given_up"
        return "relieved" if self.day == self.setup["relief"] else None

    def heal(self) -> None:
        if self.rules.option("healing-who-rolls") == "daily":
            if self.croisades() and self.day % tables.DAYS_OF_A_TURN:
                return
            for man in self.men["besiegers"] + self.men["defenders"]:
                if man.state == "wounded" and man.back_on != NEVER:
                    self.healing_roll(man)
            return
        for man in self.men["besiegers"] + self.men["defenders"]:
            if man.state == "wounded" and man.back_on is None:
                self.healing_roll(man)

    def croisades(self) -> bool:
        return self.rules.option("healing-table") == "croisades"

    def healing_roll(self, man: Soldier) -> None:
        if not self.policy("healing"):
            man.back_on = NEVER
            return
        if not self.croisades():
            days = days_of(self.rules, self.roll)
            man.back_on = NEVER if days is None else self.day + days
            return
        turns = turns_of(self.rules, self.roll)
        if turns is None:
            man.state = "dead"
        else:
            man.back_on = self.day + tables.DAYS_OF_A_TURN * turns

    def play_day(self) -> str | None:
        self.men_come_back()
        told = self.tell_off_besiegers() if self.assault_is_due() else {}
        if told:
            self.assault(told)
        elif self.bombardment and self.bombardment.down() < self.setup["bombardment"]["wanted"]:
            self.bombardment.play_day()
        if self.taken:
            return "taken"
        ending = self.ending()
        if ending is None:
            self.heal()
        return ending

    def play(self) -> Outcome:
        for day in range(1, self.setup["turns"] + 1):
            self.day = day
            ending = self.play_day()
            if ending:
                return self.outcome(ending)
        return self.outcome("undecided")

    def outcome(self, ending: str) -> Outcome:
        number = {
            f"{side}_{state}": sum(man.state == state for man in men)
            for side, men in self.men.items()
            for state in ("dead", "wounded")
        }
        if self.bombardment:
            self.tallies |= {name: self.bombardment.tallies[name] for name in ("rolls", "damages", "points_damaged")}
            self.events += self.bombardment.events
        return Outcome(
            ending,
            self.day,
            attackers_dead=number["besiegers_dead"],
            attackers_wounded=number["besiegers_wounded"],
            defenders_dead=number["defenders_dead"],
            defenders_wounded=number["defenders_wounded"],
            tallies=self.tallies,
            events=self.events,
            measures=number | {"breaches": self.down()},
        )


def bear(men: list[Soldier], dead: int, wounded: int) -> None:
    """Let these men bear the losses of their part: it does not matter which of them."""
    for man in men[:dead]:
        man.state = "dead"
    for man in men[dead : dead + wounded]:
        man.state = "wounded"


def play_campaign(setup: Setup, given: Given, roll: Roll) -> Outcome:
    """Play one trial; `roll()` gives the next d10 as 1 to 10, `roll(6)` a d6.

    setup: {"turns", "relief": day or None, "besiegers": {"kind", "men"}, "defenders": {"kind", "men"},
     "bombardment": the setup of a bombardment or None, "ram": {"setup": of a ram, "hex": name or None, "stock"} or None,
     "breach": {"setup": of a melee} or None, "tower": {"setup": of a siege tower, "stock"} or None,
     "assault": {"setup": of a ladder assault} or None,
     "policies": {"breaches", "from_day", "rest", "order", "garrison", "healing"},
     "break_off": {"losses", "assaults", "turn"}}
    """
    return Campaign.begun(setup, given, roll).play()
