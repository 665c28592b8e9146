"""The defenders' player turn of a ladder assault."""

from oracle import tables
from oracle.effects import Effect, Side, carry_out
from oracle.ladder_advance import advance
from oracle.ladder_besiegers import BesiegersTurn
from oracle.ladder_men import Ladder
from oracle.ladder_policies import AIM, oil_on_foot, shoot_at_wall
from oracle.men import Man, first_of, party_falls_back, recover


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
            if not bows_only or tables.is_bow(self.rules, towers["weapon"]):
                self.shoot_at_will(f"towers shot {number}", number, towers["weapon"], towers["aside"], wounded=False)
        weapon = self.setup["defenders"]["weapon"]
        if weapon == "none" or (bows_only and not tables.is_bow(self.rules, weapon)):
            return
        for place in range(len(self.wall)):
            self.man_on_wall_shoots(place, weapon, first_phase=not bows_only)

    def man_on_wall_shoots(self, place: int, weapon: str, *, first_phase: bool) -> None:
        man = self.defender_at(place)
        if man is None or not man.able or self.besieger_beside(place):
            return
        if first_phase and man.in_melee:
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

    def defenders_shot(self, who: str, weapon: str, distance: int, cover: str, target: Man, *, wounded: bool) -> Effect:
        effect = self.shot_at(who, weapon, distance, cover, target, wounded=wounded)
        self.tally("shots")
        if effect.hurts:
            self.tally("hits")
        return effect

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
        cover = tables.cover_of(self.rules, "ladder_climb")
        effect = self.defenders_shot(what, weapon, distance, cover, man, wounded=wounded)
        carry_out(effect, self.climber_of(ladder))
        return True

    def shoot_at_ground(self, who: str, ladder: Ladder, weapon: str, aside: int, *, wounded: bool) -> bool:
        """Shoot; say whether a shot was possible."""
        man = first_of(ladder.party, *AIM[self.policy("aim")])
        distance = ladder.distance + 1 + aside
        cover = self.cover_on_ground(ladder, distance, "tower_slit" if who.startswith("towers") else "battlement")
        if man is None or cover == "infinite" or not self.in_range(weapon, distance):
            return False
        what = f"{who}: ladder {ladder.hex} ground"
        effect = self.defenders_shot(what, weapon, distance, cover, man, wounded=wounded)
        carry_out(effect, self.one(man, lambda hexes: self.falls_back(ladder, man, hexes)))
        return True

    def falls_back(self, ladder: Ladder, man: Man, hexes: int) -> None:
        """A man on the ground retreats; from the foot he is back in his next move."""
        if ladder.distance > 0 and party_falls_back(self.rules, [other for other in ladder.party if other is not man]):
            ladder.distance = min(ladder.distance + hexes, len(self.setup["approach"]))

    def climber_of(self, ladder: Ladder) -> Side[Man]:
        assert ladder.climber is not None
        return self.one(ladder.climber, lambda _hexes: self.climber_retreats(ladder))

    def cover_on_ground(self, ladder: Ladder, distance: int, shooter: str) -> str:
        approach = self.setup["approach"]
        terrain = "flat_ground"
        if approach:
            terrain = approach[max(0, len(approach) - ladder.distance - 1)]
        cover = tables.cover_of(self.rules, terrain)
        if terrain in tables.NO_COVER_FROM_ABOVE and distance <= tables.radius_from(self.rules, shooter):
            cover = "none"
        if self.setup["mantlets"] and ladder.distance > 0:
            cover = tables.best_cover(self.rules, cover, tables.cover_of(self.rules, "mantlet"))
        return cover

    def defenders_move(self) -> None:
        for place in range(len(self.wall)):
            if not self.free(place):
                continue
            man = first_of(self.reserve, "fit", "wounded")
            if man is None and self.upright_at(place):
                man = self.neighbour_who_helps(place)
            if man:
                # Who comes up from the reserve counts as fresh, whoever he is.
                man.under_attack = man.under_attack and man not in self.reserve
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
        for man in self.defenders:
            man.under_attack = False

    def act_on_climber(self, place: int, man: Man, ladder: Ladder) -> None:
        if self.may_pour(man):
            self.pour(man, f"oil on ladder {ladder.hex}", self.climber_of(ladder))
        elif self.policy("facing") == "topple" and self.may_topple(man):
            self.topple(man, ladder)
        elif self.policy("facing") in ("topple", "fight"):
            self.fight_climber(place, man, ladder)

    def may_topple(self, man: Man) -> bool:
        return not (man.moved and self.rules.option("ladder-topple-condition") == "no-move")

    def may_pour(self, man: Man) -> bool:
        has_fought = man.under_attack and self.rules.option("oil-after-fight") == "forbidden"
        return self.barrels > 0 and bool(self.policy("oil_first")) and not (man.shot or has_fought)

    def pour(self, man: Man, what: str, below: Side[Man]) -> None:
        """Who pours is not harmed by it."""
        man.attacked = True
        self.barrels -= 1
        self.tally("oil")
        carry_out(self.roll_melee(what, tables.oil_column(self.rules)), below)

    def topple(self, man: Man, ladder: Ladder) -> None:
        man.attacked = True
        value = self.die(f"topple ladder {ladder.hex}")
        if man.state == "wounded":
            value += int(self.rules.option("ladder-topple-wounded"))
        if not tables.toppled(self.rules, value):
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
        if below and self.rules.option("fall-on-man") == "always":
            below.stun()
        ladder.climber = None
        ladder.party.append(climber)
        self.wound(climber)

    def fight_climber(self, place: int, man: Man, ladder: Ladder) -> None:
        climber = ladder.climber
        assert climber is not None
        column = self.column([man], climber, ["battlement"], "ladder")
        if column is None:
            return
        man.attacked = True
        before = list(self.wall)
        effect = self.fight(f"defender {place} fights climber", column, [man], climber)
        carry_out(effect, self.climber_of(ladder), self.one(man, lambda _hexes: self.defender_retreats(man)))
        advance(self, before, [man, climber])

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
        column = self.column(men, target, ["battlement"] * len(men), "battlement")
        if column is None:
            return
        for man in men:
            man.attacked = True
        before = list(self.wall)
        effect = self.fight(f"defenders {'+'.join(attackers)} attack hex {place}", column, men, target)

        def driven(living: list[Man], _hexes: int) -> None:
            for man in living:
                self.defender_retreats(man)

        victim = self.victim_of(attackers, ("lower", "higher"), self.policy("defence_wound"))
        carry_out(
            effect,
            self.one(target, lambda hexes: self.retreats_on_wall(target, place, hexes, -1, 1)),
            Side(men, driven, self.bury, victim),
        )
        advance(self, before, [*men, target])

    def topple_empty_ladders(self) -> None:
        for place in range(len(self.wall)):
            man, ladder = self.defender_at(place), self.upright_at(place)
            if man is None or ladder is None or ladder.climber:
                continue
            if man.able and not man.attacked and self.may_topple(man):
                self.topple(man, ladder)
