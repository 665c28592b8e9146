"""Shots at men of a pool, on foot and mounted, wherever they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.state import Mask
from mangonel.odds.counted import counted
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.pools import HURT_RIDER, RIDER, WORDS
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.rolls.blows import effect_roll
from mangonel.systems.cryhavoc.situations.missile import missile_situation
from mangonel.systems.possible import possible
from mangonel.tables.situation import Situation

__all__ = ["PoolShots"]

_STATES = len(WORDS)


class PoolShots:
    """The roll of one weapon at a man of a pool, by where he is and his state, one of `targets`.

    `spots` are where he can be: hexes from the shooter, and cover. `shooters` says for each sort of shooter whether he
    is wounded: the spots are numbered once more for each but the first. `aptitude` is their number of the optional
    German rule.
    """

    def __init__(
        self,
        rules: RuleSet,
        *,
        weapon: str,
        target: Kind,
        targets: Sequence[int],
        spots: Sequence[tuple[int, str]],
        shooters: Sequence[bool] = (False,),
        aptitude: int = 0,
    ) -> None:
        shot = partial(missile_situation, rules, weapon=weapon, aptitude=aptitude)
        situations: list[Situation | None] = []
        against: list[str] = []
        number = np.full((len(shooters) * len(spots), _STATES), -1, dtype=np.int16)
        for spot, (wounded, (hexes, cover)) in enumerate(product(shooters, spots)):
            for state in targets:
                rides = state in (RIDER, HURT_RIDER)
                knight = target.dismounted_knight and not rides
                ask = partial(shot, distance=hexes, cover=cover, shooter_wounded=wounded)
                situation = possible(partial(ask, mounted=rides, dismounted_knight=knight))
                if situation is None:
                    continue
                number[spot, state] = len(situations)
                situations.append(situation)
                against.append(f"at a {WORDS[state]}, {counted(hexes, 'hex')} away")
        rolled = effect_roll(rules, weapon, situations or [None], against or [""])
        self.roll = rolled.roll
        self.effects = rolled.effects
        self._number = number.reshape(-1)
        self._reaches = np.ascontiguousarray((number >= 0).T)

    def reaches(self, spot: NDArray[np.integer], state: int) -> Mask:
        """Return where a man in this state may be shot at in the place with this number. Shape (rows,)."""
        return self._reaches[state].take(spot)

    def situation(self, spot: NDArray[np.integer], on: Mapping[int, Mask]) -> NDArray[np.int16]:
        """Return the situation of the shot at whoever is aimed at; -1 where there is no shot. Shape (rows,).

        `spot` is the number of the place where they are; of the second sort of shooters, with the number of places
        added. `on` are for each state the rows in which a man in it is aimed at.
        """
        situation = np.full(len(spot), -1, dtype=np.int16)
        first = spot.astype(np.int32) * _STATES
        for state, men in on.items():
            situation += (self._number.take(first + state) + np.int16(1)) * men
        return situation
