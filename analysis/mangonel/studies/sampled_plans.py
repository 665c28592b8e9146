"""The best plan of a game too large to be decided by state: a search among sampled plans on common random numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from typing import Any

import numpy as np

from mangonel.engine.exact import chain_of
from mangonel.engine.intervals import Estimate, judged_mean
from mangonel.engine.ledger import Progress
from mangonel.engine.owners import spelled
from mangonel.engine.policy import Clause, Test, option_text, with_priorities
from mangonel.engine.process import Options, Process, Rule
from mangonel.engine.run import begin, check_arguments
from mangonel.engine.sampling import CommonDice, generator, play_block
from mangonel.engine.state import Floats
from mangonel.errors import DataError, StateLimitError, UnknownCellError
from mangonel.games.fields import decisions
from mangonel.games.scenario import Scenario, build
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.decide import Best, best
from mangonel.studies.priority_rules import pasted
from mangonel.studies.run_cache import Scene
from mangonel.studies.run_options import RulesLike, ScenarioLike, named_scene
from mangonel.studies.tactics import Value as Choice
from mangonel.studies.tactics import policies_of
from mangonel.studies.wanted import Wanted, wanted

SAMPLED_TRIALS = 1_000
"""Games by which the plan that was found is compared with the shipped one, unless told otherwise."""
_FIRST, _SECOND = 20, 4
"""The first look at a plan takes this part of the trials, the second that."""
_KEPT, _RULES, _CLAUSES, _VALUES, _MANY = 4, 6, 2, 4, 30
"""Plans that are looked at again; rules that are tried for each clause; clauses; values of a policy that are tried,
one if there would be more changes than the last number."""
_LEVEL = 0.05 / 3
"""Chance of an error for each of three statements that hold together: both looks at single changes, and the gain."""

Plan = tuple[tuple[tuple[str, Choice], ...], tuple[tuple[str, Clause], ...]]
"""Policies that are changed, and clauses that come before them, the latest first."""
_SHIPPED: Plan = ((), ())


@dataclass(frozen=True, eq=False)
class SampledPlan:
    """The best plan of a side that a sampled search has found."""

    process: Process
    side: str
    sides: tuple[str, ...]
    """The sides that have policies."""
    wanted: Wanted
    sign: int
    """+1 if the side wants much of it, -1 if little."""
    changes: Mapping[str, Choice]
    """The policies that it changes, by path."""
    clauses: Mapping[str, tuple[Clause, ...]]
    """Priority lists by decision, which come before the policies."""
    shipped: Estimate
    value: Estimate
    gain: Estimate
    """`shipped`, `value`, `gain`: on fresh dice, the same for both plans; a gain above 0 is good for the side."""
    missed: float
    """At most so much better is any of the single changes that were tried than the plan that was found; this and the
    interval of `gain` hold together at 95 %."""
    tried: int
    """Plans that were played."""
    trials: int
    plan: Process = field(repr=False)
    """The game with the plan."""
    scenario: Scenario = field(repr=False)

    def __str__(self) -> str:
        """Return the lines to put into a scenario."""
        return pasted(self.changes, self.clauses)

    def __repr__(self) -> str:
        """Return a line with both values."""
        return f"<SampledPlan {self.process.name}, {self.side}: {self.value}, shipped {self.shipped}>"


def best_or_sampled(
    scenario: Scenario, rules: RuleSet, side: str = "", *, trials: int = SAMPLED_TRIALS, seed: int = 0, **how: Any
) -> Best | SampledPlan:
    """Find the best decisions by state, or the best plan of a sampled search if there are too many states.

    A position, a choice of decisions and an opponent at his best are only decided exactly.

    Parameters
    ----------
    scenario, rules, side
        The game, and the side that decides.
    trials, seed
        As in `best_plan`.
    how
        Other arguments of `mangonel.studies.decide.best`.

    Raises
    ------
    DataError, StateLimitError
        As in both.
    """
    against = how.get("against", "shipped")
    planned = against == "shipped" or isinstance(against, Scenario)
    whole = planned and how.get("position") is None and not how.get("choose") and not how.get("hidden")
    if not (whole and build(scenario, rules).sampled):
        try:
            return best(scenario, rules, side, **how)
        except StateLimitError:
            if not whole:
                raise
    played = against if isinstance(against, Scenario) else scenario
    kept = {name: how[name] for name in ("value", "progress") if name in how}
    return best_plan(played, rules, side, trials=trials, seed=seed, **kept)


def best_plan(
    scenario: ScenarioLike,
    rules: RulesLike = None,
    side: str = "",
    *,
    value: str | None = None,
    trials: int = SAMPLED_TRIALS,
    seed: int = 0,
    progress: Progress | None = None,
    **changes: Any,
) -> SampledPlan:
    """Search the best plan of a side by sampled games, the others deciding as in the scenario; for large games.

    Each policy is changed alone, then the most promising changes are combined, then short rules are put before them,
    all on common random numbers. The plan that comes of it is compared with the shipped one on fresh dice.

    Parameters
    ----------
    scenario, rules, side, value
        As in `mangonel.best`.
    trials
        Games for the last comparison; earlier looks take fewer.
    seed
        Seed of the dice.
    progress
        Called with the share of the work that is done.
    changes
        Other values of scenario and rules by their dotted paths.

    Raises
    ------
    DataError
        If a name is unknown, nothing is wanted, or the side has no policy.

    Examples
    --------
    >>> import mangonel as mg
    >>> found = mg.best_plan("volley-wall", trials=200)
    >>> found.trials
    200
    """
    check_arguments("monte-carlo", trials, seed, None)
    scenario, rules = named_scene(scenario, rules, changes)
    process = build(scenario, rules)
    known = decisions(scenario.playable.keys, scenario.sequence)
    owned = [each.name for each in process.sides]
    menus = {path: others for path, others in policies_of(scenario).items() if others}
    sides = tuple(name for name in owned if any(known[path].side == name for path in menus))
    asked = side
    side = spelled(side, owned) or next(iter(sides), "")
    if not sides:
        raise DataError("no player decides anything here", value=process.name)
    if side not in sides:
        raise DataError("no such side decides anything here", path="side", value=asked, allowed=sides)
    want = wanted(value, process)
    own = {path: menu for path, menu in menus.items() if known[path].side == side}
    search = _Search(process, (scenario, rules), want, want.sign(side, process.sides, side), trials, seed)
    return search.found(side, sides, own, progress or (lambda _: None))


class _Search:
    """Plans and the value of each of their games; the dice of a block are the same for all plans."""

    def __init__(self, base: Process, scene: Scene, want: Wanted, sign: int, trials: int, seed: int) -> None:
        self._base, self._scene, self._want, self._sign, self._seed = base, scene, want, sign, seed
        self._sizes = (max(trials // _FIRST, 50), max(trials // _SECOND, 50), max(trials // _SECOND, 50), trials)
        self._known: dict[tuple[Plan, int], Floats] = {}
        self._built: dict[Plan, Process | None] = {_SHIPPED: base}
        self.asked: dict[str, dict[str, None]] = {}
        self.typical: dict[str, int] = {}

    def process(self, plan: Plan) -> Process | None:
        """Return the game with a plan; None if the scenario or the rules do not allow it."""
        if plan not in self._built:
            try:
                sequence = build(self._scene[0].replaced(dict(plan[0])), self._scene[1])
                self._built[plan] = with_priorities(sequence, _listed(plan))
            except (DataError, UnknownCellError):
                self._built[plan] = None
        return self._built[plan]

    def values(self, plan: Plan, block: int) -> Floats:
        """Return the value of each game of a block for the side; none if the plan is not allowed. Shape (games,)."""
        if (plan, block) not in self._known:
            self._known[plan, block] = self._play(self.process(plan), block)
        return self._known[plan, block]

    def _play(self, process: Process | None, block: int) -> Floats:
        size = self._sizes[block]
        if process is None:
            return np.zeros(0)
        words, _ = begin(process, None, size, generator(self._seed, block))
        try:
            played = play_block(process, chain_of(process), CommonDice(self._seed, block, size), words)
        except (DataError, UnknownCellError):
            return np.zeros(0)
        if not self.typical:
            # By the median of each series in the middle of the game rules are tried.
            middle = max(process.limit // 2, 1)
            self.typical = {process.unit: middle}
            for series, watched in zip(process.series, played.ledger.watched, strict=True):
                often = watched[middle].cumsum()
                self.typical[series.name] = int(np.searchsorted(often, often[-1] / 2))
        return self._sign * self._want.by_trial(process, played.ledger.outcomes(played.cells))

    def apart(self, plan: Plan, other: Plan, block: int, comparisons: int) -> tuple[float, float, float, float]:
        """Return mean, standard error, low and high of the gain of a plan over another, sure in so many comparisons."""
        left, right = self.values(other, block), self.values(plan, block)
        if len(left) != len(right):
            return -np.inf, 0.0, -np.inf, -np.inf
        level = _LEVEL / max(comparisons, 1)
        gains = right - left
        size, mean = len(gains), float(gains.mean())
        error = float(gains.std(ddof=1) / np.sqrt(size))
        # An event of no game may still happen in a few.
        rare = np.log(2 / level) / size * self._range()
        half = max(NormalDist().inv_cdf(1 - level / 2) * error, rare)
        return mean, error, mean - half, mean + half

    def _range(self) -> float:
        worths = [0.0, *self._want.endings.values()]
        measured = {measure.name: measure.maximum for measure in self._base.measures}
        return max(worths) - min(worths) + sum(abs(w) * measured[name] for name, w in self._want.measures.items())

    def found(
        self, side: str, sides: tuple[str, ...], menus: Mapping[str, tuple[Choice, ...]], progress: Progress
    ) -> SampledPlan:
        """Search, and compare the plan found with the shipped one on fresh dice."""
        values = _VALUES if sum(len(_thinned(menu)) for menu in menus.values()) <= _MANY else 1
        pairs = [(path, choice) for path, menu in menus.items() for choice in _thinned(menu)[:values]]
        singles: list[Plan] = [((pair,), ()) for pair in pairs]
        looks: dict[Plan, float] = {}
        upper: dict[Plan, float] = {}
        for number, plan in enumerate(singles):
            looks[plan], _, _, upper[plan] = self.apart(plan, _SHIPPED, 0, len(singles))
            progress(0.5 * (number + 1) / len(singles))
        again = sorted((plan for plan in singles if upper[plan] > 0), key=lambda plan: -looks[plan])[:_KEPT]
        for plan in again:
            looks[plan], _, _, high = self.apart(plan, _SHIPPED, 1, len(again))
            upper[plan] = min(upper[plan], high)
        progress(0.6)
        plan = _SHIPPED
        for single in sorted(again, key=lambda single: -looks[single]):
            ((path, choice),), _ = single
            changed: Plan = ((*plan[0], (path, choice)), ())
            if path not in dict(plan[0]) and self._better(changed, plan, 1.0):
                plan = changed
        progress(0.7)
        for _ in range(_CLAUSES):
            ranked = sorted(self._rules(plan, side), key=lambda rule: -self.apart(rule, plan, 0, 1)[0])[:2]
            better = [rule for rule in ranked if self._better(rule, plan, 2.0)]
            if not better:
                break
            plan = max(better, key=lambda rule: float(self.values(rule, 2).mean()))
        progress(0.85)
        return self._compared(plan, side, sides, upper)

    def _better(self, plan: Plan, other: Plan, errors: float) -> bool:
        mean, error, _, _ = self.apart(plan, other, 2, 1)
        return mean > errors * error and mean > 0

    def _rules(self, plan: Plan, side: str) -> Iterator[Plan]:
        """Yield plans with one more clause of one test, a few drawn from all."""
        if not self.asked:
            self._ask(side)
        tests = [
            Test(name, sign, number)
            for name, median in self.typical.items()
            for sign, number in (("<=", median), (">=", median + 1))
        ]
        every = [
            (name, Clause(option, (test,)))
            for name, options in self.asked.items()
            for option in options
            for test in tests
        ]
        rng = np.random.default_rng(self._seed)
        for place in sorted(rng.permutation(len(every))[:_RULES].tolist()):
            yield (plan[0], (every[place], *plan[1]))

    def _ask(self, side: str) -> None:
        """Note the decisions of the side that come up, with their options, in a few games."""
        noted: dict[str, dict[str, None]] = {}

        def noting(name: str, rule: Rule) -> Rule:
            def answer(s: Any, options: Any, **context: Any) -> Any:
                every = options.every if isinstance(options, Options) else options
                noted.setdefault(name, {}).update(dict.fromkeys(map(option_text, every)))
                return rule(s, options, **context)

            return answer

        plan = {name: noting(name, rule) for name, rule in self._base.plan.items()}
        spied = replace(self._base, plan=plan, recipe=None)
        self._play(spied, 0)
        met = [each for table in chain_of(spied).tables for each in getattr(table, "met", {}).values()]
        mine = {each.name for each in met if each.side == side and self._want.frees(each)}
        self.asked = {name: noted[name] for name in noted if name in mine}

    def _compared(self, plan: Plan, side: str, sides: tuple[str, ...], upper: Mapping[Plan, float]) -> SampledPlan:
        played = self.process(plan)
        assert played is not None
        shipped, reached = (self._sign * self.values(each, 3) for each in (_SHIPPED, plan))
        mean, error, low, high = self.apart(plan, _SHIPPED, 3, 1)
        gain = Estimate.of_exact(0.0) if plan == _SHIPPED else Estimate(mean, error, low, high, exact=False)
        # Of a single change no more is known than how far it may be above the shipped plan.
        missed = max(0.0, max((high for high in upper.values() if np.isfinite(high)), default=0.0) - gain.low)
        tried = len({plan for (plan, _), games in self._known.items() if len(games)})
        size, chance = self._sizes[3], self._want.is_chance
        even = np.full(size, 1 / size)
        sampled = [judged_mean(even, each, trials=size, proportion=chance) for each in (shipped, reached)]
        return SampledPlan(
            self._base,
            side,
            sides,
            self._want,
            self._sign,
            dict(plan[0]),
            _listed(plan),
            sampled[0],
            sampled[1],
            gain,
            missed,
            tried,
            size,
            played,
            self._scene[0],
        )


def _listed(plan: Plan) -> dict[str, tuple[Clause, ...]]:
    names = dict.fromkeys(name for name, _ in plan[1])
    return {name: tuple(clause for other, clause in plan[1] if other == name) for name in names}


def _thinned(menu: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return a few values of a long menu, the first ones closer together."""
    if len(menu) <= _VALUES:
        return menu
    places = np.unique(np.geomspace(1, len(menu), _VALUES).astype(int) - 1)
    return tuple(menu[place] for place in places.tolist())
