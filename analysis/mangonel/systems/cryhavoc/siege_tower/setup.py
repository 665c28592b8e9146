"""What the attack with a siege tower needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.approach import read_approach
from mangonel.systems.cryhavoc.keys.policies import (
    ARROW_AIMS,
    SHOOT_WALL,
    BreakOff,
    MeleePolicies,
    read_break_off,
    read_melee_policies,
)
from mangonel.systems.cryhavoc.keys.shooters import Shooters, read_shooters

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind, Roster
    from mangonel.tables.reading import Node

__all__ = ["NO_WEAPON", "SiegeTowerSetup", "read_siege_tower_setup"]

NO_WEAPON = "none"
_ON_TOP, _PUSHING = 3, 3
_USUAL = MeleePolicies(together=2)


@dataclass(frozen=True, slots=True)
class SiegeTowerSetup:
    """The attack with a siege tower; every field is a key of the scenario file of the same name or under a block.

    ``platform_weapon`` is ``none`` if the men on top do not shoot; ``break_off_losses`` and ``break_off_turn`` are
    None if the besiegers never break off; ``defenders_break_off`` is the defenders'.
    """

    turns: int
    first: str
    approach: tuple[str, ...]
    width: int
    abreast: int
    foothold: int
    besieger: Kind
    men: int
    top: int
    platform_weapon: str
    archers: Shooters
    oil: int
    oil_men: int
    defender: Kind
    on_wall: int
    reserve: int
    platform: str
    fire_policy: str
    fire_fighters: int
    arrows: str
    arrow_aim: str
    shoot_wall: str
    strike: str
    besiegers_policies: MeleePolicies
    defenders_policies: MeleePolicies
    break_off_losses: int | None
    break_off_turn: int | None
    defenders_break_off: BreakOff


def read_siege_tower_setup(node: Node, roster: Roster) -> SiegeTowerSetup:
    """Read and check the blocks of an attack with a siege tower.

    Raises
    ------
    DataError
        For the first value that is not allowed. Which weapons and terrains there are is a matter of the rule set.
    """
    width = node.integer("width", 1, 4)
    besiegers, defenders = node.node("besiegers"), node.node("defenders")
    platform, oil = node.node("platform", required=False), node.node("oil", required=False)
    policies, limits = node.node("policies", required=False), node.node("break_off", required=False)
    top = besiegers.integer("top", 0, _ON_TOP, _ON_TOP)
    break_off = read_break_off(limits, 20)
    return SiegeTowerSetup(
        turns=node.integer("turns", 1, 60),
        first=node.choice("first", ("besiegers", "defenders"), "besiegers"),
        approach=read_approach(node),
        width=width,
        abreast=node.integer("abreast", 1, _ON_TOP, 2),
        foothold=node.integer("foothold", 1, width),
        besieger=roster.kind(besiegers),
        men=besiegers.integer("men", top + _PUSHING, 20),
        top=top,
        platform_weapon=platform.identifier("weapon") if "weapon" in platform else NO_WEAPON,
        archers=read_shooters(node, "archers", "aside", weapons=None),
        oil=oil.integer("barrels", 0, 9, 0),
        oil_men=oil.integer("men", 1, 3, 1),
        defender=roster.kind(defenders),
        on_wall=defenders.integer("on_wall", 0, width),
        reserve=defenders.integer("reserve", 0, 20, 0),
        platform=policies.choice("platform", ("shoot", "hold"), "shoot"),
        fire_policy=policies.choice("fire_policy", ("put-out", "fight-on"), "put-out"),
        fire_fighters=policies.integer("fire_fighters", 1, 6, 4),
        arrows=policies.choice("arrows", ("fire", "men"), "fire"),
        arrow_aim=policies.choice("arrow_aim", ARROW_AIMS, "front"),
        shoot_wall=policies.choice("shoot_wall", SHOOT_WALL, "last"),
        strike=policies.choice("strike", ("wall", "top"), "wall"),
        besiegers_policies=read_melee_policies(policies.node("besiegers", required=False), _USUAL, follows=False),
        defenders_policies=read_melee_policies(
            policies.node("defenders", required=False), _USUAL, follows=False, advances=False
        ),
        break_off_losses=break_off.losses,
        break_off_turn=break_off.turn,
        defenders_break_off=read_break_off(limits.node("defenders", required=False), 24),
    )
