"""The besiegers' player turn of a ladder assault."""

from oracle import tables
from oracle.fighting import WOUND_ORDER
from oracle.ladder_men import Field, Ladder, Setup
from oracle.ladder_policies import seek_fight, seeks_fight
from oracle.men import Man, count, first_of, odds_column, recover


class BesiegersTurn(Field):
    """What the besiegers do."""

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
