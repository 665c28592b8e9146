"""Games with dice tables that can be edited without a phase being run again, and the quantities asked of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from mangonel.engine.exact import Chain, ChapterTable, chain_of, run_exact
from mangonel.engine.intervals import Estimate, counted_mean
from mangonel.engine.ledger import provenance
from mangonel.engine.notes import Note
from mangonel.engine.owners import UNDECIDED, askable, endings_meant, normalised, spelled
from mangonel.engine.process import Chapter, Process
from mangonel.engine.result import Provenance, Result
from mangonel.engine.rolls import Roll
from mangonel.engine.sampling import CommonDice, Span, play_block
from mangonel.engine.state import Floats, Ints
from mangonel.engine.values import MOST_STATES, Utility, backward, derivatives
from mangonel.errors import DataError, MangonelError, StateLimitError, UnknownCellError
from mangonel.games.scenario import Scenario, build, with_assumptions
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN
from mangonel.rules.change import CellChange
from mangonel.rules.ruleset import Asked, Cell, RuleSet
from mangonel.studies.run_options import Run
from mangonel.studies.wanted import Wanted

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
    """It is the probability of these endings; empty for a mean."""
    measure: str
    """It is the mean of this measure, or of ``turn``; empty for a probability."""
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

    @property
    def wanted(self) -> Wanted:
        """It as a value of final states; 0 for the last turn."""
        return Wanted(self.text, dict.fromkeys(self.endings, 1.0), {self.measure: 1.0})

    def of(self, result: Result) -> Estimate:
        """Return its value in a result."""
        if self.endings:
            return result.probability("+".join(self.endings))
        return result.mean(self.measure)


def utilities(process: Process, asked: Sequence[Quantity]) -> tuple[Utility, Utility]:
    """Return the utilities of final states, and of states in which a turn begins: their sums are the quantities."""

    def final(chain: Chain, states: Ints) -> Floats:
        return np.stack([each.wanted.of(chain, states) for each in asked], axis=1)

    def begun(chain: Chain, states: Ints) -> Floats:
        # The last turn played is 1 for each turn that begins.
        return np.outer(chain.endings(states) == 0, [each.is_turns for each in asked]).astype(np.float64)

    return final, begun


def quantity(text: str, process: Process) -> Quantity:
    """Return the quantity of a name: an ending, a side, several joined by ``+``, ``turns`` or a measure.

    Raises
    ------
    DataError
        If there is no such quantity.
    """
    if not isinstance(text, str):
        raise DataError("wants a name", value=text)
    known = (*process.endings, UNDECIDED)
    turns = ("turn", "turns", process.unit, f"{process.unit}s")
    measures = {measure.name: measure.maximum for measure in process.measures}
    name = spelled(text.strip(), (*turns, *measures))
    if name in turns:
        return Quantity(text, (), "turn", float(process.limit))
    if name in measures:
        return Quantity(text, (), name, float(measures[name]))
    try:
        text = normalised(text, askable(known, process.sides))
        return Quantity(text, endings_meant(text, known, process.sides), "", 1.0)
    except DataError as error:
        allowed = (*askable(process.endings, process.sides), UNDECIDED, "turns", *measures)
        raise DataError("no such ending, side or measure", value=error.value, allowed=dict.fromkeys(allowed)) from None


@dataclass(frozen=True, slots=True)
class Reading:
    """The faces of a roll that read a cell."""

    roll: Roll
    first: int
    """Factor of the first outcome of the roll."""
    faces: tuple[int, ...]
    place: int | None
    """Place of the letter in an outcome that holds several; None if the letter is the outcome."""

    def outcome(self, old: Any, letter: str) -> Any:
        """Return an outcome with another letter in the cell."""
        letter = self.roll.instead.get(letter, letter)
        return letter if self.place is None else (*old[: self.place], letter, *old[self.place + 1 :])

    def letters(self) -> set[str]:
        """Return the letters that the cell can take without the phases being run again."""
        known, place = set(self.roll.outcomes), self.place
        letters = known if place is None else {outcome[place] for outcome in known}
        faces = [self.roll.faces[face] for face in self.faces]
        return {letter for letter in letters if all(self.outcome(face, letter) in known for face in faces)}


def _readings(chain: Chain, rules: RuleSet) -> dict[Cell, list[Reading]]:
    """Return the rolls that read each cell, if its letter is an outcome."""
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
                if all(reading.outcome(roll.faces[face], letter) == roll.faces[face] for face in faces):
                    readings.setdefault(cell, []).append(reading)
                else:
                    # A number that other faces follow from, such as the range of a shot.
                    mixed.add(cell)
    return {cell: rolls for cell, rolls in readings.items() if cell not in mixed}


def _inside(chain: Chain) -> set[Cell]:
    """Return the cells that the chapters of a chain roll on."""
    starts = (start for table in chain.tables if isinstance(table, ChapterTable) for start in table.starts)
    chains = [chain_of(start) for start in starts if start is not None]
    rolls = [roll for inner in chains for roll, _ in inner.rolls.first.values()]
    cells = {cell for roll in rolls for line in (roll.cells, *roll.beside) for cell in line}
    return cells.union(*map(_inside, chains))


class _Learnt:
    exact: bool
    chain: Chain
    inside: tuple[Cell, ...] = ()
    """Cells on which an exact game rolls in chapters: it has to be learnt anew with another letter in one of them."""

    def __init__(self, scenario: Scenario, rules: RuleSet) -> None:
        self.scenario, self.rules, self.asked = scenario, rules, Asked()
        self._assumed = with_assumptions(scenario, rules)
        self.process = build(scenario, rules, self.asked)
        self.readings: dict[Cell, list[Reading]] = {}

    def letter(self, cell: Cell) -> str:
        """Return the letter of a cell under the rules that were learnt from."""
        return letter_at(self._assumed, cell)

    def _listed(self, cell: Cell) -> tuple[str, ...]:
        """Return the letters of a column in the order of its table, ``-`` last."""
        table = self._assumed.table(cell[0])
        listed = table.column_results.get(cell[2], tuple(table.results))
        return (*(each for each in listed if each != NO_EFFECT), NO_EFFECT)

    def _lettered(self) -> list[Cell]:
        """Return the cells of die tables that the game asks for, but those that the source has lost."""
        tables = ((self._assumed.table(cell[0]), cell) for cell in self.asked.cells)
        dice = [(table, cell) for table, cell in tables if table.kind == "die" and cell[2] in table.columns]
        return [cell for table, cell in dice if table.written(*cell[1:]) != UNKNOWN]

    def weakest(self, cell: Cell) -> str:
        """Return ``-``, or for a cell that has it the weakest other letter."""
        return next(each for each in reversed(self._listed(cell)) if each != self.letter(cell))

    @cached_property
    def letters(self) -> dict[Cell, tuple[str, ...]]:
        """The letters that each cell can take, in the order of its table, ``-`` last."""
        letters: dict[Cell, tuple[str, ...]] = {}
        for cell, readings in self.readings.items():
            common = set.intersection(*(reading.letters() for reading in readings))
            letters[cell] = tuple(letter for letter in self._listed(cell) if letter in common)
        return letters

    def forget(self) -> None:
        """Forget how the game goes on, and keep its quantities: so a study that holds it is light."""
        self.process.learnt.clear()
        self.readings = {}
        self.__dict__.pop("chain", None)

    def reads(self, cell: Cell) -> bool:
        """Return whether the game reads a cell at all, on a die or elsewhere."""
        return cell in self.readings or cell in self.asked.cells

    def changes(self) -> Iterator[tuple[Cell, str]]:
        """Yield every cell that is rolled on with each other letter it can take."""
        for cell, letters in self.letters.items():
            old = self.letter(cell)
            yield from ((cell, letter) for letter in letters if letter != old)

    def outcomes(self, cells: Cells) -> dict[tuple[int, int], tuple[Roll, Any]] | None:
        """Return the outcomes that faces have with other letters in some cells, by the first factor of the roll.

        None if the game has to be learnt anew: a cell is read elsewhere than on a die, or takes an unknown letter.
        """
        changed: dict[tuple[int, int], tuple[Roll, Any]] = {}
        for cell, letter in cells.items():
            if cell not in self.readings and cell in self.asked.cells:
                return None
            for reading in self.readings.get(cell, ()):
                for face in reading.faces:
                    roll, outcome = changed.get((reading.first, face), (reading.roll, reading.roll.faces[face]))
                    changed[reading.first, face] = roll, reading.outcome(outcome, letter)
        return changed if all(outcome in roll.outcomes for roll, outcome in changed.values()) else None

    def by_trial(self, asked: Sequence[Quantity], cells: Cells, trials: int = 0) -> Floats | None:
        """Return quantities with other letters in some cells, in each trial of a sampled game.

        None if the rules do not allow them, or an exact game has to be learnt anew. Shape (trials or 1, quantities).
        """
        raise NotImplementedError

    def estimates(self, asked: Sequence[Quantity], cells: Cells) -> list[Estimate] | None:
        """Return quantities with other letters in some cells; None as of `by_trial`."""
        values = self.by_trial(asked, cells)
        return None if values is None else [self._mean(values[:, at], each) for at, each in enumerate(asked)]

    def change(self, asked: Quantity, cells: Cells, before: Cells | None = None, trials: int = 0) -> Estimate | None:
        """Return the change of a quantity by other letters in some cells, trial by trial; None as of `by_trial`."""
        after, base = (self.by_trial([asked], each, trials) for each in (cells, before or {}))
        return None if after is None or base is None else self._mean((after - base)[:, 0])

    def _mean(self, values: Floats, asked: Quantity | None = None) -> Estimate:
        return Estimate.of_exact(float(values[0])) if self.exact else mean_of(values, asked)


class EditableGame(_Learnt):
    """A scenario under a rule set, learnt once with a branch for every outcome; an edit re-weighs the branches.

    Parameters
    ----------
    scenario, rules
        The scenario and its rule set.
    state_limit
        The most states there may be before a phase.

    Raises
    ------
    StateLimitError
        If there are more states.
    DataError
        If the rules do not allow the scenario.
    """

    exact = True

    def __init__(self, scenario: Scenario, rules: RuleSet, *, state_limit: int = MOST_STATES) -> None:
        super().__init__(scenario, rules)
        if self.process.turns is None or self.process.sampled or not self.process.phases:
            raise StateLimitError(f"{self.process.name} has no turn limit, or is sampled only")
        self.chain = Chain(self.process, every_outcome=True)
        self.chain.reach(self.process, self.process.limit, state_limit)
        self.process.learnt["chain"] = self.chain
        inside = _inside(self.chain)
        readings = _readings(self.chain, self._assumed)
        self.readings = {cell: rolls for cell, rolls in readings.items() if cell not in inside}
        self.inside = tuple(cell for cell in self._lettered() if cell in inside)
        self.shipped = self.chain.rolls.weights()
        self._values: dict[tuple[Quantity, bytes], float] = {}

    @cached_property
    def provenance(self) -> Provenance:
        """Where its numbers come from."""
        return self.result().provenance

    def factors(self, cells: Cells) -> Floats | None:
        """Return the probabilities of all outcomes with other letters in some cells; see `outcomes`. Shape: factors."""
        changed = self.outcomes(cells)
        if changed is None:
            return None
        factors = self.shipped.copy()
        for (first, face), (roll, outcome) in changed.items():
            factors[first + roll.outcomes.index(roll.faces[face])] -= 1 / len(roll.faces)
            factors[first + roll.outcomes.index(outcome)] += 1 / len(roll.faces)
        return np.maximum(factors, 0.0)

    def result(self, factors: Floats | None = None) -> Result:
        """Return the exact result under other probabilities of the outcomes; by default under its own rules."""
        self.chain.weigh(factors)
        return run_exact(self.process, state_limit=1 << 40)

    def edited(self, cells: Cells) -> Result | None:
        """Return the exact result with other letters in some cells; None if it has to be learnt anew."""
        factors = self.factors(cells)
        return None if factors is None else self.result(factors)

    def weighed(self, asked: Sequence[Quantity], factors: Floats | None = None) -> list[float]:
        """Return quantities under other probabilities of the outcomes; by default under its own rules."""
        key = b"" if factors is None else factors.tobytes()
        missing = [each for each in dict.fromkeys(asked) if (each, key) not in self._values]
        if missing:
            self.chain.weigh(factors)
            final, begun = utilities(self.process, missing)
            turns = begun if any(each.is_turns for each in missing) else None
            by_turn = backward(self.chain, self.process.limit, final, each_turn=turns).values
            start = self.chain.states.add(self.process.layout.pack(self.process.layout.start))[0]
            self._values |= {
                (each, key): value for each, value in zip(missing, by_turn[0][start].tolist(), strict=True)
            }
        return [self._values[each, key] for each in asked]

    def slopes(
        self, asked: Quantity, edits: Cells | None = None, among: Iterable[tuple[Cell, str]] | None = None
    ) -> dict[tuple[Cell, str], Estimate]:
        """Return to first order the change of a quantity by each other letter of each cell that is rolled on.

        `edits` are made already; `among` are the letters that are looked at, by default all.
        """
        edits, slopes = edits or {}, {}
        edited = self.outcomes(edits) or {}
        self.chain.weigh(self.factors(edits) if edits else None)
        gradient = derivatives(self.chain, self.process, *utilities(self.process, [asked]))
        for cell, letter in self.changes() if among is None else among:
            slope = 0.0
            for reading in self.readings.get(cell, ()):
                roll, first = reading.roll, reading.first
                for face in reading.faces:
                    _, before = edited.get((first, face), (roll, roll.faces[face]))
                    new, old = (roll.outcomes.index(each) for each in (reading.outcome(before, letter), before))
                    slope += float(gradient[first + new] - gradient[first + old]) / len(roll.faces)
            slopes[cell, letter] = Estimate.of_exact(slope)
        return slopes

    def by_trial(self, asked: Sequence[Quantity], cells: Cells, trials: int = 0) -> Floats | None:
        """Return quantities with other letters in some cells as one row; None if it has to be learnt anew."""
        factors = self.factors(cells) if cells else self.shipped
        return None if factors is None else np.array([self.weighed(asked, factors)])


_LOOKED = 1_000
"""Trials by which the effect of a letter is looked at in a sampled game."""
_HORIZON = 100
"""Turns that a sampled game without a limit is played for."""


class SampledGame(_Learnt):
    """A scenario with too many states to be counted: each edit is played on the same dice.

    Parameters
    ----------
    scenario, rules
        The scenario and its rule set.
    trials, seed
        Trials of each number, and the seed of the dice.

    Raises
    ------
    DataError
        If the rules do not allow the scenario.
    """

    exact = False

    def __init__(self, scenario: Scenario, rules: RuleSet, *, trials: int = 20_000, seed: int = 0) -> None:
        super().__init__(scenario, rules)
        self.trials, self.seed = trials, seed
        self._played: dict[tuple[frozenset[tuple[Cell, str]], int], Ints | None] = {}
        self._whole = self.process.sampled or any(isinstance(phase, Chapter) for phase in self.process.phases)
        if not self._whole:
            self.chain = Chain(self._limited(self.process), every_outcome=True)
            try:
                self._edited({}, min(trials, _LOOKED))
            except MangonelError:
                # A phase refuses results that its tables do not have: each edit is a game of its own.
                self._whole = True
                self.readings = {}
        if self._whole:
            self._on_trial({}, min(trials, _LOOKED))
            self.letters = {cell: self._listed(cell) for cell in self._lettered()}

    @property
    def provenance(self) -> Provenance:
        """Where its numbers come from."""
        return provenance(self.process, "monte-carlo", trials=self.trials, seed=self.seed, notes=(Note("common"),))

    def reads(self, cell: Cell) -> bool:
        """Return whether the game reads a cell at all, on a die or elsewhere."""
        return cell in self.letters or super().reads(cell)

    @staticmethod
    def _limited(process: Process) -> Process:
        process = process.lasting(_HORIZON) if process.turns is None else process
        return replace(process, series=())

    def _on_trial(self, cells: Cells, trials: int) -> Ints | None:
        """Return ending, turn and measures of each trial; None if the rules forbid it. Shape (trials, numbers)."""
        key = frozenset(cells.items()), trials
        if key not in self._played:
            try:
                played = None if self._whole else self._edited(cells, trials)
                self._played[key] = self._anew(cells, trials) if played is None else played
            except (DataError, UnknownCellError):
                self._played[key] = None
        return self._played[key]

    def _anew(self, cells: Cells, trials: int) -> Ints:
        rules = self.rules.replaced(cells=cell_changes(cells)) if cells else self.rules
        process = self._limited(build(self.scenario, rules, None if cells else self.asked))
        return self._outcomes(process, chain_of(process), trials)

    def _edited(self, cells: Cells, trials: int) -> Ints | None:
        """Play with other outcomes on the faces that read some cells; None if they have to be learnt anew."""
        rolls = self.chain.rolls
        shipped, known = array("q", rolls.branch), -1
        # A game may meet rolls that none has met before: they are edited, too, and it is played again.
        while known < len(rolls.first):
            known = len(rolls.first)
            self.readings = _readings(self.chain, self._assumed)
            changed = self.outcomes(cells)
            if changed is None:
                return None
            place = {first: number for number, (_, first) in enumerate(rolls.first.values())}
            for (first, face), (roll, outcome) in changed.items():
                rolls.branch[rolls.first_face[place[first]] + face] = roll.outcomes.index(outcome)
            try:
                outcomes = self._outcomes(self.chain.process, self.chain, trials)
            finally:
                shipped.extend(rolls.branch[len(shipped) :])
                rolls.branch[:] = shipped
        return outcomes

    def _outcomes(self, process: Process, chain: Chain, trials: int) -> Ints:
        start, parts = process.layout.pack(process.layout.start), []
        for block, size in Span(0, trials).blocks():
            played = play_block(process, chain, CommonDice(self.seed, block, size), np.repeat(start, size, axis=1))
            parts.append(played.ledger.outcomes(played.cells))
        return np.concatenate(parts)

    def by_trial(self, asked: Sequence[Quantity], cells: Cells, trials: int = 0) -> Floats | None:
        """Return quantities in each trial with other letters in some cells; None if the rules do not allow them."""
        outcomes = self._on_trial(cells, trials or self.trials)
        if outcomes is None:
            return None
        columns = [outcomes[:, 1] if each.is_turns else each.wanted.by_trial(self.process, outcomes) for each in asked]
        return np.stack(columns, axis=1).astype(np.float64)

    def slopes(
        self, asked: Quantity, edits: Cells | None = None, among: Iterable[tuple[Cell, str]] | None = None
    ) -> dict[tuple[Cell, str], Estimate]:
        """Return the change of a quantity by other letters, looked at in a few trials.

        `edits` are made already; `among` are the letters that are looked at, by default one of each cell: ``-``, or
        instead of it the weakest other one.
        """
        edits, trials = edits or {}, min(self.trials, _LOOKED)
        weakest = (each for each in self.changes() if NO_EFFECT in (each[1], self.letter(each[0])))
        effects = {}
        for cell, letter in dict(weakest).items() if among is None else among:
            effect = self.change(asked, {**edits, cell: letter}, edits, trials)
            if effect is not None:
                effects[cell, letter] = effect
        return effects


def mean_of(values: Floats, asked: Quantity | None = None) -> Estimate:
    """Return the mean of trials with its 95 % interval, cut at the limits of a quantity."""
    limits = (-np.inf, np.inf) if asked is None else (0.0, asked.most)
    return counted_mean(float(values.mean()), float(values.std()) / len(values) ** 0.5, len(values), *limits)


Editable: TypeAlias = EditableGame | SampledGame
"""A game that can be edited."""


def learnt(scenario: Scenario, rules: RuleSet, plan: Run, *, state_limit: int = MOST_STATES) -> Editable:
    """Return a scenario that can be edited: exactly, or on common random numbers if it has too many states.

    Raises
    ------
    StateLimitError
        If the engine is exact, and there are too many states.
    DataError
        If the rules do not allow the scenario.
    """
    if plan.engine in ("auto", "exact"):
        try:
            return EditableGame(scenario, rules, state_limit=state_limit)
        except StateLimitError:
            if plan.engine == "exact":
                raise
    return SampledGame(scenario, rules, trials=plan.trials, seed=plan.seed)


def check_rolled_on(tables: Iterable[str], games: Iterable[Editable]) -> None:
    """Check that games roll on tables; it is a DataError if none of them does."""
    rolled = tuple(dict.fromkeys(cell[0] for game in games for cell in (*game.letters, *game.inside)))
    for name in tables:
        if name not in rolled:
            raise DataError("this table is not rolled on in the scenario", value=name, allowed=rolled)


def cell_changes(cells: Cells) -> list[CellChange]:
    """Return edits as changes of a rule set."""
    return [CellChange(*cell, letter) for cell, letter in cells.items()]
