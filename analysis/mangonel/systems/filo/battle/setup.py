"""What a battle needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.systems.fields import POLICY, Reading, Told, block, blocks, flag, given, key, one_of, whole
from mangonel.systems.filo.keys.stacks import (
    GROUND,
    LEADER_VALUES,
    ROOMS,
    LeaderKeys,
    UnitKeys,
    charge_is_asked,
    kind_of,
)
from mangonel.systems.filo.situations.scales import QUALITIES, STATES, STRENGTHS
from mangonel.systems.filo.stacks.kinds import MOVEMENTS, Kind
from mangonel.systems.shapes import Texts, Usual
from mangonel.tables.reading import Node

__all__ = ["BannerKeys", "BattlePolicies", "BattleSetup", "CompanyKeys", "FieldPolicies", "HostKeys", "SectorKeys"]

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
