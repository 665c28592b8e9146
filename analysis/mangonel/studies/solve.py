"""Goals of a design, and the smallest changes of cells that meet them: to first order, exactly, confirmed by runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack

import msgspec
import numpy as np
from msgspec import Meta

from mangonel.engine.intervals import Estimate
from mangonel.engine.process import Process
from mangonel.engine.result import NOISE, Provenance
from mangonel.engine.rolls import is_whole
from mangonel.engine.values import MOST_STATES
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, load_scenario, scenario_names
from mangonel.rules.cells import EMPTY, NO_EFFECT
from mangonel.rules.change import Change
from mangonel.rules.loading import load_rules, named_rules
from mangonel.rules.overlay import overlay_text
from mangonel.rules.reading import VERSION, Node, filled, validate
from mangonel.rules.ruleset import Cell, RuleSet
from mangonel.rules.table import Table
from mangonel.studies.editable import Cells, Editable, Quantity, cell_changes, check_rolled_on, learnt, quantity
from mangonel.studies.run_options import Run, RunOptions, check_list
from mangonel.studies.shown import DesignStudy, framed

if TYPE_CHECKING:
    import pandas as pd

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
    weight: Annotated[
        float, Meta(ge=0, le=1000, description="what a miss costs", extra={"fault": "must be 0 to 1000"})
    ] = 1.0
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
    weight: float = 1.0
    decisions: str = "shipped"
    """``shipped``, or ``best`` if both sides decide as well as they can."""
    against: RuleSet | None = None
    """A rule set; then the ratio to the value under it is meant."""
    file: Path | None = None
    path: str = ""
    """`file`, `path`: its place, for errors."""
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
        if asked.is_chance and self.against is None and not 0 <= self.low <= self.high <= 1:
            message = "a probability is a share of 1: 40 % is 0.4"
            value = self.low if self.low < 0 else self.high
            raise DataError(message, file=self.file, path=f"{self.path}.between", value=value)
        return asked

    def scale(self, other: Estimate) -> float:
        """Return the value under the other rule set, to which the ratio is; it is a DataError if that is 0."""
        if not other.value:
            message = "there is no ratio to a value of 0 under this rule set"
            raise DataError(message, file=self.file, path=f"{self.path}.against", value=self.of)
        return other.value

    def miss(self, value: float) -> float:
        """Return how far a value is outside, in its own unit; 0 if it meets the goal, but for rounding."""
        miss = max(self.low - value, value - self.high)
        return miss if miss > NOISE else 0.0

    def is_sure(self, value: Estimate) -> bool:
        """Return whether the whole interval of a value meets it, or is outside on one side."""
        met = not self.miss(value.low) and not self.miss(value.high)
        return met or value.high < self.low or value.low > self.high

    def cost(self, value: float, unit: float) -> float:
        """Return the miss in a unit of its own, times the weight."""
        return self.weight * self.miss(value) / (unit or 1.0)


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
    if not isinstance(file, str | Path):
        raise DataError("wants goals, or the file of goals", path="goals", value=type(file).__name__)
    path = Path(file)
    node = Node.load(path)
    read = validate(node, GoalFile)
    goals = []
    for block, keys in zip(node.nodes("goal"), read.goal, strict=True):
        low, high = keys.between
        if low > high:
            raise block.error("the first is larger than the second", "between", value=low)
        against = _named(block, "against", load_rules) if keys.against else None
        scenario, how = _scenario(block, path), (keys.weight, keys.decisions, against)
        goals.append(Goal(keys.name, scenario, keys.of, low, high, *how, path, block.path))
    held = []
    for block, asked in zip(node.nodes("held"), read.held, strict=True):
        scenario = _scenario(block, path)
        goal = Goal(f"{scenario.title}: {asked.of}", scenario, asked.of, 0.0, 0.0, file=path, path=block.path)
        held.append(replace(goal, within=asked.within))
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
        raise block.blamed(error, key, block.content[key] if error.value is None else None) from None


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
        raise error.at(block.at(f"set.{where}" if where else "set"), file) from None
    return changed


def goals_of(goals: Goals | str | Path) -> Goals:
    """Return goals, read from a file if need be; errors as of `load_goals`."""
    return goals if isinstance(goals, Goals) else load_goals(goals)


_WEIGHED, _KEPT, _ANSWERS = 40, 4, 5
"""Changes of each number of cells that are weighed exactly, those from which it goes on, and answers that are given."""
_WEIGHED_SAMPLED, _KEPT_SAMPLED = 12, 2
"""The same of games that are sampled."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A goal, or a number that is held, in a game that can be edited."""

    goal: Goal
    """With the limits of the quantity itself, where a ratio is meant or the number is held."""
    game: Editable
    asked: Quantity
    before: Estimate
    """The quantity under the rules as they are."""
    scale: float | None = None
    """The value that a ratio is to; None if none is meant."""

    @property
    def held(self) -> bool:
        """Whether it is a number that is held."""
        return self.goal.within is not None

    def cost(self, value: float) -> float:
        """Return the miss as a share of the highest it can be, or of a ratio the miss itself, times the weight."""
        return self.goal.cost(value, self.scale or self.asked.most)

    def eccentricity(self, value: float) -> float:
        """Return how far a value is from the middle, 0 to 1 within the limits."""
        half = (self.goal.high - self.goal.low) / 2
        return abs(value - (self.goal.low + half)) / half if half else 0.0


@dataclass(frozen=True, eq=False)
class Answer:
    """A change of cells, with the values it leads to."""

    cells: Cells
    """New letters by cell."""
    before: Cells
    """The printed letters."""
    values: tuple[Estimate, ...]
    """The quantity of each target, weighed exactly, or sampled on the dice that all changes share."""
    confirmed: tuple[Estimate, ...]
    """The same by a run under the changed rule set."""
    missed_by: float
    rules: RuleSet
    """The changed rule set."""
    steps: int
    """Letters between the old and the new ones, all cells together."""


@dataclass(frozen=True, eq=False, repr=False)
class Solution(DesignStudy):
    """The changes of cells that meet goals, or that come nearest."""

    goals: Goals
    rules: RuleSet
    targets: tuple[Target, ...] = field(repr=False)
    """The goals, then the numbers that are held."""
    answers: tuple[Answer, ...]
    """The best first; none if the rule set meets the goals as it is, or nothing helps."""
    cells: int
    """How many cells were allowed to change."""
    considered: int
    """Changes that were weighed to first order."""
    weighed: int
    """Changes that were weighed exactly."""
    exhaustive: bool
    """Whether every change of a single cell was weighed exactly."""
    provenances: tuple[Provenance, ...] = ()

    def __repr__(self) -> str:
        """Return a line with the first answer."""
        first = (f"{'.'.join(cell)} {letter}" for answer in self.answers[:1] for cell, letter in answer.cells.items())
        return f"<Solution of {self.goals.title}: {'met' if self.met else 'not met'}; {next(first, 'nothing')}>"

    @property
    def met_before(self) -> bool:
        """Whether the rule set meets the goals as it is."""
        return sum(target.cost(target.before.value) for target in self.targets) <= NOISE

    @property
    def sampled(self) -> bool:
        """Whether a goal is sampled, on dice that all changes share."""
        return not all(target.game.exact for target in self.targets)

    @property
    def met(self) -> bool:
        """Whether the goals are met by the first answer, or as it is."""
        return self.met_before or bool(self.answers and self.answers[0].missed_by <= NOISE)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each answer and target, the best answer first.

        ``answer``, ``change``, ``missed_by``, ``goal``, ``held``, ``before``, ``after``, ``confirmed`` (by a run; with
        ``confirmed_lo`` and ``confirmed_hi``), ``low`` and ``high``; probabilities are shares of 1.
        """
        rows = []
        for number, answer in enumerate(self.answers, start=1):
            change = "; ".join(f"{'.'.join(cell)} {answer.before[cell]} to {new}" for cell, new in answer.cells.items())
            for target, after, confirmed in zip(self.targets, answer.values, answer.confirmed, strict=True):
                values = target.before.value, after.value, confirmed, target.goal.low, target.goal.high
                rows.append((number, change, answer.missed_by, target.goal.name, target.held, *values))
        return framed("answer change missed_by goal held before after confirmed± low high", rows)

    def overlay(self, number: int = 1, name: str = "", base: str = "") -> str:
        """Return an answer as a rule file, each change with its reason.

        Parameters
        ----------
        number
            The answer, 1 being the best.
        name
            The id of the new rule set.
        base
            How the file names its base: an id, or a path; by default the id of the rule set.

        Raises
        ------
        DataError
            If there is no such answer.
        """
        if not 1 <= number <= len(self.answers):
            raise DataError("there is no such answer", value=number, allowed=range(1, len(self.answers) + 1))
        answer = self.answers[number - 1]
        reason = "; ".join(
            f"{target.goal.name}: {_number(target, target.before)} to {_number(target, after)}"
            for target, after in zip(self.targets, answer.confirmed, strict=True)
        )
        changes = []
        for change, (cell, letter) in zip(cell_changes(answer.cells), answer.cells.items(), strict=True):
            before = answer.before[cell]
            why = f"{before} before; all changes together: {reason}"
            changes.append(Change("cell", ".".join(cell), before, letter, cell=change, reason=why))
        title = f"{self.rules.title}: {self.goals.title}"
        return overlay_text(base or self.rules.id, changes, name or f"{self.rules.id}-goals", title)


def _number(target: Target, value: Estimate) -> str:
    of_chance = target.asked.is_chance and target.scale is None
    return f"{100 * value.value:.1f} %" if of_chance else f"{value.value / (target.scale or 1.0):.2f}"


def solve(
    goals: Goals | str | Path,
    rules: RuleSet | str | Path,
    *,
    cells: int = 2,
    tables: Sequence[str] = (),
    in_order: bool = True,
    state_limit: int = MOST_STATES,
    **how: Unpack[RunOptions],
) -> Solution:
    """Find the smallest changes of cells that meet goals.

    Each number of cells is tried in turn. All changes are weighed to first order, the most promising ones exactly, and
    the answers are confirmed by runs under the changed rule set. A scenario with too many states is sampled: changes
    are looked at in a few trials, the most promising ones in all of them, on the same dice.

    Parameters
    ----------
    goals
        The goals, and the numbers that are held, as `mangonel.load_goals` reads them; or their file.
    rules
        The rule set that is changed, its name or its file.
    cells
        The most cells that may change.
    tables
        Only cells of these tables; by default of all that are rolled on.
    in_order
        Whether a table whose columns (or rows) go from more to less has to stay so.
    state_limit
        The most states there may be before a phase; beyond them scenarios are sampled.
    how
        Fields of `mangonel.studies.run_options.Run`.

    Raises
    ------
    DataError
        If a goal is under best decisions, or does not go with the rule set, or a table is not rolled on.
    StateLimitError
        If the engine is exact, and a scenario has more states.
    """
    plan, goals, rules = Run.of(how), goals_of(goals), named_rules(rules, "")
    for number, goal in enumerate(goals.goals, start=1):
        if goal.decisions != "shipped":
            message = "the solver weighs tables under shipped decisions only"
            raise DataError(message, file=goals.file, path=f"goal.{number}.decisions", value=goal.decisions)
    check_list("tables", tables)
    for name in tables:
        rules.table(name)
    if not is_whole(cells) or cells < 1:
        raise DataError("at least one cell has to change", path="cells", value=cells)
    targets = _targets(goals, rules, plan, state_limit)
    check_rolled_on(tables, [target.game for target in targets])
    search = _Search(targets, rules, tuple(tables), in_order=in_order)
    answers: list[tuple[float, Cells]] = []
    if sum(target.cost(target.before.value) for target in targets) > NOISE:
        answers = search.run(cells, plan)
    return Solution(
        goals,
        rules,
        targets,
        tuple(search.answer(edits, plan) for _, edits in answers[:_ANSWERS]),
        cells,
        search.considered,
        search.weighed,
        search.exhaustive,
        tuple(dict.fromkeys(target.game.provenance for target in targets)),
    )


def _targets(goals: Goals, rules: RuleSet, plan: Run, state_limit: int) -> tuple[Target, ...]:
    games: dict[str, Editable] = {}
    targets = []
    for goal in (*goals.goals, *goals.held):
        key = goal.scenario.digest + goal.scenario.sequence
        if key not in games:
            games[key] = learnt(goal.scenario, rules, plan, state_limit=state_limit)
        game = games[key]
        asked = goal.quantity(game.process)
        values = game.estimates([asked], {})
        assert values is not None
        before = values[0]
        limits, scale = (goal.low, goal.high), None
        if goal.against is not None:
            scale = goal.scale(asked.of(plan.cache.result(goal.scenario, goal.against, plan.work)))
            limits = goal.low * scale, goal.high * scale
        if goal.within is not None:
            limits = max(before.value - goal.within, 0.0), min(before.value + goal.within, asked.most)
        low, high = limits
        targets.append(Target(replace(goal, low=low, high=high), game, asked, before, scale))
    return tuple(targets)


class _Search:
    """Changes of one cell, two cells, ...: first order says where to look, the nearest are weighed exactly."""

    def __init__(self, targets: Sequence[Target], rules: RuleSet, tables: tuple[str, ...], *, in_order: bool) -> None:
        self.targets, self.rules = targets, rules
        self.games = list(dict.fromkeys(target.game for target in targets))
        self.considered = self.weighed = 0
        exact = all(game.exact for game in self.games)
        self.exhaustive = exact and not any(game.inside for game in self.games)
        self._limits = (_WEIGHED, _KEPT) if exact else (_WEIGHED_SAMPLED, _KEPT_SAMPLED)
        self.letters: dict[Cell, tuple[str, ...]] = {}
        self.before: dict[Cell, str] = {}
        for game in self.games:
            for cell, letters in game.letters.items():
                # Each game that reads the cell has to know the letter, and none may read it elsewhere.
                others = [other for other in self.games if other.reads(cell)]
                if (tables and cell[0] not in tables) or any(cell not in other.letters for other in others):
                    continue
                known = set.intersection(*(set(other.letters[cell]) for other in others))
                self.letters[cell] = tuple(letter for letter in letters if letter in known)
                self.before[cell] = game.letter(cell)
        names = dict.fromkeys(cell[0] for cell in self.letters)
        self.orders = {name: LetterOrder(rules.table(name)) for name in names} if in_order else {}

    def run(self, most: int, plan: Run) -> list[tuple[float, Cells]]:
        """Return changes with their distance from the goals, the best first."""
        frontier: list[Cells] = [{}]
        best: list[tuple[float, Cells]] = []
        for number in range(1, most + 1):
            proposals: dict[frozenset[tuple[Cell, str]], float] = {}
            for edits in frontier:
                for guess, more in self._proposed(edits):
                    key = frozenset(more.items())
                    proposals[key] = min(guess, proposals.get(key, np.inf))
            self.considered += len(proposals)
            nearest = sorted(proposals, key=lambda key: (round(proposals[key], 9), self._steps(dict(key)), sorted(key)))
            limit, kept = self._limits
            self.exhaustive &= number == 1 and len(nearest) <= limit
            weighed: list[tuple[float, Cells]] = [(self._missed(dict(key)), dict(key)) for key in nearest[:limit]]
            self.weighed += len(weighed)
            plan.tell(number / most)
            weighed.sort(key=lambda each: (round(each[0], 9), self._steps(each[1]), self._eccentricity(each[1])))
            met = [(missed, edits) for missed, edits in weighed if missed <= NOISE]
            if met:
                return met
            best = sorted((*best, *weighed), key=lambda each: round(each[0], 9))
            frontier = [edits for _, edits in weighed[:kept]]
        now = sum(target.cost(target.before.value) for target in self.targets)
        return [(missed, edits) for missed, edits in best if missed < now - NOISE]

    def _proposed(self, edits: Cells) -> Iterator[tuple[float, Cells]]:
        """Yield a further change of each cell to each letter with its distance from the goals, to first order."""
        values = [value.value for value in self.values(edits) or ()]
        orders = self.orders
        changes = [
            (cell, letter)
            for cell, letters in self.letters.items()
            for letter in letters
            if cell not in edits
            and letter != self.before[cell]
            and (cell[0] not in orders or orders[cell[0]].kept({**edits, cell: letter}))
        ]
        slopes = [
            target.game.slopes(target.asked, edits, [change for change in changes if change[0] in target.game.letters])
            for target in self.targets
        ]
        for cell, letter in changes:
            guess = 0.0
            for target, value, slope in zip(self.targets, values, slopes, strict=True):
                change = slope.get((cell, letter))
                after = value + (0.0 if change is None else change.value)
                guess += target.cost(min(max(after, 0.0), target.asked.most))
            yield guess, {**edits, cell: letter}

    def values(self, edits: Cells) -> tuple[Estimate, ...] | None:
        """Return the quantity of each target after some edits; None if the rules do not allow them."""
        known: dict[Target, Estimate] = {}
        for game in self.games:
            mine = [target for target in self.targets if target.game is game]
            estimates = game.estimates([target.asked for target in mine], edits)
            if estimates is None:
                return None
            known |= dict(zip(mine, estimates, strict=True))
        return tuple(known[target] for target in self.targets)

    def _missed(self, edits: Cells) -> float:
        values = self.values(edits)
        if values is None:
            return np.inf
        return sum(target.cost(value.value) for target, value in zip(self.targets, values, strict=True))

    def _eccentricity(self, edits: Cells) -> float:
        values = zip(self.targets, self.values(edits) or (), strict=False)
        return sum(target.eccentricity(value.value) for target, value in values if not target.held)

    def _steps(self, edits: Mapping[Cell, str]) -> int:
        return sum(
            abs(self.letters[cell].index(letter) - self.letters[cell].index(self.before[cell]))
            for cell, letter in edits.items()
        )

    def answer(self, edits: Cells, plan: Run) -> Answer:
        """Run a change under the changed rule set."""
        changed = self.rules.replaced(cells=cell_changes(edits))
        confirmed = []
        for target in self.targets:
            work = Run(**plan.options(engine="exact" if target.game.exact else plan.engine, precision=None)).work
            result = plan.cache.result(target.game.scenario, changed, work, executor=plan.executor)
            confirmed.append(target.asked.of(result))
        before, values = {cell: self.before[cell] for cell in edits}, self.values(edits) or ()
        return Answer(edits, before, values, tuple(confirmed), self._missed(edits), changed, self._steps(edits))


class LetterOrder:
    """The order of the letters of a table: down its columns, and across its rows.

    Letters rank as the table lists its results, ``-`` before or after all of them, whichever orders more lines.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        listed = [letter for letter in table.results if letter != NO_EFFECT]
        self._cells = {
            (table.id, row, column): NO_EFFECT if cell == EMPTY else cell
            for row, cells in zip(table.rows, table.cells, strict=True)
            for column, cell in zip(table.columns, cells, strict=True)
        }
        columns = [[(table.id, row, column) for row in table.rows] for column in table.columns]
        rows = [[(table.id, row, column) for column in table.columns] for row in table.rows]
        ways = [self._ordered(letters, columns, rows) for letters in ([*listed, NO_EFFECT], [NO_EFFECT, *listed])]
        self._ranks, self._lines = max(ways, key=lambda way: sum(len(cells) for cells, _ in way[1]))

    def _ordered(
        self, letters: list[str], columns: list[list[Cell]], rows: list[list[Cell]]
    ) -> tuple[dict[str, int], list[tuple[list[Cell], int]]]:
        """Return ranks, and the lines that are in order with their direction: 1 up, -1 down."""
        ranks = {letter: rank for rank, letter in enumerate(letters)}
        lines: list[tuple[list[Cell], int]] = []
        for axis in (columns, rows):
            signs = [self._direction(line, ranks, {}) for line in axis if len(line) > 1]
            whole = {sign for sign in signs if sign}
            # Across columns that are no steps of a number, there is no order to keep.
            if not signs or None in signs or len(whole) != 1:
                lines += [(line, sign) for line, sign in zip(axis, signs, strict=False) if sign and axis is columns]
                continue
            (sign,) = whole
            lines += [(line, sign) for line in axis]
        return ranks, lines

    def _direction(self, line: list[Cell], ranks: Mapping[str, int], edits: Cells) -> int | None:
        """Return 1 or -1 for a line in order, 0 if all letters are the same, None if it is in no order."""
        steps = [ranks.get(edits.get(cell, self._cells[cell]), -1) for cell in line]
        turns = {int(np.sign(after - before)) for before, after in pairwise(steps)} - {0}
        if len(turns) > 1 or -1 in steps:
            return None
        return turns.pop() if turns else 0

    def kept(self, edits: Cells) -> bool:
        """Return whether all lines are still in order."""
        touched = set(edits)
        return all(
            self._direction(line, self._ranks, edits) in (0, sign) for line, sign in self._lines if touched & set(line)
        )
