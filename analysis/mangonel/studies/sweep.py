"""Sweeps: one probability over one or two numbers of a scenario or of the rules; the number by which it is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

import numpy as np

from mangonel.engine.exact import STATE_LIMIT
from mangonel.engine.intervals import Estimate
from mangonel.engine.ledger import provenance
from mangonel.engine.owners import UNDECIDED, Side, askable, endings_meant, normalised
from mangonel.engine.result import NOISE, Provenance, asked_about, first_open, questions
from mangonel.engine.rolls import in_python
from mangonel.engine.run import states_under
from mangonel.engine.values import chances_from
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, begins_in, build
from mangonel.paper.charts.numbers import Grid, heat_finding
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.run_cache import Scene, part_of
from mangonel.studies.run_options import RulesLike, Run, RunOptions, ScenarioLike, named_scene, resolved, said_by_call
from mangonel.studies.shown import DesignStudy, Shown, chart_names, framed, handed_to_pyplot
from mangonel.studies.varying import current, is_rule, varied

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Axis: TypeAlias = "tuple[str, Sequence[int]]"
_Cell: TypeAlias = "tuple[dict[str, Estimate], Provenance]"
_SHOWN = 0.001
"""The least difference of chances that is worth showing."""


@dataclass(frozen=True, repr=False)
class Sweep(Grid, Shown):
    """The probability of an ending by two numbers of a scenario."""

    provenances: tuple[tuple[Provenance, ...], ...]
    """Where each probability comes from, in the same order."""
    sides: tuple[Side, ...]
    """The sides of the game, for their colours."""
    scenario: Scenario = field(compare=False)
    """The scenario."""

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
        return self.spread > NOISE

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
        from mangonel.paper.charts.heat import heat_map, sweep_lines

        if not self.one_way:
            return handed_to_pyplot(heat_map(self, ax=ax), ax)
        label = chart_names([self.rules])[0]
        drawn = sweep_lines({label: self}, ax=ax, title=heat_finding(self), sides=self.sides)
        return handed_to_pyplot(drawn, ax)

    def to_frame(self) -> pd.DataFrame:
        """Return the varied numbers by path, ``p``, ``p_lo``, ``p_hi`` and where they come from, a row for each cell.

        The latter is ``engine``, ``states``, ``trials``, ``seed`` and ``scenario_digest``; nan where there is none.
        """
        numbers = ("states", "trials", "seed")
        source = attrgetter("engine", *numbers, "scenario_digest")
        rows = (
            (x, y, self.estimates[row][column], *source(self.provenances[row][column]))
            for row, y in enumerate(self.ys)
            for column, x in enumerate(self.xs)
        )
        frame = framed("x y p± engine states trials seed scenario_digest", rows).rename(
            columns={"x": self.x_name, "y": self.y_name}
        )
        # Numbers that some cells lack stay whole numbers.
        return frame.drop(columns="" if self.one_way else []).astype(dict.fromkeys(numbers, "Int64"))


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
        path: tuple(map(in_python, values))
        for path, values in changes.items()
        if isinstance(values, Iterable) and not isinstance(values, str)
    }
    axes = [*_axes("x", x), *_axes("y", y), *several.items()]
    if not 1 <= len(axes) <= 2:
        raise DataError("give several values to one number or to two", value=[path for path, _ in axes])
    fixed = {path: value for path, value in changes.items() if path not in several}
    for path, _ in axes:
        if path in fixed:
            raise DataError("has several values and one", path=path, value=fixed[path])
    # A setting may need the varied number.
    needed = {path: values[0] for path, values in axes if fixed and len(values) and not is_rule(path)}
    loaded, chosen = named_scene(scenario, rules, fixed | needed)
    sequence = plan.cache.sequence(loaded, chosen)
    known = askable((*sequence.endings, UNDECIDED), sequence.sides)
    endings = (normalised(ending, known),) if ending else questions(sequence.endings, sequence.sides)
    across, down = (*axes, None)[:2]
    assert across is not None
    by_ending = sweeps(loaded, chosen, x=across, y=down, endings=endings, **plan.options())
    return by_ending[endings[0] if ending else worth_showing(by_ending)]


def _axes(name: str, axis: Axis | Mapping[str, Iterable[int]] | None) -> list[Axis]:
    if axis is None:
        return []
    pairs = list(axis.items()) if isinstance(axis, Mapping) else [axis]
    for pair in pairs:
        two = isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)
        if not two or not isinstance(pair[1], Iterable) or isinstance(pair[1], str):
            raise DataError('write it as {"archers.men": range(3)}', path=name, value=axis)
    return [(path, tuple(map(in_python, values))) for path, values in pairs]


def worth_showing(*found: Mapping[str, Sweep]) -> str:
    """Return which of several endings to show: the first that is not everywhere the same; else the first that is open.

    Parameters
    ----------
    found
        Sweeps by ending, under each rule set.
    """
    endings = list(found[0])
    varies = (name for name in endings if any(sweeps[name].spread >= _SHOWN for sweeps in found))
    cells = {name: [cell for sweeps in found for row in sweeps[name].estimates for cell in row] for name in endings}
    return next(varies, None) or first_open({name: [cell.value for cell in of] for name, of in cells.items()})


def sweeps(
    scenario: Scenario,
    rules: RuleSet,
    *,
    x: tuple[str, Sequence[int]],
    y: tuple[str, Sequence[int]] | None = None,
    endings: Sequence[str],
    **how: Unpack[RunOptions],
) -> dict[str, Sweep]:
    """Run a scenario as `sweep` does, once for several endings, and return the sweep of each; errors as there."""
    (x_name, xs), (y_name, ys) = x, y or ("", (0,))
    if not xs or not ys:
        raise DataError("a sweep needs at least one value for each number")
    if x_name == y_name:
        raise DataError("a sweep is over two different numbers", value=x_name)
    for name, values in ((x_name, xs), (y_name, ys)):
        if (twice := next((value for value in values if list(values).count(value) > 1), None)) is not None:
            raise DataError("is named twice", path=name, value=twice)
    plan = Run(**how)
    sequence = plan.cache.sequence(scenario, rules)
    for ending in endings:
        endings_meant(ending, (*sequence.endings, UNDECIDED), sequence.sides)
    with said_by_call({x_name, y_name}):
        scenes = [
            varied(scenario, rules, {x_name: x_value} | ({y_name: y_value} if y_name else {}))
            for y_value, x_value in product(ys, xs)
        ]
    cells = _cells(plan, scenes, endings)
    rows = [cells[start : start + len(xs)] for start in range(0, len(cells), len(xs))]
    provenances = tuple(tuple(source for _, source in row) for row in rows)
    return {
        ending: Sweep(
            x_name,
            y_name,
            tuple(xs),
            tuple(ys),
            ending,
            tuple(tuple(estimates[ending] for estimates, _ in row) for row in rows),
            scenario.sequence,
            rules,
            provenances,
            sequence.sides,
            scenario,
        )
        for ending in endings
    }


def _cells(plan: Run, scenes: Sequence[Scene], endings: Sequence[str]) -> list[_Cell]:
    """Return the chance of each ending in each of some games, and where it comes from."""
    cells = _of_starts(scenes, endings) if plan.engine in ("auto", "exact") and plan.cache.keeps is None else {}
    share = len(cells) / len(scenes)
    if cells:
        plan.tell(share)
    others = [number for number in range(len(scenes)) if number not in cells]
    results = plan.cache.results(
        plan.work,
        [scenes[number] for number in others],
        executor=plan.executor,
        progress=None if plan.progress is None else part_of(plan.progress, share, 1 - share),
    )
    for number, result in zip(others, results, strict=True):
        cells[number] = {ending: result.probability(ending) for ending in endings}, result.provenance
    return [cells[number] for number in range(len(scenes))]


def _of_starts(scenes: Sequence[Scene], endings: Sequence[str]) -> dict[int, _Cell]:
    """Return the exact chances of games that differ in their starts alone, by their numbers.

    All starts of one game are valued at once, going back from its end.
    """
    groups: dict[int, list[int]] = {}
    for number, (scenario, rules) in enumerate(scenes):
        # A group goes by the game that begins with most.
        mine = {at for at in groups if rules is scenes[at][1] and begins_in(scenes[at][0], scenario)}
        within = (at for at in groups if rules is scenes[at][1] and begins_in(scenario, scenes[at][0]))
        widest = number if mine else next(within, number)
        groups.setdefault(widest, []).extend([number, *(each for at in mine for each in groups.pop(at))])
    cells: dict[int, _Cell] = {}
    for widest, numbers in groups.items():
        if len(numbers) == 1:
            continue
        starts = {number: build(*scenes[number]) for number in numbers}
        game = starts[widest]
        words = [states_under(game, each.layout.pack(each.layout.start), each) for each in starts.values()]
        packed = [each for each in words if each is not None]
        # A note on a counter that stays at 0 needs a game of its own.
        noted = any(each.notes_at_zero for each in starts.values())
        if game.sampled or game.turns is None or noted or len(packed) < len(starts):
            continue
        try:
            chances, states = chances_from(game, np.concatenate(packed, axis=1), STATE_LIMIT)
        except StateLimitError:
            # One by one they have fewer states.
            continue
        for (number, start), chance in zip(starts.items(), chances.tolist(), strict=True):
            by_name = dict(zip((UNDECIDED, *start.endings), chance, strict=True))
            meant = {ending: endings_meant(ending, tuple(by_name), start.sides) for ending in endings}
            cells[number] = (
                {ending: Estimate.of_exact(sum(by_name[name] for name in names)) for ending, names in meant.items()},
                provenance(start, "exact", states=states, notes=start.notes),
            )
    return cells


_FURTHEST = 24
"""Steps that are tried to each side."""
_LOOKED = 2
"""Steps after which it goes on only where they have not led away."""


@dataclass(frozen=True, eq=False, repr=False)
class Reach(DesignStudy):
    """A chance by one number, and the value by which it is reached."""

    sweep: Sweep
    """The chance by the values that were tried."""
    chance: float
    """The chance that is wanted."""
    start: int
    """The value as it is."""
    provenances: tuple[Provenance, ...]
    value: int | None
    """The nearest value that reaches the chance; None if none does."""

    def __repr__(self) -> str:
        """Return a line with the answer."""
        answer = "cannot" if self.value is None else f"{self.value}: {self.at(self.value).text(percent=True)}"
        return f"<Reach {self.chance:.4g} of {self.sweep.ending} by {self.sweep.x_name}: {answer}>"

    def at(self, value: int) -> Estimate:
        """Return the chance at a value that was tried."""
        return self.sweep.estimates[0][self.sweep.xs.index(value)]

    @property
    def upward(self) -> bool:
        """Whether the chance has to become larger."""
        return self.at(self.start).value < self.chance

    @property
    def nearest(self) -> int:
        """The value that comes nearest, or reaches it."""
        if self.value is not None:
            return self.value
        sign = 1 if self.upward else -1
        return max(self.sweep.xs, key=lambda x: (sign * self.at(x).value, -abs(x - self.start)))

    @property
    def sure(self) -> bool:
        """Whether the interval at the answer does not reach across the chance."""
        chance = self.at(self.nearest)
        return chance.exact or not chance.low < self.chance < chance.high

    def to_frame(self) -> pd.DataFrame:
        """Return ``x``, ``p``, ``p_lo``, ``p_hi``, ``reached`` and the engine of every value that was tried."""
        frame = self.sweep.to_frame()
        reached = frame["p"] >= self.chance - NOISE if self.upward else frame["p"] <= self.chance + NOISE
        frame.insert(4, "reached", reached)
        return frame


def reach(
    scenario: ScenarioLike, rules: RulesLike = None, *, by: str, chance: float, of: str = "", **options: Any
) -> Reach:
    """Find the smallest change of a number by which a chance is reached.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    by
        Path of the number: of the scenario, or a rule as in `mangonel.studies.varying.varied`.
    chance
        The chance, as a share of 1; from below it has to be at least this, from above at most.
    of
        An ending, a side, or several joined by ``+``; by default the first question that is open.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of scenario and rules by their dotted paths.

    Raises
    ------
    DataError
        If there is no such number or ending, or the chance is none.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.reach("ram-gate:fire", by="archers.men", chance=0.5, of="besiegers").value
    3
    """
    if not (isinstance(chance, float | int) and 0 < chance < 1):
        raise DataError("a chance lies between 0 and 1", path="chance", value=chance)
    if not isinstance(by, str):
        raise DataError('write it as "besiegers.men"', path="by", value=by)
    plan, scenario, rules = resolved(scenario, rules, options)
    start = current(scenario, rules, by)
    process = build(scenario, rules)
    if of:
        of = normalised(of, askable((*process.endings, UNDECIDED), process.sides))
    shipped = plan.cache.result(scenario, rules, plan.work, executor=plan.executor)
    ending = of or asked_about(shipped)
    tried = {start: shipped.probability(ending)}

    def chance_at(value: int) -> Estimate:
        scene = varied(scenario, rules, {by: value})
        return plan.cache.result(*scene, plan.work, executor=plan.executor).probability(ending)

    value = start if abs(tried[start].value - chance) <= NOISE else _walked(chance_at, tried, start, chance, plan)
    swept = sweep(scenario, rules, x=(by, tuple(sorted(tried))), ending=ending, **plan.options(progress=None))
    return Reach(swept, chance, start, swept.provenances[0], value)


def _walked(
    chance_at: Callable[[int], Estimate], tried: dict[int, Estimate], start: int, chance: float, plan: Run
) -> int | None:
    """Return the nearest value that reaches the chance, and add the values it tries to `tried`; None if none does."""
    sign = 1 if tried[start].value < chance else -1
    open_ends = {1, -1}
    for step in range(1, _FURTHEST + 1):
        reached = None
        for side in sorted(open_ends):
            value = start + side * step
            try:
                tried[value] = chance_at(value)
            except (DataError, UnknownCellError):
                open_ends.discard(side)
                continue
            if sign * (tried[value].value - chance) >= -NOISE:
                reached = value
        plan.tell(step / _FURTHEST)
        if step == _LOOKED:
            # Where the first steps lead away from it, nothing is looked for beyond; bands may be wide.
            gains = {side: sign * (tried[start + step * side].value - tried[start].value) for side in open_ends}
            open_ends = {side for side, gain in gains.items() if gain >= -NOISE}
        if reached is not None or not open_ends:
            return reached
    return None
