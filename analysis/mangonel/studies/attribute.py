"""Which of several changed rules does it: each difference by itself, and as a share of the whole (Shapley)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from mangonel.engine.intervals import Estimate, counted_mean
from mangonel.engine.process import Process
from mangonel.engine.result import Provenance, asked_about
from mangonel.engine.rolls import check_whole
from mangonel.engine.state import Floats
from mangonel.engine.trace import Trace, play_trace
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, build
from mangonel.rules.change import place_of
from mangonel.rules.difference import Difference, grouped
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.switching import switched, switches
from mangonel.rules.words import capital, say, words
from mangonel.rules.words.phrase_book import difference_named, titles_of
from mangonel.studies.compare import Comparison, compare, whole
from mangonel.studies.editable import Cells, Editable, Quantity, learnt, letter_at, mean_of, quantity
from mangonel.studies.run_options import RulesLike, Run, ScenarioLike, resolved_several
from mangonel.studies.shown import DesignStudy, Shown, chart_names, framed, handed_to_pyplot

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class Effect:
    """The effect of one difference between two rule sets."""

    difference: Difference
    """The option or cell, the row, column, weapon or table that only one of them has, or a block of an overlay."""
    alone: Comparison
    """The left rule set against itself with only this difference made."""
    last: Comparison
    """The right rule set without this difference against the whole right rule set."""

    @property
    def idle(self) -> bool:
        """Whether it moves nothing in this scenario, though its rules are asked: no ending, mean or counter."""
        return all(change.estimate.value == 0 for change in (*self.alone.differences, *self.last.differences))

    def on(self, ending: str) -> tuple[Estimate, Estimate]:
        """Return the effect on an ending, a side or several joined by ``+``: alone, and last."""
        return self.alone.chance_of(ending).estimate, self.last.chance_of(ending).estimate


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A difference of which no effect can be told."""

    difference: Difference
    """As of an `Effect`."""
    reason: str
    """The mistake in the rule sets that would have to be played, and its place, in English."""
    message: str = ""
    """The same without the place, which languages have phrases for."""


@dataclass(frozen=True, eq=False, repr=False)
class Attribution(Shown):
    """Every difference between two rule sets, with its effect or the reason why it has none to show."""

    comparison: Comparison
    """The two rule sets as wholes."""
    effects: tuple[Effect, ...] = ()
    """In the order of the differences; `ranked` puts them by size."""
    left_out: tuple[LeftOut, ...] = ()
    """Differences that cannot be made, or left out, alone."""
    unasked: tuple[Difference, ...] = ()
    """Differences that neither rule set is asked about in the scenario, so that they cannot move anything in it."""

    def to_frame(self, ending: str = "") -> pd.DataFrame:
        """Return ``difference``, ``alone`` and ``last``, the largest first: effects on a chance, as shares of 1.

        Parameters
        ----------
        ending
            An ending, a side or several joined by ``+``; by default the usual question.

        Raises
        ------
        DataError
            If the sequence has no such ending.
        """
        _, effects = self._effects(ending)
        rows = ((name, alone.value, last.value) for name, (alone, last), _ in effects)
        return framed("difference alone last", rows)

    def _effects(self, ending: str) -> tuple[str, list[tuple[str, tuple[Estimate, Estimate], bool]]]:
        """Return the question, and each difference with its effect on it, alone and last, and whether it is idle."""
        pair, titles = self.comparison, titles_of(self.comparison.rules)
        asked = ending or asked_about(pair.left, pair.right)
        return asked, [
            (difference_named(effect.difference, titles), effect.on(asked), effect.idle)
            for effect in ranked(self.effects, asked)
        ]

    def plot(self, ending: str = "", *, ax: Axes | None = None) -> Axes:
        """Draw the effect of each difference on a chance, alone and last; `ending` and errors as for `to_frame`."""
        from mangonel.paper.charts.tornado import cause_bars

        asked, effects = self._effects(ending)
        causes = {name: sides for name, sides, idle in effects if not idle}
        left, right = chart_names(self.comparison.rules)
        total = self.comparison.chance_of(asked).estimate
        title = capital(words().word("endings", asked, self.comparison.left.sequence))
        title = words().named(title, say("report.minus", left=left, right=right))
        label = say("charts.points")
        return handed_to_pyplot(cause_bars(causes, total, names=(left, right), ax=ax, title=title, label=label), ax)

    def __repr__(self) -> str:
        """Return a line with how many differences there are and how many move anything."""
        moving = sum(not effect.idle for effect in self.effects)
        count = len(self.effects) + len(self.left_out) + len(self.unasked)
        sides = self.comparison
        return (
            f"<Attribution {sides.left_rules} to {sides.right_rules}: {moving} of {count} differences move something>"
        )


def ranked(effects: Iterable[Effect], ending: str) -> tuple[Effect, ...]:
    """Return effects on an ending, of each alone or else last; the largest first."""

    def size(effect: Effect) -> tuple[float, float]:
        alone, last = (abs(part.value) for part in effect.on(ending))
        return max(alone, last), alone

    return tuple(sorted(effects, key=size, reverse=True))


def attribute(
    scenario: ScenarioLike,
    left: RulesLike = None,
    right: RulesLike = None,
    *,
    by: str = "block",
    last: bool = True,
    **options: Any,
) -> Attribution:
    """Make each difference between two rule sets alone, and leave it out alone.

    The effects need not add up to the whole: where making a difference alone and making it last do not agree, it
    helps or hinders others. A row, column, weapon or table that only one of the rule sets has is one difference.
    A difference that the scenario never asks for is not played alone.

    Parameters
    ----------
    scenario, left, right
        As in `mangonel.compare`.
    by
        The unit of a difference: one of `mangonel.rules.difference.GROUPINGS`. By ``block`` it is one block of an
        overlay changes, or several blocks of one name; by ``file`` all that one rule set of a chain changes.
    last
        Whether each is left out alone, too; else `Effect.last` is `Effect.alone`.
    options
        Fields of `mangonel.studies.run_options.Run`, and other values of scenario and rules by their dotted paths.

    Raises
    ------
    DataError
        As in `mangonel.compare`.

    Examples
    --------
    >>> import mangonel as mg
    >>> mg.attribute("panic-one", "siege", "croisades")
    <Attribution siege to croisades: ... differences move something>
    """
    plan, scenario, (left, right) = resolved_several(scenario, (left, right), options)
    runs, each = plan.cache, plan.options(progress=None, precision=None)
    runs.hold((scenario, left), (scenario, right))
    # Which rules a scenario asks for is known once it has been played.
    pair = compare(scenario, left, right, **each)
    differences = grouped(switches(left, right), left, right, by=by)
    effects, left_out, unasked = [], [], []
    for number, difference in enumerate(differences, start=1):
        try:
            with_it, without = switched(left, difference, right), switched(right, difference, left)
            if all(
                runs.same((scenario, side), (scenario, other)) for side, other in ((left, with_it), (right, without))
            ):
                unasked.append(difference)
                continue
            # An effect of which only a part was played stands for nothing.
            alone = compare(scenario, left, with_it, **each)
            whole(alone.left)
            made_last = compare(scenario, without, right, **each) if last else alone
            whole(made_last.left)
        except (DataError, UnknownCellError) as error:
            reason = error.at(error.path) if isinstance(error, DataError) else error
            left_out.append(LeftOut(difference, str(reason), error.message))
        else:
            effects.append(Effect(difference, alone, made_last))
        finally:
            plan.tell(number / len(differences))
    return Attribution(pair, tuple(effects), tuple(left_out), tuple(unasked))


_EXACT, _ORDERS = 10, 200
"""Differences up to which all their sets are weighed; orders that are drawn of more."""
TOLD = 400
"""Games that are told at most to find one that a difference turns."""
_COUNTED = 200
"""Games in which rolls on changed cells are counted."""


@dataclass(frozen=True, slots=True)
class Share:
    """One difference with its shares of the whole."""

    difference: Difference
    alone: Estimate
    """The left rule set with this difference alone, less the left rule set."""
    last: Estimate
    """The right rule set, less itself without this difference."""
    share: Estimate
    """The mean of its gain over all orders; the shares sum to the whole difference."""


@dataclass(frozen=True, slots=True)
class Why:
    """The causes of a share."""

    rolls: dict[str, tuple[float, float]]
    """By side the mean number of rolls a game on the changed cells: without the difference and with it; empty if it is
    not one of cells. Counted in 200 games."""
    seed: int | None
    """Seed of a game that ends otherwise with the difference; None if none was found."""
    left: Trace | None = None
    right: Trace | None = None
    """`left`, `right`: that game without the difference and with it."""


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
    provenances: tuple[Provenance, ...] = ()

    def __repr__(self) -> str:
        """Return a line with the whole and the number of differences."""
        whole = self.after.value - self.before.value
        count = f"{len(self.shares)} differences"
        return f"<Shares {self.left.id} to {self.right.id}: {self.asked.text} {whole:+.4f}, {count}>"

    def to_frame(self) -> pd.DataFrame:
        """Return ``difference``, ``alone``, ``last``, ``shapley`` (``_lo``, ``_hi``), the largest share first."""
        titles = titles_of((self.left, self.right))
        rows = (
            (difference_named(share.difference, titles), share.alone.value, share.last.value, share.share)
            for share in self.shares
        )
        return framed("difference alone last shapley±", rows)

    def why(self, share: Share) -> Why:
        """Return how often each side rolls on the changed cells, and a game that the difference turns.

        It is made alone, or last where it does nothing alone.
        """
        rules = self.left, switched(self.left, share.difference, self.right)
        if not share.alone.value:
            rules = switched(self.right, share.difference, self.left), self.right
        games = [build(self.scenario, each) for each in rules]
        cells = _cells_of(share.difference)
        counted = [_rolls_on(game, cells) for game in games] if cells else [{}, {}]
        rolls = {who: (counted[0].get(who, 0.0), counted[1].get(who, 0.0)) for who in {**counted[0], **counted[1]}}
        for seed in range(TOLD if share.alone.value or share.last.value else 0):
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
    that differ in dice cells alone are re-weighed, others are run. A scenario with too many states is sampled, all sets
    on the same dice.

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
        Fields of `mangonel.studies.run_options.Run`, and other values of scenario and rules by their dotted paths.

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
    check_whole("orders", orders)
    plan, scenario, (left, right) = resolved_several(scenario, (left, right), options)
    runs = plan.cache
    first, last = runs.results(plan.work, [(scenario, left), (scenario, right)], executor=plan.executor)
    asked = quantity(of or asked_about(first), build(scenario, left))
    differences: list[Difference] = []
    unasked: list[Difference] = []
    for difference in grouped(switches(left, right), left, right, by=by):
        sides = (left, switched(left, difference, right)), (right, switched(right, difference, left))
        same = all(runs.same((scenario, side), (scenario, other)) for side, other in sides)
        (unasked if same else differences).append(difference)
    way = Run(**plan.options(engine="exact" if first.exact and last.exact else "monte-carlo", precision=None))
    sets = _Sets(scenario, left, right, differences, asked, way, way.engine == "exact")
    n = len(differences)
    none, whole = frozenset[int](), frozenset(range(n))
    drawn = 0 if n <= _EXACT else orders
    shares = _drawn(sets, n, orders, plan) if drawn else _all_sets(sets, n, plan)
    by_size = [
        Share(
            difference,
            sets.estimate(sets.value(frozenset([number])) - sets.value(none)),
            sets.estimate(sets.value(whole) - sets.value(whole - {number})),
            share,
        )
        for number, (difference, share) in enumerate(zip(differences, shares, strict=True))
    ]
    by_size.sort(key=lambda share: -abs(share.share.value))
    ends = sets.estimate(sets.value(none)), sets.estimate(sets.value(whole))
    sources = first.provenance, last.provenance
    return Shares(scenario, left, right, asked, *ends, tuple(by_size), drawn, tuple(unasked), sources)


def _all_sets(sets: _Sets, n: int, plan: Run) -> list[Estimate]:
    shares = [np.zeros(1)] * n
    for size in range(n):
        weight = factorial(size) * factorial(n - size - 1) / factorial(n)
        for others in map(frozenset, combinations(range(n), size)):
            plan.tell((size + 0.5) / n)
            for number in set(range(n)) - others:
                shares[number] = shares[number] + weight * (sets.value(others | {number}) - sets.value(others))
    return [sets.estimate(share) for share in shares]


def _drawn(sets: _Sets, n: int, orders: int, plan: Run) -> list[Estimate]:
    """Return Shapley shares by orders that are drawn, each beside its reverse."""
    rng = np.random.default_rng(plan.seed)
    pairs = max(orders // 2, 2)
    gains, by_trial = np.zeros((pairs, n)), [np.zeros(1)] * n
    for row in range(pairs):
        order = rng.permutation(n).tolist()
        for one_way in (order, order[::-1]):
            members: frozenset[int] = frozenset()
            for number in one_way:
                gain = (sets.value(members | {number}) - sets.value(members)) / 2
                gains[row, number] += gain.mean()
                by_trial[number] = by_trial[number] + gain / pairs
                members |= {number}
        plan.tell((row + 1) / pairs)
    errors = gains.std(axis=0, ddof=1) / pairs**0.5
    shares = []
    for mean, error, trials in zip(gains.mean(axis=0).tolist(), errors.tolist(), by_trial, strict=True):
        error = float(np.hypot(error, trials.std() / len(trials) ** 0.5))
        # It may still come though no trial saw it.
        sampled = counted_mean(mean, error, len(trials), -np.inf)
        shares.append(Estimate.of_normal(mean, error) if sets.exact else sampled)
    return shares


@dataclass(eq=False)
class _Sets:
    """The values of sets of differences made in the left rule set, in each trial of a sampled game."""

    scenario: Scenario
    left: RuleSet
    right: RuleSet
    differences: Sequence[Difference]
    asked: Quantity
    plan: Run
    exact: bool
    _known: dict[frozenset[int], Floats] = field(default_factory=dict)
    _games: dict[frozenset[int], Editable | None] = field(default_factory=dict)

    @cached_property
    def _cells(self) -> frozenset[int]:
        numbered = enumerate(self.differences)
        return frozenset(at for at, each in numbered if all(part.kind == "cell" for part in each.parts or (each,)))

    def estimate(self, values: Floats) -> Estimate:
        """Return the mean of values: all there is, or of the trials of a sampled game with its interval."""
        return Estimate.of_exact(float(values[0])) if self.exact else mean_of(values)

    def value(self, members: frozenset[int]) -> Floats:
        """Return the quantity with the differences of a set, in each trial of a sampled game. Shape (trials or 1,)."""
        if members not in self._known:
            others = members - self._cells
            cells = (cell for number in members & self._cells for cell in _cells_of(self.differences[number]))
            values = self._weighed(others, {cell: _letter(self.right, cell) for cell in cells})
            if values is None and not self.exact:
                values = self._weighed(members, {})
            self._known[members] = self._run(members) if values is None else values[:, 0]
        return self._known[members]

    def _rules(self, members: frozenset[int]) -> RuleSet:
        rules = self.left
        for number in sorted(members):
            rules = switched(rules, self.differences[number], self.right)
        return rules

    def _run(self, members: frozenset[int]) -> Floats:
        plan = self.plan
        result = plan.cache.result(self.scenario, self._rules(members), plan.work, executor=plan.executor)
        return np.array([self.asked.of(result).value])

    def _weighed(self, members: frozenset[int], edits: Cells) -> Floats | None:
        """Return the quantity with the differences of a set and some cells; None if that has to be run."""
        if members not in self._games:
            try:
                self._games[members] = learnt(self.scenario, self._rules(members), self.plan)
            except (StateLimitError, DataError, UnknownCellError):
                self._games[members] = None
        game = self._games[members]
        return None if game is None else game.by_trial([self.asked], edits)


def _letter(rules: RuleSet, cell: Cell) -> str:
    table, row, column = cell
    known = rules.tables[table]
    return letter_at(rules, cell) if column in known.columns and row in known.rows else ""
