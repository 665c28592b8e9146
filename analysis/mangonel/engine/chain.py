"""The states of a process before each phase, and how they go on: exact probabilities, and values backward."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.learning import Free, PhaseTable, ReadTree, Rolls, spread
from mangonel.engine.process import Chapter, Measure, Phase, Process
from mangonel.engine.state import Floats, Ints, Layout, SlipError, Sum, Value, Words
from mangonel.errors import SequenceError, StateLimitError

__all__ = ["Chain", "Level", "Menu", "Reader", "Register", "Step", "menus"]


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
            amount = self._measure.of(s)
        except (SlipError, AttributeError) as error:
            raise SequenceError(f"measure {self._measure.name!r}: {error}") from None
        if isinstance(amount, (Value, Sum)):
            parts = ((amount.cell, 1),) if isinstance(amount, Value) else amount.parts
            self._sums.append(s.unknown(parts, amount.plus))
        else:
            self._sums.append(((), int(amount)))
        if s.turns or s.whole:
            raise SequenceError(f"measure {self._measure.name!r} asks for the turn")
        return len(self._sums) - 1, s.reads

    def of(self, words: Words) -> Ints:
        """Return the measure of each state. Shape (states,)."""
        sums = self._tree.find(words, self._learn)
        assert sums is not None
        values = np.array([plus for _, plus in self._sums], dtype=np.int64)[sums]
        for number, (parts, _) in enumerate(self._sums):
            if parts:
                those = np.flatnonzero(sums == number)
                if len(those):
                    values[those] += self._layout.sum_values(words[:, those], parts)
        if len(values) and (values.min() < 0 or values.max() > self._measure.maximum):
            off = values.min() if values.min() < 0 else values.max()
            raise SequenceError(f"measure {self._measure.name!r} is {off}, outside 0..{self._measure.maximum}")
        return values


@dataclass(frozen=True)
class Menu:
    """Choices of a layer with the same number of options, that one side decides."""

    side: str
    choices: Ints
    """Shape (choices,)."""
    options: Ints
    """The position of each option. Shape (options, choices)."""


@dataclass
class Layer:
    """Edges of a step that leave positions of one depth in choices."""

    position: Ints
    edge: Ints
    target: Ints
    """Position, edge of the phase table and target of those that lead to a state."""
    counting: Ints
    counter: Ints
    amount: Ints
    """Of each count of one of these edges: the edge, as its place among them, the counter and the amount."""
    asking: Ints
    asking_edge: Ints
    choice: Ints
    """The same of those that lead to a choice."""
    choices: Ints
    """The choices that they lead to."""
    matrix: Any = None
    """The edges as a sparse matrix, states by positions, while their weights stay the same."""
    asking_matrix: Any = None
    """The same of those that lead to a choice, choices by positions."""
    menus: tuple[Menu, ...] | None = None
    """The choices by side and number of options."""

    def sparse(self, weights: Floats, states: int, positions: int) -> Any:
        """Return the edges to states as a sparse matrix. Shape (states, positions)."""
        if self.matrix is None or self.matrix.shape[0] != states:
            self.matrix = _sparse(self.position, weights[self.edge], self.target, states, positions)
        return self.matrix

    def sparse_asking(self, weights: Floats, choices: int, positions: int) -> Any:
        """Return the edges to choices as a sparse matrix. Shape (choices, positions)."""
        if self.asking_matrix is None or self.asking_matrix.shape[0] != choices:
            weight = weights[self.asking_edge]
            self.asking_matrix = _sparse(self.asking, weight, self.choice, choices, positions)
        return self.asking_matrix


def _sparse(position: Ints, weights: Floats, target: Ints, targets: int, positions: int) -> Any:
    from scipy.sparse import csc_array

    # Edges come in order of their positions.
    first = np.concatenate([[0], np.cumsum(np.bincount(position, minlength=positions))])
    return csc_array((weights, target, first), shape=(targets, positions))


@dataclass
class Step:
    """How the states of a level go on, in turns that are alike to its phase."""

    row: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Row of each state of the level; -1 if it is not known yet."""
    states: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """State of each row."""
    root: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Position of each row before anything is rolled."""
    first: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """First edge of each row."""
    positions: int = 0
    edge: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    position: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    target: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Of each edge of each row: that of the phase table, position, and state of the next level or choice."""
    asked: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    option: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Of each choice: that of the phase table, and the position of its first option."""
    chunks: list[tuple[Ints, ...]] = field(default_factory=list)
    layers: list[Layer] | None = None
    in_order: bool = False
    """Whether the rows are all states of the level, in order."""

    def owners(self) -> Ints:
        """Return the row of each position; rows own their positions one after the other. Shape (positions,)."""
        return np.repeat(np.arange(len(self.root)), np.diff(np.append(self.root, self.positions)))

    def reached(self, states: Ints) -> Ints:
        """Return the states of the next level to which some states lead, whatever is rolled and decided."""
        assert self.layers is not None
        rows = np.zeros(len(self.states) + 1, dtype=np.bool_)
        rows[self.row[states]] = True
        if self.positions > len(self.root):
            rows = rows[self.owners()]
        targets = [layer.target[rows[layer.position]] for layer in self.layers]
        met = np.zeros(max(int(part.max(initial=-1)) for part in targets) + 1, dtype=np.bool_)
        for part in targets:
            met[part] = True
        return np.flatnonzero(met)


class Level:
    """The states before a phase, and how they go on.

    Parameters
    ----------
    table
        The phase; None if the process has none.
    layout
        The columns.
    """

    def __init__(self, table: PhaseTable | None, layout: Layout) -> None:
        self._table, self.layout = table, layout
        self.states = Register(layout)
        self.steps: dict[Hashable, Step] = {}
        self.measures: dict[Measure, Ints] = {}
        self._ended = np.zeros(0, dtype=np.bool_)
        self._epoch = 0

    @property
    def table(self) -> PhaseTable:
        """The phase."""
        assert self._table is not None
        return self._table

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Whether each state has ended. Shape (states,)."""
        if len(self._ended) < len(self.states):
            self._ended = (self.states.words[0] & self.layout.mask[0]) != 0
        return self._ended

    def over(self) -> Ints:
        """Return the states that have ended. Shape (states,)."""
        return np.flatnonzero(self.ended)

    def open_among(self, states: Ints) -> Ints:
        """Return those of some states that have not ended. Shape (states,)."""
        return states[(self.states.words[0, states] & self.layout.mask[0]) == 0]

    def step(self, turn: int, active: Ints, after: Level) -> Step:
        """Return how states go on in a turn; `active` are those that have to be known."""
        while True:
            if self.table.epoch != self._epoch:
                self.steps.clear()
                self._epoch = self.table.epoch
            step = self.steps.setdefault(self.table.key(turn), Step())
            size = len(self.states)
            if len(step.row) < size:
                step.row = np.concatenate([step.row, np.full(size - len(step.row), -1)])
            new = active[step.row[active] < 0]
            if not len(new):
                break
            words = self.states.words[:, new]
            block = self.table.find(words, turn)
            if self.table.epoch == self._epoch and self.table.key(turn) in self.steps:
                self._grow(step, new, words, block, after)
        if step.layers is None:
            self._finish(step)
        if not step.in_order and len(step.states) == size:
            step.in_order = bool((step.states == np.arange(size)).all())
        elif len(step.states) != size:
            step.in_order = False
        return step

    def known(self, turn: int) -> Step | None:
        """Return how the states go on that were met in a turn; None if no game came to it."""
        step = self.steps.get(self.table.key(turn))
        if step is not None and len(step.row) < len(self.states):
            step.row = np.concatenate([step.row, np.full(len(self.states) - len(step.row), -1)])
        return step

    def _grow(self, step: Step, new: Ints, words: Words, block: Ints, after: Level) -> None:
        table = self.table
        positions, choices, edges = (np.array(a)[block] for a in (table.positions, table.choices, table.edges))
        known_edges, known_choices = len(step.edge), len(step.asked)
        for chunk in step.chunks:
            known_edges, known_choices = known_edges + len(chunk[2]), known_choices + len(chunk[5])
        rows = len(step.states) + sum(len(chunk[0]) for chunk in step.chunks)
        root = step.positions + np.cumsum(positions) - positions
        choice = known_choices + np.cumsum(choices) - choices
        first = known_edges + np.cumsum(edges) - edges
        edge = spread(np.array(table.first_edge)[block], edges)
        source = np.repeat(np.arange(len(block)), edges)
        local = np.array(table.to_choice)[edge]
        asks = local >= 0
        target = choice[source] + local
        leaf = np.flatnonzero(~asks)
        target[leaf] = after.states.add(table.apply(words[:, source[leaf]], edge[leaf]))
        position = root[source] + np.array(table.position)[edge]
        asked = spread(np.array(table.first_choice)[block], choices)
        option = np.repeat(root, choices) + np.array(table.first_option, dtype=np.int64)[asked]
        # Only now, so that an error leaves the step as it was.
        step.positions += int(positions.sum())
        step.row[new] = np.arange(rows, rows + len(new))
        step.chunks.append((new, root, edge, position, target, asked, option, first))
        step.layers = None

    def _finish(self, step: Step) -> None:
        parts = [
            np.concatenate([known, *new])
            for known, new in zip(
                (
                    step.states,
                    step.root,
                    step.edge,
                    step.position,
                    step.target,
                    step.asked,
                    step.option,
                    step.first,
                ),
                zip(*step.chunks, strict=True) if step.chunks else [()] * 8,
                strict=True,
            )
        ]
        step.states, step.root, step.edge, step.position, step.target = parts[:5]
        step.asked, step.option, step.first = parts[5:]
        step.chunks.clear()
        step.in_order = False
        table = self.table
        if not table.asked:
            none = np.zeros(0, dtype=np.int64)
            step.layers = [_layer(table, step, np.arange(len(step.edge)), none)]
            return
        depth = np.array(table.depth, dtype=np.int64)[step.edge]
        asks = np.array(table.to_choice, dtype=np.int64)[step.edge] >= 0
        step.layers = [
            _layer(table, step, np.flatnonzero((depth == place) & ~asks), np.flatnonzero((depth == place) & asks))
            for place in range(int(depth.max(initial=0)) + 1)
        ]


def menus(level: Level, step: Step, layer: Layer) -> tuple[Menu, ...]:
    """Return the choices of a layer by side and number of options."""
    if layer.menus is None:
        sides = list(dict.fromkeys(decision.side for decision, _ in level.table.asked))
        side = np.array([sides.index(decision.side) for decision, _ in level.table.asked])[step.asked[layer.choices]]
        number = np.array(level.table.options, dtype=np.int64)[step.asked[layer.choices]]
        groups = []
        for kind in np.unique(side * (number.max() + 1) + number).tolist():
            which, ways = divmod(kind, int(number.max()) + 1)
            choices = layer.choices[(side == which) & (number == ways)]
            groups.append(Menu(sides[which], choices, step.option[choices] + np.arange(ways)[:, None]))
        layer.menus = tuple(groups)
    return layer.menus


def _layer(table: PhaseTable, step: Step, leaf: Ints, asking: Ints) -> Layer:
    if table.asked:
        leaf = leaf[np.argsort(step.position[leaf], kind="stable")]
        asking = asking[np.argsort(step.position[asking], kind="stable")]
    edge = step.edge[leaf]
    counts = np.array(table.counts, dtype=np.int64)[edge]
    count = spread(np.array(table.first_count, dtype=np.int64)[edge], counts)
    return Layer(
        step.position[leaf],
        edge,
        step.target[leaf],
        np.repeat(np.arange(len(edge)), counts),
        np.array(table.counter, dtype=np.int64)[count],
        np.array(table.amount, dtype=np.int64)[count],
        step.position[asking],
        step.edge[asking],
        step.target[asking],
        np.unique(step.target[asking]),
    )


class Chain:
    """A process as levels of states, one before each phase; grown as games come to them.

    Parameters
    ----------
    process
        The process.
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
            act = phase.act if isinstance(phase, Phase) else phase
            if act not in known:
                known[act] = self._table(phase, self.free)
            self.tables.append(known[act])
        self.levels: list[Level] = []
        self.forget()
        self.factors: Floats | None = None
        self.turns: dict[Hashable, Any] = {}
        self.picks: dict[tuple[int, int], Ints] | None = None
        self._readers: dict[Measure, Reader] = {}

    def _table(self, phase: Phase | Chapter, free: Free) -> PhaseTable:
        if isinstance(phase, Phase):
            return PhaseTable(self.process, phase, self.rolls, free)
        from mangonel.engine.nested import ChapterTable

        return ChapterTable(self.process, phase, self.rolls)

    def forget(self) -> None:
        """Forget all states, and keep what phases do."""
        self.joined: dict[Hashable, Any] = {}
        self.levels = [Level(table, self.layout) for table in self.tables]
        self.first = self.levels[0] if self.levels else Level(None, self.layout)

    def reach(self, process: Process, turns: int, limit: int, words: Words | None = None, through: int = 0) -> None:
        """Find all states that games come to under any option.

        Parameters
        ----------
        process
            What is played.
        turns, limit
            The turn limit, and the most states at once.
        words, through
            Where games begin, and the turns that are over; by default at the start. Shape (words, states).

        Raises
        ------
        StateLimitError
            If there are more states.
        """
        epoch = self.epoch
        start = self.layout.pack(process.layout.start) if words is None else words
        active = np.unique(self.first.states.add(start))
        for turn in range(through + 1, turns + 1):
            for number, level in enumerate(self.levels):
                if len(active) > limit:
                    raise StateLimitError(f"{process.name}: more than {limit:,} states in {process.unit} {turn}")
                after = self.levels[(number + 1) % len(self.levels)]
                step = level.step(turn, active, after)
                active = after.open_among(step.reached(active))
            if not len(active):
                break
        if self.epoch != epoch:
            self.reach(process, turns, limit, words, through)

    @property
    def epoch(self) -> int:
        """Changes when a phase asks something new about the turn: then its steps are found anew."""
        return sum(table.epoch for table in self.tables)

    def weigh(self, factors: Floats | None) -> None:
        """Take other probabilities of the outcomes of rolls; None for those learnt from."""
        self.factors = factors
        self.turns.clear()
        self.joined = dict.fromkeys(self.joined, 1 << 30)
        for level in self.levels:
            for step in level.steps.values():
                for layer in step.layers or ():
                    layer.matrix = layer.asking_matrix = None

    def weights(self, number: int) -> Floats:
        """Return the weights of the edges of a phase. Shape (edges,)."""
        return self.tables[number].weights(self.factors)

    def reader(self, measure: Measure) -> Reader:
        """Return what reads a measure."""
        if measure not in self._readers:
            self._readers[measure] = Reader(self.layout, measure)
        return self._readers[measure]

    def measure(self, level: Level, measure: Measure, states: Ints) -> Ints:
        """Return a measure of some states of a level. Shape (states,)."""
        known = level.measures.get(measure)
        size = len(level.states)
        if known is None or len(known) < size:
            known = np.concatenate([*([] if known is None else [known]), np.full(size, -1)])[:size]
            level.measures[measure] = known
        missing = states[known[states] < 0]
        if len(missing):
            known[missing] = self.reader(measure).of(level.states.words[:, missing])
        return known[states]
