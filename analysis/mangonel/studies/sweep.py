"""Sweeps: one probability over one number of a scenario or of the rules, or over a grid of two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, Side, endings_meant
from mangonel.engine.result import Provenance, first_open, questions
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario
from mangonel.rules.loading import named_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.run_options import RulesLike, Run, RunOptions, ScenarioLike, named_scenario
from mangonel.studies.shown import Shown, chart_names, columns_of, handed_to_pyplot
from mangonel.studies.varying import varied

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Sweep", "sweep", "sweeps", "worth_showing"]


Axis: TypeAlias = "tuple[str, Sequence[int]]"
_MOST_AXES = 2
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
        """Return the varied numbers by path, ``p``, ``p_lo``, ``p_hi`` and where they come from, a row for each cell.

        The latter is ``engine``, ``states``, ``trials``, ``seed`` and ``scenario_digest``; nan where there is none.
        """
        import pandas as pd

        names = ("engine", "states", "trials", "seed", "scenario_digest")
        rows = [
            {
                self.x_name: x,
                **({self.y_name: y} if self.y_name else {}),
                **columns_of("p", self.estimates[row][column]),
                **{name: getattr(self.provenances[row][column], name) for name in names},
            }
            for row, y in enumerate(self.ys)
            for column, x in enumerate(self.xs)
        ]
        # Numbers that some cells lack stay whole numbers.
        return pd.DataFrame(rows).astype(dict.fromkeys(("states", "trials", "seed"), "Int64"))


def sweep(
    scenario: ScenarioLike,
    rules: RulesLike = None,
    *,
    x: Axis | Mapping[str, Iterable[int]] | None = None,
    y: Axis | Mapping[str, Iterable[int]] | None = None,
    ending: str = "",
    **options: Any,
) -> Sweep:
    """Run a scenario for every value of one of its numbers, or for every combination of two.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    x, y
        The numbers and their values as ``{"archers.men": range(3)}`` or ``("archers.men", range(3))``, if they are not
        given under `options`. ``rules.OPTION``, ``rules.TABLE.ROW.COLUMN`` and ``rules.TABLE.COLUMN`` are rules, as in
        `mangonel.studies.varying.varied`.
    ending
        The ending whose probability is wanted, a side, or several joined by ``+``; by default the one `worth_showing`
        says.
    options
        Fields of `mangonel.studies.run_options.Run`, and numbers by dotted path: several values vary, one
        value is set.

    Raises
    ------
    DataError
        If nothing varies or more than two numbers do, or the scenario has no such number, does not allow one of its
        values, or has no such ending.

    Examples
    --------
    >>> import mangonel as mg
    >>> found = mg.sweep("panic-one", turns=range(1, 4))
    >>> list(found.to_frame()["turns"])
    [1, 2, 3]
    """
    plan, changes = Run.split(options)
    several = {
        path: tuple(values)
        for path, values in changes.items()
        if isinstance(values, Iterable) and not isinstance(values, str)
    }
    axes = [*_axes("x", x), *_axes("y", y), *several.items()]
    if not 1 <= len(axes) <= _MOST_AXES:
        raise DataError("give several values to one number or to two", value=[path for path, _ in axes])
    fixed = {path: value for path, value in changes.items() if path not in several}
    # A setting may need the varied number.
    loaded = named_scenario(scenario, fixed | {path: values[0] for path, values in axes if fixed and len(values)})
    chosen = named_rules(rules, loaded.system.rules)
    sequence = plan.cache.sequence(loaded, chosen)
    endings = (ending,) if ending else questions(sequence.endings, sequence.sides)
    across, down = (*axes, None)[:2]
    assert across is not None
    by_ending = sweeps(loaded, chosen, x=across, y=down, endings=endings, **plan.options())
    return by_ending[ending or worth_showing(by_ending)]


def _axes(name: str, axis: Axis | Mapping[str, Iterable[int]] | None) -> list[Axis]:
    if axis is None:
        return []
    pairs = list(axis.items()) if isinstance(axis, Mapping) else [axis]
    for pair in pairs:
        if not (
            isinstance(pair, tuple)
            and len(pair) == 2
            and isinstance(pair[0], str)
            and isinstance(pair[1], Iterable)
            and not isinstance(pair[1], str)
        ):
            raise DataError('write it as {"archers.men": range(3)}', path=name, value=axis)
    return [(path, tuple(values)) for path, values in pairs]


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
