"""The men, ladders and places of a ladder assault, and what can happen to a man there."""

from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.ladder_panic import PANIC_TALLIES, Panic
from oracle.ladder_policies import DEFAULT_POLICIES
from oracle.men import Man, Options, Roll, movement
from oracle.readings import Readings

Setup = dict[str, Any]
TALLIES = ("shots", "hits", "cover_shots", "cover_hits", "topples", "falls", "crossings", "oil", *PANIC_TALLIES)


@dataclass
class Ladder:
    hex: int
    distance: int
    party: list[Man]
    upright: bool = False
    climber: Man | None = None


@dataclass
class Field:
    setup: Setup
    options: Options
    roll: Roll
    readings: Readings
    ladders: list[Ladder] = field(default_factory=list)
    wall: list[Man | None] = field(default_factory=list)
    reserve: list[Man] = field(default_factory=list)
    besiegers: list[Man] = field(default_factory=list)
    defenders: list[Man] = field(default_factory=list)
    barrels: int = 0
    turn: int = 0
    tallies: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TALLIES, 0))
    events: list[str] = field(default_factory=list)
    panic: Panic = field(init=False)

    def set_up(self) -> None:
        width, attackers, defence = self.setup["width"], self.setup["besiegers"], self.setup["defenders"]
        if attackers["ladders"] > width or defence["on_wall"] > width:
            raise ValueError("more ladders or men than hexes in the sector")
        for number in range(attackers["ladders"]):
            party = [Man(attackers["kind"], "besieger") for _ in range(attackers["men"])]
            self.besiegers += party
            self.ladders.append(Ladder(number, len(self.setup["approach"]), party))
        on_wall = [Man(defence["kind"], "defender") for _ in range(defence["on_wall"])]
        self.wall = [*on_wall, *[None] * (width - len(on_wall))]
        self.reserve = [Man(defence["kind"], "defender") for _ in range(defence["reserve"])]
        self.defenders = on_wall + self.reserve
        self.barrels = self.setup["oil"]
        self.panic = Panic(self.setup, self.options, self.die, self.tallies)

    def in_sector(self, place: int) -> bool:
        return 0 <= place < len(self.wall)

    def man_at(self, place: int) -> Man | None:
        return self.wall[place] if self.in_sector(place) else None

    def defender_at(self, place: int) -> Man | None:
        man = self.man_at(place)
        return man if man is not None and man.side == "defender" else None

    def besieger_at(self, place: int) -> Man | None:
        man = self.man_at(place)
        return man if man is not None and man.side == "besieger" else None

    def free(self, place: int) -> bool:
        return self.in_sector(place) and self.wall[place] is None

    def besieger_beside(self, place: int) -> bool:
        return self.besieger_at(place - 1) is not None or self.besieger_at(place + 1) is not None

    def upright_at(self, place: int) -> Ladder | None:
        """The upright ladder that leans on this hex."""
        if 0 <= place < len(self.ladders) and self.ladders[place].upright:
            return self.ladders[place]
        return None

    def climber_at(self, place: int) -> Man | None:
        ladder = self.upright_at(place)
        return ladder.climber if ladder else None

    def allowance(self, state: str) -> int:
        return movement(self.setup["besiegers"]["kind"], state, self.options)

    def policy(self, name: str) -> Any:
        return (DEFAULT_POLICIES | self.setup["policies"])[name]

    def die(self, what: str) -> int:
        value = self.roll()
        self.events.append(f"T{self.turn} {what}, die {value}")
        return value

    def note(self, result: str) -> None:
        self.events[-1] += f" -> {result}"

    def tally(self, name: str) -> None:
        self.tallies[name] += 1

    def take_away(self, man: Man) -> None:
        """Take a man from wherever he is."""
        self.wall = [None if other is man else other for other in self.wall]
        if man in self.reserve:
            self.reserve.remove(man)
        for ladder in self.ladders:
            if ladder.climber is man:
                ladder.climber = None
            if man in ladder.party:
                ladder.party.remove(man)

    def bury_if_dead(self, man: Man) -> None:
        if man.living:
            return
        ladder = self.party_that_sees(man)
        self.take_away(man)
        if ladder:
            self.panic.test(ladder.hex, ladder.party, ladder.distance)

    def party_that_sees(self, man: Man) -> Ladder | None:
        """The party on the ground that a besieger's death concerns; he has not been taken away yet."""
        for ladder in self.ladders:
            if man in ladder.party:
                return ladder
            above = ladder.climber is man or self.besieger_at(ladder.hex) is man
            if above and ladder.distance == 0 and self.on_ground(ladder):
                return ladder
        return None

    def on_ground(self, ladder: Ladder) -> list[Man]:
        """The men of a party on the ground who have not routed."""
        return ladder.party + self.panic.panicked_at(ladder.hex)

    def wound(self, man: Man) -> None:
        man.wound()
        self.bury_if_dead(man)

    def kill(self, man: Man) -> None:
        man.kill()
        self.bury_if_dead(man)

    def suffer(self, man: Man, letter: str) -> None:
        man.suffer(letter)
        self.bury_if_dead(man)

    def move_on_wall(self, man: Man, place: int) -> None:
        self.take_away(man)
        self.wall[place] = man

    def into_reserve(self, man: Man) -> None:
        """A defender leaves the wall; a stunned man who is made to retreat dies."""
        if man.state == "stunned":
            self.kill(man)
            return
        self.take_away(man)
        self.reserve.append(man)

    def defender_retreats(self, man: Man) -> None:
        if self.options["wall-retreat"] == "reserve":
            self.into_reserve(man)
        else:
            self.wound(man)  # a stunned man dies of this, too

    def climber_retreats(self, ladder: Ladder) -> None:
        man = ladder.climber
        assert man is not None
        if man.state == "stunned":
            self.kill(man)
        elif self.options["retreat-from-ladder"] == "foot":
            ladder.climber = None
            ladder.party.append(man)
        else:
            self.wound(man)

    def cross(self, ladder: Ladder) -> None:
        """The climber steps onto the wall, in movement or by advance."""
        man = ladder.climber
        assert man is not None
        self.move_on_wall(man, ladder.hex)
        self.tally("crossings")

    def shot_result(self, what: str, weapon: str, distance: int, cover: str, target: Man, *, wounded: bool) -> str:
        value = self.die(what)
        modifier = tables.range_modifier(weapon, distance, self.options["missile-ranges"])
        assert modifier is not None
        value += modifier
        if wounded:
            value += 1
        if target.kind["armour"] == "dismounted-knight":
            value += int(self.options["dismounted-knight"])
        result = tables.missile_result(weapon, value, cover)
        self.note(result)
        return result

    def in_range(self, weapon: str, distance: int) -> bool:
        return tables.range_modifier(weapon, distance, self.options["missile-ranges"]) is not None
