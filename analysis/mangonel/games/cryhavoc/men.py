"""Men: the values on their counters, their states, and the effect of a result on one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mangonel.engine.notes import counted
from mangonel.errors import DataError
from mangonel.games.fields import REQUIRED, Keys, block, one_of, text, whole
from mangonel.rules.effects import Effect
from mangonel.rules.ruleset import RuleSet

ARMOURS = ("unarmoured", "armoured", "dismounted-knight")


class Saddle(Keys):
    """The values on a mounted counter: when fit, and when wounded; movement in movement points a turn."""

    attack: int = whole(1, 99, "attack in the saddle", at="mounted_attack")
    defence: int = whole(1, 99, "defence in the saddle", at="mounted_defence")
    movement: int = whole(1, 99, "movement points a turn in the saddle", at="mounted_movement")
    wounded_attack: int = whole(1, 99, "the same when wounded", at="mounted_wounded_attack")
    wounded_defence: int = whole(1, 99, "the same when wounded", at="mounted_wounded_defence")
    wounded_movement: int = whole(0, 99, "the same when wounded", at="mounted_wounded_movement")


class Kind(Keys):
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
            if rules.choice("movement-allowances") == "croisades" and self.dismounted_knight and not wounded:
                return rules.table("movement-croisades").number("mounted_knight")
            return saddle.wounded_movement if wounded else saddle.movement
        if self.armour == "unarmoured" and rules.choice("movement-allowances") == "croisades":
            return rules.table("movement-croisades").number("unarmoured_wounded" if wounded else "unarmoured")
        return self.wounded_movement if wounded else self.movement

    @property
    def dismounted_knight(self) -> bool:
        """Whether he is a knight: on foot, shots at him carry the modifier of a dismounted knight."""
        return self.armour == "dismounted-knight"


FIT, STUNNED, WOUNDED, RIDER, HURT_RIDER = "fit", "stunned", "wounded", "riders", "hurt_riders"
PANICKED, HURT_PANICKED = "panicked", "hurt_panicked"
"""States of a man; the columns of a group are called by them."""
ON_FOOT = (FIT, STUNNED, WOUNDED)
MOUNTED = (FIT, STUNNED, WOUNDED, RIDER, HURT_RIDER)
RIDERS = (RIDER, HURT_RIDER)
RUNNING = (PANICKED, HURT_PANICKED)
ABLE_ON_FOOT = (FIT, WOUNDED)
ABLE = (RIDER, FIT, HURT_RIDER, WOUNDED)
"""Able men, in the order in which they are chosen to fight."""
WORDS = {
    FIT: "fit man",
    STUNNED: "stunned man",
    WOUNDED: "wounded man",
    RIDER: "rider",
    HURT_RIDER: "wounded rider",
    PANICKED: "panicked man",
    HURT_PANICKED: "wounded panicked man",
}
_WORSE = {FIT: WOUNDED, RIDER: HURT_RIDER, PANICKED: HURT_PANICKED}
"""State after a wound; men in other states die of it."""
HURT = (WOUNDED, HURT_RIDER, HURT_PANICKED)
OFF_HORSE = {RIDER: FIT, HURT_RIDER: WOUNDED}
WOUND = Effect(harm="wounded")


def men_words(men: Mapping[str, int]) -> str:
    """Return numbers of men by state as words: "2 fit men and a wounded man"."""
    there = {WORDS[state]: number for state, number in men.items() if number}
    parts = [f"a {word}" if number == 1 else counted(number, word) for word, number in there.items()]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + f" and {parts[-1]}"


def up_to(number: Any, most: int) -> int:
    """Return a number of the state, or `most` if it is larger; it is compared only."""
    return next((least for least in range(most, 0, -1) if number >= least), 0)


def strength(kind: Kind, state: str) -> tuple[int, int]:
    """Return attack and defence of a man; a stunned one may defend as a fit one (assumption ``stunned-strength``)."""
    if state == STUNNED:
        return 0, kind.defence if kind.stunned_defence is None else kind.stunned_defence
    values = kind.values(mounted=state in RIDERS)
    return (values.wounded_attack, values.wounded_defence) if state in HURT else (values.attack, values.defence)


def changed(state: str, effect: Effect) -> str | None:
    """Return the state of a man after a result; None if he dies of it (play sheet, notes on results).

    Only a fit man survives a second harm, and a stunned man driven back dies. Nobody is stunned in the saddle.
    """
    if effect.harm:
        if effect.harm == "killed" or state not in _WORSE:
            return None
        state = STUNNED if effect.harm == "stunned" else _WORSE[state]
    if state == STUNNED and effect.retreat:
        return None
    return OFF_HORSE.get(state, state) if falls(effect) else state


def falls(effect: Effect) -> bool:
    """Return whether a rider falls off his horse."""
    return effect.unhorsed or effect.horse_killed or effect.harm == "stunned"
