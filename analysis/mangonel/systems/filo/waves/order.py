"""Who acts when: the initiative, who leads, who is named and who is silenced, and the usual order of leaders (6.C)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.phases.initiative import BothThrows, even_roll
from mangonel.systems.filo.phases.turn_order import is_number, left, usual_numbers
from mangonel.systems.filo.situations.initiative import SIDES, class_of, vetoes
from mangonel.systems.filo.stacks.fates import ROUTED
from mangonel.systems.filo.waves.setup import WavesSetup
from mangonel.systems.filo.waves.stacks import BattleLine, Wave

__all__ = ["Order", "Turn"]

_CLASSES = ("C1", "C2", "C3", "C4")
_NOBODY = -1
Numbers = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Turn:
    """A place in the order: the number of the leader, what a trace says after his name, and where it is so."""

    leader: int
    words: str
    when: Callable[[State], Mask]


class Order:
    """The order of a turn. Leaders are numbered from 1, those of the waves first; 0 is none.

    Parameters
    ----------
    rules
        The rule set.
    setup
        What the scenario says.
    waves, lines
        The stacks.
    """

    def __init__(self, rules: RuleSet, setup: WavesSetup, waves: Sequence[Wave], lines: Sequence[BattleLine]) -> None:
        self._setup, self._waves, self._lines = setup, waves, lines
        self._stacks = [*waves, *lines]
        bonuses = [setup.a.army_bonus, setup.b.army_bonus]
        self._throws = BothThrows(rules, bonuses, lambda gained: _way(rules, gained))
        self._orders = [_usual(rules, setup, begins) for begins in SIDES]
        self._by_dice = bonuses[0] == bonuses[1] and self._orders[0] != self._orders[1]
        self._begins = int(bonuses[1] < bonuses[0])
        self._even = even_roll()
        self._veto = vetoes(rules, _CLASSES[-1], 1)

    @property
    def columns(self) -> list[Column]:
        """Who leads, is named and is silenced in this turn; which side begins if the dice decide."""
        columns = [Column(name, len(self._stacks)) for name in ("lead", "named", "silent")]
        return [*columns, Column("begins", 1)] if self._by_dice else columns

    def able(self, s: State, place: int) -> Mask:
        """Return where a wave can act."""
        wave = self._waves[place]
        return (wave.state(s) < ROUTED) & ~wave.rests(s) & ~self.kept_back(s, place)

    def kept_back(self, s: State, place: int) -> Mask:
        """Return where a wave is kept back."""
        reserve = self._setup.policies_a.reserve
        if not reserve or place + 1 < len(self._waves):
            return np.zeros(s.size, dtype=np.bool_)
        fewer: Mask = np.sum([wave.broken(s) for wave in self._waves], axis=0) < reserve
        return fewer

    @property
    def phases(self) -> list[Phase]:
        """Both throws, and what follows from them (one game turn, 3)."""
        return [Phase("initiative", self._throw)]

    def turns(self) -> list[Turn]:
        """Return the places of a turn: who leads, who is named, the usual order (one game turn, 4)."""
        waves = range(1, len(self._waves) + 1)
        lines = range(len(self._waves) + 1, len(self._stacks) + 1)
        # Who leads and who is named are of different sides: the waves need no place for each.
        first = [Turn(leader, "acts first", is_number("lead", leader)) for leader in lines]
        then = [Turn(leader, "acts at once", partial(_leads_or_is_named, leader)) for leader in waves]
        last = [Turn(leader, "acts after it", is_number("named", leader)) for leader in lines]
        usual = [turn for places in zip(*self._orders, strict=True) for turn in self._usual(places)]
        return [*first, *then, *last, *usual]

    def forget(self, s: State, dice: Dice) -> None:
        """Forget who has led, was named and silenced (one game turn, 4)."""
        del dice
        for column in self.columns:
            setattr(s, column.name, 0)

    def _usual(self, places: tuple[int, ...]) -> list[Turn]:
        if not self._by_dice:
            return [Turn(places[self._begins], "acts", left(places[self._begins]))]
        if len(set(places)) == 1:
            return [Turn(places[0], "acts", left(places[0]))]
        words = "acts", "acts in turn"
        return [Turn(leader, words[begins], left(leader, begins)) for begins, leader in enumerate(places)]

    def _throw(self, s: State, dice: Dice) -> None:
        """Throw for both sides, and note who leads, is named and silenced (one game turn, 3)."""
        winner, rank = self._throws.throw(s, dice)
        dice.note("nobody has the initiative", winner == _NOBODY)
        if self._by_dice:
            s.begins = dice.roll(self._even, np.ones(s.size, dtype=np.bool_))
        lead, named, silent = (np.zeros(s.size, dtype=np.int8) for _ in range(3))
        for side, choose in enumerate((self._of_a, self._of_b)):
            mine = winner == side
            chosen = choose(s, rank)
            lead, named, silent = (
                np.where(mine, new, old) for new, old in zip(chosen, (lead, named, silent), strict=True)
            )
        s.lead, s.named, s.silent = lead, named, silent
        for number, stack in enumerate(self._stacks, start=1):
            dice.note(f"{stack.who} acts first", lead == number)
            dice.note(f"{stack.who} has to act at once", named == number)
            dice.note(f"{stack.who} does not act", silent == number)

    def _of_a(self, s: State, rank: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return whom side a leads with, whom of side b it names, and whom it silences. Shape (rows,) each."""
        policies = self._setup.policies_a
        lead = np.zeros(s.size, dtype=np.int8)
        for place in _by_preference(self._setup, highest=policies.lead == "highest"):
            lead = np.where((lead == 0) & self.able(s, place), place + 1, lead).astype(np.int8)
        lines, army = len(self._lines), self._setup.army_line
        code = len(self._waves) + 1
        front = s.front.astype(np.int8)
        leads_army = np.where(front <= army, army, front).astype(np.int8)
        named, other = (front, leads_army) if policies.named == "front" else (leads_army, front)
        behind = np.where(front + 1 < lines, front + 1, _NOBODY)
        other = np.where(other == named, behind, other)
        return self._told(
            lead, named + code, np.where(other == _NOBODY, 0, other + code), front + code, (rank, lines - front)
        )

    def _of_b(self, s: State, rank: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return whom side b leads with, whom of side a it names, and whom it silences. Shape (rows,) each."""
        standing = [wave.state(s) < ROUTED for wave in self._waves]
        army = self._setup.army_wave
        nearest = self._nearest(s, np.zeros(s.size, dtype=np.int8))
        leads_army = np.where(standing[army], army + 1, 0)
        if self._setup.policies_b.named == "front":
            named, other = nearest, leads_army
        else:
            named, other = np.where(leads_army > 0, leads_army, nearest), nearest
        other = np.where((other == 0) | (other == named), self._nearest(s, named), other)
        lead = s.front + len(self._waves) + 1
        only = np.select(standing, np.arange(1, len(self._waves) + 1)[:, None] + np.zeros((1, s.size)), 0)
        return self._told(lead, named, other, only, (rank, np.sum(standing, axis=0)))

    def _told(
        self, lead: NDArray[Any], named: NDArray[Any], other: NDArray[Any], only: NDArray[Any], how: tuple[Any, Any]
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return who leads, is named and silenced, by the class and by how many rivals there are."""
        rank, rivals = how
        silences = rank == len(_CLASSES) - 1
        alone = silences & (rivals == 1) & self._veto
        silent = np.where(silences & (rivals > 1), other, np.where(alone, only, 0))
        named = np.where((rank >= len(_CLASSES) - 2) & ~alone, named, 0)
        return lead.astype(np.int8), named.astype(np.int8), silent.astype(np.int8)

    def _nearest(self, s: State, but: NDArray[Any]) -> Numbers:
        """Return the able wave with the smallest gap, but for one; 0 if there is none. Shape (rows,)."""
        chosen = np.zeros(s.size, dtype=np.int8)
        best = np.full(s.size, 99, dtype=np.int8)
        for place, wave in enumerate(self._waves):
            nearer = self.able(s, place) & (but != place + 1) & (wave.gap(s) < best)
            chosen = np.where(nearer, place + 1, chosen).astype(np.int8)
            best = np.where(nearer, wave.gap(s), best).astype(np.int8)
        return chosen


def _leads_or_is_named(leader: int, s: State) -> Mask:
    here: Mask = (s.lead == leader) | (s.named == leader)
    return here


def _way(rules: RuleSet, gained: int) -> tuple[int, int]:
    """Return who has the initiative, and the number of the class."""
    rank = _CLASSES.index(class_of(rules, abs(gained)))
    return (int(gained < 0), rank) if gained and rank else (_NOBODY, 0)


def _by_preference(setup: WavesSetup, *, highest: bool) -> list[int]:
    """Return the places of waves by value, those of equal value by the policy ``order``."""
    places = range(len(setup.waves))
    back = -1 if setup.policies_a.order == "backward" else 1
    return sorted(places, key=lambda place: (setup.waves[place].value * (-1 if highest else 1), place * back))


def _usual(rules: RuleSet, setup: WavesSetup, begins: str) -> list[int]:
    """Return the numbers of leaders in the usual order, if a side begins among equals."""
    values = [stack.value for stack in setup.waves], [stack.value for stack in setup.lines]
    lines = sorted(range(len(values[1])), key=values[1].__getitem__)
    return usual_numbers(rules, values, begins, (_by_preference(setup, highest=False), lines))
