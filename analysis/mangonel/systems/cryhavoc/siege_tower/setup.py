"""What the attack with a siege tower needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mangonel.systems.cryhavoc.keys.approach import ENGINE_GROUND, approach
from mangonel.systems.cryhavoc.keys.kinds import kind
from mangonel.systems.cryhavoc.keys.policies import (
    ARROW_AIMS,
    SHOOT_WALL,
    BreakOff,
    MeleePolicies,
    after_turn,
    at_losses,
    breaking_off,
)
from mangonel.systems.cryhavoc.keys.shooters import Shooters, shooters, weapon_or
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.fields import POLICY, Told, block, given, one_of, text, whole
from mangonel.systems.shapes import Of

__all__ = ["NO_WEAPON", "SiegeTowerSetup"]

NO_WEAPON = "none"
_ON_TOP, _PUSHING = 3, 3
_OURS, _THEIRS = Told(side="besiegers"), Told(side="defenders")
# On the wall and on the tower nobody can follow a man who was driven back, and defenders never enter the tower.
_TWO: dict[str, Any] = {
    "together": whole(1, 6, "the most men who attack one man", 2, told=POLICY),
    "follow": given(lambda _reading: False),
}
_STAY: dict[str, Any] = {"advance": given(lambda _reading: True)}
_WHEN = {"losses": "break_off_after_losses", "turn": "break_off_in_turn"}


@dataclass(frozen=True, slots=True)
class SiegeTowerSetup:
    """The attack with a siege tower; ``platform_weapon`` is ``none`` if the men on top do not shoot."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    approach: tuple[str, ...] = approach(ENGINE_GROUND)
    width: int = whole(1, 4, "hexes of the sector")
    abreast: int = whole(1, _ON_TOP, "hexes of its top that touch the wall", 2)
    foothold: int = whole(1, Of(("width",)), "besiegers on the wall that end it")
    besieger: Kind = kind("besiegers.kind")
    men: int = whole(Of(("top",), _PUSHING), 20, "men, those on top included", at="besiegers.men")
    top: int = whole(0, _ON_TOP, "men on top", _ON_TOP, at="besiegers.top")
    platform_weapon: str = text(
        "the weapon of the men on top", NO_WEAPON, identifier=True, offer=weapon_or(NO_WEAPON), at="platform.weapon"
    )
    archers: Shooters = shooters("archers", "aside", "hexes by which their range is longer")
    oil: int = whole(0, 9, "barrels of oil", 0, at="oil.barrels")
    oil_men: int = whole(1, 3, "men who pour it", 1, at="oil.men")
    defender: Kind = kind("defenders.kind")
    on_wall: int = whole(0, Of(("width",)), "men on the wall", at="defenders.on_wall")
    reserve: int = whole(0, 20, "men who come after them", 0, at="defenders.reserve")
    platform: str = one_of(("shoot", "hold"), "what the men on top do on the way", at="policies.", told=_OURS)
    fire_policy: str = one_of(("put-out", "fight-on"), "what besiegers do about a fire", at="policies.", told=_OURS)
    fire_fighters: int = whole(1, 6, "the most men who fight a fire", 4, at="policies.", told=_OURS)
    arrows: str = one_of(("fire", "men"), "fire arrows, or arrows at men", at="policies.", told=_THEIRS)
    arrow_aim: str = one_of(ARROW_AIMS, "the hex that fire arrows are aimed at first", at="policies.", told=_THEIRS)
    shoot_wall: str = one_of(SHOOT_WALL, "besiegers on the wall are shot at", "last", at="policies.", told=_THEIRS)
    strike: str = one_of(("wall", "top"), "the men whom defenders attack first", at="policies.", told=_THEIRS)
    besiegers_policies: MeleePolicies = block(MeleePolicies, at="policies.besiegers", changed=_TWO, told=_OURS)
    defenders_policies: MeleePolicies = block(
        MeleePolicies, at="policies.defenders", changed=_TWO | _STAY, told=_THEIRS
    )
    break_off_losses: int | None = at_losses(20, "break_off.losses", Told(_WHEN["losses"], "besiegers"))
    break_off_turn: int | None = after_turn("break_off.turn", Told(_WHEN["turn"], "besiegers"))
    defenders_break_off: BreakOff = breaking_off(24, "break_off.defenders", Told(side="defenders", names=_WHEN))
