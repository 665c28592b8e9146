"""Shares of a difference between two rule sets: alone, last, and the mean over all orders (Shapley), with causes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.intervals import Z95, Estimate
from mangonel.engine.process import Process
from mangonel.engine.result import Provenance, Result
from mangonel.engine.trace import Trace, play_trace
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.cells import EMPTY, NO_EFFECT
from mangonel.rules.change import place_of
from mangonel.rules.difference import Difference, grouped
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.switching import switched, switches
from mangonel.rules.words import load_locale
from mangonel.studies.editable import EditableGame, Quantity, quantity, usual_quantity
from mangonel.studies.naming import difference_named, titles_of
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, resolved_pair
from mangonel.studies.shown import DesignStudy

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Share", "Shares", "Value", "Why", "shapley"]


_EXACT, _ORDERS = 10, 200
"""Differences up to which all their sets are weighed; orders that are drawn of more."""
_TOLD = 400
"""Games that are told at most to find one that a difference turns."""
_COUNTED = 200
"""Games in which rolls on changed cells are counted."""
_NOISE = 1e-12

Value = Callable[[frozenset[int]], Estimate]


@dataclass(frozen=True, slots=True)
class Share:
    """One difference with its shares of the whole."""

    difference: Difference
    alone: Estimate
    """The left rule set with this difference alone, less the left rule set."""
    last: Estimate
    """The right rule set, less itself without this difference."""
    share: Estimate
    """The mean of what it adds over all orders; the shares sum to the whole difference."""


@dataclass(frozen=True, slots=True)
class Why:
    """The causes of a share."""

    rolls: dict[str, tuple[float, float]]
    """By side the mean number of rolls a game on the changed cells: under the left rule set, and with the difference;
    empty if it is not one of cells. Counted in 200 games."""
    seed: int | None
    """Seed of a game that ends otherwise with the difference; None if none was found."""
    left: Trace | None = None
    right: Trace | None = None
    """`left`, `right`: that game under the left rule set, and with the difference."""


@dataclass(frozen=True, eq=False, repr=False)
class Shares(DesignStudy):
    """The shares of all differences between two rule sets in one number."""

    scenario: Scenario
    left: RuleSet
    right: RuleSet
    asked: Quantity
    before: Estimate
    after: Estimate
    """`before`, `after`: the number under the two rule sets."""
    shares: tuple[Share, ...]
    """The largest share first."""
    orders: int
    """Orders that were drawn; 0 if all sets were weighed."""
    unasked: tuple[Difference, ...] = ()
    """Differences that neither rule set is asked about in the scenario."""
    sources: tuple[Provenance, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        """Return a line with the whole and the number of differences."""
        whole = self.after.value - self.before.value
        count = f"{len(self.shares)} differences"
        return f"<Shares {self.left.id} to {self.right.id}: {self.asked.text} {whole:+.4f}, {count}>"

    @property
    def provenances(self) -> tuple[Provenance, ...]:
        """Where the numbers come from."""
        return self.sources

    def to_frame(self) -> pd.DataFrame:
        """Return ``difference``, ``alone``, ``last``, ``shapley`` (``_lo``, ``_hi``), the largest share first."""
        import pandas as pd

        titles, words = titles_of((self.left, self.right)), load_locale("en")
        rows = [
            (
                difference_named(share.difference, titles, words),
                share.alone.value,
                share.last.value,
                share.share.value,
                share.share.low,
                share.share.high,
            )
            for share in self.shares
        ]
        return pd.DataFrame(rows, columns=["difference", "alone", "last", "shapley", "shapley_lo", "shapley_hi"])

    def why(self, share: Share) -> Why:
        """Return how often each side rolls on the changed cells, and a game that the difference alone turns."""
        games = [
            build(self.scenario, rules) for rules in (self.left, switched(self.left, share.difference, self.right))
        ]
        cells = _cells_of(share.difference)
        counted = [_rolls_on(game, cells) for game in games] if cells else [{}, {}]
        rolls = {who: (counted[0].get(who, 0.0), counted[1].get(who, 0.0)) for who in {**counted[0], **counted[1]}}
        for seed in range(_TOLD):
            left, right = (play_trace(game, seed=seed) for game in games)
            if left.ending != right.ending:
                return Why(rolls, seed, left, right)
        return Why(rolls, None)


def _cells_of(difference: Difference) -> frozenset[Cell]:
    """Return the cells of a difference; none if it is one of options or of the shape of tables."""
    parts = difference.parts or (difference,)
    return frozenset(place_of(part.where) for part in parts if part.kind == "cell")


def _rolls_on(game: Process, cells: frozenset[Cell]) -> dict[str, float]:
    """Return the mean number of rolls a game on some cells, by side."""
    counts: dict[str, float] = {}
    for seed in range(_COUNTED):
        for event in play_trace(game, seed=seed).events:
            if not cells.isdisjoint(event.cells):
                counts[event.who] = counts.get(event.who, 0.0) + 1 / _COUNTED
    return counts


def shapley(
    scenario: ScenarioLike,
    left: RulesLike = None,
    right: RulesLike = None,
    *,
    by: str = "block",
    of: str = "",
    orders: int = _ORDERS,
    **options: Any,
) -> Shares:
    """Share the difference of two rule sets out among their differences.

    Up to ten differences all their sets are weighed; of more, orders are drawn at random, with a 95 % interval. Sets
    that differ in dice cells alone are re-weighed, others are run.

    Parameters
    ----------
    scenario, left, right
        As in `mangonel.compare`.
    by
        One difference: one of `mangonel.rules.difference.GROUPINGS`.
    of
        An ending, a side, several joined by ``+``, ``turns`` or a measure; by default the first question that is open.
    orders
        Orders that are drawn, if there are more than ten differences.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of the scenario by their dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.compare`, or if a set of the differences is no rule set or does not allow the scenario.

    Examples
    --------
    >>> import mangonel as mg
    >>> shares = mg.shapley("panic-one", "siege", "croisades")
    >>> abs(sum(share.share.value for share in shares.shares) - (shares.after.value - shares.before.value)) < 1e-12
    True
    """
    plan, scenario, left, right = resolved_pair(scenario, left, right, options)
    runs = plan.cache
    first, last = runs.done(plan.alone, [((scenario, left),), ((scenario, right),)], executor=plan.executor)
    process = build(scenario, left)
    asked = quantity(of, process) if of else usual_quantity(first, process)
    differences: list[Difference] = []
    unasked: list[Difference] = []
    for difference in grouped(switches(left, right), left, right, by=by):
        sides = (left, switched(left, difference, right)), (right, switched(right, difference, left))
        same = all(runs.same((scenario, side), (scenario, other)) for side, other in sides)
        (unasked if same else differences).append(difference)
    sets = _Sets(scenario, left, right, differences, asked, plan)
    n = len(differences)
    whole = frozenset(range(n))
    if n <= _EXACT:
        shares, drawn = _all_sets(sets.value, n, plan), 0
    else:
        shares, drawn = _drawn(sets.value, n, orders, plan), orders
    by_size = [
        Share(
            difference,
            _less(sets.value(frozenset([number])), sets.value(frozenset())),
            _less(sets.value(whole), sets.value(whole - {number})),
            share,
        )
        for number, (difference, share) in enumerate(zip(differences, shares, strict=True))
    ]
    by_size.sort(key=lambda share: -abs(share.share.value))
    sources = first.provenance, last.provenance
    return Shares(
        scenario, left, right, asked, asked.of(first), asked.of(last), tuple(by_size), drawn, tuple(unasked), sources
    )


def _less(after: Estimate, before: Estimate) -> Estimate:
    """Return a difference; sampled ones are independent."""
    return _summed([(1.0, after), (-1.0, before)])


def _summed(terms: Sequence[tuple[float, Estimate]], more: float = 0.0) -> Estimate:
    """Return a weighted sum of independent estimates; `more` is a variance besides."""
    value = sum(weight * estimate.value for weight, estimate in terms)
    se = (sum((weight * estimate.se) ** 2 for weight, estimate in terms) + more) ** 0.5
    if se == 0 and all(estimate.exact for _, estimate in terms):
        return Estimate.of_exact(value)
    return Estimate(value, se, value - Z95 * se, value + Z95 * se, exact=False)


def _all_sets(value: Value, n: int, plan: Run) -> list[Estimate]:
    """Return the Shapley shares by the values of all sets."""
    weights: list[dict[frozenset[int], float]] = [{} for _ in range(n)]
    for size in range(n):
        weight = factorial(size) * factorial(n - size - 1) / factorial(n)
        for others in map(frozenset, combinations(range(n), size)):
            for number in set(range(n)) - others:
                for members, sign in ((others | {number}, 1), (others, -1)):
                    weights[number][members] = weights[number].get(members, 0.0) + sign * weight
            if plan.progress is not None:
                plan.progress((size + 0.5) / n)
            value(others)
    return [_summed([(weight, value(members)) for members, weight in each.items()]) for each in weights]


def _drawn(value: Value, n: int, orders: int, plan: Run) -> list[Estimate]:
    """Return Shapley shares by orders that are drawn, each beside its reverse."""
    rng = np.random.default_rng(plan.seed)
    gains = np.zeros((max(orders // 2, 2), n))
    for row in range(len(gains)):
        order = rng.permutation(n).tolist()
        for one_way in (order, order[::-1]):
            members: frozenset[int] = frozenset()
            for number in one_way:
                gains[row, number] += (value(members | {number}).value - value(members).value) / 2
                members |= {number}
        if plan.progress is not None:
            plan.progress((row + 1) / len(gains))
    means, errors = gains.mean(axis=0), gains.std(axis=0, ddof=1) / len(gains) ** 0.5
    return [
        Estimate(mean, se, mean - Z95 * se, mean + Z95 * se, exact=False)
        for mean, se in zip(means.tolist(), errors.tolist(), strict=True)
    ]


class _Sets:
    """The values of sets of differences made in the left rule set."""

    def __init__(
        self,
        scenario: Scenario,
        left: RuleSet,
        right: RuleSet,
        differences: Sequence[Difference],
        asked: Quantity,
        plan: Run,
    ) -> None:
        self.scenario, self.left, self.right = scenario, left, right
        self.differences, self.asked, self.plan = differences, asked, plan
        self._known: dict[frozenset[int], Estimate] = {}
        self._games: dict[frozenset[int], EditableGame | None] = {}
        self._cells = frozenset(
            number
            for number, each in enumerate(differences)
            if all(part.kind == "cell" for part in each.parts or (each,))
        )

    def value(self, members: frozenset[int]) -> Estimate:
        """Return the quantity with the differences of a set."""
        if members not in self._known:
            self._known[members] = self._weighed(members) or self.asked.of(self._run(members))
        return self._known[members]

    def _rules(self, members: frozenset[int]) -> RuleSet:
        rules = self.left
        for number in sorted(members):
            rules = switched(rules, self.differences[number], self.right)
        return rules

    def _run(self, members: frozenset[int]) -> Result:
        rules = self._rules(members)
        return self.plan.cache.result(self.scenario, rules, self.plan.alone, executor=self.plan.executor)

    def _weighed(self, members: frozenset[int]) -> Estimate | None:
        """Return the quantity by new weights of a game that was learnt; None if it has to be run."""
        if self.plan.engine not in ("auto", "exact") or not self._cells:
            return None
        others = members - self._cells
        if others not in self._games:
            try:
                self._games[others] = EditableGame(self.scenario, self._rules(others))
            except (StateLimitError, DataError, UnknownCellError):
                self._games[others] = None
        game = self._games[others]
        if game is None:
            return None
        edits = {cell: self._letter(cell) for number in members & self._cells for cell in self._places(number)}
        value = game.value(self.asked, edits)
        return None if value is None else Estimate.of_exact(value)

    def _places(self, number: int) -> frozenset[Cell]:
        return _cells_of(self.differences[number])

    def _letter(self, cell: Cell) -> str:
        table, row, column = cell
        known = self.right.tables[table]
        if column not in known.columns or row not in known.rows:
            return ""
        letter = known.cells[known.row_index(row)][known.column_index(column)]
        return NO_EFFECT if letter == EMPTY else letter
