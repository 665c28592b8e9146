"""Which cells of the printed tables carry a result: its derivative by every letter of every cell that is rolled on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mangonel.engine.exact import run_exact
from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Provenance, asked_about
from mangonel.engine.values import MOST_STATES
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.studies.editable import Quantity, cell_changes, check_rolled_on, learnt, quantity
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, check_list, resolved
from mangonel.studies.shown import DesignStudy, framed, lean

if TYPE_CHECKING:
    import pandas as pd

_WEIGHED = 12
"""The most cells of a sampled game that are weighed in all trials: those with the largest effects."""


@dataclass(frozen=True, slots=True)
class CellEffect:
    """The effect of another letter in one cell."""

    cell: Cell
    """Table, row and column."""
    letter: str
    to: str
    """`letter`, `to`: the printed letter and the other one."""
    slope: Estimate
    """The change to first order: the derivative by the probability of this face, times that probability; of a cell
    that is rolled on in chapters the change itself; in a sampled game the difference in a few trials on common random
    numbers."""
    exact: Estimate | None = None
    """The change itself, weighed for the largest effect of each cell; in a sampled game that in all trials."""

    @property
    def change(self) -> Estimate:
        """The change itself, else to first order."""
        return self.slope if self.exact is None else self.exact


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivity(DesignStudy):
    """The effect of each cell of the tables on one number of a scenario."""

    scenario: Scenario
    rules: RuleSet
    asked: Quantity
    """The number."""
    value: Estimate
    """Its value under the unchanged rules."""
    effects: tuple[CellEffect, ...]
    """The effect of every other letter in every cell that is rolled on, the largest to first order first."""
    provenances: tuple[Provenance, ...]
    elsewhere: tuple[Cell, ...] = ()
    """Cells that the game reads, but not as results of a roll: numbers, shifts, ranges."""

    def __repr__(self) -> str:
        """Return a line with the largest effect."""
        first = next(iter(self.largest.values()), None)
        most = (
            "" if first is None else f"; {'.'.join(first.cell)} {first.letter} to {first.to} {first.change.value:+.4f}"
        )
        return f"<Sensitivity {self.asked.text} {self.value.text()}: {len(self.cells)} cells{most}>"

    @property
    def sampled(self) -> bool:
        """Whether effects are sampled on common random numbers."""
        return not self.value.exact

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that are rolled on."""
        return tuple(dict.fromkeys(effect.cell for effect in self.effects))

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are rolled on, that with the largest effect first."""
        return tuple(dict.fromkeys(cell[0] for cell in self.largest))

    @cached_property
    def largest(self) -> Mapping[Cell, CellEffect]:
        """The largest effect of each cell to first order; those that were weighed come first, by their exact size."""
        by_cell = {effect.cell: effect for effect in reversed(self.effects)}
        weighed = sorted(self.cells, key=lambda cell: (by_cell[cell].exact is None, -abs(by_cell[cell].change.value)))
        return {cell: by_cell[cell] for cell in weighed}

    def to_frame(self) -> pd.DataFrame:
        """Return ``table``, ``row``, ``column``, ``letter``, ``to``, ``slope`` and ``change``, the largest first.

        ``slope`` is the change to first order, ``change`` the exact one (nan where it was not weighed). A sampled game
        has the ends of both intervals, ``slope_lo`` and so on. Shares of 1, or units of the mean.
        """
        rows = ((*effect.cell, effect.letter, effect.to, effect.slope, effect.exact) for effect in self.effects)
        frame = framed("table row column letter to slope± change±", rows)
        return frame if self.sampled else lean(frame)


def sensitivity(
    scenario: ScenarioLike,
    rules: RulesLike = None,
    *,
    of: str = "",
    tables: Iterable[str] = (),
    state_limit: int = MOST_STATES,
    **options: Any,
) -> Sensitivity:
    """Differentiate a number of a scenario by every cell of every table that is rolled on.

    Parameters
    ----------
    scenario, rules
        As in `mangonel.simulate`.
    of
        An ending, a side, several joined by ``+``, ``turns`` or a measure; by default the first question that is open.
    tables
        Only these tables; by default all.
    state_limit
        The most states there may be before a phase; beyond them games are sampled on common random numbers: each
        cell without an effect (or with one, if it has none) in a few trials, the largest effects in all of them.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of scenario and rules by their dotted paths.

    Raises
    ------
    DataError
        If there is no such ending or measure, a table is not rolled on, or the rules do not allow the scenario.

    Examples
    --------
    >>> import mangonel as mg
    >>> list(mg.sensitivity("panic-one").to_frame().columns)
    ['table', 'row', 'column', 'letter', 'to', 'slope', 'change']
    """
    plan, scenario, rules = resolved(scenario, rules, options)
    check_list("tables", tables)
    wanted = tuple(tables)
    for name in wanted:
        rules.table(name)
    game = learnt(scenario, rules, plan, state_limit=state_limit)
    work = Run(**plan.options(precision=None, progress=None)).work
    of = of or asked_about(plan.cache.result(scenario, rules, work, executor=plan.executor))
    asked = quantity(of, game.process)
    values = game.estimates([asked], {})
    assert values is not None
    check_rolled_on(wanted, [game])
    effects = [
        CellEffect(cell, game.letter(cell), letter, slope)
        for (cell, letter), slope in game.slopes(asked).items()
        if not wanted or cell[0] in wanted
    ]
    inside = [cell for cell in game.inside if not wanted or cell[0] in wanted]
    for number, cell in enumerate(inside):
        plan.tell(number / len(inside))
        to = game.weakest(cell)
        try:
            after = run_exact(build(scenario, rules.replaced(cells=cell_changes({cell: to}))), state_limit=state_limit)
        except (DataError, StateLimitError, UnknownCellError):
            continue
        change = Estimate.of_exact(asked.of(after).value - values[0].value)
        effects.append(CellEffect(cell, game.letter(cell), to, change, change))
    effects.sort(key=lambda effect: -abs(effect.slope.value))
    met: set[Cell] = set()
    for number, effect in enumerate(effects):
        plan.tell((number + 1) / len(effects))
        if effect.exact is None and effect.cell not in met and (game.exact or len(met) < _WEIGHED):
            met.add(effect.cell)
            effects[number] = replace(effect, exact=game.change(asked, {effect.cell: effect.to}))
    weighed = {*game.letters, *(effect.cell for effect in effects)}
    elsewhere = tuple(cell for cell in game.asked.cells if cell not in weighed)
    return Sensitivity(scenario, rules, asked, values[0], tuple(effects), (game.provenance,), elsewhere)
