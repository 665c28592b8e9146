"""Exact probabilities: the weight of every state, carried forward phase by phase; a refusal past the state limit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chain import Level, Reader, Register, Step, lengthened
from mangonel.engine.keeping import uninterrupted
from mangonel.engine.learning import Free, Learnt, PhaseTable, Rolls, begun, column, measured
from mangonel.engine.ledger import Ledger, Progress, assemble, provenance
from mangonel.engine.notes import Note
from mangonel.engine.process import Chapter, Measure, Phase, Process
from mangonel.engine.result import Result
from mangonel.engine.rolls import check_whole
from mangonel.engine.state import Floats, Ints, Words
from mangonel.errors import SequenceError, StateLimitError

STATE_LIMIT = 100_000
"""States the exact engine keeps at once before it gives up, unless told otherwise."""
Picks: TypeAlias = "Mapping[tuple[int, int], Ints]"
"""A policy by state: for a turn and a phase the option taken at each choice of its step."""
_NONE = np.zeros(0, dtype=np.int64)
_FEW = np.zeros(0, dtype=np.int32)
_KEPT = 2_000_000
"""States of all phases and turns that a chain keeps; with more it forgets those of earlier turns."""


@dataclass(frozen=True)
class Population:
    """The states of open games at the end of a turn."""

    words: Words
    """Shape (words, states)."""
    weights: Floats
    """Their probabilities. Shape (states,)."""
    through: int = 0
    """The turn; 0 for the start."""
    peak: int = 0
    """The most states there were at once."""

    @cached_property
    def ordered(self) -> Population:
        """The same in an order that does not depend on how they were met, with weights that sum to 1."""
        order = np.lexsort(self.words)
        weights = self.weights[order]
        return replace(self, words=self.words.take(order, axis=1), weights=weights / weights.sum())

    @cached_property
    def digest(self) -> str:
        """Identifies it in a cache."""
        parts = (str(self.through).encode(), self.words.astype("<i8").tobytes(), self.weights.astype("<f8").tobytes())
        return hashlib.sha256(b"".join(parts)).hexdigest()


class Turn(NamedTuple):
    """A turn that was played from some states of a chain."""

    numbers: Ints
    weights: Floats
    """The states of the games that are open at its end, and their probabilities. Shape (states,)."""
    over: Ints
    ended: Floats
    """The states in which games have ended in it, and their probabilities. Shape (ends,)."""
    tallies: Floats
    """Expected counts in it. Shape (tallies,)."""
    peak: int
    """The most states there were before a phase."""


class Met(NamedTuple):
    """The states that games meet in a turn."""

    begun: Ints
    """Those at its start. Shape (states,)."""
    rows: list[int]
    """Of each phase, how many rows of its step hold all states before it."""
    states: list[int]
    """Of each phase, how many states there are before it at most."""


class Chain:
    """A process as levels of states, one before each phase; grown as games come to them.

    Parameters
    ----------
    free
        Names of the decisions that have branches, or whether one has; all others follow the plan.
    every_outcome
        Whether outcomes of probability 0 have branches, too.

    Attributes
    ----------
    picks
        A policy by state that all walks follow, by turn and phase; None: the plan. States stay numbered then.
    """

    def __init__(
        self, process: Process, free: frozenset[str] | Free = frozenset(), *, every_outcome: bool = False
    ) -> None:
        names = free if isinstance(free, frozenset) else frozenset()
        self.process, self.layout = process, process.layout
        self.free: Free = (lambda decision: decision.name in names) if isinstance(free, frozenset) else free
        self.rolls = Rolls(every_outcome=every_outcome)
        # Phases that do the same in several places of a turn are learnt once.
        known: dict[object, PhaseTable] = {}
        self.tables = []
        for phase in process.phases:
            act = _known_by(phase.act) if isinstance(phase, Phase) else phase
            if act not in known:
                known[act] = (
                    PhaseTable(process, phase, self.rolls, self.free)
                    if isinstance(phase, Phase)
                    else ChapterTable(process, phase, self.rolls)
                )
            self.tables.append(known[act])
        self.levels: list[Level] = []
        self.forget()
        self.factors: Floats | None = None
        self._weights: dict[int, Floats] = {}
        # Segments by where games began.
        self.turns: dict[Hashable, Any] = {}
        self.picks: dict[tuple[int, int], Ints] | None = None
        self._readers: dict[Measure, Reader] = {}

    def forget(self) -> None:
        """Forget all states, and keep the tables of phases."""
        self.states = Register(self.layout)
        # By turn limit and epoch, and turn: states from which all is known, under any option and outcome.
        self._reached: dict[tuple[int, int], dict[int, Met]] = {}
        # By epoch and turn: those of the last games that were played.
        self._played: dict[tuple[int, int], Met] = {}
        self._numbers: dict[Hashable, NDArray[Any]] = {}
        self._ends: dict[tuple[Measure, ...], Ints] = {}
        self.levels = [Level(table, self.states) for table in self.tables]

    def reach(
        self,
        process: Process,
        turns: int,
        limit: int,
        words: Words | None = None,
        through: int = 0,
        *,
        branches: int | None = None,
    ) -> None:
        """Find all states that games reach under any option.

        Parameters
        ----------
        words, through
            Where games begin, and the turns that are over; by default at the start. Shape (words, states).
        branches
            The most branches from all states together.

        Raises
        ------
        StateLimitError
            If there are more states, or more branches.
        """
        check_whole("state_limit", limit)
        epoch = self.epoch
        start = self.layout.pack(process.layout.start) if words is None else words
        numbers, known = self.states.add(start), self.reached(turns)
        there = np.zeros(len(self.states), dtype=np.bool_)
        there[numbers] = True
        reached: dict[int, Met] = {}
        # Of each step the states that came to it before, and those that came of them: most come again in the next turn.
        passed: dict[Step, tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}
        for turn in range(through + 1, turns + 1):
            active = np.flatnonzero(there)
            before = known.get(turn)
            if not len(active) or (before is not None and np.isin(active, before.begun, kind="table").all()):
                break
            met = reached[turn] = Met(active if before is None else np.union1d(before.begun, active), [], [])
            for number, level in enumerate(self.levels):
                if (states := int(np.count_nonzero(there))) > limit:
                    raise StateLimitError(f"{process.name}: more than {limit:,} states in {process.unit} {turn}")
                step = level.step(turn, there)
                met.rows.append(len(step.states))
                met.states.append(states if before is None else states + before.states[number])
                came, left = passed.get(step, (there[:0], there[:0]))
                came = lengthened(came, len(there), fill=False)[: len(there)]
                if (came & ~there).any():
                    came, left = np.zeros_like(there), there[:0]
                left = np.append(left, np.zeros(len(self.states) - len(left), dtype=np.bool_))
                left[level.open_among(step.reached(np.flatnonzero(there & ~came)))] = True
                passed[step], there = (there, left), left
                if branches is not None and sum(len(each.edge) for each in passed) > branches:
                    raise StateLimitError(f"{process.name}: more than {branches:,} branches in {process.unit} {turn}")
        if self.epoch != epoch:
            self.reach(process, turns, limit, words, through, branches=branches)
        else:
            self._reached[turns, epoch] = known | reached

    def reached(self, turns: int) -> dict[int, Met]:
        """Return the states that were reached in each turn, with so many turns."""
        return self._reached.get((turns, self.epoch), {})

    def met(self, turn: int, numbers: Ints) -> Met | None:
        """Return the states that games meet in a turn that begins in some of them; None if they are not known."""
        # Games of the plan do not come everywhere.
        planned = self._played.get((self.epoch, turn)) if self.picks is None else None
        for met in (planned, self.reached(self.process.limit).get(turn)):
            if met is not None and np.isin(numbers, met.begun, kind="table").all():
                return met
        return None

    def note(self, turn: int, met: Met) -> None:
        """Note the states that all games have met in a turn, unless there are more under other probabilities."""
        if self.picks is None and not self.rolls.every_outcome:
            self._played[self.epoch, turn] = met

    @property
    def epoch(self) -> int:
        """Changes when a phase asks something new about the turn: then its steps are found anew."""
        return sum(table.epoch for table in self.tables)

    def weigh(self, factors: Floats | None) -> None:
        """Take other probabilities of the outcomes of rolls; None for those learnt from."""
        before = [self.weights(number) for number in range(len(self.tables))]
        self.factors = factors
        self._weights, self.turns = {}, {}
        for number, level in enumerate(self.levels):
            if np.array_equal(before[number], self.weights(number)):
                continue
            for step in level.steps.values():
                step.forget()

    def weights(self, number: int) -> Floats:
        """Return the weights of the edges of a phase. Shape (edges,)."""
        table = self.tables[number]
        if number not in self._weights or len(self._weights[number]) < len(table.position):
            self._weights[number] = table.weights(self.rolls.weights() if self.factors is None else self.factors)
        return self._weights[number]

    def endings(self, states: Ints) -> Ints:
        """Return the code of the ending of each state, 0 if it is open. Shape (states,)."""
        return self.states.of(states)[0] & self.layout.mask[0]

    def reader(self, measure: Measure) -> Reader:
        """Return the reader of a measure."""
        if measure not in self._readers:
            self._readers[measure] = Reader(self.layout, measure)
        return self._readers[measure]

    def _kept(self, of: Hashable, states: Ints, make: Callable[[Words], Ints]) -> Ints:
        """Return a number of some states, which is made once for each. Shape (states,)."""
        known = self._numbers[of] = lengthened(self._numbers.get(of, _FEW), len(self.states), -1)
        missing = states.compress(known.take(states) < 0)
        if len(missing):
            known[missing] = make(self.states.of(missing))
        return known.take(states)

    def measure(self, measure: Measure, states: Ints) -> Ints:
        """Return a measure of some states. Shape (states,)."""
        return self._kept(measure, states, self.reader(measure).of)

    def ends(self, ledger: Ledger, states: Ints) -> tuple[Ints, Ints]:
        """Return numbers of `Ledger.ends`, and where that of each state is. Shapes (ends,), (states,)."""
        measures = tuple(ledger.process.measures)

        def places(words: Words) -> Ints:
            ends = ledger.ends(words[0] & self.layout.mask[0], [self.reader(each).of(words) for each in measures])
            known = self._ends.get(measures, _NONE)
            self._ends[measures] = every = np.append(known, np.setdiff1d(ends, known))
            order = every.argsort()
            return order.take(every.searchsorted(ends, sorter=order))

        place = self._kept(measures, states, places)
        return self._ends.get(measures, _NONE), place


def _known_by(act: Callable[..., object]) -> object:
    """Return a key that is the same for functions that do the same, as far as can be told."""
    if not isinstance(act, partial):
        return act
    # Equal arguments may do different things: 1, True and 1.0.
    key = act.func, act.args, tuple(act.keywords.items()), repr((act.args, act.keywords))
    try:
        hash(key)
    except TypeError:
        return act
    return key


def chain_of(process: Process) -> Chain:
    """Return the chain of a process under its plan, which is kept with it."""
    known = process.learnt.get("chain")
    if known is None or known.process.plan is not process.plan:
        known = process.learnt["chain"] = Chain(process)
    return known


def starting(process: Process) -> Population:
    """Return the state that games start in."""
    return Population(process.layout.pack(process.layout.start), np.ones(1), 0, 1)


def run_exact(
    process: Process,
    *,
    state_limit: int = STATE_LIMIT,
    people: Population | None = None,
    progress: Progress | None = None,
) -> Result:
    """Count every state; refuse rather than truncate.

    Raises
    ------
    StateLimitError
        If there are more than `state_limit` states at once.
    """
    first = starting(process) if people is None else people
    try:
        ledger, last, interrupted = exactly(process, first, state_limit, progress)
    except StateLimitError as error:
        ways = "use the engine auto or monte-carlo, or allow more states (state_limit=)"
        raise StateLimitError(f"{error}; {ways}") from None
    source = provenance(process, "exact", states=last.peak)
    if interrupted:
        # Games that are open at the end of the last whole turn are undecided.
        chain = chain_of(process)
        book(chain, ledger, chain.states.add(last.words), last.weights, last.through, over=True)
        note = Note("interrupted_after", (("turn", last.through), ("turns", process.limit)), process.unit)
        source = replace(source, notes=(note,), interrupted=True)
    return assemble(process, ledger, source)


Deal: TypeAlias = Callable[[Step, Ints, Floats, Floats], None]
"""Deals the games in each state to those after a step, by the options taken and the weights of its edges."""


def exactly(
    process: Process, people: Population, state_limit: int, progress: Progress | None = None, deal: Deal | None = None
) -> tuple[Ledger, Population, bool]:
    """Carry probabilities, or games that are dealt, forward to the turn limit.

    Returns
    -------
    Ledger
        The books, without games that ended in a turn that could not be completed.
    Population
        The states at the end of the last whole turn.
    bool
        Whether the run was interrupted there.

    Raises
    ------
    StateLimitError
        If there are more than `state_limit` states at once; the message says in which turn.
    KeyboardInterrupt
        If the run was interrupted in its first turn.
    """
    ledger, chain = Ledger(process), chain_of(process)
    done = people.through
    numbers, weights, peak = chain.states.add(people.words), people.weights, people.peak
    for turn in range(done + 1, process.limit + 1):
        try:
            if chain.picks is None and deal is None and len(chain.states) > _KEPT:
                words = chain.states.of(numbers)
                chain.forget()
                numbers = chain.states.add(words)
            played = carry(chain, numbers, weights, turn, state_limit, deal)
            if progress is not None:
                progress(turn / process.limit)
        except StateLimitError as error:
            raise StateLimitError(f"{process.name}: {error} in {process.unit} {turn}") from None
        except KeyboardInterrupt:
            # It may have come in the middle of a step.
            process.learnt.clear()
            if turn == done + 1:
                raise
            return ledger, Population(chain.states.of(numbers), weights, turn - 1, peak), True
        with uninterrupted():
            book(chain, ledger, numbers, weights, turn - 1, over=False)
            book(chain, ledger, played.over, played.ended, turn, over=True)
            ledger.sums += played.tallies
            numbers, weights, peak = played.numbers, played.weights, max(peak, played.peak)
        if not len(numbers):
            break
    book(chain, ledger, numbers, weights, process.limit, over=True)
    return ledger, Population(chain.states.of(numbers), weights, process.limit, peak), False


def carry(chain: Chain, numbers: Ints, weights: Floats, turn: int, state_limit: int, deal: Deal | None = None) -> Turn:
    """Play a turn from states with their probabilities, or with games that are dealt. Shape (states,) each.

    Raises
    ------
    StateLimitError
        If there are more states.
    """
    states, picks = chain.states, chain.picks or {}
    tallies, over, ended, peak = np.zeros(len(chain.process.tallies)), [_NONE], [np.zeros(0)], 0
    mass = np.bincount(numbers, weights, len(states)).astype(np.float64, copy=False)
    epoch, known, seen = chain.epoch, chain.met(turn, numbers), Met(numbers, [], [])
    for number, level in enumerate(chain.levels):
        if known is None or known.states[number] > peak:
            there = mass[: len(states)] > 0.0
            active = int(np.count_nonzero(there))
            peak = max(peak, active)
            if active > state_limit:
                raise StateLimitError(f"more than {state_limit:,} states")
        if known is None:
            step = level.step(turn, there)
            rows = len(step.states)
            seen.rows.append(rows)
            seen.states.append(active)
        else:
            step, rows = level.steps[level.table.key(turn)], known.rows[number]
        if not rows:
            continue
        taken = taken_picks(step, picks.get((turn, number)))
        mass = lengthened(mass, len(states), 0.0)
        if deal is not None:
            deal(step, taken, chain.weights(number), mass)
        else:
            flow = step.flow(chain.weights(number), taken, rows)
            moved = mass.take(flow.source)
            moved *= flow.weight
            mass[step.states[:rows]] = 0.0
            np.add.at(mass, flow.target, moved)
            table = level.table
            if table.counter:
                edges = np.bincount(flow.edge, moved, len(table.position)).take(column(table.counting))
                tallies += np.bincount(column(table.counter), edges * column(table.amount), len(tallies))
        if len(step.over):
            over.append(step.over)
            ended.append(mass.take(step.over))
            mass[step.over] = 0.0
    if known is None and deal is None and chain.epoch == epoch:
        chain.note(turn, seen)
    left, over_all, gone = np.flatnonzero(mass > 0.0), np.concatenate(over), np.concatenate(ended)
    met = np.flatnonzero(gone > 0.0)
    return Turn(left, mass.take(left), over_all.take(met), gone.take(met), tallies, peak)


def taken_picks(step: Step, picks: Ints | None) -> Ints:
    """Return the option that is taken at each choice: by a policy as far as it knows them, else by the plan."""
    if picks is None:
        return step.planned
    return picks if len(picks) == len(step.asked) else np.concatenate([picks, step.planned[len(picks) :]])


def book(chain: Chain, ledger: Ledger, states: Ints, weights: Floats, turn: int, *, over: bool) -> None:
    """Book games in some states at the end of a turn: that they are open, or that they have ended in it."""
    if over:
        ends, place = chain.ends(ledger, states)
        there = np.bincount(place, weights, len(ends)).astype(np.float64, copy=False)
        met = there.nonzero()[0]
        ledger.book(ends.take(met), turn, there.take(met))
    # Games that have ended keep their last value.
    turns = slice(turn, None if over else turn + 1)
    for series, watched in zip(ledger.process.series, ledger.watched, strict=True):
        watched[turns] += np.bincount(chain.measure(series, states), weights, watched.shape[1])


def changes(process: Process, outcomes: Ints) -> Ints:
    """Return the numbers read at the end of a chapter: endings, and growth of the measures. Shape (games, reads).

    `outcomes` have ending, turn and measures. Shape (games, 2 + measures).
    """
    before = [0, *measured(process.measures, process.layout.state(), process.layout.start).values()]
    return np.delete(outcomes, 1, axis=1) - np.array(before, dtype=np.int64)


def ends_of(process: Process, limit: int) -> tuple[Ints, Floats]:
    """Return every way in which a chapter can end, and their probabilities. Shapes (ways, reads), (ways,).

    Raises
    ------
    StateLimitError
        If there are more than `limit` states at once.
    """
    known = process.__dict__.get("_ends")
    if known is None:
        if process.__dict__.get("_too_many", 0) >= limit:
            raise StateLimitError(f"{process.name}: more than {limit:,} states")
        try:
            ledger, people, interrupted = exactly(process, starting(process), limit)
        except StateLimitError:
            process.__dict__["_too_many"] = limit
            chain_of(process).forget()
            raise StateLimitError(f"{process.name}: more than {limit:,} states") from None
        if interrupted:
            raise KeyboardInterrupt
        keys, weights = ledger.cells()
        reads, which = np.unique(changes(process, ledger.outcomes(keys)), axis=0, return_inverse=True)
        known = reads, np.bincount(which.reshape(-1), weights, len(reads)).astype(np.float64), people.peak
        process.__dict__["_ends"] = known
    reads, chances, peak = known
    if peak > limit:  # draws must not depend on earlier counts
        raise StateLimitError(f"{process.name}: more than {limit:,} states")
    return reads, chances


class ChapterTable(PhaseTable):
    """The table of a chapter, by the start that states come to: an edge for each way in which it ends."""

    def __init__(self, process: Process, chapter: Chapter, rolls: Rolls) -> None:
        super().__init__(process, chapter, rolls)
        self._chapter = chapter
        self.starts: list[Process | None] = []
        self._numbers: dict[Process | None, int] = {}
        self.cells = [self.layout.first[name][0] for name in chapter.reads]
        self._chances: list[float] = []

    def start_of(self, words: Words, turn: int) -> Ints:
        """Return the number in `starts` of the process that each state begins. Shape (states,)."""
        return super().find(words, turn)

    def find(self, words: Words, turn: int) -> Ints:
        """Return the number of the process that each state begins; all of them are counted exactly. Shape (states,)."""
        numbers = self.start_of(words, turn)
        for number in np.unique(numbers).tolist():
            if self.first_edge[number] < 0:
                self._add(number)
        return numbers

    def _learn(self, values: list[int], turn: int) -> Learnt:
        """Ask for the process that a state begins."""
        s = self.s
        s.load(values, turn)
        process = begun(self._chapter, s)
        if process not in self._numbers:
            self._numbers[process] = len(self.starts)
            self.starts.append(process)
            for part in (self.positions, self.choices, self.edges, self.first_edge, self.first_choice, self.root):
                part.append(0)
            self.positions[-1], self.first_edge[-1] = 1, -1
        return self._numbers[process], s.reads

    def acts(self) -> NDArray[np.bool_]:
        """Return of each start whether a process is played. Shape (starts,)."""
        return np.array([process is not None for process in self.starts], dtype=np.bool_)

    def _add(self, number: int) -> None:
        process = self.starts[number]
        reads = np.zeros((1, 0), dtype=np.int64)
        chances = np.ones(1)
        if process is not None:
            reads, chances = ends_of(process, STATE_LIMIT)
        off = (reads < 0) | (reads > np.array(self.layout.maxima)[self.cells][: reads.shape[1]])
        for row, place in np.argwhere(off).tolist():
            cell, value = self.cells[place], reads[row, place]
            reason = f"{self.layout.label(cell)} = {value}, not in 0..{self.layout.maxima[cell]}"
            raise SequenceError(f"chapter {self.phase.name!r}: {reason}")
        self.first_edge[number], self.edges[number] = len(self.position), len(chances)
        self._depths = [0]
        self._chances.extend(chances.tolist())
        for values in reads.tolist():
            edge = self._edge(0, -1)
            for cell, value in zip(self.cells, values, strict=False):
                word, shift, mask = self.layout.places[cell]
                self._written.add(word)
                self.clear[word][edge] |= mask << shift
                self.set[word][edge] |= value << shift

    def weights(self, factors: Floats) -> Floats:
        """Return the weight of each edge. Shape (edges,)."""
        return np.array(self._chances)
