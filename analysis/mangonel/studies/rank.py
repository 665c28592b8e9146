"""Rule sets by how far they miss goals, the nearest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from mangonel.engine.intervals import Estimate
from mangonel.engine.ledger import provenance
from mangonel.engine.result import Provenance
from mangonel.errors import DataError, StateLimitError
from mangonel.rules.loading import named_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.decide import best
from mangonel.studies.editable import Quantity, SampledGame
from mangonel.studies.run_options import Run, RunOptions, check_list
from mangonel.studies.shown import DesignStudy, framed
from mangonel.studies.solve import Goal, Goals, Solution, goals_of, solve

if TYPE_CHECKING:
    import pandas as pd

_HELPED = 10_000
"""Trials by which a cell that helps a sampled rule set is looked for."""


@dataclass(frozen=True, slots=True)
class GoalValue:
    """The value of a rule set by a goal."""

    goal: Goal
    asked: Quantity
    value: Estimate

    @property
    def miss(self) -> float:
        """How far it is outside, in its own unit; 0 if it meets the goal."""
        return self.goal.miss(self.value.value)

    @property
    def met(self) -> bool:
        """Whether it meets the goal."""
        return not self.miss

    @property
    def sure(self) -> bool:
        """Whether its whole interval says the same."""
        return self.goal.is_sure(self.value)

    @property
    def cost(self) -> float:
        """The miss as a share of the highest the number can be, times the weight of the goal."""
        return self.goal.cost(self.value.value, 1.0 if self.goal.against is not None else self.asked.most)


@dataclass(frozen=True, eq=False)
class Design:
    """A rule set with its values by goal."""

    rules: RuleSet
    by_goal: tuple[GoalValue, ...]
    provenances: tuple[Provenance, ...]

    @property
    def missed_by(self) -> float:
        """The sum of the costs of all goals."""
        return sum(value.cost for value in self.by_goal)

    @property
    def met(self) -> bool:
        """Whether it meets all goals."""
        return all(value.met for value in self.by_goal)


@dataclass(frozen=True, eq=False, repr=False)
class Ranking(DesignStudy):
    """Rule sets by how far they miss goals, the nearest first."""

    goals: Goals
    designs: tuple[Design, ...]
    provenances: tuple[Provenance, ...]
    help: Solution | None = None
    """For the nearest design that misses a goal: the `mangonel.studies.solve.Solution` with one cell; None if none was
    looked for."""

    def __repr__(self) -> str:
        """Return a line with how many meet all goals."""
        met = sum(design.met for design in self.designs)
        return (
            f"<Ranking {self.goals.title}: {met} of {len(self.designs)} rule sets meet {len(self.goals.goals)} goals>"
        )

    @property
    def met(self) -> bool:
        """Whether every rule set meets every goal."""
        return all(design.met for design in self.designs)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each rule set and goal, the nearest rule set first.

        ``rank``, ``rules``, ``missed_by``, ``goal``, ``value`` (``_lo``, ``_hi``), ``low``, ``high``, ``miss`` and
        ``met``; probabilities are shares of 1.
        """
        rows = []
        for place, design in enumerate(self.designs, start=1):
            for of in design.by_goal:
                limits = of.goal.low, of.goal.high
                rows.append(
                    (place, design.rules.id, design.missed_by, of.goal.name, of.value, *limits, of.miss, of.met)
                )
        return framed("rank rules missed_by goal value± low high miss met", rows)


def rank(
    goals: Goals | str | Path,
    rules: Sequence[RuleSet | str | Path],
    *,
    help_nearest: bool = True,
    **how: Unpack[RunOptions],
) -> Ranking:
    """Rank rule sets by how far they miss goals.

    Parameters
    ----------
    goals
        The goals as `mangonel.load_goals` reads them, or their file.
    rules
        The rule sets, their names or their files.
    help_nearest
        Whether to look for the single cell that helps the nearest of those that miss a goal.
    how
        Fields of `mangonel.studies.run_options.Run`.

    Raises
    ------
    DataError
        If a goal does not go with a rule set.
    """
    plan, goals = Run.of(how), goals_of(goals)
    check_list("rules", rules)
    designs = []
    for number, rule_set in enumerate((named_rules(each, "") for each in rules), start=1):
        values, provenances = [], []
        for goal in goals.goals:
            value, asked, source = value_of(goal, rule_set, plan)
            if goal.against is not None:
                value = _ratio(value, value_of(goal, goal.against, plan)[0], goal)
            values.append(GoalValue(goal, asked, value))
            provenances.append(source)
        designs.append(Design(rule_set, tuple(values), tuple(provenances)))
        plan.tell(number / len(rules))
    ranked = tuple(sorted(designs, key=lambda design: design.missed_by))
    nearest = next((design for design in ranked if not design.met), None)
    sources = tuple(source for design in ranked for source in design.provenances)
    helped = None if nearest is None or not help_nearest else _help(goals, nearest.rules, plan)
    return Ranking(goals, ranked, sources, helped)


def _help(goals: Goals, rules: RuleSet, plan: Run) -> Solution | None:
    if any(goal.decisions != "shipped" for goal in goals.goals):
        return None
    try:
        how = plan.options(progress=None, precision=None, trials=min(plan.trials, _HELPED))
        return solve(goals, rules, cells=1, **how)
    except StateLimitError:
        return None


def value_of(goal: Goal, rules: RuleSet, plan: Run) -> tuple[Estimate, Quantity, Provenance]:
    """Return the value of a goal's quantity under a rule set, before any ratio is taken."""
    sequence = plan.cache.sequence(goal.scenario, rules)
    asked = goal.quantity(sequence)
    if goal.decisions == "best":
        if not asked.is_chance:
            message = "best decisions are those for an ending or a side"
            raise DataError(message, file=goal.file, path=f"{goal.path}.of", value=goal.of)
        if sequence.plan:
            try:
                decided = best(goal.scenario, rules, against="best", value=" + ".join(asked.endings))
            except StateLimitError:
                message = "best decisions are found exactly, and this scenario has too many states for it"
                raise DataError(message, file=goal.file, path=f"{goal.path}.decisions", value="best") from None
            return Estimate.of_exact(decided.value), asked, provenance(sequence, "exact")
    result = plan.cache.result(goal.scenario, rules, plan.work, executor=plan.executor)
    value, source = asked.of(result), result.provenance
    if not value.exact and sequence.turns is not None:
        # All rule sets are played on the same dice, so that they differ by their rules and not by their luck.
        game = SampledGame(goal.scenario, rules, trials=plan.trials, seed=plan.seed)
        (value,), source = game.estimates([asked], {}) or [value], game.provenance
    return value, asked, source


def _ratio(value: Estimate, other: Estimate, goal: Goal) -> Estimate:
    """Return a ratio; its ends are those of two independent numbers, by the ends of both."""
    scale = goal.scale(other)
    ratio = value.value / scale
    se = hypot(value.se, ratio * other.se) / scale
    low = ratio - hypot(value.value - value.low, ratio * (other.high - scale)) / scale
    high = ratio + hypot(value.high - value.value, ratio * (scale - other.low)) / scale
    return Estimate(ratio, se, max(low, 0.0), high, exact=value.exact and other.exact)
