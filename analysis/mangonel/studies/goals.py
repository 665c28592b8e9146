"""Goals of a design: a checked file of them, the values of rule sets by goal, and a ranking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mangonel.engine.process import Process
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, load_scenario, scenario_names
from mangonel.rules.loading import load_rules
from mangonel.rules.reading import VERSION, Node, filled, validate
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.editable import Quantity, quantity

__all__ = ["Goal", "GoalFile", "Goals", "goals_of", "load_goals"]


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
    within: float | None = None
    """How far a number that is held may move from its value under a rule set; None for a goal."""

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
class Goals:
    """The goals of a file, and the numbers that are held."""

    title: str
    goals: tuple[Goal, ...]
    held: tuple[Goal, ...] = ()
    file: Path | None = None

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios of all of them."""
        return tuple(goal.scenario for goal in (*self.goals, *self.held))

    def varied(self, change: Callable[[Scenario], Scenario]) -> Goals:
        """Return the same goals on other scenarios."""
        goals, held = (
            tuple(replace(goal, scenario=change(goal.scenario)) for goal in group) for group in (self.goals, self.held)
        )
        return replace(self, goals=goals, held=held)


def load_goals(file: str | Path) -> Goals:
    """Read a file of goals.

    Raises
    ------
    DataError
        If there is no such file, or it is not valid; the error names file, path, value and allowed values.
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
    held = []
    for block in node.nodes("held"):
        scenario, asked = _scenario(block, path), block.content["of"]
        within = float(block.content.get("within", 0.01))
        name = f"{scenario.title}: {asked}"
        held.append(Goal(name, scenario, asked, 0.0, 0.0, 1.0, "shipped", None, path, block.path, within))
    twice = next((goal.name for goal in goals if sum(other.name == goal.name for other in goals) > 1), None)
    if twice is not None:
        raise node.error("two goals have this name", "goal", value=twice)
    return Goals(node.content["title"], tuple(goals), tuple(held), path)


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


def goals_of(goals: Goals | str | Path) -> Goals:
    """Return goals, read from a file if need be; errors as of `load_goals`."""
    return goals if isinstance(goals, Goals) else load_goals(goals)
