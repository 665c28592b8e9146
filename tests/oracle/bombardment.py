"""One trial of a bombardment, engine by engine and day by day. Plain and slow on purpose."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.men import Given
from oracle.outcome import Game, Outcome

Setup = dict[str, Any]
LIGHT, HEAVY = "light_stone_thrower", "heavy_stone_thrower"


@dataclass(eq=False)
class Engine:
    kind: str
    points: int
    damaged: bool = False  # today
    under_repair: bool = False


@dataclass(eq=False)
class WallHex:
    name: str
    wall: str
    marks: int
    before: str | None
    needed: int
    shot_at: bool = False

    @property
    def down(self) -> bool:
        return self.marks >= self.needed


@dataclass
class Bombardment(Game):
    day: int = 0
    heavy: list[Engine] = field(default_factory=list)
    light: list[Engine] = field(default_factory=list)
    hexes: list[WallHex] = field(default_factory=list)
    missing: int = 0  # points that are missing today
    missing_tomorrow: int = 0

    def set_up(self) -> None:
        engines = self.setup["engines"]
        self.heavy = [Engine(HEAVY, self.points_of_one(HEAVY)) for _ in range(engines["heavy"])]
        self.light = [Engine(LIGHT, self.points_of_one(LIGHT)) for _ in range(engines["light"])]
        if not self.heavy + self.light:
            raise ValueError("a bombardment needs an engine")
        for entry in self.setup["hexes"]:
            needed = tables.marks_to_breach(self.rules, entry["wall"])
            place = WallHex(entry["name"], entry["wall"], entry["marks"], entry.get("before"), needed)
            if place.down:
                raise ValueError(f"{place.name} is down from the start")
            self.hexes.append(place)

    def points_of_one(self, kind: str) -> int:
        return self.rules.number("machine-points", kind)

    def down(self) -> int:
        return sum(place.down for place in self.hexes)

    def behind_a_breach(self, place: WallHex) -> bool:
        if place.before is not None:
            return any(other.down for other in self.hexes if other.name == place.before)
        return any(other.down for other in self.hexes if other.wall in ("outer", "tower"))

    def may_be_shot_at(self, place: WallHex) -> bool:
        if place.down:
            return False
        if place.wall == "keep" and self.rules.option("keep-bombardment-condition") == "keep-damaged":
            return any(other.marks for other in self.hexes if other.wall == "keep" and other is not place)
        return place.wall in ("outer", "tower") or self.behind_a_breach(place)

    def column(self, points: int) -> str | None:
        return tables.battering_column(self.rules, points)

    def allot(self, targets: list[WallHex]) -> list[list[Engine]]:
        """Return the engines for each target; the engines nobody asks for are left out."""
        heavy = [engine for engine in self.heavy if not engine.under_repair]
        light = [engine for engine in self.light if not engine.under_repair]
        allocation = self.setup["policies"]["allocation"]
        groups: list[list[Engine]] = [[] for _ in targets]
        if allocation == "concentrate":
            groups[0] = heavy + light
        elif allocation == "spread":
            for engine in heavy + light:
                min(groups, key=total).append(engine)
        else:
            for group in groups:
                take_heavy, take_light = self.fewest(len(heavy), len(light))
                group += heavy[:take_heavy] + light[:take_light]
                heavy, light = heavy[take_heavy:], light[take_light:]
        return groups

    def fewest(self, heavy: int, light: int) -> tuple[int, int]:
        """The fewest points that reach the column of all these engines; of equal sums the one with more heavy ones."""
        of_heavy, of_light = self.points_of_one(HEAVY), self.points_of_one(LIGHT)
        all_points = of_heavy * heavy + of_light * light
        if all_points == 0:
            return 0, 0
        ways = [
            (of_heavy * a + of_light * b, -a, b)
            for a in range(heavy + 1)
            for b in range(light + 1)
            if a + b > 0 and self.column(of_heavy * a + of_light * b) == self.column(all_points)
        ]
        _, minus_heavy, take_light = min(ways)
        return -minus_heavy, take_light

    def points_of(self, groups: list[list[Engine]]) -> list[int]:
        """The points of each group, less those that are missing today."""
        idle = total(self.heavy + self.light) - sum(total(group) for group in groups)
        if self.rules.option("engine-repair") == "engines":
            return [total(group) for group in groups]
        missing = max(0, self.missing - idle)
        points = [total(group) for group in groups]
        for place in reversed(range(len(points))):
            here = min(missing, points[place])
            points[place] -= here
            missing -= here
        return points

    def play_day(self) -> None:
        self.day += 1
        targets = [place for place in self.hexes if self.may_be_shot_at(place)]
        groups = self.allot(targets) if targets else []
        rolled = False
        for place, group, points in zip(targets, groups, self.points_of(groups), strict=True):
            column = self.column(points) if points else None
            if column is not None:
                rolled = True
                self.shoot(place, group, points, column)
        self.tallies["idle_days"] += not rolled
        self.evening()

    def shoot(self, place: WallHex, group: list[Engine], points: int, column: str) -> None:
        die = self.roll()
        self.tallies["rolls"] += 1
        place.shot_at = True
        modified = die
        if place.wall in ("tower", "keep") and self.rules.option("tower-keep-minus-one") == "-1":
            modified += self.rules.number("battering-modifiers", "tower_or_keep_hex")
        damage, loss = tables.battering_result(self.rules, column, modified)
        loss = min(loss, points)  # more than has shot cannot be damaged
        self.events.append(f"D{self.day} {place.name}, column {column}, die {die}")
        self.tallies["points_damaged"] += loss
        if damage:
            self.tallies["damages"] += 1
            place.marks += 1
            self.tallies[f"down:{place.name}"] += place.down
        if self.rules.option("engine-repair") == "points":
            self.missing_tomorrow += loss
        else:
            self.damage_engines(group, loss)

    def damage_engines(self, group: list[Engine], loss: int) -> None:
        heavy = [engine for engine in group if engine.kind == HEAVY]
        light = [engine for engine in group if engine.kind == LIGHT]
        policy = self.setup["policies"]["damaged"]
        if policy == "least":
            hurt = self.cheapest(heavy, light, loss)
        else:
            order = light + heavy if policy == "light-first" else heavy + light
            hurt = []
            for engine in order:
                if loss > 0:
                    hurt.append(engine)
                    loss -= engine.points
        for engine in hurt:
            engine.damaged = True

    @staticmethod
    def cheapest(heavy: list[Engine], light: list[Engine], loss: int) -> list[Engine]:
        ways = [heavy[:a] + light[:b] for a in range(len(heavy) + 1) for b in range(len(light) + 1)]
        enough = [way for way in ways if total(way) >= loss]
        return min(enough, key=lambda way: (total(way), -sum(engine in heavy for engine in way)))

    def evening(self) -> None:
        """What was damaged yesterday is whole again; what was damaged today is under repair tomorrow."""
        for engine in self.heavy + self.light:
            engine.under_repair, engine.damaged = engine.damaged, False
        self.missing, self.missing_tomorrow = self.missing_tomorrow, 0

    def play(self) -> Outcome:
        for _ in range(self.setup["turns"]):
            self.play_day()
            if self.down() >= self.setup["wanted"]:
                return self.outcome("breached")
            if self.day == self.setup["relief"]:
                return self.outcome("relieved")
        return self.outcome("undecided")

    def outcome(self, ending: str) -> Outcome:
        marks = sum(place.marks for place in self.hexes)
        measures = {"breaches": self.down(), "marks": marks}
        return Outcome(ending, self.day, marks=marks, tallies=self.tallies, events=self.events, measures=measures)


def total(engines: list[Engine]) -> int:
    return sum(engine.points for engine in engines)


def play_bombardment(setup: Setup, given: Given, roll: Callable[[], int]) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10.

    setup: {"turns", "wanted", "relief": day or None, "engines": {"light", "heavy"},
     "hexes": [{"name", "wall", "marks", "before": name or None}, ...],
     "policies": {"allocation": "concentrate"|"spread"|"keep-back", "damaged": "least"|"light-first"|"heavy-first"}}
    """
    return Bombardment.begun(setup, given, roll).play()
