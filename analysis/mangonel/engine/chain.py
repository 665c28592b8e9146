"""The states of a process before each phase, and how they go on from there, grown as games come to them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.learning import Learnt, PhaseTable, ReadTree, column, grouped, measure_of, spread
from mangonel.engine.process import Measure
from mangonel.engine.state import Floats, Ints, Layout, Parts, Value, Words
from mangonel.errors import SequenceError


def lengthened(known: NDArray[Any], size: int, fill: Any) -> NDArray[Any]:
    """Return an array with at least so many entries, and some to spare if it has to grow."""
    if len(known) >= size:
        return known
    more = np.full((size + size // 4 - len(known), *known.shape[1:]), fill, dtype=known.dtype)
    return np.concatenate([known, more])


def distinct(words: Words) -> tuple[Ints, Ints, Ints]:
    """Return the keys of different states in order, a state with each key, and the place of each state among them.

    A key is the state itself, or a hash if it has several words. Shapes (keys,), (keys,), (states,).

    Raises
    ------
    SequenceError
        If two states have the same hash.
    """
    key: Ints = words[0]
    for word in words[1:]:
        key = (key ^ (key >> 29)) * -7046029254386353131 + word
    order = key.argsort()
    ranked = key.take(order)
    new = np.ones(len(key), dtype=np.bool_)
    np.not_equal(ranked[1:], ranked[:-1], out=new[1:])
    sample, place = order.compress(new), np.empty(len(key), dtype=np.int64)
    place[order] = new.cumsum() - 1
    _check_same(words, sample.take(place), words)
    return ranked.compress(new), sample, place


def _check_same(known: Words, places: Ints, words: Words) -> None:
    """Check that states are those at some places of known ones, where they were found by hashes."""
    if len(words) > 1 and any((ours.take(places) != line).any() for ours, line in zip(known, words, strict=True)):
        raise SequenceError("two states have the same hash")


class Register:
    """Distinct states, numbered in the order in which they came."""

    def __init__(self, layout: Layout) -> None:
        self._mask = layout.mask[0]
        self.words: Words = np.zeros((layout.words, 0), dtype=np.int64)
        """All states. Shape (words, states)."""
        self.keys = np.zeros(0, dtype=np.int64)
        """Their keys, which do not depend on how they were met. Shape (states,)."""
        # Their numbers in the order of these.
        self._order = np.zeros(0, dtype=np.int64)

    def __len__(self) -> int:
        return self.words.shape[1]

    def of(self, states: Ints) -> Words:
        """Return some states by their numbers. Shape (words, states)."""
        return np.array([line.take(states) for line in self.words])

    def ended(self, states: Ints) -> NDArray[np.bool_]:
        """Return whether some states have ended. Shape (states,)."""
        return (self.words[0].take(states) & self._mask) != 0

    def add(self, words: Words) -> Ints:
        """Return the numbers of states; those that are new get the next ones. Shape (states,)."""
        keys, sample, place = distinct(words)
        at = self.keys.searchsorted(keys, sorter=self._order)
        numbers = self._order.take(at, mode="clip") if len(self) else np.zeros_like(keys)
        new = (self.keys.take(numbers) != keys).nonzero()[0] if len(self) else np.arange(len(keys))
        if len(new):
            numbers[new] = np.arange(len(self), len(self) + len(new))
            self.words = np.concatenate([self.words, words.take(sample.take(new), axis=1)], axis=1)
            self.keys = np.concatenate([self.keys, keys.take(new)])
            self._order = np.insert(self._order, at.take(new), numbers.take(new))
        given: Ints = numbers.take(place)
        _check_same(self.words, given, words)
        return given


class Reader:
    """A measure of states: learnt once for each read set, and added up from cells where it is a sum of them."""

    def __init__(self, layout: Layout, measure: Measure) -> None:
        self._layout, self._measure, self._s = layout, measure, layout.state()
        # Of each read set: the number of the sum of cells that it takes, and the number that is added.
        self._sums: list[tuple[int, int]] = []
        self._parts: dict[Parts, int] = {}
        self._tree = ReadTree(layout)

    def _learn(self, values: list[int], turn: int) -> Learnt:
        s = self._s
        s.load(values, turn)
        amount = measure_of(self._measure, s)
        parts, plus = s.unknown(amount.parts, amount.plus) if isinstance(amount, Value) else ((), int(amount))
        self._sums.append((self._parts.setdefault(parts, len(self._parts)), plus))
        return len(self._sums) - 1, s.reads

    def of(self, words: Words) -> Ints:
        """Return the measure of each state. Shape (states,)."""
        sums = self._tree.find(words, 0, self._learn)
        sum_of, values = np.array(self._sums, dtype=np.int64).reshape(-1, 2)[sums].T
        parts = list(self._parts)
        for number, those in grouped(sum_of):
            if parts[number]:
                values[those] += self._layout.sum_values(words.take(those, axis=1), parts[number])
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


class Layer(NamedTuple):
    """Edges of a step to choices that leave positions of one depth, in order of their positions."""

    position: Ints
    edge: Ints
    choice: Ints
    """Position, edge of the phase table and choice of each. Shape (edges,)."""
    choices: Ints
    """The choices that they lead to."""


class Menu(NamedTuple):
    """Choices that one side has between as many options each."""

    side: str
    options: int
    choices: Ints
    slot: int
    """The column of the first in the edges of stages; the others follow it."""


class Stage(NamedTuple):
    """Positions of a step that are valued at once: those of all options of some menus, or those before any roll.

    The positions of a menu come option by option.
    """

    edges: Any
    """Sparse matrix of the chances of choices, then of states. Shape (positions, choices + states).

    Where nothing is rolled, the choice or state that each position leads to. Shape (positions,).
    """
    menus: tuple[Menu, ...]


_NONE = np.zeros(0, dtype=np.int64)
PICK: Any = np.int16
"""The type of options taken, of which policies by state keep many."""
UNKNOWN, IDLE = -1, -2
"""Instead of the row of a state: nothing is known of it; the phase does nothing in it."""


class Step:
    """How states go on in a phase, in turns that are alike to it. States in which it does nothing have no row.

    Attributes
    ----------
    row
        Row of each state, `UNKNOWN` or `IDLE`. Shape (states or more,).
    states, root, first
        Of each row: its state, its position before anything is rolled, and its first edge; at the end of `first` the
        number of all edges.
    positions
        How many positions there are.
    source, edge, position, target
        Of each edge of each row: its state, edge of the phase table, position, and the state or choice it leads to.
    asked, option
        Of each choice: that of the phase table, and the position of its first option.
    """

    def __init__(self, table: PhaseTable, states: Register) -> None:
        self.table, self._register = table, states
        self.row = np.zeros(0, dtype=np.int32)
        # Whether nothing is known of a state: asked of many states at once.
        self.unknown = np.zeros(0, dtype=np.bool_)
        self.positions = 0
        self.states = self.root = self.source = self.edge = _NONE
        self.first = np.zeros(1, dtype=np.int64)
        self.position = self.target = self.asked = self.option = self.over = _NONE
        self.forget()

    def forget(self) -> None:
        """Forget all that was made of the edges and their weights."""
        self._weight: Floats = np.zeros(0)
        self._stages: tuple[tuple[Stage, ...], Ints] | None = None
        self._layers: list[Layer] | None = None
        self._planned: Ints | None = None

    @property
    def planned(self) -> Ints:
        """The option that the plan takes at each choice. Shape (choices,)."""
        if self._planned is None:
            self._planned = np.array(self.table.default, dtype=PICK).take(self.asked)
        return self._planned

    @property
    def layers(self) -> list[Layer]:
        """The edges to choices by the depth of their positions in choices."""
        if self._layers is None:
            self._layers, table = [], self.table
            asking = np.flatnonzero(column(table.to_choice).take(self.edge) >= 0) if table.asked else _NONE
            asking = asking[np.argsort(self.position[asking], kind="stable")]
            depth = column(table.depth).take(self.edge[asking])
            for deep in range(int(depth.max(initial=-1)) + 1):
                here = asking[depth == deep]
                edges = self.position[here], self.edge[here], self.target[here]
                self._layers.append(Layer(*edges, np.unique(self.target[here])))
        return self._layers

    def leaves(self) -> Ints:
        """Return the edges that lead to states. Shape (leaves,)."""
        if not self.table.asked:
            return np.arange(len(self.edge))
        return np.flatnonzero(column(self.table.to_choice).take(self.edge) < 0)

    def stages(self, weights: Floats) -> tuple[tuple[Stage, ...], Ints]:
        """Return the positions as they are valued, the last decisions first and the roots of the rows at the end.

        Returns
        -------
        tuple
            Stages, and the place of each position among those of all stages. Shape (positions,).
        """
        from scipy.sparse import csr_array

        if self._stages is None:
            inner = np.ones(len(self.edge), dtype=np.bool_)
            inner[self.leaves()] = False
            kinds = sorted({(decision.side, len(options)) for decision, options in self.table.asked})
            asked = [kinds.index((decision.side, len(options))) for decision, options in self.table.asked]
            kind, slot = np.array(asked, dtype=np.int64)[self.asked], np.empty_like(self.asked)
            used = 0
            parts: list[tuple[Ints, tuple[Menu, ...]]] = []
            for layer in reversed(self.layers):
                menus: list[Menu] = []
                members = [_NONE]
                for number, those in grouped(kind[layer.choices]):
                    (side, options), choices, each = kinds[number], layer.choices[those], np.arange(len(those))
                    menus.append(Menu(side, options, choices, used))
                    members.append((self.option[choices] + np.arange(options)[:, None]).ravel())
                    slot[choices] = used + each
                    used += len(those)
                parts.append((np.concatenate(members), tuple(menus)))
            parts.append((self.root, ()))
            target = np.where(inner, slot.take(self.target, mode="clip") if used else 0, self.target + used)
            shape = self.positions, used + len(self._register)
            edges = csr_array((weights[self.edge], (self.position, target)), shape)
            place: Ints = np.empty(self.positions, dtype=edges.indices.dtype)
            place[np.concatenate([members for members, _ in parts])] = np.arange(self.positions)
            stages = []
            for rows, of in parts:
                matrix = edges[rows]
                single = matrix.nnz == matrix.shape[0] and (matrix.data == 1.0).all()
                stages.append(Stage(matrix.indices if single else matrix, of))
            self._stages = tuple(stages), place
        return self._stages

    def flow(self, weights: Floats, picks: Ints, rows: int | None = None) -> Flow:
        """Return the effect on the weights of states in the first rows, by default all, if some options are taken.

        `picks` has the shape (choices,).
        """
        if self.table.asked:
            passed, _ = self.passed(weights, np.ones(len(self.root)), picks)
            leaf = self.leaves()
            leaf = leaf[(passed > 0.0).take(self.position[leaf])]
            position, edge = self.position[leaf], self.edge[leaf]
            return Flow(self.source[leaf], self.target[leaf], passed[position] * weights[edge], edge)
        known = len(self._weight)
        if known < len(self.edge):
            self._weight = np.concatenate([self._weight, weights.take(self.edge[known:])])
        last = len(self.edge) if rows is None else self.first[rows]
        return Flow(self.source[:last], self.target[:last], self._weight[:last], self.edge[:last])

    def passed(self, weights: Floats, begun: Floats, picks: Ints) -> tuple[Floats, Floats]:
        """Return the weight that comes to each position and choice. Shapes (positions,), (choices,).

        `begun` is that of each row. Shape (rows,).
        """
        if not len(self.asked):
            return begun, np.zeros(0)
        passed, came = np.zeros(self.positions), np.zeros(len(self.option))
        passed[self.root] = begun
        for layer in self.layers:
            here = (passed.take(layer.position) > 0.0).nonzero()[0]
            choice = layer.choice.take(here)
            weight = passed.take(layer.position.take(here)) * weights.take(layer.edge.take(here))
            came[choice] = passed[self.option.take(choice) + picks.take(choice)] = weight
        return passed, came

    def owners(self) -> Ints:
        """Return the row of each choice. Shape (choices,)."""
        return np.searchsorted(self.root, self.option, side="right") - 1

    def edges(self, rows: Ints) -> Ints:
        """Return the edges of some rows, one row after the other. Shape (edges,)."""
        first = self.first.take(rows)
        return spread(first, self.first.take(rows + 1) - first)

    def ordered(self, weights: Floats) -> Ints:
        """Return the rows of states with weight in an order that does not depend on how they were met."""
        rows = (weights.take(self.states) > 0).nonzero()[0]
        return rows.take(self._register.keys.take(self.states.take(rows)).argsort())

    def reached(self, states: Ints) -> Ints:
        """Return the states to which some states lead, by any outcome and option. Shape (states,)."""
        row = self.row.take(states)
        edges = self.edges(row.compress(row >= 0))
        if self.table.asked:
            edges = edges.compress(column(self.table.to_choice).take(self.edge.take(edges)) < 0)
        there = np.zeros(len(self._register), dtype=np.bool_)
        there[states.compress(row == IDLE)] = True
        there[self.target.take(edges)] = True
        return np.flatnonzero(there)

    def grow(self, new: Ints, words: Words, block: Ints) -> None:
        """Add states that are not known yet, with the read set of each."""
        table = self.table
        acts = table.acts().take(block)
        idle = np.flatnonzero(~acts)
        if len(idle):
            self.row[new[idle]] = IDLE
            acting = np.flatnonzero(acts)
            if not len(acting):
                return
            new, words, block = new[acting], words.take(acting, axis=1), block[acting]
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
            after = words.take(source[leaf], axis=1)
            table.change(after, edge[leaf])
            target[leaf] = self._register.add(after)
            position = root[source] + column(table.position).take(edge)
            asked = spread(column(table.first_choice).take(block), choices)
            option = np.repeat(root, choices) + column(table.first_option).take(asked)
        else:
            positions, root, asked, option = np.ones(1, dtype=np.int64) * len(new), row, _NONE, _NONE
            after = words.take(source, axis=1)
            table.change(after, edge)
            target = self._register.add(after)
            position = source + rows
        # Only now, so that an error leaves the step as it was.
        self.positions += int(positions.sum())
        self.row[new] = row
        names = ("states", "root", "first", "source", "edge", "position", "target", "asked", "option")
        lines = new, root, known + edges.cumsum(), new.take(source), edge, position, target, asked, option
        for name, line in zip(names, lines, strict=True):
            setattr(self, name, np.concatenate([getattr(self, name), line]))
        self._layers = self._planned = self._stages = self._head = None
        reached = target[leaf] if table.asked else target
        over = reached.compress(self._register.ended(reached))
        if len(over):
            self.over = np.bincount(np.concatenate([self.over, over])).nonzero()[0]


class Level:
    """A place in the turn before a phase, and how states go on from there."""

    def __init__(self, table: PhaseTable, states: Register) -> None:
        self.table, self.states = table, states
        self.steps: dict[Hashable, Step] = {}
        self._epoch = 0

    def open_among(self, states: Ints) -> Ints:
        """Return those of some states that have not ended. Shape (states,)."""
        return states[~self.states.ended(states)]

    def step(self, turn: int, active: Ints | NDArray[np.bool_]) -> Step:
        """Return how states go on in a turn; `active` are those that have to be known, or marks of them."""
        while True:
            if self.table.epoch != self._epoch:
                self.steps.clear()
                self._epoch = self.table.epoch
            step = self._at(turn)
            if active.dtype == np.bool_:
                new = (active & step.unknown[: len(active)]).nonzero()[0]
            else:
                new = active[step.row.take(active) == UNKNOWN]
            if not len(new):
                return step
            words = self.states.of(new)
            block = self.table.find(words, turn)
            if self.table.epoch == self._epoch and self.table.key(turn) in self.steps:
                step.grow(new, words, block)
                step.unknown[new] = False
                return step

    def _at(self, turn: int) -> Step:
        key = self.table.key(turn)
        if key not in self.steps:
            self.steps[key] = Step(self.table, self.states)
        step = self.steps[key]
        step.row = lengthened(step.row, len(self.states), UNKNOWN)
        step.unknown = lengthened(step.unknown, len(step.row), fill=True)
        return step

    def known(self, turn: int) -> Step | None:
        """Return how the states go on that were met in a turn; None if no game came to it."""
        return self._at(turn) if self.table.key(turn) in self.steps else None
