"""Which cells of the printed tables carry a result: its derivative by every letter of every cell that is rolled on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Provenance
from mangonel.engine.run import run
from mangonel.engine.values import MOST_STATES
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, build, with_assumptions
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.change import CellChange
from mangonel.rules.ruleset import Asked, Cell, RuleSet
from mangonel.studies.compare import Comparison, OnSharedDice
from mangonel.studies.editable import EditableGame, Quantity, letter_at, quantity, usual_quantity
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, resolved
from mangonel.studies.shown import DesignStudy

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CellEffect", "Sensitivity", "difference_of", "sensitivity"]


_TRIED = 2_000
"""Trials by which a sampled game shows the cells that it reads."""


@dataclass(frozen=True, slots=True)
class CellEffect:
    """The effect of another letter in one cell."""

    cell: Cell
    """Table, row and column."""
    letter: str
    to: str
    """`letter`, `to`: the printed letter and the other one."""
    slope: Estimate
    """The change to first order: the derivative by the probability of this face, times that probability; in a sampled
    game the difference on common random numbers."""
    exact: Estimate | None = None
    """The change itself, weighed for the largest effect of each cell."""

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
    """Its value under the rules as they are."""
    effects: tuple[CellEffect, ...]
    """Every cell that is rolled on with every other letter, the largest effect first."""
    provenance: Provenance
    elsewhere: tuple[Cell, ...] = ()
    """Cells that the game reads, but not as results of a roll: numbers, shifts, ranges."""

    def __repr__(self) -> str:
        """Return a line with the largest effect."""
        first = self.effects[0] if self.effects else None
        most = (
            "" if first is None else f"; {'.'.join(first.cell)} {first.letter} to {first.to} {first.change.value:+.4f}"
        )
        return f"<Sensitivity {self.asked.text} {self.value.text()}: {len(self.cells)} cells{most}>"

    @property
    def provenances(self) -> tuple[Provenance, ...]:
        """Where the numbers come from."""
        return (self.provenance,)

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
        return tuple(dict.fromkeys(effect.cell[0] for effect in self.effects))

    def largest(self, cell: Cell) -> CellEffect | None:
        """Return the largest effect that another letter in a cell has; None if it is not rolled on."""
        return next((effect for effect in self.effects if effect.cell == cell), None)

    def to_frame(self) -> pd.DataFrame:
        """Return ``table``, ``row``, ``column``, ``letter``, ``to``, ``slope`` and ``change``, the largest first.

        ``slope`` is the change to first order, ``change`` the exact one (nan where it was not weighed). A sampled game
        has the ends ``slope_lo`` and ``slope_hi``. Shares of 1, or units of the mean.
        """
        import pandas as pd

        rows = [
            {
                "table": effect.cell[0],
                "row": effect.cell[1],
                "column": effect.cell[2],
                "letter": effect.letter,
                "to": effect.to,
                "slope": effect.slope.value,
                **({"slope_lo": effect.slope.low, "slope_hi": effect.slope.high} if self.sampled else {}),
                "change": float("nan") if effect.exact is None else effect.exact.value,
            }
            for effect in self.effects
        ]
        ends = ["slope_lo", "slope_hi"] if self.sampled else []
        names = ["table", "row", "column", "letter", "to", "slope", *ends, "change"]
        return pd.DataFrame(rows, columns=names)


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
        The most states there may be before a phase; beyond them games are sampled on common random numbers, each cell
        that has a letter against the same cell without an effect.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        If there is no such ending, measure or table, or the rules do not allow the scenario.

    Examples
    --------
    >>> import mangonel as mg
    >>> list(mg.sensitivity("panic-one").to_frame().columns)
    ['table', 'row', 'column', 'letter', 'to', 'slope', 'change']
    """
    plan, scenario, rules = resolved(scenario, rules, options)
    wanted = tuple(tables)
    for name in wanted:
        rules.table(name)
    if plan.engine in ("auto", "exact"):
        try:
            return _differentiated(EditableGame(scenario, rules, state_limit=state_limit), of, wanted)
        except StateLimitError:
            if plan.engine == "exact":
                raise
    return _sampled(scenario, rules, of, wanted, plan)


def _differentiated(game: EditableGame, of: str, tables: tuple[str, ...]) -> Sensitivity:
    shipped = game.result()
    asked = quantity(of, game.process) if of else usual_quantity(shipped, game.process)
    gradient, value = game.gradient(asked), asked.of(shipped)
    effects = [
        CellEffect(cell, game.letter(cell), letter, Estimate.of_exact(game.slope(gradient, cell, letter)))
        for cell, letter in game.changes()
        if not tables or cell[0] in tables
    ]
    effects.sort(key=lambda effect: -abs(effect.slope.value))
    met: set[Cell] = set()
    for number, effect in enumerate(effects):
        if effect.cell not in met:
            met.add(effect.cell)
            edited = game.value(asked, {effect.cell: effect.to})
            assert edited is not None
            effects[number] = replace(effect, exact=Estimate.of_exact(edited - value.value))
    elsewhere = tuple(cell for cell in game.asked.cells if cell not in game.readings)
    return Sensitivity(game.scenario, game.rules, asked, value, tuple(effects), shipped.provenance, elsewhere=elsewhere)


def _sampled(scenario: Scenario, rules: RuleSet, of: str, tables: tuple[str, ...], plan: Run) -> Sensitivity:
    """Play each cell against itself without an effect, on common random numbers."""
    noted = Asked()
    process = build(scenario, rules, noted)
    trial = run(process, engine="monte-carlo", trials=_TRIED)
    asked = quantity(of, process) if of else usual_quantity(trial, process)
    assumed = with_assumptions(scenario, rules)
    changed, scenes = [], []
    for cell in noted.cells:
        if assumed.tables[cell[0]].kind != "die" or (tables and cell[0] not in tables):
            continue
        try:
            letter = letter_at(assumed, cell)
            other = rules.replaced(cells=[CellChange(*cell, NO_EFFECT)])
            build(scenario, other)
        except (DataError, UnknownCellError):
            continue
        if letter != NO_EFFECT:
            changed.append((cell, letter))
            scenes.append(((scenario, rules), (scenario, other)))
    work = OnSharedDice(plan.trials, plan.seed, plan.precision)
    pairs = plan.cache.done(work, scenes, executor=plan.executor, progress=plan.progress)
    effects = [
        CellEffect(cell, letter, NO_EFFECT, difference_of(pair, asked))
        for (cell, letter), pair in zip(changed, pairs, strict=True)
    ]
    effects.sort(key=lambda effect: -abs(effect.slope.value))
    shipped = pairs[0].left if pairs else trial
    return Sensitivity(scenario, rules, asked, asked.of(shipped), tuple(effects), shipped.provenance)


def difference_of(pair: Comparison, asked: Quantity) -> Estimate:
    """Return the difference of a quantity in a comparison."""
    return pair.chance_of("+".join(asked.endings)).estimate if asked.endings else pair.difference(asked.measure)
