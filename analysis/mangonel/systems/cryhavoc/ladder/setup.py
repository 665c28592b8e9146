"""What a ladder assault needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.cryhavoc.keys.approach import WAY_TO_A_WALL, approach, mantlets
from mangonel.systems.cryhavoc.keys.kinds import kind
from mangonel.systems.cryhavoc.keys.morale import PanicOf, panic_of
from mangonel.systems.cryhavoc.keys.policies import (
    AIMS,
    ATTACKS,
    BESIEGERS,
    DEFENDERS,
    ODDS,
    SHOOT_WALL,
    WOUNDS,
    BreakOff,
    after_turn,
    at_losses,
    breaking_off,
)
from mangonel.systems.cryhavoc.keys.shooters import Shooters, shooters, weapon_or
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.fields import POLICY, Told, block, flag, one_of, text, whole
from mangonel.systems.shapes import Of
from mangonel.tables.reading import Node

__all__ = ["NO_WEAPON", "LadderPolicies", "LadderSetup"]

NO_WEAPON = "none"
_FACING = ("topple", "fight", "shoot")
_THEIRS = Told(
    whose="defenders", names={"losses": "defenders_break_off_at_losses", "turn": "defenders_break_off_after_turn"}
)


@dataclass(frozen=True, slots=True)
class LadderPolicies:
    """Decisions the players make, each with the default of a sensible player."""

    attack: str = one_of(ATTACKS, "how several besiegers attack one man", told=BESIEGERS)
    attack_from: str = one_of(ODDS, "the lowest column, after shifts, at which besiegers attack", told=BESIEGERS)
    facing: str = one_of(_FACING, "what a defender does about a man on the ladder before him", told=DEFENDERS)
    oil_first: bool = flag("he pours oil first as long as there is any", usual=True, told=DEFENDERS)
    topple_empty: bool = flag("he topples a ladder that nobody stands on", usual=True, told=DEFENDERS)
    defence_attack: str = one_of(ATTACKS, "how several defenders on the wall attack one man", told=DEFENDERS)
    fire: str = one_of(("spread", "concentrate"), "shooters aim at all ladders, or at the first", told=DEFENDERS)
    shoot_first: str = one_of(("climber", "ground"), "whom they prefer", told=DEFENDERS)
    make_room: bool = flag(
        "a besieger on the wall steps aside for the next man on his ladder", usual=True, told=BESIEGERS
    )
    seek_fight: bool = flag("besiegers on the wall step towards the nearest defender instead", told=BESIEGERS)
    wound: str = one_of(WOUNDS, "who of the besiegers takes a wound", told=BESIEGERS)
    defence_wound: str = one_of(WOUNDS, "who of the defenders on the wall does", told=DEFENDERS)
    aim: str = one_of(AIMS, "whom on the ground to shoot at first, and to pour oil on", told=DEFENDERS)
    oil_at: str = one_of(
        ("climber", "climber-first", "ground-first"), "whom oil is for: also for men at the foot", told=DEFENDERS
    )
    # EN, DE 1.73.
    advance: bool = flag("who wins a fight on the wall steps into the hex that was left", usual=True, told=BESIEGERS)
    defence_advance: bool = flag("defenders who win one do", usual=True, told=DEFENDERS)
    cover_fire: str = one_of(
        ("always", "approach", "beside", "never"),
        "when covering archers shoot: `approach`: while nobody can climb; `beside`: not at the hex before a ladder "
        "that can be climbed",
        "approach",
        told=BESIEGERS,
    )
    shoot_wall: str = one_of(
        SHOOT_WALL, "besiegers on the wall with no defender beside them are shot at", "last", told=DEFENDERS
    )


@dataclass(frozen=True, slots=True)
class LadderSetup:
    """A ladder assault; ``panic`` is None if there is none."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    width: int = whole(1, 4, "hexes of the sector")
    foothold: int = whole(1, Of(("width",)), "besiegers on the wall that end it")
    approach: tuple[str, ...] = approach(WAY_TO_A_WALL)
    mantlets: bool = mantlets()
    besieger: Kind = kind("besiegers.kind")
    ladders: int = whole(1, Of(("width",)), "ladders, each with its party", at="besiegers.ladders")
    men: int = whole(2, 20, "men in each party", at="besiegers.men")
    covering: Shooters = shooters("covering", "distance", "hexes to the wall")
    defender: Kind = kind("defenders.kind")
    on_wall: int = whole(0, Of(("width",)), "men on the wall", at="defenders.on_wall")
    reserve: int = whole(0, 20, "men who come after them", 0, at="defenders.reserve")
    weapon: str = text(
        "the weapon of the men on the wall",
        NO_WEAPON,
        identifier=True,
        offer=weapon_or(NO_WEAPON),
        at="defenders.weapon",
    )
    oil: int = whole(0, 9, "barrels of oil", 0, at="defenders.oil")
    towers: Shooters = shooters("towers", "aside", "hexes by which their range is longer")
    policies: LadderPolicies = block(LadderPolicies, told=POLICY)
    break_off_losses: int | None = at_losses(80, "break_off.losses", Told("break_off_at_losses", whose="besiegers"))
    break_off_turn: int | None = after_turn("break_off.turn", Told("break_off_after_turn", whose="besiegers"))
    defenders_break_off: BreakOff = breaking_off(24, "break_off.defenders", _THEIRS)
    # Who runs from a wall is soon six hexes away from those on it.
    panic: PanicOf | None = panic_of("panic_of", lambda reading: reading["besieger"])

    def check(self, node: Node) -> None:
        """Check that men who are to shoot can."""
        if self.policies.facing == "shoot" and self.weapon == NO_WEAPON:
            allowed = [choice for choice in _FACING if choice != "shoot"]
            raise node.error("men without a weapon cannot shoot", "policies.facing", value="shoot", allowed=allowed)
