"""One side of a fight: its men in contact, those driven back, and what panic does to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.sequence import Measure
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.keys.morale import PanicOf
from mangonel.systems.cryhavoc.keys.policies import MeleePolicies
from mangonel.systems.cryhavoc.men.pools import MOUNTED, ON_FOOT, RUNNING, Pool
from mangonel.systems.cryhavoc.men.retreats import WayBack
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.phases.panic import Nerves, may_be_seized

__all__ = ["Fighters", "Group"]


@dataclass(frozen=True)
class Fighters:
    """One side of a melee phase."""

    name: str
    """What they are called in traces; ``besiegers`` count their attacks as ``besiegers_attacks``."""
    pool: Pool
    """The men in contact."""
    kind: Kind
    terrain: str
    """Where they stand: a terrain id or a sign."""
    policies: MeleePolicies
    back: WayBack
    """Where they go when driven back."""
    nerves: Nerves | None = None
    """Their panic after a death; None if they are never seized."""

    @property
    def one(self) -> str:
        """What one of them is called in traces."""
        return self.name.removesuffix("s")

    @property
    def attacks(self) -> str:
        """The counter of their attacks."""
        return f"{self.name}_attacks"


class Group(Fighters):
    """A side that is all in one place: in contact, driven back, or running."""

    @property
    def away(self) -> Pool:
        """Those driven back."""
        away = self.back.to
        assert away is not None
        return away

    @classmethod
    def of(
        cls,
        rules: RuleSet,
        name: str,
        *,
        kind: Kind,
        men: int,
        mounted: bool,
        terrain: str,
        policies: MeleePolicies,
        room: int | None,
        panic: PanicOf | None,
        followed: bool,
    ) -> Group:
        """Return a side of up to so many men, with columns of its own.

        It is `mounted` if some of them can be; `room` is how many can be driven back at once, all if it is None. Where
        the other side may follow it (`followed`), panicked men can be caught.
        """
        seized = panic if may_be_seized(rules, panic) else None
        caught = RUNNING if seized is not None and followed else ()
        kinds = MOUNTED if mounted else ON_FOOT
        pool = Pool(f"{name}_", men, (*kinds, *caught), mounted, seized is not None)
        away = Pool(f"{name}_back_", men, pool.able().kinds)
        nerves = None if seized is None else Nerves.of(rules, name, seized, pool, away)
        back = WayBack.limited(away, room, None if nerves is None else nerves.fled)
        return cls(name, pool, kind, terrain, policies, back, nerves)

    def columns(self, start: Mapping[int, int]) -> list[Column]:
        """Return the columns to be declared, with the men there are at the start by state."""
        nerves = [] if self.nerves is None else self.nerves.columns
        return [*self.pool.columns(start), *self.away.columns(), *nerves]

    def here(self, s: State) -> NDArray[np.int16]:
        """Return how many of its men are in contact or driven back. Shape (rows,)."""
        return self.pool.living(s) + self.away.living(s)

    def left(self, s: State) -> NDArray[np.int16]:
        """Return how many of its men are alive and have not routed. Shape (rows,)."""
        return self.here(s) if self.nerves is None else self.here(s) + self.nerves.fled.living(s)

    def out_of_reach(self, s: State) -> Mask:
        """Return where some of its men are left, but none in contact: nobody can attack them. Shape (rows,)."""
        return (self.pool.living(s) == 0) & (self.left(s) > 0)

    def living(self, s: State) -> NDArray[np.int16]:
        """Return how many of its men live, those who have routed too. Shape (rows,)."""
        return self.left(s) if self.nerves is None else self.left(s) + self.nerves.routed.living(s)

    def hurt(self, s: State) -> NDArray[np.int16]:
        """Return how many of its men are wounded and have not routed. Shape (rows,)."""
        hurt = self.pool.hurt(s) + self.away.hurt(s)
        return hurt if self.nerves is None else hurt + self.nerves.fled.hurt(s)

    def wounded(self, s: State) -> NDArray[np.int16]:
        """Return how many of its men are wounded, those who have routed too. Shape (rows,)."""
        return self.hurt(s) if self.nerves is None else self.hurt(s) + self.nerves.routed.hurt(s)

    def measures(self, men: int) -> list[Measure]:
        """Return what is recorded of its panic, if it can panic."""
        if self.nerves is None:
            return []
        return [
            Measure(f"{self.name}_panicked", men, self.nerves.panicked),
            Measure(f"{self.name}_routed", men, self.nerves.routed.living),
        ]
