"""What the attack of a ram needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.cryhavoc.keys.approach import ENGINE_GROUND, approach
from mangonel.systems.cryhavoc.keys.kinds import kind
from mangonel.systems.cryhavoc.keys.policies import ARROW_AIMS, ATTACKS, BESIEGERS, WOUNDS, BreakOff, breaking_off
from mangonel.systems.cryhavoc.keys.shooters import Shooters, shooters
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.situations.walls import WALL_HEXES
from mangonel.systems.fields import Told, flag, one_of, whole

__all__ = ["MOST_ROOM", "RamSetup"]

MOST_ROOM = 6
"""Hexes around one man."""


def _archers(setup: RamSetup) -> bool:
    return setup.archers.men > 0


def _sortie(setup: RamSetup) -> bool:
    return setup.sortie_kind is not None


def _wounds(setup: RamSetup) -> bool:
    return setup.oil > 0 or _sortie(setup)


_WOUNDS = Told(when=_wounds, rank=1, whose="besiegers")
_ARROWS = Told(when=_archers, rank=2, whose="defenders")
_OUR_MELEE, _THEIR_MELEE = (Told(when=_sortie, rank=3, whose=side) for side in ("besiegers", "defenders"))
_OURS = Told(rank=4, whose="besiegers", names={"losses": "break_off_after_losses", "turn": "break_off_in_turn"})
_THEIRS = Told(
    rank=4, whose="defenders", names={"losses": "sortie_breaks_off_after_losses", "turn": "sortie_breaks_off_in_turn"}
)


@dataclass(frozen=True, slots=True)
class RamSetup:
    """The attack of a ram; ``sortie_kind`` is None if there is no sortie."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    approach: tuple[str, ...] = approach(ENGINE_GROUND)
    wall: str = one_of(WALL_HEXES, "the hex that is battered")
    marks: int = whole(0, 3, "damage results that it has already", 0)
    bombarded: bool = flag("it was bombarded before")
    man_on_wall: bool = flag("a man stands where the wall may fall")
    besieger: Kind = kind("besiegers.kind")
    men: int = whole(3, 20, "men for each ram", at="besiegers.men")
    rams: int = whole(1, 3, "rams, one after the other", 1, at="besiegers.rams")
    archers: Shooters = shooters("archers", "aside", "hexes by which their range is longer")
    oil: int = whole(0, 9, "barrels of oil", 0, at="oil.barrels")
    oil_men: int = whole(1, 3, "men who pour it", 1, at="oil.men")
    sortie_kind: Kind | None = kind("sortie.kind", without=None)
    sortie_men: int = whole(1, 12, "men of the sortie", at="sortie.men", without=0)
    sortie_turn: int = whole(1, 60, "the turn in which they come out", at="sortie.turn", without=0)
    fire_policy: str = one_of(
        ("put-out", "ram-on"), "what the crew of a burning ram does", at="policies.", told=BESIEGERS
    )
    fire_fighters: int = whole(0, 8, "the most men who fight a fire", 4, at="policies.", told=BESIEGERS)
    room: int = whole(1, MOST_ROOM, "how many can attack one man of the sortie", 4, at="policies.", told=_OUR_MELEE)
    arrows: str = one_of(
        ("fire", "men"), "fire arrows, or arrows at the men behind the ram", at="policies.", told=_ARROWS
    )
    arrow_aim: str = one_of(ARROW_AIMS, "the hex that fire arrows are aimed at first", at="policies.", told=_ARROWS)
    attack: str = one_of(ATTACKS, "how several besiegers attack one man", at="policies.", told=_OUR_MELEE)
    defence_attack: str = one_of(ATTACKS, "how several of the sortie do", at="policies.", told=_THEIR_MELEE)
    wound: str = one_of(WOUNDS, "who of the besiegers takes a wound", at="policies.", told=_WOUNDS)
    defence_wound: str = one_of(WOUNDS, "who of the sortie does", at="policies.", told=_THEIR_MELEE)
    break_off: BreakOff = breaking_off(60, "break_off", _OURS)
    sortie_break_off: BreakOff = breaking_off(12, "break_off.sortie", _THEIRS)
