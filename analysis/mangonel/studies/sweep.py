"""Sweeps: one probability over one number of a scenario or of the rules, or over a grid of two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Unpack

from mangonel.engine.asking import first_open, questions
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, Side, endings_meant
from mangonel.engine.result import Provenance
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.run_options import Run, RunOptions
from mangonel.studies.shown import Shown, chart_names, handed_to_pyplot
from mangonel.studies.varying import varied

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Sweep", "sweep", "sweeps", "worth_showing"]


_NOISE = 1e-12  # of sums of floats
_SHOWN = 0.001
"""The least difference of chances that is worth showing."""


@dataclass(frozen=True, repr=False)
class Sweep(Shown):
    """The probability of an ending by two numbers of a scenario."""

    x_name: str
    y_name: str
    """Dotted paths of the two numbers in the scenario file; `y_name` is empty if only one varies."""
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    """`xs`, `ys`: their values; `ys` has a single 0 if only one varies."""
    ending: str
    """The ending."""
    estimates: tuple[tuple[Estimate, ...], ...]
    """Its probability, ``estimates[iy][ix]``."""
    provenances: tuple[tuple[Provenance, ...], ...]
    """Where each of them comes from, in the same order."""
    sequence: str = ""
    """The sequence that was played."""
    sides: tuple[Side, ...] = ()
    """The sides of the game, for their colours."""
    scenario: Scenario | None = field(default=None, compare=False)
    rules: RuleSet | None = field(default=None, compare=False)
    """`scenario`, `rules`: names."""

    @property
    def provenance(self) -> Provenance:
        """Provenance of the first cell; the others differ in the scenario's digest and in states or trials."""
        return self.provenances[0][0]

    @property
    def one_way(self) -> bool:
        """Whether only one number varies."""
        return not self.y_name

    @property
    def varies(self) -> bool:
        """Whether the probability is another somewhere."""
        return self.spread > _NOISE

    @property
    def spread(self) -> float:
        """The highest probability less the lowest."""
        values = [estimate.value for row in self.estimates for estimate in row]
        return max(values) - min(values)

    def __repr__(self) -> str:
        """Return a line with the varied numbers and how far the chance goes."""
        cells = sorted((shown for row in self.estimates for shown in row), key=lambda found: found.value)
        ends = f"{cells[0].text(percent=True)} to {cells[-1].text(percent=True)}"
        return f"<Sweep {self.ending} by {' and '.join(filter(None, (self.x_name, self.y_name)))}: {ends}>"

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw it as a curve, or as a map of cells if two numbers vary."""
        from mangonel.paper.charts.heat import heat_finding, heat_map, sweep_lines

        if not self.one_way:
            return handed_to_pyplot(heat_map(self, ax=ax), ax)
        label = self.provenance.rules if self.rules is None else chart_names([self.rules])[0]
        drawn = sweep_lines({label: self}, ax=ax, title=heat_finding(self), sides=self.sides)
        return handed_to_pyplot(drawn, ax)

    def to_frame(self) -> pd.DataFrame:
        """Return what varies, by its path, ``p``, ``p_lo``, ``p_hi`` and where they come from, a row for each cell.

        The latter is ``engine``, ``states``, ``trials``, ``seed`` and ``scenario_digest``; nan where there is none.
        """
        import pandas as pd

        rows = [
            {
                self.x_name: x,
                **({self.y_name: y} if self.y_name else {}),
                "p": self.estimates[row][column].value,
                "p_lo": self.estimates[row][column].low,
                "p_hi": self.estimates[row][column].high,
                "engine": self.provenances[row][column].engine,
                "states": self.provenances[row][column].states,
                "trials": self.provenances[row][column].trials,
                "seed": self.provenances[row][column].seed,
                "scenario_digest": self.provenances[row][column].scenario_digest,
            }
            for row, y in enumerate(self.ys)
            for column, x in enumerate(self.xs)
        ]
        # Numbers that some cells lack stay whole numbers.
        return pd.DataFrame(rows).astype(dict.fromkeys(("states", "trials", "seed"), "Int64"))


def sweep(
    scenario: Scenario,
    rules: RuleSet,
    *,
    x: tuple[str, Sequence[int]],
    y: tuple[str, Sequence[int]] | None = None,
    ending: str = "",
    **how: Unpack[RunOptions],
) -> Sweep:
    """Run a scenario for every value of one of its numbers, or for every combination of two.

    Parameters
    ----------
    scenario, rules
        The scenario.
    x, y
        Path of a number, and the values it takes, for example ``("besiegers.men", (4, 6, 8))``; without `y` only one
        number varies. ``rules.OPTION``, ``rules.TABLE.ROW.COLUMN`` and ``rules.TABLE.COLUMN`` are rules, as in
        `mangonel.studies.varying.varied`.
    ending
        The ending whose probability is wanted, a side, or several joined by ``+``; by default the one `worth_showing`
        says.
    how
        Fields of `mangonel.studies.run_options.Run`.

    Raises
    ------
    DataError
        If the scenario has no such number, does not allow one of its values, or has no such ending.
    """
    plan = Run(**how)
    sequence = plan.cache.sequence(scenario, rules)
    endings = (ending,) if ending else questions(sequence.endings, sequence.sides)
    by_ending = sweeps(scenario, rules, x=x, y=y, endings=endings, **plan.options())
    return by_ending[ending or worth_showing(by_ending)]


def worth_showing(*found: Mapping[str, Sweep]) -> str:
    """Return which of several endings to show: the first that is not everywhere the same; else the first that is open.

    Parameters
    ----------
    found
        Sweeps by ending, under each rule set.
    """
    endings = list(found[0])
    varies = (name for name in endings if any(sweeps[name].spread >= _SHOWN for sweeps in found))
    return next(varies, None) or first_open(
        {
            name: [estimate.value for sweeps in found for row in sweeps[name].estimates for estimate in row]
            for name in endings
        }
    )


def sweeps(
    scenario: Scenario,
    rules: RuleSet,
    *,
    x: tuple[str, Sequence[int]],
    y: tuple[str, Sequence[int]] | None = None,
    endings: Sequence[str],
    **how: Unpack[RunOptions],
) -> dict[str, Sweep]:
    """Run a scenario as `sweep` does, once for several endings, and return the sweep of each.

    Parameters
    ----------
    endings
        The ``ending`` of `sweep`, several times.
    scenario, rules, x, y, how
        As in `sweep`.

    Raises
    ------
    DataError
        As in `sweep`.
    """
    (x_name, xs), (y_name, ys) = x, y or ("", (0,))
    if not xs or not ys:
        raise DataError("a sweep needs at least one value for each number")
    if x_name == y_name:
        raise DataError("a sweep is over two different numbers", value=x_name)
    plan = Run(**how)
    sequence = plan.cache.sequence(scenario, rules)
    for ending in endings:
        endings_meant(ending, (*sequence.endings, UNDECIDED), sequence.sides)
    scenes = [
        varied(scenario, rules, {x_name: x_value} | ({y_name: y_value} if y_name else {}))
        for y_value, x_value in product(ys, xs)
    ]
    jobs = [(scene,) for scene in scenes]
    cells = plan.cache.done(plan.alone, jobs, executor=plan.executor, progress=plan.progress)
    rows = [cells[start : start + len(xs)] for start in range(0, len(cells), len(xs))]
    provenances = tuple(tuple(cell.provenance for cell in row) for row in rows)
    return {
        ending: Sweep(
            x_name,
            y_name,
            tuple(xs),
            tuple(ys),
            ending,
            tuple(tuple(cell.probability(ending) for cell in row) for row in rows),
            provenances,
            scenario.sequence,
            sequence.sides,
            scenario,
            rules,
        )
        for ending in endings
    }
