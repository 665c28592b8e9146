"""The one result type of all engines."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.hexes import HexMap
from mangonel.engine.intervals import Estimate, at_most, counted_mean, judged_mean
from mangonel.engine.notes import Note
from mangonel.engine.owners import UNDECIDED, Side, endings_meant, spelled
from mangonel.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["NOISE", "Provenance", "Result", "Watched"]

NOISE = 1e-12
"""What sums of many small weights may stay short of a share by their rounding."""


@dataclass(frozen=True)
class Provenance:
    """Where a result comes from: enough to make it again."""

    version: str
    numpy: str
    """`version`, `numpy`: versions of mangonel and of numpy."""
    rules: str
    digest: str
    """`rules`, `digest`: id of the rule set and digest of its content."""
    scenario: str
    scenario_digest: str
    """Title of the scenario and digest of its content; empty for a sequence built by hand."""
    engine: str
    """``exact``, ``counts`` or ``monte-carlo``; for an automatic run, what it came to."""
    trials: int | None = None
    """Number of trials behind a sampled result, None for an exact one."""
    seed: int | None = None
    """Seed of a sampled result, None for an exact one."""
    states: int | None = None
    """The most rows that the exact or counts engine held at once, None for Monte Carlo."""
    notes: tuple[Note, ...] = ()
    """What the reader should know, for example from which turn the engine sampled, or that the run was interrupted."""
    interrupted: bool = False
    """Whether the run was stopped before it was complete."""

    @property
    def note(self) -> str:
        """All notes in English."""
        return "; ".join(map(str, self.notes))

    def plain(self) -> dict[str, object]:
        """Return all this as plain values, the notes in English."""
        names = ("note" if field.name == "notes" else field.name for field in fields(self))
        return {name: getattr(self, name) for name in names}


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
        return int(np.searchsorted(np.cumsum(self.shares[turn]), share - NOISE))

    def _judged(self, turn: int, values: NDArray[np.float64], *, proportion: bool) -> Estimate:
        self._check(turn)
        # All games start alike.
        trials = self.trials if turn else None
        return judged_mean(self.shares[turn], values, trials=trials, proportion=proportion)

    def _check(self, turn: int) -> None:
        if not 0 <= turn <= self.turns:
            raise DataError(f"a turn is one of 0 to {self.turns}", value=turn)


@dataclass(frozen=True, eq=False)
class Result:
    """Outcomes of a sequence with their weights.

    Attributes
    ----------
    sequence
        Name of the sequence.
    endings
        Names of the endings; code 0 in `outcomes` is ``undecided``, code k is ``endings[k - 1]``.
    measures
        Names of what was recorded with each ending, for example ``besiegers_dead``.
    turns
        The turn limit.
    outcomes
        One row an outcome: code of the ending, turn, then the measures. Shape (n, 2 + measures), integers.
    weights
        Probability (exact) or share of the trials (sampled) of each outcome. Shape (n,), sums to 1.
    tallies
        Names of the counters.
    tally_means
        Mean of each counter. Shape (tallies,).
    tally_errors
        Standard error of each mean; zeros for an exact result. Shape (tallies,).
    provenance
        Where the result comes from.
    watched
        What was watched turn by turn.
    unit
        What a turn is called, for example ``day``; frames name the column of the turn after it.
    hexes
        Where the hexes lie that some of the counters are about; None if there is no map.
    sides
        The sides of the game and what is theirs; empty if the sequence does not say.
    maxima
        The largest value that each measure can take; empty if that is not known.
    """

    sequence: str
    endings: tuple[str, ...]
    measures: tuple[str, ...]
    turns: int
    outcomes: NDArray[np.int64]
    weights: NDArray[np.float64]
    tallies: tuple[str, ...]
    tally_means: NDArray[np.float64]
    tally_errors: NDArray[np.float64]
    provenance: Provenance
    watched: tuple[Watched, ...] = ()
    unit: str = "turn"
    hexes: HexMap | None = None
    sides: tuple[Side, ...] = ()
    maxima: tuple[int, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the weights are exact probabilities."""
        return self.provenance.trials is None

    @property
    def all_endings(self) -> tuple[str, ...]:
        """The endings and, last, ``undecided``."""
        return (*self.endings, UNDECIDED)

    def estimate(self, values: NDArray[np.float64], *, proportion: bool = False) -> Estimate:
        """Return the mean of a quantity over the outcomes, with its error.

        Parameters
        ----------
        values
            The quantity for each outcome. Shape (n,).
        proportion
            Whether `values` are 0 or 1, so that the interval can be one for a proportion.
        """
        return judged_mean(self.weights, values, trials=self.provenance.trials, proportion=proportion)

    def code(self, ending: str) -> int:
        """Return the code of an ending in `outcomes`.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        ending = spelled(ending, self.all_endings)
        if ending not in self.all_endings:
            raise DataError("no such ending", value=ending, allowed=self.all_endings)
        return 0 if ending == UNDECIDED else 1 + self.endings.index(ending)

    def among(self, ending: str) -> NDArray[np.bool_]:
        """Return which of the outcomes have an ending; names and errors as for `probability`. Shape (n,)."""
        meant = endings_meant(ending, self.all_endings, self.sides)
        return np.isin(self.outcomes[:, 0], [self.code(name) for name in meant])

    def probability(self, ending: str, *, by_turn: int | None = None) -> Estimate:
        """Return the probability of an ending, or of its having come by the end of a turn.

        Parameters
        ----------
        ending
            Its name, or that of a side for all that it wins by, or several joined by ``+``: ``foothold+cleared`` is one
            or the other.
        by_turn
            The turn; by default the turn limit.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        chosen = self.among(ending)
        if by_turn is not None:
            chosen &= self.outcomes[:, 1] <= by_turn
        return self.estimate(chosen.astype(np.float64), proportion=True)

    def mean(self, measure: str, *, given: str | None = None) -> Estimate:
        """Return the expected value of a measure (in its own unit) or, for ``turn``, of the last turn played.

        Parameters
        ----------
        measure
            Its name. Of a sequence that is played in days, ``day`` is the turn as well.
        given
            Among the games with this ending only, or with one of several joined by ``+``.

        Raises
        ------
        DataError
            If there is no such measure or ending, or no game ended so.
        """
        if given is not None:
            among = self.mean_given(measure, given)
            if among is None:
                raise DataError("no game ended so: it has no mean", path="given", value=given)
            return among
        estimate = self.estimate(self.column(measure).astype(np.float64))
        if measure in {"turn", self.unit}:
            return at_most(estimate, self.turns)
        return (
            at_most(estimate, self.maxima[self.measures.index(spelled(measure, self.measures))])
            if self.maxima
            else estimate
        )

    def mean_given(self, measure: str, ending: str) -> Estimate | None:
        """Return the expected value of a measure among the games with an ending; None if it did not come.

        A sampled one is a quotient of two means; its error is that of the games' distances from it (the delta method).

        Parameters
        ----------
        measure, ending
            As for `mean`.

        Raises
        ------
        DataError
            If there is no such measure or ending.
        """
        mine = self.among(ending)
        values = self.column(measure).astype(np.float64)
        share = float(self.weights[mine].sum())
        if share <= 0:
            return None
        mean = float(self.weights[mine] @ values[mine]) / share
        trials = self.provenance.trials
        if trials is None:
            return Estimate.of_exact(mean)
        apart = self.estimate(np.where(mine, values - mean, 0.0) / share)
        # Among the few games of a rare ending what never varied may still vary: up to three in so many (rule of three).
        half = max(apart.high - apart.value, 3.0 / (share * trials))
        return Estimate(mean, apart.se, max(0.0, mean - half), mean + half, exact=False)

    def column(self, measure: str) -> NDArray[np.int64]:
        """Return a measure, or ``turn``, for each outcome. Shape (n,)."""
        names = (self.unit, *self.measures)
        measure = spelled(measure, names)
        if measure in {"turn", self.unit}:
            return self.outcomes[:, 1]
        if measure not in names:
            raise DataError("no such measure", value=measure, allowed=names)
        return self.outcomes[:, 1 + names.index(measure)]

    def quantile(self, ending: str, share: float) -> int | None:
        """Return the turn by which `ending` has come with probability `share`, or None if it never does."""
        for turn in range(1, self.turns + 1):
            # Sums of many small numbers may stay short of a share by their rounding.
            if self.probability(ending, by_turn=turn).value >= share - 1e-12:
                return turn
        return None

    def tally(self, name: str) -> Estimate:
        """Return the expected value of a counter; that of a hex on the map is a probability."""
        name = spelled(name, self.tallies)
        if name not in self.tallies:
            raise DataError("no such counter", value=name, allowed=self.tallies)
        row = self.tallies.index(name)
        value, se = float(self.tally_means[row]), float(self.tally_errors[row])
        trials = self.provenance.trials
        if trials is None:
            return Estimate.of_exact(value)
        estimate = counted_mean(value, se, trials)
        if self.hexes is not None and name in self.hexes.counters:
            return replace(estimate, high=min(1.0, estimate.high))
        return estimate

    @property
    def series(self) -> tuple[str, ...]:
        """Names of what was watched turn by turn."""
        return tuple(series.name for series in self.watched)

    def each_turn(self, name: str) -> Watched:
        """Return the distributions of what was watched under a name.

        Raises
        ------
        DataError
            If there is nothing of this name.
        """
        name = spelled(name, self.series)
        if name not in self.series:
            raise DataError("no such series", value=name, allowed=self.series)
        return self.watched[self.series.index(name)]

    def by_turn(self, name: str, turn: int) -> Estimate:
        """Return the expected value of a series at the end of a turn, 0 being the start.

        Raises
        ------
        DataError
            If nothing of this name was watched, or there is no such turn.
        """
        return self.each_turn(name).mean(turn)

    def to_frame(self) -> pd.DataFrame:
        """Return the outcomes as a tidy frame: ``ending``, the turn, the measures, ``p`` and, if sampled, ``n``."""
        from mangonel.engine.frames import outcome_frame

        return outcome_frame(self)

    def to_dict(self) -> dict[str, object]:
        """Return the summary of the result as plain values, ready for JSON."""
        from mangonel.engine.frames import summary

        return summary(self)

    def __repr__(self) -> str:
        """Return a line with the endings and the engine."""
        parts = ", ".join(f"{ending} {self.probability(ending).text(percent=True)}" for ending in self.all_endings)
        return f"<Result {self.sequence}: {parts}; {self.provenance.engine}>"

    def _repr_html_(self) -> str:
        """Return the table of endings for a notebook; `mangonel.simulate` shows more."""
        from mangonel.engine.frames import endings_frame

        shown = ["ending", "p", *([] if self.exact else ["p_lo", "p_hi"]), f"{self.unit}_median"]
        return str(endings_frame(self)[shown].to_html(index=False))
