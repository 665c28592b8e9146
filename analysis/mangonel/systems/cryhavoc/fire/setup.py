"""What a fire needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.cryhavoc.keys.kinds import check_names, name
from mangonel.systems.cryhavoc.situations.fire import CAUSES
from mangonel.systems.fields import POLICY, Reading, blocks, key, one_of, text, whole
from mangonel.systems.shapes import Offer, OneOf, Pairs, Text, Usual
from mangonel.tables.reading import Node

__all__ = ["AIMS", "BurningObject", "FireSetup", "LaidFire"]

AIMS = ("oldest", "youngest", "most-neighbours")
SIDES = ("besiegers", "defenders")
_MOST_HEXES = 24
_MOST_FIRES = 24
_TARGETS = Offer("targets", lambda rules, _roster, _above: rules.table("fire-targets").rows)
_HEXES = Offer("", lambda _rules, _roster, fire: fire.hex_names)


@dataclass(frozen=True, slots=True)
class BurningObject:
    """Something that can burn."""

    name: str = name()
    kind: str = text("a row of the table fire-targets", offer=_TARGETS)
    hexes: tuple[tuple[int, int], ...] = key(Pairs(-99, 99), f"axial coordinates of its hexes; {_MOST_HEXES} in all")
    men: int = whole(0, 6, "able men in each hex", 0)
    lying: int = whole(0, 4, "stunned men in each hex", 0)

    @property
    def hex_names(self) -> tuple[str, ...]:
        """Return what its hexes are called."""
        if len(self.hexes) == 1:
            return (self.name,)
        return tuple(f"{self.name} {number}" for number in range(1, len(self.hexes) + 1))


def _place(reading: Reading, node: Node, key_name: str) -> int:
    names = [name for burning in reading.root["objects"] for name in burning.hex_names]
    return names.index(node.choice(key_name, names))


@dataclass(frozen=True, slots=True)
class LaidFire:
    """A fire that is laid; `place` is the number of the hex, from 0, through all objects."""

    place: int = key(
        Text(offer=_HEXES), "the name of the object, with ` 1`, ` 2` ... if it has several hexes", _place, at="hex"
    )
    cause: str = key(OneOf(CAUSES), "how it is laid")
    turn: int = whole(1, 60, "when", 1)
    tries: int = whole(0, 12, "arrows or barrels, one roll each; 0: it catches for certain", 0)


def _objects(reading: Reading, node: Node, key_name: str) -> tuple[BurningObject, ...]:
    blocks = reading.listed(node, key_name, BurningObject)
    check_names(blocks)
    objects: list[BurningObject] = []
    taken: set[tuple[int, int]] = set()
    names: set[str] = set()
    for block in blocks:
        burning: BurningObject = block.made()
        if not burning.hexes:
            raise block.node.error("at least one hex is needed", "hexes")
        for number, place in enumerate(burning.hexes, start=1):
            if place in taken:
                raise block.node.error("this hex is taken already", f"hexes.{number}", value=str(list(place)))
            taken.add(place)
        if names & set(burning.hex_names):
            raise block.node.error("a hex of another object is called so", "name", value=burning.name)
        names.update(burning.hex_names)
        objects.append(burning)
    if not 1 <= len(taken) <= _MOST_HEXES:
        raise node.error(f"1 to {_MOST_HEXES} hexes are needed", key_name, value=len(taken))
    return tuple(objects)


def _fires(reading: Reading, node: Node, key_name: str) -> tuple[LaidFire, ...]:
    fires = reading.listed(node, key_name, LaidFire)
    if not 1 <= len(fires) <= _MOST_FIRES:
        raise node.error(f"1 to {_MOST_FIRES} fires are needed", key_name, value=len(fires))
    return tuple(fire.made() for fire in fires)


def _others(reading: Reading) -> str:
    return next(side for side in SIDES if side != reading["owner"])


@dataclass(frozen=True, slots=True)
class FireSetup:
    """A fire."""

    turns: int = whole(1, 60, "the most turns that are played")
    owner: str = one_of(SIDES, "whose is all that burns; the other side lays the fire")
    first: str = one_of(SIDES, "who moves first", Usual(_others, "the side that lays it"))
    objects: tuple[BurningObject, ...] = blocks(BurningObject, "what can burn", _objects, least=1, most=_MOST_HEXES)
    fires: tuple[LaidFire, ...] = blocks(LaidFire, "fires that are laid", _fires, least=1, most=_MOST_FIRES)
    fighters: int = whole(0, 20, "men who fight the fire", 0, at="fighters.men")
    fighters_from: int = whole(1, 60, "the turn from which they do", 1, at="fighters.from")
    aim: str = one_of(AIMS, "which fire they fight first", at="policies.", told=POLICY)
    room: int = whole(1, 6, "how many can fight one fire", 4, at="policies.", told=POLICY)
    occupants: str = one_of(("leave", "stay"), "what men in a burning hex do", at="policies.", told=POLICY)

    @property
    def hex_names(self) -> tuple[str, ...]:
        """Return what the hexes are called, in the order of their numbers."""
        return tuple(name for burning in self.objects for name in burning.hex_names)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Return the coordinates of the hexes, in the order of their numbers."""
        return tuple(place for burning in self.objects for place in burning.hexes)
