"""Blocks that the scenario files of several sequences have in common, and reading them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mangonel.systems.cryhavoc.men.roster import Kind
    from mangonel.tables.reading import Node

__all__ = [
    "APPROACH_TERRAINS",
    "ODDS",
    "WALL_HEXES",
    "WEAPONS",
    "MeleePolicies",
    "Shooters",
    "read_approach",
    "read_melee_policies",
    "read_mounted",
    "read_names",
    "read_shooters",
]

WEAPONS = ("shortbow", "longbow", "crossbow")
WALL_HEXES = ("outer", "inner", "tower", "keep")
"""Kinds of hexes of a castle's walls."""
APPROACH_TERRAINS = ("flat_ground", "scrub", "tree", "slope", "tent", "trench", "rubble", "filled_moat")
"""Ground over which men come up to a wall."""
ODDS = (*(f"{odds}-1" for odds in range(1, 12)), "12-1+")
"""Columns of the melee tables."""


@dataclass(frozen=True, slots=True)
class Shooters:
    """Men who shoot and are not reached by anybody.

    Attributes
    ----------
    men
        How many; 0 if there are none.
    weapon
        One of `WEAPONS`.
    place
        Covering archers: hexes to the wall. Others: hexes by which their range is longer than that of a man right
        above the target.
    """

    men: int = 0
    weapon: str = "longbow"
    place: int = 0

    @property
    def shoots_twice(self) -> bool:
        """Whether he shoots in both missile phases: bows do, crossbows do not."""
        return self.weapon != "crossbow"


@dataclass(frozen=True, slots=True)
class MeleePolicies:
    """What a side decides in melee, each with the default of a sensible player.

    Attributes
    ----------
    attack
        ``joint`` or ``separate``.
    together
        The most men who attack one man.
    attack_from
        The lowest column, after shifts, at which to attack.
    target
        Whom to attack first: ``stunned``, ``fit``, ``wounded`` or ``mounted``.
    wound
        Who takes a wound: ``fit-first`` or ``wounded-first``.
    follow
        Whether a man who was driven back is given no rest.
    """

    attack: str = "joint"
    together: int = 3
    attack_from: str = "1-1"
    target: str = "stunned"
    wound: str = "fit-first"
    follow: bool = False


def read_approach(node: Node, terrains: tuple[str, ...]) -> tuple[str, ...]:
    """Read ``approach``: a list of terrain ids, or of ``"terrain x hexes"``, far to near; one id a hex is returned."""
    hexes: list[str] = []
    for number, entry in enumerate(node.texts("approach", default=()), start=1):
        terrain, cross, count = entry.partition(" x ")
        if terrain not in terrains:
            raise node.error("unknown terrain", f"approach.{number}", value=terrain, allowed=terrains)
        if cross and not (count.isascii() and count.isdigit() and len(count) <= 2 and 0 < int(count) <= 60):
            raise node.error("the number of hexes must be 1 to 60", f"approach.{number}", value=count)
        hexes += [terrain] * (int(count) if cross else 1)
    if len(hexes) > 60:
        raise node.error("an approach has at most 60 hexes", "approach", value=len(hexes))
    return tuple(hexes)


def read_names(blocks: Sequence[Node]) -> tuple[str, ...]:
    """Read the ``name`` of each block: different ones, of one line and at most 40 letters, for they become counters."""
    names: list[str] = []
    for block in blocks:
        name = block.text("name")
        if len(name) > 40 or "\n" in name or "\t" in name:
            raise block.error("a name is one line of at most 40 letters", "name", value=name)
        if name in names:
            raise block.error("there are two of this name", "name", value=name)
        names.append(name)
    return tuple(names)


def read_shooters(node: Node, key: str, place: str, *, nearest: int = 0, usual: int | None = None) -> Shooters:
    """Read a group of shooters; a block that is missing is a group of nobody.

    Parameters
    ----------
    node
        Where the block stands.
    key
        Its name.
    place
        The key that says where they are.
    nearest, usual
        The least it can be, and what it is if nothing is said; None if it has to be said.
    """
    block = node.node(key, required=False)
    if not block.keys():
        return Shooters()
    where = block.integer(place, nearest, 200, usual)
    return Shooters(block.integer("men", 0, 12), block.choice("weapon", WEAPONS), where)


def read_melee_policies(block: Node, plain: MeleePolicies | None = None, *, follows: bool = True) -> MeleePolicies:
    """Read what a side decides in melee; other keys of the block are left for the caller.

    Parameters
    ----------
    block
        Where they stand.
    plain
        What holds if nothing is said.
    follows
        Whether the key ``follow`` is one of them.
    """
    usual = plain or MeleePolicies()
    return MeleePolicies(
        attack=block.choice("attack", ("joint", "separate"), usual.attack),
        together=block.integer("together", 1, 6, usual.together),
        attack_from=block.choice("attack_from", ODDS, usual.attack_from),
        target=block.choice("target", ("stunned", "fit", "wounded", "mounted"), usual.target),
        wound=block.choice("wound", ("fit-first", "wounded-first"), usual.wound),
        follow=block.flag("follow", usual.follow) if follows else usual.follow,
    )


def read_mounted(block: Node, kind: Kind, men: int) -> int:
    """Read ``mounted``: how many of so many men of a kind sit on horses.

    Raises
    ------
    DataError
        If there are more riders than men, or the kind has no mounted values.
    """
    mounted = block.integer("mounted", 0, men, 0)
    if mounted and kind.saddle is None:
        raise block.error("men of this kind have no horses", "mounted", value=kind.id)
    return mounted
