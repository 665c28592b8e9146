"""Where men are in the attack with a siege tower, and what room there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Dice
from mangonel.engine.state import Column, Mask, State
from mangonel.systems.cryhavoc.men.pools import FIT, STUNNED, WOUNDED, Men, Pool, first_of
from mangonel.systems.cryhavoc.phases.engine_fire import burning, open_hexes
from mangonel.systems.cryhavoc.phases.engines import HEXES
from mangonel.systems.cryhavoc.siege_tower.setup import SiegeTowerSetup

__all__ = ["Places", "siege_tower_places"]

_DOWN = (WOUNDED, FIT, STUNNED)
"""Who comes down first from a hex that burns."""


@dataclass(frozen=True)
class Places:
    """The pools of men, by place."""

    setup: SiegeTowerSetup
    below: Pool
    top: Pool
    wall: Pool
    """`below`, `top`, `wall`: besiegers inside and behind the tower, on top of it, and on the wall."""
    back: Pool
    """Besiegers who were driven back from the wall to the top by an attack of their own; they fight no more in this
    player turn and are in `top` when it is over."""
    guard: Pool
    reserve: Pool
    """`guard`, `reserve`: defenders on the wall and behind it."""
    idle: Pool
    """Able defenders on the wall who have not been ready in the first fight of their melee phase."""
    all_come_down: bool
    """Whether nobody is on top as long as any hex burns (option ``tower-top-fire``)."""

    @property
    def columns(self) -> list[Column]:
        """Columns of all pools, with the men at the start."""
        setup = self.setup
        return [
            *self.below.columns({FIT: setup.men - setup.top}),
            *self.top.columns({FIT: setup.top}),
            *self.wall.columns(),
            *self.back.columns(),
            *self.guard.columns({FIT: setup.on_wall}),
            *self.reserve.columns({FIT: setup.reserve}),
            *self.idle.columns(),
        ]

    @property
    def defenders(self) -> int:
        """Defenders at the start."""
        return self.setup.on_wall + self.setup.reserve

    def living(self, s: State) -> NDArray[np.int16]:
        """Return how many besiegers live. Shape (rows,)."""
        return self.below.living(s) + self.top.living(s) + self.wall.living(s)

    def hurt(self, s: State) -> NDArray[np.int16]:
        """Return how many besiegers are wounded. Shape (rows,)."""
        return self.below.hurt(s) + self.top.hurt(s) + self.wall.hurt(s)

    def room_on_top(self, s: State) -> NDArray[np.int16]:
        """Return how many open hexes on top are free. Shape (rows,)."""
        return np.maximum(self._open(s) - self.top.living(s) - self.back.living(s), 0)

    def _open(self, s: State, hexes: int = HEXES) -> NDArray[np.int8]:
        """Return on how many of the first `hexes` hexes of the top men can be. Shape (rows,)."""
        still = open_hexes(s, hexes)
        return still * ~burning(s) if self.all_come_down else still

    def empty(self, s: State) -> NDArray[np.int16]:
        """Return how many battlement hexes nobody stands on. Shape (rows,)."""
        return np.int16(self.setup.width) - self.guard.living(s) - self.wall.living(s)

    def at_wall(self, s: State) -> NDArray[np.int8]:
        """Return from how many open hexes of the top the wall can be reached. Shape (rows,)."""
        return self._open(s, self.setup.abreast) * (s.distance == 0)

    def come_down(self, s: State, dice: Dice) -> None:
        """Let men come down from the top until nobody is left in a burning hex."""
        men = self.top.of(s)
        over = np.maximum(self.top.living(s) - self._open(s), 0)
        if not over.any():
            return
        dice.note("down from the burning top: {} of the besiegers", over > 0, over)
        transfer(men, self.below.of(s), first_of(men, _DOWN, over))

    def gather(self, s: State, where: Mask) -> None:
        """Bring each side together where only its losses count any more, so that these rows become equal."""
        if not where.any():
            return
        self.below.join(s, self.top, where)
        men = self.guard.able().of(s)
        transfer(men, self.reserve.of(s), {kind: number * where for kind, number in men.items()})


def transfer(there: Men, here: Men, men: Men) -> None:
    """Move some men from one pool to another."""
    for kind, number in men.items():
        number = number.astype(np.int8)
        there[kind] -= number
        here[kind] += number


def siege_tower_places(setup: SiegeTowerSetup, *, all_come_down: bool) -> Places:
    """Return the pools of a scenario; of `all_come_down` see `Places`."""
    able: Any = (FIT, WOUNDED)
    defenders = setup.on_wall + setup.reserve
    return Places(
        setup=setup,
        below=Pool("below_", setup.men),
        top=Pool("top_", HEXES),
        wall=Pool("wall_", setup.width),
        back=Pool("back_", min(HEXES, setup.width), able),
        guard=Pool("guard_", setup.width),
        reserve=Pool("reserve_", defenders, able),
        idle=Pool("idle_", setup.width, able),
        all_come_down=all_come_down,
    )
