"""Panic among the parties of a ladder assault (German optional rules), as `docs/sequences/panic.md` has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Measure, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.morale import PanicOf
from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from mangonel.systems.cryhavoc.men.pools import FIT, HURT_PANICKED, PANICKED, WOUNDED
from mangonel.systems.cryhavoc.phases.panic import PanicTest, calm_down, may_be_seized

__all__ = ["PartyNerves", "party_nerves", "with_panic"]

_FAR = 2
"""From so many hexes before the foot of the wall on a man who runs is six hexes from the enemy."""


def party_nerves(setup: LadderSetup, rules: RuleSet) -> PartyNerves | None:
    """Return how the besiegers of a scenario stand deaths; None if they are never seized."""
    if setup.panic is None or not may_be_seized(rules, setup.panic):
        return None
    return PartyNerves(setup.panic, PanicTest.of(rules, setup.panic), setup.ladders, setup.men)


def with_panic(nerves: PartyNerves | None, phases: Sequence[Phase], first: int = 0) -> list[Phase]:
    """Return phases in which besiegers can die, each with the panic after it, party `first` before the others."""
    if nerves is None:
        return list(phases)
    tests = partial(nerves.tests, first)
    return [step for phase in phases for step in (phase, Phase(f"{phase.name}: panic", tests, nerves.asked))]


@dataclass(frozen=True)
class PartyNerves:
    """The besiegers as far as panic goes: only men on the ground are seized, each party by itself."""

    panic: PanicOf
    test: PanicTest
    ladders: int
    men: int

    @property
    def columns(self) -> list[Column]:
        """The columns to be declared."""
        every = self.men * self.ladders
        return [
            Column("panicked_fit", self.men, 0, self.ladders),
            Column("panicked_wounded", self.men, 0, self.ladders),
            Column("routed_fit", every),
            Column("routed_wounded", every),
            # One roll kills no two men of one party.
            Column("deaths", 1, 0, self.ladders),
        ]

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is recorded at the end."""
        every = self.men * self.ladders
        return Measure("besiegers_panicked", every, self.panicked), Measure("besiegers_routed", every, self.routed)

    def mourn(self, s: State, number: int, dead: Mask, *, on_ground: bool) -> None:
        """Note deaths in a party on the ground, or above it if it is at the foot of its ladder."""
        if number < self.ladders:
            s.deaths[number] |= dead if on_ground else dead & (s.distance[number] == 0)

    def asked(self, s: State) -> Mask:
        """Return where a death asks for a test. Shape (rows,)."""
        return s.deaths.any(axis=0)

    def tests(self, first: int, s: State, dice: Dice) -> None:
        """Make the tests for the deaths of one roll: of the party `first`, then of the others by number (Panic)."""
        routed = {FIT: s.routed_fit, WOUNDED: s.routed_wounded}
        for ladder in sorted(range(self.ladders), key=lambda number: number != first):
            where = s.deaths[ladder] > 0
            if not where.any():
                continue
            fled = {PANICKED: s.panicked_fit[ladder], HURT_PANICKED: s.panicked_wounded[ladder]}
            self.test.make(
                s,
                dice,
                where,
                f"men of party {ladder + 1}",
                calm=[{FIT: s.fit[ladder], WOUNDED: s.wounded[ladder]}],
                panicked=list(fled.items()),
                fled=fled,
                routed=routed,
                safe=s.distance[ladder] >= _FAR,
            )
        s.deaths = 0

    def recovery(self) -> list[Phase]:
        """Return the end of the besiegers' movement phase, if it can calm anybody."""
        if self.panic.followed and not self.panic.rally:
            return []
        return [Phase("besiegers are calm again", self._calm, lambda s: self.panicked(s) > 0)]

    def _calm(self, s: State, dice: Dice) -> None:
        """Let men be calm again at the end of their movement (Panic)."""
        pairs = [*zip(s.panicked_fit, s.fit, strict=True), *zip(s.panicked_wounded, s.wounded, strict=True)]
        number = calm_down(self.panic, pairs)
        dice.note("calm again: {} of the besiegers", number > 0, number)

    def panicked(self, s: State) -> NDArray[np.int16]:
        """Return how many men have panicked and not routed. Shape (rows,)."""
        return (s.panicked_fit + s.panicked_wounded).sum(axis=0, dtype=np.int16)

    def panicked_wounded(self, s: State) -> NDArray[np.int16]:
        """Return how many of them are wounded. Shape (rows,)."""
        return s.panicked_wounded.sum(axis=0, dtype=np.int16)

    def routed(self, s: State) -> NDArray[np.int16]:
        """Return how many men have run for good. Shape (rows,)."""
        return s.routed_fit.astype(np.int16) + s.routed_wounded
