"""What a volley needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.cryhavoc.keys.approach import APPROACH_TERRAINS, approach, mantlets
from mangonel.systems.cryhavoc.keys.kinds import kind
from mangonel.systems.cryhavoc.keys.policies import AIMS, after_turn, at_losses
from mangonel.systems.cryhavoc.keys.shooters import weapon_or
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.fields import Reading, Told, blocks, flag, one_of, text, whole
from mangonel.systems.shapes import Of
from mangonel.tables.reading import Node

__all__ = ["BALLISTA", "BANDS", "PLACES", "SIDES", "ShooterGroup", "VolleySetup"]

SIDES = ("shooters", "targets")
BALLISTA = "ballista"
PLACES = ("ground", "battlement", "tower_slit", "siege_tower_top", "keep_slit")
"""Where shooters may stand."""
BANDS = ("riders", "foot")
_MOST_TARGETS = 40
_MOST_SHOOTERS = 24
_MOST_FRIENDS = 6


@dataclass(frozen=True, slots=True)
class ShooterGroup:
    """Some men with one weapon in one place, or some ballistas."""

    men: int = whole(0, _MOST_SHOOTERS, f"how many, {_MOST_SHOOTERS} in all")
    weapon: str = text(f"a weapon that men carry, or `{BALLISTA}`", identifier=True, offer=weapon_or(BALLISTA))
    wounded: int = whole(0, Of(("men",)), "how many of them are wounded", 0)
    aptitude: int = whole(-3, 3, "what each of them adds to the die", 0)
    aside: int = whole(0, 200, "hexes by which their range is longer", 0)
    place: str = one_of(PLACES, "where they stand")
    ready: int = whole(1, 3, f"of a `{BALLISTA}`: the turn of its first shot", 1)

    def check(self, node: Node) -> None:
        """Check what only men, or only ballistas, have."""
        if self.weapon != BALLISTA and "ready" in node:
            raise node.error("only a ballista has to be made ready", "ready", value=self.ready)
        if self.weapon == BALLISTA and self.wounded:
            raise node.error("a ballista is not wounded", "wounded", value=self.wounded)
        if self.weapon == BALLISTA and self.aptitude:
            raise node.error("a ballista has no aptitude", "aptitude", value=self.aptitude)


def _groups(reading: Reading, node: Node, name: str) -> tuple[ShooterGroup, ...]:
    groups = tuple(block.made() for block in reading.listed(node, name, ShooterGroup))
    shooters = sum(group.men for group in groups)
    if not groups:
        raise node.error("at least one group of shooters is needed", name)
    if shooters > _MOST_SHOOTERS:
        raise node.error(f"there are at most {_MOST_SHOOTERS} shooters", name, value=shooters)
    return groups


def _ride(setup: VolleySetup) -> bool:
    return setup.mounted


_SHOOTERS, _TARGETS = Told(whose="shooters"), Told(whose="targets")
_AT_RIDERS, _RIDERS = (Told(when=_ride, rank=1, whose=side) for side in ("shooters", "targets"))


@dataclass(frozen=True, slots=True)
class VolleySetup:
    """A volley."""

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(SIDES, "who moves first")
    approach: tuple[str, ...] = approach(APPROACH_TERRAINS)
    mantlets: bool = mantlets()
    kind: Kind = kind("targets.kind")
    men: int = whole(1, _MOST_TARGETS, "men who come up", at="targets.men")
    wounded: int = whole(0, Of(("men",)), "how many of them are wounded", 0, at="targets.wounded")
    mounted: bool = flag("they sit on horses", at="targets.mounted")
    shooters: tuple[ShooterGroup, ...] = blocks(ShooterGroup, "groups of shooters", _groups, least=1)
    friends: int = whole(1, _MOST_FRIENDS, "men of the shooters' beside the target", at="friends.men", without=0)
    friends_wounded: int = whole(0, Of(("friends",)), "how many of them are wounded", 0, at="friends.wounded")
    aim: str = one_of(AIMS, "whom to shoot at first", at="policies.", told=_SHOOTERS)
    band: str = one_of(BANDS, "at whom, where some ride and some walk", at="policies.", told=_AT_RIDERS)
    advance: str = one_of(("walk", "half", "stand"), "how the targets come", at="policies.", told=_TARGETS)
    pace: str = one_of(("fit", "slowest"), "whose pace they keep", at="policies.", told=_TARGETS)
    unhorsed: str = one_of(("follow", "stay"), "`follow`: they come on on foot", at="policies.", told=_RIDERS)
    break_off_losses: int | None = at_losses(
        _MOST_TARGETS, "break_off.losses", Told("break_off_after_losses", rank=2, whose="targets")
    )
    break_off_turn: int | None = after_turn("break_off.turn", Told("break_off_in_turn", rank=2, whose="targets"))

    def check(self, node: Node) -> None:
        """Check the way, and what riders can do."""
        if self.mounted and self.kind.saddle is None:
            raise node.error("men of this kind have no horses", "targets.mounted", value=self.kind.id)
        if not self.approach:
            raise node.error("at least one hex is needed", "approach")
        if self.mantlets and self.mounted:
            raise node.error("riders carry no mantlets", "mantlets", value="true")
