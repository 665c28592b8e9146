"""The states of a process before each phase, and how they go on from there, grown as games come to them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.learning import PhaseTable, ReadTree, column, spread
from mangonel.engine.process import Measure
from mangonel.engine.state import Floats, Ints, Layout, SlipError, Sum, Value, Words
from mangonel.errors import SequenceError

__all__ = [
    "IDLE",
    "UNKNOWN",
    "Flow",
    "Layer",
    "Level",
    "Reader",
    "Register",
    "Step",
    "counted",
    "lengthened",
]


class Grown:
    """Numbers that grow at the end; there is room for more behind them."""

    __slots__ = ("_room", "all")

    def __init__(self) -> None:
        self._room = np.empty(16, dtype=np.int64)
        self.all = self._room[:0]

    def extend(self, more: Ints) -> Ints:
        """Add numbers; return all of them."""
        known, size = len(self.all), len(self.all) + len(more)
        if size > len(self._room):
            self._room = np.concatenate([self.all, np.empty(2 * size - known, dtype=np.int64)])
        self._room[known:size] = more
        self.all = self._room[:size]
        return self.all


def lengthened(known: NDArray[Any], size: int, fill: Any) -> NDArray[Any]:
    """Return an array with at least so many entries, and some to spare if it has to grow."""
    if len(known) >= size:
        return known
    more = np.full((2 * size - len(known), *known.shape[1:]), fill, dtype=known.dtype)
    return np.concatenate([known, more])


class Register:
    """Distinct states, numbered in the order in which they came."""

    def __init__(self, layout: Layout) -> None:
        self._mask = layout.mask[0]
        self._lines = [Grown() for _ in range(layout.words)]
        # Keys in order, with the number of each; the latest by themselves, until they are worth a merge.
        none = np.zeros(0, dtype=np.int64)
        self._known, self._late = (none, none), (none, none)

    def __len__(self) -> int:
        return len(self._lines[0].all)

    @property
    def words(self) -> Words:
        """All states. Shape (words, states)."""
        return np.stack([line.all for line in self._lines])

    def of(self, states: Ints) -> Words:
        """Return some states by their numbers. Shape (words, states)."""
        return np.stack([line.all.take(states) for line in self._lines])

    @staticmethod
    def key(words: Words) -> Ints:
        """Return a key of each state: the state itself, or a hash if it has several words. Shape (states,)."""
        key: Ints = words[0]
        for word in words[1:]:  # a hash; `add` finds out if two states share one
            key = (key ^ (key >> 29)) * -7046029254386353131 + word
        return key

    def ended(self, states: Ints) -> NDArray[np.bool_]:
        """Return whether some states have ended. Shape (states,)."""
        over: NDArray[np.bool_] = (self._lines[0].all.take(states) & self._mask) != 0
        return over

    def add(self, words: Words) -> Ints:
        """Return the numbers of states; those that are new get the next ones. Shape (states,)."""
        key = self.key(words)
        order = key.argsort()
        ranked = key.take(order)
        first = np.ones(len(key), dtype=np.bool_)
        np.not_equal(ranked[1:], ranked[:-1], out=first[1:])
        unique = ranked.compress(first)
        numbers = np.full(len(unique), -1)
        for keys, known in (self._known, self._late):
            if len(keys):
                at = np.minimum(keys.searchsorted(unique), len(keys) - 1)
                there = np.flatnonzero(keys.take(at) == unique)
                numbers[there] = known.take(at.take(there))
        new = np.flatnonzero(numbers < 0)
        if len(new):
            numbers[new] = np.arange(len(self), len(self) + len(new))
            states = words.take(order.compress(first).take(new), axis=1)
            for line, more in zip(self._lines, states, strict=True):
                line.extend(more)
            self._late = _merged(self._late, (unique.take(new), numbers.take(new)))
            if len(self._late[0]) > len(self._known[0]) // 4:
                self._known, self._late = _merged(self._known, self._late), (self._late[0][:0], self._late[1][:0])
        given = np.empty(len(key), dtype=np.int64)
        given[order] = numbers.take(first.cumsum() - 1)
        if len(words) > 1 and (self.of(given) != words).any():
            raise SequenceError("two states have the same hash")
        return given


def _merged(keys: tuple[Ints, Ints], more: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    """Return two sets of keys, each in order, as one, with their numbers."""
    if not len(keys[0]):
        return more
    place = keys[0].searchsorted(more[0]) + np.arange(len(more[0]))
    old = np.ones(len(keys[0]) + len(more[0]), dtype=np.bool_)
    old[place] = False
    both = np.empty((2, len(old)), dtype=np.int64)
    for line, known, new in zip(both, keys, more, strict=True):
        line[place] = new
        line[old] = known
    return both[0], both[1]


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
        order, ends = sums.argsort(kind="stable"), np.cumsum(np.bincount(sums, minlength=len(self._sums))).tolist()
        for (parts, _), first, end in zip(self._sums, [0, *ends], ends, strict=False):
            if parts and end > first:
                those = order[first:end]
                values[those] += self._layout.sum_values(words, parts, those)
        if len(values) and (values.min() < 0 or values.max() > self._measure.maximum):
            off = values.min() if values.min() < 0 else values.max()
            raise SequenceError(f"measure {self._measure.name!r} is {off}, outside 0..{self._measure.maximum}")
        return values


class Flow(NamedTuple):
    """The effect of a step on the weights of states under a policy."""

    source: Ints
    target: Ints
    weight: Floats
    edge: Ints
    """The states that each edge leads from and to, the share of games that take it, and its number in the phase table.
    Shape (edges,)."""


@dataclass
class Layer:
    """Edges of a step that leave positions of one depth in choices, in order of their positions."""

    position: Ints
    edge: Ints
    target: Ints
    """Position, edge of the phase table and target of those that lead to a state."""
    asking: Ints
    asking_edge: Ints
    choice: Ints
    """Position, edge of the phase table and choice of those that lead to a choice."""
    choices: Ints
    """The choices that they lead to."""
    known: tuple[Ints, Any] | None = None
    """Those that lead to a choice as a matrix, while their weights stay."""
    menus: dict[Hashable, list[tuple[int, Ints, Ints]]] = field(default_factory=dict)
    """By the sides that decide best: +1 or -1, the choices of these sides, and the position of each option. Shapes
    (choices,), (options, choices)."""

    def asked(self, weights: Floats) -> tuple[Ints, Any]:
        """Return positions that lead to choices, and the edges to these, sparse. Shapes (rows,), (rows, choices)."""
        if self.known is None:
            rows, row = np.unique(self.asking, return_inverse=True)
            choice = self.choices.searchsorted(self.choice)
            self.known = rows, _sparse(row, weights[self.asking_edge], choice, len(self.choices), len(rows))
        return self.known


def _sparse(position: Ints, weights: Floats, target: Ints, targets: int, positions: int) -> Any:
    from scipy.sparse import csr_array

    first = np.concatenate([[0], np.cumsum(np.bincount(position, minlength=positions))])
    return csr_array((weights, target, first), shape=(positions, targets))


_NONE = np.zeros(0, dtype=np.int64)
UNKNOWN, IDLE = -1, -2
"""Instead of the row of a state: nothing is known of it; the phase does nothing in it."""


class Step:
    """How states go on in a phase, in turns that are alike to it. States in which it does nothing have no row.

    Attributes
    ----------
    row
        Row of each state, `UNKNOWN` or `IDLE`. Shape (states or more,).
    states, root, first
        Of each row: its state, its position before anything is rolled, and its first edge.
    known, positions
        How many states are known, those in which the phase does nothing too, and how many positions there are.
    edge, position, target
        Of each edge of each row: that of the phase table, position, and the state or choice that it leads to.
    asked, option
        Of each choice: that of the phase table, and the position of its first option.
    """

    def __init__(self, table: PhaseTable, states: Register) -> None:
        self.table, self._register = table, states
        self.row: Ints = _NONE
        self.known = self.positions = 0
        self._columns = [Grown() for _ in range(8)]
        self.over: Ints = _NONE
        self.forget()
        self._show()

    def _show(self) -> None:
        self.states, self.root, self.first, self.edge, self.position, self.target, self.asked, self.option = (
            column.all for column in self._columns
        )

    def forget(self) -> None:
        """Forget all that was made of the edges and their weights."""
        self._flow = Flow(_NONE, _NONE, np.zeros(0), _NONE)
        self._counts, self._counted = (_NONE, _NONE, np.zeros(0)), 0
        self._layers: list[Layer] | None = None
        self._onward: Any = None

    @property
    def layers(self) -> list[Layer]:
        """The edges by the depth of their positions in choices."""
        if self._layers is None:
            plain = Layer(self.position, self.edge, self.target, _NONE, _NONE, _NONE, _NONE)
            self._layers = self._by_depth() if self.table.asked else [plain]
        return self._layers

    def onward(self, weights: Floats, states: int) -> Any:
        """Return the edges to states, sparse. Shape (positions, states)."""
        if self._onward is None or self._onward.shape[1] != states:
            leaf = np.flatnonzero(column(self.table.to_choice).take(self.edge) < 0)
            leaf = leaf[np.argsort(self.position[leaf], kind="stable")]
            edges = self.position[leaf], weights[self.edge[leaf]], self.target[leaf]
            self._onward = _sparse(*edges, states, self.positions)
        return self._onward

    def flow(self, weights: Floats, picks: Ints) -> Flow:
        """Return the effect on the weights of states if some options are taken. `picks` has the shape (choices,)."""
        if self.table.asked:
            passed, _ = self.passed(weights, np.ones(len(self.root)), picks)
            leaf = np.flatnonzero(
                (column(self.table.to_choice).take(self.edge) < 0) & (passed > 0.0).take(self.position)
            )
            position, edge = self.position[leaf], self.edge[leaf]
            source = self.states[self.owners()[position]]
            return Flow(source, self.target[leaf], passed[position] * weights[edge], edge)
        known = self._flow
        if len(known.edge) < len(self.edge):
            source = self.states.take(self.position[len(known.edge) :])
            weight = np.append(known.weight, weights.take(self.edge[len(known.edge) :]))
            self._flow = Flow(np.append(known.source, source), self.target, weight, self.edge)
        return self._flow

    def counts(self, flow: Flow) -> tuple[Ints, Ints, Floats]:
        """Return of each count of the edges of a flow its state, its counter, and the amount times their share."""
        if self.table.asked:
            self._counts, self._counted = (_NONE, _NONE, np.zeros(0)), 0
        if self._counted < len(flow.edge):
            which, counter, amount = counted(self.table, flow.edge[self._counted :])
            which += self._counted
            new = flow.source.take(which), counter, flow.weight.take(which) * amount
            known, self._counted = self._counts, len(flow.edge)
            self._counts = np.append(known[0], new[0]), np.append(known[1], new[1]), np.append(known[2], new[2])
        return self._counts

    def passed(self, weights: Floats, begun: Floats, picks: Ints) -> tuple[Floats, Floats]:
        """Return the weight that comes to each position and choice. Shapes (positions,), (choices,).

        `begun` is that of each row. Shape (rows,).
        """
        if not len(self.asked):
            return begun, np.zeros(0)
        passed, came = np.zeros(self.positions), np.zeros(len(self.option))
        passed[self.root] = begun
        for layer in self.layers:
            if len(layer.choices):
                came[layer.choice] = passed[layer.asking] * weights[layer.asking_edge]
                passed[self.option[layer.choices] + picks[layer.choices]] = came[layer.choices]
        return passed, came

    def owners(self) -> Ints:
        """Return the row of each position; rows own their positions one after the other. Shape (positions,)."""
        return np.repeat(np.arange(len(self.root)), np.diff(np.append(self.root, self.positions)))

    def reached(self, states: Ints) -> Ints:
        """Return the states to which some states lead, by any outcome and option. Shape (states,)."""
        row = self.row[states]
        acting = row[row >= 0]
        first = np.append(self.first, len(self.edge))
        edges = spread(first[acting], first[acting + 1] - first[acting])
        if self.table.asked:
            edges = edges[np.array(self.table.to_choice, dtype=np.int64)[self.edge[edges]] < 0]
        there = np.zeros(len(self._register), dtype=np.bool_)
        there[states[row == IDLE]] = True
        there[self.target[edges]] = True
        return np.flatnonzero(there)

    def grow(self, new: Ints, words: Words, block: Ints) -> None:
        """Add states that are not known yet, with the read set of each."""
        table = self.table
        self.known += len(new)
        acts = table.acts().take(block)
        idle = np.flatnonzero(~acts)
        if len(idle):
            self.row[new[idle]] = IDLE
            acting = np.flatnonzero(acts)
            if not len(acting):
                return
            new, words, block = new[acting], words[:, acting], block[acting]
        edges = column(table.edges).take(block)
        edge = spread(column(table.first_edge).take(block), edges)
        source = np.repeat(np.arange(len(block)), edges)
        rows, known = len(self.states), len(self.edge)
        row = np.arange(rows, rows + len(new))
        if table.asked:
            positions, choices = column(table.positions).take(block), column(table.choices).take(block)
            root = self.positions + np.cumsum(positions) - positions
            local = column(table.to_choice).take(edge)
            leaf = np.flatnonzero(local < 0)
            target = (len(self.asked) + np.cumsum(choices) - choices)[source] + local
            target[leaf] = self._register.add(table.apply(words[:, source[leaf]], edge[leaf]))
            position = root[source] + column(table.position).take(edge)
            asked = spread(column(table.first_choice).take(block), choices)
            option = np.repeat(root, choices) + column(table.first_option).take(asked)
        else:
            positions, root, asked, option = np.ones(1, dtype=np.int64) * len(new), row, _NONE, _NONE
            target = self._register.add(table.apply(words.take(source, axis=1), edge))
            position = source + rows
        # Only now, so that an error leaves the step as it was.
        self.positions += int(positions.sum())
        self.row[new] = row
        first = known + np.cumsum(edges) - edges
        for line, more in zip(self._columns, (new, root, first, edge, position, target, asked, option), strict=True):
            line.extend(more)
        self._show()
        self._layers = self._onward = None
        reached = target[leaf] if table.asked else target
        over = reached.compress(self._register.ended(reached))
        if len(over):
            self.over = np.union1d(self.over, over)

    def _by_depth(self) -> list[Layer]:
        table, layers = self.table, []
        depth, asks = column(table.depth).take(self.edge), column(table.to_choice).take(self.edge) >= 0
        for deep in range(int(depth.max(initial=0)) + 1):
            leaf, asking = np.flatnonzero((depth == deep) & ~asks), np.flatnonzero((depth == deep) & asks)
            leaf = leaf[np.argsort(self.position[leaf], kind="stable")]
            asking = asking[np.argsort(self.position[asking], kind="stable")]
            choice = self.target[asking]
            edges = self.position[leaf], self.edge[leaf], self.target[leaf]
            layers.append(Layer(*edges, self.position[asking], self.edge[asking], choice, np.unique(choice)))
        return layers


def counted(table: PhaseTable, edge: Ints) -> tuple[Ints, Ints, Ints]:
    """Return for each count of some edges the place of the edge among them, the counter and the amount."""
    if not len(table.counter):
        return _NONE, _NONE, _NONE
    counts = column(table.counts).take(edge)
    count = spread(column(table.first_count).take(edge), counts)
    which = np.repeat(np.arange(len(edge)), counts)
    return which, column(table.counter).take(count), column(table.amount).take(count)


class Level:
    """A place in the turn before a phase, and how states go on from there."""

    def __init__(self, table: PhaseTable | None, layout: Layout, states: Register) -> None:
        self._table, self.layout, self.states = table, layout, states
        self.steps: dict[Hashable, Step] = {}
        self._epoch = 0

    @property
    def table(self) -> PhaseTable:
        """The phase."""
        assert self._table is not None
        return self._table

    def over(self) -> Ints:
        """Return the states that have ended. Shape (states,)."""
        return np.flatnonzero(self.states.ended(np.arange(len(self.states))))

    def open_among(self, states: Ints) -> Ints:
        """Return those of some states that have not ended. Shape (states,)."""
        return states[~self.states.ended(states)]

    def step(self, turn: int, active: Ints) -> Step:
        """Return how states go on in a turn; `active` are those that have to be known."""
        while True:
            if self.table.epoch != self._epoch:
                self.steps.clear()
                self._epoch = self.table.epoch
            step = self._at(turn)
            new = active[step.row.take(active) == UNKNOWN]
            if not len(new):
                return step
            words = self.states.of(new)
            block = self.table.find(words, turn)
            if self.table.epoch == self._epoch and self.table.key(turn) in self.steps:
                step.grow(new, words, block)

    def _at(self, turn: int) -> Step:
        key = self.table.key(turn)
        if key not in self.steps:
            self.steps[key] = Step(self.table, self.states)
        step = self.steps[key]
        step.row = lengthened(step.row, len(self.states), UNKNOWN)
        return step

    def known(self, turn: int) -> Step | None:
        """Return how the states go on that were met in a turn; None if no game came to it."""
        return self._at(turn) if self.table.key(turn) in self.steps else None
