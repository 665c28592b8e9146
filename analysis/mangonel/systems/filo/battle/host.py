"""A side of a battle in many games at once: its banners, its leaders, who is with them, and what is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.battle.banner import Banner
from mangonel.systems.filo.battle.setup import MOST_STACKS, BattlePolicies, FieldPolicies, HostKeys
from mangonel.systems.filo.phases.army import Army
from mangonel.systems.filo.rolls.told import telling
from mangonel.systems.filo.situations.leaders import fate_situation
from mangonel.systems.filo.situations.scales import ON, TYPES
from mangonel.systems.filo.stacks.stack import CAPTURED, DEAD
from mangonel.tables.cells import NO_EFFECT

__all__ = ["Host"]

_DIES, _TAKEN = "muere", "capturado"
_LOST = MOST_STACKS + 1
"""De Rada is lost; smaller numbers are those of the stack that he is with."""
_COUNTED = ("first", "combats", "charges", "reactions", "routs", "rallies", "fled", "leaders_lost")


class Host:
    """A side.

    Parameters
    ----------
    rules
        The rule set.
    side
        ``a`` or ``b``.
    keys, policies
        What the scenario says.

    Attributes
    ----------
    banners
        Its banners.
    army
        Their leaders.
    """

    def __init__(self, rules: RuleSet, side: str, keys: HostKeys, policies: BattlePolicies) -> None:
        self.side, self.policies = side, policies
        self.banners = [Banner(rules, side, place, banner) for place, banner in enumerate(keys.banners)]
        self.army = Army(side, keys.banners, keys.army - 1)
        self._ruy, self._rada = _with(rules, policies)
        situation = fate_situation(rules)
        self._fate = Roll.of(
            "leader without a banner",
            (NO_EFFECT, _DIES, _TAKEN),
            [situation.giving((_DIES, _TAKEN)).outcomes()],
            telling([situation]),
            situation.table.thrown,
        )

    @property
    def columns(self) -> list[Column]:
        """Its banners, its leaders, and whether Ruy Díaz is lost and where De Rada is."""
        columns = [*(column for banner in self.banners for column in banner.columns), *self.army.columns]
        columns += [] if self._ruy is None else [Column("ruy_lost", 1)]
        return columns if self._rada is None else [*columns, Column("rada", _LOST)]

    @property
    def types(self) -> list[str]:
        """Types of units that it has."""
        there = {stack.keys.kind.type for banner in self.banners for stack in banner.companies}
        return [kind for kind in TYPES if kind in there]

    @property
    def tallies(self) -> list[str]:
        """Names of its counters."""
        return [f"{self.side}_{name}" for name in (*_COUNTED, *(f"lost_{kind}" for kind in self.types))]

    def count(self, s: State, what: str, number: NDArray[Any], rows: Any = slice(None)) -> None:
        """Add to a counter, in some rows."""
        counter = getattr(s, f"{self.side}_{what}")
        counter[rows] += number.astype(counter.dtype)

    def count_losses(
        self, s: State, banner: Banner, lost: NDArray[Any], fled: NDArray[Any], rows: Any = slice(None)
    ) -> None:
        """Count stacks of a banner that are no longer on the map, and those of them that have fled, in some rows."""
        if not lost.any():
            return
        self.count(s, "fled", banner.units @ fled.astype(np.int16), rows)
        for place, stack in enumerate(banner.companies):
            of_it = np.array(banner.company) == place
            number = banner.units[of_it] @ lost[of_it].astype(np.int16)
            self.count(s, f"lost_{stack.keys.kind.type}", number, rows)

    def leader_of(self, s: State, banner: Banner, rows: NDArray[np.int64]) -> NDArray[Any] | int:
        """Return how the leader is who fights with a banner, from 1; 0 if none does. Shape (rows,)."""
        return self.army.state(s)[banner.place][rows] + np.int8(1) if self.policies.leader == "front" else 0

    def ruy(self, s: State, banner: Banner, rows: NDArray[np.int64]) -> NDArray[Any] | int:
        """Return whether Ruy Díaz is with a banner. Shape (rows,)."""
        return 1 - s.ruy_lost[rows] if self._ruy == banner.place else 0

    def test(self, s: State, dice: Dice, banner: Banner, where: Mask, roll: Roll) -> None:
        """Test the leader who fights with a banner."""
        if self.policies.leader == "front":
            there = self.army.state(s)[banner.place] < DEAD
            self.army.test(s, dice, banner.place, where & there, roll)
            self.count(s, "leaders_lost", there & (self.army.state(s)[banner.place] >= DEAD))

    def capture(self, s: State, dice: Dice, banner: Banner, where: Mask) -> None:
        """Let those be captured or lost who are with the first stack of a banner, which is eliminated."""
        if self.policies.leader == "front":
            taken = where & (self.army.state(s)[banner.place] < DEAD)
            self.army.hurt(s, dice, banner.place, taken, np.full(s.size, CAPTURED))
            self.count(s, "leaders_lost", taken)
        if self._ruy == banner.place:
            dice.note("Ruy Díaz is lost", where & (s.ruy_lost == 0))
            s.ruy_lost = s.ruy_lost | where

    def lose(self, s: State, dice: Dice, banner: Banner, where: Mask, eliminated: NDArray[Any]) -> None:
        """Let those go who were with stacks that have been eliminated in some rows."""
        if self._rada == banner.place:
            for number in range(1, banner.size + 1):
                lost = where & eliminated[number - 1] & (s.rada == number)
                dice.note("De Rada is lost", lost)
                s.rada = np.where(lost, _LOST, s.rada)
        army = self.army
        alone = where & eliminated.any(axis=0) & (banner.codes(s).min(axis=0) >= banner.gone)
        alone &= (army.state(s)[banner.place] < DEAD) & (army.army(s) != banner.place)
        fate = dice.roll(self._fate, alone, who=army.names[banner.place])
        after = np.where(fate == self._fate.code(_TAKEN), np.int8(CAPTURED), np.int8(DEAD))
        army.hurt(s, dice, banner.place, alone, after)
        self.count(s, "leaders_lost", alone)

    @property
    def has_rada(self) -> bool:
        """Whether De Rada is with it."""
        return self._rada is not None

    @property
    def has_men(self) -> tuple[bool, bool]:
        """Whether De Rada is with it, and Ruy Díaz."""
        return self.has_rada, self._ruy is not None

    @property
    def rada_banner(self) -> Banner:
        """The banner with which De Rada is."""
        assert self._rada is not None
        return self.banners[self._rada]

    def rada_beside(self, s: State, banner: Banner) -> NDArray[Any]:
        """Return whether De Rada is beside the stacks of a banner. Shape (rows,)."""
        if self._rada != banner.place:
            return np.zeros(s.size, dtype=np.int8)
        return (s.rada < _LOST).astype(np.int8)

    def lost_men(self, s: State) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return whether De Rada is lost, and Ruy Díaz. Each of shape (rows,)."""
        none = np.zeros(s.size, dtype=np.int8)
        rada = none if self._rada is None else s.rada == _LOST
        return rada, none if self._ruy is None else s.ruy_lost


def _with(rules: RuleSet, policies: BattlePolicies) -> tuple[int | None, int | None]:
    """Return the places of the banners with which Ruy Díaz and De Rada are; None where they are not there."""
    if not isinstance(policies, FieldPolicies):
        return None, None
    places = []
    for option, number in (("ruy-diaz", policies.ruy_diaz), ("de-rada", policies.de_rada)):
        places.append(None if number is None or rules.choice(option) != ON else number - 1)
    return places[0], places[1]
