"""Banners against banners, turn by turn and throw by throw."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from oracle.filo import rolls
from oracle.filo.banner import ABLE, Banner, banner_of
from oracle.filo.dice import Dice
from oracle.filo.recovery import WORST
from oracle.filo.rolls import Fighter
from oracle.filo.rules import Rules
from oracle.filo.stack import ELIMINATED, Stack
from oracle.filo.story import Story, player
from oracle.filo.waves import alternating

FLED, LEFT = "fled", "left"
LOST = (ELIMINATED, FLED, LEFT)
DEFENDERS = ("organised_fresh", "organised_fatigued", "demoralised_fresh", "demoralised_fatigued")
EDGE, PURSUIT, DISTANCE = 10, 6, 2
STEPS = (("At", "a"), ("At", "b"), ("Ar", "b"), ("Ar", "a"))


@dataclass
class Pair:
    """Who attacks whom, one or two against one."""

    attackers: list[Stack]
    defender: Stack


class Battle:
    """A battle in progress."""

    def __init__(self, scenario: Mapping[str, Any], rules: Rules, dice: Dice) -> None:
        self.rules, self.dice, self.scenario = rules, dice, scenario
        self.sectors = list(range(1, len(scenario["sectors"]) + 1))
        self.banners = {
            side: [banner_of(side, n, said, scenario) for n, said in enumerate(scenario[side]["banners"], 1)]
            for side in "ab"
        }
        self.first_army = {side: self.banners[side][scenario[side].get("army", 1) - 1] for side in "ab"}
        self.army = dict(self.first_army)
        self.front = {(side, sector): self.looked_for(side, sector) for side in "ab" for sector in self.sectors}
        self.contact: set[int] = set()
        self.attacked: set[int] = set()
        self.rada_with: Stack | None = None
        self.heroes_lost: set[str] = set()
        self.left = False
        # Beside which sector a banner is that has turned on it.
        self.turned: dict[str, int] = {}
        self.tallies: Counter[str] = Counter()
        self.ending, self.number = "", 0

    # What is asked again and again.

    def policy(self, side: str, name: str) -> Any:
        usual = {"act": "attack", "charge": True, "commit": None, "leader": "front", "rest": True, "lead": "lowest"}
        usual |= {"exploit": "none", "fire": True, "offensive_fire": False, "shooters": "shoot", "leader_pair": 1}
        return self.scenario.get("policies", {}).get(side, {}).get(name, usual.get(name))

    def with_hero(self, banner: Banner, name: str) -> bool:
        """Whether De Rada or Ruy Diaz is with a banner."""
        here = banner.side == "a" and self.policy("a", name) == banner.number and name not in self.heroes_lost
        return here and self.rules.option(name.replace("_", "-")) == "on"

    def led_pair(self, banner: Banner, pairs: int) -> int:
        """The pair, of so many, in which a banner fights under its leader's eyes: one wanted, or the last one."""
        if self.policy(banner.side, "leader") == "behind":
            return -1
        return int(min(self.policy(banner.side, "leader_pair"), pairs)) - 1

    def keys_of(self, sector: int) -> Mapping[str, Any]:
        return dict(self.scenario["sectors"][sector - 1])

    def open(self, sector: int) -> bool:
        """Whether the first turn of contact has come."""
        return bool(self.number >= self.keys_of(sector).get("contact", 1))

    def against(self, banner: Banner) -> Banner | None:
        """The front banner that a front banner can attack: before it, or else on the nearest wing."""
        rival = self.rival(banner.side)
        if self.front[rival, banner.sector] is not None:
            return self.front[rival, banner.sector] if self.open(banner.sector) else None
        if self.policy(banner.side, "exploit") == "none":
            return None
        near = sorted(self.sectors, key=lambda sector: (abs(sector - banner.sector), sector))
        found = [self.front[rival, sector] for sector in near if self.open(sector)]
        return next((one for one in found if one is not None), None)

    def everybody(self, side: str) -> list[tuple[Banner, Stack]]:
        return [(banner, stack) for banner in self.banners[side] for stack in banner.stacks]

    def rival(self, side: str) -> str:
        return "b" if side == "a" else "a"

    def looked_for(self, side: str, sector: int, before: Banner | None = None) -> Banner | None:
        """The front banner of a side in a sector: the one before as long as it can be, else the next one."""
        queue = [one for one in self.banners[side] if one.sector == sector]
        place = next((place for place, one in enumerate(queue) if one is before), 0)
        able = [one for one in [*queue[place:], *queue[:place]] if not one.spent]
        commit = self.policy(side, "commit")
        steady = [one for one in able if commit is None or one.broken < commit or one.is_a("mujahids", self.rules)]
        return next(iter(steady or able), None)

    def look_for_fronts(self, sector: int) -> bool:
        """Look for both front banners of a sector; tell whether one has changed."""
        found = {side: self.looked_for(side, sector, self.front[side, sector]) for side in "ab"}
        changed = any(self.front[side, sector] is not banner for side, banner in found.items())
        self.front |= {(side, sector): banner for side, banner in found.items()}
        return changed

    # The turn.

    def turn(self, number: int) -> None:
        self.number, self.attacked = number, set()
        for side in "ab":
            for banner in self.banners[side]:
                banner.fought, banner.busy = set(), set()
        self.phase_b()
        if self.ending:
            return
        for leader in self.order():
            for banner in [*self.reached(leader), leader]:
                self.activate(banner)
                if self.ending:
                    return
        self.phase_e()
        self.end_of_turn()

    def reached(self, leader: Banner) -> list[Banner]:
        """Whom an army leader activates before his own banner (7.2)."""
        side = leader.name[0]
        if self.army[side] is not leader:
            return []
        return [one for one in self.banners[side] if one is not leader and one.said.get("activations", 1) == 2]

    def order(self) -> list[Banner]:
        """Throw for the initiative, and return who acts after whom."""
        bonus = {side: self.army[side].leader.bonus for side in "ab"}
        totals = {side: self.dice.two_d6(f"side {side}: initiative") + bonus[side] for side in "ab"}
        begins = "a" if bonus["a"] < bonus["b"] else "b"
        if bonus["a"] == bonus["b"] and self.usual("a") != self.usual("b"):
            begins = "a" if self.dice.d6("who acts first") <= 3 else "b"
        first: list[Banner] = []
        silenced: Banner | None = None
        found = rolls.initiative_class(self.rules, totals["a"], totals["b"])
        if totals["a"] != totals["b"] and found != "C1":
            winner = "a" if totals["a"] > totals["b"] else "b"
            self.tallies[f"{winner}_first"] += 1
            first, silenced = self.called(winner, found)
        names = [banner.name for banner in (*first, silenced) if banner is not None]
        by_name = {banner.name: banner for side in "ab" for banner in self.banners[side]}
        return [*first, *(by_name[name] for name in self.usual(begins) if name not in names)]

    def usual(self, begins: str) -> list[str]:
        last = self.rival(begins)
        sides = {side: sorted(self.banners[side], key=lambda banner: banner.value) for side in "ab"}
        if self.rules.option("activation-order") == "by-side":
            lowest = {side: sides[side][0].value for side in "ab"}
            if lowest["a"] != lowest["b"]:
                begins, last = ("a", "b") if lowest["a"] < lowest["b"] else ("b", "a")
            return [banner.name for banner in alternating(sides[begins], sides[last])]
        found: list[Banner] = []
        for value in sorted({banner.value for side in "ab" for banner in self.banners[side]}):
            equal = {side: [banner for banner in sides[side] if banner.value == value] for side in "ab"}
            found += alternating(equal[begins], equal[last])
        return [banner.name for banner in found]

    def at_the_front(self, side: str) -> list[Banner]:
        fronts = [self.front[side, sector] for sector in self.sectors]
        here = [banner for banner in fronts if banner is not None and self.against(banner) is not None]
        return sorted(here, key=lambda banner: banner.number)

    def called(self, winner: str, found: str) -> tuple[list[Banner], Banner | None]:
        """Who acts at once by the initiative, and who does not act."""
        ours, rival = self.at_the_front(winner), self.rival(winner)
        sign = 1 if self.policy(winner, "lead") == "lowest" else -1
        leads = min(ours, key=lambda banner: sign * banner.value, default=None)
        first = [] if leads is None else [leads]
        if found == "C2":
            return first, None
        named = None if leads is None else self.against(leads)
        called = [*first, *([named] if named is not None and named in self.at_the_front(rival) else [])]
        if found == "C3":
            return called, None
        if len(self.banners[rival]) == 1:
            return (first, self.banners[rival][0]) if self.rules.option("veto-alone") == "veto" else (called, None)
        others = [banner for banner in self.at_the_front(rival) if banner not in called]
        return called, min(others, key=lambda banner: banner.value, default=None)

    # An activation.

    def activate(self, banner: Banner) -> None:
        if self.front[banner.side, banner.sector] is not banner:
            return
        other = self.against(banner)
        if other is None:
            return
        sector, facing = other.sector, other.sector == banner.sector
        # Whether they are beside each other before this activation.
        self.beside = sector in self.contact if facing else self.turned.get(banner.name) == sector
        self.rear = self.beside and not facing and self.policy(banner.side, "exploit") == "rear"
        act = self.act(banner)
        if act == "hold":
            return
        asleep = banner.is_a("al_nasir", self.rules) and not banner.stung
        attackers = self.attackers(banner, sector) if act == "attack" and not asleep else []
        other.last = banner.last = ""
        shooters = self.free_to_shoot(banner, over=bool(attackers)) if facing else []
        shot = self.volley(banner, other, shooters, ())
        pairs = self.pairs(attackers, other)
        if pairs:
            other.stung = True
            self.attacked.add(sector)
        for number, pair in enumerate(pairs):
            for mine, stack in [(banner, one) for one in pair.attackers] + [(other, pair.defender)]:
                mine.fought.add(id(stack))
            led = {one.side: number == self.led_pair(one, len(pairs)) for one in (banner, other)}
            self.fight(banner, other, pair, led, first=number == 0, shot=shot)
        if shot or pairs:
            self.turned.pop(banner.name, None)
            if pairs and not facing:
                self.turned[banner.name] = sector
            self.afterwards(banner, other, fought=bool(pairs))

    def afterwards(self, banner: Banner, other: Banner, *, fought: bool) -> None:
        """What an activation, or a volley of phase B, brings about beside its results."""
        sector = other.sector
        for one in (other, banner):
            if one.last in ("combat", "fire"):
                self.without_a_banner(one)
        self.al_andalus()
        if banner.sector != sector and self.look_for_fronts(banner.sector):
            self.contact.discard(banner.sector)
        if self.look_for_fronts(sector):
            self.contact.discard(sector)
        elif fought:
            self.contact.add(sector)
        self.look()

    # Shots.

    def act(self, banner: Banner) -> str:
        return str(banner.said.get("act", self.policy(banner.side, "act")))

    def shoots(self, stack: Stack, side: str) -> bool:
        return bool(self.policy(side, "fire")) and stack.shooter(self.rules)

    def stays_behind(self, stack: Stack, side: str) -> bool:
        """Whether it shoots rather than fights."""
        archers = stack.type in ("Ar", "Ab", "At") and stack.shooter(self.rules)
        return archers and self.policy(side, "shooters") == "shoot"

    def hexes(self, sector: int) -> int:
        return 2 if sector in self.contact else int(self.keys_of(sector).get("distance", DISTANCE))

    def free_to_shoot(self, banner: Banner, *, over: bool) -> list[Stack]:
        """Stacks with no enemy beside them; `over`: their own line attacks before them."""
        side, contact = banner.side, banner.sector in self.contact
        line = [one for one in banner.stacks if one.order in ABLE and not self.stays_behind(one, side)]
        found = []
        for stack in banner.stacks:
            if stack.order not in ABLE or not self.shoots(stack, side):
                continue
            behind = self.stays_behind(stack, side)
            if contact and (not behind or banner.has_fought(stack) or not line):
                continue
            if (contact or over) and not (behind and stack.type == "Ar"):
                continue
            if rolls.figures(self.rules, stack.type, self.hexes(banner.sector)):
                found.append(stack)
        return found

    def phase_b(self) -> None:
        hit: set[int] = set()
        for type_, side in STEPS:
            for sector in self.sectors:
                banner, other = (self.front[one, sector] for one in (side, self.rival(side)))
                if banner is None or other is None or not self.open(sector) or self.act(banner) == "hold":
                    continue
                shooters = [one for one in self.free_to_shoot(banner, over=False) if one.type == type_]
                other.last = banner.last = ""
                spared = hit if self.rules.option("phase-b-shots") == "per-phase" else set()
                if self.volley(banner, other, shooters, spared, hit):
                    self.turned.pop(banner.name, None)
                    self.afterwards(banner, other, fought=False)
                if self.ending:
                    return

    def volley(self, banner: Banner, other: Banner, shooters: Sequence[Stack], spared: Any, hit: Any = None) -> bool:
        """Shoot, first at first; those left over join one a shot. Whoever is `spared` is no target."""
        frontage = self.keys_of(banner.sector)["frontage"]
        standing = self.standing(other)
        targets = [stack for stack in standing if id(stack) not in spared]
        shots = [Pair([one], target) for one, target in zip(shooters[:frontage], targets[:frontage], strict=False)]
        for pair, more in zip(shots, shooters[len(shots) : frontage], strict=False):
            if more.type == pair.attackers[0].type:
                pair.attackers.append(more)
        other.stung |= bool(shots)
        hexes = self.hexes(banner.sector)
        for pair in shots:
            other.busy.add(id(pair.defender))
            if hit is not None:
                hit.add(id(pair.defender))
        if self.rules.option("rest-and-fire") == "no":
            banner.busy |= {id(one) for one in shooters[:frontage]}
        for number, pair in enumerate(shots):
            led = number == self.led_pair(other, len(shots))
            self.shot(banner, pair.attackers, other, pair.defender, hexes, first=number == 0, led=led)
        return bool(shots)

    def shot(
        self,
        banner: Banner,
        shooters: Sequence[Stack],
        other: Banner,
        target: Stack,
        hexes: int,
        *,
        first: bool,
        led: bool,
        moved: bool = False,
        clear: bool = False,
    ) -> bool:
        """One shot of one or two stacks; tell whether it was made."""
        grounds = () if clear else tuple(other.said.get("ground", ()))
        given = rolls.figures(self.rules, shooters[0].type, hexes, grounds)
        if not given:
            return False
        each = [one.fighter(shooting=True) for one in shooters]
        shaken = any(one.order == "demoralised" for one in each)
        together = replace(
            each[0],
            strength=sum(one.strength for one in each),
            order="demoralised" if shaken else each[0].order,
            mounted=any(one.mounted for one in each),
        )
        die = self.dice.d10("shot")
        self.tallies[f"{banner.side}_shots"] += 1
        letter = rolls.shot_letter(given, die + rolls.shot_total(self.rules, together, grounds, moved=moved))
        self.tallies[f"{banner.side}_hits"] += bool(letter)
        if led and rolls.tests_leaders(self.rules, die):
            self.tests(other)
        if letter:
            self.takes(target, letter, other, by="fire")
            self.captured(other, target, led=False, first=first)
        return True

    def tests(self, banner: Banner) -> None:
        if banner.leader.dies(self.rules, self.dice.d10(f"leader {banner.name}: leader")):
            self.loses(banner, "dead")

    def loses(self, banner: Banner, fate: str) -> None:
        """7.6: a leader is dead or captured, and replaced at once, while a unit of his banner is left."""
        banner.losses.append(fate)
        banner.leader.fate, banner.leader.hurt = fate, False
        banner.leaderless = self.gone(banner)
        side = banner.side
        if banner is self.army[side]:
            self.army[side] = max(self.banners[side], key=lambda one: one.value)

    @staticmethod
    def gone(banner: Banner) -> bool:
        return all(stack.state in LOST for stack in banner.stacks)

    def attackers(self, banner: Banner, sector: int) -> list[Stack]:
        frontage = self.keys_of(sector)["frontage"]
        attack = [stack for stack in banner.stacks if self.rules.cell("types", stack.type, "attacks") == "yes"]
        able = [one for one in attack if one.order == "organised" and not self.stays_behind(one, banner.side)]
        return sorted(able, key=lambda stack: stack.fatigued)[:frontage]

    def standing(self, banner: Banner) -> list[Stack]:
        """Those who can fight, in the order in which they are attacked."""
        found = [stack for state in DEFENDERS for stack in banner.stacks if stack.state == state]
        return sorted(found, key=lambda stack: self.stays_behind(stack, banner.side))

    def pairs(self, attackers: Sequence[Stack], other: Banner) -> list[Pair]:
        frontage = self.keys_of(other.sector)["frontage"]
        near = self.scenario.get("pursuit", PURSUIT)
        runners = [stack for stack in other.stacks if stack.order == "routed" and stack.behind <= near]
        runners.sort(key=lambda stack: (stack.behind, stack.fatigued))
        defenders = [*self.standing(other), *runners][:frontage]
        pairs = [Pair([mine], theirs) for mine, theirs in zip(attackers, defenders, strict=False)]
        for pair, stack in zip(pairs, attackers[len(pairs) :], strict=False):
            pair.attackers.append(stack)
        return pairs

    def fighter(self, banner: Banner, stack: Stack, *, led: bool = False, first: bool = False) -> Fighter:
        """A stack as it fights, with the leader and Ruy Diaz if they are with it."""
        return replace(
            stack.fighter(),
            grounds=tuple(banner.said.get("ground", ())),
            bonus=banner.leader.bonus if led else 0,
            ruy_diaz=first and self.with_hero(banner, "ruy_diaz"),
        )

    def fight(
        self, banner: Banner, other: Banner, pair: Pair, led: Mapping[str, bool], *, first: bool, shot: bool
    ) -> None:
        side, defender = banner.side, pair.defender
        one = pair.attackers[0]
        target = self.fighter(other, defender)
        charge = self.charges(banner, [self.fighter(banner, stack) for stack in pair.attackers], target)
        able = defender.order in ABLE or self.rules.option("routed-acts") == "yes"
        if able and not self.rear and self.shoots(defender, other.side):
            self.shot(other, [defender], banner, one, 1, first=first, led=led[side], clear=True)
        # Whoever runs is not there any more, nor is a leader with him; who has joined him fights on.
        fighting = [stack for stack in pair.attackers if stack.order in ABLE]
        if not fighting:
            return
        led, hero = {**led, side: led[side] and one in fighting}, first and one in fighting
        one = fighting[0]
        before, was = False, (defender.state, defender.behind)
        if self.policy(side, "offensive_fire") and not shot and self.shoots(one, side):
            two = [mate for mate in fighting if mate.type == one.type and self.shoots(mate, side)]
            before = self.shot(banner, two, other, defender, 1, first=first, led=led[other.side], moved=not self.beside)
        if was != (defender.state, defender.behind) and defender.order not in ABLE:
            return
        attackers = [
            self.fighter(banner, stack, led=led[side] and number == 0, first=hero and number == 0)
            for number, stack in enumerate(fighting)
        ]
        target = self.fighter(other, defender, led=led[other.side], first=first)
        kind = "yes" if charge else "no"
        may_react = charge and rolls.may_react(self.rules, target)
        if may_react and self.dice.d10(f"banner {other.name}: reaction charge") <= target.quality:
            kind = "void"
            self.tallies[f"{other.side}_reactions"] += 1
        # 3.2: artillery has one front hex.
        rear = self.rear or (defender.type == "At" and len(attackers) > 1)
        total = rolls.joint_total(self.rules, attackers, [target], charge=kind, offensive_fire=before, rear=rear)
        die = self.dice.d10("combat")
        self.tallies[f"{side}_combats"] += 1
        self.tallies[f"{side}_charges"] += charge
        if led[side] and rolls.tests_leaders(self.rules, die):
            self.tests(banner)
        on_target, on_attackers = rolls.combat_results(self.rules, die + total)
        self.takes(defender, on_target, other)
        self.captured(other, defender, led=led[other.side], first=first)
        for number, stack in enumerate(fighting):
            self.takes(stack, rolls.others_take(self.rules, on_attackers) if number else on_attackers, banner)
            if not number:
                self.captured(banner, stack, led=led[side], first=hero)

    def charges(self, banner: Banner, attackers: Sequence[Fighter], target: Fighter) -> bool:
        may = not self.beside and self.policy(banner.side, "charge")
        able = all(rolls.may_charge(self.rules, one) for one in attackers)
        return bool(may) and able and rolls.allows_charge(self.rules, target.grounds)

    def takes(self, stack: Stack, result: str, banner: Banner, by: str = "combat") -> None:
        """Carry out a result; only who is routed is further back by it."""
        was, before = stack.order, stack.behind
        hexes = stack.takes(self.rules, result, combat=True)
        if stack.order == "routed":
            self.runs(stack, hexes, banner)
            self.tallies[f"{banner.side}_routs"] += stack.order == "routed" != was
            if was != "routed" or "D" in result.split("+"):
                self.crosses(stack, before, hexes, banner)
        elif stack.order in ABLE:
            stack.behind = 0
        elif stack is self.rada_with and stack.state == ELIMINATED:
            self.heroes_lost.add("de_rada")
            self.rada_with = None
        if stack.state in LOST:
            banner.last = by if stack.state == ELIMINATED else stack.state

    def runs(self, stack: Stack, hexes: int, banner: Banner) -> None:
        stack.behind += hexes
        if stack.behind > banner.said.get("edge", EDGE):
            stack.state = FLED

    def crosses(self, stack: Stack, before: int, hexes: int, banner: Banner) -> None:
        """12.2: friends in the way of the hexes that a unit runs at once; its flights of phase E test nobody."""
        depth = self.keys_of(banner.sector).get("depth")
        if depth is None:
            return
        behind = [
            one for one in self.banners[banner.side] if one.sector == banner.sector and one.number > banner.number
        ]
        for times, one in enumerate(behind, 1):
            if before < times * depth <= before + hexes and one is not self.front[banner.side, banner.sector]:
                self.is_passed(one, next(n for n, friend in enumerate(banner.stacks) if friend is stack))

    def is_passed(self, banner: Banner, place: int) -> None:
        """12.2: the friend that a rout crosses tests, and routs too if the die is more than its quality."""
        place = min(place, len(banner.stacks) - 1)
        friend = banner.stacks[place]
        if friend.order not in ABLE:
            return
        die = self.dice.d10(f"stack {place + 1} of banner {banner.name}: passed by a rout")
        if die > friend.value("quality"):
            self.tallies[f"{banner.side}_passed"] += 1
            self.takes(friend, "Dr", banner, by="fire")
            if friend.state == ELIMINATED:
                self.without_a_banner(banner)

    def captured(self, banner: Banner, stack: Stack, *, led: bool, first: bool) -> None:
        """Lose those who are with a stack of a banner if it is eliminated."""
        if stack.state != ELIMINATED:
            return
        if led:
            self.loses(banner, "captured")
        if first and self.with_hero(banner, "ruy_diaz"):
            self.heroes_lost.add("ruy_diaz")

    def without_a_banner(self, banner: Banner) -> None:
        if not self.gone(banner) or banner.leaderless or banner is self.army[banner.side]:
            return
        # 7.5: with whoever a combat destroys he is taken; a shot leaves him alone.
        fate = "capturado"
        if banner.last == "fire":
            die = self.dice.d6(f"leader {banner.name}: leader without a banner")
            fate = self.rules.cell("leader-fate", str(die), "leader")
        self.loses(banner, {"muere": "dead", "capturado": "captured"}[fate])

    def al_andalus(self) -> None:
        if self.rules.option("al-andalus-leaves") != "leaves":
            return
        for banner in self.banners["b"]:
            if not banner.said.get("al_andalus", False):
                continue
            lost = sum(stack.units for stack in banner.stacks if stack.order in ("routed", ELIMINATED, FLED))
            if lost >= self.rules.number("victory", "al_andalus_units"):
                self.left = True
                for stack in banner.stacks:
                    if stack.state not in LOST:
                        stack.state = LEFT

    def look(self) -> None:
        """Look whether an activation has ended the battle."""
        for side in "ab":
            if self.scenario.get("decisive", True) and self.first_army[side].losses and not self.ending:
                self.ending = f"{side}_leader_lost"
        if self.ending or self.rules.option("almohad-banner") != "on":
            return
        for sector in self.sectors:
            theirs = [banner for banner in self.banners["b"] if banner.sector == sector]
            ours = [banner for banner in self.banners["a"] if banner.sector == sector]
            reached = theirs and all(banner.spent for banner in theirs) and not all(banner.spent for banner in ours)
            if self.keys_of(sector).get("camp", False) and reached:
                self.ending = "a_reaches_camp"

    # Phase E and the end of the turn.

    def phase_e(self) -> None:
        for side in "ab":
            for banner, stack in self.everybody(side):
                idle = not banner.has_fought(stack) and id(stack) not in banner.busy
                tired = stack.fatigued and stack.order in ABLE and idle
                if tired and self.policy(side, "rest"):
                    stack.becomes(self.rules.cell("states", "rest", stack.state))
        helped = self.de_rada()
        for side in "ab":
            for banner, stack in self.everybody(side):
                if stack is not helped:
                    self.rally(banner, stack)
        for side in "ab":
            for banner, stack in self.everybody(side):
                if stack.order == "routed":
                    self.flight(banner, stack)

    def de_rada(self) -> Stack | None:
        """De Rada goes to the stack that needs him most, which is better by that."""
        banner = next((one for one in self.banners["a"] if self.with_hero(one, "de_rada")), None)
        in_need = [stack for stack in banner.stacks if stack.state in WORST] if banner else []
        if not in_need:
            return None
        stack = min(in_need, key=lambda one: WORST.index(one.state))
        self.rada_with = stack
        stack.state = f"{stack.order}_fresh"
        self.better(stack)
        return stack

    def better(self, stack: Stack) -> None:
        stack.becomes(self.rules.cell("states", "rally", stack.state))
        if stack.order != "routed":
            stack.behind = 0

    def rally(self, banner: Banner, stack: Stack) -> None:
        if stack.order != "routed" and (stack.order != "demoralised" or banner.has_fought(stack)):
            return
        last = [one for one in self.banners["b"] if one.sector == banner.sector][-1:]
        beside = {
            "al_andalus": bool(banner.said.get("al_andalus", False)),
            "de_rada": self.with_hero(banner, "de_rada"),
            "banner": banner in last and bool(self.keys_of(banner.sector).get("camp", False)),
        }
        number = next(n for n, one in enumerate(banner.stacks, 1) if one is stack)
        die = self.dice.d10(f"stack {number} of banner {banner.name}: rally")
        if rolls.rallies(self.rules, die, stack.state, stack.value("quality"), banner.leader.bonus, **beside):
            self.better(stack)
            self.tallies[f"{banner.side}_rallies"] += 1

    def flight(self, banner: Banner, stack: Stack) -> None:
        self.runs(stack, stack.flees(self.rules, stack.value("movement")), banner)

    def end_of_turn(self) -> None:
        for sector in self.sectors:
            if self.look_for_fronts(sector) or sector not in self.attacked:
                self.contact.discard(sector)
        self.look()
        if self.ending:
            return
        ahead = self.points("a") - self.points("b")
        over = self.number >= self.rules.number("victory", "turns")
        limit = self.rules.option("time-limit") == "on"
        at_once = self.rules.number("victory", "ahead_at_once")
        # Whoever is 50 ahead as turn 12 ends has won by then, without the 10 for not having won.
        lost = over and not limit and (self.number > self.rules.number("victory", "turns") or ahead < at_once)
        late = self.rules.number("victory", "no_christian_win") if lost else 0
        if abs(ahead - late) >= at_once:
            self.ending = "a_far_ahead" if ahead - late > 0 else "b_far_ahead"
        elif over and limit:
            wanted = self.rules.number("victory", "ahead_at_the_end") + (self.rules.option("victory-seven") == "draw")
            self.ending = "drawn" if abs(ahead) < wanted else "a_ahead" if ahead > 0 else "b_ahead"
        elif self.scenario.get("margin") and self.number == self.scenario["turns"]:
            wanted = self.scenario["margin"]
            self.ending = "drawn" if abs(ahead) < wanted else "a_ahead" if ahead > 0 else "b_ahead"

    # What is counted.

    def points(self, side: str) -> int:
        """Points for what the other side has lost."""
        rival, number = self.rival(side), self.rules.number
        found = 0
        for _, stack in self.everybody(rival):
            if stack.state == ELIMINATED:
                found += stack.units * number("types", stack.type, "points")
            if stack.state == FLED:
                each = number("victory", "fled")
                if self.rules.option("fled-points") == "both":
                    each += number("types", stack.type, "points")
                found += stack.units * each
        # Of the banner of Alfonso or Al-Nasir only he himself is worth nothing.
        fates = [fate for banner in self.banners[rival] for fate in banner.losses[banner is self.first_army[rival] :]]
        found += fates.count("dead") * number("victory", "leader_killed")
        found += fates.count("captured") * number("victory", "leader_captured")
        if side == "a":
            return found + self.left * number("victory", "al_andalus_gone")
        return found + sum(number("victory", f"{name}_lost") for name in self.heroes_lost)

    def story(self) -> Story:
        measures = {}
        for side in "ab":
            stacks = [stack for _, stack in self.everybody(side)]
            measures[f"{side}_points"] = self.points(side)
            measures[f"{side}_eliminated"] = _units(stacks, LOST)
            for order in ("routed", "demoralised"):
                measures[f"{side}_{order}"] = _units(stacks, [f"{order}_fresh", f"{order}_fatigued"])
            for type_ in {stack.type for stack in stacks}:
                self.tallies[f"{side}_lost_{type_}"] = _units([one for one in stacks if one.type == type_], LOST)
            self.tallies[f"{side}_fled"] = _units(stacks, [FLED])
            self.tallies[f"{side}_leaders_lost"] = sum(len(one.losses) for one in self.banners[side])
        if any(banner.said.get("al_andalus", False) for banner in self.banners["b"]):
            measures["al_andalus_left"] = int(self.left)
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)


def _units(stacks: Sequence[Stack], states: Sequence[str]) -> int:
    return sum(stack.units for stack in stacks if stack.state in states)


play = player(Battle)
