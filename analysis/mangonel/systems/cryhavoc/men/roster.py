"""Kinds of men: the values printed on counters, which the sources do not reproduce and the user supplies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.systems.fields import REQUIRED, block, one_of, text, whole

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["ARMOURS", "Kind", "Saddle"]

ARMOURS = ("unarmoured", "armoured", "dismounted-knight")


@dataclass(frozen=True, slots=True)
class Saddle:
    """The values on a mounted counter: when fit, and when wounded; movement in movement points a turn."""

    attack: int = whole(1, 99, "attack in the saddle", at="mounted_attack")
    defence: int = whole(1, 99, "defence in the saddle", at="mounted_defence")
    movement: int = whole(1, 99, "movement points a turn in the saddle", at="mounted_movement")
    wounded_attack: int = whole(1, 99, "the same when wounded", at="mounted_wounded_attack")
    wounded_defence: int = whole(1, 99, "the same when wounded", at="mounted_wounded_defence")
    wounded_movement: int = whole(0, 99, "the same when wounded", at="mounted_wounded_movement")


@dataclass(frozen=True, slots=True)
class Kind:
    """The values on the counter of one kind of man, on foot and, if he has a horse, in the saddle.

    ``saddle`` is None if he has no horse, ``stunned_defence`` if the counter gives none, so that it is that of a fit
    man.
    """

    id: str = text("his id, by which scenarios name him", identifier=True)
    title: str = text("what he is called")
    attack: int = whole(1, 99, "attack when fit")
    defence: int = whole(1, 99, "defence when fit")
    movement: int = whole(1, 20, "movement points a turn when fit")
    wounded_attack: int = whole(1, 99, "attack when wounded")
    wounded_defence: int = whole(1, 99, "defence when wounded")
    wounded_movement: int = whole(0, 20, "movement points a turn when wounded")
    armour: str = one_of(ARMOURS, "it decides some allowances and modifiers", REQUIRED)
    saddle: Saddle | None = block(Saddle, at=".", together=True, default=None)
    stunned_defence: int | None = whole(1, 99, "defence when stunned", None, default=None)

    def values(self, *, mounted: bool) -> Kind | Saddle:
        """Return the counter that holds; a man without a horse has none for the saddle (DataError)."""
        if not mounted:
            return self
        if self.saddle is None:
            raise DataError("a mounted man needs the values of his mounted counter", value=self.id)
        return self.saddle

    def allowance(self, rules: RuleSet, *, wounded: bool, mounted: bool = False) -> int:
        """Return the movement points a turn (option ``movement-allowances``); errors as for `values`."""
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
