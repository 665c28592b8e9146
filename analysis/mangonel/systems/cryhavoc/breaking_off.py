"""Breaking off at the end of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mangonel.systems.cryhavoc.keys.policies import BreakOff
from mangonel.walks.process import Column

__all__ = ["BreakingOff"]


@dataclass(frozen=True, slots=True)
class BreakingOff:
    """When a side breaks off, and its men of the scenario who were not there from the start: they are no losses.

    Attributes
    ----------
    limits
        The losses (dead and wounded men) and the turn.
    missing
        Name of the column of the men who were not there; empty if all were.
    most
        The most there can be of them.
    """

    limits: BreakOff
    missing: str = ""
    most: int = 0

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

    def comes(self, s: Any, lost: Callable[[Any], Any], *, before: bool = False) -> bool:
        """Return whether the side breaks off.

        `lost` returns the men of the scenario who are dead or wounded. The turn that is played is over, unless it is
        asked `before`.
        """
        if self.limits.turn is not None and s.turn >= self.limits.turn + before:
            return True
        if self.limits.losses is None:
            return False
        missing = getattr(s, self.missing) if self._counts else 0
        return bool(lost(s) - missing >= self.limits.losses)
