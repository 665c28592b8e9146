"""One trial of an attack with a siege tower, played man by man, one roll after the other. Plain and slow on purpose."""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from oracle import tables
from oracle.breaking_off import limit_of, reached
from oracle.effects import Effect, missile_effect
from oracle.fighting import (
    FIT,
    STUNNED,
    WOUNDED,
    Fighter,
    Group,
    befalls,
    driven_back,
    in_order,
    melee_phase,
    muster,
)
from oracle.men import Given, Roll, count, movement, recover
from oracle.outcome import Game, Outcome, counts
from oracle.tower_fire import TowerFire

Setup = dict[str, Any]
PUSHERS = 3
CLIMBS = {"two": 1, "three": 2}  # from one level to the next


@dataclass
class SiegeTower(Game):
    distance: int = 0
    barrels: int = 0
    below: list[Fighter] = field(default_factory=list)
    top: list[Fighter] = field(default_factory=list)
    shot_bolts: list[Fighter] = field(default_factory=list)  # who may not move in this player turn
    wall: list[Fighter] = field(default_factory=list)
    on_wall: list[Fighter] = field(default_factory=list)  # defenders
    reserve: list[Fighter] = field(default_factory=list)
    besiegers: list[Fighter] = field(default_factory=list)
    defenders: list[Fighter] = field(default_factory=list)

    def set_up(self) -> None:
        ours, theirs = self.setup["besiegers"], self.setup["defenders"]
        self.besiegers = muster(ours["kind"], "besiegers", ours["men"])
        self.top, self.below = self.besiegers[: ours["top"]], self.besiegers[ours["top"] :]
        self.defenders = muster(theirs["kind"], "defenders", theirs["on_wall"] + theirs["reserve"])
        self.on_wall = self.defenders[: theirs["on_wall"]]
        self.reserve = self.defenders[theirs["on_wall"] :]
        self.distance = len(self.setup["approach"])
        self.barrels = self.setup["oil"]["barrels"] if self.setup["oil"]["men"] else 0
        self.fire = TowerFire(self)

    def died(self, man: Fighter) -> None:
        """Nobody panics at a siege tower."""

    # Places.

    def at_wall(self) -> int:
        """How many men find a place on top beside the wall."""
        if self.distance > 0:
            return 0
        return sum(self.fire.is_open(place) for place in range(self.setup["abreast"]))

    def living(self, men: list[Fighter]) -> list[Fighter]:
        return [man for man in men if man.living]

    def free_on_top(self) -> bool:
        return len(self.living(self.top)) < self.fire.open_hexes()

    def wall_is_free(self) -> bool:
        return len(self.living(self.wall)) + len(self.living(self.on_wall)) < self.setup["width"]

    def go(self, man: Fighter, place: list[Fighter]) -> None:
        for other in (self.below, self.top, self.wall, self.on_wall, self.reserve):
            if man in other:
                other.remove(man)
        place.append(man)

    def come_down(self) -> None:
        """Men leave the top for whom no open hex is left."""
        for man in in_order(self.top, (WOUNDED, FIT, STUNNED)):
            if len(self.living(self.top)) > self.fire.open_hexes():
                self.go(man, self.below)

    def cross(self, man: Fighter) -> None:
        self.go(man, self.wall)
        self.tally("crossings")

    # The sides of the fights.

    def from_wall(self) -> Group:
        return Group(
            name="besiegers",
            men=lambda: self.living(self.wall),
            terrain="battlement",
            policies=self.setup["policies"]["besiegers"],
            room=self.free_on_top,
            goes_back=lambda man: self.go(man, self.top),
        )

    def from_top(self) -> Group:
        return Group(
            name="besiegers",
            men=lambda: self.living(self.top),
            terrain="siege_tower_top",
            policies=self.setup["policies"]["besiegers"],
            room=lambda: self.rules.option("tower-top-retreat") == "inside",
            goes_back=lambda man: self.go(man, self.below),
            front=self.at_wall(),
        )

    def defending(self) -> Group:
        return Group(
            name="defenders",
            men=lambda: self.living(self.on_wall),
            terrain="battlement",
            policies=self.setup["policies"]["defenders"],
            room=lambda: self.rules.option("wall-retreat") == "reserve",
            goes_back=lambda man: self.go(man, self.reserve),
        )

    # The besiegers' player turn.

    def besiegers_turn(self) -> None:
        self.platform_shoots(bows_only=False)
        self.move_tower_and_men()
        self.platform_shoots(bows_only=True)
        if self.setup["policies"]["fire_policy"] == "put-out":
            self.fire.fight(in_order(self.below, (FIT, WOUNDED)))
        if self.distance == 0:
            # Who falls back to the top has fought: he is there, and attacks in his next player turn again.
            fresh = list(self.top)
            melee_phase(self, self.from_wall(), self.defending())
            attackers = replace(self.from_top(), men=lambda: [man for man in self.living(self.top) if man in fresh])
            melee_phase(self, attackers, self.defending(), advance=self.victor_crosses)
        if self.rules.option("fire-spread-timing") == "end-of-opponents-turn":
            self.fire.spread()
        recover(self.besiegers)

    def victor_crosses(self, group: list[Fighter], target: Fighter) -> None:
        """One man of the group crosses from the top into the hex that the target has left."""
        if target not in self.living(self.on_wall):
            self.advance(group)

    def target_crosses(self, group: list[Fighter], target: Fighter) -> None:
        """A man on top who was attacked, from a place at the wall then, crosses into a hex that a man of the group has left."""
        if any(man not in self.living(self.on_wall) for man in group):
            self.advance([target])

    def advance(self, men: list[Fighter]) -> None:
        victors = in_order([man for man in men if man in self.top], (FIT, WOUNDED))
        if victors and self.setup["policies"]["besiegers"].get("advance", True):
            self.cross(victors[0])

    def platform_shoots(self, *, bows_only: bool) -> None:
        weapon = self.setup["platform"]["weapon"]
        if weapon == "none" or self.setup["policies"]["platform"] == "hold" or self.distance == 0:
            return
        modifier = tables.range_modifier(self.rules, weapon, self.distance + 1)
        if modifier is None or (bows_only and not tables.is_bow(self.rules, weapon)):
            return
        for man in in_order(self.top, (FIT, WOUNDED)):
            targets = in_order(self.on_wall, (FIT, STUNNED, WOUNDED))
            if targets:
                self.platform_shot(man, targets[0], weapon, modifier)
                self.shot_bolts += [] if tables.is_bow(self.rules, weapon) else [man]

    def platform_shot(self, man: Fighter, target: Fighter, weapon: str, modifier: int) -> None:
        cover = tables.cover_of(self.rules, "battlement")
        if self.rules.option("siege-tower-shooter-cover") == "void":
            cover = "none"
        if man.state == "wounded":
            modifier += self.rules.number("missile-modifiers", "shooter_wounded")
        effect = self.shot(f"{man.what} on top shoots", target, weapon, modifier, cover)
        self.tally("platform_shots")
        if effect.hurts:
            self.tally("platform_hits")
        befalls(self, target, effect, lambda _men, _hexes: self.go(target, self.reserve))

    def shot(self, what: str, target: Fighter, weapon: str, modifier: int, cover: str) -> Effect:
        value = self.die(f"{what} at {target.what}") + modifier
        value += tables.knight_modifier(self.rules, target.kind)
        result = tables.missile_result(self.rules, weapon, value, cover)
        self.note(result)
        return missile_effect(self.rules, result)

    def move_tower_and_men(self) -> None:
        arriving = self.distance > 0
        self.push()
        exit_cost = int(self.rules.option("siege-tower-exit"))
        if self.distance == 0:
            for man in in_order(self.top, (FIT, WOUNDED)):
                if man not in self.shot_bolts and self.may_cross(self.allowance(man.state), exit_cost):
                    self.cross(man)
        self.shot_bolts = []
        while self.free_on_top():
            man = self.next_to_climb(arriving=arriving)
            if man is None:
                return
            self.go(man, self.top)
            left = self.allowance(man.state) - self.climbing()
            if self.may_cross(left, exit_cost):
                self.cross(man)

    def may_cross(self, points: int, cost: int) -> bool:
        return points >= cost and self.at_wall() > 0 and self.wall_is_free()

    def next_to_climb(self, *, arriving: bool) -> Fighter | None:
        able = in_order(self.below, (FIT, WOUNDED))
        if arriving and len(able) <= PUSHERS:
            return None
        up = self.climbing()
        return next((man for man in able if self.allowance(man.state) >= up), None)

    def climbing(self) -> int:
        """Points from below to the top: a step of the tower costs what its hex costs on foot."""
        step = int(tables.printed(self.rules, "siege_tower", "foot"))
        return CLIMBS[self.rules.option("siege-tower-levels")] * step

    def allowance(self, state: str) -> int:
        return movement(self.setup["besiegers"]["kind"], state, self.rules)

    def push(self) -> None:
        if count(self.below, "fit", "wounded") < PUSHERS or self.fire.fires:
            return
        way = self.setup["approach"][len(self.setup["approach"]) - self.distance :]
        costs = [tables.engine_cost(self.rules, terrain) for terrain in way]
        self.distance -= tables.hexes_moved(way, costs, tables.RAM_POINTS)

    # The defenders' player turn.

    def defenders_turn(self) -> None:
        self.archers_shoot(bows_only=False)
        while self.wall_is_free() and (ready := in_order(self.reserve, (FIT, WOUNDED))):
            self.go(ready[0], self.on_wall)
        self.archers_shoot(bows_only=True)
        if self.distance == 0:
            self.fire.pour_oil()
            self.defenders_fight()
        recover(self.defenders)

    def archers_shoot(self, *, bows_only: bool) -> None:
        archers = self.setup["archers"]
        if bows_only and not tables.is_bow(self.rules, archers["weapon"]):
            return
        ways = [self.fire.arrow, self.arrow_at_men]
        if self.setup["policies"]["arrows"] == "men":
            ways.reverse()
        shoot_wall = self.setup["policies"].get("shoot_wall", "last")
        if shoot_wall != "never":
            ways.insert(0 if shoot_wall == "first" else len(ways), self.arrow_at_wall)
        for number in range(archers["men"]):
            any(shoot(number) for shoot in ways)  # the first that is possible

    def arrow_at_men(self, number: int) -> bool:
        """Shoot at a man on top; say whether that was possible."""
        archers = self.setup["archers"]
        hexes = self.distance + 1 + archers["aside"]
        modifier = tables.range_modifier(self.rules, archers["weapon"], hexes)
        targets = in_order(self.top, (FIT, STUNNED, WOUNDED))
        if modifier is None or not targets or self.friends_in_the_way():
            return False
        on_top = tables.printed(self.rules, "siege_tower", "cover", second=True)
        self.arrow_at_man(number, targets[0], modifier, on_top, self.from_top())
        return True

    def arrow_at_wall(self, number: int) -> bool:
        """Shoot at a besieger on the wall; say whether that was possible."""
        archers = self.setup["archers"]
        modifier = tables.range_modifier(self.rules, archers["weapon"], 1 + archers["aside"])
        targets = in_order(self.wall, (FIT, STUNNED, WOUNDED))
        if modifier is None or not targets or self.living(self.on_wall):
            return False
        self.arrow_at_man(number, targets[0], modifier, "none", self.from_wall())
        return True

    def arrow_at_man(self, number: int, man: Fighter, modifier: int, cover: str, side: Group) -> None:
        effect = self.shot(f"archer {number}", man, self.setup["archers"]["weapon"], modifier, cover)
        self.tally("shots")
        if effect.hurts:
            self.tally("hits")
        befalls(self, man, effect, partial(driven_back, self, side))

    def friends_in_the_way(self) -> bool:
        if self.distance > 0 or not self.living(self.on_wall):
            return False
        # What the Italian 2.82 adds binds men on siege towers only.
        apart = abs(tables.level(self.rules, "siege_tower_top") - tables.level(self.rules, "battlement"))
        return not (apart > 0 if self.rules.option("friend-adjacent-height") == "any-difference" else apart >= 1)

    def defenders_fight(self) -> None:
        able = in_order(self.on_wall, (FIT, WOUNDED))
        strike = self.setup["policies"]["strike"]
        for place in ("wall", "top") if strike == "wall" else ("top", "wall"):
            target = self.from_wall() if place == "wall" else self.from_top()
            reached = len(target.men())
            if place == "top":
                reached = min(reached, self.at_wall())
            ready = able[: self.setup["policies"]["defenders"]["together"] * reached]
            able = able[len(ready) :]
            melee_phase(self, self.defending(), target, ready=ready, advance=self.target_crosses)

    # The end of the game turn.

    def end_of_turn(self) -> None:
        if self.rules.option("fire-spread-timing") in tables.SPREAD_AT_THE_END:
            self.fire.spread()
        self.fire.burn()

    def ending(self) -> str | None:
        if len(self.living(self.wall)) >= self.setup["foothold"]:
            return "foothold"
        if self.fire.burnt():
            return "destroyed"
        if reached(limit_of(self.setup), count(self.besiegers, "dead", "wounded"), self.turn):
            return "repulsed"
        if self.distance == 0 and not self.living(self.top + self.wall) and not self.anybody_can_climb():
            return "repulsed"
        if reached(limit_of(self.setup, "defenders"), count(self.defenders, "dead", "wounded"), self.turn):
            return "abandoned"
        return None

    def anybody_can_climb(self) -> bool:
        up = self.climbing()
        fit = count(self.below, "fit", "stunned") > 0 and self.allowance("fit") >= up
        return fit or (count(self.below, "wounded") > 0 and self.allowance("wounded") >= up)

    def outcome(self, ending: str) -> Outcome:
        return self.came(ending, **counts(self.besiegers, self.defenders))


def play_siege_tower(setup: Setup, given: Given, roll: Roll) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10."""
    return SiegeTower.begun(setup, given, roll).play()
