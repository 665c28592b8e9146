"""What was watched at the start and at the end of every turn, as distributions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.intervals import Estimate
from mangonel.engine.judging import at_most, judged_mean
from mangonel.errors import DataError

__all__ = ["Watched"]


_NOISE = 1e-12
"""What sums of many small weights may stay short of a share by their rounding."""


@dataclass(frozen=True, eq=False)
class Watched:
    """A series: the distribution of a number turn by turn. Games that have ended keep the value they ended with."""

    name: str
    """For example ``fit``."""
    shares: NDArray[np.float64]
    """Probability (exact) or share of the trials (sampled) of each value, 0 first, at the start (turn 0) and at the end
    of each turn. Shape (1 + turns, values), rows sum to 1."""
    trials: int | None = None
    """Trials behind them; None if they are exact."""
    repeats: NDArray[np.float64] | None = None
    """For the counts engine: the shares in each independent repeat. Shape (repeats, 1 + turns, values); else None."""

    @property
    def turns(self) -> int:
        """The turn limit."""
        return len(self.shares) - 1

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean at the start and at the end of each turn. Shape (1 + turns,)."""
        return self.shares @ np.arange(self.shares.shape[1], dtype=np.float64)

    def mean(self, turn: int) -> Estimate:
        """Return the expected value at the end of a turn, 0 being the start.

        Raises
        ------
        DataError
            If there is no such turn.
        """
        values = np.arange(self.shares.shape[1], dtype=np.float64)
        return at_most(self._judged(turn, values, proportion=False), float(values[-1]))

    def at_least(self, turn: int, value: int) -> Estimate:
        """Return the probability of at least so many at the end of a turn; errors as for `mean`."""
        met = np.arange(self.shares.shape[1]) >= value
        return self._judged(turn, met.astype(np.float64), proportion=True)

    def quantile(self, turn: int, share: float) -> int:
        """Return the value that is not exceeded with probability `share` at the end of a turn; errors as for `mean`."""
        self._check(turn)
        return int(np.searchsorted(np.cumsum(self.shares[turn]), share - _NOISE))

    def _judged(self, turn: int, values: NDArray[np.float64], *, proportion: bool) -> Estimate:
        self._check(turn)
        # All games start alike.
        trials = self.trials if turn else None
        repeats = None if self.repeats is None else self.repeats[:, turn]
        return judged_mean(self.shares[turn], values, trials=trials, repeats=repeats, proportion=proportion)

    def _check(self, turn: int) -> None:
        if not 0 <= turn <= self.turns:
            raise DataError(f"a turn is one of 0 to {self.turns}", value=turn)
