"""Panic among the men of a side (German optional rules): `docs/sequences/panic.md`, "Panic inside other sequences"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.morale import PanicOf
from mangonel.systems.cryhavoc.men.groups import FIT, HURT_PANICKED, PANICKED, RUNNING, WOUNDED, Men
from mangonel.systems.cryhavoc.men.wounds import panic_effect, panic_situation
from mangonel.walks.process import Column, Decision, Measure, Rule
from mangonel.walks.rolls import Roll

__all__ = ["PANIC_TALLIES", "Nerves", "PanicRules", "may_be_seized"]

PANIC_TALLIES = ("panic_tests", "panics", "routs")
"""Counters of a sequence in which men may panic."""
_CALM = {PANICKED: FIT, HURT_PANICKED: WOUNDED}
_SEIZED = {FIT: PANICKED, WOUNDED: HURT_PANICKED}


def may_be_seized(rules: RuleSet, panic: PanicOf | None) -> bool:
    """Return whether the men of a side can panic: panic is played, and they are no knights."""
    return panic is not None and panic.rank != "knight" and rules.choice("panic-rule") != "none"


class PanicRules:
    """The panic test of a rule set.

    Attributes
    ----------
    roll
        The roll after a death.
    automatic
        Whether panicked men rout at the next death without a roll (option ``second-panic``).
    in_reach
        Whether further deaths concern panicked men (option ``panicked-reach``).
    """

    def __init__(self, rules: RuleSet) -> None:
        self.roll = Roll.on(panic_situation(rules), "panic", key="panic")
        for letter in self.roll.faces:
            panic_effect(letter)
        self.automatic = rules.choice("second-panic") == "automatic"
        self.in_reach = rules.choice("panicked-reach") == "in-reach"


@dataclass(frozen=True)
class Nerves:
    """The panic of a side; all its men are of one class, so every death concerns all.

    Attributes
    ----------
    name
        The side, as traces call it.
    block
        The side, as scenarios call it.
    panic
        Its block of the scenario.
    rules
        The panic test.
    group
        The men in contact, who count their deaths; panicked men who have been caught, too.
    away
        The men driven back.
    fled, routed
        Panicked men out of contact, and men who have run for good.
    """

    name: str
    block: str
    panic: PanicOf
    rules: PanicRules
    group: Men
    away: Men
    fled: Men
    routed: Men

    @classmethod
    def of(cls, rules: RuleSet, name: str, block: str, panic: PanicOf, group: Men, away: Men) -> Nerves:
        """Return the nerves of a side with columns of its own."""
        fled = Men(f"{name}_fled_", group.most, RUNNING)
        routed = Men(f"{name}_routed_", group.most, (FIT, WOUNDED))
        return cls(name, block, panic, PanicRules(rules), group, away, fled, routed)

    @cached_property
    def panics_first(self) -> Decision:
        """Who panics first: the owner's choice."""
        return Decision(f"panic_of.{self.block}.panics_first", self.name)

    @property
    def plan(self) -> dict[str, Rule]:
        """The scenario's answer."""
        first = {"wounded": WOUNDED, "fit": FIT}[self.panic.panics_first]
        return {self.panics_first.name: lambda _s, options: first if first in options else options[0]}

    @property
    def columns(self) -> list[Column]:
        """The columns to declare, beside those of the group and of the men driven back."""
        return [*self.fled.columns(), *self.routed.columns()]

    def measures(self, men: int) -> list[Measure]:
        """Return what is recorded of the panic of so many men."""
        return [
            Measure(f"{self.name}_panicked", men, self.panicked),
            Measure(f"{self.name}_routed", men, self.routed.living),
        ]

    def panicked(self, s: Any) -> Any:
        """Return the number of men who have panicked and not routed."""
        return self.group.number(s, RUNNING) + self.fled.living(s)

    def asked(self, s: Any) -> bool:
        """Return whether a death calls for a test."""
        return bool(self.group.of(s)["deaths"] > 0)

    def tests(self, s: Any, dice: Any) -> None:
        """Make the test for every death that calls for one (panic, the panic test, 4)."""
        here = self.group.of(s)
        while here["deaths"] > 0:
            here["deaths"] -= 1
            self._test(s, dice)

    def _test(self, s: Any, dice: Any) -> None:
        """Make the test after a death: men rout, or some are hit (panic, the panic test, 2 to 4)."""
        rules, routs, seized = self.rules, 0, []
        if rules.in_reach and rules.automatic:
            for here, state in self._running(s):
                routs += self._rout(s, here, state, here[state])
        may_rout = rules.in_reach and not rules.automatic
        if self._candidates(s, may_rout=may_rout):
            dice.count("panic_tests")
            number, at_once = panic_effect(dice.roll(rules.roll, who=f"{self.name} after a death"))
            for _ in range(number):
                men = self._candidates(s, may_rout=may_rout)
                if not men:
                    break
                here, state = men[dice.choose(self.panics_first, tuple(men))]
                if at_once or state in RUNNING:
                    routs += self._rout(s, here, state, 1)
                else:
                    here[state] -= 1
                    seized.append(_SEIZED[state])
        for state in seized:
            self.fled.of(s)[state] += 1
        dice.count("panics", len(seized))
        dice.count("routs", routs)
        if seized:
            dice.note(f"in panic: {{}} of the {self.name}", len(seized))
        if routs:
            dice.note(f"in rout: {{}} of the {self.name}", routs)

    def _candidates(self, s: Any, *, may_rout: bool) -> dict[str, tuple[Any, str]]:
        """Return the next man whom the roll may hit, as his group and state, if he is fit and if he is wounded.

        Men who have panicked come first. Of men alike those driven back do, and of panicked men those in contact.
        """
        calm = [(men.of(s), state) for men in (self.away, self.group) for state in (FIT, WOUNDED)]
        for men in ([*self._running(s)], calm) if may_rout else (calm,):
            first: dict[str, tuple[Any, str]] = {}
            for here, state in men:
                condition = _CALM.get(state, state)
                if condition not in first and here[state] > 0:
                    first[condition] = here, state
            if first:
                return first
        return {}

    def _running(self, s: Any) -> Iterator[tuple[Any, str]]:
        """Yield the panicked men by group and state, those in contact before those who have fled, the fit first."""
        for state in RUNNING:
            for men in (self.group, self.fled):
                yield men.of(s), state

    def _rout(self, s: Any, here: Any, state: str, number: Any) -> Any:
        here[state] -= number
        self.routed.of(s)[_CALM.get(state, state)] += number
        return number

    def catch(self, s: Any, dice: Any) -> None:
        """Bring panicked men into contact again: the other side has followed them."""
        number = self.fled.living(s)
        if number > 0:
            dice.note(f"caught in panic: {{}} of the {self.name}", number)
            self.group.join(s, self.fled)

    def escape(self, s: Any) -> None:
        """Let panicked men be out of contact again."""
        here, there = self.group.of(s), self.fled.of(s)
        for state in RUNNING:
            there[state] += here[state]
            here[state] = 0

    def calm(self, s: Any, dice: Any) -> None:
        """Calm men at the end of a movement phase: all if they are not followed, else as many as are rallied."""
        number = self.panicked(s)
        if self.panic.followed:
            number = min(number, self.panic.rally)
        if number == 0:
            return
        left = number
        here = self.group.of(s)
        for there, state in self._running(s):
            calmed = min(there[state], left)
            left -= calmed
            there[state] -= calmed
            here[_CALM[state]] += calmed
        dice.note(f"calm again: {{}} of the {self.name}", number)
