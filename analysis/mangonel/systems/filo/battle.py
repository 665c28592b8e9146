"""A battle: banners against banners, with the points of both sides and the victory of Las Navas.

Steps in brackets are those of `docs/sequences/battle.md`. One activation is cut into phases by the columns of `Attack`:
who attacks whom, the stacks of each pair, and the result that each has yet to take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mangonel.engine.process import Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import Roll, cached
from mangonel.errors import DataError, NoRollError
from mangonel.odds.owners import Side
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.fields import POLICY, Reading, Told, block, blocks, flag, given, key, one_of, whole
from mangonel.systems.filo.dice import CAPTURED as TAKEN
from mangonel.systems.filo.dice import PASSES, Rolls, read
from mangonel.systems.filo.evening import help_by_rada, rally, rest
from mangonel.systems.filo.keys.stacks import (
    GROUND,
    LEADER_VALUES,
    ROOMS,
    LeaderKeys,
    UnitKeys,
    charge_is_asked,
    kind_of,
    standing,
)
from mangonel.systems.filo.order import NOBODY, Order, Place
from mangonel.systems.filo.situations.combat import Combat, combat_situation
from mangonel.systems.filo.situations.quality import flight_points
from mangonel.systems.filo.situations.scales import BONUSES, ON, QUALITIES, STATES, STRENGTHS, TYPES
from mangonel.systems.filo.situations.states import others_take
from mangonel.systems.filo.situations.units import Unit
from mangonel.systems.filo.situations.victory import DRAWN, WINNERS, Losses, points, winner
from mangonel.systems.filo.stacks.kinds import MOVEMENTS, Kind
from mangonel.systems.filo.units import (
    ACT,
    CAPTURED,
    CHARGE,
    DEAD,
    DEMORALISED,
    FRESH,
    GONE,
    REST,
    ROUTED,
    Army,
    Stack,
    check_charge_asked,
    check_ground,
    columns_of,
    end,
    plan_of,
)
from mangonel.systems.playable import Axis, Facts, Playable
from mangonel.systems.possible import possible
from mangonel.systems.shapes import Texts, Usual
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.reading import Node

if TYPE_CHECKING:
    from mangonel.locales import Locale

__all__ = ["PLAYABLE", "BannerKeys", "BattlePolicies", "BattleSetup", "CompanyKeys", "HostKeys", "SectorKeys", "battle"]

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
_WINS = {
    "a": ("b_leader_lost", "a_reaches_camp", "a_far_ahead", "a_ahead"),
    "b": ("a_leader_lost", "b_far_ahead", "b_ahead"),
}
_SIDES = ("a", "b")
_LOSSES = ("demoralised", "routed", "eliminated")
"""Orders of units that a side counts; who is not on the map any more counts as eliminated."""
LEADER = {side: Decision(f"{side}.leader", side) for side in _SIDES}
LEAD = {side: Decision(f"{side}.lead", side) for side in _SIDES}


# Keys of its scenarios. ----------------------------------------------------------------------------------------------

MOST_STACKS = 12
_SECTORS, _BANNERS = 4, 8
_ACTS = ("attack", "hold")


def _act(banner: Reading) -> str:
    above = banner.above
    assert above is not None
    side = above.names["side"]
    return str(above.root.below(f"policies_{side}")["act"])


@dataclass(frozen=True, slots=True)
class CompanyKeys:
    """Stacks that are alike."""

    kind: Kind = kind_of()
    number: int = whole(1, MOST_STACKS, "stacks", 1)
    units: int = whole(1, 2, "units that act as one (option `stacking`)", 1)
    strength: int | None = whole(*STRENGTHS, "of a fresh unit, in place of the roster's", None)
    quality: int | None = whole(*QUALITIES, "of a fresh unit, in place of the roster's", None)
    movement: int | None = whole(*MOVEMENTS, "of a fresh unit, in place of the roster's", None)


@dataclass(frozen=True)
class BannerKeys(LeaderKeys):
    """A banner: its leader, its place, and its stacks."""

    value: int = whole(*LEADER_VALUES, "of its leader, by which he is activated")
    sector: int = whole(1, _SECTORS, "where it stands, by the number of the sector", 1)
    stacks: tuple[CompanyKeys, ...] = blocks(CompanyKeys, "its stacks", least=1, most=MOST_STACKS)
    act: str = one_of(_ACTS, "what it does", Usual(_act, "what its side does"))
    ground: tuple[str, ...] = key(
        Texts(offer=GROUND), "what it stands in, and what lies before it: rows of table `ground`, or `parapet`"
    )
    room: str = one_of(ROOMS, "whether its stacks can go back")
    edge: int = whole(0, 30, "hexes behind it to the edge of the map", 10)
    al_andalus: bool = flag("it is Al-Andalus (options `al-andalus-rally`, `al-andalus-leaves`)")
    al_nasir: bool = flag("it does not attack before it is attacked (option `al-nasir`)")
    mujahids: bool = flag("nobody relieves it (option `mujahids`)")

    @property
    def bonuses(self) -> tuple[int, ...]:
        """The bonus of its leader when he is fit and wounded, and that of who replaces him, dead or captured."""
        return self.bonus, self.wounded_bonus, self.replacement_bonus, self.replacement_bonus

    @property
    def values(self) -> tuple[int, ...]:
        """The value of its leader when he is fit, wounded, dead, captured."""
        return (self.value,) * 4

    def units(self, company: CompanyKeys) -> UnitKeys:
        """Return some of its stacks as a stack by itself, with its leader."""
        leader = LeaderKeys(self.bonus, self.wounded_bonus, self.replacement_bonus)
        return UnitKeys(
            kind=company.kind,
            units=company.units,
            strength=company.strength,
            quality=company.quality,
            movement=company.movement,
            state=STATES[0],
            ground=self.ground,
            room=self.room,
            al_andalus=self.al_andalus,
            leader=leader,
        )


@dataclass(frozen=True, slots=True)
class SectorKeys:
    """A part of the field."""

    frontage: int = whole(1, 6, "stacks of a side that fight there at once")
    contact: int = whole(1, 60, "the first turn in which anybody attacks there", 1)
    camp: bool = flag("the Almohad banner stands behind side b there (option `almohad-banner`)")


@dataclass(frozen=True, slots=True)
class HostKeys:
    """The banners of a side."""

    banners: tuple[BannerKeys, ...] = blocks(
        BannerKeys, "banners; of those of a sector the first is in front", least=1, most=_BANNERS
    )
    army: int = whole(1, _BANNERS, "number of the banner whose leader leads the army", 1)


@dataclass(frozen=True)
class BattlePolicies:
    """What a side decides."""

    act: str = one_of(_ACTS, "what its banners do", told=Told("banners_act"))
    charge: bool = flag("stacks that can charge do", usual=True, told=POLICY)
    charge_asked: bool = given(charge_is_asked)
    commit: int | None = whole(
        1,
        MOST_STACKS,
        "stacks of a banner broken at which the next one relieves it, else all",
        None,
        (1, 2, 3),
        told=POLICY,
    )
    leader: str = one_of(("front", "behind"), "where leaders are: in combat, or only at rallies", told=POLICY)
    rest: bool = flag("stacks that do not fight rest", usual=True, told=Told("rests"))
    lead: str = one_of(("lowest", "highest"), "the leader who acts at once with the initiative", told=POLICY)


_WITH = "the banner with which he is"


def _own_banners(policies: Reading) -> range:
    return range(1, len(policies.root["a"].banners) + 1)


@dataclass(frozen=True)
class FieldPolicies(BattlePolicies):
    """What side a decides."""

    de_rada: int | None = whole(1, _BANNERS, _WITH, None, _own_banners, told=Told("de_rada_with"))
    ruy_diaz: int | None = whole(1, _BANNERS, _WITH, None, _own_banners, told=Told("ruy_diaz_with"))


def _policies(side: str, policies: type[BattlePolicies]) -> Any:
    return block(policies, at=f"policies.{side}", told=Told(side=side))


@dataclass(frozen=True, slots=True)
class BattleSetup:
    """Two hosts."""

    turns: int = whole(1, 60, "the most turns that are played")
    pursuit: int = whole(0, 30, "hexes that a routed stack has gone back at most and can be attacked", 6)
    decisive: bool = flag("the loss of the first army leader ends the battle", usual=True)
    sectors: tuple[SectorKeys, ...] = blocks(SectorKeys, "sectors, from the left", least=1, most=_SECTORS)
    a: HostKeys = block(HostKeys, at="a", names={"side": "a"})
    b: HostKeys = block(HostKeys, at="b", names={"side": "b"})
    policies_a: FieldPolicies = _policies("a", FieldPolicies)
    policies_b: BattlePolicies = _policies("b", BattlePolicies)

    def check(self, node: Node) -> None:
        """Check what goes together."""
        if not 1 <= len(self.sectors) <= _SECTORS:
            raise node.error(f"1 to {_SECTORS} sectors are needed", "sectors", value=len(self.sectors))
        for side, host in (("a", self.a), ("b", self.b)):
            self._check_host(node, side, host)
        for name in ("de_rada", "ruy_diaz"):
            _check_number(node, f"policies.a.{name}", getattr(self.policies_a, name), len(self.a.banners))

    def _check_host(self, node: Node, side: str, host: HostKeys) -> None:
        if not 1 <= len(host.banners) <= _BANNERS:
            raise node.error(f"1 to {_BANNERS} banners are needed", f"{side}.banners", value=len(host.banners))
        _check_number(node, f"{side}.army", host.army, len(host.banners))
        of_andalus = 0
        for number, banner in enumerate(host.banners, start=1):
            path = f"{side}.banners.{number}"
            _check_number(node, f"{path}.sector", banner.sector, len(self.sectors))
            stacks = sum(company.number for company in banner.stacks)
            if not 1 <= stacks <= MOST_STACKS:
                raise node.error(f"a banner has 1 to {MOST_STACKS} stacks", f"{path}.stacks", value=stacks)
            of_andalus += banner.al_andalus
            if banner.al_andalus and (side == "a" or of_andalus > 1):
                raise node.error("one banner of b at most is Al-Andalus", f"{path}.al_andalus", value=True)


def _check_number(node: Node, path: str, number: int | None, most: int) -> None:
    if number is not None and number > most:
        raise node.error("no such number", path, value=number, allowed=tuple(range(1, most + 1)))


# Stacks and banners. --------------------------------------------------------------------------------------------------


class BannerStack(Stack):
    """A stack of a banner.

    Its column is a code: 0 to 3 if it is organised or demoralised, as in `STATES`; then routed, two codes, fresh and
    fatigued, for each number of hexes that it has gone back; then `gone`, `fled`, `left`. Of two stacks the one with
    the lower code stands before the other.
    """

    def __init__(self, host: Host, banner: Banner, entry: int, company: int) -> None:
        keys, said = banner.keys, banner.keys.stacks[company]
        path = f"{banner.path}.stacks.{company + 1}"
        who = f"stack {entry + 1} of banner"
        unit_keys, alone = keys.units(said), standing(rest=False, until="rout")
        super().__init__(host.rolls, banner.name, unit_keys, alone, entry=entry, who=who, side=host.side, path=path)
        self.host, self.banner, self.entry = host, banner, entry
        self.gone = ROUTED + 2 * (keys.edge + 1)
        self.fled, self.left = self.gone + 1, self.gone + 2
        kind = keys.stacks[company].kind.type
        worth = Losses(eliminated=(kind,)), Losses(fled=(kind,))
        self.worth = [said.units * _points(self.rules, lost) for lost in worth]

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Its code, and whether it has fought in this turn."""
        return [("stacks", self.left, FRESH), ("fought", 1, 0)]

    def code(self, s: Any) -> Any:
        """Return its code."""
        return self.get(s, "stacks")

    def fought(self, s: Any) -> bool:
        """Return whether it has fought in this turn."""
        return bool(self.get(s, "fought") == 1)

    def state(self, s: Any) -> Any:
        """Return its state, a number in `STATES`."""
        return self.state_of(int(self.code(s)))

    def leader(self, s: Any) -> Any:
        """Return the state of the leader of its banner."""
        return self.banner.leader(s)

    def state_of(self, code: int) -> int:
        """Return the state that a code stands for."""
        return code if code < ROUTED else GONE if code >= self.gone else ROUTED + code % 2

    def change(self, s: Any, dice: Any, after: int, hexes: int = 0) -> None:
        """Give it another state, after it has gone back some hexes in rout."""
        before = int(self.code(s))
        if after == GONE:
            self.become(s, dice, self.gone)
        elif after < ROUTED:
            self.become(s, dice, after)
        else:
            back = hexes + (before - ROUTED) // 2 if before >= ROUTED else hexes
            self.become(s, dice, self.fled if back > self.banner.keys.edge else ROUTED + 2 * back + after % 2)

    def become(self, s: Any, dice: Any, code: int) -> None:
        """Give it another code, count it and tell it."""
        now = self.code(s)
        if now == code:
            return
        before = next((order for order in (3, 2, 1) if now >= (DEMORALISED, ROUTED, self.gone)[order - 1]), 0)
        after = self.state_of(code) // 2
        self.put(s, "stacks", code)
        if before != after:
            for order, units in ((before, -self.keys.units), (after, self.keys.units)):
                if order:
                    _add(s, f"{self.side}_{_LOSSES[order - 1]}", units)
        if code < ROUTED:
            dice.note(f"{self.who} is {STATES[code].replace('_', ', ')}")
        elif code < self.gone:
            told = STATES[ROUTED + code % 2].replace("_", ", ")
            dice.note(f"{self.who} is {told} ({{:hex}} back)", (code - ROUTED) // 2)
        else:
            dice.note(f"{self.who} {('is eliminated', 'has fled off the map', 'has left')[code - self.gone]}")
            dice.count(f"{self.side}_lost_{self.keys.kind.type}", self.keys.units)
            if code == self.fled:
                dice.count(f"{self.side}_fled", self.keys.units)
            if code < self.left:
                _add(s, self.host.rival_points, self.worth[code - self.gone])

    def take(self, s: Any, dice: Any, result: str) -> None:
        """Carry the result of a combat out."""
        fate = self.after(self.state(s), result, self.keys.room)
        self.change(s, dice, STATES.index(fate.state), fate.hexes)

    def flee(self, s: Any, dice: Any) -> None:
        """Let it flee, routed (phase E, flight)."""
        tired = int(self.code(s)) % 2
        hexes = flight_points(self.rules, self.movements[tired], cavalry=self.mounted)
        self.change(s, dice, ROUTED + tired, hexes)


def _add(s: Any, column: str, number: int) -> None:
    setattr(s, column, getattr(s, column) + number)


def _points(rules: RuleSet, lost: Losses) -> int:
    return sum(points(rules, lost).values())


class Banner:
    """A banner: its leader and its stacks; `number` counts the banners of both sides, from 1."""

    def __init__(self, host: Host, place: int, number: int, keys: BannerKeys) -> None:
        self.host, self.side, self.place, self.number, self.keys = host, host.side, place, number, keys
        self.name, self.path = f"{self.side}{place + 1}", f"{self.side}.banners.{place + 1}"
        self.who, self.sector = f"banner {self.name}", keys.sector - 1
        rules = host.rolls.rules
        check_ground(rules, self.path, keys.ground)
        self.sleeps = keys.al_nasir and rules.choice("al-nasir") == ON
        self.stays = keys.mujahids and rules.choice("mujahids") == ON
        companies = [company for company, said in enumerate(keys.stacks) for _ in range(said.number)]
        self.stacks = [BannerStack(host, self, entry, company) for entry, company in enumerate(companies)]
        self.fights = any(stack.attacks for stack in self.stacks)

    @property
    def columns(self) -> list[Column]:
        """The code of each stack, whether it has fought, and whether the banner is awake."""
        return [*columns_of(self.stacks), *([Column(f"{self.name}_awake", 1)] if self.sleeps else [])]

    def leader(self, s: Any) -> Any:
        """Return the state of its leader."""
        return self.host.army.states(s)[self.place]

    def bonus(self, s: Any) -> int:
        """Return the bonus of its leader as he is."""
        return self.keys.bonuses[self.stacks[0].leading(s)]

    def asleep(self, s: Any) -> bool:
        """Return whether it waits to be attacked before it attacks."""
        return self.sleeps and bool(getattr(s, f"{self.name}_awake") == 0)

    def wake(self, s: Any, dice: Any) -> None:
        """Let it be attacked for the first time."""
        if self.asleep(s):
            dice.note(f"{self.who} wakes")
            setattr(s, f"{self.name}_awake", 1)

    def spent(self, s: Any) -> bool:
        """Return whether none of its stacks can fight."""
        return all(stack.code(s) >= ROUTED for stack in self.stacks)

    def relieved(self, s: Any) -> bool:
        """Return whether the next banner takes its place: enough of its stacks are broken."""
        commit, broken = self.host.policies.commit, 0
        if commit is None or self.stays:
            return False
        for stack in self.stacks:
            broken += bool(stack.code(s) >= ROUTED)
            if broken >= commit:
                return True
        return False


class Host:
    """A side: its banners, their leaders, and the men who are with a banner, De Rada and Ruy Díaz."""

    def __init__(self, rolls: Rolls, side: str, keys: HostKeys, policies: BattlePolicies, before: int) -> None:
        rules = rolls.rules
        self.rolls, self.side, self.policies = rolls, side, policies
        self.rival_points = f"{'b' if side == 'a' else 'a'}_points"
        number = rules.table("victory").number
        self._killed, self._captured = number("leader_killed"), number("leader_captured")
        self.ruy, self.rada = (_banner_of(rules, policies, name) for name in ("ruy_diaz", "de_rada"))
        self.army = Army(rolls, side, keys.banners, keys.army - 1)
        self.banners = [Banner(self, place, before + place + 1, banner) for place, banner in enumerate(keys.banners)]
        self.stacks = [stack for banner in self.banners for stack in banner.stacks]
        self.units = sum(stack.keys.units for stack in self.stacks)
        men = [name for name, place in (("de_rada", self.rada), ("ruy_diaz", self.ruy)) if place is not None]
        self._men = {name: _points(rules, Losses(of=WINNERS[0], **{name: True})) for name in men}
        leaders = max(self._killed, self._captured) * (len(self.banners) - 1)
        self.worth = sum(max(stack.worth) for stack in self.stacks) + leaders + sum(self._men.values())

    @property
    def columns(self) -> list[Column]:
        """Its banners and leaders, its units by what has become of them, and the men who are with it."""
        columns = [*(column for banner in self.banners for column in banner.columns), *self.army.columns]
        columns += [Column(f"{self.side}_{order}", self.units) for order in _LOSSES]
        columns += [] if self.ruy is None else [Column("ruy_lost", 1)]
        return columns if self.rada is None else [*columns, Column("rada", _LOST)]

    @property
    def tallies(self) -> list[str]:
        """Names of its counters."""
        there = {stack.keys.kind.type for stack in self.stacks}
        return [f"{self.side}_{name}" for name in (*_COUNTED, *(f"lost_{kind}" for kind in TYPES if kind in there))]

    def organised(self, s: Any) -> Any:
        """Return how many of its units are organised."""
        return self.units - sum(getattr(s, f"{self.side}_{order}") for order in _LOSSES)

    def has_ruy(self, s: Any, banner: Banner) -> bool:
        """Return whether Ruy Díaz is with a banner."""
        return self.ruy == banner.place and bool(s.ruy_lost == 0)

    def has_rada(self, s: Any, banner: Banner) -> bool:
        """Return whether De Rada is with a banner."""
        return self.rada == banner.place and bool(s.rada < _LOST)

    def lose_ruy(self, s: Any, dice: Any) -> None:
        """Let Ruy Díaz be lost with the stack that he is with."""
        dice.note("Ruy Díaz is lost")
        s.ruy_lost = 1
        _add(s, self.rival_points, self._men["ruy_diaz"])

    def lose_rada(self, s: Any, dice: Any, stack: BannerStack) -> None:
        """Let De Rada be lost if the stack that is eliminated is the one that he is with."""
        if self.rada == stack.banner.place and s.rada == stack.entry + 1:
            dice.note("De Rada is lost")
            s.rada = _LOST
            _add(s, self.rival_points, self._men["de_rada"])

    def test_leader(self, s: Any, dice: Any, banner: Banner) -> None:
        """Test the leader of a banner."""
        self.army.test(s, dice, banner.place)
        if banner.leader(s) >= DEAD:
            self._lose_leader(s, dice, banner, self._killed)

    def take_leader(self, s: Any, dice: Any, banner: Banner, *, captured: bool = True) -> None:
        """Let the leader of a banner be captured, or die."""
        self.army.hurt(s, dice, banner.place, CAPTURED if captured else DEAD)
        self._lose_leader(s, dice, banner, self._captured if captured else self._killed)

    def _lose_leader(self, s: Any, dice: Any, banner: Banner, worth: int) -> None:
        """Count a leader, but not the army leader of the start; let another one follow him (7.6)."""
        dice.count(f"{self.side}_leaders_lost")
        if banner.place != self.army.leads:
            _add(s, self.rival_points, worth)
        self.army.succeed(s, dice, led=bool(self.army.army(s) == banner.place))


_LOST = MOST_STACKS + 1
"""De Rada is lost; smaller numbers are those of the stack that he is with."""
_COUNTED = ("first", "combats", "charges", "reactions", "routs", "rallies", "fled", "leaders_lost")


def _banner_of(rules: RuleSet, policies: BattlePolicies, name: str) -> int | None:
    """Return the place of the banner with which a man is, by his policy; None if he is not there."""
    number = getattr(policies, name, None)
    return None if number is None or rules.choice(name.replace("_", "-")) != ON else number - 1


# Fronts and the order of a turn. -------------------------------------------------------------------------------------

_NOT, _STILL, _NOW = range(3)
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
        return getattr(s, f"{_SIDES[side]}_front")[sector]

    def at_front(self, s: Any, banner: Banner) -> bool:
        """Return whether a banner is a front banner, faces one, and may attack in this turn."""
        side = _SIDES.index(banner.side)
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
        getattr(s, f"{_SIDES[side]}_front")[sector] = place
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

    # The order of a turn. ---------------------------------------------------------------------------------------------

    def throw(self, s: Any, dice: Any) -> None:
        """Throw for the initiative (one game turn, 1)."""
        bonuses = [host.army.army_bonus(s) for host in self.hosts]
        ahead, letter = self.order.initiative.throw(dice, bonuses)
        self.order.begin(s, dice, bonuses)
        if ahead == NOBODY:
            dice.note("nobody has the initiative")
            return
        dice.count(f"{_SIDES[ahead]}_first")
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
        return int(dice.choose(LEAD[_SIDES[side]], [banner.number for banner in able])) if able else 0

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


# An activation. ------------------------------------------------------------------------------------------------------

_PLAIN, _CHARGE, _VOIDED = range(3)
"""How a combat is fought: without a charge, with one, with one that a reaction charge has voided."""
_TABLES = ("combat-ratio", "combat-modifiers", "navas-modifiers", "states", "leader-loss")
_OPTIONS = (
    "charge-on-routed",
    "charge-terrain",
    "demoralised-attackers",
    "rear-charge",
    "reaction-terrain",
    "results-on-all",
    "ruy-diaz",
    "ruy-diaz-defence",
    "several-leaders",
    "terrain-sum",
)
"""What a combat depends on besides the types and the ground of those who meet; most come up only while it is played."""


class Attack:
    """An attack of a banner on another one, pair after pair.

    Columns, all 0 between activations: ``attacker``, ``defender``: numbers of the banners; ``rush``: stacks that can
    charge may; ``mine``, ``theirs``, ``joins``: numbers of the stacks of each pair and of who joins it; ``units``,
    ``targets``, ``join_units``: their kinds and states; ``own``, ``foe``, ``helper``: those of the pair that fights;
    ``first``: it is the first pair, with ``own_leader``, ``foe_leader`` (their bonus, from 1), ``tests`` and ``ruy``;
    ``to_own``, ``to_foe``, ``to_helper``: results that have yet to be taken; ``nine``: the leader has to be tested;
    ``broken``, ``slain``: whether a stack was broken, and one of the defenders, of the attackers, was eliminated;
    ``changed``: whether a front banner is another one.
    """

    def __init__(self, rolls: Rolls, setup: BattleSetup, field_: Field) -> None:
        self.rolls, self.rules, self.field, self.hosts = rolls, rolls.rules, field_, field_.hosts
        self.setup, self.banners, self.most = setup, field_.banners, max(sector.frontage for sector in setup.sectors)
        self.rules.ask_ahead(_TABLES, _OPTIONS)
        self.stacks = [stack for host in self.hosts for stack in host.stacks]
        self._number = {stack: number for number, stack in enumerate(self.stacks, start=1)}
        # Stacks that are alike fight alike: the first of each kind stands for them.
        self._kinds: dict[Any, int] = {}
        self._alike: list[BannerStack] = []
        self._kind = {stack: self._kind_of(stack) for stack in self.stacks}
        table = self.rules.table("combat-results")
        results = [table.cell(row, column) for row in table.rows for column in table.columns]
        self._results = list(dict.fromkeys([NO_EFFECT, *results, "R"]))
        leaves = self.rules.choice("al-andalus-leaves") == "leaves"
        self.al_andalus = next((banner for banner in self.hosts[1].banners if banner.keys.al_andalus and leaves), None)
        number = self.rules.table("victory").number
        self._leave_at = number("al_andalus_units")
        self.left_worth = _points(self.rules, Losses(al_andalus=self._leave_at)) if self.al_andalus else 0
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
        attacking = [banner for banner in host.banners if banner.keys.act == "attack"]
        met = [
            (stack, other)
            for banner in attacking
            for rival in rivals.banners
            if rival.sector == banner.sector
            for stack in banner.stacks
            if stack.attacks
            for other in rival.stacks
        ]
        for stack, other in met:
            combat = self._combat(self._kind[stack], FRESH, None, self._kind[other], FRESH, 0, 0, 0)
            try:
                combat_situation(self.rules, combat)
            except NoRollError as error:
                path = f"{other.banner.path}.ground"
                raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None

    @property
    def columns(self) -> list[Column]:
        """What is remembered within an activation, and whether Al-Andalus has left."""
        banners, stacks, results = len(self.banners), len(self.stacks), len(self._results) - 1
        own, foe, leader = 2 * len(self._alike), 6 * len(self._alike), BONUSES[1] + 1
        single = {"attacker": banners, "defender": banners, "rush": 1, "first": 1, "nine": 1, "broken": 1}
        single |= {"runner": stacks, "changed": 1, "tests": 1, "ruy": 2, "own_leader": leader, "foe_leader": leader}
        single |= {"own": own, "helper": own, "foe": foe, "to_own": results, "to_helper": results, "to_foe": results}
        rows = {"mine": stacks, "theirs": stacks, "joins": stacks, "units": own, "join_units": own, "targets": foe}
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

    def phases(self) -> list[Phase]:
        """Return the activations of a turn, in the order in which they can come."""
        starts = [("at once", partial(self.begin_chosen, "lead")), ("of a rival", partial(self.begin_chosen, "named"))]
        places = self.field.order.usual("", _SIDES)
        for first, *other in _together(places):
            starts.append((str(len(starts) - 1), partial(self.begin_usual, (first, *other))))
        return [phase for title, begin in starts for phase in self._activation(f"activation {title}", begin)]

    def _activation(self, title: str, begin: Callable[[Any, Any], None]) -> list[Phase]:
        phases = [
            Phase(title, begin),
            Phase(f"{title}: attackers", self.choose_attackers),
            *(Phase(f"{title}: defender {at + 1}", partial(self.choose_defender, at)) for at in range(self.most)),
            *(Phase(f"{title}: routed {at + 1}", partial(self.choose_routed, at)) for at in range(self.most)),
            Phase(f"{title}: pairs", self.pair),
        ]
        for place in range(self.most):
            pair = f"{title}: pair {place + 1}"
            phases.append(Phase(f"{pair}: combat", _Fight(self, place)))
            if not place:
                phases.append(Phase(f"{pair}: leader", self.test_leader))
            phases += [
                Phase(f"{pair}: defenders", partial(self.hit_defender, place)),
                Phase(f"{pair}: attackers", partial(self.hit_attackers, place)),
            ]
        phases.append(Phase(f"{title}: leaders", self.lose_leaders))
        if self.al_andalus:
            phases.append(Phase(f"{title}: Al-Andalus", self.leave))
        phases += [Phase(f"{title}: fronts of side {side}", partial(self.look, at)) for at, side in enumerate(_SIDES)]
        return [*phases, Phase(f"{title}: end", self.end)]

    # Who attacks whom. ------------------------------------------------------------------------------------------------

    def begin_chosen(self, column: str, s: Any, dice: Any) -> None:
        """Begin the activation of who acts at once, or has to act (one game turn, 2)."""
        number = int(getattr(s, column))
        if number and self.field.at_front(s, self.banners[number]):
            self._begin(s, dice, self.banners[number])

    def begin_usual(self, places: Sequence[Place], s: Any, dice: Any) -> None:
        """Begin the activation of whose place in the usual order it is (one game turn, 2)."""
        for place in places:
            banner = self.banners[place.leader]
            if self.field.at_front(s, banner) and place.when(s):
                self._begin(s, dice, banner)
                return

    def _begin(self, s: Any, dice: Any, banner: Banner) -> None:
        """Begin an activation, and see which leaders are with the first pair (activation of a banner)."""
        side = _SIDES.index(banner.side)
        if not banner.fights or banner.asleep(s):
            return
        if dice.choose(ACT[banner.side], ("attack", "hold"), banner=banner) != "attack":
            return
        rivals = self.hosts[1 - side].banners
        rival = rivals[int(self.field.front(s, 1 - side, banner.sector)) - 1]
        s.attacker, s.defender, s.first = banner.number, rival.number, 1
        s.rush = int(s.contact[banner.sector] == _NOT)
        for column, one in (("own_leader", banner), ("foe_leader", rival)):
            if dice.choose(LEADER[one.side], ("front", "behind"), banner=one) == "front":
                setattr(s, column, 1 + one.bonus(s))
                if one is banner:
                    s.tests = int(one.leader(s) < DEAD)
        s.ruy = next((1 + at for at, one in enumerate((banner, rival)) if one.host.has_ruy(s, one)), 0)

    def choose_attackers(self, s: Any, dice: Any) -> None:
        """Line up who attacks (activation of a banner, 1, Attackers)."""
        del dice
        if s.attacker == 0:
            return
        banner = self.banners[int(s.attacker)]
        most = self.setup.sectors[banner.sector].frontage
        chosen: list[BannerStack] = []
        for code in (FRESH, FRESH + 1):
            for stack in banner.stacks:
                if len(chosen) < most and stack.attacks and stack not in chosen and stack.code(s) == code:
                    s.mine[len(chosen)], s.units[len(chosen)] = self._number[stack], self._unit(stack, code, 2)
                    chosen.append(stack)
        if not chosen:
            self.forget(s)

    def choose_defender(self, place: int, s: Any, dice: Any) -> None:
        """Find who is attacked in a pair, of those who can fight (activation of a banner, 1, Defenders)."""
        del dice
        if s.attacker == 0 or s.mine[place] == 0:
            return
        last, order = None, FRESH
        if place:
            if s.theirs[place - 1] == 0:
                return
            last, order = self.stacks[int(s.theirs[place - 1]) - 1], (int(s.targets[place - 1]) - 1) % 6
        rival = last.banner if last else self.banners[int(s.defender)]
        for code in range(order, ROUTED):
            for stack in rival.stacks:
                if (last is None or code > order or stack.entry > last.entry) and stack.code(s) == code:
                    self._defend(s, place, stack, code)
                    return

    def choose_routed(self, place: int, s: Any, dice: Any) -> None:
        """Find who is attacked in a pair, of those who are routed and near (activation of a banner, 1, Defenders)."""
        del dice
        if s.attacker == 0 or s.theirs[place] != 0 or s.mine[place] == 0 or (place and s.theirs[place - 1] == 0):
            return
        last = self.stacks[int(s.runner) - 1] if s.runner != 0 else None
        rival = last.banner if last else self.banners[int(s.defender)]
        limit, best = ROUTED + 2 * (self.setup.pursuit + 1), None
        for stack in rival.stacks:
            code = stack.code(s)
            if stack is last or code < ROUTED or code >= min(limit, stack.gone):
                continue
            if last and (code < last.code(s) or (stack.entry < last.entry and code == last.code(s))):
                continue
            if best is None or code < best.code(s):
                best = stack
        if best:
            s.runner = self._number[best]
            self._defend(s, place, best, best.state(s))

    def _defend(self, s: Any, place: int, stack: BannerStack, state: int) -> None:
        stack.put(s, "fought", 1)
        s.theirs[place], s.targets[place] = self._number[stack], self._unit(stack, state, 6)

    def pair(self, s: Any, dice: Any) -> None:
        """Let attackers who are left over join from the left, and the first pair fight (activation of a banner, 2)."""
        if s.attacker == 0:
            return
        if s.theirs[0] == 0:
            self.forget(s)
            return
        attacker, defender = (_Called(partial(self._banner, s, column)) for column in ("attacker", "defender"))
        dice.note("{} attacks {}", attacker, defender)
        for banner in self.banners.values():
            if banner.sleeps and s.defender == banner.number:
                banner.wake(s, dice)
        pairs = next((place for place in range(self.most) if s.theirs[place] == 0), self.most)
        for place in range(pairs, self.most):
            if s.mine[place] == 0:
                break
            if place < 2 * pairs:
                s.joins[place - pairs], s.join_units[place - pairs] = s.mine[place], s.units[place]
            s.mine[place] = s.units[place] = 0
        s.own, s.foe, s.helper = s.units[0], s.targets[0], s.join_units[0]

    def _banner(self, s: Any, column: str) -> str:
        return self.banners[int(getattr(s, column))].who

    def _unit(self, stack: BannerStack, state: int, states: int) -> int:
        """Return the kind and state of a stack as one number, from 1; attackers are in 2 states, defenders in 6."""
        return 1 + states * self._kind[stack] + state

    # Combats. ---------------------------------------------------------------------------------------------------------

    def fight(self, place: int, s: Any, dice: Any) -> None:
        """Fight the combat of a pair (activation of a banner, 4, Reaction charge, Combat)."""
        if s.attacker == 0 or s.own == 0:
            return
        (kind, tired), (target, order) = divmod(int(s.own) - 1, 2), divmod(int(s.foe) - 1, 6)
        helper = divmod(int(s.helper) - 1, 2) if s.helper != 0 else None
        able = self._charges(kind, target) and (helper is None or self._charges(helper[0], target))
        own, foe = self._alike[kind], self._alike[target]
        way = _PLAIN
        if able and s.rush == 1 and dice.choose(CHARGE[own.side], (False, True)):
            way = _CHARGE
            dice.count(f"{own.side}_charges")
        self._tell(place, s, dice, charges=way == _CHARGE, joined=helper is not None)
        if way == _CHARGE:
            reaction = self.rolls.reaction(foe.unit(order)) if foe.can_charge else None
            rival = _Called(partial(self._banner, s, "defender"))
            if reaction is not None and dice.roll(reaction, who=rival) == PASSES:
                way = _VOIDED
                dice.count(f"{foe.side}_reactions")
        led: tuple[int, ...] = ()
        if s.first == 1:
            led = int(s.own_leader), int(s.foe_leader), int(s.ruy), int(s.tests == 1)
        roll = self._roll(way, kind, tired, helper, target, order, *led)
        dice.count(f"{own.side}_combats")
        if roll is None:
            return
        (to_foe, to_own), s.nine = read(dice.roll(roll))
        s.to_foe, s.to_own = self._felt(foe, order, to_foe), self._felt(own, tired, to_own)
        if helper is not None:
            s.to_helper = self._felt(self._alike[helper[0]], helper[1], others_take(self.rules, to_own))

    def _tell(self, place: int, s: Any, dice: Any, *, charges: bool, joined: bool) -> None:
        def stack(column: str) -> BannerStack:
            return self.stacks[int(getattr(s, column)[place]) - 1]

        target = _Called(lambda: stack("theirs").who)
        if not joined:
            dice.note(f"{{}} {'charges' if charges else 'attacks'} {{}}", _Called(lambda: stack("mine").who), target)
            return
        numbers = (_Called(lambda: str(stack("mine").entry + 1)), _Called(lambda: str(stack("joins").entry + 1)))
        banner = _Called(lambda: stack("mine").banner.who)
        verb = "charge" if charges else "attack"
        dice.note(f"stacks {{}} and {{}} of {{}} {verb} {{}}", *numbers, banner, target)

    @cached
    def _charges(self, kind: int, target: int) -> bool:
        """Return whether a kind of stacks charges another one, on the ground of that."""
        charge = replace(self._combat(kind, FRESH, None, target, FRESH, 0, 0, 0), charge=True)
        return self._alike[kind].can_charge and possible(partial(combat_situation, self.rules, charge)) is not None

    def _combat(
        self,
        kind: int,
        tired: int,
        helper: tuple[int, int] | None,
        target: int,
        order: int,
        own_leader: int,
        foe_leader: int,
        ruy: int,
    ) -> Combat:
        foe = self._alike[target]

        def unit(
            stack: BannerStack, state: int, ground: tuple[str, ...], leader: int = 0, *, ruy: bool = False
        ) -> Unit:
            made = stack.unit(state, 0, ground, ("ruy_diaz",) if ruy else ())
            return replace(made, bonuses=(leader - 1,) if leader > 1 else ())

        attackers = [unit(self._alike[kind], tired, foe.across, own_leader, ruy=ruy == 1)]
        if helper is not None:
            attackers.append(unit(self._alike[helper[0]], helper[1], foe.across))
        return Combat(tuple(attackers), (unit(foe, order, foe.inside, foe_leader, ruy=ruy == 2),))

    @cached
    def _roll(
        self,
        way: int,
        kind: int,
        tired: int,
        helper: tuple[int, int] | None,
        target: int,
        order: int,
        own_leader: int = 0,
        foe_leader: int = 0,
        ruy: int = 0,
        tests: int = 0,
    ) -> Roll | None:
        """Return the roll of a combat; None if the rules allow none."""
        combat = self._combat(kind, tired, helper, target, order, own_leader, foe_leader, ruy)
        return self.rolls.combat(replace(combat, charge=way != _PLAIN), way == _VOIDED, bool(tests))

    def _felt(self, stack: BannerStack, state: int, result: str) -> int:
        """Return the number of a result; 0 if it changes nothing of a stack in a state."""
        fate = stack.after(state, result, stack.keys.room)
        same = STATES.index(fate.state) == state and (state < ROUTED or not fate.hexes)
        return 0 if same else self._results.index(result)

    def test_leader(self, s: Any, dice: Any) -> None:
        """Test the leader who is with the first attacker (activation of a banner, 4, Leader)."""
        if s.attacker == 0 or s.nine == 0:
            return
        banner = self.banners[int(s.attacker)]
        banner.host.test_leader(s, dice, banner)
        s.nine = 0

    def hit_defender(self, place: int, s: Any, dice: Any) -> None:
        """Carry the result out on the defender of a pair (activation of a banner, 4, Result, Captured)."""
        if s.attacker == 0 or s.to_foe == 0:
            return
        stack = self.stacks[int(s.theirs[place]) - 1]
        self._hit(s, dice, stack, int(s.to_foe), 0)
        s.to_foe = 0
        if not place and stack.code(s) == stack.gone:
            self._lose_with(s, dice, stack.banner, "foe_leader", 2)

    def hit_attackers(self, place: int, s: Any, dice: Any) -> None:
        """Carry the result out on the attackers of a pair; the next one comes (activation of a banner, 4, Result)."""
        if s.attacker == 0 or s.own == 0:
            return
        for numbers, felt in ((s.mine, "to_own"), (s.joins, "to_helper")):
            if felt == "to_helper" and s.helper == 0:
                continue
            stack = self.stacks[int(numbers[place]) - 1]
            stack.put(s, "fought", 1)
            if getattr(s, felt) != 0:
                self._hit(s, dice, stack, int(getattr(s, felt)), 1)
                setattr(s, felt, 0)
                if not place and felt == "to_own" and stack.code(s) == stack.gone:
                    self._lose_with(s, dice, stack.banner, "own_leader", 1)
        after = place + 1
        more = after < self.most
        s.own, s.foe, s.helper = (s.units[after], s.targets[after], s.join_units[after]) if more else (0, 0, 0)
        if not place:
            s.first = s.own_leader = s.foe_leader = s.tests = s.ruy = 0

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

    def _lose_with(self, s: Any, dice: Any, banner: Banner, column: str, ruy: int) -> None:
        """Let the leader be captured who is with a stack that is eliminated, and Ruy Díaz be lost."""
        if getattr(s, column) != 0 and banner.leader(s) < DEAD:
            banner.host.take_leader(s, dice, banner)
        if s.ruy == ruy:
            banner.host.lose_ruy(s, dice)

    # What follows. ----------------------------------------------------------------------------------------------------

    def lose_leaders(self, s: Any, dice: Any) -> None:
        """See what becomes of leaders without a banner, the defenders' first (activation of a banner, 5, 6)."""
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
        if s.attacker != banner.number and s.defender != banner.number:
            return
        if sum(stack.keys.units for stack in banner.stacks if stack.code(s) >= ROUTED) < self._leave_at:
            return
        dice.note(f"Al-Andalus leaves: {banner.who}")
        s.al_andalus = 1
        s.a_points += self.left_worth
        for stack in banner.stacks:
            if stack.code(s) < stack.gone:
                stack.become(s, dice, stack.left)

    def look(self, side: int, s: Any, dice: Any) -> None:
        """Look for the front banner of a side after an activation (activation of a banner, 8)."""
        if s.attacker == 0 or s.broken == 0:
            return
        if self.field.look(self.banners[int(s.attacker)].sector, side, s, dice):
            s.changed = 1

    def end(self, s: Any, dice: Any) -> None:
        """See whether the sector is in contact, and look at the endings (activation of a banner, 8, 9)."""
        if s.attacker == 0:
            return
        sector = self.banners[int(s.attacker)].sector
        changed = bool(s.changed == 1)
        s.contact[sector] = _NOT if changed else _NOW
        self.forget(s)
        lost = [self.setup.decisive and host.army.lost(s) for host in self.hosts]
        if any(lost):
            end(s, dice, ENDINGS, f"{_SIDES[lost.index(True)]}_leader_lost")
        elif changed and self.field.reached(s, sector):
            end(s, dice, ENDINGS, "a_reaches_camp")


@dataclass(frozen=True)
class _Fight:
    """The combat of a pair; all pairs fight alike but for the names in a trace."""

    attack: Attack
    place: int = field(compare=False)

    def __call__(self, s: Any, dice: Any) -> None:
        self.attack.fight(self.place, s, dice)


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
    found: list[list[Place]] = []
    for place in places:
        if place.words == _SIDES[1]:
            found[-1].append(place)
        else:
            found.append([place])
    return found


# Phase E and the end of a turn. --------------------------------------------------------------------------------------


def _evening(field_: Field) -> list[Phase]:
    """Return phase E."""
    hosts = field_.hosts
    stacks = [stack for host in hosts for stack in host.stacks]
    return [
        *(Phase(f"phase E: rest of {stack.who}", partial(_rest, stack)) for stack in stacks),
        *(Phase("De Rada", partial(_help, host)) for host in hosts if host.rada is not None),
        *(
            Phase(f"phase E: rally of {stack.who}", partial(_rally, stack, field_.beside_camp(stack.banner)))
            for stack in stacks
        ),
        *(Phase(f"phase E: flight of {stack.who}", partial(_flee, stack)) for stack in stacks),
    ]


def _rest(stack: BannerStack, s: Any, dice: Any) -> None:
    """Let a stack that is fatigued and has not fought be fresh (phase E, 1; assumption ``fought-is-adjacent``)."""
    tired = stack.code(s) == 1 or stack.code(s) == DEMORALISED + 1
    if tired and not stack.fought(s) and dice.choose(REST[stack.side], (False, True)):
        rest(s, dice, stack)


def _help(host: Host, s: Any, dice: Any) -> None:
    """Let De Rada go to the stack that needs him most (phase E, 2)."""
    assert host.rada is not None
    banner = host.banners[host.rada]
    if not host.has_rada(s, banner):
        return
    free = [stack for stack in banner.stacks if stack.code(s) >= ROUTED or not stack.fought(s)]
    in_need = [stack for stack in free if FRESH < stack.code(s) < stack.gone]
    if in_need:
        worst = max(in_need, key=lambda stack: (stack.state(s), -stack.entry))
        dice.note(f"De Rada is with {worst.who}")
        s.rada = worst.entry + 1
        help_by_rada(s, dice, worst)


def _rally(stack: BannerStack, beside_camp: bool, s: Any, dice: Any) -> None:  # noqa: FBT001
    """Let a stack throw that is routed, or demoralised and has not fought (phase E, 3, Rallies)."""
    code, host, banner = stack.code(s), stack.host, stack.banner
    if code < DEMORALISED or code >= stack.gone or (code < ROUTED and stack.fought(s)):
        return
    rada = host.has_rada(s, banner)
    if rada and s.rada == stack.entry + 1:
        return
    rally(s, dice, stack, leader=stack.leading(s), rada=rada, banner=beside_camp)


def _flee(stack: BannerStack, s: Any, dice: Any) -> None:
    """Let a routed stack go back; it may be off the map with that (phase E, 4, Flights)."""
    if ROUTED <= stack.code(s) < stack.gone:
        stack.flee(s, dice)


def _look(field_: Field, sector: int, side: int, s: Any, dice: Any) -> None:
    """Look for a front banner when a turn is over (one game turn, 4)."""
    if field_.look(sector, side, s, dice):
        s.contact[sector] = _NOT


class _Reckoning:
    """Who has won by points when a turn is over (points and endings)."""

    def __init__(self, rules: RuleSet, most: Sequence[int]) -> None:
        number = rules.table("victory").number
        rules.ask_ahead(["victory"], ["time-limit", "victory-seven"])
        self.limited, self.at_once, self.last = (
            rules.choice("time-limit") == ON,
            number("ahead_at_once"),
            number("turns"),
        )
        ways = range(-most[1], most[0] + 1)
        self._bounds = []
        for turn in (self.last - 1, self.last):
            names = [winner(rules, christians=max(by, 0), muslims=max(-by, 0), turn=max(turn, 1)) for by in ways]
            first = next((by for by, name in zip(ways, names, strict=True) if name == WINNERS[0]), most[0] + 1)
            last = next(
                (by for by, name in reversed([*zip(ways, names, strict=True)]) if name == WINNERS[1]), -most[1] - 1
            )
            self._bounds.append((first, last, DRAWN in names))

    def judge(self, s: Any, dice: Any) -> None:
        """End the battle if a side is far enough ahead (points and endings)."""
        late = bool(s.turn >= self.last)
        first, last, drawn = self._bounds[late]
        ahead = s.a_points - s.b_points
        far = not (late and self.limited)
        if ahead >= first:
            end(s, dice, ENDINGS, "a_far_ahead" if far or ahead >= self.at_once else "a_ahead")
        elif ahead <= last:
            end(s, dice, ENDINGS, "b_far_ahead" if far or ahead <= -self.at_once else "b_ahead")
        elif drawn:
            end(s, dice, ENDINGS, "drawn")


# The game. -----------------------------------------------------------------------------------------------------------

_COUNTABLE = 8
"""Stacks of both sides in a battle that can be played exactly."""


def battle(setup: BattleSetup, rules: RuleSet) -> Process:
    """Return the battle of a scenario under a rule set.

    Raises
    ------
    DataError
        If the rules do not allow what the scenario needs, or the source has lost it.
    """
    rolls, before = Rolls(rules), len(setup.a.banners)
    hosts = Host(rolls, "a", setup.a, setup.policies_a, 0), Host(rolls, "b", setup.b, setup.policies_b, before)
    for host in hosts:
        check_charge_asked(rules, host.policies, host.stacks, host.side)
    field_ = Field(rules, setup, hosts)
    attack = Attack(rolls, setup, field_)
    most = hosts[1].worth + attack.left_worth, hosts[0].worth
    reckoning = _Reckoning(rules, most)

    def end_turn(s: Any, dice: Any) -> None:
        """Let contact be lost where nobody has attacked, and look at the endings (one game turn, 4)."""
        for sector in range(len(setup.sectors)):
            if s.contact[sector] != _NOT:
                s.contact[sector] -= 1
        for banner in field_.banners.values():
            setattr(s, f"{banner.name}_fought", 0)
        field_.order.forget(s, dice)
        reckoning.judge(s, dice)

    points_of = tuple(
        Measure(f"{side}_points", top, _column(f"{side}_points")) for side, top in zip(_SIDES, most, strict=True)
    )
    left = [Measure("al_andalus_left", 1, _column("al_andalus") if attack.al_andalus else lambda _: 0)]
    left = left if any(banner.keys.al_andalus for banner in hosts[1].banners) else []
    return Process(
        name="battle",
        columns=[
            *(column for host in hosts for column in host.columns),
            *(Column(f"{side}_points", top) for side, top in zip(_SIDES, most, strict=True)),
            *field_.columns,
            *attack.columns,
        ],
        phases=[
            Phase("initiative", field_.throw),
            Phase("initiative: leaders", field_.choose),
            *attack.phases(),
            *_evening(field_),
            *(
                Phase(f"end of the turn: side {side}, sector {sector + 1}", partial(_look, field_, sector, at))
                for sector in range(len(setup.sectors))
                for at, side in enumerate(_SIDES)
            ),
            Phase("end of the turn", end_turn),
        ],
        endings=tuple(ENDINGS),
        turns=setup.turns,
        measures=(
            *points_of,
            *(
                Measure(f"{host.side}_{order}", host.units, _column(f"{host.side}_{order}"))
                for host in hosts
                for order in _LOSSES
            ),
            *left,
        ),
        tallies=tuple(tally for host in hosts for tally in host.tallies),
        series=(
            *points_of,
            *(Measure(f"{host.side}_organised", host.units, host.organised) for host in hosts),
            *left,
        ),
        plan=_plan(setup, hosts),
        sides=tuple(
            Side(name, wins, losses=tuple(f"{name}_{order}" for order in _LOSSES), kinds="broken_units")
            for name, wins in _WINS.items()
        ),
        sampled=len(attack.stacks) > _COUNTABLE,
    )


def _column(name: str) -> Callable[[Any], Any]:
    return lambda s: getattr(s, name)


def _plan(setup: BattleSetup, hosts: tuple[Host, Host]) -> dict[str, Any]:
    """Return how policies of the scenario answer the decisions."""
    plan: dict[str, Any] = {}
    for host, policies in zip(hosts, (setup.policies_a, setup.policies_b), strict=True):
        side = host.side
        plan |= plan_of(side, policies, "charge", "leader", "rest")
        plan[f"{side}.act"] = lambda _s, _options, *, banner: banner.keys.act
        plan[f"{side}.lead"] = partial(_leads, policies.lead, host)
    return plan


def _leads(policy: str, host: Host, s: Any, options: Sequence[int], **_: Any) -> int:
    """Return the number of the leader of the lowest value, or of the highest one; of equal ones the lowest."""
    del s
    values = {banner.number: banner.keys.value for banner in host.banners}
    return min(options, key=lambda number: (-values[number] if policy == "highest" else values[number], number))


# What it says of itself. ---------------------------------------------------------------------------------------------


def _facts(setup: BattleSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), _host(setup.a, words)),
        (words.text("facts.side_b"), _host(setup.b, words)),
        (
            words.text("facts.frontage"),
            words.text("frame.comma").join(str(sector.frontage) for sector in setup.sectors),
        ),
        (words.text("facts.decisive"), words.text("facts.yes" if setup.decisive else "facts.no")),
    )


def _host(host: HostKeys, words: Locale) -> str:
    return words.text("frame.semicolon").join(_banner(banner, words) for banner in host.banners)


def _banner(banner: BannerKeys, words: Locale) -> str:
    leader = words.text("facts.leader_of", value=banner.value, bonus=banner.bonus)
    kinds = [
        f"{company.number * company.units} {words.translated(company.kind.title)} ({company.kind.type})"
        for company in banner.stacks
    ]
    return words.text("frame.comma").join((*kinds, leader))


def _sweep(setup: BattleSetup) -> tuple[Axis, Axis]:
    frontage = min(max(2, setup.sectors[0].frontage), 4)
    return ("a.banners.1.bonus", (0, 1, 2, 3)), ("sectors.1.frontage", tuple(range(frontage - 1, frontage + 2)))


_ASSUMED = ("no-fire", "pairs-from-the-left", "rout-passes-nobody", "fronts-only", "always-in-command")
PLAYABLE = Playable(name="battle", keys=BattleSetup, make=battle, facts=_facts, sweep=_sweep, assumed=_ASSUMED)
