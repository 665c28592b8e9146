"""What a siege needs to know: the keys of its scenario, parts of which are other scenarios."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mangonel.systems.cryhavoc.bombardment.setup import MOST_DAYS, BombardmentSetup
from mangonel.systems.cryhavoc.keys.kinds import kind
from mangonel.systems.cryhavoc.keys.policies import BESIEGERS, DEFENDERS
from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from mangonel.systems.cryhavoc.melee import MeleeSetup
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.ram.setup import RamSetup
from mangonel.systems.cryhavoc.siege_tower.setup import SiegeTowerSetup
from mangonel.systems.fields import POLICY, Reading, Told, block, flag, given, key, one_of, read_fields, whole
from mangonel.systems.shapes import Of, Offer, Text, Texts
from mangonel.tables.locate import shipped
from mangonel.tables.reading import Node, is_there

__all__ = ["PARTS", "RamPart", "SiegeSetup", "TowerPart"]

PARTS = ("ram", "breach", "tower", "assault")
"""Parts of an assault, in the order in which they are played."""
_MOST_MEN = 60
_SEQUENCES: dict[str, tuple[str, type[Any]]] = {
    "ram": ("ram", RamSetup),
    "breach": ("melee", MeleeSetup),
    "tower": ("siege-tower", SiegeTowerSetup),
    "assault": ("ladder-assault", LadderSetup),
}
_SIDES = {"breach": ("attackers", "defenders"), "ram": ("besiegers", "sortie")}
"""Blocks of the two sides where they are not called besiegers and defenders."""


def _names(siege: SiegeSetup) -> tuple[str, ...]:
    return () if siege.bombardment is None else tuple(spot.name for spot in siege.bombardment.hexes)


_HEXES = Offer("", lambda _rules, _roster, siege: _names(siege))


def _hex(reading: Reading, node: Node, name: str) -> int | None:
    """Read the hex that a ram batters, by its place in the bombardment."""
    if name not in node:
        return None
    assert reading.above is not None
    bombardment = reading.above["bombardment"]
    names = [] if bombardment is None else [spot.name for spot in bombardment.hexes]
    if not names:
        raise node.error("there is no bombardment with hexes to choose from", name)
    return names.index(node.choice(name, names))


def _ram(reading: Reading, node: Node, name: str) -> RamSetup:
    del name
    assert reading.above is not None
    setup: RamSetup = replace(_part(reading.above, "ram", node), rams=1, man_on_wall=False)
    if reading["place"] is None:
        return setup
    spot = reading.above["bombardment"].hexes[reading["place"]]
    return replace(setup, wall=spot.wall, marks=spot.marks)


def _tower(reading: Reading, node: Node, name: str) -> Any:
    del name
    assert reading.above is not None
    return _part(reading.above, "tower", node)


_STOCK = "how many there are"
_ELSEWHERE: dict[str, Any] = {"instead": "scenario", "filled": ("kind",)}
"""A part may stand in a file of its own; the kinds of its men are those of the siege."""


@dataclass(frozen=True, slots=True)
class RamPart:
    """Rams: what one of them does on an assault day, how many there are, and the hex they batter.

    ``place`` is the number, from 0, of the hex of the bombardment; None if it is a hex of its own.
    """

    setup: RamSetup = block(RamSetup, at=".", read=_ram, told=POLICY, **_ELSEWHERE)
    stock: int = whole(1, 9, _STOCK, 1)
    place: int | None = key(
        Text(usual="", offer=_HEXES), "the name of the hex of the bombardment that it batters", _hex, at="hex"
    )


@dataclass(frozen=True, slots=True)
class TowerPart:
    """Siege towers: what one of them does on an assault day, and how many there are."""

    setup: SiegeTowerSetup = block(SiegeTowerSetup, at=".", read=_tower, told=POLICY, **_ELSEWHERE)
    stock: int = whole(1, 9, _STOCK, 1)


def _below(reading: Reading, node: Node, name: str) -> Any:
    return reading.below(name).made() if name in node else None


def _played(reading: Reading, node: Node, name: str) -> Any:
    return _part(reading, name, node.node(name)) if name in node else None


def _as_part(keys: type[Any], name: str, sequence: str, meaning: str, read: Callable[..., Any] = _below) -> Any:
    """Declare a part of a siege: what its sequence decides is told after what the siege does."""
    telling = Told(rank=1, sequence=sequence, part=name)
    changed = _OF_SIEGE if name == "bombardment" else {}
    return block(keys, meaning, read=read, told=telling, changed=changed, **(_ELSEWHERE if read is _played else {}))


def _of_siege(field: str) -> Any:
    return given(lambda part: part.above[field] if part.above is not None else None)


_OF_SIEGE: dict[str, Any] = {
    "turns": _of_siege("turns"),
    "wanted": whole(1, Of(("hexes",)), "hexes that have to be down", Of(("hexes",))),
    "relief": _of_siege("relief"),
}
"""What a bombardment in a siege reads otherwise than one by itself."""


def _order(reading: Reading, node: Node, name: str) -> tuple[str, ...]:
    """Read the order in which besiegers are told off, parts that are left out omitted."""
    parts = [part for part in PARTS if reading[part] is not None]
    order = node.texts(name, default=PARTS)
    for number, part in enumerate(order, start=1):
        if part not in PARTS:
            raise node.error("no such part of an assault", f"{name}.{number}", value=part, allowed=PARTS)
        if part in order[: number - 1]:
            raise node.error("this part is named twice", f"{name}.{number}", value=part)
    for part in parts:
        if part not in order:
            raise node.error("a part of the assault is left out", name, value=part)
    return tuple(part for part in order if part in parts)


@dataclass(frozen=True, slots=True)
class SiegeSetup:
    """A siege.

    Parts of an assault, and the bombardment, are None if they are left out; so are ``relief``, ``from_day`` and the
    limits of breaking off if nothing is said.
    """

    turns: int = whole(1, MOST_DAYS, "the most days that are played")
    relief: int | None = whole(1, MOST_DAYS, "the day on which relief comes", None)
    besieger: Kind = kind("besiegers.kind")
    besiegers: int = whole(1, _MOST_MEN, "besiegers", at="besiegers.men")
    defender: Kind = kind("defenders.kind")
    defenders: int = whole(1, _MOST_MEN, "defenders", at="defenders.men")
    bombardment: BombardmentSetup | None = _as_part(
        BombardmentSetup, "bombardment", "bombardment", "as a bombardment; all its hexes are wanted"
    )
    ram: RamPart | None = _as_part(RamPart, "ram", "ram", "rams of an assault")
    breach: MeleeSetup | None = _as_part(MeleeSetup, "breach", "melee", "a melee in the breach", _played)
    tower: TowerPart | None = _as_part(TowerPart, "tower", "siege-tower", "siege towers of an assault")
    assault: LadderSetup | None = _as_part(LadderSetup, "assault", "ladder-assault", "ladders", _played)
    breaches: int = whole(
        0, 13, "hexes that have to be down before an assault; 0: no matter", 1, at="policies.", told=BESIEGERS
    )
    from_day: int | None = whole(
        1, MOST_DAYS, "a day from which on assaults are made whatever is down", None, at="policies.", told=BESIEGERS
    )
    rest: int = whole(0, 60, "days between two assaults", 2, at="policies.", told=BESIEGERS)
    order: tuple[str, ...] = key(
        Texts(PARTS, PARTS), "the order in which parts get men", _order, at="policies.", told=BESIEGERS
    )
    garrison: str = one_of(("even", "in-order"), "how defenders are posted", at="policies.", told=DEFENDERS)
    healing: bool = flag("the wounded are nursed", usual=True, at="policies.", told=POLICY)
    losses: int | None = whole(
        1,
        _MOST_MEN,
        "dead and healing besiegers at which they break off",
        None,
        at="break_off.losses",
        told=Told("break_off_at_losses", whose="besiegers"),
    )
    assaults: int | None = whole(
        1,
        MOST_DAYS,
        "assaults after which they do",
        None,
        at="break_off.assaults",
        told=Told("break_off_after_assaults", whose="besiegers"),
    )
    last_day: int | None = whole(
        1,
        MOST_DAYS,
        "the day after which they do",
        None,
        at="break_off.turn",
        told=Told("break_off_after_day", whose="besiegers"),
    )

    def check(self, node: Node) -> None:
        """Check that there is an assault, and something that it waits for."""
        if all(getattr(self, part) is None for part in PARTS):
            raise node.error("at least one part of an assault is needed", allowed=PARTS)
        if self.breaches == 0 and self.from_day is None:
            raise node.error("without breaches to wait for there must be a day", "policies.from_day")


def _part(siege: Reading, name: str, block: Node) -> Any:
    """Read a part of an assault, from its block or from the file that the block names."""
    sequence, keys = _SEQUENCES[name]
    kinds = siege["besieger"].id, siege["defender"].id
    if "scenario" not in block:
        block.content = _with_kinds(block.content, name, kinds)
        return read_fields(keys, block, siege.context)
    source = Node.load(_file(block))
    source.integer("schema", 1, 1)
    source.choice("sequence", (sequence,))
    for key_name in ("title", "note", "roster"):
        source.text(key_name, "")
    if source.node("assumptions", required=False).keys():
        raise source.error("a part of a siege has no assumptions of its own", "assumptions")
    source.content = _with_kinds(source.content, name, kinds)
    setup = read_fields(keys, source, siege.context)
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
    for side, men in zip(_SIDES.get(name, ("besiegers", "defenders")), kinds, strict=True):
        block = changed.get(side)
        # What is no block of keys, or is missing, is for the reader to refuse.
        if isinstance(block, dict) and block:
            changed[side] = block | {"kind": men} | ({"mounted": 0} if name == "breach" else {})
    return changed
