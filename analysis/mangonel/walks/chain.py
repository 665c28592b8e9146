"""The states of a process, and how each phase moves them on."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mangonel.errors import SequenceError, StateLimitError
from mangonel.walks.learning import PhaseTable, ReadTree, Rolls, spread
from mangonel.walks.process import Chapter, Measure, Phase, Process
from mangonel.walks.state import Floats, Ints, Layout, SlipError, Sum, Value, Words

__all__ = ["Chain", "Layer", "Level", "Reader", "Register", "Step"]


_UNKNOWN, _STAYS = -1, -2


class Register:
    """Distinct states, numbered in the order in which they came."""

    def __init__(self, layout: Layout) -> None:
        self.words: Words = np.zeros((layout.words, 0), dtype=np.int64)
        self._keys: Ints = np.zeros(0, dtype=np.int64)
        self._numbers: Ints = np.zeros(0, dtype=np.int64)

    def __len__(self) -> int:
        return int(self.words.shape[1])

    @staticmethod
    def key(words: Words) -> Ints:
        """Return a key of each state: the state itself, or a hash if it has several words. Shape (states,)."""
        key: Ints = words[0]
        for word in words[1:]:  # a hash; `add` finds out if two states share one
            key = (key ^ (key >> 29)) * -7046029254386353131 + word
        return key

    def add(self, words: Words) -> Ints:
        """Return the numbers of states; those that are new get the next ones. Shape (states,)."""
        unique, first, inverse = np.unique(self.key(words), return_index=True, return_inverse=True)
        at = np.searchsorted(self._keys, unique)
        known = at < len(self._keys)
        known[known] = self._keys[at[known]] == unique[known]
        new, size = ~known, len(self)
        numbers = np.empty(len(unique), dtype=np.int64)
        numbers[known] = self._numbers[at[known]]
        fresh = int(np.count_nonzero(new))
        numbers[new] = np.arange(size, size + fresh)
        if fresh:
            self.words = np.concatenate([self.words, words[:, first[new]]], axis=1)
            self._keys = np.insert(self._keys, at[new], unique[new])
            self._numbers = np.insert(self._numbers, at[new], numbers[new])
        numbers = numbers[inverse]
        if len(words) > 1 and (self.words[:, numbers] != words).any():
            raise SequenceError("two states have the same hash")
        return numbers


class Reader:
    """A measure of states: learnt once for each read set, and added up from cells where it is a sum of them."""

    def __init__(self, layout: Layout, measure: Measure) -> None:
        self._layout, self._measure, self._s = layout, measure, layout.state()
        self._sums: list[tuple[tuple[tuple[int, int], ...], int]] = []
        self._tree = ReadTree(layout)

    def _learn(self, values: list[int]) -> tuple[int, list[tuple[int, int]]]:
        s = self._s
        s.load(values, 0)
        try:
            found = self._measure.of(s)
        except (SlipError, AttributeError) as error:
            raise SequenceError(f"measure {self._measure.name!r}: {error}") from None
        if isinstance(found, (Value, Sum)):
            parts = ((found.cell, 1),) if isinstance(found, Value) else found.parts
            self._sums.append(s.unknown(parts, found.plus))
        else:
            self._sums.append(((), int(found)))
        if s.turns or s.whole:
            raise SequenceError(f"measure {self._measure.name!r} asks for the turn")
        return len(self._sums) - 1, s.reads

    def of(self, words: Words) -> Ints:
        """Return the measure of each state. Shape (states,)."""
        found = self._tree.find(words, self._learn)
        assert found is not None
        values = np.array([plus for _, plus in self._sums], dtype=np.int64)[found]
        for number, (parts, _) in enumerate(self._sums):
            if parts:
                those = np.flatnonzero(found == number)
                if len(those):
                    values[those] += self._layout.sum_values(words[:, those], parts)
        if len(values) and (values.min() < 0 or values.max() > self._measure.maximum):
            off = values.min() if values.min() < 0 else values.max()
            raise SequenceError(f"measure {self._measure.name!r} is {off}, outside 0..{self._measure.maximum}")
        return values


@dataclass
class Layer:
    """Edges of a step that leave positions of one depth in choices."""

    position: Ints
    edge: Ints
    target: Ints
    """Position, edge of the phase table and state of those that lead to a state; positions ascend."""
    targets: Ints
    """The states that they lead to, each once."""
    place: Ints
    """Place of the state of each edge in `targets`."""
    counting: Ints
    counter: Ints
    amount: Ints
    """Of each count of one of these edges: the edge, as its place among them, the counter and the amount."""
    asking: Ints
    asking_edge: Ints
    choice: Ints
    """Position, edge of the phase table and choice of those that lead to a choice."""
    choices: Ints
    """The choices that they lead to."""
    matrix: Any = None
    """The edges as a sparse matrix, targets by positions, while their weights stay the same."""


def _none() -> Ints:
    return np.zeros(0, dtype=np.int64)


@dataclass
class Step:
    """How a phase moves states on, in turns that are alike to it. States that it leaves as they are have no row."""

    row: Ints = field(default_factory=_none)
    """Row of each state of the chain; -1 if it is not known yet, -2 if the state stays as it is."""
    states: Ints = field(default_factory=_none)
    """State of each row."""
    root: Ints = field(default_factory=_none)
    """Position of each row before anything is rolled."""
    positions: int = 0
    edge: Ints = field(default_factory=_none)
    position: Ints = field(default_factory=_none)
    target: Ints = field(default_factory=_none)
    """Of each edge of each row: that of the phase table, position, and state or choice."""
    asked: Ints = field(default_factory=_none)
    option: Ints = field(default_factory=_none)
    """Of each choice: that of the phase table, and the position of its first option."""
    chunks: list[tuple[Ints, ...]] = field(default_factory=list)
    layers: list[Layer] | None = None

    def reached(self, states: Ints) -> Ints:
        """Return the states to which some states lead, whatever is rolled and decided."""
        assert self.layers is not None
        rows = np.zeros(len(self.states) + 1, dtype=np.bool_)
        row = self.row[states]
        rows[row[row >= 0]] = True
        # Rows own their positions one after the other.
        owner = np.repeat(np.arange(len(self.root)), np.diff(np.append(self.root, self.positions)))
        moved = [layer.target[rows[owner[layer.position]]] for layer in self.layers]
        return np.unique(np.concatenate([states[row < 0], *moved]))

    def moving(self) -> list[Layer]:
        """Return its layers."""
        assert self.layers is not None
        return self.layers


class Level:
    """What a phase does to the states of a chain.

    Parameters
    ----------
    table
        The phase.
    chain
        The chain.
    """

    def __init__(self, table: PhaseTable, chain: Chain) -> None:
        self.table, self._chain = table, chain
        self.steps: dict[Hashable, Step] = {}
        self._epoch = 0

    def step(self, turn: int, active: Ints) -> Step:
        """Return how states go on in a turn; `active` are those that have to be known."""
        while True:
            if self.table.epoch != self._epoch:
                self.steps.clear()
                self._epoch = self.table.epoch
            step = self.steps.setdefault(self.table.key(turn), Step())
            self._widen(step)
            new = active[step.row[active] == _UNKNOWN]
            if not len(new):
                break
            words = self._chain.states.words[:, new]
            block = self.table.find(words, turn)
            if self.table.epoch == self._epoch and self.table.key(turn) in self.steps:
                self._grow(step, new, words, block)
        if step.layers is None:
            self._finish(step)
        return step

    def known(self, turn: int) -> Step | None:
        """Return how the states go on that were met in a turn; None if no game came to it."""
        step = self.steps.get(self.table.key(turn))
        if step is not None:
            self._widen(step)
        return step

    def _widen(self, step: Step) -> None:
        size = len(self._chain.states)
        if len(step.row) < size:
            step.row = np.concatenate([step.row, np.full(size - len(step.row), _UNKNOWN)])

    def _grow(self, step: Step, new: Ints, words: Words, block: Ints) -> None:
        table = self.table
        stays = np.frombuffer(table.stays, dtype=np.int64)[block] == 1
        staying, moving = new[stays], np.flatnonzero(~stays)
        new, words, block = new[moving], words[:, moving], block[moving]
        positions, choices, edges = (np.array(a)[block] for a in (table.positions, table.choices, table.edges))
        known_choices = len(step.asked) + sum(len(chunk[5]) for chunk in step.chunks)
        rows = len(step.states) + sum(len(chunk[0]) for chunk in step.chunks)
        root = step.positions + np.cumsum(positions) - positions
        choice = known_choices + np.cumsum(choices) - choices
        edge = spread(np.array(table.first_edge)[block], edges)
        source = np.repeat(np.arange(len(block)), edges)
        local = np.array(table.to_choice, dtype=np.int64)[edge]
        target = choice[source] + local
        leaf = np.flatnonzero(local < 0)
        target[leaf] = self._chain.states.add(table.apply(words[:, source[leaf]], edge[leaf]))
        position = root[source] + np.array(table.position, dtype=np.int64)[edge]
        asked = spread(np.array(table.first_choice)[block], choices)
        option = np.repeat(root, choices) + np.array(table.first_option, dtype=np.int64)[asked]
        # Only now, so that an error leaves the step as it was.
        step.row[staying] = _STAYS
        step.positions += int(positions.sum())
        step.row[new] = np.arange(rows, rows + len(new))
        step.chunks.append((new, root, edge, position, target, asked, option))
        step.layers = None
        self._widen(step)

    def _finish(self, step: Step) -> None:
        known = (step.states, step.root, step.edge, step.position, step.target, step.asked, step.option)
        news = zip(*step.chunks, strict=True) if step.chunks else [()] * len(known)
        parts = [np.concatenate([old, *new]) for old, new in zip(known, news, strict=True)]
        step.states, step.root, step.edge, step.position, step.target, step.asked, step.option = parts
        step.chunks.clear()
        table, size = self.table, len(self._chain.states)
        if not table.asked:
            step.layers = [_layer(table, step, size, np.arange(len(step.edge)), _none())]
            return
        depth = np.array(table.depth, dtype=np.int64)[step.edge]
        asks = np.array(table.to_choice, dtype=np.int64)[step.edge] >= 0
        step.layers = []
        for place in range(int(depth.max(initial=0)) + 1):
            leaf, asking = np.flatnonzero((depth == place) & ~asks), np.flatnonzero((depth == place) & asks)
            leaf = leaf[np.argsort(step.position[leaf], kind="stable")]
            step.layers.append(_layer(table, step, size, leaf, asking))


def _layer(table: PhaseTable, step: Step, size: int, leaf: Ints, asking: Ints) -> Layer:
    edge, target = step.edge[leaf], step.target[leaf]
    counts = np.array(table.counts, dtype=np.int64)[edge]
    count = spread(np.array(table.first_count, dtype=np.int64)[edge], counts)
    met = np.zeros(size, dtype=np.bool_)
    met[target] = True
    targets = np.flatnonzero(met)
    places = np.empty(size, dtype=np.int64)
    places[targets] = np.arange(len(targets))
    return Layer(
        step.position[leaf],
        edge,
        target,
        targets,
        places[target],
        np.repeat(np.arange(len(edge)), counts),
        np.array(table.counter, dtype=np.int64)[count],
        np.array(table.amount, dtype=np.int64)[count],
        step.position[asking],
        step.edge[asking],
        step.target[asking],
        np.unique(step.target[asking]),
    )


class Chain:
    """The states of a process and how its phases move them on; grown as games come to them.

    Parameters
    ----------
    process
        The process.
    free
        Decisions that have branches; all others follow the plan.
    every_outcome
        Whether outcomes of probability 0 have branches, too.

    Attributes
    ----------
    states
        All states that were met, before any phase.
    levels
        What each phase does; phases that do the same share it.
    generation
        Changes when states are numbered anew.
    """

    def __init__(self, process: Process, free: frozenset[str] = frozenset(), *, every_outcome: bool = False) -> None:
        self.process, self.layout = process, process.layout
        self.rolls = Rolls(every_outcome=every_outcome)
        # Phases that do the same in several places of a turn are learnt once.
        known: dict[object, PhaseTable] = {}
        self.tables: list[PhaseTable] = []
        for phase in process.phases:
            act = phase.act if isinstance(phase, Phase) else phase
            if act not in known:
                known[act] = self._table(phase, free)
            self.tables.append(known[act])
        self.generation = 0
        self.forget()
        self.factors: Floats | None = None
        self._readers: dict[Measure, Reader] = {}

    def _table(self, phase: Phase | Chapter, free: frozenset[str]) -> PhaseTable:
        if isinstance(phase, Phase):
            return PhaseTable(self.process, phase, self.rolls, free)
        from mangonel.walks.nested import ChapterTable

        return ChapterTable(self.process, phase, self.rolls)

    def forget(self) -> None:
        """Forget all states, and keep what phases do."""
        self.states = Register(self.layout)
        levels = {table: Level(table, self) for table in self.tables}
        self.levels = [levels[table] for table in self.tables]
        self._measures: dict[Measure, Ints] = {}
        self.generation += 1

    def start(self, process: Process) -> int:
        """Return the state in which a process starts that shares its tables."""
        return int(self.states.add(self.layout.pack(process.layout.start))[0])

    def ending(self, states: Ints) -> Ints:
        """Return the code of the ending of some states, 0 if they are open. Shape (states,)."""
        ending: Ints = self.states.words[0, states] & self.layout.mask[0]
        return ending

    def reach(self, process: Process, turns: int, limit: int) -> None:
        """Find all states that games come to under any option.

        Raises
        ------
        StateLimitError
            If there are more than `limit` states at once.
        """
        active = np.array([self.start(process)])
        for turn in range(1, turns + 1):
            for level in self.levels:
                if len(active) > limit:
                    raise StateLimitError(f"{process.name}: more than {limit:,} states in {process.unit} {turn}")
                active = level.step(turn, active).reached(active)
                active = active[self.ending(active) == 0]
            if not len(active):
                break

    def weigh(self, factors: Floats | None) -> None:
        """Take other probabilities of the outcomes of rolls; None for those learnt from."""
        self.factors = factors
        for level in self.levels:
            for step in level.steps.values():
                for layer in step.layers or ():
                    layer.matrix = None

    def weights(self, number: int) -> Floats:
        """Return the weights of the edges of a phase. Shape (edges,)."""
        return self.tables[number].weights(self.factors)

    def reader(self, measure: Measure) -> Reader:
        """Return what reads a measure."""
        if measure not in self._readers:
            self._readers[measure] = Reader(self.layout, measure)
        return self._readers[measure]

    def measure(self, measure: Measure, states: Ints) -> Ints:
        """Return a measure of some states. Shape (states,)."""
        known, size = self._measures.get(measure), len(self.states)
        if known is None or len(known) < size:
            known = np.concatenate([*([] if known is None else [known]), np.full(size, -1)])[:size]
            self._measures[measure] = known
        missing = states[known[states] < 0]
        if len(missing):
            known[missing] = self.reader(measure).of(self.states.words[:, missing])
        return known[states]
