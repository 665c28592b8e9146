"""What a recovery needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.fields import POLICY, Reading, Told, block, blocks, flag, one_of, whole
from mangonel.systems.filo.keys.stacks import UnitKeys, kind_of
from mangonel.systems.filo.situations.scales import STRENGTHS
from mangonel.systems.filo.stacks.kinds import Kind
from mangonel.systems.shapes import Usual
from mangonel.tables.reading import Node

__all__ = ["RecoverySetup", "ShotsKeys", "StrayKeys"]

_MOST = 6


@dataclass(frozen=True)
class StrayKeys(UnitKeys):
    """A stack behind the lines."""

    edge: int = whole(0, 30, "hexes it can go back on the map", 10)
    beside_enemy: bool = flag("an enemy is adjacent until it goes back")
    beside_banner: bool = flag("it is beside the Almohad banner until it goes back (option `almohad-banner`)")
    passes: int = whole(0, _MOST - 1, "how many of the units after it its rout passes before the first turn", 0)


@dataclass(frozen=True, slots=True)
class ShotsKeys:
    """Enemies who shoot."""

    kind: Kind = kind_of()
    units: int = whole(1, 2, "units that act as one: one of them shoots", 1)
    strength: int | None = whole(*STRENGTHS, "of a unit, in place of the roster's", None)
    distance: int = whole(1, 6, "hexes to whom they shoot at")
    in_sight: int = whole(1, 10, "of ten, how often they have a target", 10)


def _de_rada(policies: Reading) -> str:
    return "none" if any(unit.al_andalus for unit in policies.root["units"]) else "worst"


@dataclass(frozen=True, slots=True)
class RecoverySetup:
    """Units behind the lines."""

    turns: int = whole(1, 60, "the most turns that are played")
    units: tuple[StrayKeys, ...] = blocks(StrayKeys, "the units", least=1, most=_MOST)
    together: bool = flag("they stand beside each other", usual=True)
    shots: ShotsKeys | None = block(ShotsKeys, "enemies who shoot", empty=None)
    rest: bool = flag("units rest when they may", usual=True, at="policies.", told=Told("rests"))
    de_rada: str = one_of(
        ("worst", "best", "none"),
        "with whom he is",
        Usual(_de_rada, "`worst`; `none` with a unit of Al-Andalus"),
        at="policies.",
        told=POLICY,
    )

    def check(self, node: Node) -> None:
        """Check how many units there are, how many a rout passes, and that De Rada is not with Muslims."""
        if not 1 <= len(self.units) <= _MOST:
            raise node.error(f"1 to {_MOST} units are needed", "units", value=len(self.units))
        for number, unit in enumerate(self.units, start=1):
            after = len(self.units) - number
            if unit.passes > after:
                path = f"units.{number}.passes"
                raise node.error(f"{after} units come after it", path, value=unit.passes)
            if unit.al_andalus and self.de_rada != "none":
                message = f"De Rada does not help Muslims: unit {number} is of Al-Andalus"
                raise node.error(message, "policies.de_rada", value=self.de_rada)
