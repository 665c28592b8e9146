"""The men, ladders and places of a ladder assault, and what can happen to a man there."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.effects import Effect, Side, missile_effect
from oracle.ladder_panic import Panic
from oracle.ladder_policies import DEFAULT_POLICIES
from oracle.men import Man, movement
from oracle.outcome import Game

Setup = dict[str, Any]


@dataclass
class Ladder:
    hex: int
    distance: int
    party: list[Man]
    upright: bool = False
    climber: Man | None = None


@dataclass
class Field(Game):
    ladders: list[Ladder] = field(default_factory=list)
    wall: list[Man | None] = field(default_factory=list)
    reserve: list[Man] = field(default_factory=list)
    besiegers: list[Man] = field(default_factory=list)
    defenders: list[Man] = field(default_factory=list)
    barrels: int = 0
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
        self.panic = Panic(self.setup, self.rules, self.die, self.tallies)

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
        return movement(self.setup["besiegers"]["kind"], state, self.rules)

    def points(self, name: str) -> int:
        """Movement points that something with a ladder takes."""
        return self.rules.number("ladder", name)

    @property
    def carriers(self) -> int:
        return self.points("carriers")

    def carrying_points(self, state: str) -> int:
        return self.allowance(state) + self.points("carry_penalty_movement")

    def policy(self, name: str) -> Any:
        return (DEFAULT_POLICIES | self.setup["policies"])[name]

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

    def bury(self, dead: list[Man]) -> None:
        """One result has killed these men: their parties may panic, one after another."""
        for man in dead:
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
        if not man.living:
            self.bury([man])

    def one(self, man: Man, driven: Callable[[int], None]) -> Side[Man]:
        """The side of a result that is one man, and what he does when he has to retreat so many hexes."""
        return Side([man], lambda _men, hexes: driven(hexes), self.bury)

    def move_on_wall(self, man: Man, place: int) -> None:
        self.take_away(man)
        self.wall[place] = man

    def into_reserve(self, man: Man) -> None:
        """A defender leaves the wall."""
        self.take_away(man)
        self.reserve.append(man)

    def defender_retreats(self, man: Man) -> None:
        if self.rules.option("wall-retreat") == "reserve":
            self.into_reserve(man)
        else:
            man.wound()

    def climber_retreats(self, ladder: Ladder) -> None:
        man = ladder.climber
        assert man is not None
        if self.rules.option("retreat-from-ladder") == "foot":
            ladder.climber = None
            ladder.party.append(man)
        else:
            man.wound()

    def retreats_on_wall(self, man: Man, place: int, hexes: int, *steps: int) -> None:
        """Go so many hexes along the wall, to the first side where all are free and no enemy stands beyond."""
        for step in steps:
            way = [place + step * number for number in range(1, hexes + 1)]
            if all(self.free(other) for other in way) and not self.defender_at(way[-1] + step):
                self.move_on_wall(man, way[-1])
                return
        man.wound()

    def cross(self, ladder: Ladder) -> None:
        """The climber steps onto the wall, in movement or by advance."""
        man = ladder.climber
        assert man is not None
        self.move_on_wall(man, ladder.hex)
        self.tally("crossings")

    def shot_at(self, what: str, weapon: str, distance: int, cover: str, target: Man, *, wounded: bool) -> Effect:
        value = self.die(what)
        modifier = tables.range_modifier(self.rules, weapon, distance)
        assert modifier is not None
        value += modifier
        if wounded:
            value += self.rules.number("missile-modifiers", "shooter_wounded")
        value += tables.knight_modifier(self.rules, target.kind)
        result = tables.missile_result(self.rules, weapon, value, cover)
        self.note(result)
        return missile_effect(self.rules, result)

    def in_range(self, weapon: str, distance: int) -> bool:
        return tables.range_modifier(self.rules, weapon, distance) is not None
