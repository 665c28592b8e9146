"""Combats of the stacks of two banners: what each comes to is looked up, and found when it first comes up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.battle.banner import Banner
from mangonel.systems.filo.rolls.fights import PLAIN, VOIDED
from mangonel.systems.filo.rolls.told import telling
from mangonel.systems.filo.situations.combat import ATTACKERS, DEFENDERS, Combat, combat_situation
from mangonel.systems.filo.situations.leaders import faces_of_test
from mangonel.systems.filo.situations.states import others_take
from mangonel.systems.filo.situations.units import Unit
from mangonel.systems.possible import possible
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.dice import Throw
from mangonel.tables.joint import Joint

__all__ = ["Combats", "Meeting", "Pair"]

Numbers = NDArray[np.integer[Any]] | int

_TABLES = ("combat-ratio", "combat-modifiers", "navas-modifiers")
_OPTIONS = (
    "charge-on-routed",
    "charge-terrain",
    "demoralised-attackers",
    "rear-charge",
    "reaction-terrain",
    "results-on-all",
    "ruy-diaz",
    "ruy-diaz-defence",
    "several-leaders",
    "terrain-sum",
)
"""What a combat hangs on besides the types and the ground of those who meet; most come up only while it is played."""


class Combats:
    """The combats of a battle, by number.

    Parameters
    ----------
    rules
        The rule set.

    Attributes
    ----------
    defender_result, attacker_result, joined_result
        Number, among `results`, of what a code does to the defender, to the attacker, and to who attacks with him.
        Shape (codes,).
    results
        All results that there are.
    nines
        Whether a code is an unmodified die that tests leaders. Shape (codes,).
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        rules.ask_ahead(_TABLES, _OPTIONS)
        self._faces = faces_of_test(rules)
        table = rules.table("combat-results")
        pairs = [(table.cell(row, DEFENDERS), table.cell(row, ATTACKERS)) for row in table.rows]
        pairs = list(dict.fromkeys([(NO_EFFECT, NO_EFFECT), *pairs]))
        self._names = {(pair, nine): f"{'/'.join(pair)}{' 9' * nine}" for nine in (False, True) for pair in pairs}
        self.results = list(dict.fromkeys([NO_EFFECT, *(result for pair in pairs for result in pair)]))
        joined = [others_take(rules, pair[1]) for pair, _ in self._names]
        self.results += [] if "R" in self.results else ["R"]
        self.defender_result = self._numbers([pair[0] for pair, _ in self._names])
        self.attacker_result = self._numbers([pair[1] for pair, _ in self._names])
        self.joined_result = self._numbers(joined)
        self.nines = np.array([nine for _, nine in self._names])
        self._lock = Lock()
        self._known: dict[tuple[Combat, bool], int] = {}
        self._situations: list[Joint] = []
        self._rows = dict[int, list[int]]()
        self.roll: Roll | None = None

    def number(self, asked: Sequence[tuple[Combat, bool]]) -> list[int]:
        """Return the numbers of some combats, each with whether a reaction charge has voided it; -1: there is none."""
        with self._lock:
            before = len(self._situations)
            numbers = [self._add(*combat) for combat in asked]
            if len(self._situations) > before:
                rows = [self._read(situation) for situation in self._situations[before:]]
                codes = np.array(rows, dtype=np.int8)
                if self.roll is not None:
                    codes = np.concatenate([self.roll.codes, codes])
                thrown = self._situations[0].situation.table.thrown
                self.roll = Roll("combat", tuple(self._names.values()), codes, self.told, thrown)
            return numbers

    def told(self, place: int, die: Throw) -> str:
        """Return how a throw is told."""
        return telling(self._situations)(place, die)

    def _add(self, combat: Combat, reacted: bool) -> int:  # noqa: FBT001 - as it is kept
        key = combat, reacted
        if key not in self._known:
            situation = possible(partial(combat_situation, self.rules, combat, reacted=reacted))
            self._known[key] = -1 if situation is None else len(self._situations)
            self._situations += [] if situation is None else [situation]
        return self._known[key]

    def _read(self, joint: Joint) -> list[int]:
        # Of one table, a total decides what a throw comes to.
        total = joint.situation.modifier
        if total not in self._rows:
            places = {name: code for code, name in enumerate(self._names)}
            throws = zip(joint.faces, joint.outcomes(), strict=True)
            self._rows[total] = [places[pair, die in self._faces] for die, pair in throws]  # type: ignore[index]
        return self._rows[total]

    def _numbers(self, letters: Sequence[str]) -> NDArray[np.int16]:
        return np.array([self.results.index(letter) for letter in letters], dtype=np.int16)


@dataclass(frozen=True, slots=True)
class Pair:
    """Who meets: each as a number of what can be, or an array of them by row."""

    way: Numbers
    """`PLAIN`, `CHARGE` or `VOIDED`."""
    first: Numbers
    joined: Numbers
    other: Numbers
    """Company and state of the attacker; of who attacks with him, from 1, 0 if there is none; of the defender."""
    leads: Numbers = 0
    resists: Numbers = 0
    """How the leader is who is with the attacker, and with the defender, from 1; 0 if there is none."""
    ruy_attacks: Numbers = 0
    ruy_defends: Numbers = 0
    """`ruy_attacks`, `ruy_defends`: whether Ruy Díaz is with them."""


_NEW = -2


class Meeting:
    """Attacks of a banner on another one.

    Parameters
    ----------
    combats
        All combats.
    attacker, defender
        The banners.

    Attributes
    ----------
    charges
        Whether each company of the attackers can charge there.

    Raises
    ------
    DataError
        If no combat is possible on the ground of the defender.
    UnknownCellError
        If the source has lost a cell that a combat between them needs.
    """

    def __init__(self, combats: Combats, attacker: Banner, defender: Banner) -> None:
        self._combats, self._attacker, self._defender = combats, attacker, defender
        mine, theirs = len(attacker.companies), len(defender.companies)
        self._sizes = (3, 2 * mine, 2 * mine + 1, 6 * theirs, 5, 5, 2, 2)
        self._number = np.full(int(np.prod(self._sizes)), _NEW, dtype=np.int16)
        self.charges = self._look()

    def number(self, pair: Pair, where: NDArray[np.bool_]) -> NDArray[np.int16]:
        """Return the number of each row's combat; -1 where there is none. Shape (rows,)."""
        place: NDArray[Any] = np.zeros(len(where), dtype=np.int32)
        for size, part in zip(self._sizes, _parts(pair), strict=True):
            place *= size
            place += part
        place *= where
        number = self._number.take(place)
        new = where & (number == _NEW)
        if new.any():
            asked = np.unique(place[new])
            self._number[asked] = self._combats.number([self._asked(int(place)) for place in asked])
            number = self._number.take(place)
        return number

    def _asked(self, place: int) -> tuple[Combat, bool]:
        parts = []
        for size in reversed(self._sizes):
            place, part = divmod(place, size)
            parts.append(part)
        return self._combat(*reversed(parts))

    def _combat(
        self, way: int, first: int, joined: int, other: int, leads: int, resists: int, ruy: int, ruy_other: int
    ) -> tuple[Combat, bool]:
        units = [self._unit(self._attacker, first, 2, leads, ruy)]
        if joined:
            units.append(self._unit(self._attacker, joined - 1, 2))
        against = self._unit(self._defender, other, 6, resists, ruy_other)
        across = self._defender.companies[0].across
        attackers = tuple(replace(unit, ground=across) for unit in units)
        return Combat(attackers, (against,), charge=way != PLAIN), way == VOIDED

    @staticmethod
    def _unit(banner: Banner, stack: int, states: int, leader: int = 0, ruy: int = 0) -> Unit:
        company = banner.companies[stack // states]
        unit = company.unit(stack % states, words=("ruy_diaz",) if ruy else ())
        bonus = banner.keys.bonuses[leader - 1] if leader else 0
        return replace(unit, bonuses=(bonus,) if bonus else ())

    def _look(self) -> tuple[bool, ...]:
        """Look at each pair of companies; return which of the attackers' can charge."""
        rules, charges = self._combats.rules, []
        for number, company in enumerate(self._attacker.companies):
            if not self._attacker.fights[number]:
                charges.append(False)
                continue
            able = company.can_charge
            for other in range(len(self._defender.companies)):
                combat, _ = self._combat(PLAIN, 2 * number, 0, 6 * other, 0, 0, 0, 0)
                self._try(combat)
                charge = replace(combat, charge=True)
                able = able and possible(partial(combat_situation, rules, charge)) is not None
            charges.append(able)
        return tuple(charges)

    def _try(self, combat: Combat) -> None:
        try:
            combat_situation(self._combats.rules, combat)
        except NoRollError as error:
            path = f"{self._defender.path}.ground"
            raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None


def _parts(pair: Pair) -> tuple[Numbers, ...]:
    return (pair.way, pair.first, pair.joined, pair.other, pair.leads, pair.resists, pair.ruy_attacks, pair.ruy_defends)
