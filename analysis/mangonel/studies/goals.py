"""Goals of a design: a checked file of them, the values of rule sets by goal, and a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack

import msgspec
from msgspec import Meta

from mangonel.engine.intervals import Z95, Estimate
from mangonel.engine.process import Process
from mangonel.engine.result import Provenance
from mangonel.errors import DataError
from mangonel.games.file_types import VERSION, filled
from mangonel.games.scenario import Scenario, load_scenario, scenario_names
from mangonel.games.validating import validate
from mangonel.rules.loading import load_rules
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.editable import DesignStudy, Quantity, quantity
from mangonel.studies.run_options import Run, RunOptions
from mangonel.studies.shown import handed_to_pyplot

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Design", "Goal", "GoalFile", "GoalValue", "Goals", "Held", "Ranking", "load_goals", "rank"]

_NOISE = 1e-12
_Values = dict[str, bool | int | str]


class _GoalKeys(msgspec.Struct, forbid_unknown_fields=True):
    name: filled("what is wanted, in words")  # type: ignore[valid-type]
    scenario: filled("a shipped scenario, or the path of a file from here")  # type: ignore[valid-type]
    of: filled("an ending, a side, several joined by +, turns or a measure")  # type: ignore[valid-type]
    between: Annotated[
        list[float],
        Meta(
            min_length=2,
            max_length=2,
            description="the lowest and the highest that meet it",
            extra={"fault": "must be two numbers"},
        ),
    ]
    set: Annotated[_Values, Meta(description="other values of the scenario by path")] = {}
    weight: Annotated[float, Meta(ge=0, description="what a miss costs", extra={"fault": "must be at least 0"})] = 1.0
    decisions: Annotated[
        Literal["shipped", "best"],
        Meta(
            description="as the scenario has them, or both sides at their best", extra={"allowed": ("shipped", "best")}
        ),
    ] = "shipped"
    against: Annotated[str, Meta(description="a rule set: then the ratio to the value under it is meant")] = ""


class _HeldKeys(msgspec.Struct, forbid_unknown_fields=True):
    scenario: filled("a shipped scenario, or the path of a file from here")  # type: ignore[valid-type]
    of: filled("an ending, a side, several joined by +, turns or a measure")  # type: ignore[valid-type]
    within: Annotated[float, Meta(ge=0, description="how far it may move", extra={"fault": "must be at least 0"})] = (
        0.01
    )
    set: Annotated[_Values, Meta(description="other values of the scenario by path")] = {}


class GoalFile(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a file of goals."""

    schema: VERSION
    title: filled("what they are about")  # type: ignore[valid-type]
    goal: Annotated[list[_GoalKeys], Meta(min_length=1, extra={"fault": "at least 1 of goal is needed"})]
    held: list[_HeldKeys] = []


@dataclass(frozen=True, eq=False)
class Goal:
    """A number that has to lie between two others."""

    name: str
    scenario: Scenario
    of: str
    """The quantity, as `mangonel.studies.editable.quantity` reads it."""
    low: float
    high: float
    """`low`, `high`: where it has to lie."""
    weight: float
    decisions: str
    """``shipped``, or ``best`` if both sides decide as well as they can."""
    against: RuleSet | None
    """A rule set; then the ratio to the value under it is meant."""
    file: Path | None = None
    path: str = ""
    """`file`, `path`: where it stands, for errors."""

    def quantity(self, process: Process) -> Quantity:
        """Return the quantity in a game.

        Raises
        ------
        DataError
            If the game has none of this name, or a probability is to lie outside of 0 to 1.
        """
        try:
            asked = quantity(self.of, process)
        except DataError as error:
            raise error.at(f"{self.path}.of", self.file) from None
        if asked.is_chance and self.against is None and self.high > 1:
            message = "a probability is a share of 1: 40 % is 0.4"
            raise DataError(message, file=self.file, path=f"{self.path}.between", value=self.high)
        return asked

    def miss(self, value: float) -> float:
        """Return how far a value is outside, in its own unit; 0 if it meets the goal."""
        return max(self.low - value, value - self.high, 0.0)


@dataclass(frozen=True, eq=False)
class Held:
    """A number that a change may not move further than so far."""

    scenario: Scenario
    of: str
    within: float
    file: Path | None = None
    path: str = ""


@dataclass(frozen=True, eq=False)
class Goals:
    """The goals of a file, and the numbers that are held."""

    title: str
    goals: tuple[Goal, ...]
    held: tuple[Held, ...] = ()
    file: Path | None = None

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios of all of them."""
        return (*(goal.scenario for goal in self.goals), *(held.scenario for held in self.held))


def load_goals(file: str | Path) -> Goals:
    """Read a file of goals.

    Raises
    ------
    DataError
        If there is no such file, or it is not valid; the error names file, path, value and what is allowed.
    """
    path = Path(file)
    node = Node.load(path)
    validate(node, GoalFile)
    goals = []
    for block in node.nodes("goal"):
        keys = block.content
        low, high = map(float, keys["between"])
        if low > high:
            raise block.error("the first is larger than the second", "between", value=low)
        against = _named(block, "against", load_rules) if keys.get("against") else None
        scenario = _scenario(block, path)
        goals.append(
            Goal(
                keys["name"],
                scenario,
                keys["of"],
                low,
                high,
                float(keys.get("weight", 1)),
                keys.get("decisions", "shipped"),
                against,
                path,
                block.path,
            )
        )
    held = tuple(
        Held(_scenario(block, path), block.content["of"], float(block.content.get("within", 0.01)), path, block.path)
        for block in node.nodes("held")
    )
    twice = next((goal.name for goal in goals if sum(other.name == goal.name for other in goals) > 1), None)
    if twice is not None:
        raise node.error("two goals have this name", "goal", value=twice)
    return Goals(node.content["title"], tuple(goals), held, path)


def _named(block: Node, key: str, load: Any) -> Any:
    try:
        return load(block.content[key])
    except DataError as error:
        if error.file is not None and error.file != str(block.content[key]):
            raise
        raise block.error(error.message, key, value=error.value, allowed=error.allowed) from None


def _scenario(block: Node, file: Path) -> Scenario:
    name = block.content["scenario"]
    if name not in scenario_names() and (file.parent / name).exists():
        scenario = load_scenario(file.parent / name)
    else:
        scenario = _named(block, "scenario", load_scenario)
    changes = block.content.get("set", {})
    if not changes:
        return scenario
    try:
        changed: Scenario = scenario.replaced(changes)
    except DataError as error:
        where = error.path if error.path in changes else ""
        path = block.at(f"set.{where}" if where else "set")
        raise DataError(error.message, file=file, path=path, value=error.value, allowed=error.allowed) from None
    return changed


@dataclass(frozen=True, slots=True)
class GoalValue:
    """The value of a rule set by a goal."""

    goal: Goal
    asked: Quantity
    value: Estimate
    miss: float
    """How far it is outside, in its own unit; 0 if it meets the goal."""

    @property
    def met(self) -> bool:
        """Whether it meets the goal."""
        return self.miss <= _NOISE

    @property
    def sure(self) -> bool:
        """Whether its whole interval says the same."""
        ends = self.goal.miss(self.value.low), self.goal.miss(self.value.high)
        return all((end <= _NOISE) == self.met for end in ends)

    @property
    def cost(self) -> float:
        """The miss as a share of the highest the number can be, times the weight of the goal."""
        most = 1.0 if self.goal.against is not None else self.asked.most
        return self.goal.weight * self.miss / (most or 1.0)


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
    help: Any = None
    """For the nearest design that misses a goal: the `mangonel.studies.solve.Solution` with one cell; None if none was
    looked for."""

    def __repr__(self) -> str:
        """Return a line with how many meet all goals."""
        met = sum(design.met for design in self.designs)
        return (
            f"<Ranking {self.goals.title}: {met} of {len(self.designs)} rule sets meet {len(self.goals.goals)} goals>"
        )

    @property
    def provenances(self) -> tuple[Provenance, ...]:
        """Where the numbers come from."""
        return tuple(source for design in self.designs for source in design.provenances)

    @property
    def met(self) -> bool:
        """Whether every rule set meets every goal."""
        return all(design.met for design in self.designs)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each rule set and goal, the nearest rule set first.

        ``rank``, ``rules``, ``missed_by``, ``goal``, ``value`` (``_lo``, ``_hi``), ``low``, ``high``, ``miss`` and
        ``met``; probabilities are shares of 1.
        """
        import pandas as pd

        rows = [
            {
                "rank": place,
                "rules": design.rules.id,
                "missed_by": design.missed_by,
                "goal": value.goal.name,
                "value": value.value.value,
                "value_lo": value.value.low,
                "value_hi": value.value.high,
                "low": value.goal.low,
                "high": value.goal.high,
                "miss": value.miss,
                "met": value.met,
            }
            for place, design in enumerate(self.designs, start=1)
            for value in design.by_goal
        ]
        return pd.DataFrame(rows)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw each goal as a band, and the values of the rule sets as dots."""
        from mangonel.document.designs import drawn_goals

        return handed_to_pyplot(drawn_goals(self, ax=ax), ax)


def rank(goals: Goals, rules: Sequence[RuleSet], *, help_nearest: bool = True, **how: Unpack[RunOptions]) -> Ranking:
    """Rank rule sets by how far they miss goals.

    Parameters
    ----------
    goals
        The goals.
    rules
        The rule sets.
    help_nearest
        Whether to look for the single cell that helps the nearest of those that miss a goal.
    how
        Fields of `mangonel.studies.run_options.Run`.

    Raises
    ------
    DataError
        If a goal does not go with a rule set.
    """
    plan = Run(**how)
    designs = []
    for number, rule_set in enumerate(rules, start=1):
        designs.append(_design(goals, rule_set, plan))
        if plan.progress is not None:
            plan.progress(number / len(rules))
    ranked = tuple(sorted(designs, key=lambda design: design.missed_by))
    nearest = next((design for design in ranked if not design.met), None)
    return Ranking(goals, ranked, None if nearest is None or not help_nearest else _help(goals, nearest.rules, plan))


def _help(goals: Goals, rules: RuleSet, plan: Run) -> Any:
    from mangonel.errors import StateLimitError
    from mangonel.studies.solve import solvable, solve

    if not solvable(goals):
        return None
    try:
        return solve(goals, rules, cells=1, **plan.options(progress=None))
    except StateLimitError:
        return None


def _design(goals: Goals, rules: RuleSet, plan: Run) -> Design:
    values, provenances = [], []
    for goal in goals.goals:
        value, asked, source = value_of(goal, rules, plan)
        if goal.against is not None:
            value = _ratio(value, value_of(goal, goal.against, plan)[0])
        values.append(GoalValue(goal, asked, value, goal.miss(value.value)))
        provenances.append(source)
    return Design(rules, tuple(values), tuple(provenances))


def value_of(goal: Goal, rules: RuleSet, plan: Run) -> tuple[Estimate, Quantity, Provenance]:
    """Return the value of a goal's quantity under a rule set, before any ratio is taken."""
    sequence = plan.cache.sequence(goal.scenario, rules)
    asked = goal.quantity(sequence)
    result = plan.cache.result(goal.scenario, rules, plan.alone, executor=plan.executor)
    value = asked.of(result)
    if goal.decisions == "best":
        from mangonel.studies.decide import best, deciders

        if asked.is_turns:
            message = "best decisions are those for an ending, a side or a measure"
            raise DataError(message, file=goal.file, path=f"{goal.path}.of", value=goal.of)
        deciding = deciders(sequence)
        if deciding:
            text = " + ".join(asked.endings) or asked.measure
            decided = best(goal.scenario, rules, next(iter(deciding)), against="best", value=text)
            value = Estimate.of_exact(decided.value)
    return value, asked, result.provenance


def _ratio(value: Estimate, other: Estimate) -> Estimate:
    """Return a ratio; its error is that of two independent numbers (delta method)."""
    if other.value == 0:
        return Estimate.of_exact(float("inf") if value.value else 1.0)
    ratio = value.value / other.value
    if value.exact and other.exact:
        return Estimate.of_exact(ratio)
    parts = [(each.se / each.value) ** 2 for each in (value, other) if each.value]
    se = ratio * sum(parts) ** 0.5
    return Estimate(ratio, se, ratio - Z95 * se, ratio + Z95 * se, exact=False)
