"""Rolls whose results befall men, read as what they do and not as letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.state import Mask
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import ATTACKER, TARGET, Effect, effect_of
from mangonel.systems.cryhavoc.rolls.table_rolls import explainer
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.situation import Situation

__all__ = ["Befalls", "Blow", "EffectCodes", "EffectRoll", "effect_roll"]


class Befalls:
    """What the outcome codes of a roll do to one side of it: for each thing, the codes that do it.

    ``back`` are those that drive back, by hexes, ``unhorsed`` those that cost a rider his seat (nobody is stunned in
    the saddle), ``hits`` those that do more than drive back, and ``touches`` those that do anything at all. Effects on
    the other side are passed over.
    """

    def __init__(self, effects: Sequence[Effect], side: str) -> None:
        self._effects, self._side = effects, side
        ours = {code: effect for code, effect in enumerate(effects) if effect.side == side}

        def told(does: Callable[[Effect], object]) -> tuple[int, ...]:
            return tuple(code for code, effect in ours.items() if does(effect))

        self.wounded = told(lambda effect: effect.harm == "wounded")
        self.stunned = told(lambda effect: effect.harm == "stunned")
        self.killed = told(lambda effect: effect.harm == "killed")
        self.unhorsed = told(lambda effect: effect.unhorsed or effect.horse_killed or effect.harm == "stunned")
        self.horse_killed = told(lambda effect: effect.horse_killed)
        self.hits = told(lambda effect: effect.harm or effect.horse_killed or effect.unhorsed)
        self.touches = tuple(ours)
        self.back: dict[int, tuple[int, ...]] = {}
        for code, effect in ours.items():
            if effect.retreat:
                self.back[effect.retreat] = (*self.back.get(effect.retreat, ()), code)

    @cached_property
    def in_place(self) -> Befalls:
        """The same without being driven back."""
        return Befalls([replace(effect, retreat=0) for effect in self._effects], self._side)

    def blow(self, codes: NDArray[np.int8], where: Mask | None = None) -> Blow:
        """Return what rolled codes do in the rows of `where`, in all by default. `codes` has the shape (rows,)."""
        return Blow(self, codes, where)


class Blow:
    """What befalls one man, row by row; each answer is worked out when it is first asked for. Shape (rows,) each.

    `where` are the rows that count, all by default.
    """

    def __init__(self, does: Befalls, codes: NDArray[np.int8], where: Mask | None = None) -> None:
        self._does = does
        self._codes = codes
        self._where = where

    @cached_property
    def wounded(self) -> Mask:
        """Where he is wounded."""
        return self._rolled(self._does.wounded)

    @cached_property
    def stunned(self) -> Mask:
        """Where he is stunned."""
        return self._rolled(self._does.stunned)

    @cached_property
    def killed(self) -> Mask:
        """Where he is killed."""
        return self._rolled(self._does.killed)

    @cached_property
    def unhorsed(self) -> Mask:
        """Where a rider loses his seat."""
        return self._rolled(self._does.unhorsed)

    @cached_property
    def horse_killed(self) -> Mask:
        """Where a horse dies."""
        return self._rolled(self._does.horse_killed)

    @cached_property
    def hits(self) -> Mask:
        """Where more happens to him than that he is driven back."""
        return self._rolled(self._does.hits)

    @cached_property
    def touches(self) -> Mask:
        """Where anything happens to him."""
        return self._rolled(self._does.touches)

    @cached_property
    def driven(self) -> Mask:
        """Where he is driven back."""
        return self._rolled(tuple(chain.from_iterable(self._does.back.values())))

    def on(self, where: Mask) -> Blow:
        """Return the same in some of its rows. `where` has the shape (rows,)."""
        return Blow(self._does, self._codes, where if self._where is None else self._where & where)

    @property
    def in_place(self) -> Blow:
        """The same for a man who is not driven back."""
        return Blow(self._does.in_place, self._codes, self._where)

    @cached_property
    def hexes(self) -> NDArray[np.int8]:
        """By how many hexes he is driven back, 0 where he is not."""
        hexes = np.zeros(len(self._codes), dtype=np.int8)
        for number, back in self.by_hexes():
            hexes += np.int8(number) * back.view("i1")
        return hexes

    def by_hexes(self) -> Iterator[tuple[int, Mask]]:
        """Yield every number of hexes that a result drives back by, with the rows in which it does."""
        for number, codes in self._does.back.items():
            yield number, self._rolled(codes)

    def _rolled(self, wanted: tuple[int, ...]) -> Mask:
        # Comparing bytes is many times as fast as looking each of them up.
        rolled: Mask = np.zeros(len(self._codes), dtype=np.bool_)
        for code in wanted:
            rolled |= self._codes == code
        if self._where is not None:
            rolled &= self._where
        return rolled


class EffectCodes:
    """What each outcome code of a roll does to those who roll and to whom they roll against; code 0 does nothing.

    Of several attackers one is hurt, and all of them are driven back.
    """

    def __init__(self, effects: Sequence[Effect]) -> None:
        self.attacker = Befalls(effects, ATTACKER)
        self.target = Befalls(effects, TARGET)


@dataclass(frozen=True)
class EffectRoll:
    """A roll, and what its outcomes do."""

    roll: Roll
    effects: EffectCodes


def effect_roll(
    rules: RuleSet,
    name: str,
    situations: Sequence[Situation | None],
    against: Sequence[str] = (),
    called: Sequence[Mapping[str, str]] = (),
) -> EffectRoll:
    """Return the roll for several situations of missile or melee tables; in those that are None none is possible.

    `against` is for each situation what the trace says before the roll, and `called` what it calls the sides, as in
    `Situation.explain`. Letters that do the same, on one table or on two, are one outcome.
    """
    met: dict[tuple[str, str], str] = {}
    codes: dict[Effect, int] = {Effect(): 0}
    names = [NO_EFFECT]
    faces: list[list[str]] = []
    sides = next((situation.table.die for situation in situations if situation is not None), 10)
    for situation in situations:
        if situation is None:
            faces.append([NO_EFFECT] * sides)
            continue
        row = []
        for letter in situation.outcomes():
            place = (situation.table.id, letter)
            if place not in met:
                effect = effect_of(rules, *place)
                if effect not in codes:
                    codes[effect] = len(names)
                    names.append(letter if letter not in names else f"{letter} ({situation.table.id})")
                met[place] = names[codes[effect]]
            row.append(met[place])
        faces.append(row)

    return EffectRoll(Roll.of(name, names, faces, explainer(situations, against, called)), EffectCodes(list(codes)))
