"""Men: the values on their counters, how many of a kind are in one place, and the effect of results on one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mangonel.engine.notes import counted
from mangonel.errors import DataError
from mangonel.games.fields import REQUIRED, Keys, block, one_of, text, whole
from mangonel.rules.effects import Effect
from mangonel.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from mangonel.engine.board import Counter
    from mangonel.engine.process import Column

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


# States, and men counted by them.

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
AIMED = {
    "fit": (FIT, RIDER, STUNNED, WOUNDED, HURT_RIDER),
    "wounded": (WOUNDED, HURT_RIDER, STUNNED, FIT, RIDER),
    "stunned": (STUNNED, WOUNDED, HURT_RIDER, FIT, RIDER),
}
"""The order of targets of a shot, by the policy ``aim``."""
WOUNDS_FIRST = {
    "fit-first": (FIT, RIDER, WOUNDED, HURT_RIDER),
    "wounded-first": (WOUNDED, HURT_RIDER, FIT, RIDER),
}
"""The order in which able men take wounds, by the policy ``wound``."""
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
_HURT = (WOUNDED, HURT_RIDER, HURT_PANICKED)
OFF_HORSE = {RIDER: FIT, HURT_RIDER: WOUNDED}
WOUND = Effect(harm="wounded")


class _Here:
    """The men of a group in a state of the game: a number for each state of theirs, to be read and written."""

    __slots__ = ("_at", "_prefix", "_s")

    def __init__(self, s: Any, prefix: str, at: int | None) -> None:
        self._s, self._prefix, self._at = s, prefix, at

    def __getitem__(self, state: str) -> Any:
        cell = getattr(self._s, self._prefix + state)
        return cell if self._at is None else cell[self._at]

    def __setitem__(self, state: str, number: Any) -> None:
        if self._at is None:
            setattr(self._s, self._prefix + state, number)
        else:
            getattr(self._s, self._prefix + state)[self._at] = number


@dataclass(frozen=True, slots=True)
class Men:
    """Men of one kind in one place: a column for each state that they can be in.

    The names of the columns begin with the prefix, ``attackers_fit`` and so on; there can be so many men at the `most`.
    Further columns count the `horses` killed under riders, and `deaths` that call for a panic test. Where each of
    several places has an entry in the columns, theirs is `at`.
    """

    prefix: str
    most: int = 0
    states: tuple[str, ...] = ON_FOOT
    horses: bool = False
    deaths: bool = False
    at: int | None = None

    def columns(self, start: Mapping[str, int] | None = None) -> list[Column]:
        from mangonel.engine.process import Column

        there = start or {}
        more = [name for name, counts in (("horses", self.horses), ("deaths", self.deaths)) if counts]
        return [Column(self.prefix + name, self.most, there.get(name, 0)) for name in (*self.states, *more)]

    def of(self, s: Any) -> Any:
        """Return the men by state, to be read and written: ``party.of(s)[FIT] -= 1``."""
        return _Here(s, self.prefix, self.at)

    def counts(self, s: Any) -> dict[str, Any]:
        here = self.of(s)
        return {state: here[state] for state in self.states}

    def counters(self, s: Any, side: str) -> tuple[Counter, ...]:
        """Return the men as counters of a side, for a picture of the game; states without a column hold nobody."""
        from mangonel.engine.board import Counter

        counters = []
        for state in self.states:
            cell = getattr(s, self.prefix + state, 0)
            number = int(cell if self.at is None or isinstance(cell, int) else cell[self.at])
            counters += [Counter(side, state, number)] if number else []
        return tuple(counters)

    def number(self, s: Any, states: Iterable[str]) -> Any:
        here = self.of(s)
        return s.total([here[state] for state in states if state in self.states])

    def living(self, s: Any) -> Any:
        return self.number(s, self.states)

    def hurt(self, s: Any) -> Any:
        return self.number(s, _HURT)

    def able(self, s: Any) -> Any:
        return self.number(s, ABLE)

    def stunned(self, s: Any) -> Any:
        return self.number(s, (STUNNED,))

    def only(self, states: Sequence[str]) -> Men:
        return Men(self.prefix, self.most, tuple(state for state in self.states if state in states), at=self.at)

    def recover(self, s: Any, dice: Any = None, note: str = "") -> None:
        """Let stunned men be fit again; a note, if there is one, tells how many.

        It is the recovery of some sequences (ram, besiegers, 3; ram, defenders, 4; volley, targets, 2; melee, one game
        turn, 3).
        """
        here = self.of(s)
        if note and here[STUNNED] > 0:
            dice.note(note, here[STUNNED])
        here[FIT] += here[STUNNED]
        here[STUNNED] = 0

    def move(self, s: Any, to: Men, men: Mapping[str, Any] | None = None) -> None:
        """Let men join another group, all if they are not given by state."""
        here, there = self.of(s), to.of(s)
        for state, number in (self.counts(s) if men is None else men).items():
            here[state] -= number
            there[state] += number

    def forget(self, s: Any) -> None:
        here = self.of(s)
        for state in self.states:
            here[state] = 0


def men_words(men: Mapping[str, int]) -> str:
    """Return numbers of men by state as words: "2 fit men and a wounded man"."""
    parts = [
        f"a {WORDS[state]}" if number == 1 else counted(number, WORDS[state]) for state, number in men.items() if number
    ]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + f" and {parts[-1]}"


def first_in(men: Mapping[str, Any], order: Iterable[str]) -> str | None:
    """Return the first state of an order in which there is a man."""
    return next((state for state in order if state in men and men[state] > 0), None)


def first_men(men: Mapping[str, Any], order: Iterable[str], places: Any) -> dict[str, Any]:
    """Return the first men in an order of states, as many as there are places; numbers are compared only."""
    taken = {}
    for state in order:
        if state in men:
            taken[state] = min(men[state], places)
            places = places - taken[state]
    return taken


def up_to(number: Any, most: int) -> int:
    """Return a number of the state, or `most` if it is larger; it is compared only."""
    return next((least for least in range(most, 0, -1) if number >= least), 0)


def strength(kind: Kind, state: str) -> tuple[int, int]:
    """Return attack and defence of a man."""
    if state == STUNNED:
        return 0, kind.defence_if_stunned
    values = kind.values(mounted=state in RIDERS)
    return (values.wounded_attack, values.wounded_defence) if state in _HURT else (values.attack, values.defence)


# The effect of results.


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way of men driven back: the group that they join, None if they stay in theirs.

    `room` returns the number of men with room, in a state of the game; None if all have. Panicked men join a group of
    their own, and always find a way.
    """

    to: Men | None = None
    room: Callable[[Any], Any] | None = None
    panicked: Men | None = None

    def has_room(self, s: Any, men: int = 1) -> bool:
        return self.room is None or self.room(s) >= men


class Fate(NamedTuple):
    """The fate of a man.

    His state, None if he is dead; whether he was driven back and found room; whether he has lost the saddle and lives.
    """

    state: str | None
    gave_ground: bool = False
    unhorsed: bool = False


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
    return OFF_HORSE.get(state, state) if _throws(effect) else state


def _throws(effect: Effect) -> bool:
    return effect.unhorsed or effect.horse_killed or effect.harm == "stunned"


def strike(s: Any, dice: Any, men: Men, state: str, effect: Effect, back: WayBack) -> Fate:
    """Let a man of a group suffer a result: he is hurt first and driven back then.

    A man driven back without room is wounded in his place.
    """
    after, goes = changed(state, effect), False
    if after is not None and effect.retreat:
        goes = after in RUNNING or back.has_room(s)
        if not goes:
            dice.note("he finds no room behind him and is wounded")
            after = changed(after, WOUND)
    if after is None and effect.harm != "killed":
        dice.note("stunned as he is, he dies" if state == STUNNED else "he was hurt already and dies")
    return _apply(s, men, state, effect, after, back if goes else None)


def hurt_one(s: Any, dice: Any, men: Men, state: str, effect: Effect, who: str) -> Fate:
    """Let one of several able attackers be hurt; `who` names him in traces."""
    after = changed(state, effect)
    subject = f"a {WORDS[state]} {who}"
    if after is None and effect.harm != "killed":
        dice.note(f"{subject} is hurt again and dies")
    elif effect.harm:
        dice.note(f"{subject} is {effect.harm}")
    return _apply(s, men, state, effect, after)


def wound(s: Any, men: Men, state: str) -> str | None:
    """Wound a man of a group in his seat; return his state, None if he dies."""
    return _apply(s, men, state, WOUND, changed(state, WOUND)).state


def _apply(s: Any, men: Men, state: str, effect: Effect, after: str | None, back: WayBack | None = None) -> Fate:
    here = men.of(s)
    if men.horses and state in RIDERS and effect.horse_killed:
        here["horses"] += 1
    if after is None:
        here[state] -= 1
        if men.deaths:
            here["deaths"] += 1
        return Fate(None)
    there = None if back is None else back.panicked if after in RUNNING else back.to
    if there is not None or after != state:
        here[state] -= 1
        (there or men).of(s)[after] += 1
    return Fate(after, back is not None, state in RIDERS and _throws(effect))
