"""The besiegers' player turn of a ladder assault."""

from collections.abc import Callable

from oracle import tables
from oracle.effects import Effect, Side, carry_out, melee_effect
from oracle.fighting import WOUND_ORDER
from oracle.ladder_advance import advance
from oracle.ladder_men import Field, Ladder, Setup
from oracle.ladder_policies import hexes_spared, seek_fight, seeks_fight
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
        spared = hexes_spared(self, moved=bows_only)
        for number in range(group["men"]):
            if bows_only and not tables.is_bow(self.rules, group["weapon"]):
                return
            if not self.in_range(group["weapon"], group["distance"]):
                return
            target = self.covering_target(spared)
            if target is None:
                return
            self.covering_shot(number, group, target)

    def covering_target(self, spared: set[int]) -> Man | None:
        for place in sorted(set(range(len(self.wall))) - spared):
            man = self.defender_at(place)
            if man and not self.climber_at(place) and not self.besieger_beside(place):
                return man
        return None

    def covering_shot(self, number: int, group: Setup, target: Man) -> None:
        what = f"covering shot {number}: hex {self.wall.index(target)}"
        cover = tables.cover_of(self.rules, "battlement")
        effect = self.shot_at(what, group["weapon"], group["distance"], cover, target, wounded=False)
        self.tally("cover_shots")
        if effect.hurts:
            self.tally("cover_hits")
        carry_out(effect, self.one(target, lambda _hexes: self.into_reserve(target)))

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
        return tables.enter_cost(self.rules, approach, len(approach) - ladder.distance)

    def carry(self, ladder: Ladder) -> None:
        if count(ladder.party, "fit", "wounded") < self.carriers:
            return
        points = self.points_of_carriers(ladder)
        costs: list[int] = []
        while ladder.distance > 0 and sum(costs) + self.next_cost(ladder) <= points:
            costs.append(self.next_cost(ladder))
            ladder.distance -= 1
        if ladder.distance > 0:
            return
        ladder.upright = True
        how = self.rules.option("climb-in-raising-move")
        if how == "carrier":
            self.climb(ladder, "fit" if count(ladder.party, "fit") else "wounded")
        elif how == "allowed":
            # By one reading the points of climbing are those of the hex in which the ladder stands now.
            paid = costs[:-1] if self.rules.option("ladder-hex-points") == "ladder" else costs
            self.follower_climbs(ladder, sum(paid), moved=bool(costs))

    def points_of_carriers(self, ladder: Ladder) -> int:
        return self.carrying_points("fit" if count(ladder.party, "fit") >= self.carriers else "wounded")

    def follower_climbs(self, ladder: Ladder, spent: int, *, moved: bool) -> None:
        fit, wounded = count(ladder.party, "fit"), count(ladder.party, "wounded")
        carriers = self.carriers
        fit_carriers = min(carriers, fit) if moved else carriers - min(carriers, wounded)
        followers = {"fit": fit - fit_carriers, "wounded": wounded - (carriers - fit_carriers)}
        for state in ("fit", "wounded"):
            left = self.allowance(state) - spent - self.points("climb_cost")
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
        allowed = self.rules.option("ladder-climb-and-cross") == "by-allowance"
        if allowed and left >= self.points("ladder_to_battlement_cost") and self.free(ladder.hex):
            self.cross(ladder)

    def move_at_upright_ladder(self, ladder: Ladder) -> None:
        man = ladder.climber
        strong_enough = man is not None and self.allowance(man.state) >= self.points("ladder_to_battlement_cost")
        if man and man.able and strong_enough and self.free(ladder.hex):
            self.cross(ladder)
        self.next_man_climbs(ladder)
        self.next_man_climbs(ladder)  # if the first has gone across at once

    def next_man_climbs(self, ladder: Ladder) -> None:
        if ladder.climber is not None:
            return
        for state in ("fit", "wounded"):
            left = self.allowance(state) - self.points("climb_cost")
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

    def attack_wall(self, place: int, attackers: dict[str, Man]) -> None:
        target = self.defender_at(place)
        if target is None or not attackers:
            return
        men = list(attackers.values())
        ground = ["ladder" if where == "climber" else "battlement" for where in attackers]
        column = self.column(men, target, ground, "battlement")
        if column is None or column < int(self.policy("attack_from").split("-")[0]):
            return
        for man in men:
            man.attacked = True
        before = list(self.wall)
        effect = self.fight(f"besiegers {'+'.join(attackers)} attack hex {place}", column, men, target)

        def driven(living: list[Man], hexes: int) -> None:
            for where, man in attackers.items():
                if man in living and where == "climber":
                    self.climber_retreats(self.ladders[place])
                elif man in living:
                    step = -1 if where == "lower" else 1
                    self.retreats_on_wall(man, place + step, hexes, step)

        victim = self.victim_of(attackers, ("lower", "higher", "climber"), self.policy("wound"))
        carry_out(
            effect,
            self.one(target, lambda _hexes: self.defender_retreats(target)),
            Side(men, driven, self.bury, victim),
        )
        advance(self, before, [*men, target])

    def column(self, men: list[Man], target: Man, ground: list[str], against: str) -> int | None:
        signs = [tables.sign(self.rules, terrain) for terrain in ground]
        return odds_column(men, target, signs, tables.sign(self.rules, against), self.rules)

    def fight(self, what: str, column: int, attackers: list[Man], target: Man) -> Effect:
        for man in [*attackers, target]:
            man.in_melee = True
        target.under_attack = True
        return self.roll_melee(f"{what} on {column}-1", column)

    def roll_melee(self, what: str, column: int) -> Effect:
        result = tables.combat_result(self.rules, column, self.die(what))
        self.note(result)
        return melee_effect(self.rules, result)

    def victim_of(self, attackers: dict[str, Man], order: tuple[str, ...], policy: str) -> Callable[[], Man]:
        """Who of the attackers is hurt, if one is: by his owner's policy, of men alike by where they stand."""

        def victim() -> Man:
            man = first_of([attackers[where] for where in order if where in attackers], *WOUND_ORDER[policy])
            assert man is not None
            return man

        return victim
