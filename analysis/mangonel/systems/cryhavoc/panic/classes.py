"""The men of a panic by class, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.state import Column, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.pools import total
from mangonel.systems.cryhavoc.panic.setup import SEIZED, PanicSetup
from mangonel.systems.cryhavoc.phases.panic import PanicRoll

__all__ = ["Men", "PanicGame", "panic_game"]


@dataclass(frozen=True)
class Men:
    """The soldiers or the peasants."""

    name: str
    most: int
    runs: int
    """Runs that a routed man can have behind him and be there: those who have run once, twice and so on are counted
    apart. 0 if he is gone at once; 1 also if he is never gone."""

    @property
    def columns(self) -> list[Column]:
        """The columns to be declared."""
        columns = [Column(f"{self.name}_calm", self.most, self.most), Column(f"{self.name}_panicked", self.most)]
        return [*columns, Column(f"{self.name}_routed", self.most, 0, self.runs)] if self.runs else columns

    def calm(self, s: State) -> NDArray[Any]:
        """Return how many are calm; changing it changes the state. Shape (rows,)."""
        return getattr(s, f"{self.name}_calm")

    def panicked(self, s: State) -> NDArray[Any]:
        """Return how many have panicked; changing it changes the state. Shape (rows,)."""
        return getattr(s, f"{self.name}_panicked")

    def routed(self, s: State) -> NDArray[Any]:
        """Return how many have routed, by runs less one; changing it changes the state. Shape (runs, rows)."""
        if not self.runs:
            return np.zeros((0, s.size), dtype=np.int8)
        return getattr(s, f"{self.name}_routed")

    def rout(self, s: State, number: NDArray[Any]) -> None:
        """Let so many men run for the first time."""
        if self.runs:
            self.routed(s)[0] += number
        else:
            s.gone += number


@dataclass(frozen=True)
class PanicGame:
    """Everything the phases of a panic look up."""

    setup: PanicSetup
    men: tuple[Men, ...]
    """Soldiers and peasants, as far as there are any."""
    test: PanicRoll
    automatic: bool
    """Whether panicked men rout at the next death without a roll (option ``second-panic``)."""
    in_reach: bool
    """Whether further deaths concern panicked men (option ``panicked-reach``)."""

    @property
    def total(self) -> int:
        """Soldiers and peasants at the start."""
        return self.setup.soldiers + self.setup.peasants

    def out_of_hand(self, s: State) -> Iterator[NDArray[Any]]:
        """Yield the numbers of men who have panicked or routed and are there. Shape (rows,) each."""
        for group in self.men:
            yield group.panicked(s)
            yield from group.routed(s)

    def panicked(self, s: State) -> NDArray[np.int16]:
        """Return how many men have panicked. Shape (rows,)."""
        return total(group.panicked(s) for group in self.men)

    def calm(self, s: State) -> NDArray[np.int16]:
        """Return how many soldiers and peasants are calm. Shape (rows,)."""
        return total(group.calm(s) for group in self.men)

    def routed(self, s: State) -> NDArray[np.int16]:
        """Return how many men have routed and are there. Shape (rows,)."""
        return total([np.zeros(s.size, dtype=np.int16), *(runs for group in self.men for runs in group.routed(s))])

    def dead(self, s: State) -> NDArray[np.int16]:
        """Return how many are dead, knights too. Shape (rows,)."""
        there = self.calm(s) + self.panicked(s) + self.routed(s) + s.gone + s.knights
        return np.int16(self.total + self.setup.knights) - there

    def reached(self, s: State) -> NDArray[np.int16]:
        """Return how many men are in reach of a death. Shape (rows,)."""
        reached: NDArray[np.int16] = self.calm(s) + s.knights
        return reached + self.panicked(s) if self.in_reach else reached


def panic_game(setup: PanicSetup, rules: RuleSet) -> PanicGame:
    """Look up everything a panic needs; a rule set that knows none is refused (DataError)."""
    runs = 1 if setup.edge == 0 else setup.edge - 1
    numbers = dict(zip(SEIZED, (setup.soldiers, setup.peasants), strict=True))
    return PanicGame(
        setup=setup,
        men=tuple(Men(name, number, runs) for name, number in numbers.items() if number),
        test=PanicRoll(rules),
        automatic=rules.choice("second-panic") == "automatic",
        in_reach=rules.choice("panicked-reach") == "in-reach",
    )
