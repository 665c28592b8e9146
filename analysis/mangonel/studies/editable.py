"""Games whose dice tables can be edited without a phase being run again, and the quantities asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from mangonel.engine.asking import asked_about
from mangonel.engine.chain import Chain, Level
from mangonel.engine.exact import run_exact
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, askable, endings_meant, spelled
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.rolls import Roll
from mangonel.engine.state import Floats, Ints
from mangonel.engine.values import MOST_STATES, backward, derivatives
from mangonel.errors import DataError, StateLimitError
from mangonel.games.scenario import Scenario, build, with_assumptions
from mangonel.rules.cells import EMPTY, NO_EFFECT
from mangonel.rules.change import CellChange
from mangonel.rules.ruleset import Asked, Cell, RuleSet

__all__ = [
    "Cells",
    "EditableGame",
    "Quantity",
    "Reading",
    "cell_changes",
    "editable",
    "letter_at",
    "quantity",
    "usual_quantity",
]


Cells: TypeAlias = Mapping[Cell, str]
"""New letters by cell."""


def letter_at(rules: RuleSet, cell: Cell) -> str:
    """Return the letter of a die table; an empty cell reads as ``-``."""
    table, row, column = cell
    letter = rules.table(table).cell(row, column)
    return NO_EFFECT if letter == EMPTY else letter


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a game: the probability of endings, the mean turn, or the mean of a measure."""

    text: str
    """It as it was asked for."""
    endings: tuple[str, ...]
    """Endings whose probability it is; empty for a mean."""
    measure: str
    """``turn`` or the measure whose mean it is; empty for a probability."""
    most: float
    """The highest it can be, by which a distance is divided: 1 for a probability, the turn limit, the maximum."""

    @property
    def is_chance(self) -> bool:
        """Whether it is a probability."""
        return bool(self.endings)

    @property
    def is_turns(self) -> bool:
        """Whether it is the mean of the last turn played."""
        return self.measure == "turn"

    def of(self, result: Result) -> Estimate:
        """Return its value in a result."""
        if self.endings:
            return result.probability("+".join(self.endings))
        return result.mean(self.measure)

    def utilities(self, process: Process) -> Iterator[tuple[int, Callable[[Chain, Level, Ints], Floats]]]:
        """Yield turn limits and utilities of final states whose expectations sum up to it, less a constant."""
        if self.is_turns:
            # The last turn played is 1, and 1 more for each turn that ends without an ending.
            for limit in range(1, process.limit):
                yield limit, partial_utility(process, (UNDECIDED,), "")
        else:
            yield process.limit, partial_utility(process, self.endings, self.measure)


def partial_utility(process: Process, endings: tuple[str, ...], measure: str) -> Callable[[Chain, Level, Ints], Floats]:
    """Return the utility that is 1 for some endings, and the value of a measure besides."""
    by_ending = np.array([float(name in endings) for name in (UNDECIDED, *process.endings)])
    measured = next((each for each in process.measures if each.name == measure), None)

    def utility(chain: Chain, level: Level, states: Ints) -> Floats:
        value: Floats = by_ending[level.states.of(states)[0] & chain.layout.mask[0]]
        return value if measured is None else value + chain.measure(level, measured, states)

    return utility


def quantity(text: str, process: Process) -> Quantity:
    """Return the quantity of a name: an ending, a side, several joined by ``+``, ``turns`` or a measure.

    Raises
    ------
    DataError
        If there is no such quantity.
    """
    known = (*process.endings, UNDECIDED)
    turns = ("turn", "turns", process.unit, f"{process.unit}s")
    measures = {measure.name: measure.maximum for measure in process.measures}
    name = spelled(text.strip(), (*turns, *measures))
    if name in turns:
        return Quantity(text, (), "turn", float(process.limit))
    if name in measures:
        return Quantity(text, (), name, float(measures[name]))
    try:
        return Quantity(text, endings_meant(text, known, process.sides), "", 1.0)
    except DataError:
        allowed = (*askable(process.endings, process.sides), UNDECIDED, "turns", *measures)
        raise DataError("no such ending, side or measure", value=text, allowed=dict.fromkeys(allowed)) from None


def usual_quantity(result: Result, process: Process) -> Quantity:
    """Return the probability that is asked for by default: the first that is open."""
    return quantity(asked_about(result), process)


@dataclass(frozen=True, slots=True)
class Reading:
    """The faces of a roll that read a cell."""

    roll: Roll
    first: int
    """Factor of the first outcome of the roll."""
    faces: tuple[int, ...]
    place: int | None
    """Place of the letter in an outcome that holds several; None if the letter is the outcome."""

    def outcome(self, face: int, letter: str) -> Any:
        """Return the outcome of a face with another letter in the cell."""
        outcome = self.roll.faces[face]
        if self.place is None:
            return letter
        return (*outcome[: self.place], letter, *outcome[self.place + 1 :])

    def letters(self) -> set[str]:
        """Return the letters that the cell can take without the phases being run again."""
        known, place = set(self.roll.outcomes), self.place
        letters = known if place is None else {outcome[place] for outcome in known}
        return {letter for letter in letters if all(self.outcome(face, letter) in known for face in self.faces)}


def _readings(chain: Chain, rules: RuleSet) -> dict[Cell, list[Reading]]:
    """Return for each cell whose letter is an outcome the rolls that read it."""
    readings: dict[Cell, list[Reading]] = {}
    mixed: set[Cell] = set()
    for roll, first in chain.rolls.first.values():
        columns: list[tuple[tuple[Cell, ...], int | None]] = [
            (cells, place if roll.beside or isinstance(roll.faces[0], tuple) else None)
            for place, cells in enumerate((roll.cells, *roll.beside))
            if cells
        ]
        for cells, place in columns:
            for cell in dict.fromkeys(cells):
                faces = tuple(face for face, other in enumerate(cells) if other == cell)
                reading = Reading(roll, first, faces, place)
                letter = letter_at(rules, cell)
                if all(reading.outcome(face, letter) == roll.faces[face] for face in faces):
                    readings.setdefault(cell, []).append(reading)
                else:
                    # A number that other faces follow from, such as the range of a shot.
                    mixed.add(cell)
    return {cell: rolls for cell, rolls in readings.items() if cell not in mixed}


class EditableGame:
    """A scenario under a rule set, learnt once with a branch for every outcome; an edit re-weighs the branches.

    Parameters
    ----------
    scenario, rules
        What is played.
    state_limit
        The most states there may be before a phase.

    Raises
    ------
    StateLimitError
        If there are more states.
    DataError
        If the rules do not allow the scenario.
    """

    def __init__(self, scenario: Scenario, rules: RuleSet, *, state_limit: int = MOST_STATES) -> None:
        self.scenario, self.rules, self.asked = scenario, rules, Asked()
        self._assumed = with_assumptions(scenario, rules)
        self.process = build(scenario, rules, self.asked)
        if self.process.turns is None or self.process.sampled or not self.process.phases:
            raise StateLimitError(f"{self.process.name} has no turn limit, or is sampled only")
        self.chain = Chain(self.process, every_outcome=True)
        self.chain.reach(self.process, self.process.limit, state_limit)
        self.process.learnt["chain"] = self.chain
        self.readings = _readings(self.chain, self._assumed)
        self.shipped = self.chain.rolls.weights()
        self._slopes: dict[tuple[Quantity, bytes], Floats] = {}
        self._results: dict[bytes, Result] = {}
        self._values: dict[tuple[Quantity, bytes], float] = {}

    def letter(self, cell: Cell) -> str:
        """Return the letter of a cell under the rules that were learnt from."""
        return letter_at(self._assumed, cell)

    @cached_property
    def letters(self) -> dict[Cell, tuple[str, ...]]:
        """The letters that each cell can take, in the order of its table, ``-`` last."""
        letters: dict[Cell, tuple[str, ...]] = {}
        for cell, readings in self.readings.items():
            common = set.intersection(*(reading.letters() for reading in readings))
            table = self._assumed.table(cell[0])
            listed = table.column_results.get(cell[2], tuple(table.results))
            letters[cell] = tuple(letter for letter in (*(each for each in listed if each != NO_EFFECT), NO_EFFECT))
            letters[cell] = tuple(letter for letter in letters[cell] if letter in common)
        return letters

    def reads(self, cell: Cell) -> bool:
        """Return whether the game reads a cell at all, on a die or elsewhere."""
        return cell in self.readings or cell in self.asked.cells

    def factors(self, cells: Cells) -> Floats | None:
        """Return the probabilities of all outcomes with other letters in some cells. Shape (factors,).

        None if the game has to be learnt anew: a cell is read elsewhere than on a die, or takes an unknown letter.
        """
        factors = self.shipped.copy()
        changed: dict[tuple[int, int], list[tuple[Reading, str]]] = {}
        for cell, letter in cells.items():
            if cell not in self.readings:
                if cell in self.asked.cells:
                    return None
                continue
            for reading in self.readings[cell]:
                for face in reading.faces:
                    changed.setdefault((reading.first, face), []).append((reading, letter))
        for (first, face), edits in changed.items():
            roll = edits[0][0].roll
            outcome = roll.faces[face]
            for reading, letter in edits:
                place = reading.place
                outcome = letter if place is None else (*outcome[:place], letter, *outcome[place + 1 :])
            if outcome not in roll.outcomes:
                return None
            factors[first + roll.outcomes.index(roll.faces[face])] -= 1 / len(roll.faces)
            factors[first + roll.outcomes.index(outcome)] += 1 / len(roll.faces)
        return np.maximum(factors, 0.0)

    def result(self, factors: Floats | None = None) -> Result:
        """Return the exact result under other probabilities of the outcomes; by default under its own rules."""
        key = b"" if factors is None else factors.tobytes()
        if key not in self._results:
            self.chain.weigh(factors)
            self._results[key] = run_exact(self.process, state_limit=1 << 40)
        return self._results[key]

    def edited(self, cells: Cells) -> Result | None:
        """Return the exact result with other letters in some cells; None if it has to be learnt anew."""
        factors = self.factors(cells)
        return None if factors is None else self.result(factors)

    def value(self, asked: Quantity, cells: Cells) -> float | None:
        """Return a quantity with other letters in some cells, as `edited`; of many edits it is quicker."""
        factors = self.factors(cells)
        if factors is None:
            return None
        return self.weighed(asked, factors)

    def weighed(self, asked: Quantity, factors: Floats | None = None) -> float:
        """Return a quantity under other probabilities of the outcomes; by default under its own rules."""
        key = asked, b"" if factors is None else factors.tobytes()
        if key not in self._values:
            if asked.is_turns:
                self._values[key] = asked.of(self.result(factors)).value
            else:
                ((limit, utility),) = asked.utilities(self.process)
                self.chain.weigh(factors)
                by_turn = backward(self.chain, limit, utility).values
                start = self.chain.first.states.add(self.process.layout.pack(self.process.layout.start))[0]
                self._values[key] = float(by_turn[0][start, 0])
        return self._values[key]

    def gradient(self, asked: Quantity, factors: Floats | None = None) -> Floats:
        """Return the derivatives of a quantity by the probability of every outcome. Shape (factors,)."""
        key = asked, b"" if factors is None else factors.tobytes()
        if key not in self._slopes:
            self.chain.weigh(factors)
            slopes = np.zeros(len(self.shipped))
            for limit, utility in asked.utilities(self.process):
                process = self.process if limit == self.process.limit else replace(self.process, turns=limit)
                slopes += derivatives(self.chain, process, utility)[1]
            self._slopes[key] = slopes
        return self._slopes[key]

    def slope(self, gradient: Floats, cell: Cell, letter: str, edits: Cells | None = None) -> float:
        """Return to first order the change of a quantity if a cell takes a letter; 0 if the game does not roll on it.

        `edits` are made already in the rules that the gradient is of.
        """
        slope = 0.0
        edits = edits or {}
        old = edits.get(cell, self.letter(cell))
        for reading in self.readings.get(cell, ()):
            outcomes = reading.roll.outcomes
            for face in reading.faces:
                new, before = (reading.outcome(face, each) for each in (letter, old))
                change = (
                    gradient[reading.first + outcomes.index(new)] - gradient[reading.first + outcomes.index(before)]
                )
                slope += float(change) / len(reading.roll.faces)
        return slope

    def changes(self) -> Iterator[tuple[Cell, str]]:
        """Yield every cell that is rolled on with each other letter it can take."""
        for cell, letters in self.letters.items():
            old = self.letter(cell)
            yield from ((cell, letter) for letter in letters if letter != old)


def editable(
    scenario: Scenario, rules: RuleSet, games: dict[tuple[str, str], EditableGame] | None = None, **limits: int
) -> EditableGame:
    """Return a scenario as an editable game, learnt once for each pair of digests that `games` keeps."""
    known = {} if games is None else games
    key = scenario.digest + scenario.sequence, rules.digest
    if key not in known:
        known[key] = EditableGame(scenario, rules, **limits)
    return known[key]


def cell_changes(cells: Cells) -> list[CellChange]:
    """Return edits as changes of a rule set."""
    return [CellChange(*cell, letter) for cell, letter in cells.items()]
