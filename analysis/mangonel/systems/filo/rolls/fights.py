"""Combats of one stack with another, looked up for every way to come to them and every state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.rolls.told import telling
from mangonel.systems.filo.situations.combat import Combat, combat_situation
from mangonel.systems.filo.situations.leaders import faces_of_test
from mangonel.systems.filo.situations.states import MAY_ADVANCE, MUST_ADVANCE, others_take
from mangonel.systems.filo.stacks.fates import GONE, ROUTED, Fates
from mangonel.systems.filo.stacks.stack import DEAD, Stack
from mangonel.systems.possible import possible
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.joint import Joint

__all__ = ["CHARGE", "PLAIN", "VOIDED", "FightRoll", "Results"]

PLAIN, CHARGE, VOIDED = range(3)
"""How a combat is fought: without a charge, with one, with one that a reaction charge has voided."""
_Place = tuple[int, int, int, int, int, int, int]


class Results:
    """What the throws of some combats come to, for a roll and for whoever carries it out.

    `helper` attacks with the first, if somebody does. ``attackers_go``, ``defenders_go`` and ``helpers_go`` are what
    results make of each stack, and ``attacker_result`` and so on the number of its result among them by code; ``must``
    and ``may`` say whether the attackers have to advance, and the defenders may, and ``tests`` whether a throw tests
    the leaders of the attackers. Shape (codes,) each.
    """

    def __init__(
        self, rules: RuleSet, situations: Sequence[Joint], attacker: Stack, defender: Stack, helper: Stack | None = None
    ) -> None:
        # Of one table, a total decides what a throw comes to.
        by_total = {situation.situation.modifier: situation for situation in situations}
        results = {total: situation.outcomes() for total, situation in by_total.items()}
        pairs = dict.fromkeys([(NO_EFFECT, NO_EFFECT), *(pair for outcomes in results.values() for pair in outcomes)])
        led = any(situation is not None and situation.keys.leader is not None for situation in (attacker, helper))
        faces = faces_of_test(rules) if led else ()
        tested = [False, True] if faces else [False]
        names = {(pair, nine): f"{'/'.join(pair)}{' 9' * nine}" for nine in tested for pair in pairs}
        thrown = situations[0].situation.table.thrown
        read = {
            total: [names[pair, die in faces] for die, pair in zip(thrown.throws, outcomes, strict=True)]
            for total, outcomes in results.items()
        }
        rows = [read[situation.situation.modifier] for situation in situations]
        self.roll = Roll.of("combat", tuple(names.values()), rows, telling(situations), thrown)
        ours, theirs = [pair[1] for pair, _ in names], [pair[0] for pair, _ in names]
        self.attackers_go, self.attacker_result = _results(rules, attacker, ours)
        if helper is not None:
            taken = [others_take(rules, letter) for letter in ours]
            self.helpers_go, self.helper_result = _results(rules, helper, taken)
        self.defenders_go, self.defender_result = _results(rules, defender, theirs)
        self.must = np.array([letter == MUST_ADVANCE for letter in ours])
        self.may = np.array([letter == MAY_ADVANCE for letter in theirs])
        self.tests = np.array([nine for _, nine in names])


def _results(rules: RuleSet, stack: Stack, letters: list[str]) -> tuple[Fates, NDArray[np.int8]]:
    distinct = tuple(dict.fromkeys([NO_EFFECT, *letters]))
    fates = Fates(rules, distinct, stack.keys.room, edge=stack.edge is not None)
    return fates, np.array([distinct.index(letter) for letter in letters], np.int8)


class FightRoll(Results):
    """The roll of a stack that attacks another one, with so many empty hexes at `most` between them.

    ``reach`` are the empty hexes through which it can charge. It is refused (DataError) if no combat is possible on the
    ground of the defender.
    """

    def __init__(self, rules: RuleSet, attacker: Stack, defender: Stack, most: int) -> None:
        self._rules, self._attacker, self._defender = rules, attacker, defender
        self._check_ground()
        self._number = np.full((3, 2, GONE + 1, GONE + 1, DEAD + 1, DEAD + 1, 2), -1, dtype=np.int16)
        situations = self._situations()
        self.reach = self._charge_reach(most)
        super().__init__(rules, situations, attacker, defender)

    def number(
        self,
        way: NDArray[np.integer],
        shot: NDArray[np.integer],
        states: tuple[NDArray[np.integer], NDArray[np.integer]],
        leaders: tuple[NDArray[np.integer], NDArray[np.integer]],
        stands: NDArray[np.integer],
    ) -> NDArray[np.int16]:
        """Return the number of each row's situation; -1 where there is no such combat. Shape (rows,).

        Parameters
        ----------
        way
            How it is fought: `PLAIN`, `CHARGE` or `VOIDED`.
        shot
            Whether the attackers have just shot.
        states, leaders
            Of attacker and defender, and what has become of their leaders.
        stands
            Whether the defender stands on the ground of the start.
        """
        # Who has no leader left is not there any more.
        mine, theirs = (np.minimum(leader, DEAD) for leader in leaders)
        return self._number[way, shot, states[0], states[1], mine, theirs, stands]

    def _places(self) -> Iterator[_Place]:
        attacker, defender = self._attacker, self._defender
        ways = (PLAIN, CHARGE, VOIDED) if attacker.can_charge and attacker.policies.charge else (PLAIN,)
        shots = range(2) if attacker.shoots and attacker.policies.offensive_fire else range(1)
        yield from product(ways, shots, range(GONE), range(GONE), attacker.leaders, defender.leaders, defender.stances)

    def _situations(self) -> list[Joint]:
        """Return all that can be rolled, and write down where; what comes to the same combat is asked once."""
        numbers: dict[tuple[Combat, bool], int] = {}
        situations: list[Joint] = []
        for place in self._places():
            asked = self._combat(*place), place[0] == VOIDED
            if asked not in numbers:
                situation = possible(partial(combat_situation, self._rules, asked[0], reacted=asked[1]))
                numbers[asked] = -1 if situation is None else len(situations)
                situations += [] if situation is None else [situation]
            self._number[place] = numbers[asked]
        return situations

    def _combat(self, way: int, shot: int, mine: int, theirs: int, leader: int, other: int, stands: int) -> Combat:
        attacker, defender = self._attacker, self._defender
        words = (*(["shot"] if shot else []), *(["just_routed"] if mine >= ROUTED else []))
        ours = attacker.attacking(mine, leader, words=words, across=defender.across if stands else ())
        return Combat((ours,), (defender.unit(theirs, other, stands=bool(stands)),), charge=way != PLAIN)

    def _check_ground(self) -> None:
        try:
            combat_situation(self._rules, self._combat(PLAIN, 0, 0, 0, 0, 0, self._defender.stances[-1]))
        except NoRollError as error:
            path = f"{self._defender.path}.ground"
            raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None

    def _charge_reach(self, most: int) -> int:
        attacker, defender = self._attacker, self._defender
        if not attacker.can_charge:
            return 0
        units = (attacker.attacking(0, 0),), (defender.unit(0, stands=False),)
        return max(
            (
                hexes
                for hexes in range(1, most + 1)
                if possible(partial(combat_situation, self._rules, Combat(*units, charge=True, approach=hexes)))
            ),
            default=0,
        )
