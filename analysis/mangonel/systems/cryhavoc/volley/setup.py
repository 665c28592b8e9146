"""What a volley needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.approach import read_approach, read_mantlets
from mangonel.systems.cryhavoc.keys.policies import AIMS

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind, Roster
    from mangonel.tables.reading import Node

__all__ = ["BALLISTA", "BANDS", "PLACES", "SIDES", "ShooterGroup", "VolleySetup", "read_volley_setup"]

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
    """Some men with one weapon in one place, or some ballistas.

    Attributes
    ----------
    men, wounded
        How many, and how many of them are wounded.
    weapon
        A weapon that a man can carry, or `BALLISTA`.
    aptitude
        Number of each of the men, which is added to the die.
    aside
        Hexes by which the range is longer than from the hex next to the end of the approach.
    place
        One of `PLACES`.
    ready
        Turn of the first shot of a ballista.
    """

    men: int
    weapon: str
    wounded: int
    aptitude: int
    aside: int
    place: str
    ready: int


@dataclass(frozen=True, slots=True)
class VolleySetup:
    """A volley; every field is a key of the scenario file of the same name or under a block of that name."""

    turns: int
    first: str
    approach: tuple[str, ...]
    mantlets: bool
    kind: Kind
    men: int
    wounded: int
    mounted: bool
    shooters: tuple[ShooterGroup, ...]
    friends: int
    friends_wounded: int
    aim: str
    band: str
    advance: str
    pace: str
    unhorsed: str
    break_off_losses: int | None
    break_off_turn: int | None


def read_volley_setup(node: Node, roster: Roster) -> VolleySetup:
    """Read and check the blocks of a volley.

    Raises
    ------
    DataError
        For the first value that is not allowed. Which weapons and terrains there are is a matter of the rule set.
    """
    targets, friends = node.node("targets"), node.node("friends", required=False)
    policies, limits = node.node("policies", required=False), node.node("break_off", required=False)
    kind, men = roster.kind(targets), targets.integer("men", 1, _MOST_TARGETS)
    mounted = targets.flag("mounted", default=False)
    if mounted and kind.saddle is None:
        raise targets.error("men of this kind have no horses", "mounted", value=kind.id)
    approach = read_approach(node)
    if not approach:
        raise node.error("at least one hex is needed", "approach")
    mantlets = read_mantlets(node, approach)
    if mantlets and mounted:
        raise node.error("riders carry no mantlets", "mantlets", value="true")
    beside = friends.integer("men", 1, _MOST_FRIENDS) if friends.keys() else 0
    return VolleySetup(
        turns=node.integer("turns", 1, 60),
        first=node.choice("first", SIDES, SIDES[0]),
        approach=approach,
        mantlets=mantlets,
        kind=kind,
        men=men,
        wounded=targets.integer("wounded", 0, men, 0),
        mounted=mounted,
        shooters=_read_groups(node),
        friends=beside,
        friends_wounded=friends.integer("wounded", 0, beside, 0),
        aim=policies.choice("aim", AIMS, AIMS[0]),
        band=policies.choice("band", BANDS, BANDS[0]),
        advance=policies.choice("advance", ("walk", "half", "stand"), "walk"),
        pace=policies.choice("pace", ("fit", "slowest"), "fit"),
        unhorsed=policies.choice("unhorsed", ("follow", "stay"), "follow"),
        break_off_losses=limits.integer("losses", 1, _MOST_TARGETS) if "losses" in limits else None,
        break_off_turn=limits.integer("turn", 1, 60) if "turn" in limits else None,
    )


def _read_groups(node: Node) -> tuple[ShooterGroup, ...]:
    groups = tuple(_read_group(block) for block in node.nodes("shooters"))
    shooters = sum(group.men for group in groups)
    if not groups:
        raise node.error("at least one group of shooters is needed", "shooters")
    if shooters > _MOST_SHOOTERS:
        raise node.error(f"there are at most {_MOST_SHOOTERS} shooters", "shooters", value=shooters)
    return groups


def _read_group(block: Node) -> ShooterGroup:
    men, weapon = block.integer("men", 0, _MOST_SHOOTERS), block.identifier("weapon")
    group = ShooterGroup(
        men=men,
        weapon=weapon,
        wounded=block.integer("wounded", 0, men, 0),
        aptitude=block.integer("aptitude", -3, 3, 0),
        aside=block.integer("aside", 0, 200, 0),
        place=block.choice("place", PLACES, PLACES[0]),
        ready=block.integer("ready", 1, 3, 1),
    )
    if weapon != BALLISTA and "ready" in block:
        raise block.error("only a ballista has to be made ready", "ready", value=group.ready)
    if weapon == BALLISTA and group.wounded:
        raise block.error("a ballista is not wounded", "wounded", value=group.wounded)
    if weapon == BALLISTA and group.aptitude:
        raise block.error("a ballista has no aptitude", "aptitude", value=group.aptitude)
    return group
