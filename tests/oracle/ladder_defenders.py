"""The defenders' player turn of a ladder assault."""

from oracle import tables
from oracle.ladder_besiegers import BesiegersTurn
from oracle.ladder_men import Ladder
from oracle.ladder_policies import AIM, oil_on_foot, shoot_at_wall
from oracle.men import Man, first_of, odds_column, recover


class DefendersTurn(BesiegersTurn):
    """What the defenders do; some of it as the besiegers do it."""

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
