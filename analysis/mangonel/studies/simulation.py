"""One scenario, or a sequence of one's own, that was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.shown import Shown, chart_names, draw, lean

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Simulation"]


@dataclass(frozen=True, eq=False, repr=False)
class Simulation(Shown):
    """A scenario, or a sequence, that was played.

    Attributes
    ----------
    result
        Everything that was counted; `mangonel.paper.charts` draw it.
    scenario, rules
        The scenario; None for a sequence of one's own.
    """

    result: Result
    scenario: Scenario | None = None
    rules: RuleSet | None = None

    @property
    def endings(self) -> pd.DataFrame:
        """Each ending with its chance ``p`` and the turns by which shares of it came, as `endings_frame` has them.

        Of an exact result without intervals, which would be the numbers again.
        """
        from mangonel.engine.result import endings_frame

        return lean(endings_frame(self.result))

    @property
    def means(self) -> pd.DataFrame:
        """Expected value of the turn and of each measure."""
        from mangonel.engine.result import means_frame

        return lean(means_frame(self.result))

    @property
    def counters(self) -> pd.DataFrame:
        """Expected value of each counter."""
        from mangonel.engine.result import tallies_frame

        return lean(tallies_frame(self.result))

    @property
    def turn_by_turn(self) -> pd.DataFrame:
        """The numbers watched turn by turn."""
        from mangonel.engine.result import series_frame

        return lean(series_frame(self.result))

    def __getitem__(self, ending: str) -> Estimate:
        """Return the chance of an ending, or that a side wins; errors as of `probability`."""
        return self.result.probability(ending)

    def probability(self, ending: str, *, by_turn: int | None = None) -> Estimate:
        """Return the chance of an ending, or that a side wins; as `Result.probability`.

        Raises
        ------
        DataError
            If there is no such ending.
        """
        return self.result.probability(ending, by_turn=by_turn)

    def mean(self, measure: str, *, given: str | None = None) -> Estimate:
        """Return the expected value of a measure; as `Result.mean`.

        Raises
        ------
        DataError
            If there is no such measure.
        """
        return self.result.mean(measure, given=given)

    def to_frame(self) -> pd.DataFrame:
        """Return every outcome with its probability, the likeliest first."""
        return self.result.to_frame()

    def plot(self, kind: str = "endings", *, ax: Axes | None = None) -> Axes:
        """Draw it.

        Parameters
        ----------
        kind
            As in `mangonel.plot`: ``endings``, ``turns``, ``series``, ``exchange``, ``map``, or a side for its losses.
        ax
            Where it is drawn; by default a new figure.

        Raises
        ------
        DataError
            If there is no such chart.
        """
        label = self.result.sequence if self.rules is None else chart_names([self.rules])[0]
        return draw({label: self.result}, kind, ax=ax)

    def __repr__(self) -> str:
        """Return a line with the endings and the engine."""
        return f"<Simulation {repr(self.result).removeprefix('<Result ')}"
