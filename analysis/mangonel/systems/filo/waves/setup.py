"""What waves need to know: the keys of their scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.fields import DEFINES, POLICY, Told, block, blocks, flag, given, one_of, whole
from mangonel.systems.filo.keys.stacks import ACTS, ARTILLERY, LEADER_VALUES, Policies, UnitKeys
from mangonel.systems.filo.situations.scales import BONUSES, ROUTED
from mangonel.tables.reading import Node

__all__ = ["ArmyKeys", "LineKeys", "LinePolicies", "WaveKeys", "WavePolicies", "WavesSetup"]

_MOST = 4


@dataclass(frozen=True)
class WaveKeys(UnitKeys):
    """A stack of the side that attacks, and the leader who activates it."""

    value: int = whole(*LEADER_VALUES, "of the leader who activates it")
    gap: int = whole(0, 10, "empty hexes between it and the first line")
    ruy_diaz: bool = flag("Ruy Díaz is with it (option `ruy-diaz`)")


@dataclass(frozen=True)
class LineKeys(UnitKeys):
    """A stack of the side that is attacked, and the leader who activates it."""

    value: int = whole(*LEADER_VALUES, "of the leader who activates it")
    mujahids: bool = flag("it never goes back of its own will (option `mujahids`)")
    al_nasir: bool = flag("it waits until it is attacked or shot at (option `al-nasir`)")


@dataclass(frozen=True, slots=True)
class ArmyKeys:
    """Who leads an army."""

    army_bonus: int = whole(*BONUSES, "of the army leader, for the initiative", 0)
    army_leader: int | None = whole(1, _MOST, "number of his wave or line, else the last", None)


_NAMED = "which rival has to act at once at class C3 and C4"


@dataclass(frozen=True)
class WavePolicies(Policies):
    """What the player of the waves decides."""

    act: str = given(lambda _: ACTS[0])
    until: str = one_of(("rout", "eliminated"), "when a wave is broken", told=DEFINES)
    order: str = one_of(
        ("forward", "backward"), "which of waves with the same value acts first", told=Told("wave_order")
    )
    reserve: int = whole(
        0,
        _MOST - 1,
        "waves that have to be broken before the last one acts",
        0,
        lambda policies: range(len(policies.root["waves"])),
        told=POLICY,
    )
    lead: str = one_of(("lowest", "highest"), "the value of who acts first with the initiative", told=POLICY)
    named: str = one_of(("front", "army"), _NAMED, told=POLICY)


@dataclass(frozen=True)
class LinePolicies(Policies):
    """What the player of the lines decides."""

    act: str = one_of(ACTS, "fight who is in contact, else shoot; shoot; shoot in defence only", told=POLICY)
    charge: bool = given(lambda _: False)
    charge_asked: bool = given(lambda _: False)
    until: str = given(lambda _: "rout")
    named: str = one_of(("front", "army"), _NAMED, told=POLICY)


@dataclass(frozen=True, slots=True)
class WavesSetup:
    """Waves against lines."""

    turns: int = whole(1, 60, "the most turns that are played")
    depth: int = whole(1, 10, "empty hexes from a wave in contact to the next line, when the line in front has broken")
    banner: bool = flag("the Almohad banner is in the hex of the last line (option `almohad-banner`)")
    a: ArmyKeys = block(ArmyKeys, at="a")
    b: ArmyKeys = block(ArmyKeys, at="b")
    waves: tuple[WaveKeys, ...] = blocks(WaveKeys, "stacks that attack", least=1, most=_MOST)
    lines: tuple[LineKeys, ...] = blocks(LineKeys, "stacks behind each other, from the front", least=1, most=_MOST)
    policies_a: WavePolicies = block(WavePolicies, at="policies.a", told=Told(side="a"))
    policies_b: LinePolicies = block(LinePolicies, at="policies.b", told=Told(side="b"))

    @property
    def army_wave(self) -> int:
        """Place of the army leader's wave, from 0."""
        return (self.a.army_leader or len(self.waves)) - 1

    @property
    def army_line(self) -> int:
        """Place of the army leader's line, from 0."""
        return (self.b.army_leader or len(self.lines)) - 1

    def check(self, node: Node) -> None:
        """Check how many there are of whom, who attacks, and that nothing is over as it begins."""
        for name, side, army, stacks in (("waves", "a", self.a, self.waves), ("lines", "b", self.b, self.lines)):
            if not 1 <= len(stacks) <= _MOST:
                raise node.error(f"1 to {_MOST} {name} are needed", name, value=len(stacks))
            if army.army_leader is not None and army.army_leader > len(stacks):
                raise node.error(f"there are {len(stacks)} {name}", f"{side}.army_leader", value=army.army_leader)
            policies = self.policies_a if side == "a" else self.policies_b
            for number, stack in enumerate(stacks, start=1):
                if stack.kind.type == ARTILLERY and policies.act == "attack":
                    raise node.error("artillery does not attack", f"{name}.{number}.kind", value=ARTILLERY)
        self._check_start(node)
        if self.policies_a.reserve >= len(self.waves):
            raise node.error(f"there are {len(self.waves)} waves", "policies.a.reserve", value=self.policies_a.reserve)
        with_him = [number for number, wave in enumerate(self.waves, start=1) if wave.ruy_diaz]
        if len(with_him) > 1:
            raise node.error("Ruy Díaz is with another wave", f"waves.{with_him[1]}.ruy_diaz", value=True)

    def _check_start(self, node: Node) -> None:
        for number, line in enumerate(self.lines, start=1):
            if line.state.startswith(ROUTED):
                raise node.error("it is broken as it begins", f"lines.{number}.state", value=line.state)
        if self.policies_a.until == "rout" and all(wave.state.startswith(ROUTED) for wave in self.waves):
            raise node.error("all waves are broken as they begin", "waves.1.state", value=self.waves[0].state)
