"""What a ladder assault needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.approach import read_approach, read_mantlets
from mangonel.systems.cryhavoc.keys.morale import PanicOf, read_panic
from mangonel.systems.cryhavoc.keys.policies import (
    AIMS,
    ATTACKS,
    ODDS,
    SHOOT_WALL,
    WOUNDS,
    BreakOff,
    read_break_off,
)
from mangonel.systems.cryhavoc.keys.shooters import Shooters, read_shooters

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind, Roster
    from mangonel.tables.reading import Node

__all__ = ["NO_WEAPON", "LadderPolicies", "LadderSetup", "read_ladder_setup"]

NO_WEAPON = "none"


@dataclass(frozen=True, slots=True)
class LadderPolicies:
    """Decisions the players make, each with the default of a sensible player.

    Attributes
    ----------
    attack, defence_attack
        Whether besiegers, and defenders on the wall, attack one man jointly or each by himself.
    attack_from
        The lowest column, after shifts, at which besiegers attack.
    facing
        What a defender does about a man on the ladder before him: ``topple``, ``fight`` or ``shoot``.
    oil_first
        Whether he pours oil first as long as there is any.
    topple_empty
        Whether he topples a ladder that nobody stands on.
    fire
        Whether shooters ``spread`` over the ladders or ``concentrate`` on the first.
    shoot_first
        Whether they prefer the ``climber`` or the men on the ``ground``.
    make_room
        Whether a besieger on the wall steps aside for the next man on his ladder.
    seek_fight
        Whether besiegers on the wall step towards the nearest defender instead.
    wound, defence_wound
        Who takes a wound among besiegers, and among defenders on the wall, who attack together.
    aim
        Whom on the ground to shoot at first, and to pour oil on.
    oil_at
        Whom oil is for: the ``climber`` alone, or men at the foot too, ``climber-first`` or ``ground-first``.
    advance, defence_advance
        Whether besiegers, and defenders, on the wall step into a hex that an enemy has left in a fight (EN, DE 1.73).
    cover_fire
        When covering archers shoot: ``always``, on the ``approach`` as long as nobody can climb, or ``never``.
    shoot_wall
        Whether men on the wall are shot at, where that is allowed: ``never``, ``first`` or ``last``.
    """

    attack: str = "joint"
    attack_from: str = "1-1"
    facing: str = "topple"
    oil_first: bool = True
    topple_empty: bool = True
    defence_attack: str = "joint"
    fire: str = "spread"
    shoot_first: str = "climber"
    make_room: bool = True
    seek_fight: bool = False
    wound: str = "fit-first"
    defence_wound: str = "fit-first"
    aim: str = "fit"
    oil_at: str = "climber"
    advance: bool = True
    defence_advance: bool = True
    cover_fire: str = "approach"
    shoot_wall: str = "last"


@dataclass(frozen=True, slots=True)
class LadderSetup:
    """A ladder assault; every field is a key of the scenario file of the same name or under a block of that name.

    ``break_off_losses`` and ``break_off_turn`` are None if the besiegers never break off,
    ``panic`` if there is none.
    """

    turns: int
    first: str
    width: int
    foothold: int
    approach: tuple[str, ...]
    mantlets: bool
    besieger: Kind
    ladders: int
    men: int
    covering: Shooters
    defender: Kind
    on_wall: int
    reserve: int
    weapon: str
    oil: int
    towers: Shooters
    policies: LadderPolicies
    break_off_losses: int | None
    break_off_turn: int | None
    defenders_break_off: BreakOff
    panic: PanicOf | None


def read_ladder_setup(node: Node, roster: Roster) -> LadderSetup:
    """Read and check the blocks of a ladder assault.

    Raises
    ------
    DataError
        For the first value that is not allowed. Which weapons and terrains there are is a matter of the rule set.
    """
    width = node.integer("width", 1, 4)
    besiegers, defenders = node.node("besiegers"), node.node("defenders")
    weapon = defenders.identifier("weapon") if "weapon" in defenders else NO_WEAPON
    policies = _read_policies(node.node("policies", required=False))
    if policies.facing == "shoot" and weapon == NO_WEAPON:
        raise node.error(
            "men without a weapon cannot shoot", "policies.facing", value="shoot", allowed=["topple", "fight"]
        )
    limits = node.node("break_off", required=False)
    ours = read_break_off(limits, 80)
    approach = read_approach(node)
    kind = roster.kind(besiegers)
    return LadderSetup(
        turns=node.integer("turns", 1, 60),
        first=node.choice("first", ("besiegers", "defenders"), "besiegers"),
        width=width,
        foothold=node.integer("foothold", 1, width),
        approach=approach,
        mantlets=read_mantlets(node, approach),
        besieger=kind,
        ladders=besiegers.integer("ladders", 1, width),
        men=besiegers.integer("men", 2, 20),
        covering=read_shooters(node, "covering", "distance", weapons=None),
        defender=roster.kind(defenders),
        on_wall=defenders.integer("on_wall", 0, width),
        reserve=defenders.integer("reserve", 0, 20, 0),
        weapon=weapon,
        oil=defenders.integer("oil", 0, 9, 0),
        towers=read_shooters(node, "towers", "aside", weapons=None),
        policies=policies,
        break_off_losses=ours.losses,
        break_off_turn=ours.turn,
        defenders_break_off=read_break_off(limits.node("defenders", required=False), 24),
        # Who runs from a wall is soon six hexes away from those on it.
        panic=read_panic(node, {"besiegers": kind})["besiegers"],
    )


def _read_policies(block: Node) -> LadderPolicies:
    plain = LadderPolicies()
    return LadderPolicies(
        attack=block.choice("attack", ATTACKS, plain.attack),
        attack_from=block.choice("attack_from", ODDS, plain.attack_from),
        facing=block.choice("facing", ("topple", "fight", "shoot"), plain.facing),
        oil_first=block.flag("oil_first", plain.oil_first),
        topple_empty=block.flag("topple_empty", plain.topple_empty),
        defence_attack=block.choice("defence_attack", ATTACKS, plain.defence_attack),
        fire=block.choice("fire", ("spread", "concentrate"), plain.fire),
        shoot_first=block.choice("shoot_first", ("climber", "ground"), plain.shoot_first),
        make_room=block.flag("make_room", plain.make_room),
        seek_fight=block.flag("seek_fight", plain.seek_fight),
        wound=block.choice("wound", WOUNDS, plain.wound),
        defence_wound=block.choice("defence_wound", WOUNDS, plain.defence_wound),
        aim=block.choice("aim", AIMS, plain.aim),
        oil_at=block.choice("oil_at", ("climber", "climber-first", "ground-first"), plain.oil_at),
        advance=block.flag("advance", plain.advance),
        defence_advance=block.flag("defence_advance", plain.defence_advance),
        cover_fire=block.choice("cover_fire", ("always", "approach", "never"), plain.cover_fire),
        shoot_wall=block.choice("shoot_wall", SHOOT_WALL, plain.shoot_wall),
    )
