"""Attacks of banners on each other.

Steps in brackets are those of `docs/sequences/battle.md`. An activation is cut into phases by the columns of `Attack`:
attackers and defenders, the stacks of each pair, and the results that have yet to be carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice, product
from operator import attrgetter
from typing import Any

from mangonel.engine.process import Column, Options, Phase
from mangonel.engine.rolls import Roll
from mangonel.games.filo.banners import ENDINGS, FOUGHT, HAS_SHOT, NOT, NOW, SHOT_AT, Banner, BannerStack, Field
from mangonel.games.filo.combat import CHARGED, PASSES, PLAIN, SHOTS, VOIDED, Rolls, told, totals
from mangonel.games.filo.keys import ARTILLERY
from mangonel.games.filo.lanes import ARCHERS, FARTHEST, STEPS, check_combat, check_shots, distances_of, throw_shot
from mangonel.games.filo.rolls import SIDES
from mangonel.games.filo.states import BONUSES, QUALITIES, STATES, others_take
from mangonel.games.filo.turn import Place
from mangonel.games.filo.units import DEMORALISED, FRESH, GONE, LEFT, ROUTED, decide
from mangonel.games.system import end
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Throw
from mangonel.rules.situation import Joint

_BEHIND = 2
"""Hexes to the enemy from behind a line that is in contact with him."""
_OWN, _FOE, _HELPER = range(3)
"""Of the banner that is active, of the other one, and of the stack that joins the pair."""
_NUMBERS = ("mine", "theirs", "joins")

Step = tuple[str, Callable[[Any, Any], None]]
"""A step of an activation: title and phase."""


class Attack:
    """Shots and attacks of a banner at another one, pair after pair.

    Columns, all 0 between activations: ``attacker``, ``defender``: numbers of the banners; ``advances``: it attacks;
    ``range``: hexes of its shots, 0 if it makes none now; ``volley``: it has made some; ``many``, ``pairs``: stacks
    that act, and those that they can act on; ``rush``: the lines were not in contact; ``rear``: it attacks through a
    rear hex; ``mine``, ``theirs``, ``joins``: numbers of the stacks of each pair and of the one that joins it;
    ``units``, ``targets``, ``join_units``: their kinds and states; the pair in play is the first. Of each side:
    ``leaders``: the bonus, from 1, of a leader in front; ``near``: his pair, from 1, among those that are left;
    ``ruy``: Ruy Díaz is with the pair in play.
    ``added``, ``void``: the sum of the modifiers of the combat, from 1, and if the charge is void; ``charge``: it is
    one, and from 2 on the quality by which it can be made void; before it 1 if there is to be none. ``due``: results
    that have yet to be taken; ``nine``: the side, from 1, whose leader has to be tested; ``shot``: an attacker has shot
    before the combat (if shots end it, the pair in play has no target any more); ``broken``: a stack was broken;
    ``slain``: the last of a side that is gone was eliminated by a combat, 1, or by a shot, 2.
    """

    def __init__(self, rolls: Rolls, field_: Field, *, pursuit: int, decisive: bool) -> None:
        self.rolls, self.rules, self.field, self.hosts = rolls, rolls.rules, field_, field_.hosts
        self.sectors, self.banners, self.pursuit, self.decisive = field_.sectors, field_.banners, pursuit, decisive
        self.most = max(sector.frontage for sector in self.sectors)
        self.passes = any(sector.depth is not None for sector in self.sectors)
        self.stacks = [stack for host in self.hosts for stack in host.stacks]
        # Stacks that are alike fight alike: the first of each kind stands for them.
        kinds: dict[Any, BannerStack] = {}
        for number, stack in enumerate(self.stacks, start=1):
            alike = stack.side, replace(stack.keys, al_andalus=False)
            kinds.setdefault(alike, stack)
            stack.number, stack.alike = number, list(kinds).index(alike)
        self._kinds = list(kinds.values())
        self._distances = {stack: distances_of(stack) for stack in self.stacks}
        self._rest_shoots = self.rules.choice("rest-and-fire") == "yes"
        self._shooting_states = GONE if self.rules.choice("routed-acts") == "yes" else ROUTED
        table, self._totals = self.rules.table("combat-results"), totals(self.rules)
        printed = [table.cell(row, column) for row in table.rows for column in table.columns]
        self._results = list(dict.fromkeys([NO_EFFECT, *printed, "R", *SHOTS]))
        # Of attackers and defenders the numbers of results that change a stack; attackers are not routed.
        self._due = [
            {
                letter: self._results.index(letter)
                for letter, state, stack in product(self._results, range(most), kinds.values())
                if _changes(stack, state, letter)
            }
            for most in (ROUTED, GONE)
        ]
        self.al_andalus = self.hosts[1].al_andalus
        self._leave_at = self.rules.table("victory").number("al_andalus_units")
        for host, rivals in (self.hosts, self.hosts[::-1]):
            for banner, rival in product(host.banners, rivals.banners):
                if rival.sector == banner.sector or banner.turns or rival.turns:
                    self._check(banner, rival)

    def _check(self, banner: Banner, rival: Banner) -> None:
        """Check that the ground of the defenders allows combats, and that no cell that they need is lost."""
        faced = rival.sector == banner.sector
        shots = {1, _BEHIND, self.sectors[banner.sector].distance if faced else 1}
        for stack in banner.stacks:
            if stack.fires:
                check_shots(self.rolls, stack, rival.stacks, sorted(shots))
            if stack.lines_up and banner.keys.act == "attack" and (faced or banner.turns):
                for other in rival.stacks:
                    check_combat(stack, other, f"{rival.path}.ground")

    @cached_property
    def columns(self) -> list[Column]:
        banners, stacks, kinds = len(self.banners), len(self.stacks), len(STATES[:-1]) * len(self._kinds)
        single = {"attacker": banners, "defender": banners, "range": FARTHEST, "many": self.most, "pairs": self.most}
        single |= dict.fromkeys(("advances", "volley", "rush", "rear", "shot", "broken"), 1) | {"nine": 2}
        single |= dict.fromkeys(("added", "void"), len(self._totals)) | {"charge": 2 + QUALITIES[1]}
        rows = dict.fromkeys(("mine", "theirs", "joins"), stacks)
        rows |= dict.fromkeys(("units", "targets", "join_units"), kinds)
        sides = {"leaders": BONUSES[1] + 1, "near": self.most, "ruy": 1, "slain": 2}
        return [
            *(Column(name, most) for name, most in single.items()),
            *(Column(name, most, size=self.most) for name, most in rows.items()),
            *(Column(name, most, size=2) for name, most in sides.items()),
            Column("due", len(self._results) - 1, size=2),
            *([] if self.al_andalus is None else [Column("al_andalus", 1)]),
        ]

    def forget(self, s: Any) -> None:
        for column in self.columns:
            if column.name != "al_andalus":
                setattr(s, column.name, 0)

    def phase_b(self) -> list[Phase]:
        """Return the shots of artillery and archers in their four steps (one game turn, 1)."""
        once = self.rules.choice("phase-b-shots") == "per-phase"
        phases: list[Phase] = []
        for title, kind, side in STEPS:
            for sector, queues in enumerate(self.field.queues):
                if shots := self._volley(queues[side], kind, spared=once):
                    name = f"phase B: {title} of side {SIDES[side]}, sector {sector + 1}"
                    first = partial(self.begin, partial(self.field.front, side=side, sector=sector), True)  # noqa: FBT003
                    phases += self._phases(name, first, shots)
        return phases

    def phases(self) -> list[Phase]:
        starts: list[tuple[str, Sequence[Banner], Callable[[Any], int]]] = []
        for title, column in (("at once", "lead"), ("of a rival", "named")):
            starts.append((title, list(self.banners.values()), attrgetter(column)))
        for number, places in enumerate(self.field.order.usual("", SIDES), start=1):
            starts.append((str(number), [self.banners[place.leader] for place in places], partial(_in_turn, places)))
        phases: list[Phase] = []
        for title, able, leader in starts:
            for banner in self.field.again:
                if any(other.side == banner.side for other in able):
                    phases += self._activation(f"{title}: {banner.who}", partial(_again, leader, banner), [banner])
            phases += self._activation(title, leader, able)
        return phases

    def _activation(self, title: str, leader: Callable[[Any], int], able: Sequence[Banner]) -> list[Phase]:
        steps = [*self._volley(able), *self._combats(able)]
        return self._phases(f"activation {title}", partial(self.begin, leader, False), steps)  # noqa: FBT003

    def _phases(self, name: str, begin: Callable[[Any, Any], None], steps: Sequence[Step]) -> list[Phase]:
        leaves: list[Step] = [("Al-Andalus", self.leave)] if self.al_andalus else []
        after = [("leaders", self.lose_leaders), *leaves, ("end", self.end)]
        return [Phase(name, begin), *(Phase(f"{name}: {title}", act) for title, act in (*steps, *after))]

    def _most(self, banners: Sequence[Banner], able: Callable[[BannerStack], bool]) -> int:
        """Return how many stacks of one of some banners can ever act at once."""
        return max((min(self.most, sum(map(able, banner.stacks))) for banner in banners), default=0)

    def _volley(self, banners: Sequence[Banner], kind: str = "", *, spared: bool = False) -> list[Step]:
        most = self._most(banners, lambda stack: stack.fires and kind in ("", stack.keys.kind.type))
        if not most:
            return []
        shots: list[Step] = [("shooters", partial(self.choose_shooters, kind))]
        shots += [(f"target {at + 1}", partial(self.choose_defender, at, spared)) for at in range(most)]
        shots.append(("shots", partial(self.pair, True)))  # noqa: FBT003
        shots.append(("shots: leaders", partial(self.join_leaders, (_FOE,))))
        for at in range(most):
            shots += [(f"shot {at + 1}", self.shoot), (f"shot {at + 1}: result", partial(self.end_shot, at + 1))]
        return shots

    def _combats(self, banners: Sequence[Banner]) -> list[Step]:
        most = self._most(banners, lambda stack: stack.lines_up)
        steps: list[Step] = [
            ("attackers", partial(self.choose_attackers, FRESH)),
            ("fatigued attackers", partial(self.choose_attackers, FRESH + 1)),
            *((f"defender {at + 1}", partial(self.choose_defender, at, False)) for at in range(most)),  # noqa: FBT003
            ("pairs", partial(self.pair, False)),  # noqa: FBT003
            ("pairs: leaders", partial(self.join_leaders, (_OWN, _FOE))),
        ]
        throws: list[list[Step]] = []
        if any(stack.fires for stack in self.stacks):
            shot_at = partial(self.hit, _OWN, True)  # noqa: FBT003
            throws.append([("defensive fire", self.defend), ("attackers shot at", shot_at)])
        if self._most(banners, lambda stack: stack.fires and stack.lines_up):
            shot_at = partial(self.hit, _FOE, True)  # noqa: FBT003
            throws.append([("offensive fire", self.shoot_before), ("defenders shot at", shot_at)])
        throws.append([("attack", self.attack), ("combat", self.fight), ("defenders", partial(self.hit, _FOE, False))])  # noqa: FBT003
        for at in range(most):
            steps += [(f"pair {at + 1}: {title}", act) for throw in throws for title, act in throw]
            steps.append((f"pair {at + 1}: attackers", partial(self.hit_attackers, at + 1)))
        return steps

    def begin(self, leader: Callable[[Any], int], shots_only: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Begin the activation of a banner at the front, and see which leaders are in front (activation of a banner).

        `leader` returns the number of the banner, 0 if there is none (one game turn, 3); in phase B it has `shots_only`
        (one game turn, 1).
        """
        number = int(leader(s))
        if not number or not self.field.at_front(s, self.banners[number]):
            return
        banner = self.banners[number]
        side, sector = SIDES.index(banner.side), self.field.target(s, banner)
        assert sector is not None
        attacks = banner.fights and not shots_only and not banner.asleep(s)
        options = [*(["attack"] if attacks else []), *(["shoot"] if banner.fires else []), "hold"]
        act = decide(dice, banner.side, "act", options, banner=banner)
        if act == "hold":
            return
        rival = self.banners[int(self.field.front(s, 1 - side, sector))]
        s.attacker, s.defender, s.advances = banner.number, rival.number, int(act == "attack")
        if sector == banner.sector:
            s.rush = int(s.contact[sector] == NOT)
        else:
            s.rush = int(banner.get(s, "beside") != sector + 1)
            s.rear = int(s.rush == 0 and banner.host.policies.exploit == "rear")
        if banner.fires and sector == banner.sector:
            s.range = self.sectors[sector].distance if s.rush else _BEHIND
        for whose, led in ((_OWN, banner), (_FOE, rival)):
            if decide(dice, led.side, "leader", ("front", "behind"), banner=led) == "front":
                s.leaders[whose] = 1 + led.chief.bonus(s)

    def choose_shooters(self, kind: str, s: Any, dice: Any) -> None:
        """Line up the shooters, all or those of one type (shots)."""
        if s.range == 0:
            return
        banner, hexes, contact = self.banners[int(s.attacker)], int(s.range), s.rush == 0
        lined_up = (stack.lines_up and stack.state(s) < DEMORALISED for stack in banner.stacks)
        over = contact or (s.advances == 1 and any(lined_up))
        able = [
            stack
            for stack in banner.stacks
            if stack.fires
            and kind in ("", stack.keys.kind.type)
            and hexes in self._distances[stack]
            and (not over or (stack.behind and stack.keys.kind.type == ARCHERS))
        ]
        if contact and able and not any(not stack.behind and stack.state(s) < ROUTED for stack in banner.stacks):
            able = []
        many, most = 0, self.sectors[banner.sector].frontage
        for stack in able:
            if many < most and stack.state(s) < ROUTED and not (contact and stack.fought(s)):
                s.mine[many], s.units[many] = stack.number, self._unit(stack, s)
                if not self._rest_shoots:
                    stack.has_done(s, HAS_SHOT)
                many += 1
        s.many = many
        if not many:
            s.range = 0

    def choose_attackers(self, state: int, s: Any, dice: Any) -> None:
        """Line up the attackers in a state, the fresh ones first (activation of a banner, 2, Attackers)."""
        if s.attacker == 0:
            return
        if state == FRESH:
            s.range = s.many = s.pairs = 0
        if s.advances == 1:
            many, most = int(s.many), self.sectors[self._sector(s)].frontage
            for stack in self.banners[int(s.attacker)].stacks:
                if many < most and stack.lines_up and stack.state(s) == state:
                    s.mine[many], s.units[many] = stack.number, self._unit(stack, s)
                    many += 1
            s.many = many
        if state != FRESH and s.many == 0 and s.volley == 0:
            self.forget(s)

    def choose_defender(self, place: int, spared: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Find the target of a pair, none shot at if they are `spared` (activation of a banner, 2, Defenders)."""
        if s.mine[place] == 0:
            return
        if place == 0:
            rival, start = self.banners[int(s.defender)], (False, FRESH, -1)
        elif number := int(s.theirs[place - 1]):
            last = self.stacks[number - 1]
            rival, start = last.banner, (last.behind, self._read(s.targets[place - 1])[1], last.at)
        else:
            return
        for behind, state, stack in product((False, True), range(ROUTED), rival.stacks):
            later = stack.behind == behind and (behind, state, stack.at) > start
            if later and stack.state(s) == state and not (spared and stack.get(s, "fought") == SHOT_AT):
                self._defend(s, dice, place, stack)
                return

    def pair(self, volley: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Let stacks left over join from the left; routed stacks nearby are attacked, too.

        (activation of a banner, 2, Defenders; activation of a banner, 3; shots)
        """
        if not s.pairs < s.many:
            return
        many, pairs = int(s.many), int(s.pairs)
        if not volley:
            for stack in islice(self._runners(s), many - pairs):
                self._defend(s, dice, pairs, stack)
                pairs += 1
            if not pairs and s.volley == 0:
                self.forget(s)
                return
        for at in range(pairs, many):
            if at < 2 * pairs and (not volley or self._type(s.units[at]) == self._type(s.units[at - pairs])):
                s.joins[at - pairs], s.join_units[at - pairs] = s.mine[at], s.units[at]
            s.mine[at] = s.units[at] = 0
        if not pairs:
            s.many = 0

    def join_leaders(self, sides: Sequence[int], s: Any, dice: Any) -> None:
        """Let leaders in front join a pair, and Ruy Díaz the first (activation of a banner, 3, Leaders; shots)."""
        if s.pairs == 0:
            return
        for whose in sides:
            banner = self.banners[int(s.defender if whose == _FOE else s.attacker)]
            if s.leaders[whose] != 0:
                s.near[whose] = decide(dice, banner.side, "leader_pair", range(1, int(s.pairs) + 1))
            if banner.host.has_ruy(s, banner):
                s.ruy[whose] = 1

    def _runners(self, s: Any) -> Iterator[BannerStack]:
        """Yield the routed stacks that are near, by the hexes that they have gone, of those the fresh ones first."""
        rival = self.banners[int(s.defender)]
        of_a_rout = self.rules.table("hexes").number("rout")
        for hexes, state, stack in product(range(of_a_rout, self.pursuit + 1), (ROUTED, ROUTED + 1), rival.stacks):
            if stack.get(s, "edge") == rival.keys.edge - hexes and stack.state(s) == state:
                yield stack

    def _defend(self, s: Any, dice: Any, place: int, stack: BannerStack) -> None:
        volley = s.range != 0
        if not place:
            verb = "shoots at" if volley else "attacks"
            dice.note(f"{{}} {verb} {{}}", lambda: self.banners[int(s.attacker)].who, stack.banner.who)
            stack.banner.wake(s, dice)
            if volley:
                s.volley = 1
        if volley:
            stack.has_done(s, SHOT_AT)
        else:
            stack.put(s, "fought", FOUGHT)
        s.theirs[place], s.targets[place], s.pairs = stack.number, self._unit(stack, s), place + 1

    def _unit(self, stack: BannerStack, s: Any) -> int:
        """Return the kind and state of a stack as one number, from 1."""
        return 1 + GONE * stack.alike + int(stack.state(s))

    def _read(self, unit: Any) -> tuple[BannerStack, int]:
        """Return a stack of the kind, and the state, of such a number."""
        kind, state = divmod(int(unit) - 1, GONE)
        return self._kinds[kind], state

    def _type(self, unit: Any) -> str:
        return self._read(unit)[0].keys.kind.type

    def _come(self, place: int, s: Any) -> None:
        follows = place < self.most and s.units[place] != 0
        for row in (s.mine, s.units, s.theirs, s.targets, s.joins, s.join_units):
            row[0] = row[place] if follows else 0
            if follows:
                row[place] = 0
        s.shot = s.charge = 0
        for whose in (_OWN, _FOE):
            s.ruy[whose] = 0
            if s.near[whose] != 0:
                s.near[whose] -= 1

    def shoot(self, s: Any, dice: Any) -> None:
        """Shoot, alone or together with another stack (shots)."""
        if s.units[0] != 0:
            self._shoot_at(s, dice, _FOE, self._pair(s), int(s.range))

    def defend(self, s: Any, dice: Any) -> None:
        """Let the stack that is attacked through a front hex shoot (activation of a banner, 5, Defensive fire)."""
        target = int(s.targets[0])
        if target and (foe := self._read(target))[0].fires and foe[1] < self._shooting_states and s.rear == 0:
            self._shoot_at(s, dice, _OWN, [foe], 1)

    def shoot_before(self, s: Any, dice: Any) -> None:
        """Let attackers shoot before the combat (activation of a banner, 5, Offensive fire)."""
        unit = int(s.units[0])
        if not unit or not (own := self._read(unit)[0]).fires or s.targets[0] == 0 or s.volley == 1:
            return
        if decide(dice, own.side, "offensive_fire", (False, True)):
            able = [each for each in self._pair(s) if each[0].fires and each[0].weapon == own.weapon]
            s.shot = int(self._shoot_at(s, dice, _FOE, able, 1, moved=bool(s.rush == 1)))

    def _shoot_at(
        self, s: Any, dice: Any, at: int, able: Sequence[tuple[BannerStack, int]], hexes: int, *, moved: bool = False
    ) -> bool:
        """Throw for a shot at one of the pair, whose result has yet to be taken; return whether there is one."""
        target = s.targets[0] if at == _FOE else s.units[0]
        # An attacker has left his ground.
        ground = self._read(target)[0].keys.ground if at == _FOE else ()
        shooters = tuple(stack.unit(state, (), (), ("moved",) * moved) for stack, state in able)
        roll = self.rolls.shot(shooters, hexes, ground, bool(s.near[at] == 1))
        if roll is not None:
            letter, nine = throw_shot(dice, roll, able[0][0].side)
            if nine:
                s.nine = at + 1
            if letter != NO_EFFECT:
                s.due[at] = self._due[at].get(letter, 0)
        return roll is not None

    def attack(self, s: Any, dice: Any) -> None:
        """Charge or not, and add up the modifiers of the combat of a pair (activation of a banner, 5, Combat)."""
        if s.units[0] == 0 or s.targets[0] == 0:
            return
        stacks, (foe, order) = [stack for stack, _ in self._pair(s)], self._read(s.targets[0])
        side = stacks[0].side
        charges = all(stack.can_charge for stack in stacks) and s.rush == 1 and s.charge == 0
        may_charge = Options((False, True), lambda charge: not charge or self._total(s, CHARGED) > 0)
        charges = charges and decide(dice, side, "charge", may_charge)
        self._tell(s, dice, charges=charges, joined=len(stacks) > 1)
        dice.count(f"{side}_combats")
        s.added, s.charge = self._total(s, CHARGED if charges else PLAIN), 0
        if charges:
            dice.count(f"{side}_charges")
            reaction, s.void = self.rolls.reaction(foe.unit(order)), self._total(s, VOIDED)
            s.charge = 1 if reaction is None else 2 + foe.unit(order).quality

    def _pair(self, s: Any) -> list[tuple[BannerStack, int]]:
        return [self._read(unit) for unit in (int(s.units[0]), int(s.join_units[0])) if unit]

    def _total(self, s: Any, way: int) -> int:
        """Return the sum of the modifiers of the combat in play, from 1; 0 if the rules allow none."""
        combat, least, most = self._fought(s, way), self._totals[0], self._totals[-1]
        return 0 if combat is None else 1 + min(max(combat.situation.modifier, least), most) - least

    def _fought(self, s: Any, way: int) -> Joint | None:
        """Return the combat of the pair in play, fought in a way; None if the rules allow none."""
        ((own, state), *joining), (foe, order) = self._pair(s), self._read(s.targets[0])
        # Ask only for the possible: each question makes another read set.
        words = ("shot",) * bool(own.fires and s.shot == 1) + ("rear",) * bool(own.banner.turns and s.rear == 1)
        led, ruy = list[tuple[int, ...]](), list[tuple[str, ...]]()
        for whose, each in ((_OWN, own), (_FOE, foe)):
            bonus = int(s.leaders[whose]) - 1 if s.near[whose] == 1 else 0
            led.append((bonus,) if bonus > 0 else ())
            ruy.append(("ruy_diaz",) * bool(each.host.ruy is not None and s.ruy[whose] == 1))
        beside = ("rear",) * (foe.keys.kind.type == ARTILLERY)  # it has one front hex (3.2)
        helpers = (stack.unit(tired, (), (), beside) for stack, tired in joining)
        attackers = own.unit(state, led[_OWN], (), ruy[_OWN] + words), *helpers
        return self.rolls.joint(attackers, (foe.unit(order, led[_FOE], foe.keys.ground, ruy[_FOE]),), way)

    def fight(self, s: Any, dice: Any) -> None:
        """Throw for a combat, before it to void a charge (activation of a banner, 5, Reaction charge)."""
        if s.added == 0:
            return
        total, charge = int(s.added), int(s.charge)
        way = CHARGED if charge else PLAIN
        if charge > 1:
            rival = self.banners[int(s.defender)]
            if dice.roll(self.rolls.reacts(charge - 2), who=rival.who) == PASSES:
                way, total = VOIDED, int(s.void)
                dice.count(f"{rival.side}_reactions")
        s.added = s.charge = s.void = 0
        roll = self.rolls.fought(self._totals[total - 1], bool(s.near[_OWN] == 1))
        to_foe, to_own, nine = dice.roll(replace(roll, explain=partial(self._explain, s, way, roll), key=roll))
        s.nine = int(nine)
        for whose, letter in ((_FOE, to_foe), (_OWN, to_own)):
            s.due[whose] = self._due[whose].get(letter, 0)

    def _explain(self, s: Any, way: int, roll: Roll, throw: Throw) -> str:
        """Return a throw in words: for a trace with the modifiers of the combat in play, else with their sum."""
        combat = self._fought(s, way) if s.units[0] != 0 and s.targets[0] != 0 else None
        return roll.told(throw) if combat is None else told(combat, "", throw)

    def _tell(self, s: Any, dice: Any, *, charges: bool, joined: bool) -> None:
        # Only a trace asks for the names.
        own, foe, helper = (partial(self._stack, s, whose) for whose in (_OWN, _FOE, _HELPER))
        if not joined:
            dice.note(f"{{}} {'charges' if charges else 'attacks'} {{}}", lambda: own().who, lambda: foe().who)
            return
        verb, numbers = "charge" if charges else "attack", [lambda: str(own().at + 1), lambda: str(helper().at + 1)]
        text = f"stacks {{}} and {{}} of {{}} {verb} {{}}"
        dice.note(text, *numbers, lambda: own().banner.who, lambda: foe().who)

    def _stack(self, s: Any, whose: int) -> BannerStack:
        return self.stacks[int(getattr(s, _NUMBERS[whose])[0]) - 1]

    def _test_leader(self, s: Any, dice: Any) -> None:
        """Test the leader with the pair (activation of a banner, 5, Leader)."""
        if s.nine == 0:
            return
        whose = int(s.nine) - 1
        banner = self.banners[int(s.attacker if whose == _OWN else s.defender)]
        if banner.chief.dies(s, dice):
            banner.host.take_leader(s, dice, banner, captured=False)
        s.leaders[whose] = 1 + banner.chief.bonus(s)
        s.nine = 0

    def end_shot(self, place: int, s: Any, dice: Any) -> None:
        """Carry the result of a shot out, after which the next one comes (shots)."""
        if s.units[0] != 0:
            self.hit(_FOE, True, s, dice)  # noqa: FBT003
            self._come(place, s)

    def hit_attackers(self, place: int, s: Any, dice: Any) -> None:
        """Carry the result out on all attackers of a pair; the next pair comes (activation of a banner, 5)."""
        if s.units[0] == 0:
            return
        helped = self._due[_OWN].get(others_take(self.rules, self._results[int(s.due[_OWN])]), 0)
        for whose in (_OWN, _HELPER):
            if number := int(getattr(s, _NUMBERS[whose])[0]):
                self.stacks[number - 1].put(s, "fought", FOUGHT)
                if whose == _HELPER:
                    s.due[_OWN] = helped
                self.hit(whose, False, s, dice)  # noqa: FBT003
        self._come(place, s)

    def hit(self, whose: int, by_fire: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Carry a result out on a stack of the pair in play, after the test of a leader (activation of a banner, 5).

        It is noted whether it is broken, and whether it is eliminated. After fire its state is noted, too; there is no
        combat if it has run.
        """
        self._test_leader(s, dice)
        side = whose % 2
        if s.due[side] == 0:
            return
        stack, result = self._stack(s, whose), self._results[int(s.due[side])]
        s.due[side] = 0
        state = int(stack.state(s))
        if not _changes(stack, state, result):
            return
        stack.suffer(s, dice, result)
        if (state < ROUTED or self.passes) and stack.state(s) >= ROUTED:
            s.broken = 1
        if stack.state(s) >= GONE:
            s.slain[side] = 1 + by_fire if stack.state(s) == GONE else 0
            if s.slain[side] and whose != _HELPER:
                self._lose_with(s, dice, stack.banner, whose, by_fire=by_fire)
        if by_fire and stack.state(s) >= ROUTED and (whose == _FOE or s.joins[0] == 0):
            s.targets[0] = 0
        elif by_fire and stack.state(s) >= ROUTED:
            # He takes a leader with him; the stack that has joined him attacks alone.
            s.ruy[_OWN] = 0
            if s.near[_OWN] == 1:
                s.near[_OWN] = 0
            s.mine[0], s.units[0], s.joins[0], s.join_units[0] = s.joins[0], s.join_units[0], 0, 0
            s.charge = int(not stack.can_charge)
        elif by_fire:
            (s.units, s.targets)[whose][0] = self._unit(stack, s)

    def _lose_with(self, s: Any, dice: Any, banner: Banner, whose: int, *, by_fire: bool) -> None:
        """Let the leader with a stack that a combat eliminates be captured, and Ruy Díaz be lost."""
        if not by_fire and s.near[whose] == 1:
            banner.host.take_leader(s, dice, banner)
            # If no stack of his banner is left, nobody replaces him (7.6).
            s.slain[whose % 2] = 0
        if s.ruy[whose] == 1:
            banner.host.lose_ruy(s, dice)
            s.ruy[whose] = 0

    def lose_leaders(self, s: Any, dice: Any) -> None:
        """See the fate of leaders without a banner, the defenders' first (activation of a banner, 6)."""
        for whose, number in ((_FOE, s.defender), (_OWN, s.attacker)):
            if s.attacker != 0 and s.slain[whose] != 0:
                self.banners[int(number)].lose_leader(s, dice, captured=bool(s.slain[whose] == 1))

    def leave(self, s: Any, dice: Any) -> None:
        """Let Al-Andalus leave when it has lost too many units (activation of a banner, 8)."""
        banner = self.al_andalus
        if s.attacker == 0 or banner is None or s.al_andalus == 1:
            return
        if not self.passes and (s.broken == 0 or banner.number not in (s.attacker, s.defender)):
            return
        if sum(stack.keys.units for stack in banner.stacks if stack.state(s) >= ROUTED) < self._leave_at:
            return
        dice.note(f"Al-Andalus leaves: {banner.who}")
        s.al_andalus = 1
        banner.host.score(s, banner.host.left_worth)
        for stack in banner.stacks:
            if stack.state(s) < GONE:
                stack.change(s, dice, LEFT)

    def end(self, s: Any, dice: Any) -> None:
        """Look for front banners, for contact and for the endings (activation of a banner, 9; points and endings)."""
        number = int(s.attacker)
        if not number:
            return
        banner, sector = self.banners[number], self._sector(s)
        fought = s.advances == 1 and s.many != 0
        if banner.turns and (fought or s.volley == 1):
            banner.put(s, "beside", sector + 1 if fought and sector != banner.sector else 0)
        if s.broken == 1 and sector != banner.sector:
            self._look(banner.sector, s, dice)
        changed = s.broken == 1 and self._look(sector, s, dice)
        if fought and not changed:
            s.contact[sector] = NOW
        self.forget(s)
        lost = [self.decisive and host.army.lost(s) for host in self.hosts]
        if any(lost):
            end(s, dice, ENDINGS, f"{SIDES[lost.index(True)]}_leader_lost")
        elif changed and self.field.reached(s, sector):
            end(s, dice, ENDINGS, "a_reaches_camp")

    def _look(self, sector: int, s: Any, dice: Any) -> bool:
        return sum(self.field.look(sector, side, s, dice) for side in (0, 1)) > 0

    def _sector(self, s: Any) -> int:
        banner = self.banners[int(s.attacker)]
        return self.banners[int(s.defender)].sector if banner.turns else banner.sector


def _again(leader: Callable[[Any], int], banner: Banner, s: Any) -> int:
    """Return a banner that the army leader activates in his place, before its own leader (one game turn, 3)."""
    army = banner.host.banners[int(banner.host.army.army(s))]
    return banner.number if army is not banner and leader(s) == army.number else 0


def _in_turn(places: Sequence[Place], s: Any) -> int:
    """Return the leader in a place of the usual order, 0 if none has it."""
    return next((place.leader for place in places if place.when(s)), 0)


def _changes(stack: BannerStack, state: int, result: str) -> bool:
    after, hexes = stack.after(state, result)
    return after != state or (state >= ROUTED and hexes > 0)
