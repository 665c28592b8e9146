"""Banners of a battle, with their stacks and leaders, and the keys of their scenarios; fronts, and the order of a turn.

Steps in brackets are those of `docs/sequences/battle.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import islice
from typing import Any

from mangonel.engine.board import Spot
from mangonel.engine.process import Column, Rule
from mangonel.games.fields import POLICY, Keys, Of, Told, Usual, blocks, flag, given, one_of, texts, whole
from mangonel.games.filo import keys, units
from mangonel.games.filo.combat import CAPTURED, ROUTS, Rolls
from mangonel.games.filo.lanes import FARTHEST
from mangonel.games.filo.rolls import SIDES, Losses, points
from mangonel.games.filo.states import ON, STATES, TYPES, check_grounds
from mangonel.games.filo.turn import NOBODY, Order
from mangonel.games.reading import Reading
from mangonel.rules.ruleset import RuleSet

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
IDLE, HAS_SHOT, SHOT_AT, FOUGHT = range(4)
"""The most that a stack has done in a turn."""
LOSSES = ("eliminated", "routed", "demoralised")
"""Orders of units that a side counts, the worst first; units off the map count as eliminated."""
MOST_STACKS = 12
MOST_SECTORS, MOST_BANNERS, MOST_FRONTAGE = 4, 8, 6


def _act(banner: Reading) -> str:
    above = banner.above
    assert above is not None
    side = above.names["side"]
    return str(above.root.below(f"policies_{side}")["act"])


class SectorKeys(Keys):
    """A part of the field."""

    frontage: int = whole(1, MOST_FRONTAGE, "stacks of a side that fight there at once")
    contact: int = whole(1, 60, "the first turn in which anybody attacks or shoots there", 1)
    distance: int = whole(2, FARTHEST, "hexes from line to line while they are not in contact", 2)
    depth: int | None = whole(
        2, FARTHEST, "hexes from a banner to the one behind it, which routs pass; they pass nobody without it", None
    )
    camp: bool = flag("the Almohad banner stands behind side b there (option `almohad-banner`)")


class CompanyKeys(keys.CounterKeys):
    """Stacks that are alike."""

    number: int = whole(1, MOST_STACKS, "stacks", 1)


class BannerKeys(keys.LeaderKeys):
    """A banner: its leader, its place, and its stacks."""

    value: int = whole(*keys.LEADER_VALUES, "of its leader, by which he is activated")
    sector: int = whole(1, Of(("sectors",), most=MOST_SECTORS), "where it stands, by the number of the sector", 1)
    stacks: tuple[CompanyKeys, ...] = blocks(CompanyKeys, "its stacks", least=1, most=MOST_STACKS)
    act: str = one_of(keys.ACTS, "what it does", Usual(_act, "what its side does"), idle=keys.without_weapons)
    activations: int = whole(1, 2, "2: the army leader activates it once more", 1)
    ground: tuple[str, ...] = texts(
        "what it stands in, and what lies before it: rows of table `ground`, or `parapet`", offer=keys.GROUND
    )
    room: str = one_of(keys.ROOMS, "whether its stacks can go back")
    edge: int = whole(0, 30, "hexes behind it to the edge of the map", 10)
    al_andalus: bool = flag("it is Al-Andalus (options `al-andalus-rally`, `al-andalus-leaves`)")
    al_nasir: bool = flag("it does not attack before it is attacked or shot at (option `al-nasir`)")
    mujahids: bool = flag("nobody relieves it (option `mujahids`)")

    @property
    def values(self) -> tuple[int, ...]:
        return (self.value,)

    def units(self, company: CompanyKeys) -> keys.UnitKeys:
        counter = [getattr(company, field.name) for field in fields(keys.CounterKeys)]
        own = [STATES[0], self.ground, self.room, self.al_andalus, None]
        return keys.UnitKeys(*counter, *own)


class HostKeys(Keys):
    """The banners of a side."""

    banners: tuple[BannerKeys, ...] = blocks(
        BannerKeys, "banners; of those of a sector the first is in front", least=1, most=MOST_BANNERS
    )
    army: int = whole(1, Of(("banners",)), "number of the banner whose leader leads the army", 1)
    called: str = one_of(keys.PEOPLES, "the name of the side; units: that of most of its units")


class BattlePolicies(Keys):
    """Decisions of a side."""

    act: str = keys.acts(
        meaning="what its banners do: attack; stand and shoot; stand, and shoot in defence only",
        told=Told("banners_act"),
    )
    charge: bool = flag("stacks that can charge do", usual=True, told=POLICY)
    charge_asked: bool = given(keys.charge_is_asked)
    commit: int | None = whole(
        1,
        MOST_STACKS,
        "stacks of a banner broken at which the next one relieves it, else all",
        None,
        (1, 2, 3),
        told=POLICY,
    )
    fire: bool = flag("its stacks shoot where the rules allow it", usual=True, told=Told("shoots"))
    shooters: str = one_of(
        ("shoot", "fight"),
        "its Ar, Ab and At: stand behind the others, shoot and never attack; stand and attack like the others",
        told=POLICY,
    )
    offensive_fire: bool = flag(
        "attackers shoot before their combat, for -2 in it", told=POLICY, idle=keys.without_weapons
    )
    exploit: str = one_of(
        ("none", "join", "rear"), "what a front banner does that nobody faces: nothing; turn on a wing", told=POLICY
    )
    leader: str = one_of(("front", "behind"), "where leaders are: in combat, or only at rallies", told=POLICY)
    leader_pair: int = whole(
        1,
        MOST_FRONTAGE,
        "pair, from the left, that a leader in front is with; of fewer the last",
        1,
        (1, 2, 3),
        told=POLICY,
    )
    rest: bool = flag("stacks that do not fight rest", usual=True, told=Told("rests"))
    lead: str = one_of(("lowest", "highest"), "the leader who acts at once with the initiative", told=POLICY)


_WITH, _OF_BANNERS = "the banner with which he is", Of(("a.banners",), most=MOST_BANNERS)


def _own_banners(setup: Any) -> range:
    return range(1, len(setup.a.banners) + 1)


class FieldPolicies(BattlePolicies):
    """Decisions of side a."""

    de_rada: int | None = whole(1, _OF_BANNERS, _WITH, None, _own_banners, told=Told("de_rada_with"))
    ruy_diaz: int | None = whole(1, _OF_BANNERS, _WITH, None, _own_banners, told=Told("ruy_diaz_with"))


class BannerStack(units.Stack):
    """A stack of a banner; its edge counts the hexes of its rout, until it is back with its banner."""

    number: int
    """Among the stacks of both sides, from 1."""
    alike: int
    """The number of its kind: stacks that are alike fight alike."""

    def __init__(self, host: Host, banner: Banner, entry: int, company: int) -> None:
        company_keys = banner.keys.stacks[company]
        super().__init__(
            host.rolls, banner.name, banner.keys.units(company_keys), host.policies, entry=entry,
            who=f"stack {entry + 1} of banner", side=host.side,
            path=f"{banner.path}.stacks.{company + 1}",
        )  # fmt: skip
        self.host, self.banner, self.at, self.forgotten = host, banner, entry, []
        self.chief = banner.chief
        kind = company_keys.kind.type
        self.fires = host.policies.fire and self.shoots
        self.behind = self.shoots and kind in keys.SHOOTERS and host.policies.shooters == "shoot"
        self.lines_up = self.attacks and not self.behind
        lost = Losses(eliminated=(kind,)), Losses(fled=(kind,)), Losses()
        self.worth = [company_keys.units * sum(points(self.rules, each).values()) for each in lost]

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Its state, the hexes that it can still run, and the most that it has done in this turn."""
        return [
            ("state", units.LEFT, units.FRESH),
            ("edge", self.banner.keys.edge, self.banner.keys.edge),
            ("fought", FOUGHT, IDLE),
        ]

    def fought(self, s: Any) -> bool:
        return bool(self.get(s, "fought") == FOUGHT)

    def has_done(self, s: Any, deed: int) -> None:
        """Note the most that it has done or suffered in this turn."""
        if self.get(s, "fought") < deed:
            self.put(s, "fought", deed)

    def change(self, s: Any, dice: Any, after: int) -> None:
        now = self.state(s)
        if now == after:
            return
        before = next((order for order in (3, 2, 1) if now >= 2 * order), 0)
        super().change(s, dice, after)
        for order, more in ((before, -self.keys.units), (min(after // 2, 3), self.keys.units)):
            if order and before != min(after // 2, 3):
                column = f"{self.side}_{LOSSES[-order]}"
                setattr(s, column, getattr(s, column) + more)
        if before == units.ROUTED // 2 and not units.ROUTED <= after < units.GONE:
            self.put(s, "edge", self.banner.keys.edge)
        if after >= units.GONE:
            dice.count(f"{self.side}_lost_{self.keys.kind.type}", self.keys.units)
            if after == units.FLED:
                dice.count(f"{self.side}_fled", self.keys.units)
            self.host.score(s, self.worth[after - units.GONE])
            if after == units.GONE:
                self.host.lose_rada(s, dice, self)

    def suffer(self, s: Any, dice: Any, result: str, *, combat: bool = False) -> int:
        """Carry a result out: only in rout it leaves its place."""
        before = self.state(s)
        after, hexes = self.after(before, result)
        self.change(s, dice, after)
        if units.ROUTED <= after < units.GONE:
            gone = self.banner.keys.edge - self.get(s, "edge")
            self.go_back(s, dice, hexes)
            if before < units.ROUTED and self.state(s) < units.GONE:
                self.count(dice, "routs")
            if before < units.ROUTED or "D" in result.split("+"):
                self._pass(s, dice, gone, gone + hexes)
        return hexes

    def _pass(self, s: Any, dice: Any, start: int, end: int) -> None:
        """Let friends test that the hexes of a rout have passed (rout through friends)."""
        depth = self.banner.depth
        for times, banner in enumerate(self.banner.behind, start=1):
            if depth is not None and start < times * depth <= end:
                banner.be_passed(s, dice, self.at)

    def go_back(self, s: Any, dice: Any, hexes: int) -> None:
        left = self.get(s, "edge")
        if left < hexes:
            self.change(s, dice, units.FLED)
        elif hexes:
            dice.note(f"{self.who} goes back, {{:hex}}", hexes)
            self.put(s, "edge", left - hexes)

    def has_rested(self, s: Any, dice: Any) -> bool:
        """Return whether it is fatigued and has been left alone (phase E, 1)."""
        tired = int(self.state(s)) in (units.FRESH + 1, units.DEMORALISED + 1)
        alone = tired and bool(self.get(s, "fought") == IDLE)
        return alone and bool(units.decide(dice, self.side, "rest", (False, True)))

    def may_rally(self, s: Any) -> bool:
        """Return whether it throws: routed, or demoralised and not in contact, and De Rada is not with it."""
        if self.state(s) < units.ROUTED and self.fought(s):
            return False
        return not (self.host.has_rada(s, self.banner) and s.rada == self.at + 1)

    def beside(self, s: Any) -> tuple[bool, bool]:
        return self.host.has_rada(s, self.banner), self.banner.beside_camp


class Banner(units.Parts):
    """A banner: its leader and its stacks; `number` counts the banners of both sides, from 1."""

    def __init__(self, host: Host, place: int, number: int, keys: BannerKeys) -> None:
        self.host, self.side, self.place, self.number, self.keys = host, host.side, place, number, keys
        self.name, self.path = f"{self.side}{place + 1}", f"{self.side}.banners.{place + 1}"
        self.chief = host.army.leaders[place]
        self.who, self.sector = f"banner {self.name}", keys.sector - 1
        rules = host.rolls.rules
        self.beside_camp, self.depth, self.behind, self.wings = False, None, list[Banner](), list[int]()
        """Whether the Almohad banner is beside it; hexes to the one behind it, if routs pass it; those behind it; the
        other sectors, the next one first."""
        check_grounds(rules, keys.ground, f"{self.path}.ground")
        self.sleeps = keys.al_nasir and rules.choice("al-nasir") == ON
        self.stays = keys.mujahids and rules.choice("mujahids") == ON
        companies = [company for company, alike in enumerate(keys.stacks) for _ in range(alike.number)]
        self.stacks = [BannerStack(host, self, entry, company) for entry, company in enumerate(companies)]
        self.fights = any(stack.lines_up for stack in self.stacks)
        self.fires = any(stack.fires for stack in self.stacks)

    @property
    def turns(self) -> bool:
        """Whether it turns on a wing when nobody faces it."""
        return bool(self.wings and self.host.policies.exploit != "none")

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Whether it is awake; the sector, from 1, on which it has turned."""
        return [*([("awake", 1, 0)] if self.sleeps else []), *([("beside", MOST_SECTORS, 0)] if self.wings else [])]

    def asleep(self, s: Any) -> bool:
        """Return whether it waits to be attacked before it attacks."""
        return self.sleeps and bool(self.get(s, "awake") == 0)

    def wake(self, s: Any, dice: Any) -> None:
        """Let it be attacked for the first time."""
        if self.asleep(s):
            dice.note(f"{self.who} wakes")
            self.put(s, "awake", 1)

    def be_passed(self, s: Any, dice: Any, place: int) -> None:
        """Let a stack test its quality that a rout has passed; in front there is nobody to pass."""
        stack = self.stacks[min(place, len(self.stacks) - 1)]
        if getattr(s, f"{self.side}_front")[self.sector] == self.number or stack.state(s) >= units.ROUTED:
            return
        if stack.is_passed(s, dice):
            stack.count(dice, "passed")
            stack.suffer(s, dice, ROUTS)
            if stack.state(s) == units.GONE:
                self.lose_leader(s, dice)

    def lose_leader(self, s: Any, dice: Any, *, captured: bool = False) -> None:
        """Lose the leader, who was with the last stack; a combat that eliminates it captures him (7.1, 7.5)."""
        if all(stack.state(s) >= units.GONE for stack in self.stacks) and self.host.army.army(s) != self.place:
            captured = captured or dice.roll(self.host.rolls.fate(), who=self.chief.who) == CAPTURED
            self.host.take_leader(s, dice, self, captured=captured)

    def spent(self, s: Any) -> bool:
        return all(stack.state(s) >= units.ROUTED for stack in self.stacks)

    def relieved(self, s: Any) -> bool:
        """Return whether the next banner takes its place: enough of its stacks are broken."""
        commit = self.host.policies.commit
        if commit is None or self.stays:
            return False
        broken = (stack for stack in self.stacks if stack.state(s) >= units.ROUTED)
        return next(islice(broken, commit - 1, None), None) is not None


class Host:
    """A side: its banners, their leaders, and the men with a banner, De Rada and Ruy Díaz."""

    def __init__(self, rolls: Rolls, side: str, keys: HostKeys, policies: BattlePolicies, before: int) -> None:
        rules = rolls.rules
        self.rolls, self.side, self.policies = rolls, side, policies
        self.rival_points = f"{'b' if side == 'a' else 'a'}_points"
        number = rules.table("victory").number
        self._killed, self._captured = number("leader_killed"), number("leader_captured")
        self.ruy, self.rada = (_banner_of(rules, policies, name) for name in ("ruy_diaz", "de_rada"))
        self.army = units.Army(rolls, side, keys.banners, keys.army - 1)
        self.banners = [Banner(self, place, before + place + 1, banner) for place, banner in enumerate(keys.banners)]
        self.stacks = [stack for banner in self.banners for stack in banner.stacks]
        self.units = sum(stack.keys.units for stack in self.stacks)
        men = (("de_rada", self.rada), ("ruy_diaz", self.ruy))
        self._men = {name: number(f"{name}_lost") for name, place in men if place is not None}
        leaves = rules.choice("al-andalus-leaves") == "leaves"
        self.al_andalus = next((banner for banner in self.banners if banner.keys.al_andalus and leaves), None)
        self.left_worth = number("al_andalus_gone") if self.al_andalus else 0
        rest = sum(max(stack.worth) for stack in self.stacks) + sum(self._men.values()) + self.left_worth
        # A leader can be captured with each stack; few of a banner are killed by tests.
        each, few = max(self._killed, self._captured), len(self.banners)
        self.worth = rest + each * (len(self.stacks) + 4 * few)
        self.told = max(rest + each * few, min(self.worth, _TOLD))
        """The most points that a result tells: all measures together must not have too many values."""

    @property
    def columns(self) -> list[Column]:
        things = [each for banner in self.banners for each in (*banner.stacks, banner)]
        columns = [*units.columns_of(things), *self.army.columns]
        columns += [Column(f"{self.side}_{order}", self.units) for order in LOSSES]
        columns += [] if self.ruy is None else [Column("ruy_lost", 1)]
        return columns if self.rada is None else [*columns, Column("rada", RADA_LOST)]

    @property
    def tallies(self) -> list[str]:
        there = {stack.keys.kind.type for stack in self.stacks}
        return [f"{self.side}_{name}" for name in (*_COUNTED, *(f"lost_{kind}" for kind in TYPES if kind in there))]

    @property
    def plan(self) -> dict[str, Rule]:
        own: dict[str, Rule] = {"act": self._acts, "lead": self._leads}
        # The pair that is wanted, of fewer the last.
        own["leader_pair"] = lambda _s, pairs, **_: min(self.policies.leader_pair, pairs[-1])
        plan = units.plan_of(self.side, self.policies, "charge", "leader", "rest", "offensive_fire")
        return plan | {f"{self.side}.{name}": rule for name, rule in own.items()}

    def _acts(self, s: Any, options: Sequence[str], *, banner: Banner) -> str:
        """Return how a banner acts: as it is told, or less where it cannot."""
        return next(act for act in keys.ACTS[keys.ACTS.index(banner.keys.act) :] if act in options)

    def _leads(self, s: Any, options: Sequence[int], **_: Any) -> int:
        """Return the number of the leader of the lowest value, or of the highest one; of equal ones the lowest."""
        values = {banner.number: banner.keys.value for banner in self.banners}
        return max(options, key=values.__getitem__) if self.policies.lead == "highest" else options[0]

    def organised(self, s: Any) -> Any:
        return self.units - sum(getattr(s, f"{self.side}_{order}") for order in LOSSES)

    def has_ruy(self, s: Any, banner: Banner) -> bool:
        return self.ruy == banner.place and bool(s.ruy_lost == 0)

    def has_rada(self, s: Any, banner: Banner) -> bool:
        return self.rada == banner.place and bool(s.rada < RADA_LOST)

    def score(self, s: Any, worth: int) -> None:
        """Give the rivals points, up to the most that are counted."""
        setattr(s, self.rival_points, min(getattr(s, self.rival_points) + worth, self.worth))

    def lose_ruy(self, s: Any, dice: Any) -> None:
        dice.note("Ruy Díaz is lost")
        s.ruy_lost = 1
        self.score(s, self._men["ruy_diaz"])

    def lose_rada(self, s: Any, dice: Any, stack: BannerStack) -> None:
        """Let De Rada be lost if the stack that is eliminated is the one that he is with."""
        if self.rada == stack.banner.place and s.rada == stack.at + 1:
            dice.note("De Rada is lost")
            s.rada = RADA_LOST
            self.score(s, self._men["de_rada"])

    def take_leader(self, s: Any, dice: Any, banner: Banner, *, captured: bool = True) -> None:
        """Let the leader of a banner be captured, or die, and count him; another one follows him (7.6)."""
        dice.count(f"{self.side}_leaders_lost")
        if self.army.lose(s, dice, banner.place, units.CAPTURED if captured else units.DEAD):
            self.score(s, self._captured if captured else self._killed)


_TOLD = 200
RADA_LOST = MOST_STACKS + 1
"""De Rada is lost; smaller numbers are those of the stack that he is with."""
_COUNTED = ("first", "shots", "hits", "combats", "charges", "reactions", "routs", "rallies", "fled", "leaders_lost")


def _banner_of(rules: RuleSet, policies: BattlePolicies, name: str) -> int | None:
    """Return the place of the banner with which a man is, by his policy; None if he is not there."""
    # The policy is asked for only where it counts: runs are kept by that.
    number = getattr(policies, name, None) if rules.choice(name.replace("_", "-")) == ON else None
    return None if number is None else number - 1


NOT, _STILL, NOW = range(3)
"""Whether a sector is in contact: not; since a turn before; by an attack of this turn."""
_CLASSES = ("C1", "C2", "C3", "C4")


class Field:
    """The sectors, with the front banners of both sides, and the order in which leaders act.

    Columns: ``a_front``, ``b_front``: the number of the front banner in each sector; ``contact``: of each sector;
    ``ahead``, ``gained``: the side ahead in the initiative, from 1, and the class, until leaders are chosen.
    """

    def __init__(self, rules: RuleSet, sectors: Sequence[SectorKeys], hosts: tuple[Host, Host]) -> None:
        self.rules, self.hosts, self.sectors = rules, hosts, sectors
        self.camps = rules.choice("almohad-banner") == ON
        self.banners = {banner.number: banner for host in hosts for banner in host.banners}
        self.queues = [
            [[banner for banner in host.banners if banner.sector == sector] for host in hosts]
            for sector in range(len(sectors))
        ]
        for queues, sector in zip(self.queues, self.sectors, strict=True):
            for at, banner in ((at, banner) for queue in queues for at, banner in enumerate(queue, start=1)):
                banner.depth, banner.behind = sector.depth, queues[SIDES.index(banner.side)][at:]
                banner.wings = sorted(range(len(sectors)), key=lambda sector: abs(sector - banner.sector))[1:]
            for banner in queues[1][-1:]:
                banner.beside_camp = self.camps and sector.camp
        self.again = [banner for banner in self.banners.values() if banner.keys.activations > 1]
        leaders = [[banner.number for banner in host.banners] for host in hosts]
        self.order = Order(rules, leaders, lambda number: self.banners[number].keys.value)

    @property
    def columns(self) -> list[Column]:
        size = len(self.sectors)
        fronts = []
        for side, name in enumerate(SIDES):
            starts = tuple(queues[side][0].number if queues[side] else 0 for queues in self.queues)
            fronts.append(Column(f"{name}_front", len(self.banners), starts, size))
        choosing = [Column("ahead", 2), Column("gained", len(_CLASSES) - 1)]
        return [*fronts, Column("contact", NOW, size=size), *self.order.columns, *choosing]

    def board(self, s: Any) -> tuple[Spot, ...]:
        """Return for each sector the front banners of both sides beside each other, and those behind them below."""
        spots, row = list[Spot](), 0
        for place, (sector, queues) in enumerate(zip(self.sectors, self.queues, strict=True)):
            near = s.contact[place] != NOT
            spots.append(Spot(0, row, "contact" if near else "apart", label="" if near else str(sector.distance)))
            spots += [Spot(2, row, "camp")] if sector.camp and self.camps else []
            for side, queue in enumerate(queues):
                front = int(self.front(s, side, place))
                first = next((at for at, banner in enumerate(queue) if front == banner.number), 0)
                for behind, banner in enumerate([*queue[first:], *queue[:first]]):
                    stacks = [counter for stack in banner.stacks for counter in stack.counters(s)]
                    kind = "reserve" if behind or not front else "banner"
                    counters = (*stacks, *banner.chief.counters(s, banner.side))
                    spots.append(Spot(1 if side else -1, row + behind, kind, counters, banner.name))
            row += max(map(len, queues))
        return tuple(spots)

    def front(self, s: Any, side: int, sector: int) -> Any:
        """Return the number of the front banner of a side, 0 if it has none there."""
        return getattr(s, f"{SIDES[side]}_front")[sector]

    def at_front(self, s: Any, banner: Banner) -> bool:
        """Return whether a banner is a front banner, faces one, and may attack in this turn."""
        side = SIDES.index(banner.side)
        return bool(self.front(s, side, banner.sector) == banner.number and self.target(s, banner) is not None)

    def target(self, s: Any, banner: Banner) -> int | None:
        """Return the sector in which a front banner attacks: its own, or one on which it turns (fronts and contact)."""
        side, own = 1 - SIDES.index(banner.side), banner.sector
        if self.front(s, side, own) != 0:
            return own if self.sectors[own].contact == 1 or s.turn >= self.sectors[own].contact else None
        near = banner.wings if banner.turns else []
        return next((at for at in near if s.turn >= self.sectors[at].contact and self.front(s, side, at) != 0), None)

    def look(self, sector: int, side: int, s: Any, dice: Any) -> bool:
        """Look for the front banner of a side; return whether it is a new one, out of contact (fronts and contact)."""
        before, queue = self.front(s, side, sector), self.queues[sector][side]
        at = next((at for at, banner in enumerate(queue) if before == banner.number), 0)
        standing = (banner for banner in (*queue[at:], *queue[:at]) if not banner.spent(s))
        after = first = next(standing, None)
        while after and after.relieved(s):
            after = next(standing, None)
        after = after or first
        number = after.number if after else 0
        if before == number:
            return False
        if after:
            dice.note(f"{after.who} is in front")
        getattr(s, f"{SIDES[side]}_front")[sector], s.contact[sector] = number, NOT
        return True

    def reached(self, s: Any, sector: int) -> bool:
        """Return whether side a has come to the Almohad banner in a sector."""
        camp = self.sectors[sector].camp and self.camps and self.queues[sector][1]
        return bool(camp and self.front(s, 0, sector) != 0 and self.front(s, 1, sector) == 0)

    def throw(self, s: Any, dice: Any) -> None:
        """Throw for the initiative (one game turn, 1)."""
        bonuses = [host.army.army_bonus(s) for host in self.hosts]
        ahead, letter = self.order.initiative.throw(dice, bonuses)
        self.order.begin(s, dice, bonuses)
        if ahead != NOBODY:
            dice.count(f"{SIDES[ahead]}_first")
            s.ahead, s.gained = ahead + 1, _CLASSES.index(letter)

    def choose(self, s: Any, dice: Any) -> None:
        """See the leaders that act at once, have to act, and do not act (one game turn, 2)."""
        self.order.settle(s, dice, int(s.ahead) - 1, _CLASSES[s.gained], self)
        s.ahead = s.gained = 0
        if s.silent != 0:
            dice.note(f"{self.banners[int(s.silent)].who} does not act")

    def lead(self, s: Any, dice: Any, side: int) -> int:
        """Return the leader that a side activates at once, of those at the front."""
        able = self._able(s, side)
        return int(units.decide(dice, SIDES[side], "lead", [banner.number for banner in able])) if able else 0

    def named(self, s: Any, dice: Any, side: int, lead: int) -> int:
        at = self.target(s, self.banners[lead]) if lead else None
        rivals = [] if at is None else self.queues[at][1 - side]
        return next((rival.number for rival in rivals if self.at_front(s, rival)), 0)

    def silenced(self, s: Any, dice: Any, side: int, named: int) -> int:
        """Return the other rival at the front of the lowest value."""
        return next((rival.number for rival in self._able(s, 1 - side) if rival.number != named), 0)

    def only(self, s: Any, side: int) -> int:
        banners = self.hosts[side].banners
        return banners[0].number if len(banners) == 1 else 0

    def _able(self, s: Any, side: int) -> list[Banner]:
        banners = sorted(self.hosts[side].banners, key=lambda banner: banner.keys.value)
        return [banner for banner in banners if self.at_front(s, banner)]
