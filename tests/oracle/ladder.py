"""One trial of a ladder assault, played man by man, one roll after the other. Plain and slow on purpose."""

from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.breaking_off import limit_of, reached
from oracle.fighting import WOUND_ORDER
from oracle.ladder_panic import PANIC_TALLIES, Panic
from oracle.ladder_policies import AIM, DEFAULT_POLICIES, oil_on_foot, seek_fight, seeks_fight, shoot_at_wall
from oracle.men import DEFAULTS, Man, Options, Roll, count, first_of, movement, odds_column, recover
from oracle.outcome import Outcome
from oracle.readings import RULES, Readings

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
class Assault:
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

    def besiegers_turn(self) -> None:
        self.covering_archers(bows_only=False)
        self.besiegers_move()
        self.covering_archers(bows_only=True)
        self.besiegers_melee()
        recover(self.besiegers)

    def covering_archers(self, *, bows_only: bool) -> None:
        group = self.setup["covering"]
        for number in range(group["men"]):
            if bows_only and group["weapon"] not in tables.BOWS:
                return
            if not self.in_range(group["weapon"], group["distance"]):
                return
            target = self.covering_target()
            if target is None:
                return
            self.covering_shot(number, group, target)

    def covering_target(self) -> Man | None:
        for place in range(len(self.wall)):
            man = self.defender_at(place)
            if man and not self.climber_at(place) and not self.besieger_beside(place):
                return man
        return None

    def covering_shot(self, number: int, group: Setup, target: Man) -> None:
        what = f"covering shot {number}: hex {self.wall.index(target)}"
        result = self.shot_result(
            what, group["weapon"], group["distance"], tables.COVER_OF_BATTLEMENT, target, wounded=False
        )
        self.tally("cover_shots")
        if result in ("B", "C"):
            self.tally("cover_hits")
        if result == "A":
            self.into_reserve(target)
        elif result == "B":
            self.wound(target)
        elif result == "C":
            self.kill(target)

    def besiegers_move(self) -> None:
        if seeks_fight(self):
            seek_fight(self)
        else:
            self.make_room()
        for ladder in self.ladders:
            if ladder.upright:
                self.move_at_upright_ladder(ladder)
            else:
                self.carry(ladder)
        self.panic.end_of_movement([ladder.party for ladder in self.ladders])

    def make_room(self) -> None:
        if not self.setup["policies"]["make_room"]:
            return
        for place in reversed(range(len(self.wall))):
            man = self.besieger_at(place)
            if man and man.able and self.upright_at(place) and self.free(place + 1):
                self.move_on_wall(man, place + 1)

    def next_cost(self, ladder: Ladder) -> int:
        approach = self.setup["approach"]
        return tables.enter_cost(approach, len(approach) - ladder.distance)

    def carry(self, ladder: Ladder) -> None:
        if count(ladder.party, "fit", "wounded") < 2:
            return
        state = "fit" if count(ladder.party, "fit") >= 2 else "wounded"
        points = self.allowance(state) - tables.CARRYING
        spent, moved = 0, False
        while ladder.distance > 0 and spent + self.next_cost(ladder) <= points:
            spent += self.next_cost(ladder)
            ladder.distance -= 1
            moved = True
        if ladder.distance == 0:
            ladder.upright = True
            if self.options["climb-in-raising-move"] == "allowed":
                self.follower_climbs(ladder, spent, moved=moved)

    def follower_climbs(self, ladder: Ladder, spent: int, *, moved: bool) -> None:
        fit, wounded = count(ladder.party, "fit"), count(ladder.party, "wounded")
        fit_carriers = min(2, fit) if moved else 2 - min(2, wounded)
        followers = {"fit": fit - fit_carriers, "wounded": wounded - (2 - fit_carriers)}
        for state in ("fit", "wounded"):
            left = self.allowance(state) - spent - tables.CLIMB
            if followers[state] > 0 and left >= 0:
                self.climb(ladder, state)
                self.cross_at_once(ladder, left)
                return

    def climb(self, ladder: Ladder, state: str) -> None:
        man = first_of(ladder.party, state)
        assert man is not None
        ladder.party.remove(man)
        ladder.climber = man

    def cross_at_once(self, ladder: Ladder, left: int) -> None:
        """For a man who has climbed in this move and has so many points left."""
        allowed = self.options["ladder-climb-and-cross"] == "by-allowance"
        if allowed and left >= tables.LADDER_TO_BATTLEMENT and self.free(ladder.hex):
            self.cross(ladder)

    def move_at_upright_ladder(self, ladder: Ladder) -> None:
        man = ladder.climber
        strong_enough = man is not None and self.allowance(man.state) >= tables.LADDER_TO_BATTLEMENT
        if man and man.able and strong_enough and self.free(ladder.hex):
            self.cross(ladder)
        self.next_man_climbs(ladder)
        self.next_man_climbs(ladder)  # if the first has gone across at once

    def next_man_climbs(self, ladder: Ladder) -> None:
        if ladder.climber is not None:
            return
        for state in ("fit", "wounded"):
            left = self.allowance(state) - tables.CLIMB
            if first_of(ladder.party, state) and left >= 0:
                self.climb(ladder, state)
                self.cross_at_once(ladder, left)
                return

    def besiegers_melee(self) -> None:
        for man in self.besiegers:
            man.attacked = False
        for place in range(len(self.wall)):
            target = self.defender_at(place)
            if target is None:
                continue
            attackers = self.attackers_of(place)
            if self.policy("attack") == "joint":
                self.attack_wall(place, attackers)
                continue
            for where, man in attackers.items():
                if self.defender_at(place) is target:
                    self.attack_wall(place, {where: man})

    def attackers_of(self, place: int) -> dict[str, Man]:
        """Those who may attack the defender of a hex, by where they stand."""
        around = {
            "climber": self.climber_at(place),
            "lower": self.besieger_at(place - 1),
            "higher": self.besieger_at(place + 1),
        }
        return {where: man for where, man in around.items() if man and man.able and not man.attacked}

    def ladder_sign(self) -> int:
        return -1 if self.options["ladder-combat-sign"] == "-" else 0

    def attack_wall(self, place: int, attackers: dict[str, Man]) -> None:
        target = self.defender_at(place)
        if target is None or not attackers:
            return
        men = list(attackers.values())
        signs = [self.ladder_sign() if where == "climber" else tables.SIGN_BATTLEMENT for where in attackers]
        column = odds_column(men, target, signs, tables.SIGN_BATTLEMENT, self.options)
        if column is None or column < int(self.policy("attack_from").split("-")[0]):
            return
        for man in men:
            man.attacked = True
        result = self.fight(f"besiegers {'+'.join(attackers)} attack hex {place}", column, men, target)
        if result == "A":
            self.one_attacker_wounded(attackers, ("lower", "higher", "climber"), self.policy("wound"))
        elif result == "B":
            self.attackers_retreat(place, attackers)
        elif result == "C":
            self.defender_retreats(target)
        elif result in ("D", "E", "F"):
            self.suffer(target, result)
        self.climber_may_advance(place, attackers)

    def climber_may_advance(self, place: int, attackers: dict[str, Man]) -> None:
        climber = self.climber_at(place)
        if climber is None or not climber.able or not climber.attacked or not self.free(place):
            return
        if self.readings.advance_after_own_combat_only and "climber" not in attackers:
            return
        self.cross(self.ladders[place])

    def fight(self, what: str, column: int, attackers: list[Man], target: Man) -> str:
        for man in [*attackers, target]:
            man.in_melee = True
        value = self.die(f"{what} on {column}-1")
        result = tables.combat_result(column, value)
        self.note(result)
        return result

    def one_attacker_wounded(self, attackers: dict[str, Man], order: tuple[str, ...], policy: str) -> None:
        in_order = [attackers[where] for where in order if where in attackers]
        victim = first_of(in_order, *WOUND_ORDER[policy])
        assert victim is not None
        self.wound(victim)

    def attackers_retreat(self, place: int, attackers: dict[str, Man]) -> None:
        for where, man in attackers.items():
            if where == "climber":
                self.climber_retreats(self.ladders[place])
                continue
            step = -1 if where == "lower" else 1
            goal = place + 2 * step
            if self.free(goal) and self.defender_at(goal + step) is None:
                self.move_on_wall(man, goal)
            else:
                self.wound(man)

    def defenders_turn(self) -> None:
        for man in self.defenders:
            man.moved = man.shot = man.attacked = False
        self.defenders_shoot(bows_only=False)
        for man in self.defenders:
            man.in_melee = False
        self.defenders_move()
        self.defenders_shoot(bows_only=True)
        self.defenders_melee()
        recover(self.defenders)

    def defenders_shoot(self, *, bows_only: bool) -> None:
        towers = self.setup["towers"]
        for number in range(towers["men"]):
            if not bows_only or towers["weapon"] in tables.BOWS:
                who = f"towers shot {number}"
                self.shoot_at_will(who, number, towers["weapon"], towers["aside"], wounded=False)
        weapon = self.setup["defenders"]["weapon"]
        if weapon == "none" or (bows_only and weapon not in tables.BOWS):
            return
        for place in range(len(self.wall)):
            self.man_on_wall_shoots(place, weapon, first_phase=not bows_only)

    def man_on_wall_shoots(self, place: int, weapon: str, *, first_phase: bool) -> None:
        man = self.defender_at(place)
        if man is None or not man.able or self.besieger_beside(place):
            return
        if first_phase and man.in_melee and self.readings.melee_bars_first_shot:
            return
        wounded = man.state == "wounded"
        before = len(self.events)
        who = f"wall shot {place}"
        ladder = self.upright_at(place)
        if ladder is None:
            self.shoot_at_will(who, place, weapon, 0, wounded=wounded, stands_on=place)
        elif self.policy("facing") == "shoot" and ladder.climber:
            self.shoot_at_climber(who, ladder, weapon, 0, wounded=wounded)
        man.shot = man.shot or len(self.events) > before

    def shoot_at_will(
        self, who: str, number: int, weapon: str, aside: int, *, wounded: bool, stands_on: int | None = None
    ) -> None:
        """Shoot at the men of the ladders or at those on the wall, as the policy has it."""
        wall = self.policy("shoot_wall")
        if wall == "first" and shoot_at_wall(self, who, weapon, aside, wounded=wounded, stands_on=stands_on):
            return
        if not self.shoot_at_a_ladder(who, number, weapon, aside, wounded=wounded) and wall == "last":
            shoot_at_wall(self, who, weapon, aside, wounded=wounded, stands_on=stands_on)

    def shoot_at_a_ladder(self, who: str, number: int, weapon: str, aside: int, *, wounded: bool) -> bool:
        """Look at the ladders in turn and shoot at the first target; say whether there was one."""
        start = number if self.policy("fire") == "spread" else 0
        shots = [self.shoot_at_exposed_climber, self.shoot_at_ground]
        if self.policy("shoot_first") == "ground":
            shots.reverse()
        for step in range(len(self.ladders)):
            ladder = self.ladders[(start + step) % len(self.ladders)]
            for shoot in shots:
                if shoot(who, ladder, weapon, aside, wounded=wounded):
                    return True
        return False

    def defenders_shot(self, who: str, weapon: str, distance: int, cover: str, target: Man, *, wounded: bool) -> str:
        result = self.shot_result(who, weapon, distance, cover, target, wounded=wounded)
        self.tally("shots")
        if result in ("B", "C"):
            self.tally("hits")
        return result

    def shoot_at_exposed_climber(self, who: str, ladder: Ladder, weapon: str, aside: int, *, wounded: bool) -> bool:
        """Shoot at a climber beside whom, at the same height, no defender stands."""
        if self.defender_at(ladder.hex):
            return False
        return self.shoot_at_climber(who, ladder, weapon, aside, wounded=wounded)

    def shoot_at_climber(self, who: str, ladder: Ladder, weapon: str, aside: int, *, wounded: bool) -> bool:
        """Shoot; say whether a shot was possible."""
        man = ladder.climber
        distance = 1 + aside
        if man is None or not self.in_range(weapon, distance):
            return False
        what = f"{who}: ladder {ladder.hex} climber"
        result = self.defenders_shot(what, weapon, distance, "none", man, wounded=wounded)
        if result == "A":
            self.climber_retreats(ladder)
        elif result == "B":
            self.wound(man)
        elif result == "C":
            self.kill(man)
        return True

    def shoot_at_ground(self, who: str, ladder: Ladder, weapon: str, aside: int, *, wounded: bool) -> bool:
        """Shoot; say whether a shot was possible."""
        man = first_of(ladder.party, *AIM[self.policy("aim")])
        distance = ladder.distance + 1 + aside
        cover = self.cover_on_ground(ladder, distance)
        if man is None or cover == "infinite" or not self.in_range(weapon, distance):
            return False
        what = f"{who}: ladder {ladder.hex} ground"
        result = self.defenders_shot(what, weapon, distance, cover, man, wounded=wounded)
        if result == "A":
            self.man_on_ground_retreats(ladder, man)
        elif result == "B":
            self.wound(man)
        elif result == "C":
            self.kill(man)
        return True

    def man_on_ground_retreats(self, ladder: Ladder, man: Man) -> None:
        if man.state == "stunned":
            self.kill(man)
        elif ladder.distance > 0 and self.options["carrier-retreat"] == "falls-back":
            ladder.distance = min(ladder.distance + 2, len(self.setup["approach"]))

    def cover_on_ground(self, ladder: Ladder, distance: int) -> str:
        approach = self.setup["approach"]
        terrain = "flat_ground"
        if approach:
            terrain = approach[max(0, len(approach) - ladder.distance - 1)]
        cover = tables.GROUND[terrain][1]
        if terrain in tables.NO_COVER_FROM_ABOVE and distance <= tables.RADIUS_FROM_ABOVE:
            cover = "none"
        if self.setup["mantlets"] and ladder.distance > 0:
            ranks = [*tables.COVERS, "infinite"]
            cover = max(cover, self.options["mantlet-cover"], key=ranks.index)
        return cover

    def defenders_move(self) -> None:
        for place in range(len(self.wall)):
            if not self.free(place):
                continue
            man = first_of(self.reserve, "fit", "wounded")
            if man is None and self.upright_at(place):
                man = self.neighbour_who_helps(place)
            if man:
                self.move_on_wall(man, place)
                man.moved = True

    def neighbour_who_helps(self, place: int) -> Man | None:
        if self.setup["defenders"]["weapon"] != "none":
            return None
        for beside in (place + 1, place - 1):
            man = self.defender_at(beside)
            if man and man.able and not self.upright_at(beside):
                return man
        return None

    def defenders_melee(self) -> None:
        for place in range(len(self.wall)):
            man, ladder = self.defender_at(place), self.upright_at(place)
            if man is None or not man.able or oil_on_foot(self, place, man):
                continue
            if ladder and ladder.climber:
                self.act_on_climber(place, man, ladder)
        for place in range(len(self.wall)):
            if self.besieger_at(place):
                self.attack_besieger_on_wall(place)
        if self.policy("topple_empty") and self.policy("facing") != "shoot":
            self.topple_empty_ladders()

    def act_on_climber(self, place: int, man: Man, ladder: Ladder) -> None:
        if self.may_pour(man):
            self.pour_on_climber(man, ladder)
        elif self.policy("facing") == "topple" and self.may_topple(man):
            self.topple(man, ladder)
        elif self.policy("facing") in ("topple", "fight"):
            self.fight_climber(place, man, ladder)

    def may_topple(self, man: Man) -> bool:
        return not (man.moved and self.options["ladder-topple-condition"] == "no-move")

    def may_pour(self, man: Man) -> bool:
        has_shot = man.shot and self.readings.shot_bars_oil
        return self.barrels > 0 and bool(self.policy("oil_first")) and not has_shot

    def pour(self, man: Man, what: str) -> str:
        man.attacked = True
        self.barrels -= 1
        self.tally("oil")
        value = self.die(what)
        result = tables.combat_result(tables.OIL_COLUMN, value)
        self.note(result)
        return result

    def pour_on_climber(self, man: Man, ladder: Ladder) -> None:
        climber = ladder.climber
        assert climber is not None
        result = self.pour(man, f"oil on ladder {ladder.hex}")
        if result == "C":
            self.climber_retreats(ladder)
        elif result in ("D", "E", "F"):
            self.suffer(climber, result)

    def topple(self, man: Man, ladder: Ladder) -> None:
        man.attacked = True
        value = self.die(f"topple ladder {ladder.hex}")
        if man.state == "wounded":
            value += int(self.options["ladder-topple-wounded"])
        if value > tables.TOPPLE_UP_TO:
            self.note("stands")
            return
        self.note("down")
        self.tally("topples")
        ladder.upright = False
        if ladder.climber:
            self.fall(ladder, ladder.climber)

    def fall(self, ladder: Ladder, climber: Man) -> None:
        self.tally("falls")
        below = first_of(ladder.party, "fit")
        if below and self.options["fall-on-man"] == "always":
            below.stun()
        ladder.climber = None
        ladder.party.append(climber)
        self.wound(climber)

    def fight_climber(self, place: int, man: Man, ladder: Ladder) -> None:
        climber = ladder.climber
        assert climber is not None
        column = odds_column([man], climber, [tables.SIGN_BATTLEMENT], self.ladder_sign(), self.options)
        if column is None:
            return
        man.attacked = True
        result = self.fight(f"defender {place} fights climber", column, [man], climber)
        if result == "A":
            self.wound(man)
        elif result == "B":
            self.defender_retreats(man)
        elif result == "C":
            self.climber_retreats(ladder)
        elif result in ("D", "E", "F"):
            self.suffer(climber, result)
        if self.free(place) and ladder.climber and ladder.climber.able:
            self.cross(ladder)

    def attack_besieger_on_wall(self, place: int) -> None:
        target = self.besieger_at(place)
        around = {"lower": self.defender_at(place - 1), "higher": self.defender_at(place + 1)}
        attackers = {where: man for where, man in around.items() if man and man.able and not man.attacked}
        if self.policy("defence_attack") == "joint":
            self.defenders_attack(place, attackers)
            return
        for where, man in attackers.items():
            if self.besieger_at(place) is target:
                self.defenders_attack(place, {where: man})

    def defenders_attack(self, place: int, attackers: dict[str, Man]) -> None:
        target = self.besieger_at(place)
        if target is None or not attackers:
            return
        men = list(attackers.values())
        even = tables.SIGN_BATTLEMENT
        column = odds_column(men, target, [even] * len(men), even, self.options)
        if column is None:
            return
        for man in men:
            man.attacked = True
        result = self.fight(f"defenders {'+'.join(attackers)} attack hex {place}", column, men, target)
        if result == "A":
            self.one_attacker_wounded(attackers, ("lower", "higher"), self.policy("defence_wound"))
        elif result == "B":
            for man in men:
                self.defender_retreats(man)
        elif result == "C":
            self.besieger_on_wall_retreats(place, target)
        elif result in ("D", "E", "F"):
            self.suffer(target, result)

    def besieger_on_wall_retreats(self, place: int, man: Man) -> None:
        if man.state == "stunned":
            self.kill(man)
            return
        for goal in (place - 1, place + 1):
            if self.free(goal) and not self.defender_at(goal - 1) and not self.defender_at(goal + 1):
                self.move_on_wall(man, goal)
                return
        self.wound(man)

    def topple_empty_ladders(self) -> None:
        for place in range(len(self.wall)):
            man, ladder = self.defender_at(place), self.upright_at(place)
            if man is None or ladder is None or ladder.climber:
                continue
            if man.able and not man.attacked and self.may_topple(man):
                self.topple(man, ladder)

    def ending(self) -> str | None:
        on_wall = sum(self.besieger_at(place) is not None for place in range(len(self.wall)))
        if on_wall >= self.setup["foothold"]:
            return "foothold"
        if self.broken_off() or self.no_way_up(on_wall):
            return "repulsed"
        if not any(man.living for man in self.defenders):
            return "cleared"
        if reached(limit_of(self.setup, "defenders"), count(self.defenders, "dead", "wounded"), self.turn):
            return "abandoned"
        return None

    def broken_off(self) -> bool:
        not_routed = [man for man in self.besiegers if man not in self.panic.routed]
        return reached(limit_of(self.setup), count(not_routed, "dead", "wounded"), self.turn)

    def no_way_up(self, on_wall: int) -> bool:
        if on_wall > 0 or any(ladder.climber for ladder in self.ladders):
            return False
        return not any(self.usable(ladder) for ladder in self.ladders)

    def usable(self, ladder: Ladder) -> bool:
        party = self.on_ground(ladder)
        whole = count(party, "fit", "stunned")
        fit_can = whole > 0 and self.allowance("fit") >= tables.CLIMB
        wounded_can = count(party, "wounded") > 0 and self.allowance("wounded") >= tables.CLIMB
        if not (fit_can or wounded_can):
            return False
        if ladder.upright:
            return True
        if len(party) < 2:
            return False
        points = self.allowance("fit" if whole >= 2 else "wounded") - tables.CARRYING
        return ladder.distance == 0 or self.next_cost(ladder) <= points

    def play(self) -> Outcome:
        halves = [self.besiegers_turn, self.defenders_turn]
        if self.setup["first"] == "defenders":
            halves.reverse()
        for turn in range(1, self.setup["turns"] + 1):
            self.turn = turn
            for half in halves:
                half()
            ending = self.ending()
            if ending:
                return self.outcome(ending)
        return self.outcome("undecided")

    def outcome(self, ending: str) -> Outcome:
        return Outcome(
            ending,
            self.turn,
            attackers_dead=count(self.besiegers, "dead"),
            attackers_wounded=count(self.besiegers, "wounded"),
            defenders_dead=count(self.defenders, "dead"),
            defenders_wounded=count(self.defenders, "wounded"),
            tallies=self.tallies,
            events=self.events,
            measures=self.panic.measures(),
        )


def new_assault(setup: Setup, options: Options, roll: Roll, readings: Readings = RULES) -> Assault:
    """Return an assault set up and not yet begun."""
    assault = Assault(setup, DEFAULTS | options, roll, readings)
    assault.set_up()
    return assault


def play_ladder(setup: Setup, options: Options, roll: Roll, readings: Readings = RULES) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10."""
    return new_assault(setup, options, roll, readings).play()
