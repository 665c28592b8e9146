"""Blocks that the scenario files of several sequences have in common, and reading them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError
from mangonel.systems.cryhavoc.situations.missile import band_limits, weapon_kind, weapons
from mangonel.tables.cells import IMPASSABLE
from mangonel.tables.growing import LABEL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.men.roster import Kind
    from mangonel.tables.reading import Node

__all__ = [
    "AIMS",
    "APPROACH_TERRAINS",
    "ARROW_AIMS",
    "ATTACKS",
    "ENGINE_GROUND",
    "ODDS",
    "SHOOT_WALL",
    "WALL_HEXES",
    "WEAPONS",
    "WOUNDS",
    "BreakOff",
    "MeleePolicies",
    "PanicOf",
    "Shooters",
    "check_approach",
    "check_mantlets",
    "check_shooters",
    "check_weapon",
    "read_approach",
    "read_break_off",
    "read_mantlets",
    "read_melee_policies",
    "read_mounted",
    "read_names",
    "read_panic",
    "read_shooters",
]

WEAPONS = ("shortbow", "longbow", "crossbow")
"""Hand weapons of the printed tables."""
WALL_HEXES = ("outer", "inner", "tower", "keep")
"""Kinds of hexes of a castle's walls."""
APPROACH_TERRAINS = ("flat_ground", "scrub", "tree", "slope", "tent", "trench", "rubble", "filled_moat")
"""Ground over which men come up to a wall."""
ENGINE_GROUND = ("flat_ground", "filled_moat", "moat")
"""Ground over which the approach of a ram or siege tower may lead; a moat stops it."""
_NO_MANTLETS = ("tree", "tent", "rubble")
"""Ground over which no mantlet is carried: what horses cannot enter (DE 5.21), but for filled moat."""
_BARRED = "mantlets cannot be carried over this ground"
ODDS = (*(f"{odds}-1" for odds in range(1, 12)), "12-1+")
"""Columns of the melee tables."""

AIMS = ("fit", "wounded", "stunned")
"""Whom of several men to shoot at first: values of the policy ``aim``."""
ARROW_AIMS = ("front", "middle", "rear")
"""Which hex of an engine fire arrows are aimed at first: values of the policy ``arrow_aim``."""
ATTACKS = ("joint", "separate")
"""How several men attack one: values of the policy ``attack``."""
SHOOT_WALL = ("never", "first", "last")
"""Whether besiegers on the wall are shot at, where that is allowed: values of the policy ``shoot_wall``."""
WOUNDS = ("fit-first", "wounded-first")
"""Who of several men takes a wound: values of the policy ``wound``."""


@dataclass(frozen=True, slots=True)
class Shooters:
    """Men who shoot and are not reached by anybody.

    Attributes
    ----------
    men
        How many; 0 if there are none.
    weapon
        One of `WEAPONS`, or one that the rule set adds.
    place
        Covering archers: hexes to the wall. Others: hexes by which their range is longer than that of a man right
        above the target.
    """

    men: int = 0
    weapon: str = "longbow"
    place: int = 0


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


@dataclass(frozen=True, slots=True)
class BreakOff:
    """When a side breaks off: at so many dead and wounded men, after a turn; None where it does not."""

    losses: int | None = None
    turn: int | None = None

    @property
    def given(self) -> bool:
        """Whether it ever breaks off."""
        return self != BreakOff()

    def reached(self, losses: NDArray[Any], turn: int) -> NDArray[np.bool_]:
        """Return where it does at the end of a turn, with so many dead and wounded men. Shape (rows,)."""
        over: NDArray[np.bool_] = losses < 0
        if self.losses is not None:
            over = losses >= self.losses
        return over | (self.turn is not None and turn >= self.turn)


def read_break_off(block: Node, most: int) -> BreakOff:
    """Read ``losses`` (1 to `most`) and ``turn`` of a block of limits; other keys are left for the caller."""
    return BreakOff(
        block.integer("losses", 1, most) if "losses" in block else None,
        block.integer("turn", 1, 60) if "turn" in block else None,
    )


def read_approach(node: Node, terrains: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Read ``approach``: a list of terrain ids, or of ``"terrain x hexes"``, far to near; one id a hex is returned.

    Parameters
    ----------
    node
        The scenario file.
    terrains
        The ids that are allowed. None takes any id: which there are is a matter of the rule set that the scenario is
        played with, and `check_approach` looks at it then.
    """
    hexes: list[str] = []
    for number, entry in enumerate(node.texts("approach", default=()), start=1):
        terrain, cross, count = entry.partition(" x ")
        if terrains is not None and terrain not in terrains:
            raise node.error("unknown terrain", f"approach.{number}", value=terrain, allowed=terrains)
        if not re.fullmatch(LABEL, terrain):
            raise node.error("cannot be the id of a terrain", f"approach.{number}", value=terrain)
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


def check_approach(rules: RuleSet, approach: tuple[str, ...], usual: tuple[str, ...]) -> None:
    """Check the ground of an approach against the rule set that it is played with.

    Parameters
    ----------
    rules
        The rule set.
    approach
        One terrain id a hex.
    usual
        Rows of the printed terrain table that the sequence knows; rows that overlays add are allowed as well.

    Raises
    ------
    DataError
        For the first terrain that is neither.
    """
    allowed = (*usual, *rules.added("terrain"))
    for terrain in approach:
        if terrain not in allowed:
            raise DataError("unknown terrain", path="approach", value=terrain, allowed=allowed)


def read_mantlets(node: Node, approach: Sequence[str]) -> bool:
    """Read ``mantlets``: whether men carry mantlets along an approach; `check_mantlets` follows with the rule set.

    Raises
    ------
    DataError
        If they do, and it leads over ground that mantlets cannot be carried over.
    """
    mantlets = node.flag("mantlets", default=False)
    barred = sorted(set(approach) & set(_NO_MANTLETS))
    if mantlets and barred:
        raise node.error(_BARRED, "approach", value=barred[0])
    return mantlets


def check_mantlets(rules: RuleSet, approach: Sequence[str]) -> None:
    """Check that mantlets can be carried over the ground that the rule set adds: where horses can go.

    Raises
    ------
    DataError
        For the first terrain over which they cannot.
    """
    for terrain in rules.added("terrain"):
        if terrain in approach and rules.table("terrain").cell(terrain, "mounted") == IMPASSABLE:
            raise DataError(_BARRED, path="approach", value=terrain)


def read_shooters(
    node: Node,
    key: str,
    place: str,
    *,
    weapons: tuple[str, ...] | None = WEAPONS,
    nearest: int = 0,
    usual: int | None = None,
) -> Shooters:
    """Read a group of shooters; a block that is missing is a group of nobody.

    Parameters
    ----------
    node
        The scenario file.
    key, place
        Name of the block, and of the key in it that says where they stand.
    weapons
        The weapons that are allowed. None takes any id, which `check_shooters` looks at with the rule set.
    nearest, usual
        The least that `place` can be, and what it is if nothing is said; None if it has to be said.
    """
    block = node.node(key, required=False)
    if not block.keys():
        return Shooters()
    weapon = block.identifier("weapon") if weapons is None else block.choice("weapon", weapons)
    return Shooters(block.integer("men", 0, 12), weapon, block.integer(place, nearest, 200, usual))


def check_shooters(rules: RuleSet, key: str, group: Shooters) -> None:
    """Check the weapon of a group that is not nobody, as `check_weapon` does; `key` is the name of its block."""
    if group != Shooters():
        check_weapon(rules, f"{key}.weapon", group.weapon)


def check_weapon(rules: RuleSet, path: str, weapon: str, engines: tuple[str, ...] = ()) -> None:
    """Check that the rule set knows a weapon that a man can carry, with its ranges, or that it is one of some engines.

    Raises
    ------
    DataError
        If it does not; `path` is where the scenario names it.
    """
    allowed = [one for one in weapons(rules) if one in engines or weapon_kind(rules, one) != "engine"]
    if weapon not in allowed:
        raise DataError("unknown weapon", path=path, value=weapon, allowed=allowed)
    if weapon in engines:
        return
    try:
        band_limits(rules, weapon)
    except DataError as error:
        raise DataError(error.message, path=path, value=weapon) from None


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
        attack=block.choice("attack", ATTACKS, usual.attack),
        together=block.integer("together", 1, 6, usual.together),
        attack_from=block.choice("attack_from", ODDS, usual.attack_from),
        target=block.choice("target", ("stunned", "fit", "wounded", "mounted"), usual.target),
        wound=block.choice("wound", WOUNDS, usual.wound),
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


@dataclass(frozen=True, slots=True)
class PanicOf:
    """How a side stands a death among its men.

    Attributes
    ----------
    rank
        ``knight``, ``soldier`` or ``peasant``; knights are never seized.
    rally
        How many panicked men are calmed in each movement phase of the side.
    followed
        Whether the enemy stays within six hexes of whoever panics.
    panics_first
        Who panics first, ``wounded`` or ``fit``: the owner's choice.
    """

    rank: str
    rally: int = 0
    followed: bool = True
    panics_first: str = "wounded"


def read_panic(node: Node, sides: Mapping[str, Kind], *, followed: bool = True) -> dict[str, PanicOf | None]:
    """Read ``panic`` and ``[panic_of]``: how each side stands deaths, or None if there is no panic.

    Parameters
    ----------
    node
        The scenario.
    sides
        The kind of the men of each side that may be seized.
    followed
        What ``followed`` is if nothing is said.
    """
    on, every = node.flag("panic", default=False), node.node("panic_of", required=False)
    told: dict[str, PanicOf | None] = {}
    for name, kind in sides.items():
        block = every if len(sides) == 1 else every.node(name, required=False)
        usual = "knight" if kind.dismounted_knight or kind.saddle is not None else "soldier"
        panic = PanicOf(
            block.choice("class", ("knight", "soldier", "peasant"), usual),
            block.integer("rally", 0, 20, 0),
            block.flag("followed", followed),
            block.choice("panics_first", ("wounded", "fit"), "wounded"),
        )
        told[name] = panic if on else None
    return told
