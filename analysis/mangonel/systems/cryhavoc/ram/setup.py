"""What the attack of a ram needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.approach import read_approach
from mangonel.systems.cryhavoc.keys.policies import ARROW_AIMS, ATTACKS, WOUNDS, BreakOff, read_break_off
from mangonel.systems.cryhavoc.keys.shooters import Shooters, read_shooters
from mangonel.systems.cryhavoc.keys.walls import WALL_HEXES

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind, Roster
    from mangonel.tables.reading import Node

__all__ = ["MOST_ROOM", "RamSetup", "read_ram_setup"]

MOST_ROOM = 6
"""Hexes around one man."""


@dataclass(frozen=True, slots=True)
class RamSetup:
    """The attack of a ram; every field is a key of the scenario file of the same name or under a block of that name.

    ``sortie_kind`` is None if there is no sortie. ``attack``, ``wound`` and ``break_off`` are the besiegers',
    ``defence_attack``, ``defence_wound`` and ``sortie_break_off`` those of the sortie.
    """

    turns: int
    first: str
    approach: tuple[str, ...]
    wall: str
    marks: int
    bombarded: bool
    man_on_wall: bool
    besieger: Kind
    men: int
    rams: int
    archers: Shooters
    oil: int
    oil_men: int
    sortie_kind: Kind | None
    sortie_men: int
    sortie_turn: int
    fire_policy: str
    fire_fighters: int
    room: int
    arrows: str
    arrow_aim: str
    attack: str
    defence_attack: str
    wound: str
    defence_wound: str
    break_off: BreakOff
    sortie_break_off: BreakOff


def read_ram_setup(node: Node, roster: Roster) -> RamSetup:
    """Read and check the blocks of a ram's attack.

    Raises
    ------
    DataError
        For the first value that is not allowed. Which weapons and terrains there are is a matter of the rule set.
    """
    besiegers = node.node("besiegers")
    oil, sortie = node.node("oil", required=False), node.node("sortie", required=False)
    policies, limits = node.node("policies", required=False), node.node("break_off", required=False)
    out = bool(sortie.keys())
    return RamSetup(
        turns=node.integer("turns", 1, 60),
        first=node.choice("first", ("besiegers", "defenders"), "besiegers"),
        approach=read_approach(node),
        wall=node.choice("wall", WALL_HEXES, "outer"),
        marks=node.integer("marks", 0, 3, 0),
        bombarded=node.flag("bombarded", default=False),
        man_on_wall=node.flag("man_on_wall", default=False),
        besieger=roster.kind(besiegers),
        men=besiegers.integer("men", 3, 20),
        rams=besiegers.integer("rams", 1, 3, 1),
        archers=read_shooters(node, "archers", "aside", weapons=None),
        oil=oil.integer("barrels", 0, 9, 0),
        oil_men=oil.integer("men", 1, 3, 1),
        sortie_kind=roster.kind(sortie) if out else None,
        sortie_men=sortie.integer("men", 1, 12) if out else 0,
        sortie_turn=sortie.integer("turn", 1, 60) if out else 0,
        fire_policy=policies.choice("fire_policy", ("put-out", "ram-on"), "put-out"),
        fire_fighters=policies.integer("fire_fighters", 0, 8, 4),
        room=policies.integer("room", 1, MOST_ROOM, 4),
        arrows=policies.choice("arrows", ("fire", "men"), "fire"),
        arrow_aim=policies.choice("arrow_aim", ARROW_AIMS, "front"),
        attack=policies.choice("attack", ATTACKS, "joint"),
        defence_attack=policies.choice("defence_attack", ATTACKS, "joint"),
        wound=policies.choice("wound", WOUNDS, "fit-first"),
        defence_wound=policies.choice("defence_wound", WOUNDS, "fit-first"),
        break_off=read_break_off(limits, 60),
        sortie_break_off=read_break_off(limits.node("sortie", required=False), 12),
    )
