"""A banner in many games at once: its stacks by number, the best of them, and what becomes of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.battle.setup import BannerKeys
from mangonel.systems.filo.keys.stacks import standing
from mangonel.systems.filo.situations.quality import flight_points
from mangonel.systems.filo.situations.scales import ON, STATES
from mangonel.systems.filo.situations.states import after_result
from mangonel.systems.filo.stacks.fates import DEMORALISED, GONE, ROUTED
from mangonel.systems.filo.stacks.stack import Stack, check_ground

__all__ = ["NOBODY", "Banner"]

NOBODY = 1 << 14
"""The key of a stack that is not there: greater than that of any other."""
_SLOT = 4
"""Bits of a key that hold the number of a stack: 12 at most."""


class Banner:
    """A banner.

    A stack is a code: 0 to 3 if it is organised or demoralised, as in `STATES`; then routed, two codes, fresh and
    fatigued, for each number of hexes that it has gone back; then `gone`, fled, left. Of two stacks the lower code is
    the one that stands before the other.

    Parameters
    ----------
    rules
        The rule set.
    side
        ``a`` or ``b``.
    place
        Among the banners of its side, from 0.
    keys
        What the scenario says of it.

    Attributes
    ----------
    companies
        A stack of each kind that it has, for single rolls.
    path
        Where it stands in the scenario.
    fights
        Whether each company attacks: artillery does not.
    company
        The number of the company of each stack.
    gone, fled, left
        Codes of who is eliminated, has fled off the map, has left.
    order
        State of each code, as in `STATES`. Shape (codes,).
    """

    def __init__(self, rules: RuleSet, side: str, place: int, keys: BannerKeys) -> None:
        self.rules, self.side, self.place, self.keys = rules, side, place, keys
        self.name, self.path = f"{side}{place + 1}", f"{side}.banners.{place + 1}"
        self.who = f"banner {self.name}"
        check_ground(rules, self.path, keys.ground)
        alone = standing(rest=False, until="rout")
        self._asleep = keys.al_nasir and rules.choice("al-nasir") == ON
        self.companies = [
            Stack(rules, f"{self.path}.stacks.{number}", keys.units(company), alone)
            for number, company in enumerate(keys.stacks, start=1)
        ]
        attacks = rules.table("types")
        self.fights = [attacks.cell(stack.keys.kind.type, "attacks") != "no" for stack in self.companies]
        self.company = [number for number, company in enumerate(keys.stacks) for _ in range(company.number)]
        self.size = len(self.company)
        self.units = np.array([keys.stacks[number].units for number in self.company], dtype=np.int16)
        self.gone = ROUTED + 2 * (keys.edge + 1)
        self.fled, self.left = self.gone + 1, self.gone + 2
        self.order = np.array(
            [min(code, ROUTED + code % 2) if code < self.gone else GONE for code in range(self.left + 1)], dtype=np.int8
        )
        self.rested, self.rallied = self.after(("rest", "rally"))
        self.helped = self._helped()
        self.flight = [self._flight(stack) for stack in self.companies]

    @property
    def columns(self) -> list[Column]:
        """The code of each stack, whether it has fought in this turn, and whether the banner is awake."""
        columns = [
            Column(f"{self.name}_stacks", self.left, size=self.size),
            Column(f"{self.name}_fought", 1, size=self.size),
        ]
        return [*columns, Column(f"{self.name}_awake", 1)] if self._asleep else columns

    def codes(self, s: State) -> NDArray[Any]:
        """Return the code of each stack. Shape (stacks, rows)."""
        codes: NDArray[Any] = getattr(s, f"{self.name}_stacks")
        return codes

    def fought(self, s: State) -> NDArray[Any]:
        """Return which stacks have fought in this turn. Shape (stacks, rows)."""
        fought: NDArray[Any] = getattr(s, f"{self.name}_fought")
        return fought

    def awake(self, s: State) -> Mask:
        """Return where it attacks if its player wants it to."""
        return getattr(s, f"{self.name}_awake") > 0 if self._asleep else np.ones(s.size, dtype=np.bool_)

    def wake(self, s: State, dice: Dice, where: Mask) -> None:
        """Let it be attacked for the first time."""
        if self._asleep:
            dice.note(f"{self.who} wakes", where & ~self.awake(s))
            setattr(s, f"{self.name}_awake", self.awake(s) | where)

    def spent(self, s: State) -> Mask:
        """Return where none of its stacks can fight."""
        spent: Mask = self.codes(s).min(axis=0) >= ROUTED
        return spent

    def broken(self, s: State) -> NDArray[Any]:
        """Return how many of its stacks are routed or not on the map. Shape (rows,)."""
        return (self.codes(s) >= ROUTED).sum(axis=0)

    def number(self, s: State, low: int, high: int) -> NDArray[Any]:
        """Return how many of its units have a code from one to below another. Shape (rows,)."""
        codes = self.codes(s)
        return self.units @ ((codes >= low) & (codes < high)).astype(np.int16)

    def attackers(self, codes: NDArray[Any], most: int) -> NDArray[np.int16]:
        """Return keys of the stacks that attack, the first first; `NOBODY` where there are none. Shape (most, rows)."""
        keys = self._keys(codes, DEMORALISED)
        keys[[not self.fights[company] for company in self.company]] = NOBODY
        return self._first(keys, most)

    def defenders(self, codes: NDArray[Any], most: int, pursuit: int) -> NDArray[np.int16]:
        """Return keys of the stacks that can be attacked, as `attackers`."""
        return self._first(self._keys(codes, min(ROUTED + 2 * (pursuit + 1), self.gone)), most)

    @staticmethod
    def of_key(keys: NDArray[np.int16]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Return number and code of stacks. Each of shape (rows,)."""
        return keys & ((1 << _SLOT) - 1), keys >> _SLOT

    def company_of(self, number: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return the company of each stack by its number. Shape (rows,)."""
        company = np.zeros_like(number)
        for place in range(1, len(self.companies)):
            company += number >= self.company.index(place)
        return company

    def after(self, results: Sequence[str]) -> NDArray[np.int8]:
        """Return the code after each of some results. Shape (results, codes)."""
        return np.array([self._fate(result) for result in results], dtype=np.int8)

    def tell(self, dice: Dice, number: NDArray[Any], where: Mask, before: NDArray[Any], after: NDArray[Any]) -> None:
        """Tell what has become of some stacks, one a row."""

        def tell(text: str, low: int, high: int) -> None:
            dice.note(
                f"stack {{}} of {self.who} {text}",
                lambda: where & (before != after) & (after >= low) & (after < high),
                lambda: number + 1,
            )

        def routed(fatigue: int) -> Mask:
            return where & (before != after) & (after >= ROUTED) & (after < self.gone) & (after % 2 == fatigue)

        for code, state in enumerate(STATES[:ROUTED]):
            tell(f"is {state.replace('_', ', ')}", code, code + 1)
        for fatigue in range(2):
            dice.note(
                f"stack {{}} of {self.who} is {STATES[ROUTED + fatigue].replace('_', ', ')} ({{:hex}} back)",
                partial(routed, fatigue),
                lambda: number + 1,
                lambda: np.maximum(after - ROUTED, 0) // 2,
            )
        for code, text in enumerate(("is eliminated", "has fled off the map", "has left"), start=self.gone):
            tell(text, code, code + 1)

    def _keys(self, codes: NDArray[Any], limit: int) -> NDArray[np.int16]:
        """Return a key of each stack, which goes by its code, then by its number. Shape (stacks, rows)."""
        keys = (codes.astype(np.int16) << _SLOT) + np.arange(self.size, dtype=np.int16)[:, None]
        return np.where(codes < limit, keys, np.int16(NOBODY))

    def _first(self, keys: NDArray[np.int16], most: int) -> NDArray[np.int16]:
        low = np.empty_like(keys[0])
        for place in range(min(most, self.size)):
            for other in range(place + 1, self.size):
                np.minimum(keys[place], keys[other], out=low)
                np.maximum(keys[place], keys[other], out=keys[other])
                keys[place] = low
        if self.size >= most:
            return keys[:most]
        nobody = np.full((most - self.size, keys.shape[1]), NOBODY, dtype=np.int16)
        return np.concatenate([keys, nobody])

    def _fate(self, result: str) -> list[int]:
        """Return the code after a result, by the code before."""
        fates = [after_result(self.rules, state, result, room=self.keys.room) for state in STATES[:GONE]]
        codes = []
        for code in range(self.left + 1):
            if code >= self.gone:
                codes.append(code)
                continue
            fate = fates[self.order[code]]
            state = STATES.index(fate.state)
            back = fate.hexes + ((code - ROUTED) // 2 if code >= ROUTED else 0)
            codes.append(self._code(state, back))
        return codes

    def _code(self, state: int, back: int) -> int:
        if state == GONE:
            return self.gone
        if state < ROUTED:
            return state
        return ROUTED + 2 * back + state % 2 if back <= self.keys.edge else self.fled

    def _helped(self) -> NDArray[np.int8]:
        """Return the code of whom De Rada helps: fresh whatever rest does, and rallied by a step. Shape (codes,)."""
        fresh = [code - code % 2 if code < self.gone else code for code in range(self.left + 1)]
        return np.array([self.rallied[code] for code in fresh], dtype=np.int8)

    def _flight(self, stack: Stack) -> NDArray[np.int8]:
        """Return the code after a flight in phase E. Shape (codes,)."""
        movement = stack.movement
        codes = []
        for code in range(self.left + 1):
            if not ROUTED <= code < self.gone:
                codes.append(code)
                continue
            tired = code % 2
            hexes = flight_points(self.rules, int(movement[ROUTED + tired]), cavalry=stack.mounted)
            codes.append(self._code(ROUTED + tired, (code - ROUTED) // 2 + hexes))
        return np.array(codes, dtype=np.int8)
