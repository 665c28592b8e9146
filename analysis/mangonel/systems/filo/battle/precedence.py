"""Who acts when: the initiative, who acts at once, who is named and who is silenced, and the usual order (6.C)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.battle.banner import Banner
from mangonel.systems.filo.battle.field import Field
from mangonel.systems.filo.battle.host import Host
from mangonel.systems.filo.phases.initiative import even_roll, totals_roll
from mangonel.systems.filo.phases.turn_order import is_number, left, usual_numbers
from mangonel.systems.filo.situations.initiative import SIDES, class_of, vetoes
from mangonel.systems.filo.situations.scales import BONUSES

__all__ = ["Order", "Turn"]

_NOBODY, _NAMES, _SILENCES = "C1", ("C3", "C4"), "C4"


@dataclass(frozen=True, slots=True)
class Turn:
    """A place in the order: the banner, what a trace says after its name, and the rows in which it acts then."""

    banner: Banner
    words: str
    when: Callable[[State], Mask]


class Order:
    """The order of a turn. Banners are numbered from 1, those of side a first; 0 is none.

    Parameters
    ----------
    rules
        The rule set.
    hosts
        The two sides.
    field
        Where they meet.
    """

    def __init__(self, rules: RuleSet, hosts: tuple[Host, Host], field: Field) -> None:
        self._hosts, self._field = hosts, field
        self._banners = [banner for host in hosts for banner in host.banners]
        thrown = rules.table("initiative").thrown
        self._roll, self._even = totals_roll(thrown, range(BONUSES[1] + 1)), even_roll()
        letters = [class_of(rules, gained) for gained in range(max(thrown.totals) + BONUSES[1])]
        self._leads = np.array([gained > 0 and letter != _NOBODY for gained, letter in enumerate(letters)])
        self._names = np.array([letter in _NAMES for letter in letters])
        self._silences = np.array([letter == _SILENCES for letter in letters])
        self._veto = vetoes(rules, _SILENCES, 1)
        self._orders = [self._usual(rules, begins) for begins in SIDES]

    @property
    def columns(self) -> list[Column]:
        """Which side begins among equals, who acts at once, who is named, who is silenced."""
        return [Column("begins", 1), *(Column(name, len(self._banners)) for name in ("lead", "named", "silent"))]

    @property
    def phases(self) -> list[Phase]:
        """Both throws, and what follows from them (one game turn, 1 and 2)."""
        return [Phase("initiative", self._throw)]

    def turns(self) -> list[Turn]:
        """Return the places of a turn: who acts at once, who is named, the usual order."""
        first = [Turn(banner, "acts at once", is_number("lead", number)) for number, banner in self._numbered]
        named = [Turn(banner, "has to act", is_number("named", number)) for number, banner in self._numbered]
        return [*first, *named, *(turn for places in zip(*self._orders, strict=True) for turn in self._place(places))]

    @property
    def _numbered(self) -> list[tuple[int, Banner]]:
        return list(enumerate(self._banners, start=1))

    def _usual(self, rules: RuleSet, begins: str) -> list[int]:
        """Return the numbers of banners in the usual order, if a side begins among equals."""
        values = [[banner.keys.value for banner in host.banners] for host in self._hosts]
        return usual_numbers(rules, values, begins)

    def _place(self, places: tuple[int, ...]) -> list[Turn]:
        if len(set(places)) == 1:
            return [Turn(self._banners[places[0] - 1], "acts", left(places[0]))]
        return [
            Turn(self._banners[number - 1], f"acts, side {SIDES[begins]} begins", left(number, begins))
            for begins, number in enumerate(places)
        ]

    def _throw(self, s: State, dice: Dice) -> None:
        """Throw for both sides, and note who leads, is named and silenced (one game turn, 1 and 2)."""
        everywhere = np.ones(s.size, dtype=np.bool_)
        bonuses = [host.army.bonus(s) for host in self._hosts]
        totals = [
            dice.roll(self._roll, everywhere, bonus, who=f"side {host.side}").astype(np.int16) + bonus
            for host, bonus in zip(self._hosts, bonuses, strict=True)
        ]
        gained = totals[0] - totals[1]
        begins = (bonuses[1] < bonuses[0]).astype(np.int8)
        if self._orders[0] != self._orders[1]:
            equal = bonuses[0] == bonuses[1]
            begins = np.where(equal, dice.roll(self._even, equal), begins)
        s.begins = begins
        dice.note("nobody has the initiative", gained == 0)
        fronts = [[self._field.at_front(s, banner) for banner in host.banners] for host in self._hosts]
        lead, named, silent = (np.zeros(s.size, dtype=np.int8) for _ in range(3))
        for side, host in enumerate(self._hosts):
            ahead = gained > 0 if side == 0 else gained < 0
            host.count(s, "first", ahead)
            by = np.abs(gained)
            chosen = self._choose(s, side, fronts, (self._names[by], self._silences[by]))
            here = ahead & self._leads[by]
            lead, named, silent = (
                np.where(here, new, old) for new, old in zip(chosen, (lead, named, silent), strict=True)
            )
        s.lead, s.named, s.silent = lead, named, silent
        for number, banner in self._numbered:
            dice.note(f"{banner.who} does not act", silent == number)

    def _choose(
        self, s: State, side: int, fronts: list[list[Mask]], classes: tuple[Mask, Mask]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return who acts at once for a side, whom it names and whom it silences. Each of shape (rows,)."""
        names, silences = classes
        host, rival = self._hosts[side], self._hosts[1 - side]
        lead = self._best(side, fronts[side], highest=host.policies.lead == "highest")
        named = np.zeros(s.size, dtype=np.int8)
        for place, banner in enumerate(host.banners):
            leads = lead == self._number(side, place)
            for other, facing in enumerate(rival.banners):
                if facing.keys.sector == banner.keys.sector:
                    here = leads & fronts[1 - side][other]
                    named = np.where(here, np.int8(self._number(1 - side, other)), named)
        if len(rival.banners) == 1:
            only = np.int8(self._number(1 - side, 0))
            silent = np.where(silences & self._veto, only, np.int8(0))
        else:
            rest = [front & (named != self._number(1 - side, place)) for place, front in enumerate(fronts[1 - side])]
            silent = np.where(silences, self._best(1 - side, rest, highest=False), np.int8(0))
        named = np.where(names & (named != silent), named, np.int8(0))
        return lead, named, silent

    def _number(self, side: int, place: int) -> int:
        return 1 + place + (len(self._hosts[0].banners) if side else 0)

    def _best(self, side: int, fronts: list[Mask], *, highest: bool) -> NDArray[np.int8]:
        """Return the number of the banner of the lowest or highest value among some, 0 if none. Shape (rows,)."""
        banners = self._hosts[side].banners
        sign = -1 if highest else 1
        places = sorted(range(len(banners)), key=lambda place: sign * banners[place].keys.value)
        chosen = np.zeros(len(fronts[0]), dtype=np.int8)
        for place in reversed(places):
            chosen = np.where(fronts[place], np.int8(self._number(side, place)), chosen)
        return chosen
