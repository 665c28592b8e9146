"""Kinds of men: the values printed on counters, which the sources do not reproduce and the user supplies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.tables.locate import shipped
from mangonel.tables.reading import Node, is_there

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["ARMOURS", "Kind", "Roster", "Saddle", "load_roster", "read_mounted", "roster_names"]

ARMOURS = ("unarmoured", "armoured", "dismounted-knight")


@dataclass(frozen=True, slots=True)
class Saddle:
    """The values on a mounted counter: when fit, and when wounded; movement in movement points a turn."""

    attack: int
    defence: int
    movement: int
    wounded_attack: int
    wounded_defence: int
    wounded_movement: int


@dataclass(frozen=True, slots=True)
class Kind:
    """The values on the counter of one kind of man, on foot and, if he has a horse, in the saddle.

    Attributes
    ----------
    id, title
        Id in the roster, and what he is called.
    attack, defence, movement
        Values when fit; movement in movement points a turn.
    wounded_attack, wounded_defence, wounded_movement
        Values when wounded.
    armour
        One of `ARMOURS`: it decides some allowances and modifiers.
    saddle
        The values on his mounted counter; None if he has no horse.
    stunned_defence
        Defence when stunned; None if the counter gives none, so that it is that of a fit man.
    """

    id: str
    title: str
    attack: int
    defence: int
    movement: int
    wounded_attack: int
    wounded_defence: int
    wounded_movement: int
    armour: str
    saddle: Saddle | None = None
    stunned_defence: int | None = None

    def values(self, *, mounted: bool) -> Kind | Saddle:
        """Return the counter that holds.

        Raises
        ------
        DataError
            If he is to be mounted and has no horse.
        """
        if not mounted:
            return self
        if self.saddle is None:
            raise DataError("a mounted man needs the values of his mounted counter", value=self.id)
        return self.saddle

    def allowance(self, rules: RuleSet, *, wounded: bool, mounted: bool = False) -> int:
        """Return the movement points a turn under a rule set (option ``movement-allowances``).

        Raises
        ------
        DataError
            If he is to be mounted and has no horse.
        """
        if mounted:
            saddle = self.values(mounted=True)
            raised = rules.choice("movement-allowances") == "croisades" and self.dismounted_knight
            if raised and not wounded:
                return rules.table("movement-croisades").number("mounted_knight")
            return saddle.wounded_movement if wounded else saddle.movement
        if self.armour == "unarmoured" and rules.choice("movement-allowances") == "croisades":
            return rules.table("movement-croisades").number("unarmoured_wounded" if wounded else "unarmoured")
        return self.wounded_movement if wounded else self.movement

    @property
    def defence_if_stunned(self) -> int:
        """Defence of a stunned man, that of a fit one if nothing is said (assumption ``stunned-strength``)."""
        return self.defence if self.stunned_defence is None else self.stunned_defence

    @property
    def dismounted_knight(self) -> bool:
        """Whether he is a knight: on foot, shots at him carry the modifier of a dismounted knight."""
        return self.armour == "dismounted-knight"


@dataclass(frozen=True, slots=True)
class Roster:
    """Kinds of men by id, and what the reader should know of the values."""

    id: str
    title: str
    note: str
    kinds: tuple[Kind, ...]
    file: Path

    def kind(self, node: Node, key: str = "kind") -> Kind:
        """Return the kind that `node` names under `key`."""
        wanted = node.choice(key, [kind.id for kind in self.kinds])
        return next(kind for kind in self.kinds if kind.id == wanted)


def roster_names() -> tuple[str, ...]:
    """Return the names of the rosters that come with the program."""
    return tuple(shipped("rosters"))


def load_roster(name: str, beside: Path) -> Roster:
    """Read a roster.

    Parameters
    ----------
    name
        The name of a roster that comes with the program, or a path relative to the folder `beside`.
    beside
        Folder of the file that names it.

    Raises
    ------
    DataError
        If there is no such roster or it is not valid.
    """
    own = shipped("rosters")
    file = own.get(name, beside / name)
    if name not in own and not is_there(file):
        raise DataError("no such roster or file", value=name, allowed=own)
    node = Node.load(file)
    node.integer("schema", 1, 1)
    kinds = tuple(_kind(block) for block in node.nodes("kind"))
    roster = Roster(node.identifier("id"), node.text("title"), node.text("note"), kinds, file)
    node.finish()
    ids = [kind.id for kind in kinds]
    for number, kind_id in enumerate(ids):
        if kind_id in ids[:number]:
            raise node.error("two kinds have the same id", f"kind.{number + 1}.id", value=kind_id)
    return roster


def _kind(node: Node) -> Kind:
    return Kind(
        node.identifier("id"),
        node.text("title"),
        node.integer("attack", 1, 99),
        node.integer("defence", 1, 99),
        node.integer("movement", 1, 20),
        node.integer("wounded_attack", 1, 99),
        node.integer("wounded_defence", 1, 99),
        node.integer("wounded_movement", 0, 20),
        node.choice("armour", ARMOURS),
        _saddle(node),
        node.integer("stunned_defence", 1, 99) if "stunned_defence" in node else None,
    )


_IN_SADDLE = (
    "mounted_attack",
    "mounted_defence",
    "mounted_movement",
    "mounted_wounded_attack",
    "mounted_wounded_defence",
    "mounted_wounded_movement",
)


def _saddle(node: Node) -> Saddle | None:
    """Read the values of the mounted counter: all six or none."""
    if not any(key in node for key in _IN_SADDLE):
        return None
    lowest = (1, 1, 1, 1, 1, 0)
    return Saddle(*(node.integer(key, low, 99) for key, low in zip(_IN_SADDLE, lowest, strict=True)))


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
