"""When a side breaks off, at the end of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.state import Column, Mask, State
from mangonel.systems.cryhavoc.keys.policies import BreakOff

__all__ = ["BreakingOff"]


@dataclass(frozen=True, slots=True)
class BreakingOff:
    """A side's break-off policy, and the men of the scenario who were not there from the start: they are no losses."""

    limits: BreakOff
    """At how many dead and wounded men it breaks off, and after which turn."""
    missing: str = ""
    """Name of the column with the men who were not there; empty if all were."""
    most: int = 0
    """The most there can be of them."""

    @property
    def _counts(self) -> bool:
        return bool(self.missing) and self.limits.losses is not None

    @property
    def columns(self) -> list[Column]:
        """Its column, if it is of any use."""
        return [Column(self.missing, self.most)] if self._counts else []

    def start(self, men: int) -> dict[str, int]:
        """Return its column at the start of a game in which so many men are not there."""
        return {self.missing: men} if self._counts else {}

    def comes(self, s: State, lost: Callable[[State], NDArray[Any]], *, turns: int | None = None) -> Mask:
        """Return where the side breaks off.

        `lost` tells how many men of the scenario are wounded or not there any more; `turns` are over, by default the
        one that is played, too.
        """
        over = s.turn if turns is None else turns
        comes = np.full(s.size, self.limits.turn is not None and over >= self.limits.turn)
        if self.limits.losses is not None:
            comes |= lost(s) - (getattr(s, self.missing) if self.missing else 0) >= self.limits.losses
        return comes
