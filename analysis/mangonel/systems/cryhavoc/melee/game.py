"""A melee's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.systems.cryhavoc.melee.setup import SIDES, MeleeSetup, MeleeSide
from mangonel.systems.cryhavoc.parts.melee import Fighters, Melee
from mangonel.systems.cryhavoc.parts.pools import FIT, MOUNTED, ON_FOOT, RIDER, STUNNED, Pool, WayBack
from mangonel.systems.cryhavoc.situations.ground import check_standing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mangonel.engine.state import State
    from mangonel.rules.ruleset import RuleSet

__all__ = ["Group", "MeleeGame", "melee_game"]


@dataclass(frozen=True)
class Group:
    """One side: where its men are counted, and its melee phase.

    ``pool`` are its men in contact, ``away`` those driven back.
    """

    side: MeleeSide
    fighters: Fighters
    away: Pool
    melee: Melee

    @property
    def name(self) -> str:
        """What it is called."""
        return self.fighters.name

    @property
    def pool(self) -> Pool:
        """Its men in contact."""
        return self.fighters.pool

    @property
    def start(self) -> Mapping[int, int]:
        """Its men at the start, by state."""
        riders = {RIDER: self.side.mounted} if self.side.mounted else {}
        return {FIT: self.side.men - self.side.mounted} | riders

    @property
    def follows(self) -> bool:
        """Whether men driven back by it have no rest from it."""
        return self.side.policies.follow

    def living(self, s: State) -> NDArray[np.int16]:
        """Return how many of its men live. Shape (rows,)."""
        return self.pool.living(s) + self.away.living(s)

    def wounded(self, s: State) -> NDArray[np.int16]:
        """Return how many of its men are wounded. Shape (rows,)."""
        return self.pool.hurt(s) + self.away.hurt(s)


@dataclass(frozen=True)
class MeleeGame:
    """Both sides, the attackers first."""

    setup: MeleeSetup
    groups: tuple[Group, Group]


def melee_game(setup: MeleeSetup, rules: RuleSet) -> MeleeGame:
    """Look up everything a melee needs.

    Raises
    ------
    DataError
        If there is no such terrain, or no melee or no riding there.
    """
    sides = (setup.attackers, setup.defenders)
    fighters, away = [], []
    for name, side in zip(SIDES, sides, strict=True):
        try:
            check_standing(rules, side.terrain, mounted=side.mounted > 0)
        except DataError as error:
            path = f"{name}.terrain"
            raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None
        kinds = MOUNTED if side.mounted else ON_FOOT
        pool = Pool(f"{name}_", side.men, kinds, counts_horses=bool(side.mounted))
        back = Pool(f"{name}_back_", side.men, tuple(kind for kind in kinds if kind != STUNNED))
        way = WayBack.limited(back, side.room)
        fighters.append(Fighters(name, pool, side.kind, side.terrain, side.policies, way))
        away.append(back)
    groups = []
    for number, side in enumerate(sides):
        melee = Melee(rules, fighters[number], fighters[1 - number], front=side.front)
        groups.append(Group(side, fighters[number], away[number], melee))
    return MeleeGame(setup, (groups[0], groups[1]))
