"""What a report on a sweep is about: the same numbers of a scenario under one rule set or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from mangonel.charts.numbers import gap
from mangonel.errors import DataError
from mangonel.locales import Locale
from mangonel.odds.intervals import Estimate
from mangonel.reports.ids import endings_name
from mangonel.studies.sweep import Sweep

__all__ = ["SweepCell", "SweepStudy", "crossings", "mean_step"]

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class SweepCell:
    """One combination of values and its number."""

    x: int
    y: int
    found: Estimate


@dataclass(frozen=True, eq=False)
class SweepStudy:
    """Sweeps over the same values.

    Raises
    ------
    DataError
        If there are not one or two sweeps, or they are over different things.
    """

    sweeps: Mapping[str, Sweep]
    """One or two, by the label of the rule set."""
    endings: Sequence[str]
    """All endings of the sequence, for their colours."""
    words: Locale
    """The language."""

    def __post_init__(self) -> None:
        if len(self.sweeps) not in (1, 2):
            raise DataError("a report shows the sweeps of one rule set or two", value=len(self.sweeps))
        if len({(swept.x_name, swept.y_name, swept.xs, swept.ys, swept.ending) for swept in self.sweeps.values()}) > 1:
            raise DataError("two sweeps over different things cannot be compared")

    @property
    def first(self) -> Sweep:
        """The sweep of the first rule set."""
        return next(iter(self.sweeps.values()))

    @property
    def exact(self) -> bool:
        """Whether every number is exact."""
        return all(cell.found.exact for label in self.sweeps for cell in self.cells(label))

    def cells(self, label: str) -> tuple[SweepCell, ...]:
        """Return every combination with its number under a rule set."""
        return _cells(self.first, self.sweeps[label].estimates)

    @cached_property
    def differences(self) -> tuple[tuple[Estimate, ...], ...]:
        """Second minus first number of each combination; empty if there is one rule set."""
        if len(self.sweeps) == 1:
            return ()
        left, right = (estimates.estimates for estimates in self.sweeps.values())
        return tuple(
            tuple(gap(estimates, other) for estimates, other in zip(here, there, strict=True))
            for here, there in zip(left, right, strict=True)
        )

    @property
    def difference_cells(self) -> tuple[SweepCell, ...]:
        """Every combination with its difference; none if there is one rule set."""
        return () if len(self.sweeps) == 1 else _cells(self.first, self.differences)

    @property
    def ending(self) -> str:
        """What the ending is called."""
        return endings_name(self.first.ending, self.first.sequence, self.words)

    @property
    def x_name(self) -> str:
        """What varies across."""
        return self.words.path(self.first.x_name, self.first.sequence)

    @property
    def y_name(self) -> str:
        """What varies down; empty if only one thing varies."""
        return self.words.path(self.first.y_name, self.first.sequence) if self.first.y_name else ""

    def place(self, x: int, y: int) -> str:
        """Return a combination in words."""
        if self.first.one_way:
            return self.words.text("report_sweep.at", name=self.x_name, value=x)
        return self.words.text("report_sweep.at_both", x_name=self.x_name, x=x, y_name=self.y_name, y=y)


def _cells(sweep: Sweep, rows: Sequence[Sequence[Estimate]]) -> tuple[SweepCell, ...]:
    return tuple(
        SweepCell(x, y, estimate)
        for y, row in zip(sweep.ys, rows, strict=True)
        for x, estimate in zip(sweep.xs, row, strict=True)
    )


def crossings(values: Sequence[int], line: Sequence[Estimate]) -> tuple[tuple[int, int], ...]:
    """Return between which neighbouring values a line of probabilities passes one half.

    Parameters
    ----------
    values
        The values in the order in which they were asked for.
    line
        The probability at each; one that is just one half counts as above it.
    """
    order = sorted(zip(values, line, strict=True), key=lambda pair: pair[0])
    return tuple(
        (here[0], there[0]) for here, there in pairwise(order) if (here[1].value >= _HALF) != (there[1].value >= _HALF)
    )


def mean_step(values: Sequence[int], lines: Sequence[Sequence[Estimate]]) -> Estimate | None:
    """Return what one more is worth on average, from the lowest to the highest value, over several lines.

    Parameters
    ----------
    values
        The values.
    lines
        The probabilities at these values, a line for each value of what else varies.

    Returns
    -------
    Estimate or None
        The mean difference of one; None if there is a single value only. The interval is as wide as if all lines had
        erred in the same direction.
    """
    low, high = min(values), max(values)
    if low == high:
        return None
    first, last = values.index(low), values.index(high)
    steps = [gap(line[first], line[last]) for line in lines]
    count = len(steps) * (high - low)
    value, se, least, most = (
        sum(getattr(step, name) for step in steps) / count for name in ("value", "se", "low", "high")
    )
    return Estimate(value, se, least, most, exact=all(step.exact for step in steps))
