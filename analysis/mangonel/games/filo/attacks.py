"""Fronts, the order of a turn, and attacks of banners on each other.

Steps in brackets are those of `docs/sequences/battle.md`. An activation is cut into phases by the columns of `Attack`:
who attacks whom, the stacks of each pair, and the results that have yet to be carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mangonel.engine.process import Column, Decision, Phase
from mangonel.engine.rolls import Roll, cached
from mangonel.errors import DataError, NoRollError
from mangonel.games.filo.banners import (
    FOUGHT,
    HAS_SHOT,
    SHOT_AT,
    SIDES,
    Banner,
    BannerStack,
    Host,
    worth_of,
)
from mangonel.games.filo.combat import Combat, combat_situation
from mangonel.games.filo.dice import CAPTURED as TAKEN
from mangonel.games.filo.dice import PASSES, SHOTS, Rolls
from mangonel.games.filo.initiative import NOBODY, Order, Place
from mangonel.games.filo.lanes import ARCHERS, FARTHEST, STEPS, check_shots, reach_of, throw_shot
from mangonel.games.filo.states import BONUSES, ON, ORDERS, STATES, Unit, others_take
from mangonel.games.filo.units import (
    ACT,
    CHARGE,
    DEAD,
    DEMORALISED,
    FRESH,
    GONE,
    OFFENSIVE_FIRE,
    ROUTED,
    end,
)
from mangonel.games.filo.victory import Losses
from mangonel.games.possible import possible
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from mangonel.games.filo.battle import BattleSetup

__all__ = ["ENDINGS", "LEAD", "LEADER", "Attack", "Field", "Step"]


ENDINGS = {
    "b_leader_lost": "side b has lost its army leader",
    "a_leader_lost": "side a has lost its army leader",
    "a_reaches_camp": "side a has reached the Almohad banner",
    "a_far_ahead": "side a is far ahead in points",
    "b_far_ahead": "side b is far ahead in points",
    "a_ahead": "side a is ahead in points",
    "b_ahead": "side b is ahead in points",
    "drawn": "the battle is drawn",
}
LEADER = {side: Decision(f"{side}.leader", side) for side in SIDES}
LEAD = {side: Decision(f"{side}.lead", side) for side in SIDES}


# Fronts and the order of a turn.

NOT, _STILL, _NOW = range(3)
"""Whether a sector is in contact: not; since a turn before; by an attack of this turn."""
_CLASSES = ("C1", "C2", "C3", "C4")


class Field:
    """The sectors, with the front banners of both sides, and the order in which leaders act.

    Columns: ``a_front``, ``b_front``: the number of the front banner in each sector; ``contact``: of each sector;
    ``ahead``, ``gained``: who is ahead in the initiative, from 1, and by which class, until leaders are chosen.
    """

    def __init__(self, rules: RuleSet, setup: BattleSetup, hosts: tuple[Host, Host]) -> None:
        self.rules, self.hosts, self.sectors = rules, hosts, setup.sectors
        self.camps = rules.choice("almohad-banner") == ON
        self.banners = {banner.number: banner for host in hosts for banner in host.banners}
        self.queues = [
            [[banner for banner in host.banners if banner.sector == sector] for host in hosts]
            for sector in range(len(setup.sectors))
        ]
        leads = [host.banners[host.army.leads].keys for host in hosts]
        ranks = {host.side: (led.value, led.bonus) for host, led in zip(hosts, leads, strict=True)}
        again = [banner for banner in self.banners.values() if banner.keys.activations > 1]
        self.again = sorted(again, key=lambda banner: ranks[banner.side])
        self.order = Order(rules, [[banner.keys.value for banner in host.banners] for host in hosts])

    @property
    def columns(self) -> list[Column]:
        """Fronts, contact, and the order of the turn."""
        size = len(self.sectors)
        fronts = [
            Column(
                f"{host.side}_front",
                len(host.banners),
                tuple(queues[side][0].place + 1 if queues[side] else 0 for queues in self.queues),
                size,
            )
            for side, host in enumerate(self.hosts)
        ]
        choosing = [Column("ahead", 2), Column("gained", len(_CLASSES) - 1)]
        return [*fronts, Column("contact", _NOW, size=size), *self.order.columns, *choosing]

    def front(self, s: Any, side: int, sector: int) -> Any:
        """Return the place of the front banner of a side, from 1."""
        return getattr(s, f"{SIDES[side]}_front")[sector]

    def at_front(self, s: Any, banner: Banner) -> bool:
        """Return whether a banner is a front banner, faces one, and may attack in this turn."""
        side = SIDES.index(banner.side)
        return bool(
            self.front(s, side, banner.sector) == banner.place + 1
            and self.front(s, 1 - side, banner.sector) != 0
            and s.turn >= self.sectors[banner.sector].contact
        )

    def look(self, sector: int, side: int, s: Any, dice: Any) -> bool:
        """Look for the front banner of a side; return whether it is another one (fronts and contact)."""
        before, queue = self.front(s, side, sector), self.queues[sector][side]
        at = next((at for at, banner in enumerate(queue) if before == banner.place + 1), 0)
        able = [*queue[at:], *queue[:at]]
        after, spare = None, None
        for banner in able:
            if banner.spent(s):
                continue
            if not banner.relieved(s):
                after = banner
                break
            spare = spare or banner
        after = after or spare
        place = after.place + 1 if after else 0
        if before == place:
            return False
        if after:
            dice.note(f"{after.who} is in front")
        getattr(s, f"{SIDES[side]}_front")[sector] = place
        return True

    def reached(self, s: Any, sector: int) -> bool:
        """Return whether side a has come to the Almohad banner in a sector."""
        ours, theirs = self.queues[sector]
        camp = self.sectors[sector].camp and self.camps and ours and theirs
        return bool(camp and self.front(s, 0, sector) != 0 and self.front(s, 1, sector) == 0)

    def beside_camp(self, banner: Banner) -> bool:
        """Return whether the Almohad banner is beside the stacks of a banner."""
        last = self.queues[banner.sector][1][-1:]
        return self.camps and self.sectors[banner.sector].camp and banner in last

    # The order of a turn.

    def throw(self, s: Any, dice: Any) -> None:
        """Throw for the initiative (one game turn, 1)."""
        bonuses = [host.army.army_bonus(s) for host in self.hosts]
        ahead, letter = self.order.initiative.throw(dice, bonuses)
        self.order.begin(s, dice, bonuses)
        if ahead == NOBODY:
            dice.note("nobody has the initiative")
            return
        dice.count(f"{SIDES[ahead]}_first")
        s.ahead, s.gained = ahead + 1, _CLASSES.index(letter)

    def choose(self, s: Any, dice: Any) -> None:
        """See who acts at once, who has to act, and who does not act (one game turn, 2)."""
        self.order.settle(s, dice, int(s.ahead) - 1, _CLASSES[s.gained], self)
        s.ahead = s.gained = 0
        if s.silent != 0:
            dice.note(f"{self.banners[int(s.silent)].who} does not act")

    def lead(self, s: Any, dice: Any, side: int) -> int:
        """Return whom a side activates at once, of those at the front."""
        able = self._able(s, side)
        return int(dice.choose(LEAD[SIDES[side]], [banner.number for banner in able])) if able else 0

    def named(self, s: Any, dice: Any, side: int, lead: int) -> int:
        """Return the rival at the front of the same sector."""
        del dice
        rivals = self.queues[self.banners[lead].sector][1 - side] if lead else []
        return next((rival.number for rival in rivals if self.at_front(s, rival)), 0)

    def silenced(self, s: Any, dice: Any, side: int, named: int) -> int:
        """Return the other rival at the front of the lowest value."""
        del dice
        return next((rival.number for rival in self._able(s, 1 - side) if rival.number != named), 0)

    def only(self, s: Any, side: int) -> int:
        """Return the banner of a side that has one alone."""
        del s
        banners = self.hosts[side].banners
        return banners[0].number if len(banners) == 1 else 0

    def _able(self, s: Any, side: int) -> list[Banner]:
        """Return the banners at the front, the lowest value first."""
        banners = sorted(self.hosts[side].banners, key=lambda banner: banner.keys.value)
        return [banner for banner in banners if self.at_front(s, banner)]


# An activation.

_PLAIN, _CHARGE, _VOIDED = range(3)
"""How a combat is fought: without a charge, with one, with one that a reaction charge has voided."""
_BEHIND = 2
"""Hexes to the enemy from behind a line that is in contact with him."""
_OWN, _FOE = 1, 2
"""Whose a leader is who is tested, or Ruy Díaz: of the banner that is active, of the other one."""
_TABLES = (
    "combat-ratio",
    "combat-modifiers",
    "fire-modifiers",
    "hexes",
    "initiative",
    "navas-modifiers",
    "leader-loss",
    "rally-modifiers",
    "shots",
    "states",
)
_OPTIONS = (
    "cavalry-flight",
    "charge-movement",
    "charge-on-routed",
    "charge-terrain",
    "demoralised-attackers",
    "fire-strength-steps",
    "leader-test-face",
    "navas-archers",
    "phase-b-shots",
    "rear-charge",
    "reaction-terrain",
    "rest-and-fire",
    "results-on-all",
    "rout-and-retreat",
    "routed-acts",
    "ruy-diaz",
    "ruy-diaz-defence",
    "several-leaders",
    "terrain-sum",
)
"""Tables and options that most battles come to only while they are played."""

Step = tuple[str, Callable[[Any, Any], None]]
"""A step of an activation: title and phase."""


class Attack:
    """Shots and attacks of a banner at another one, pair after pair.

    Columns, all 0 between activations: ``attacker``, ``defender``: numbers of the banners; ``advances``: it attacks;
    ``range``: hexes of its shots, 0 if it makes none now; ``volley``: it has made some; ``many``, ``pairs``: stacks
    that act, and those that they can act on; ``short``: these are fewer; ``rush``: the lines were not in contact;
    ``mine``, ``theirs``, ``joins``: numbers of the stacks of each pair and of the one that joins it; ``units``,
    ``targets``, ``join_units``: their kinds and states; the pair in play is the first. ``own_leader``, ``foe_leader``
    (their bonus, from 1), ``own_tests``, ``foe_tests`` and ``ruy``: who is with the first pair; ``to_own``,
    ``to_foe``, ``to_helper``: results that have yet to be taken; ``nine``: whose leader has to be tested; ``shot``,
    ``over``: an attacker has shot before the combat, and shots have ended it; ``broken``, ``slain``: whether a stack
    was broken, and one of the defenders, of the attackers, was eliminated.
    """

    def __init__(self, rolls: Rolls, setup: BattleSetup, field_: Field) -> None:
        self.rolls, self.rules, self.field, self.hosts = rolls, rolls.rules, field_, field_.hosts
        self.setup, self.banners, self.most = setup, field_.banners, max(sector.frontage for sector in setup.sectors)
        self.stacks = [stack for host in self.hosts for stack in host.stacks]
        al_andalus = ["al-andalus-rally"] if any(stack.keys.al_andalus for stack in self.stacks) else []
        self.rules.ask_ahead(_TABLES, [*_OPTIONS, *al_andalus])
        self._number = {stack: number for number, stack in enumerate(self.stacks, start=1)}
        # Stacks that are alike fight alike: the first of each kind stands for them.
        self._kinds: dict[Any, int] = {}
        self._alike: list[BannerStack] = []
        self._kind = {stack: self._kind_of(stack) for stack in self.stacks}
        self._reach = {stack: reach_of(stack) for stack in self.stacks}
        self._rest_shoots = self.rules.choice("rest-and-fire") == "yes"
        self._shooting_states = GONE if self.rules.choice("routed-acts") == "yes" else ROUTED
        shooters = [sum(stack.fires for stack in banner.stacks) for banner in self.banners.values()]
        self.volleys = min(self.most, max(shooters))
        table = self.rules.table("combat-results")
        results = [table.cell(row, column) for row in table.rows for column in table.columns]
        self._results = list(dict.fromkeys([NO_EFFECT, *results, "R", *SHOTS]))
        leaves = self.rules.choice("al-andalus-leaves") == "leaves"
        self.al_andalus = next((banner for banner in self.hosts[1].banners if banner.keys.al_andalus and leaves), None)
        number = self.rules.table("victory").number
        self._leave_at = number("al_andalus_units")
        self.left_worth = worth_of(self.rules, Losses(al_andalus=self._leave_at)) if self.al_andalus else 0
        for host, rivals in (self.hosts, self.hosts[::-1]):
            self._check(host, rivals)

    def _kind_of(self, stack: BannerStack) -> int:
        keys = stack.keys
        alike = (stack.side, keys.kind, keys.units, keys.strength, keys.quality, keys.movement, keys.ground, keys.room)
        if alike not in self._kinds:
            self._kinds[alike] = len(self._alike)
            self._alike.append(stack)
        return self._kinds[alike]

    def _check(self, host: Host, rivals: Host) -> None:
        """Check that the ground of the defenders allows combats, and that no cell that they need is lost."""
        met = [(banner, rival) for banner in host.banners for rival in rivals.banners if rival.sector == banner.sector]
        for banner, rival in met:
            shots = {1, _BEHIND, self.setup.sectors[banner.sector].distance}
            for stack in banner.stacks:
                if stack.fires:
                    check_shots(self.rolls, stack, rival.stacks, sorted(shots))
                if stack.lines_up and banner.keys.act == "attack":
                    for other in rival.stacks:
                        self._check_combat(stack, other)

    def _check_combat(self, stack: BannerStack, other: BannerStack) -> None:
        combat = self._combat(self._kind[stack], FRESH, None, self._kind[other], FRESH)
        try:
            combat_situation(self.rules, combat)
        except NoRollError as error:
            path = f"{other.banner.path}.ground"
            raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None

    @property
    def columns(self) -> list[Column]:
        """What is remembered within an activation, and whether Al-Andalus has left."""
        banners, stacks, results = len(self.banners), len(self.stacks), len(self._results) - 1
        kinds, leader = 6 * len(self._alike), BONUSES[1] + 1
        single = {"attacker": banners, "defender": banners, "range": FARTHEST, "many": self.most, "pairs": self.most}
        single |= dict.fromkeys(("advances", "volley", "short", "rush", "shot", "over", "broken"), 1)
        single |= {"own_tests": 1, "foe_tests": 1, "nine": 2, "ruy": 2, "own_leader": leader, "foe_leader": leader}
        single |= {"to_own": results, "to_helper": results, "to_foe": results}
        rows = {
            "mine": stacks,
            "theirs": stacks,
            "joins": stacks,
            "units": kinds,
            "join_units": kinds,
            "targets": kinds,
        }
        return [
            *(Column(name, most) for name, most in single.items()),
            *(Column(name, most, size=self.most) for name, most in rows.items()),
            Column("slain", 1, size=2),
            *([] if self.al_andalus is None else [Column("al_andalus", 1)]),
        ]

    def forget(self, s: Any) -> None:
        """Set all columns of the activation back to 0."""
        for column in self.columns:
            if column.name != "al_andalus":
                setattr(s, column.name, 0)

    def phase_b(self) -> list[Phase]:
        """Return the shots of artillery and archers in their four steps (one game turn, 1)."""
        once = self.rules.choice("phase-b-shots") == "per-phase"
        phases: list[Phase] = []
        for title, kind, side in STEPS:
            able = {
                banner.sector
                for banner in self.hosts[side].banners
                if any(stack.fires and stack.keys.kind.type == kind for stack in banner.stacks)
            }
            steps = [*self._volley(kind, spared=once), *self._after()]
            for sector in sorted(able):
                name = f"phase B: {title} of side {SIDES[side]}, sector {sector + 1}"
                phases.append(Phase(name, partial(self.begin_volley, sector, side)))
                phases += [Phase(f"{name}: {step}", act) for step, act in steps]
        return phases

    def phases(self) -> list[Phase]:
        """Return the activations of a turn, in the order in which they can come."""
        starts = [("at once", partial(self.begin_chosen, "lead")), ("of a rival", partial(self.begin_chosen, "named"))]
        places = self.field.order.usual("", SIDES)
        for first, *other in _together(places):
            starts.append((str(len(starts) - 1), partial(self.begin_usual, (first, *other))))
        starts += [(f"of {banner.who} again", partial(self.begin_again, banner)) for banner in self.field.again]
        # The same in all of them: what is learnt is shared.
        steps = [*(self._volley() if self.volleys else []), *self._combats(), *self._after()]
        phases: list[Phase] = []
        for title, begin in starts:
            phases.append(Phase(f"activation {title}", begin))
            phases += [Phase(f"activation {title}: {step}", act) for step, act in steps]
        return phases

    def _volley(self, kind: str = "", *, spared: bool = False) -> list[Step]:
        """Return the shots of a banner (shots)."""
        shots: list[Step] = [("shooters", partial(self.choose_shooters, kind))]
        shots += [(f"target {at + 1}", partial(self.choose_defender, at, spared)) for at in range(self.volleys)]
        shots.append(("shots", partial(self.pair, True)))  # noqa: FBT003
        shoot, result = [partial(self.shoot, first) for first in (True, False)], partial(self.hit_defender, True)  # noqa: FBT003
        for at in range(self.volleys):
            shots.append((f"shot {at + 1}", shoot[at > 0]))
            if not at:
                shots.append(("shot 1: leader", self.test_leader))
            shots.append((f"shot {at + 1}: result", result))
            shots.append((f"shot {at + 1}: end", partial(self.come, at + 1, False)))  # noqa: FBT003
        return shots

    def _combats(self) -> list[Step]:
        """Return the combats of a banner (activation of a banner)."""
        steps: list[Step] = [
            ("attackers", self.choose_attackers),
            *((f"defender {at + 1}", partial(self.choose_defender, at, False)) for at in range(self.most)),  # noqa: FBT003
            ("pairs", partial(self.pair, False)),  # noqa: FBT003
        ]
        shot_at, result = partial(self.hit_defender, True), partial(self.hit_defender, False)  # noqa: FBT003
        fire: list[list[Step]] = []
        if any(stack.fires for stack in self.stacks):
            fire.append([("defensive fire", self.defend), ("attackers shot at", self.hit_attacker)])
        if any(stack.fires and stack.lines_up for stack in self.stacks):
            fire.append([("offensive fire", self.shoot_before), ("defenders shot at", shot_at)])
        combat: list[Step] = [("combat", self.fight), ("defenders", result), ("attackers", self.hit_attackers)]
        for at in range(self.most):
            for (title, throw), *results in (*fire, combat):
                steps.append((f"pair {at + 1}: {title}", throw))
                if not at:
                    steps.append((f"pair 1: {title}: leader", self.test_leader))
                steps += [(f"pair {at + 1}: {name}", act) for name, act in results]
            steps.append((f"pair {at + 1}: end", partial(self.come, at + 1, True)))  # noqa: FBT003
        return steps

    def _after(self) -> list[Step]:
        """Return what follows shots and combats."""
        leaves: list[Step] = [("Al-Andalus", self.leave)] if self.al_andalus else []
        return [("leaders", self.lose_leaders), *leaves, ("end", self.end)]

    # Who acts on whom.

    def begin_volley(self, sector: int, side: int, s: Any, dice: Any) -> None:
        """Begin the shots of a front banner in phase B (one game turn, 1)."""
        place = int(self.field.front(s, side, sector))
        if place and self.field.at_front(s, banner := self.hosts[side].banners[place - 1]):
            self._begin(s, dice, banner, shots_only=True)

    def begin_chosen(self, column: str, s: Any, dice: Any) -> None:
        """Begin the activation of who acts at once, or has to act (one game turn, 3)."""
        number = int(getattr(s, column))
        if number and self.field.at_front(s, self.banners[number]):
            self._begin(s, dice, self.banners[number])

    def begin_usual(self, places: Sequence[Place], s: Any, dice: Any) -> None:
        """Begin the activation of whose place in the usual order it is (one game turn, 3)."""
        for place in places:
            banner = self.banners[place.leader]
            if self.field.at_front(s, banner) and place.when(s):
                self._begin(s, dice, banner)
                return

    def begin_again(self, banner: Banner, s: Any, dice: Any) -> None:
        """Begin the activation of a banner by the army leader, whose own acts once (one game turn, 3)."""
        army = banner.host.banners[int(banner.host.army.army(s))]
        if army is not banner and s.silent != army.number and self.field.at_front(s, banner):
            self._begin(s, dice, banner)

    def _begin(self, s: Any, dice: Any, banner: Banner, *, shots_only: bool = False) -> None:
        """Begin an activation, and see which leaders are with the first pair (activation of a banner)."""
        side = SIDES.index(banner.side)
        attacks = banner.fights and not shots_only and not banner.asleep(s)
        options = [*(["attack"] if attacks else []), *(["shoot"] if banner.fires else []), "hold"]
        act = dice.choose(ACT[banner.side], options, banner=banner)
        if act == "hold":
            return
        rivals, sector = self.hosts[1 - side].banners, banner.sector
        rival = rivals[int(self.field.front(s, 1 - side, sector)) - 1]
        s.attacker, s.defender, s.advances = banner.number, rival.number, int(act == "attack")
        s.rush = int(s.contact[sector] == NOT)
        if banner.fires:
            s.range = self.setup.sectors[sector].distance if s.rush else _BEHIND
        for column, led in (("own", banner), ("foe", rival)):
            if dice.choose(LEADER[led.side], ("front", "behind"), banner=led) == "front":
                setattr(s, f"{column}_leader", 1 + led.bonus(s))
                setattr(s, f"{column}_tests", int(led.leader(s) < DEAD))
        s.ruy = next((1 + at for at, led in enumerate((banner, rival)) if led.host.has_ruy(s, led)), 0)

    def choose_shooters(self, kind: str, s: Any, dice: Any) -> None:
        """Line up who shoots, of all or of a type of units (shots)."""
        del dice
        if s.range == 0:
            return
        banner, hexes, contact = self.banners[int(s.attacker)], int(s.range), s.rush == 0
        over = contact or (
            s.advances == 1 and any(stack.lines_up and stack.code(s) < DEMORALISED for stack in banner.stacks)
        )
        able = [
            stack
            for stack in banner.stacks
            if stack.fires
            and kind in ("", stack.keys.kind.type)
            and self._reach[stack] >= hexes
            and (not over or (stack.behind and stack.keys.kind.type == ARCHERS))
        ]
        if contact and able and not any(not stack.behind and stack.code(s) < ROUTED for stack in banner.stacks):
            able = []
        many, most = 0, min(self.setup.sectors[banner.sector].frontage, self.volleys)
        for stack in able:
            if many < most and stack.code(s) < ROUTED and not (contact and stack.fought(s)):
                s.mine[many], s.units[many] = self._number[stack], self._unit(stack, stack.state(s))
                if not self._rest_shoots:
                    stack.has_done(s, HAS_SHOT)
                many += 1
        s.many = many
        if not many:
            s.range = 0

    def choose_attackers(self, s: Any, dice: Any) -> None:
        """Line up who attacks (activation of a banner, 2, Attackers)."""
        del dice
        if s.attacker == 0:
            return
        s.range = s.many = s.pairs = s.short = 0
        number, chosen = int(s.attacker), list[BannerStack]()
        banner = self.banners[number]
        most = self.setup.sectors[banner.sector].frontage
        for code in (FRESH, FRESH + 1) if s.advances == 1 else ():
            for stack in banner.stacks:
                if len(chosen) < most and stack.lines_up and stack not in chosen and stack.code(s) == code:
                    s.mine[len(chosen)], s.units[len(chosen)] = self._number[stack], self._unit(stack, code)
                    chosen.append(stack)
        s.many = len(chosen)
        if not chosen and s.volley == 0:
            self.forget(s)

    def choose_defender(self, place: int, spared: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Find who is attacked or shot at in a pair, of those who can fight (activation of a banner, 2, Defenders).

        Those already shot at are left out where they are `spared`.
        """
        if s.mine[place] == 0:
            return
        last, start = None, (False, FRESH, -1)
        if place:
            number = int(s.theirs[place - 1])
            if not number:
                return
            last = self.stacks[number - 1]
            start = last.behind, (int(s.targets[place - 1]) - 1) % 6, last.at
        rival = last.banner if last else self.banners[int(s.defender)]
        for behind in (False, True):
            for code in range(ROUTED):
                for stack in rival.stacks:
                    later = stack.behind == behind and (behind, code, stack.at) > start
                    if later and stack.code(s) == code and not (spared and stack.get(s, "fought") == SHOT_AT):
                        self._defend(s, dice, place, stack, code)
                        s.pairs = place + 1
                        return
        s.short = 1

    def pair(self, volley: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Let those join from the left who are left over; routed stacks that are near are attacked, too.

        (activation of a banner, 2, Defenders; activation of a banner, 3; shots)
        """
        if s.short == 0:
            return
        many, pairs, rival = int(s.many), int(s.pairs), self.banners[int(s.defender)]
        if not volley:
            limit = ROUTED + 2 * (self.setup.pursuit + 1)
            near = [stack for stack in rival.stacks if ROUTED <= stack.code(s) < min(limit, stack.gone)]
            if len(near) > 1:
                near.sort(key=lambda stack: int(stack.code(s)))
            for stack in near[: many - pairs]:
                self._defend(s, dice, pairs, stack, stack.state(s))
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

    def _defend(self, s: Any, dice: Any, place: int, stack: BannerStack, state: int) -> None:
        volley = s.range != 0
        if not place:
            verb = "shoots at" if volley else "attacks"
            dice.note(f"{{}} {verb} {{}}", _Called(lambda: self.banners[int(s.attacker)].who), stack.banner.who)
            stack.banner.wake(s, dice)
            if volley:
                s.volley = 1
        if volley:
            stack.has_done(s, SHOT_AT)
        else:
            stack.put(s, "fought", FOUGHT)
        s.theirs[place], s.targets[place] = self._number[stack], self._unit(stack, state)

    def _unit(self, stack: BannerStack, state: int) -> int:
        """Return the kind and state of a stack as one number, from 1."""
        return 1 + 6 * self._kind[stack] + int(state)

    def _read(self, unit: Any) -> tuple[int, int]:
        """Return the kind and state of such a number."""
        return divmod(int(unit) - 1, 6)

    def _type(self, unit: Any) -> str:
        return self._alike[self._read(unit)[0]].keys.kind.type

    def _helper(self, s: Any) -> tuple[int, int] | None:
        """Return the kind and state of the stack that joins the pair in play."""
        return self._read(s.join_units[0]) if s.join_units[0] != 0 else None

    def come(self, place: int, combat: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Bring the next pair into play; leaders are with the first combat alone (activation of a banner, 5)."""
        del dice
        if s.units[0] == 0:
            return
        follows = place < self.most and s.units[place] != 0
        for row in (s.mine, s.units, s.theirs, s.targets, s.joins, s.join_units):
            row[0] = row[place] if follows else 0
            if follows:
                row[place] = 0
        s.over = s.shot = 0
        if combat and place == 1:
            s.own_leader = s.foe_leader = s.own_tests = s.foe_tests = s.ruy = 0

    # Shots.

    def shoot(self, first: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Shoot, alone or together with another stack (shots)."""
        if s.units[0] == 0:
            return
        tests = bool(first and s.foe_tests == 1)
        roll = self._shot(self._read(s.units[0]), self._helper(s), int(s.range), self._read(s.targets[0])[0], tests)
        self._shoot_at(s, dice, roll, self._alike[self._read(s.units[0])[0]].side, "foe")

    def defend(self, s: Any, dice: Any) -> None:
        """Let the stack that is attacked shoot (activation of a banner, 5, Defensive fire)."""
        if s.units[0] == 0:
            return
        target, order = self._read(s.targets[0])
        foe = self._alike[target]
        if foe.fires and order < self._shooting_states:
            # Whoever attacks has left his ground.
            roll = self.rolls.shot(foe.unit(order), 1, (), bool(s.own_tests == 1))
            self._shoot_at(s, dice, roll, foe.side, "own")

    def shoot_before(self, s: Any, dice: Any) -> None:
        """Let an attacker shoot before the combat (activation of a banner, 5, Offensive fire)."""
        if s.units[0] == 0 or s.over == 1 or s.volley == 1:
            return
        own_unit = self._read(s.units[0])
        own = self._alike[own_unit[0]]
        if not own.fires or not dice.choose(OFFENSIVE_FIRE[own.side], (False, True)):
            return
        tests, moved = bool(s.foe_tests == 1), bool(s.rush == 1)
        roll = self._shot(own_unit, None, 1, self._read(s.targets[0])[0], tests, moved)
        s.shot = int(roll is not None)
        self._shoot_at(s, dice, roll, own.side, "foe")

    @cached
    def _shot(
        self,
        own: tuple[int, int],
        helper: tuple[int, int] | None,
        hexes: int,
        target: int,
        tests: bool,  # noqa: FBT001
        moved: bool = False,  # noqa: FBT001, FBT002
    ) -> Roll | None:
        """Return a shot, joint if somebody helps; None if the rules allow none."""
        shooters = [
            self._alike[kind].unit(state, 0, (), ("moved",) if moved else ())
            for kind, state in (own, *([helper] if helper else []))
        ]
        together = replace(
            shooters[0],
            most=sum(unit.most for unit in shooters),
            order=max((unit.order for unit in shooters), key=ORDERS.index),
            mounted=any(unit.mounted for unit in shooters),
        )
        return self.rolls.shot(together, hexes, self._alike[target].keys.ground, tests)

    def _shoot_at(self, s: Any, dice: Any, roll: Roll | None, side: str, whom: str) -> None:
        """Throw for a shot at the first of the pair; its result has yet to be taken."""
        if roll is None:
            return
        letter, tests = throw_shot(dice, roll, side)
        unit = s.targets[0] if whom == "foe" else s.units[0]
        if tests:
            s.nine = _FOE if whom == "foe" else _OWN
        if letter != NO_EFFECT:
            kind, state = self._read(unit)
            setattr(s, f"to_{whom}", self._felt(self._alike[kind], state, letter))

    # Combats.

    def fight(self, s: Any, dice: Any) -> None:
        """Fight the combat of a pair (activation of a banner, 5, Combat)."""
        if s.units[0] == 0 or s.over == 1:
            return
        (kind, state), (target, order), helper = self._read(s.units[0]), self._read(s.targets[0]), self._helper(s)
        able = self._charges(kind, target) and (helper is None or self._charges(helper[0], target))
        own, foe = self._alike[kind], self._alike[target]
        way = _PLAIN
        if able and s.rush == 1 and dice.choose(CHARGE[own.side], (False, True)):
            way = _CHARGE
            dice.count(f"{own.side}_charges")
        self._tell(s, dice, charges=way == _CHARGE, joined=helper is not None)
        if way == _CHARGE:
            reaction = self.rolls.reaction(foe.unit(order)) if foe.can_charge else None
            rival = self.banners[int(s.defender)].who if reaction is not None else ""
            if reaction is not None and dice.roll(reaction, who=rival) == PASSES:
                way = _VOIDED
                dice.count(f"{foe.side}_reactions")
        ruy = int(s.ruy) if self.hosts[0].ruy is not None else 0
        led = int(s.own_leader), int(s.foe_leader), ruy, bool(s.shot == 1)
        roll = self._roll(way, kind, state, helper, target, order, *led, bool(s.own_tests == 1))
        dice.count(f"{own.side}_combats")
        if roll is None:
            return
        to_foe, to_own, nine = dice.roll(roll)
        s.nine = _OWN if nine else 0
        s.to_foe, s.to_own = self._felt(foe, order, to_foe), self._felt(own, state, to_own)
        if helper is not None:
            s.to_helper = self._felt(self._alike[helper[0]], helper[1], others_take(self.rules, to_own))

    def _tell(self, s: Any, dice: Any, *, charges: bool, joined: bool) -> None:
        def stack(column: str) -> BannerStack:
            return self.stacks[int(getattr(s, column)[0]) - 1]

        target = _Called(lambda: stack("theirs").who)
        if not joined:
            dice.note(f"{{}} {'charges' if charges else 'attacks'} {{}}", _Called(lambda: stack("mine").who), target)
            return
        numbers = (_Called(lambda: str(stack("mine").at + 1)), _Called(lambda: str(stack("joins").at + 1)))
        banner = _Called(lambda: stack("mine").banner.who)
        verb = "charge" if charges else "attack"
        dice.note(f"stacks {{}} and {{}} of {{}} {verb} {{}}", *numbers, banner, target)

    @cached
    def _charges(self, kind: int, target: int) -> bool:
        """Return whether a kind of stacks charges another one, on the ground of that."""
        charge = replace(self._combat(kind, FRESH, None, target, FRESH), charge=True)
        return self._alike[kind].can_charge and possible(partial(combat_situation, self.rules, charge)) is not None

    def _combat(
        self,
        kind: int,
        state: int,
        helper: tuple[int, int] | None,
        target: int,
        order: int,
        own_leader: int = 0,
        foe_leader: int = 0,
        ruy: int = 0,
        shot: bool = False,  # noqa: FBT001, FBT002
    ) -> Combat:
        foe = self._alike[target]

        def unit(stack: BannerStack, state: int, ground: tuple[str, ...], leader: int = 0, *words: str) -> Unit:
            return replace(stack.unit(state, 0, ground, words), bonuses=(leader - 1,) if leader > 1 else ())

        ours = [*(["ruy_diaz"] if ruy == _OWN else []), *(["shot"] if shot else [])]
        attackers = [unit(self._alike[kind], state, foe.across, own_leader, *ours)]
        if helper is not None:
            attackers.append(unit(self._alike[helper[0]], helper[1], foe.across))
        theirs = ["ruy_diaz"] if ruy == _FOE else []
        return Combat(tuple(attackers), (unit(foe, order, foe.inside, foe_leader, *theirs),))

    @cached
    def _roll(
        self,
        way: int,
        kind: int,
        state: int,
        helper: tuple[int, int] | None,
        target: int,
        order: int,
        own_leader: int,
        foe_leader: int,
        ruy: int,
        shot: bool,  # noqa: FBT001
        tests: bool,  # noqa: FBT001
    ) -> Roll | None:
        """Return the roll of a combat; None if the rules allow none."""
        combat = self._combat(kind, state, helper, target, order, own_leader, foe_leader, ruy, shot)
        return self.rolls.combat(replace(combat, charge=way != _PLAIN), way == _VOIDED, tests)

    # Leaders and results.

    def _felt(self, stack: BannerStack, state: int, result: str) -> int:
        """Return the number of a result; 0 if it changes nothing of a stack in a state."""
        fate = stack.after(state, result, stack.keys.room)
        same = STATES.index(fate.state) == state and (state < ROUTED or not fate.hexes)
        return 0 if same else self._results.index(result)

    def test_leader(self, s: Any, dice: Any) -> None:
        """Test the leader who is with the first of the pair (activation of a banner, 5, Leader)."""
        if s.nine == 0:
            return
        own = s.nine == _OWN
        banner, name = self.banners[int(s.attacker if own else s.defender)], "own" if own else "foe"
        banner.host.test_leader(s, dice, banner)
        setattr(s, f"{name}_leader", 1 + banner.bonus(s))
        setattr(s, f"{name}_tests", int(banner.leader(s) < DEAD))
        s.nine = 0

    def hit_defender(self, by_fire: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
        """Carry the result out on the defender of a pair (activation of a banner, 5, Result)."""
        if s.to_foe == 0:
            return
        stack = self.stacks[int(s.theirs[0]) - 1]
        self._hit(s, dice, stack, int(s.to_foe), 0)
        s.to_foe = 0
        if stack.code(s) == stack.gone:
            self._lose_with(s, dice, stack.banner, "foe", by_fire=by_fire)
        if by_fire and stack.code(s) >= ROUTED:
            s.over = 1
        elif by_fire:
            s.targets[0] = self._unit(stack, stack.state(s))

    def hit_attacker(self, s: Any, dice: Any) -> None:
        """Carry the result of defensive fire out on the first attacker (activation of a banner, 5, Result)."""
        if s.to_own == 0:
            return
        stack = self.stacks[int(s.mine[0]) - 1]
        self._hit(s, dice, stack, int(s.to_own), 1)
        s.to_own = 0
        if stack.code(s) == stack.gone:
            self._lose_with(s, dice, stack.banner, "own", by_fire=True)
        if stack.code(s) >= ROUTED:
            s.over = 1
        else:
            s.units[0] = self._unit(stack, stack.state(s))

    def hit_attackers(self, s: Any, dice: Any) -> None:
        """Carry the result out on the attackers of a pair (activation of a banner, 5, Result)."""
        if s.units[0] == 0:
            return
        for numbers, felt in ((s.mine, "to_own"), (s.joins, "to_helper")):
            number = int(numbers[0])
            if not number:
                continue
            stack = self.stacks[number - 1]
            stack.put(s, "fought", FOUGHT)
            if getattr(s, felt) != 0:
                self._hit(s, dice, stack, int(getattr(s, felt)), 1)
                setattr(s, felt, 0)
                if felt == "to_own" and stack.code(s) == stack.gone:
                    self._lose_with(s, dice, stack.banner, "own", by_fire=False)

    def _hit(self, s: Any, dice: Any, stack: BannerStack, result: int, part: int) -> None:
        """Carry a result out on a stack; note whether it is broken, and whether it is eliminated."""
        before = int(stack.code(s))
        stack.take(s, dice, self._results[result])
        after = int(stack.code(s))
        if before < ROUTED <= after:
            s.broken = 1
            if after < stack.gone:
                stack.count(dice, "routs")
        if before < stack.gone == after:
            s.slain[part] = 1
            stack.host.lose_rada(s, dice, stack)

    def _lose_with(self, s: Any, dice: Any, banner: Banner, whose: str, *, by_fire: bool) -> None:
        """Let the leader be captured who is with a stack that a combat eliminates, and Ruy Díaz be lost."""
        if not by_fire and getattr(s, f"{whose}_leader") != 0 and banner.leader(s) < DEAD:
            banner.host.take_leader(s, dice, banner)
        if s.ruy == (_OWN if whose == "own" else _FOE):
            banner.host.lose_ruy(s, dice)
            s.ruy = 0

    # What follows.

    def lose_leaders(self, s: Any, dice: Any) -> None:
        """See what becomes of leaders without a banner, the defenders' first (activation of a banner, 5)."""
        if s.attacker == 0:
            return
        for part, column in enumerate(("defender", "attacker")):
            if s.slain[part] == 0:
                continue
            banner = self.banners[int(getattr(s, column))]
            alone = all(stack.code(s) >= stack.gone for stack in banner.stacks) and banner.leader(s) < DEAD
            if alone and banner.host.army.army(s) != banner.place:
                taken = dice.roll(self.rolls.fate(), who=banner.host.army.names[banner.place]) == TAKEN
                banner.host.take_leader(s, dice, banner, captured=taken)

    def leave(self, s: Any, dice: Any) -> None:
        """Let Al-Andalus leave when it has lost too many units (activation of a banner, 7)."""
        banner = self.al_andalus
        if s.attacker == 0 or s.broken == 0 or banner is None or s.al_andalus == 1:
            return
        if banner.number not in (s.attacker, s.defender):
            return
        if sum(stack.keys.units for stack in banner.stacks if stack.code(s) >= ROUTED) < self._leave_at:
            return
        dice.note(f"Al-Andalus leaves: {banner.who}")
        s.al_andalus = 1
        s.a_points += self.left_worth
        for stack in banner.stacks:
            if stack.code(s) < stack.gone:
                stack.become(s, dice, stack.left)

    def end(self, s: Any, dice: Any) -> None:
        """Look for front banners, for contact and for the endings (activation of a banner, 8 and 9)."""
        number = int(s.attacker)
        if not number:
            return
        sector = self.banners[number].sector
        changed = s.broken == 1 and sum(self.field.look(sector, side, s, dice) for side in (0, 1)) > 0
        if changed:
            s.contact[sector] = NOT
        elif s.advances == 1 and s.many != 0:
            s.contact[sector] = _NOW
        self.forget(s)
        lost = [self.setup.decisive and host.army.lost(s) for host in self.hosts]
        if any(lost):
            end(s, dice, ENDINGS, f"{SIDES[lost.index(True)]}_leader_lost")
        elif changed and self.field.reached(s, sector):
            end(s, dice, ENDINGS, "a_reaches_camp")


@dataclass(frozen=True)
class _Called:
    """A name that only a trace looks up."""

    name: Callable[[], str]

    def __format__(self, form: str) -> str:
        return format(self.name(), form)

    def __str__(self) -> str:
        return self.name()


def _together(places: Sequence[Place]) -> list[list[Place]]:
    """Return the places of the usual order; two of which only one is taken, by who begins, are one."""
    together: list[list[Place]] = []
    for place in places:
        if place.words == SIDES[1]:
            together[-1].append(place)
        else:
            together.append([place])
    return together
