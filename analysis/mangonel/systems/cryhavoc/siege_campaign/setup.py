"""What a siege needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mangonel.systems.cryhavoc.bombardment.setup import BombardmentSetup, read_battery
from mangonel.systems.cryhavoc.ladder.setup import LadderSetup, read_ladder_setup
from mangonel.systems.cryhavoc.melee.setup import MeleeSetup, read_melee_setup
from mangonel.systems.cryhavoc.ram.setup import RamSetup, read_ram_setup
from mangonel.systems.cryhavoc.siege_tower.setup import SiegeTowerSetup, read_siege_tower_setup
from mangonel.tables.locate import shipped
from mangonel.tables.reading import Node, is_there

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mangonel.systems.cryhavoc.men.roster import Kind, Roster

__all__ = ["PARTS", "RamPart", "SiegeSetup", "TowerPart", "read_siege_setup"]

PARTS = ("ram", "breach", "tower", "assault")
"""Parts of an assault, in the order in which they are played."""
_MOST_DAYS = 200
_MOST_MEN = 60
_SEQUENCES: dict[str, tuple[str, Callable[[Node, Roster], Any]]] = {
    "ram": ("ram", read_ram_setup),
    "breach": ("melee", read_melee_setup),
    "tower": ("siege-tower", read_siege_tower_setup),
    "assault": ("ladder-assault", read_ladder_setup),
}
_SIDES = {"breach": ("attackers", "defenders"), "ram": ("besiegers", "sortie")}
"""Blocks of the two sides where they are not called besiegers and defenders."""


@dataclass(frozen=True, slots=True)
class RamPart:
    """Rams: what one of them does on an assault day, how many there are, and the hex they batter.

    ``place`` is the number, from 0, of the hex of the bombardment; None if it is a hex of its own.
    """

    setup: RamSetup
    stock: int
    place: int | None


@dataclass(frozen=True, slots=True)
class TowerPart:
    """Siege towers: what one of them does on an assault day, and how many there are."""

    setup: SiegeTowerSetup
    stock: int


@dataclass(frozen=True, slots=True)
class SiegeSetup:
    """A siege; every field is a key of the scenario file of the same name or under a block of that name.

    Parts of an assault, and the bombardment, are None if they are left out; so are ``relief``, ``from_day`` and the
    limits of breaking off if nothing is said.
    """

    turns: int
    relief: int | None
    besieger: Kind
    besiegers: int
    defender: Kind
    defenders: int
    bombardment: BombardmentSetup | None
    ram: RamPart | None
    breach: MeleeSetup | None
    tower: TowerPart | None
    assault: LadderSetup | None
    breaches: int
    from_day: int | None
    rest: int
    order: tuple[str, ...]
    garrison: str
    healing: bool
    losses: int | None
    assaults: int | None
    last_day: int | None


def read_siege_setup(node: Node, roster: Roster) -> SiegeSetup:
    """Read and check the blocks of a siege, and the files of other scenarios that it names.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    turns = node.integer("turns", 1, _MOST_DAYS)
    relief = node.integer("relief", 1, _MOST_DAYS) if "relief" in node else None
    sides = {name: node.node(name) for name in ("besiegers", "defenders")}
    besieger, defender = (roster.kind(block) for block in sides.values())
    besiegers, defenders = (block.integer("men", 1, _MOST_MEN) for block in sides.values())
    bombardment = None
    if "bombardment" in node:
        bombardment = read_battery(node.node("bombardment"), turns=turns, relief=relief, wanted=None)
    parts = {name: _read_part(node, name, roster, (besieger.id, defender.id)) for name in PARTS if name in node}
    if not parts:
        raise node.error("at least one part of an assault is needed", allowed=PARTS)
    policies, limits = node.node("policies", required=False), node.node("break_off", required=False)
    breaches = policies.integer("breaches", 0, 13, 1)
    from_day = policies.integer("from_day", 1, _MOST_DAYS) if "from_day" in policies else None
    if breaches == 0 and from_day is None:
        raise policies.error("without breaches to wait for there must be a day", "from_day")
    return SiegeSetup(
        turns=turns,
        relief=relief,
        besieger=besieger,
        besiegers=besiegers,
        defender=defender,
        defenders=defenders,
        bombardment=bombardment,
        ram=_ram_part(node.node("ram"), parts["ram"], bombardment) if "ram" in parts else None,
        breach=parts.get("breach"),
        tower=TowerPart(parts["tower"], node.node("tower").integer("stock", 1, 9, 1)) if "tower" in parts else None,
        assault=parts.get("assault"),
        breaches=breaches,
        from_day=from_day,
        rest=policies.integer("rest", 0, 60, 2),
        order=_order(policies, parts),
        garrison=policies.choice("garrison", ("even", "in-order"), "even"),
        healing=policies.flag("healing", default=True),
        losses=limits.integer("losses", 1, _MOST_MEN) if "losses" in limits else None,
        assaults=limits.integer("assaults", 1, _MOST_DAYS) if "assaults" in limits else None,
        last_day=limits.integer("turn", 1, _MOST_DAYS) if "turn" in limits else None,
    )


def _order(policies: Node, parts: Mapping[str, Any]) -> tuple[str, ...]:
    """Read the order in which besiegers are told off, parts that are left out omitted."""
    order = policies.texts("order", default=PARTS)
    for number, name in enumerate(order, start=1):
        if name not in PARTS:
            raise policies.error("no such part of an assault", f"order.{number}", value=name, allowed=PARTS)
        if name in order[: number - 1]:
            raise policies.error("this part is named twice", f"order.{number}", value=name)
    for name in parts:
        if name not in order:
            raise policies.error("a part of the assault is left out", "order", value=name)
    return tuple(name for name in order if name in parts)


def _ram_part(block: Node, setup: RamSetup, bombardment: BombardmentSetup | None) -> RamPart:
    setup = replace(setup, rams=1, man_on_wall=False)
    stock = block.integer("stock", 1, 9, 1)
    if "hex" not in block:
        return RamPart(setup, stock, None)
    names = [] if bombardment is None else [spot.name for spot in bombardment.hexes]
    if bombardment is None or not names:
        raise block.error("there is no bombardment with hexes to choose from", "hex")
    place = names.index(block.choice("hex", names))
    spot = bombardment.hexes[place]
    return RamPart(replace(setup, wall=spot.wall, marks=spot.marks), stock, place)


def _read_part(node: Node, name: str, roster: Roster, kinds: tuple[str, str]) -> Any:
    """Read a part of an assault, from its block or from the file that the block names."""
    block = node.node(name)
    sequence, read = _SEQUENCES[name]
    if "scenario" not in block:
        block.content = _with_kinds(block.content, name, kinds)
        return read(block, roster)
    source = Node.load(_file(block))
    source.integer("schema", 1, 1)
    source.choice("sequence", (sequence,))
    for key in ("title", "note", "roster"):
        source.text(key, "")
    if source.node("assumptions", required=False).keys():
        raise source.error("a part of a siege has no assumptions of its own", "assumptions")
    source.content = _with_kinds(source.content, name, kinds)
    setup = read(source, roster)
    source.finish()
    return setup


def _file(block: Node) -> Path:
    """Return the file of a scenario that comes with the program, or of a path from where the siege's file is."""
    name = block.text("scenario")
    own = shipped("scenarios")
    if name in own:
        return own[name]
    file = (block.file.parent if block.file is not None else Path()) / name
    if not is_there(file):
        raise block.error("no such scenario or file", "scenario", value=name, allowed=own)
    return file


def _with_kinds(content: Mapping[str, Any], name: str, kinds: tuple[str, str]) -> dict[str, Any]:
    """Return the content of a part with the kinds of men of the siege, all of them on foot."""
    changed = dict(content)
    for side, kind in zip(_SIDES.get(name, ("besiegers", "defenders")), kinds, strict=True):
        block = changed.get(side)
        # What is no block of keys, or is missing, is for the reader to refuse.
        if isinstance(block, dict) and block:
            changed[side] = block | {"kind": kind} | ({"mounted": 0} if name == "breach" else {})
    return changed
