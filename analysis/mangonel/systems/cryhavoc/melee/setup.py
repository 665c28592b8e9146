"""What a melee of two groups needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.systems.cryhavoc.keys.approach import STANDING
from mangonel.systems.cryhavoc.keys.kinds import kind, mounted
from mangonel.systems.cryhavoc.keys.morale import PanicOf, panic_of
from mangonel.systems.cryhavoc.keys.policies import MeleePolicies, after_turn, at_losses
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.fields import POLICY, Reading, Told, block, one_of, text, whole

__all__ = ["SIDES", "MeleeSetup", "MeleeSide"]

SIDES = ("attackers", "defenders")


def _follows(side: Reading) -> bool:
    """Tell whether the other side goes after men who give ground."""
    assert side.above is not None
    return bool(side.above.below(side.names["other"])["policies"].follow)


@dataclass(frozen=True, slots=True)
class MeleeSide:
    """One of the two groups.

    ``room``, ``front``, ``losses`` and ``turn`` are None if there is no limit, ``panic`` if there is none.
    """

    kind: Kind = kind("{side}.kind")
    men: int = whole(1, 20, "how many there are", at="{side}.men")
    mounted: int = mounted("{side}.mounted", "kind")
    terrain: str = text(
        "the ground: a row of the terrain table, `ladder`, `siege_tower_top`, `+`, `0`, `-`",
        "flat_ground",
        offer=STANDING,
        at="{side}.terrain",
    )
    room: int | None = whole(0, 20, "how many can be driven back at once, else all", None, at="{side}.room")
    front: int | None = whole(1, 20, "how many can attack in one phase, else all", None, at="{side}.front")
    policies: MeleePolicies = block(MeleePolicies, at="policies.{side}", told=POLICY)
    losses: int | None = at_losses(20, "break_off.{side}.losses", Told("break_off_after_losses"))
    turn: int | None = after_turn("break_off.{side}.turn", Told("break_off_in_turn"))
    panic: PanicOf | None = panic_of("panic_of.{side}", lambda side: side["kind"], _follows)


def _side(ours: str, theirs: str) -> Any:
    return block(MeleeSide, at=".", names={"side": ours, "other": theirs}, told=Told(side=ours))


@dataclass(frozen=True, slots=True)
class MeleeSetup:
    """A melee."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(SIDES, "who moves first")
    attackers: MeleeSide = _side(*SIDES)
    defenders: MeleeSide = _side(*SIDES[::-1])
