"""Panic among the men of a side (German optional rules), as `docs/sequences/panic.md` has it inside other sequences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.morale import PanicOf
from mangonel.systems.cryhavoc.men.pools import FIT, HURT_PANICKED, PANICKED, WOUNDED, Men, Pool, total
from mangonel.systems.cryhavoc.men.wounds import panic_effect, panic_situation
from mangonel.tables.cells import NO_EFFECT

__all__ = ["PANIC_TALLIES", "Nerves", "PanicRoll", "PanicTest", "calm_down", "may_be_seized"]

Counted: TypeAlias = list[tuple[int, NDArray[Any]]]

PANIC_TALLIES = ("panic_tests", "panics", "routs")
"""Counters of a sequence in which somebody may be seized."""
_CALM = {PANICKED: FIT, HURT_PANICKED: WOUNDED}
_SEIZED = {FIT: PANICKED, WOUNDED: HURT_PANICKED}


class PanicRoll:
    """The roll after a death: how many men each outcome hits, and whether they rout at once. Shape (codes,) each."""

    def __init__(self, rules: RuleSet) -> None:
        situation = panic_situation(rules)
        letters = tuple(dict.fromkeys((NO_EFFECT, *situation.outcomes())))
        effects = [panic_effect(letter) for letter in letters]
        self.roll = Roll.of("panic", letters, [situation.outcomes()], lambda _place, die: situation.explain(die))
        self.men = np.array([men for men, _ in effects], dtype=np.int8)
        self.rout = np.array([rout for _, rout in effects], dtype=np.bool_)


def may_be_seized(rules: RuleSet, panic: PanicOf | None) -> bool:
    """Tell whether the men of a side can panic: there is panic, and they are no knights."""
    return panic is not None and panic.rank != "knight" and rules.choice("panic-rule") != "none"


@dataclass(frozen=True)
class PanicTest:
    """The test that men of one class and side make after a death that concerns them all."""

    roll: PanicRoll
    panics_first: str
    """Who panics first, ``wounded`` or ``fit``."""
    automatic: bool
    """Whether panicked men rout at the next death without a roll (option ``second-panic``)."""
    in_reach: bool
    """Whether further deaths concern panicked men (option ``panicked-reach``)."""

    @classmethod
    def of(cls, rules: RuleSet, panic: PanicOf) -> PanicTest:
        """Return the test of a side under a rule set."""
        return cls(
            PanicRoll(rules),
            panic.panics_first,
            automatic=rules.choice("second-panic") == "automatic",
            in_reach=rules.choice("panicked-reach") == "in-reach",
        )

    def make(
        self,
        s: State,
        dice: Dice,
        where: Mask,
        who: str,
        *,
        calm: Iterable[Men],
        panicked: Counted,
        fled: Men,
        routed: Men,
        safe: Mask | bool = False,
    ) -> None:
        """Make the test after a death.

        Men of the pools `calm` can panic, those of `panicked` have, the first first; they go to `fled` or `routed`.
        Where it is `safe` a man who panics is calm again at once.
        """
        routs = np.zeros(s.size, dtype=np.int16)
        if self.automatic and self.in_reach:
            for kind, men in panicked:
                runs = men * where
                men -= runs
                routed[_CALM[kind]] += runs
                routs += runs
        hit_first = [] if self.automatic or not self.in_reach else self._in_order(panicked, _CALM)
        able = [(kind, pool[kind]) for pool in calm for kind in (FIT, WOUNDED)]
        candidates = [*hit_first, *self._in_order(able, {FIT: FIT, WOUNDED: WOUNDED})]
        rolling = where & (total(men for _, men in candidates) > 0)
        codes = dice.roll(self.roll.roll, rolling, who=f"{who} after a death")
        left = self.roll.men.take(codes).astype(np.int16)
        at_once = self.roll.rout.take(codes)
        flees = ~at_once & ~np.asarray(safe)
        panics = np.zeros(s.size, dtype=np.int16)
        for kind, men in candidates:
            hit = np.minimum(men, left)
            left = left - hit
            if kind in _CALM:
                men -= hit
                routed[_CALM[kind]] += hit
                routs += hit
                continue
            men -= hit * (at_once | flees)
            routed[kind] += hit * at_once
            fled[_SEIZED[kind]] += hit * flees
            routs += hit * at_once
            panics += hit * flees
        s.panic_tests += rolling
        s.panics += panics
        s.routs += routs
        dice.note(f"in panic: {{}} of the {who}", panics > 0, panics)
        dice.note(f"in rout: {{}} of the {who}", routs > 0, routs)

    def _in_order(self, men: Counted, condition: dict[int, int]) -> Counted:
        """Return men with those first who panic first by the owner's choice."""
        wanted = WOUNDED if self.panics_first == "wounded" else FIT
        return sorted(men, key=lambda entry: condition[entry[0]] != wanted)


def calm_down(
    panic: PanicOf, panicked: Iterable[tuple[NDArray[Any], NDArray[Any]]], where: Mask | None = None
) -> NDArray[np.int16]:
    """Let men be calm at the end of a movement phase: all who are not followed, else as many as are rallied.

    `panicked` are counts of men, the first to be calm first, each with that of the group he is in again. Returns how
    many are calm again in the rows of `where`, by default in all. Shape (rows,).
    """
    every = list(panicked)
    before = total(men for men, _ in every)
    number: NDArray[np.int16] = before if not panic.followed else np.minimum(before, panic.rally)
    if where is not None:
        number = number * where
    left = number
    for men, group in every:
        calmed = np.minimum(men, left)
        left = left - calmed
        men -= calmed
        group += calmed
    return number


@dataclass(frozen=True)
class Nerves:
    """The men of a side as far as panic goes; all of them are of one class, so that every death concerns all."""

    name: str
    panic: PanicOf
    test: PanicTest
    group: Pool
    """The men in contact; its deaths are counted. If the other side follows, it knows panicked men: those caught."""
    away: Pool
    """Those driven back."""
    fled: Pool
    """Panicked men out of contact."""
    routed: Pool
    """Men who have run for good."""

    @classmethod
    def of(cls, rules: RuleSet, name: str, panic: PanicOf, group: Pool, away: Pool) -> Nerves:
        """Return the nerves of a side with columns of its own."""
        return cls(
            name,
            panic,
            PanicTest.of(rules, panic),
            group,
            away,
            fled=Pool(f"{name}_fled_", group.most, (PANICKED, HURT_PANICKED)),
            routed=Pool(f"{name}_routed_", group.most, (FIT, WOUNDED)),
        )

    @property
    def columns(self) -> list[Column]:
        """The columns to be declared, beside those of the group and of those driven back."""
        return [*self.fled.columns(), *self.routed.columns()]

    def waiting(self, s: State) -> NDArray[Any]:
        """Return how many deaths ask for a test. Shape (rows,)."""
        return getattr(s, self.group.prefix + "deaths")

    def asked(self, s: State) -> Mask:
        """Return where a death asks for a test. Shape (rows,)."""
        return self.waiting(s) > 0

    def panicked(self, s: State) -> NDArray[np.int16]:
        """Return how many men have panicked and not routed. Shape (rows,)."""
        return total(men for _, men in self._panicked(s))

    def tests(self, s: State, dice: Dice) -> None:
        """Make the test for every death that asks for one."""
        for _ in range(self.group.most):
            where = self.waiting(s) > 0
            if not where.any():
                return
            deaths = self.waiting(s)
            deaths -= where
            self._make_test(s, dice, where)

    def catch(self, s: State, dice: Dice, where: Mask) -> None:
        """Bring panicked men into contact again: the other side has followed them."""
        number = self.fled.living(s)
        dice.note(f"caught in panic: {{}} of the {self.name}", where & (number > 0), number)
        self.group.join(s, self.fled, where)

    def escape(self, s: State, where: Mask) -> None:
        """Let panicked men be out of contact again."""
        caught, fled = self.group.of(s), self.fled.of(s)
        for kind, men in fled.items():
            if kind in caught:
                men += caught[kind] * where
                caught[kind] *= ~where

    def calm(self, s: State, dice: Dice, where: Mask) -> None:
        """Let men be calm at the end of a movement phase: all who are not followed, else as many as are rallied."""
        group = self.group.of(s)
        number = calm_down(self.panic, [(men, group[_CALM[kind]]) for kind, men in self._panicked(s)], where)
        dice.note(f"calm again: {{}} of the {self.name}", number > 0, number)

    def _panicked(self, s: State) -> Counted:
        """Return the panicked men by state, those in contact before those who have fled, the fit first."""
        caught, fled = self.group.of(s), self.fled.of(s)
        return [(kind, pool[kind]) for kind in (PANICKED, HURT_PANICKED) for pool in (caught, fled) if kind in pool]

    def _make_test(self, s: State, dice: Dice, where: Mask) -> None:
        self.test.make(
            s,
            dice,
            where,
            self.name,
            calm=(self.away.of(s), self.group.of(s)),
            panicked=self._panicked(s),
            fled=self.fled.of(s),
            routed=self.routed.of(s),
        )
