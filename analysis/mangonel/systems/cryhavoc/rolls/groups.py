"""The melee roll of a group of men, all in one place, against one man."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.state import Mask
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.pools import (
    ABLE,
    HURT_PANICKED,
    HURT_RIDER,
    PANICKED,
    RIDER,
    STUNNED,
    WORDS,
    WOUNDED,
    men_words,
)
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.rolls.blows import EffectRoll, effect_roll
from mangonel.systems.cryhavoc.rolls.table_rolls import side_names
from mangonel.systems.cryhavoc.situations.ground import ground_shift
from mangonel.systems.cryhavoc.situations.melee import melee_situation
from mangonel.systems.possible import possible
from mangonel.tables.situation import Situation

__all__ = ["GroupRoll"]

_STATES = len(WORDS)


class GroupRoll:
    """The roll of up to so many men against one, by how many of each state they are and the state of the target.

    `states` are those there are among them, `places` where the group can stand (terrain ids or signs), `targets` the
    states that the man attacked can be in, and `stands` where he does. `lowest` is the lowest column, after all shifts,
    at which the attack is made; `sides` are what the trace calls one man who attacks, and one who is attacked. Where no
    melee is possible, whoever fights, it is refused (DataError).
    """

    def __init__(
        self,
        rules: RuleSet,
        *,
        attacker: Kind,
        states: Sequence[int],
        most: int,
        places: Sequence[str],
        target: Kind,
        targets: Sequence[int],
        stands: str,
        lowest: str = "1-1",
        sides: tuple[str, str] = ("attacker", "defender"),
    ) -> None:
        self._states = [state for state in ABLE if state in states]
        self._base = most + 1
        situations: list[Situation | None] = []
        against: list[str] = []
        called: list[Mapping[str, str]] = []
        self._number = np.full((len(places), self._base ** len(self._states), _STATES), -1, dtype=np.int16)
        for place, terrain in enumerate(places):
            ground_shift(rules, terrain, stands)
            ask = _Asking(rules, terrain, stands, lowest)
            for line, numbers in self._groups(most):
                attack = [
                    _strength(attacker, state)[0]
                    for state, number in zip(self._states, numbers, strict=True)
                    for _ in range(number)
                ]
                words = men_words(dict(zip(self._states, numbers, strict=True)))
                for state in targets:
                    situation = ask(attack, target, state)
                    if situation is None:
                        continue
                    self._number[place, line, state] = len(situations)
                    situations.append(situation)
                    strength = f"{sum(attack)} against {_strength(target, state)[1]}"
                    against.append(f"{words} against a {WORDS[state]}, {strength}")
                    called.append(side_names(*sides, several=len(attack) > 1))
        rolled: EffectRoll = effect_roll(rules, "melee", situations or [None], against or [""], called)
        self.roll = rolled.roll
        self.effects = rolled.effects
        self._flat = self._number.reshape(-1)

    def _groups(self, most: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield every group by its line and how many men of each state it has."""
        for line, numbers in enumerate(product(range(self._base), repeat=len(self._states))):
            if 0 < sum(numbers) <= most:
                yield line, numbers

    def line(self, group: Mapping[int, NDArray[Any]], place: NDArray[Any] | int = 0) -> NDArray[np.int32]:
        """Return where a group stands in the list of situations, for `situation`. Shape (rows,).

        `group` has so many men of each state, no more than fit in it; `place` is the number of that where it stands.
        """
        line = np.zeros(len(next(iter(group.values()))), dtype=np.int32)
        for state in self._states:
            line *= self._base
            if state in group:
                line += group[state]
        line += np.int32(self._number.shape[1]) * place
        return line

    def situation(self, line: NDArray[np.int32], state: int) -> NDArray[np.int16]:
        """Return the situation of the roll of groups against a man of this state; -1 where no attack is made."""
        return self._flat.take(line * _STATES + state)

    def aimed(self, line: NDArray[np.int32], on: Mapping[int, Mask]) -> NDArray[np.int16]:
        """Return the situation of the roll against whoever is aimed at; -1 where no attack is made. Shape (rows,).

        `on` are for each state the rows in which a man in it is attacked; no row twice.
        """
        situation = np.full(len(line), -1, dtype=np.int16)
        for state, men in on.items():
            situation += (self.situation(line, state) + np.int16(1)) * men
        return situation


class _Asking:
    """Melee situations between two places, each looked up once."""

    def __init__(self, rules: RuleSet, terrain: str, against: str, lowest: str) -> None:
        self._ask = partial(melee_situation, rules, terrain=terrain, against=against)
        self._lowest = lowest
        self._met: dict[tuple[int, int, int, bool, bool], Situation | None] = {}

    def __call__(self, attack: Sequence[int], target: Kind, state: int) -> Situation | None:
        defence = _strength(target, state)[1]
        mounted, panicked = state in (RIDER, HURT_RIDER), state in (PANICKED, HURT_PANICKED)
        key = (sum(attack), len(attack), defence, mounted, panicked)
        if key not in self._met:
            make: Callable[[], Situation] = partial(
                self._ask, attack=attack, defence=defence, mounted=mounted, panicked=panicked
            )
            situation = possible(make)
            if situation is not None:
                columns = situation.table.columns
                situation = None if columns.index(situation.final_column) < columns.index(self._lowest) else situation
            self._met[key] = situation
        return self._met[key]


def _strength(kind: Kind, state: int) -> tuple[int, int]:
    """Return attack and defence."""
    if state == STUNNED:
        return 0, kind.defence_if_stunned
    values = kind.values(mounted=state in (RIDER, HURT_RIDER))
    if state in (WOUNDED, HURT_RIDER, HURT_PANICKED):
        return values.wounded_attack, values.wounded_defence
    return values.attack, values.defence
